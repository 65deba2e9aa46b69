//! Decides when the next request is sent, and which requests count. The closed and the open loop differ only in
//! this, and otherwise treat a request the same way.

use super::Slot;
use super::report::Report;
use crate::clock::Nanos;

pub(crate) trait Pace {
    /// Permission to send one more request on this slot, which is idle at `now` or below its limit of pipelining.
    fn claim(&mut self, slot: usize, now: Nanos) -> bool;
    /// The connection for a claimed request is open: whether to send it still. If not, the claim is given back.
    fn confirm(&mut self, now: Nanos) -> bool;
    /// The request on this slot, sent at `sent_at`, ended; `answered`: when its right answer came. Whether it belongs
    /// to the window. Called once for every claim that was not given back.
    fn conclude(&mut self, slot: usize, sent_at: Nanos, answered: Option<Nanos>) -> bool;
    /// Where the response time of the request on this slot, sent at `sent_at`, begins.
    fn since(&self, slot: usize, sent_at: Nanos) -> Nanos;
    /// Whether the window is open at `now`.
    fn in_window(&self, now: Nanos) -> bool;
    /// Which share of the time from `sent_at` to `now` lies inside the window, in units of 1 / `WHOLE`.
    fn share(&self, sent_at: Nanos, now: Nanos) -> u64;
    /// When a slot may send again after so many failures in a row; `None`: never.
    fn retry_at(&self, now: Nanos, failures: u32) -> Option<Nanos>;
    /// This slot's claim was refused.
    fn rest(&mut self, slot: usize, now: Nanos);
    /// A resting slot whose claim would now be granted.
    fn wake(&mut self, now: Nanos, slots: &[Slot]) -> Option<usize>;
    /// From when on to call [`Pace::wake`] repeatedly.
    fn next(&self) -> Nanos;
    /// No claim will be granted any more.
    fn is_over(&self) -> bool;
    /// The lap should end early.
    fn stop(&mut self, now: Nanos);
    /// Moves what it has recorded so far into `part`, which is handed over.
    fn hand_over(&mut self, part: &mut Report);
    /// Writes down the window, and what else it knows.
    fn finish(self, report: &mut Report);
}
