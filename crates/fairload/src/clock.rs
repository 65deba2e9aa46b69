//! Time stamps: nanoseconds of `CLOCK_MONOTONIC`, comparable between processes of one machine.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Nanoseconds, of `CLOCK_MONOTONIC` where it is a point in time.
pub type Nanos = u64;

pub const SECOND: Nanos = 1_000_000_000;
/// No deadline.
pub(crate) const NEVER: Nanos = Nanos::MAX;
pub const MILLISECOND: Nanos = 1_000_000;

/// The clock of the measuring loop; a test may supply its own.
pub trait Clock {
    fn now(&self) -> Nanos;
}

#[derive(Debug, Clone, Copy, Default)]
pub struct Monotonic;

impl Clock for Monotonic {
    #[inline]
    fn now(&self) -> Nanos {
        let time = clock_gettime(ClockId::Monotonic);
        // The kernel never hands out a negative monotonic time.
        time.tv_sec.cast_unsigned() * SECOND + time.tv_nsec.cast_unsigned()
    }
}

impl Monotonic {
    /// Returns at `due`, not before. Sleeps, then spins the last stretch, which a sleep would overshoot.
    pub(crate) fn wait_until(self, due: Nanos) {
        const SPIN: Nanos = 100_000;
        loop {
            let now = self.now();
            if now >= due {
                return;
            }
            if due - now > SPIN {
                std::thread::sleep(Duration::from_nanos(due - now - SPIN));
            } else {
                std::hint::spin_loop();
            }
        }
    }
}

/// `duration` in nanoseconds; saturates after 584 years.
pub fn nanos(duration: Duration) -> Nanos {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// Nanoseconds as seconds.
pub fn seconds(nanos: Nanos) -> f64 {
    nanos as f64 / 1e9
}

/// Nanoseconds as microseconds.
pub fn micros(nanos: Nanos) -> f64 {
    nanos as f64 / 1e3
}
