//! `Completed N requests`, on standard error while the load is offered.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const LOOK_EVERY: Duration = Duration::from_millis(20);
/// Fewer requests are not worth a line.
const FEWEST_REQUESTS: u64 = 150;
const FEWEST_PER_LINE: u64 = 100;

/// When to say something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beat {
    /// Whenever so many more requests are complete.
    Requests(u64),
    Time(Duration),
}

impl Beat {
    /// Ten lines, as ab has them: for a number of requests, or for a time.
    pub(super) fn of(requests: Option<u64>, time: Option<Duration>, quiet: bool) -> Option<Self> {
        match (requests, time) {
            _ if quiet => None,
            (Some(requests), _) => {
                (requests > FEWEST_REQUESTS).then(|| Self::Requests((requests / 10).max(FEWEST_PER_LINE)))
            }
            (None, time) => time.map(|time| Self::Time(time / 10)),
        }
    }
}

pub(super) struct Progress {
    over: Arc<AtomicBool>,
    teller: Option<JoinHandle<()>>,
}

impl Progress {
    /// # Errors
    /// A thread cannot be started.
    pub(super) fn start(beat: Option<Beat>, completed: Arc<AtomicU64>) -> io::Result<Self> {
        let over = Arc::new(AtomicBool::new(false));
        let ears = Arc::clone(&over);
        let tell =
            move |beat| thread::Builder::new().name("progress".to_owned()).spawn(move || tell(beat, &completed, &ears));
        Ok(Self { over, teller: beat.map(tell).transpose()? })
    }

    /// Says what is left to say.
    pub(super) fn finish(self) {
        self.over.store(true, Ordering::Release);
        if let Some(teller) = self.teller {
            // A panic aborts the process, so there is no other way for a thread to end.
            let _ = teller.join();
        }
    }
}

fn tell(beat: Beat, completed: &AtomicU64, over: &AtomicBool) {
    let say = |count: u64| {
        // If standard error is closed, the message is not wanted.
        let _ = writeln!(io::stderr(), "Completed {count} requests");
    };
    let (mut shown, mut due) = (0, Instant::now());
    loop {
        // Looked at before the count, so that the last look is at the last count.
        let last = over.load(Ordering::Acquire);
        let count = completed.load(Ordering::Relaxed);
        match beat {
            Beat::Requests(step) => {
                while shown + step <= count {
                    shown += step;
                    say(shown);
                }
            }
            Beat::Time(step) => {
                if due.elapsed() >= step && !last {
                    due += step;
                    say(count);
                }
            }
        }
        if last {
            return;
        }
        thread::sleep(LOOK_EVERY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_lines_but_none_for_a_handful_of_requests() {
        let second = Duration::from_secs(1);
        assert_eq!(Beat::of(Some(150), None, false), None);
        assert_eq!(Beat::of(Some(151), None, false), Some(Beat::Requests(100)));
        assert_eq!(Beat::of(Some(5000), Some(second), false), Some(Beat::Requests(500)));
        assert_eq!(Beat::of(None, Some(second), false), Some(Beat::Time(second / 10)));
        assert_eq!(Beat::of(Some(5000), None, true), None);
    }
}
