//! Who decides when the next request is sent, and which requests count. The closed loop and the open loop differ in
//! this and in nothing else, so that they follow a request in the same way.

use super::Slot;
use super::report::Report;
use crate::clock::Nanos;

pub(crate) trait Pace {
    /// Leave to send one more request on this slot, which has nothing to do at `now`, or less than it may with pipelining.
    fn claim(&mut self, slot: usize, now: Nanos) -> bool;
    /// The connection for a claimed request is there: whether to send it still. If not, the claim is given back.
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
    /// From when on [`Pace::wake`] is to be asked again and again.
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
