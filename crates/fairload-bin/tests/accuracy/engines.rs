//! The engines, for tests that run on each of them in turn.

/// The command line options that choose each of them.
pub(crate) fn engines() -> [[&'static str; 2]; 2] {
    [["--engine", "epoll"], ["--engine", "io_uring"]]
}
