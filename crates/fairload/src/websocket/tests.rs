//! A connection against a server in memory, cut anywhere.

use proptest::collection::vec;
use proptest::prelude::*;
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::Role;

use super::Messages;
use super::hearing::{acceptance, begun, heard, opened};
use super::pipe::{Pipe, context};

/// A frame of a server, which masks nothing, with at most 125 bytes.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    [&[first, u8::try_from(payload.len()).expect("short")], payload].concat()
}

#[test]
fn what_comes_may_be_cut_anywhere() {
    let right = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    // A message in two fragments with a ping between them, and an empty one.
    let messages = [frame(0x01, b"hel"), frame(0x89, b"?"), frame(0x80, b"lo"), frame(0x81, b"")].concat();
    for cut in 0..150 {
        let (mut session, key) = begun(Messages::Text);
        let mut all = acceptance(&key);
        all.extend_from_slice(&messages);
        let mut text = Vec::new();
        let (first, second) = all.split_at(cut.min(all.len()));
        session.hear(first, &mut text).expect("right");
        session.hear(second, &mut text).expect("right");
        assert_eq!(String::from_utf8(text).expect("text"), right, "cut at {cut}");
        // The pong, masked, with the payload of the ping.
        let out = session.take_out();
        assert_eq!((out[0], out[1], out[6] ^ out[2], out.len()), (0x8a, 0x81, b'?', 7));
    }
    let (mut session, key) = begun(Messages::Text);
    let mut text = Vec::new();
    for byte in acceptance(&key).iter().chain(&messages) {
        session.hear(&[*byte], &mut text).expect("right");
    }
    assert_eq!(String::from_utf8(text).expect("text"), right, "byte by byte");
}

#[test]
fn bodies_of_requests_are_messages() {
    for (messages, opcode) in [(Messages::Text, 0x81), (Messages::Binary, 0x82)] {
        let mut session = opened(messages);
        let one = b"GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi";
        let other = b"GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\n\r\n\r\n";
        session.say(&[&one[..], other].concat()).expect("two messages");
        let out = session.take_out();
        session.say(one).expect("the first one once more");
        assert_ne!(out[2..6], session.take_out()[2..6], "each has a mask of its own");
        let unmasked = |at: usize, length: usize| -> Vec<u8> {
            (0..length).map(|index| out[at + 6 + index] ^ out[at + 2 + index % 4]).collect()
        };
        assert_eq!((out[0], out[1], unmasked(0, 2)), (opcode, 0x82, b"hi".to_vec()));
        assert_eq!((out[8], out[9], unmasked(8, 4)), (opcode, 0x84, b"\r\n\r\n".to_vec()));
        assert_eq!(out.len(), 18);
        assert!(session.say(b"GET / HTTP/1.1\r\nHost: h\r\n\r\n").is_err(), "no length");
    }
    let no_text = b"GET / HTTP/1.1\r\nContent-Length: 1\r\n\r\n\xff";
    assert!(opened(Messages::Text).say(no_text).is_err());
    assert!(opened(Messages::Binary).say(no_text).is_ok());
}

#[test]
fn what_the_protocol_forbids_is_an_error() {
    for (bytes, why) in [
        (frame(0x82, b"x"), "a message of bytes answers one of text"),
        (frame(0x81, b"\xff"), "UTF-8"),
        (frame(0x80, b"x"), "rotocol"),
        (frame(0xc1, b"x"), "eserved"),
        (vec![0x81, 0x81, 0, 0, 0, 0, b'x'], "asked"),
        (vec![0x83, 0], "rotocol"),
    ] {
        let mut session = opened(Messages::Text);
        let error = session.hear(&bytes, &mut Vec::new()).expect_err(why);
        assert!(error.contains(why), "{error}, but {why}");
    }
    let mut session = opened(Messages::Binary);
    assert!(session.hear(&frame(0x81, b"x"), &mut Vec::new()).is_err());
}

#[test]
fn a_close_is_the_end() {
    let mut session = opened(Messages::Text);
    let mut text = Vec::new();
    session.hear(&[frame(0x81, b"x"), frame(0x88, b"")].concat(), &mut text).expect("right");
    assert!(session.closed && text.ends_with(b"x"));
    assert_eq!(session.take_out()[0], 0x88, "it is answered");
}

#[test]
fn a_handshake_must_be_accepted() {
    let (_, key) = begun(Messages::Text);
    let accept = derive_accept_key(key.as_bytes());
    let fields = |more: &str| format!("HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{more}\r\n");
    for (answer, why) in [
        ("HTTP/1.1 200 OK\r\n\r\n".to_owned(), "status 200"),
        ("HTTP/1.1 101 X\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n".to_owned(), "does not upgrade"),
        ("HTTP/1.1 101 X\r\nUpgrade: websocket\r\n\r\n".to_owned(), "does not upgrade"),
        (fields(""), "Sec-WebSocket-Accept"),
        (fields("Sec-WebSocket-Accept: x\r\n"), "Sec-WebSocket-Accept"),
        ("nonsense\r\n\r\n".to_owned(), "not HTTP"),
    ] {
        let (mut session, _) = begun(Messages::Text);
        let error = session.hear(answer.as_bytes(), &mut Vec::new()).expect_err(why);
        assert!(error.contains(why) && !session.is_open(), "{error}");
    }
    // Another key is accepted here than that of the session.
    let (mut session, _) = begun(Messages::Text);
    let other = fields(&format!("Sec-WebSocket-Accept: {accept}\r\n"));
    assert!(session.hear(other.as_bytes(), &mut Vec::new()).is_err());
    let (mut session, key) = begun(Messages::Text);
    let accept = derive_accept_key(key.as_bytes());
    let answer = fields(&format!("Sec-WebSocket-Accept: {accept}\r\nSec-WebSocket-Extensions: permessage-deflate\r\n"));
    assert!(session.hear(answer.as_bytes(), &mut Vec::new()).expect_err("offered none").contains("not offered"));
    let endless = [b"HTTP/1.1 101 X\r\nA: ".to_vec(), vec![b'a'; 70_000]].concat();
    assert!(begun(Messages::Text).0.hear(&endless, &mut Vec::new()).is_err());
}

fn frames() -> impl Strategy<Value = Vec<u8>> {
    // Whole messages, fragments, their ends, control frames, bytes, and what is reserved.
    let first = prop::sample::select(vec![0x81_u8, 0x81, 0x01, 0x00, 0x80, 0x89, 0x8a, 0x88, 0x82, 0xc1, 0x83]);
    let one =
        (first, vec(prop_oneof![b'a'..=b'z', any::<u8>()], 0..40)).prop_map(|(first, payload)| frame(first, &payload));
    (vec(one, 0..8), vec(any::<u8>(), 0..8)).prop_map(|(frames, rest)| [frames.concat(), rest].concat())
}

proptest! {
    #[test]
    fn how_bytes_are_cut_makes_no_difference(data in frames(), at in any::<(prop::sample::Index, prop::sample::Index)>()) {
        let (one, two) = (at.0.index(data.len() + 1), at.1.index(data.len() + 1));
        let (first, rest) = data.split_at(one.min(two));
        let (second, third) = rest.split_at(one.max(two) - one.min(two));
        let whole = heard(&[&data]);
        prop_assert_eq!(&heard(&[first, second, third]), &whole);
        let bytes: Vec<&[u8]> = data.chunks(1).collect();
        prop_assert_eq!(&heard(&bytes), &whole);
    }
}

/// What a library's server reads of a message of this length, said twice, and then behind a close.
#[test]
fn messages_of_any_length_are_read_by_a_server() {
    for (messages, length) in
        [Messages::Text, Messages::Binary].into_iter().flat_map(|of| (0..260).map(move |n| (of, n)))
    {
        let mut session = opened(messages);
        let body = vec![b'a' + u8::try_from(length % 26).expect("small"); length];
        let request = [format!("GET / HTTP/1.1\r\nContent-Length: {length}\r\n\r\n").as_bytes(), &body].concat();
        session.say(&[&request[..], &request].concat()).expect("said");
        let (come, mut out) = (session.take_out(), Vec::new());
        let (mut server, mut pipe) = (context(Role::Server), Pipe { come: &come, out: &mut out });
        for _ in 0..2 {
            let message = server.read(&mut pipe).expect("a message");
            assert_eq!(message.is_text(), messages == Messages::Text, "{length} bytes");
            assert_eq!(message.into_data(), body, "{length} bytes");
        }
        assert!(pipe.come.is_empty());
        session.hear(&frame(0x88, b""), &mut Vec::new()).expect("a close");
        assert!(session.say(&request).is_err(), "{length} bytes behind a close");
    }
}
