//! The WebSocket side of each connection of a pool, kept from lap to lap with its socket.

use super::Messages;
use super::session::Session;

/// Of one thread.
pub(crate) struct Sessions {
    /// Of the request for a handshake: its line, and its fields but those that every handshake has.
    head: Vec<u8>,
    messages: Messages,
    slots: Vec<Option<Session>>,
    /// What came last; here so that its memory is used again.
    pub(super) text: Vec<u8>,
}

impl Sessions {
    pub(crate) fn new(head: Vec<u8>, messages: Messages) -> Self {
        Self { head, messages, slots: Vec::new(), text: Vec::new() }
    }

    /// As many slots as the engine has, for the next lap.
    pub(crate) fn resize(&mut self, slots: usize) {
        self.slots.resize_with(slots, || None);
    }

    pub(super) fn begin(&mut self, slot: usize) {
        self.slots[slot] = Some(Session::new(&self.head, self.messages));
    }

    /// The connection of this slot is closed.
    pub(super) fn close(&mut self, slot: usize) {
        self.slots[slot] = None;
    }

    pub(super) fn get(&mut self, slot: usize) -> Option<&mut Session> {
        self.slots.get_mut(slot)?.as_mut()
    }
}
