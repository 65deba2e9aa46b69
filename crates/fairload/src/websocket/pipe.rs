//! What tungstenite takes for a socket: bytes that have come, and room for those that are to go.

use std::io::{self, ErrorKind, Read, Write};

use tungstenite::protocol::{Role, WebSocketConfig, WebSocketContext};

const READ_BUFFER: usize = 16 * 1024;

/// One side of a connection whose handshake is complete. It writes each frame into its pipe at once.
pub(crate) fn context(role: Role) -> WebSocketContext {
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER).write_buffer_size(0);
    WebSocketContext::new(role, Some(config))
}

pub(crate) struct Pipe<'a> {
    pub(crate) come: &'a [u8],
    pub(crate) out: &'a mut Vec<u8>,
}

impl Read for Pipe<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.come.is_empty() { Err(ErrorKind::WouldBlock.into()) } else { self.come.read(buffer) }
    }
}

impl Write for Pipe<'_> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.out.extend_from_slice(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
