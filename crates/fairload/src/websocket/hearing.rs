//! A session against a server in memory, with the bytes that tests or a fuzzer write.

use tungstenite::handshake::derive_accept_key;

use super::Messages;
use super::session::Session;

const HEAD: &[u8] = b"GET /chat HTTP/1.1\r\nHost: h:1\r\n";

pub(super) fn begun(messages: Messages) -> (Session, String) {
    let mut session = Session::new(HEAD, messages);
    let asked = String::from_utf8(session.take_out()).expect("text");
    let key = asked.split("Sec-WebSocket-Key: ").nth(1).and_then(|rest| rest.split("\r\n").next()).expect("a key");
    let key = key.to_owned();
    assert!(asked.starts_with("GET /chat HTTP/1.1\r\nHost: h:1\r\nUpgrade: websocket\r\n"), "{asked}");
    assert!(asked.ends_with("\r\n\r\n"), "{asked}");
    (session, key)
}

pub(super) fn acceptance(key: &str) -> Vec<u8> {
    let accept = derive_accept_key(key.as_bytes());
    format!("HTTP/1.1 101 X\r\nupgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n")
        .into_bytes()
}

pub(super) fn opened(messages: Messages) -> Session {
    let (mut session, key) = begun(messages);
    session.hear(&acceptance(&key), &mut Vec::new()).expect("a handshake");
    assert!(session.is_open());
    session
}

/// What is passed on of these bytes, whether they are right, and whether the server closed.
pub(super) fn heard(pieces: &[&[u8]]) -> (Vec<u8>, bool, bool) {
    let (mut session, mut text) = (opened(Messages::Text), Vec::new());
    let right = pieces.iter().all(|piece| session.hear(piece, &mut text).is_ok());
    (text, right, session.closed)
}

/// Compares what is passed on when these bytes come at once, and in pieces.
///
/// # Panics
/// It depends on where they are cut.
pub(crate) fn compare_cuts(bytes: &[u8], size: usize) {
    let pieces: Vec<&[u8]> = bytes.chunks(size).collect();
    assert_eq!(heard(&pieces), heard(&[bytes]), "pieces of {size}");
}
