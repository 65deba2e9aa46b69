//! Decides when the next request is sent, and which requests count. The closed and the open loop differ only in
//! this, and otherwise treat a request the same way.

use super::report::Report;
use super::{Flight, Slot};
use crate::clock::Nanos;

/// The place of a request in a schedule; nothing in a closed loop.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Ride {
    pub(super) due: Nanos,
    /// The part of its lateness that the generator caused.
    pub(super) own: Nanos,
}

pub(crate) trait Pace {
    /// Permission to send a request on this slot, which has none at `now`, or whose turn it is.
    fn claim(&mut self, slot: usize, now: Nanos) -> Option<Ride>;
    /// The same behind others that are on their way.
    #[inline]
    fn claim_behind(&mut self, slot: usize, now: Nanos) -> Option<Ride> {
        self.claim(slot, now)
    }
    /// The connection for a claimed request is open: whether to send it still. If not, the claim is given back.
    fn confirm(&mut self, now: Nanos) -> bool;
    /// A request ended; `answered`: when its right answer came. Whether it belongs to the window. Called once for every
    /// claim that was not given back.
    fn conclude(&mut self, flight: &Flight, answered: Option<Nanos>) -> bool;
    /// Where the response time of a request begins.
    fn since(&self, flight: &Flight) -> Nanos;
    /// Whether the window is open at `now`.
    fn in_window(&self, now: Nanos) -> bool;
    /// Which share of the time from `sent_at` to `now` lies inside the window, in units of 1 / `WHOLE`.
    fn share(&self, sent_at: Nanos, now: Nanos) -> u64;
    /// When a slot may send again after so many failures in a row; `None`: never.
    fn retry_at(&self, now: Nanos, failures: u32) -> Option<Nanos>;
    /// This slot's claim was refused: it has no request, or could have more behind those it has.
    fn rest(&mut self, slot: usize, now: Nanos);
    /// A resting slot whose claim would now be granted: it is its turn.
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
