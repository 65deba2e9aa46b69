//! What the engine knows of each connection, and how it finds it again for an event.

use crate::engine::Payload;

/// What an operation was for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Purpose {
    Receive = 0,
    Socket = 1,
    Connect = 2,
    /// The first attempt to send; it says nothing if the socket took all of it.
    Send = 3,
    /// The rest, which waits for room.
    Rest = 4,
    /// Nothing depends on it.
    Aside = 5,
}

impl Purpose {
    /// Whether an event of its own says that such an operation has ended.
    #[inline]
    pub(super) fn reports_its_end(self) -> bool {
        matches!(self, Self::Receive | Self::Connect | Self::Rest)
    }
}

const PURPOSES: [Purpose; 6] =
    [Purpose::Receive, Purpose::Socket, Purpose::Connect, Purpose::Send, Purpose::Rest, Purpose::Aside];
const SLOT_BITS: u32 = 24;
const GENERATION_BITS: u32 = 32;
/// The most slots that have tokens.
pub(super) const MAX_SLOTS: usize = 1 << SLOT_BITS;

/// Goes to the kernel with an operation and comes back with its result: the slot, and which of the connections
/// that it has had, so that a late event is never taken for one of the next connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token(u64);

impl Token {
    #[inline]
    pub(super) fn new(purpose: Purpose, slot: usize, generation: u32) -> Self {
        debug_assert!(slot < MAX_SLOTS);
        let high = u64::from(purpose as u8) << GENERATION_BITS | u64::from(generation);
        Self(high << SLOT_BITS | slot as u64)
    }

    #[inline]
    pub(super) fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    #[inline]
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    /// An unknown one is ignored.
    #[inline]
    pub(super) fn purpose(self) -> Purpose {
        let index = (self.0 >> (SLOT_BITS + GENERATION_BITS)) as usize;
        PURPOSES.get(index).copied().unwrap_or(Purpose::Aside)
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // 24 bits
    pub(super) fn slot(self) -> usize {
        (self.0 as usize) & (MAX_SLOTS - 1)
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // the 32 bits it is about
    pub(super) fn generation(self) -> u32 {
        (self.0 >> SLOT_BITS) as u32
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum State {
    #[default]
    Closed,
    Opening,
    Open,
}

/// One slot and its connection.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // they are independent of each other
pub(super) struct RingSlot {
    /// Which connection this is; another after each opening and closing.
    pub(super) generation: u32,
    pub(super) state: State,
    /// The kernel will report received bytes.
    pub(super) receiving: bool,
    /// The end is known to be there, behind bytes that were not handled yet.
    pub(super) ending: bool,
    /// Something came while no driver ran.
    pub(super) disturbed: bool,
    /// Small writes leave at once even if earlier ones were not acknowledged.
    pub(super) nodelay: bool,
    /// The socket took only a part of `payload`, and the rest waits for room.
    pub(super) resting: bool,
    /// The turn in which sending began last; 0 for never.
    pub(super) sent_turn: u64,
    /// What was sent last. It must stay where it is until the socket has taken it, or refused.
    pub(super) payload: Option<Payload>,
    /// How much of it the socket has taken, where that is not all.
    pub(super) taken: usize,
    /// To be sent after it.
    pub(super) queued: Vec<u8>,
}

impl RingSlot {
    /// Another connection, or none: nothing of the old one is left. The old payload may have to live on.
    pub(super) fn renew(&mut self, state: State) -> Option<Payload> {
        let payload = self.payload.take();
        *self = Self { generation: self.generation.wrapping_add(1), state, ..Self::default() };
        payload
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_gives_back_what_it_was_made_of() {
        for purpose in PURPOSES {
            for slot in [0, 1, 999_999, MAX_SLOTS - 1] {
                for generation in [0, 1, u32::MAX] {
                    let token = Token::from_bits(Token::new(purpose, slot, generation).bits());
                    assert_eq!((token.purpose(), token.slot(), token.generation()), (purpose, slot, generation));
                }
            }
        }
        assert_eq!(Token::from_bits(u64::MAX).purpose(), Purpose::Aside);
    }
}
