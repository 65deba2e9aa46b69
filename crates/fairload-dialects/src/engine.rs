//! Which engine a dialect runs on. It is not printed, because the tools print nothing of the kind.

use std::env;
use std::ffi::{OsStr, OsString};

use fairload::calibrate::{Load, store};
use fairload::engine::{self, Kind};
use fairload::spec::{LapSpec, SpecError};
use fairload::target::TargetSpec;

/// Selects an engine: `epoll`, `io_uring`, or `auto`, the default.
const VARIABLE: &str = "FAIRLOAD_ENGINE";

/// For these threads and such a lap: the one that `FAIRLOAD_ENGINE` names, otherwise what `--engine auto` would take without
/// calibrating first.
///
/// # Errors
/// The variable names no engine, or one that is not available here.
pub(super) fn choose(threads: usize, target: &TargetSpec, lap: &LapSpec) -> Result<Kind, SpecError> {
    let value = env::var_os(VARIABLE);
    match wish(value.as_deref())? {
        None => Ok(by_itself(threads, Load::nearest_to(target, lap))),
        Some(Kind::Epoll) => Ok(Kind::Epoll),
        Some(Kind::IoUring) => match engine::available(threads) {
            Ok(()) => Ok(Kind::IoUring),
            Err(reason) => {
                let problem = format!("it is not available here ({reason})");
                Err(SpecError::new(format!("{VARIABLE}=io_uring"), problem, "set it to epoll, or unset it"))
            }
        },
    }
}

/// The engine of that name; `None` if fairload chooses.
fn wish(value: Option<&OsStr>) -> Result<Option<Kind>, SpecError> {
    let Some(value) = value else { return Ok(None) };
    match value.to_str() {
        Some("auto") => Ok(None),
        Some("epoll") => Ok(Some(Kind::Epoll)),
        Some("io_uring") => Ok(Some(Kind::IoUring)),
        _ => {
            let place = format!("{VARIABLE}={}", OsString::from(value).display());
            Err(SpecError::new(place, "this is no engine", "set it to epoll, io_uring or auto, or unset it"))
        }
    }
}

/// The cheaper one, if a calibration of this boot says which. Calibrating for half a second is too long for a dialect;
/// without a calibration it is epoll, which every kernel and container has.
fn by_itself(threads: usize, load: Load) -> Kind {
    let kept = store::kept(load).unwrap_or(None);
    match kept.and_then(|calibration| calibration.best()) {
        Some(Kind::IoUring) if engine::available(threads).is_ok() => Kind::IoUring,
        _ => Kind::Epoll,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_named_or_left_to_us() {
        let named = |text: &str| wish(Some(OsStr::new(text)));
        assert_eq!((wish(None), named("auto")), (Ok(None), Ok(None)));
        assert_eq!((named("epoll"), named("io_uring")), (Ok(Some(Kind::Epoll)), Ok(Some(Kind::IoUring))));
        for other in ["", "Epoll", "epoll ", "kqueue"] {
            let error = named(other).expect_err(other);
            assert!(error.place.starts_with(VARIABLE) && error.remedy.contains("io_uring"), "{error}");
        }
    }
}
