//! The connections to one target on one thread, kept from lap to lap.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::clock::{Clock, Monotonic, nanos};
use crate::connection::Checker;
use crate::engine::Waiting;
use crate::engine::epoll::Epoll;
use crate::lap::closed::{Closed, Limit};
use crate::lap::opening::Opening;
use crate::lap::pace::Pace;
use crate::lap::paced::Paced;
use crate::lap::pacer::Pacer;
use crate::lap::report::{CpuTime, Report};
use crate::lap::running::Running;
use crate::lap::{Phase, Slot};
use crate::os;
use crate::spec::TargetSpec;

pub(crate) struct Pool {
    target: Arc<TargetSpec>,
    engine: Epoll,
    slots: Vec<Slot>,
    checker: Checker,
    /// Connections reopened since the last lap.
    reconnects: u64,
}

impl Pool {
    /// # Errors
    /// No descriptor left.
    pub(crate) fn new(target: Arc<TargetSpec>, waiting: Waiting) -> io::Result<Self> {
        Ok(Self {
            engine: Epoll::new(target.address, target.wire.clone(), waiting)?,
            checker: Checker::new(target.expect.clone(), target.to_head),
            target,
            slots: Vec::new(),
            reconnects: 0,
        })
    }

    /// Sees to it that so many connections are open and silent; those that cannot be had fail in the lap.
    ///
    /// # Errors
    /// epoll itself fails.
    pub(crate) fn prepare(&mut self, connections: usize) -> io::Result<()> {
        self.engine.resize(connections);
        self.slots.resize_with(connections, Slot::default);
        for (index, slot) in self.slots.iter_mut().enumerate() {
            let opened_before = slot.opened_before;
            *slot = Slot { opened_before, ..Slot::default() };
            if self.target.keepalive && self.engine.is_quiet(index) {
                slot.phase = Phase::Idle;
                slot.kept = true;
            } else {
                self.engine.close(index);
            }
        }
        self.reconnects = 0;
        if self.target.keepalive {
            let mut opening = Opening::new(&mut self.slots, nanos(self.target.timeout), Monotonic);
            self.engine.run(&mut opening)?;
            self.reconnects = opening.reconnects;
        }
        Ok(())
    }

    /// Runs the lap that was prepared: an open loop if there is a pacer, which is for a limit in time.
    ///
    /// # Errors
    /// epoll itself fails.
    pub(crate) fn run(&mut self, limit: Limit, pacer: Option<Pacer>, stop: &AtomicBool) -> io::Result<Report> {
        match (limit, pacer) {
            (Limit::Until { count_from, end }, Some(pacer)) => {
                let slots = self.slots.len();
                self.run_at(Paced::new(pacer, count_from..end, slots), stop)
            }
            _ => self.run_at(Closed::new(limit, Monotonic.now()), stop),
        }
    }

    fn run_at(&mut self, pace: impl Pace, stop: &AtomicBool) -> io::Result<Report> {
        let cpu = os::thread_cpu();
        let mut running = Running::new(&mut self.slots, &mut self.checker, &self.target, pace, stop, Monotonic);
        let idle = self.engine.run(&mut running)?;
        let mut report = running.into_report();
        report.cpu = os::thread_cpu().zip(cpu).map(|(after, before)| CpuTime { idle, ..after.since(before) });
        report.reconnects += self.reconnects;
        Ok(report)
    }
}
