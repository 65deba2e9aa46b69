//! The cases of the Autobahn test suite (<https://github.com/crossbario/autobahn-testsuite>), by their numbers, but those of
//! time (9) and of compression (12, 13): our client as the side that is tested, and the reference server.

use super::Messages;
use super::hearing::opened;
use super::session::Session as Client;
use crate::reference::websocket::Session as Server;

const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;
const FIN: u8 = 0x80;

/// Opcode, or first byte of a frame, and payload.
type Said = (u8, Vec<u8>);
type Frame<'a> = (u8, &'a [u8]);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Open,
    /// In order.
    Closed,
    /// With an error, or with a close for one (1002, 1007).
    Refused,
}
use End::{Closed, Open, Refused};

struct Case {
    name: String,
    /// The first byte of each frame, and its payload.
    frames: Vec<Said>,
    /// Messages that the other side must take notice of, and pongs.
    said: Vec<Said>,
    end: End,
}

fn case(name: impl Into<String>, frames: &[Frame], said: &[Frame], end: End) -> Case {
    let owned = |all: &[Frame]| all.iter().map(|(first, payload)| (*first, payload.to_vec())).collect();
    Case { name: name.into(), frames: owned(frames), said: owned(said), end }
}

/// Messages of all lengths at which the form of a frame changes.
fn lengths() -> Vec<Case> {
    let mut cases = Vec::new();
    for (kind, group) in [(TEXT, "1.1"), (BINARY, "1.2")] {
        for (number, length) in [0, 125, 126, 127, 128, 65_535, 65_536].into_iter().enumerate() {
            let payload = vec![b'*'; length];
            cases.push(case(format!("{group}.{}", number + 1), &[(FIN | kind, &payload)], &[(kind, &payload)], Open));
        }
    }
    cases
}

fn pings() -> Vec<Case> {
    let (long, longer, bytes) = (vec![b'*'; 125], vec![b'*'; 126], [0, 0xff, 0xfe, 0xfd]);
    let ten: Vec<Frame> = (0..10).map(|_| (FIN | PING, &b"payload"[..])).collect();
    let pongs: Vec<Frame> = (0..10).map(|_| (PONG, &b"payload"[..])).collect();
    vec![
        case("2.1", &[(FIN | PING, b"")], &[(PONG, b"")], Open),
        case("2.2", &[(FIN | PING, b"Hello")], &[(PONG, b"Hello")], Open),
        case("2.3", &[(FIN | PING, &bytes)], &[(PONG, &bytes)], Open),
        case("2.4", &[(FIN | PING, &long)], &[(PONG, &long)], Open),
        case("2.5", &[(FIN | PING, &longer)], &[], Refused),
        case("2.7", &[(FIN | PONG, b"")], &[], Open),
        case("2.8", &[(FIN | PONG, b"unasked")], &[], Open),
        case("2.9", &[(FIN | PONG, b"unasked"), (FIN | PING, b"ping")], &[(PONG, b"ping")], Open),
        case("2.10", &ten, &pongs, Open),
    ]
}

fn reserved() -> Vec<Case> {
    let hello: Frame = (FIN | TEXT, b"Hello");
    let mut cases = vec![
        case("3.1", &[(FIN | 0x10 | TEXT, b"Hello")], &[], Refused),
        case("3.2", &[hello, (FIN | 0x20 | TEXT, b"Hello"), (FIN | PING, b"")], &[(TEXT, b"Hello")], Refused),
        case("3.4", &[hello, (FIN | 0x40 | TEXT, b"Hello"), (FIN | PING, b"")], &[(TEXT, b"Hello")], Refused),
        case("3.5", &[(FIN | 0x50 | BINARY, b"x")], &[], Refused),
        case("3.6", &[(FIN | 0x60 | PING, b"x")], &[], Refused),
        case("3.7", &[(FIN | 0x70 | CLOSE, b"")], &[], Refused),
    ];
    for (number, opcode) in (3..=7).chain(11..=15).enumerate() {
        cases.push(case(format!("4.{}", number + 1), &[(FIN | opcode, b"x")], &[], Refused));
        let after = [hello, (FIN | opcode, b""), (FIN | PING, b"")];
        cases.push(case(format!("4.{} after a message", number + 1), &after, &[(TEXT, b"Hello")], Refused));
    }
    cases
}

fn fragments() -> Vec<Case> {
    let (begin, more, last) = ((TEXT, &b"one"[..]), (0, &b"two"[..]), (FIN, &b"three"[..]));
    let (ask, pong): (Frame, Frame) = ((FIN | PING, b"ping"), (PONG, b"ping"));
    let whole: Frame = (TEXT, b"onetwothree");
    vec![
        case("5.1", &[(PING, b"one"), (FIN, b"two")], &[], Refused),
        case("5.2", &[(PONG, b"one"), (FIN, b"two")], &[], Refused),
        case("5.3", &[begin, last], &[(TEXT, b"onethree")], Open),
        case("5.6", &[begin, ask, last], &[pong, (TEXT, b"onethree")], Open),
        case("5.9", &[last, (FIN | TEXT, b"Hello")], &[], Refused),
        case("5.12", &[more, (FIN | TEXT, b"Hello")], &[], Refused),
        case("5.15", &[begin, last, more, (FIN | TEXT, b"x")], &[(TEXT, b"onethree")], Refused),
        case("5.18", &[begin, (FIN | TEXT, b"x")], &[], Refused),
        case("5.19", &[begin, more, ask, ask, last], &[pong, pong, whole], Open),
        case("6.1.1", &[(FIN | TEXT, b"")], &[(TEXT, b"")], Open),
        case("6.1.2", &[(TEXT, b""), (0, b""), (FIN, b"")], &[(TEXT, b"")], Open),
        case("6.1.3", &[(TEXT, b""), (0, b"middle"), (FIN, b"")], &[(TEXT, b"middle")], Open),
    ]
}

/// Text that is, and that is not UTF-8.
fn texts() -> Vec<Case> {
    let right = ["Hello-µ@ßöäüàá-UTF-8!!", "κόσμε", "\u{0}", "\u{7f}", "\u{80}", "\u{7ff}", "\u{800}", "\u{d7ff}"];
    let right = right.into_iter().chain(["\u{e000}", "\u{fffd}", "\u{ffff}", "\u{10000}", "\u{10ffff}"]);
    let mut cases = Vec::new();
    for text in right.map(str::as_bytes) {
        let name = format!("6.2 to 6.23, {text:x?}");
        cases.push(case(&name, &[(FIN | TEXT, text)], &[(TEXT, text)], Open));
        let bytes: Vec<Frame> = text.chunks(1).map(|byte| (0, byte)).collect();
        cases.push(case(name, &[&[(TEXT, &b""[..])], &bytes[..], &[(FIN, b"")]].concat(), &[(TEXT, text)], Open));
    }
    let wrong: [&[u8]; 17] = [
        b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80edited",
        b"\xce",
        b"\xce\xba\xe1\xbd",
        b"\xf4\x90\x80\x80",
        b"\xf8\x88\x80\x80\x80",
        b"\xfc\x84\x80\x80\x80\x80",
        b"\x80",
        b"\xbf\x80",
        b"\xc0 \xc1 ",
        b"\xe0\x80",
        b"\xf0\x80\x80",
        b"\xfe\xfe\xff\xff",
        b"\xc0\xaf",
        b"\xe0\x80\xaf",
        b"\xf0\x8f\xbf\xbf",
        b"\xed\xa0\x80\xed\xb0\x80",
        b"\xed\xbf\xbf",
    ];
    for text in wrong {
        cases.push(case(format!("6.3 to 6.21, {text:x?}"), &[(FIN | TEXT, text)], &[], Refused));
        cases.push(case(format!("6.4, {text:x?}"), &[(TEXT, b"x"), (0, text), (FIN, b"x")], &[], Refused));
    }
    cases
}

fn closes() -> Vec<Case> {
    let closing: Frame = (FIN | CLOSE, b"\x03\xe8");
    let (hello, ping): (Frame, Frame) = ((FIN | TEXT, b"Hello"), (FIN | PING, b""));
    let reason = |length| [&b"\x03\xe8"[..], &vec![b'*'; length]].concat();
    let mut cases = vec![
        case("7.1.1", &[hello, closing], &[(TEXT, b"Hello")], Closed),
        case("7.1.2", &[closing, closing], &[], Closed),
        case("7.1.3", &[closing, ping], &[], Closed),
        case("7.1.4", &[closing, hello], &[], Closed),
        case("7.1.5", &[(TEXT, b"one"), closing, (FIN, b"two")], &[], Closed),
        case("7.3.1", &[(FIN | CLOSE, b"")], &[], Closed),
        case("7.3.2", &[(FIN | CLOSE, b"a")], &[], Refused),
        case("7.3.3", &[closing], &[], Closed),
        case("7.3.4", &[(FIN | CLOSE, &reason(6))], &[], Closed),
        case("7.3.5", &[(FIN | CLOSE, &reason(123))], &[], Closed),
        case("7.3.6", &[(FIN | CLOSE, &reason(124))], &[], Refused),
        case("7.5.1", &[(FIN | CLOSE, b"\x03\xe8\xce\xba\xed\xa0\x80")], &[], Refused),
    ];
    for code in [1000_u16, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999] {
        cases.push(case(format!("7.7, {code}"), &[(FIN | CLOSE, &code.to_be_bytes())], &[], Closed));
    }
    for code in [0_u16, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999] {
        cases.push(case(format!("7.9, {code}"), &[(FIN | CLOSE, &code.to_be_bytes())], &[], Refused));
    }
    cases
}

/// As bytes; a client masks what it sends.
fn wire(frames: &[Said], masked: bool) -> Vec<u8> {
    const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
    let mut bytes = Vec::new();
    for (first, payload) in frames {
        let bit = if masked { 0x80 } else { 0 };
        bytes.push(*first);
        match payload.len() {
            length @ 0..126 => bytes.push(bit + u8::try_from(length).expect("short")),
            length @ 126..65_536 => {
                bytes.push(bit + 126);
                bytes.extend(u16::try_from(length).expect("not long").to_be_bytes());
            }
            length => {
                bytes.push(bit + 127);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        if masked {
            bytes.extend(MASK);
        }
        let mask = if masked { MASK } else { [0; 4] };
        bytes.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    }
    bytes
}

/// Whole frames, each unmasked if it was masked.
fn unwire(mut bytes: &[u8]) -> Vec<Said> {
    let mut frames = Vec::new();
    while let [first, second, rest @ ..] = bytes {
        let more = match second & 0x7f {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let (long, rest) = rest.split_at(more);
        let short = if more == 0 { usize::from(second & 0x7f) } else { 0 };
        let length = long.iter().fold(short, |length, byte| length * 256 + usize::from(*byte));
        let (mask, rest) = rest.split_at(if second & 0x80 == 0 { 0 } else { 4 });
        let mask = if mask.is_empty() { &[0; 4] } else { mask };
        let payload = rest[..length].iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask).collect();
        frames.push((first & 0x0f, payload));
        bytes = &rest[length..];
    }
    frames
}

/// What was said, without closes, and the end by our close, which may say what theirs said.
fn outcome(case: &Case, frames: Vec<Said>, failed: bool) -> (Vec<Said>, End) {
    let (closes, said): (Vec<Said>, Vec<Said>) = frames.into_iter().partition(|(opcode, _)| *opcode == CLOSE);
    let theirs = |reason: &[u8]| case.frames.iter().any(|(first, payload)| *first == FIN | CLOSE && payload == reason);
    let end = match closes.first() {
        _ if failed => Refused,
        None => Open,
        Some((_, reason)) if theirs(reason) => Closed,
        Some((_, reason)) => match reason.first_chunk().map(|code| u16::from_be_bytes(*code)) {
            Some(1002 | 1007) => Refused,
            _ => Closed,
        },
    };
    (said, end)
}

fn by_the_server(case: &Case, pieces: &[&[u8]]) -> (Vec<Said>, End) {
    let head =
        b"GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
                 Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let (_, server) = Server::accept(head);
    let (mut server, mut out) = (server.expect("a handshake"), Vec::new());
    for piece in pieces {
        match server.receive(piece, || None, &mut out) {
            Ok(false) => {}
            Ok(true) => break,
            Err(_) => return outcome(case, unwire(&out), true),
        }
    }
    outcome(case, unwire(&out), false)
}

/// Its messages are answers of HTTP/1.1 for what is above it.
fn by_the_client(case: &Case, pieces: &[&[u8]], messages: Messages) -> (Vec<Said>, End) {
    let (mut client, mut text): (Client, _) = (opened(messages), Vec::new());
    let failed = pieces.iter().any(|piece| client.hear(piece, &mut text).is_err());
    let kind = if messages == Messages::Text { TEXT } else { BINARY };
    let mut said = Vec::new();
    let mut rest = &text[..];
    while let Some(end) = memchr::memmem::find(rest, b"\r\n\r\n") {
        let length = std::str::from_utf8(&rest[..end]).ok().and_then(|head| head.rsplit(' ').next()?.parse().ok());
        let length: usize = length.expect("a head ends with the length");
        let body = &rest[end + 4..];
        said.push((kind, body[..length].to_vec()));
        rest = &body[length..];
    }
    let (pongs, end) = outcome(case, unwire(&client.take_out()), failed);
    (pongs.into_iter().chain(said).collect(), end)
}

#[test]
fn the_cases_of_autobahn_hold_for_client_and_server_however_the_bytes_are_cut() {
    let all =
        [lengths(), pings(), reserved(), fragments(), texts(), closes()].into_iter().flatten().collect::<Vec<_>>();
    assert!(all.len() > 130, "{}", all.len());
    for case in all {
        let binary = case.frames.iter().any(|(first, _)| first & 0x0f == BINARY);
        let messages = if binary { Messages::Binary } else { Messages::Text };
        let (to_server, to_client) = (wire(&case.frames, true), wire(&case.frames, false));
        for size in [usize::MAX, 1] {
            let cut = |bytes| -> Vec<&[u8]> { <[u8]>::chunks(bytes, size).collect() };
            let (said, end) = by_the_server(&case, &cut(&to_server));
            assert_eq!((&said, end), (&case.said, case.end), "server, {}, cut by {size}", case.name);
            // Pongs before messages: the client keeps them apart.
            let (pongs, others): (Vec<Said>, Vec<Said>) =
                case.said.iter().cloned().partition(|(kind, _)| *kind == PONG);
            let expected: Vec<Said> = pongs.into_iter().chain(others).collect();
            let (said, end) = by_the_client(&case, &cut(&to_client), messages);
            assert_eq!((said, end), (expected, case.end), "client, {}, cut by {size}", case.name);
        }
    }
}
