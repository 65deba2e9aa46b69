//! The TLS side of each connection of a pool, kept from lap to lap with its socket.

use std::io::{BufRead, Write};
use std::sync::Arc;

use rustls::client::{ClientConfig, ClientConnection};

use super::client::{Client, Protocol};
use super::negotiated::Negotiated;
use super::reason;
use crate::engine::{Fault, Payload, Step};

/// One connection.
pub(super) struct Session {
    connection: ClientConnection,
    /// Whether the driver inside knows of the connection.
    pub(super) opened: bool,
    /// Whether the server said, by `close_notify`, that it will send nothing more.
    pub(super) closed: bool,
}

impl Session {
    /// Takes what the socket delivered, and adds its plaintext to `plaintext`, even if the rest of it is
    /// a fault.
    pub(super) fn hear(&mut self, mut data: &[u8], plaintext: &mut Vec<u8>) -> Result<(), Fault> {
        while !data.is_empty() && !self.closed {
            let taken = self.connection.read_tls(&mut data).map_err(|error| Fault::Tls(format!("TLS: {error}")))?;
            let state = self.connection.process_new_packets();
            let mut reader = self.connection.reader();
            // The reader reports an error if there is nothing at present.
            while let Ok(chunk @ [_, ..]) = reader.fill_buf() {
                plaintext.extend_from_slice(chunk);
                let length = chunk.len();
                reader.consume(length);
            }
            self.closed = state.map_err(|error| reason::fault(&error))?.peer_has_closed();
            if taken == 0 {
                break;
            }
        }
        Ok(())
    }

    pub(super) fn is_handshaking(&self) -> bool {
        self.connection.is_handshaking()
    }

    /// Encrypts `payload`, for the next [`Session::flush`].
    pub(super) fn say(&mut self, payload: &Payload) -> Result<(), Fault> {
        // It goes to memory without a limit, so all of it goes.
        self.connection.writer().write_all(payload.bytes()).map_err(|error| Fault::Tls(format!("TLS: {error}")))
    }

    /// Tells the server that nothing more will come, for the next [`Session::flush`].
    pub(super) fn say_farewell(&mut self) {
        self.connection.send_close_notify();
    }

    /// What is to be sent now, if anything.
    pub(super) fn flush(&mut self) -> Step {
        let mut records = Vec::new();
        while self.connection.wants_write() {
            // Writing to memory cannot fail.
            if !matches!(self.connection.write_tls(&mut records), Ok(1..)) {
                break;
            }
        }
        if records.is_empty() { Step::Wait } else { Step::Send(Payload::owned(records)) }
    }
}

pub(crate) struct Sessions {
    client: Client,
    config: Arc<ClientConfig>,
    slots: Vec<Option<Session>>,
    negotiated: Negotiated,
    /// What was decrypted last; here so that its memory is used again.
    pub(super) plaintext: Vec<u8>,
    /// Slots whose server sent `close_notify` and may wait for ours before it closes.
    pub(super) farewells: Vec<usize>,
}

impl Sessions {
    pub(crate) fn new(client: Client) -> Self {
        Self {
            config: client.config_of_thread(),
            client,
            slots: Vec::new(),
            negotiated: Negotiated::default(),
            plaintext: Vec::new(),
            farewells: Vec::new(),
        }
    }

    /// As many slots as the engine has, for the next lap.
    pub(crate) fn resize(&mut self, slots: usize) {
        self.farewells.clear();
        self.slots.resize_with(slots, || None);
    }

    /// The connection of this slot is closed.
    pub(super) fn close(&mut self, slot: usize) {
        self.slots[slot] = None;
    }

    /// What was negotiated since the last call.
    pub(crate) fn take_negotiated(&mut self) -> Negotiated {
        let certificate_checked = self.client.checks_certificates;
        Negotiated { certificate_checked, ..std::mem::take(&mut self.negotiated) }
    }

    pub(super) fn begin(&mut self, slot: usize) -> Result<(), Fault> {
        let mut connection = ClientConnection::new(Arc::clone(&self.config), self.client.name.clone())
            .map_err(|error| reason::fault(&error))?;
        connection.set_buffer_limit(None);
        self.slots[slot] = Some(Session { connection, opened: false, closed: false });
        Ok(())
    }

    pub(super) fn get(&mut self, slot: usize) -> Option<&mut Session> {
        self.slots.get_mut(slot)?.as_mut()
    }

    /// Whether the server speaks the protocol that it was asked for by ALPN; all speak HTTP/1.1.
    pub(super) fn agreed(&self, slot: usize) -> bool {
        let protocol = self.slots[slot].as_ref().and_then(|session| session.connection.alpn_protocol());
        self.client.protocol != Some(Protocol::Http2) || protocol == Some(Protocol::Http2.alpn())
    }

    /// The handshake of this slot is complete.
    pub(super) fn note(&mut self, slot: usize) {
        if let Some(session) = &mut self.slots[slot] {
            session.opened = true;
            self.negotiated.note(&session.connection);
        }
    }
}
