//! A file of results: written whole or not at all, and known to be writable before measuring.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use fairload::spec::SpecError;

#[derive(Debug)]
pub(super) struct Sheet {
    file: File,
    /// What is written before it is renamed to its name; `None` where the name is no regular file, but a pipe or a
    /// device, which is written to directly.
    renamed: Option<(PathBuf, PathBuf)>,
}

impl Sheet {
    /// # Errors
    /// The file cannot be made. `option`: the option that names it.
    pub(super) fn open(option: &str, path: &OsStr) -> Result<Self, SpecError> {
        let path = Path::new(path);
        let failed = |error: io::Error| {
            let place = format!("{option} {}", path.display());
            SpecError::new(place, format!("cannot be written ({error})"), "name a file in a folder that can be")
        };
        let special = fs::metadata(path).is_ok_and(|known| !known.is_file());
        if special {
            let file = File::options().write(true).open(path).map_err(failed)?;
            return Ok(Self { file, renamed: None });
        }
        let name = path.file_name().ok_or_else(|| failed(io::ErrorKind::IsADirectory.into()))?;
        let mut unfinished = name.to_owned();
        unfinished.push(format!(".{}.part", std::process::id()));
        let unfinished = path.with_file_name(unfinished);
        let file = File::create(&unfinished).map_err(failed)?;
        Ok(Self { file, renamed: Some((unfinished, path.to_owned())) })
    }

    /// # Errors
    /// The disk is full, or the folder is gone.
    pub(super) fn finish(mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        match self.renamed.take() {
            None => Ok(()),
            Some((unfinished, name)) => fs::rename(unfinished, name),
        }
    }
}

impl Drop for Sheet {
    fn drop(&mut self) {
        if let Some((unfinished, _)) = &self.renamed {
            let _ = fs::remove_file(unfinished);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_is_there_whole_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.csv");
        drop(Sheet::open("-e", path.as_os_str()).expect("writable"));
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0, "nothing is left of one that was not finished");
        fs::write(&path, "old").expect("written");
        let sheet = Sheet::open("-e", path.as_os_str()).expect("writable");
        assert_eq!(fs::read_to_string(&path).expect("read"), "old");
        sheet.finish("new").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("read"), "new");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    }

    #[test]
    fn what_cannot_be_written_is_known_before() {
        for path in ["/nonexistent/x", "/", "/proc/version/x"] {
            assert!(Sheet::open("-e", OsStr::new(path)).is_err(), "{path}");
        }
    }

    #[test]
    fn a_device_stays_a_device() {
        Sheet::open("-g", OsStr::new("/dev/null")).expect("writable").finish("x").expect("written");
        assert!(!fs::metadata("/dev/null").expect("known").is_file());
    }
}
