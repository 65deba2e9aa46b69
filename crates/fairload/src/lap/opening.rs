//! Before a lap: every slot gets its connection, so that no connect is part of what is measured.

use rustix::io::Errno;

use super::{Deadlines, Phase, Slot};
use crate::clock::{Clock, NEVER, Nanos};
use crate::engine::{Driver, End, Fault, Standing, Step};

pub(crate) struct Opening<'a, C> {
    slots: &'a mut [Slot],
    clock: C,
    deadline: Nanos,
    deadlines: Deadlines,
    pending: usize,
    /// Connections that replaced earlier ones.
    pub(crate) reconnects: u64,
}

impl<'a, C: Clock> Opening<'a, C> {
    /// Gives up `timeout` nanoseconds from now.
    pub(crate) fn new(slots: &'a mut [Slot], timeout: Nanos, clock: C) -> Self {
        let now = clock.now();
        let deadline = now.saturating_add(timeout);
        Self { slots, clock, deadline, deadlines: Deadlines::new(now), pending: 0, reconnects: 0 }
    }

    fn open(&mut self, slot: usize) -> Step {
        let state = &mut self.slots[slot];
        state.phase = Phase::Opening;
        state.deadline = self.deadline;
        self.deadlines.add(self.deadline);
        self.pending += 1;
        Step::Open
    }

    fn give_up(&mut self, slot: usize, fault: Fault) -> Step {
        let state = &mut self.slots[slot];
        if state.phase == Phase::Opening {
            self.pending -= 1;
        }
        state.phase = Phase::Closed;
        state.deadline = NEVER;
        state.open_error = Some(fault);
        Step::Close
    }
}

impl<C: Clock> Driver for Opening<'_, C> {
    fn start(&mut self, slot: usize) -> Step {
        if self.slots[slot].phase == Phase::Idle { Step::Wait } else { self.open(slot) }
    }

    fn opened(&mut self, slot: usize) -> Step {
        let state = &mut self.slots[slot];
        state.phase = Phase::Idle;
        state.deadline = NEVER;
        self.reconnects += u64::from(state.opened_before);
        state.opened_before = true;
        self.pending -= 1;
        Step::Wait
    }

    fn not_opened(&mut self, slot: usize, fault: Fault) -> Step {
        self.give_up(slot, fault)
    }

    /// Data without a request. A kept connection may get a farewell (408); a new one that talks first is not HTTP.
    fn received(&mut self, slot: usize, _: &[u8], _: Standing) -> Step {
        self.ended(slot, End::Failed(Errno::PROTO.into()))
    }

    fn ended(&mut self, slot: usize, end: End) -> Step {
        // Only once: a server that closes every new connection would keep us here.
        if std::mem::take(&mut self.slots[slot].kept) {
            return self.open(slot);
        }
        let fault = match end {
            End::Closed | End::Unprocessed => Errno::CONNRESET.into(),
            End::Failed(fault) => fault,
            End::Broken(error) => Fault::Http2(error.0.into_owned()),
        };
        self.give_up(slot, fault)
    }

    fn unsent(&mut self, slot: usize, error: Errno) -> Step {
        self.give_up(slot, error.into())
    }

    fn due(&mut self) -> Option<(usize, Step)> {
        let slot = self.deadlines.next(self.slots, || self.clock.now())?;
        Some((slot, self.give_up(slot, Errno::TIMEDOUT.into())))
    }

    fn wait(&self) -> Nanos {
        self.deadlines.wait()
    }

    fn finished(&self) -> bool {
        self.pending == 0
    }
}
