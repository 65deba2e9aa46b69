//! Which engine: by name, or the available one.

use std::fmt::{self, Display, Formatter};
use std::io;
use std::net::SocketAddr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::epoll::Epoll;
use super::ring::Ring;
use super::source::Source;
use super::{Driver, Waiting};
use crate::clock::Nanos;

/// An engine by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Epoll,
    IoUring,
}

impl Display for Kind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Epoll => "epoll",
            Self::IoUring => "io_uring",
        })
    }
}

/// One of the engines. Which one is asked once per lap, not once per event.
pub(crate) enum Engine {
    Epoll(Epoll),
    Ring(Box<Ring>),
}

impl Engine {
    /// # Errors
    /// No descriptor or no memory left, or the kernel forbids it.
    pub(crate) fn new(kind: Kind, address: SocketAddr, source: Source, waiting: Waiting) -> io::Result<Self> {
        Ok(match kind {
            Kind::Epoll => Self::Epoll(Epoll::new(address, source, waiting)?),
            Kind::IoUring => Self::Ring(Box::new(Ring::new(address, source, waiting)?)),
        })
    }

    /// Slots beyond `slots` are closed, missing ones added without a connection.
    ///
    /// # Errors
    /// No memory, or more than the limit of descriptors.
    pub(crate) fn resize(&mut self, slots: usize) -> io::Result<()> {
        match self {
            Self::Epoll(epoll) => {
                epoll.resize(slots);
                Ok(())
            }
            Self::Ring(ring) => ring.resize(slots),
        }
    }

    /// # Errors
    /// The engine itself fails.
    pub(crate) fn close(&mut self, slot: usize) -> io::Result<()> {
        match self {
            Self::Epoll(epoll) => {
                epoll.close(slot);
                Ok(())
            }
            Self::Ring(ring) => ring.close(slot),
        }
    }

    /// Takes in what has happened while no driver ran, as [`Engine::is_quiet`] needs.
    ///
    /// # Errors
    /// The engine itself fails.
    pub(crate) fn catch_up(&mut self) -> io::Result<()> {
        match self {
            Self::Epoll(_) => Ok(()), // it asks the sockets
            Self::Ring(ring) => ring.catch_up(),
        }
    }

    /// Whether the connection is open and silent, as one that waits for a request must be.
    pub(crate) fn is_quiet(&self, slot: usize) -> bool {
        match self {
            Self::Epoll(epoll) => epoll.is_quiet(slot),
            Self::Ring(ring) => ring.is_quiet(slot),
        }
    }

    /// Runs `driver` to its end; how long it looked and saw nothing meanwhile, without sleeping.
    ///
    /// # Errors
    /// The engine itself fails. What happens to connections is the driver's to judge.
    pub(crate) fn run<D: Driver>(&mut self, driver: &mut D) -> io::Result<Nanos> {
        match self {
            Self::Epoll(epoll) => epoll.run(driver),
            Self::Ring(ring) => ring.run(driver),
        }
    }
}
