//! The adapter, with the bytes of a server that are written here.

use proptest::prelude::*;

use super::frame::FrameHead;
use super::hearing::{ANSWERS, Heard, SETTINGS_FRAME, Talk, ends, frame, gist, heard, heard_of, hello};
use crate::engine::{End, Fault, Step};
use crate::receive::http1::parser::{Fed, Mode, Parser};

const HEADERS: u32 = 1;
const RST_STREAM: u32 = 3;
const SETTINGS: u32 = 4;
const PUSH_PROMISE: u32 = 5;
const PING: u32 = 6;
const GOAWAY: u32 = 7;
const CONTINUATION: u32 = 9;
const END_STREAM: u32 = 1;
const END_HEADERS: u32 = 4;
const PADDED: u32 = 8;
const ACK: u32 = 1;

/// As HPACK, without its table (RFC 7541, 6.2.2).
fn literal(name: &str, value: &str) -> Vec<u8> {
    let text = |text: &str| [&[u8::try_from(text.len()).expect("short")], text.as_bytes()].concat();
    [&[0], &text(name)[..], &text(value)].concat()
}

fn fields(fields: &[(&str, &str)]) -> Vec<u8> {
    fields.iter().flat_map(|(name, value)| literal(name, value)).collect()
}

fn settings() -> Vec<u8> {
    SETTINGS_FRAME.to_vec()
}

const HELLO: &str = "HTTP/1.1 200 \r\ncontent-length: 5\r\n\r\nhello";

fn answered(text: &str) -> Vec<Heard> {
    vec![Heard::Opened, Heard::Answer(text.to_owned())]
}

/// Status and body of the one answer that was heard, which has to be whole.
fn parsed(slot: &[Heard]) -> (u16, String) {
    let [Heard::Opened, Heard::Answer(text)] = slot else { panic!("{slot:?}") };
    let mut parser = Parser::new(Mode { to_head: false, kept_body: 100, keeps_raw: false });
    assert_eq!(parser.feed(text.as_bytes()), Ok(Fed::Done { taken: text.len() }), "{text:?}");
    let answer = parser.answer().expect("it is complete");
    (answer.parsed.status, String::from_utf8(answer.body.to_vec()).expect("text"))
}

#[test]
fn an_answer_before_the_window_lets_the_whole_request_go_is_early() {
    // RFC 9113, 6.9.2: 65,535 bytes may go before the server says more.
    for (body_bytes, first) in [(60_000, None), (70_000, Some(Heard::Early))] {
        let (log, _) = heard_of(body_bytes, 1, &[&settings(), &hello(1)]);
        let wanted: Vec<_> =
            [Some(Heard::Opened), first, Some(Heard::Answer(HELLO.to_owned()))].into_iter().flatten().collect();
        assert_eq!(log.slots[0], wanted, "{body_bytes} bytes");
    }
}

#[test]
fn answers_come_whole_however_the_bytes_are_cut_and_streams_interleave() {
    let head = fields(&[(":status", "200"), ("content-length", "5")]);
    let padded = [&[3], &b"llo"[..], &[0, 0, 0]].concat();
    let bytes = [
        frame(SETTINGS, ACK, 0, &[]),
        frame(HEADERS, END_HEADERS, 3, &fields(&[(":status", "103"), ("link", "x")])),
        frame(HEADERS, 0, 1, &head[..7]),
        frame(CONTINUATION, END_HEADERS, 1, &head[7..]),
        frame(HEADERS, END_HEADERS, 3, &fields(&[(":status", "404")])),
        frame(0, 0, 1, b"he"),
        frame(0, 0, 3, b"gone"),
        frame(PING, 0, 0, b"12345678"),
        frame(0, PADDED | END_STREAM, 1, &padded),
        frame(HEADERS, END_HEADERS | END_STREAM, 3, &fields(&[("x-sum", "1")])),
    ]
    .concat();
    let expected = [(200, "hello".to_owned()), (404, "gone".to_owned())];
    let first = settings();
    for cut in 0..=bytes.len() {
        let (log, _) = heard(2, &[&first, &bytes[..cut], &bytes[cut..]]);
        assert_eq!(log.slots.iter().map(|slot| parsed(slot)).collect::<Vec<_>>(), expected, "cut at {cut}");
        assert_eq!(log.carried, first.len() + bytes.len());
    }
    let single: Vec<&[u8]> = first.chunks(1).chain(bytes.chunks(1)).collect();
    assert_eq!(heard(2, &single).0.slots.iter().map(|slot| parsed(slot)).collect::<Vec<_>>(), expected);
}

#[test]
fn a_ping_is_answered_and_requests_leave_together() {
    let (_, step) = heard(3, &[&settings(), &frame(PING, 0, 0, b"12345678")]);
    let Step::Send(bytes) = step else { panic!("{step:?}") };
    assert_eq!(bytes.bytes(), frame(PING, ACK, 0, b"12345678"));
    let (_, step) = heard(3, &[&settings()]);
    let Step::Send(bytes) = step else { panic!("{step:?}") };
    let head = [HEADERS, END_STREAM | END_HEADERS];
    let heads = bytes.bytes().windows(5).filter(|bytes| [bytes[0], bytes[1]].map(u32::from) == head);
    assert_eq!(heads.count(), 3);
}

#[test]
fn what_is_refused_is_sent_again_on_the_same_connection() {
    let (log, step) = heard(1, &[&settings(), &frame(RST_STREAM, 0, 1, &7_u32.to_be_bytes()), &hello(3)]);
    assert!(!matches!(step, Step::Open | Step::Close), "{step:?}");
    let again = [Heard::Opened, Heard::Ended(End::Unprocessed)].into_iter().chain(answered(HELLO));
    assert_eq!(log.slots, [again.collect::<Vec<_>>()]);
}

#[test]
fn a_connection_that_ends_is_replaced_when_its_last_answer_has_come() {
    // Of two streams, the first one is the last that is served.
    let goaway = frame(GOAWAY, 0, 0, &[1_u32.to_be_bytes(), 0_u32.to_be_bytes()].concat());
    let (log, step) = heard(2, &[&settings(), &goaway]);
    assert_eq!(step, Step::Wait);
    assert_eq!(log.slots, [vec![Heard::Opened], vec![Heard::Opened, Heard::Ended(End::Unprocessed)]]);
    let (log, step) = heard(2, &[&settings(), &goaway, &hello(1)]);
    assert_eq!(step, Step::Open);
    assert_eq!(log.slots[0][..2], answered(HELLO));
}

#[test]
fn a_reset_ends_its_stream_alone_and_says_why() {
    let (log, _) = heard(2, &[&settings(), &frame(RST_STREAM, 0, 1, &2_u32.to_be_bytes()), &hello(3)]);
    let fault = Fault::Http2("the server reset the stream (INTERNAL_ERROR)".to_owned());
    assert_eq!(log.slots, [vec![Heard::Opened, Heard::Ended(End::Failed(fault))], answered(HELLO)]);
}

/// Why the first of two requests ends when these frames come.
fn broken(frames: &[u8]) -> String {
    let (log, step) = heard(2, &[&settings(), frames]);
    let why = log.slots[0].iter().find_map(|heard| match heard {
        Heard::Ended(End::Broken(error)) => Some(error.0.clone().into_owned()),
        _ => None,
    });
    why.unwrap_or_else(|| panic!("{log:?} {step:?}"))
}

#[test]
fn what_http2_forbids_is_called_by_its_name() {
    let head = |list: &[(&str, &str)]| frame(HEADERS, END_HEADERS, 1, &fields(list));
    let long = [head(&[(":status", "200"), ("content-length", "4")]), frame(0, END_STREAM, 1, b"hello")].concat();
    let short = [head(&[(":status", "200"), ("content-length", "6")]), frame(0, END_STREAM, 1, b"hello")].concat();
    for (frames, words) in [
        (head(&[("a", "b")]), "PROTOCOL_ERROR"),
        (head(&[(":status", "200"), ("connection", "close")]), "name: [connection]"),
        (head(&[(":status", "200"), ("A", "b")]), "name: [A]"),
        (head(&[(":status", "200"), ("a", "b\r\nc: d")]), "value: [b  c: d]"),
        (head(&[(":status", "200"), ("content-length", "4"), ("content-length", "5")]), "name: [content-length]"),
        (frame(0, END_STREAM, 1, b"hello"), "stream not opened"),
        (long, "PROTOCOL_ERROR"),
        (short, "PROTOCOL_ERROR"),
        (frame(0, 0, 0, b"x"), "stream_id == 0"),
        (frame(PING, 0, 0, b"x"), "FRAME_SIZE_ERROR"),
        ([frame(HEADERS, 0, 1, &[0x88]), frame(PING, 0, 0, b"12345678")].concat(), "unexpected non-CONTINUATION"),
        ([frame(HEADERS, 0, 1, &fields(&[("a", "b\0")])), frame(PING, 0, 0, b"12345678")].concat(), "value: [b"),
        (frame(HEADERS, END_HEADERS, 1, &[0xff, 0xff, 0xff, 0xff, 0xff]), "COMPRESSION_ERROR"),
        (frame(0, 0, 1, &vec![0; 20_000]), "too large frame size"),
        ([frame(SETTINGS, ACK, 0, &[]), frame(PUSH_PROMISE, END_HEADERS, 1, &[0, 0, 0, 2])].concat(), "push"),
        (frame(GOAWAY, 0, 0, &[0_u32.to_be_bytes(), 11_u32.to_be_bytes()].concat()), "ENHANCE_YOUR_CALM"),
    ] {
        let why = broken(&frames);
        assert!(why.contains(words), "{why:?} and not {words:?}");
    }
}

/// What ends a stream may be found in a piece in which nothing else came, and the connection may end in order with it.
#[test]
fn a_forbidden_header_is_heard_of_however_it_comes() {
    let head = frame(HEADERS, END_HEADERS, 1, &fields(&[(":status", "200"), ("", "abcde"), ("c", "d")]));
    let bye = frame(GOAWAY, 0, 0, &[0; 8]);
    for bytes in [head[..head.len() - 5].to_vec(), [head, bye].concat()] {
        for size in [1, 3, bytes.len()] {
            let pieces: Vec<&[u8]> = std::iter::once(SETTINGS_FRAME).chain(bytes.chunks(size)).collect();
            let (log, _) = heard(1, &pieces);
            let Some(Heard::Ended(End::Broken(why))) = log.slots[0].last() else { panic!("pieces of {size}: {log:?}") };
            assert!(why.0.contains("name: []"), "{why:?}");
        }
    }
}

#[test]
fn a_head_that_a_few_bytes_stand_for_is_bounded() {
    // 4,000 bytes that the table keeps, and then one byte for each time they come again.
    let long = [&[0x40, 1, b'a', 0x7f, 0xa1, 0x1e][..], &[b'x'; 4000]].concat();
    let bomb = [&[0x88], &long[..], &[0xbe; 10_000]].concat();
    assert!(broken(&frame(HEADERS, END_HEADERS | END_STREAM, 1, &bomb)).contains("over 1 MiB"));
}

#[test]
fn a_server_of_http1_is_told_apart_before_anything_is_asked() {
    let (log, step) = heard(1, &[b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"]);
    assert_eq!(step, Step::Close);
    let [Heard::NotOpened(why)] = &log.slots[0][..] else { panic!("{log:?}") };
    assert!(why.contains("does not support HTTP/2"), "{why}");
}

#[test]
fn more_streams_than_the_server_allows_are_refused_in_words() {
    let most = frame(SETTINGS, 0, 0, &[&[0, 3][..], &2_u32.to_be_bytes()].concat());
    let (log, _) = heard(3, &[&most]);
    let why = "HTTP/2: the server allows 2 streams at a time on a connection: ask for no more";
    assert_eq!(log.slots, [vec![Heard::Opened], vec![Heard::Opened], vec![Heard::NotOpened(why.to_owned())]]);
}

/// The frames that were sent, by what they are and by their streams.
fn frames_of(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut frames = Vec::new();
    while let Some((head, rest)) = FrameHead::split(bytes) {
        frames.push([&[head.kind, head.flags], &head.id.to_be_bytes()[..], &rest[..head.length]].concat());
        bytes = &rest[head.length..];
    }
    frames.sort();
    frames
}

/// Of the two requests that are open after so many.
const OPEN: [u32; 2] = [2 * ANSWERS + 1, 2 * ANSWERS + 3];

#[derive(Debug, PartialEq, Eq)]
struct Found {
    slots: Vec<Vec<String>>,
    ends: bool,
    carried: usize,
    sent: Vec<Vec<u8>>,
}

/// What was heard and sent when these frames came behind equal answers, past nghttp2 and not, if so many requests more
/// were to be sent.
fn behind_equal(frames: &[Vec<u8>], more: u32) -> [Found; 2] {
    Talk::both_ways(more, &frames.iter().map(|frame| &frame[..]).collect::<Vec<_>>()).map(|talk| {
        let slots = talk.log.slots.iter().map(|slot| gist(slot)).collect();
        Found { slots, ends: ends(&talk.step), carried: talk.log.carried, sent: frames_of(&talk.sent) }
    })
}

#[test]
fn equal_answers_go_past_nghttp2_until_something_else_comes() {
    let head = fields(&[(":status", "200"), ("content-length", "5")]);
    let other = fields(&[(":status", "200"), ("content-length", "2")]);
    let [one, two] = OPEN;
    let begun = [frame(HEADERS, END_HEADERS, one, &head), frame(0, 0, one, b"he")].concat();
    for (frames, stays) in [
        (vec![hello(one), hello(two), hello(two + 2)], true),
        (vec![begun.clone(), hello(two), frame(0, END_STREAM, one, b"llo")], true),
        (vec![begun.clone(), frame(0, 0, one, b""), frame(0, 0, one, b"llo"), frame(0, END_STREAM, one, b"")], true),
        (vec![begun.clone(), frame(RST_STREAM, 0, one, &2_u32.to_be_bytes()), hello(two)], false),
        (vec![begun.clone(), frame(RST_STREAM, 0, two, &7_u32.to_be_bytes()), frame(0, 1, one, b"llo")], false),
        (vec![begun.clone(), frame(0, 0, one, b"llo!")], false),
        (vec![begun.clone(), frame(0, END_STREAM, one, b"l")], false),
        (vec![begun.clone(), frame(PING, 0, 0, b"12345678"), frame(0, END_STREAM, one, b"llo")], false),
        (vec![begun, frame(HEADERS, END_HEADERS | END_STREAM, one, &fields(&[("x-sum", "1")]))], false),
        (vec![frame(HEADERS, END_HEADERS, two, &other), frame(0, END_STREAM, two, b"ok"), hello(one)], false),
        (vec![frame(HEADERS, END_HEADERS, one, &fields(&[("x", "1")]))], false),
        (vec![frame(0, END_STREAM, one, b"hello")], false),
        (vec![hello(one), frame(RST_STREAM, 0, one, &0_u32.to_be_bytes()), hello(two)], false),
        (vec![hello(two), hello(one), frame(RST_STREAM, 0, two, &0_u32.to_be_bytes())], false),
        (vec![hello(one - 4)], false),
        (vec![hello(two + 2)], false),
        (vec![frame(GOAWAY, 0, 0, &[one.to_be_bytes(), 0_u32.to_be_bytes()].concat()), hello(one)], false),
        (vec![frame(SETTINGS, 0, 0, &[0, 1, 0, 0, 0, 0]), hello(one), hello(two)], false),
        (vec![vec![0, 0x40, 1, 0, 0, 0, 0, 0, 25]], false),
    ] {
        for more in [0, 1, 100] {
            let [short, long] = behind_equal(&frames, more);
            assert_eq!(short, long, "{frames:?}, {more} more");
        }
        let mut talk = Talk::steady(ANSWERS, true);
        talk.hear(&frames.iter().map(|frame| &frame[..]).collect::<Vec<_>>());
        assert_eq!(talk.is_short() && !ends(&talk.step), stays, "{frames:?}");
    }
}

#[test]
fn settings_change_how_requests_are_compressed() {
    let first = (0..ANSWERS).find(|&answers| Talk::steady(answers, true).is_short()).expect("in the end");
    // No table from now on, when one more answer has begun after which requests would go past nghttp2.
    let (last, settings) = (hello(2 * first - 1), frame(SETTINGS, 0, 0, &[0, 1, 0, 0, 0, 0]));
    let (head, body) = last.split_at(last.len() - FrameHead::SIZE - 5);
    let [short, long] = [true, false].map(|whole| {
        let mut talk = Talk::steady(first - 1, whole);
        talk.hear(&[head, &settings, body]);
        assert!(!talk.is_short());
        frames_of(&talk.sent)
    });
    assert_eq!(short, long);
}

#[test]
fn a_head_that_changes_the_table_is_read_by_nghttp2_and_what_follows_it() {
    // `date`, to be added to the table, and then its place there.
    let date = |text: &str| [&[0x88, 0x61, 29][..], text.as_bytes()].concat();
    let (monday, tuesday) = (date("Mon, 02 Nov 2026 08:49:37 GMT"), date("Tue, 03 Nov 2026 08:49:37 GMT"));
    let again = vec![0x88, 0xbe];
    let (mut talk, mut went_back) = (Talk::steady(ANSWERS, true), false);
    let blocks = [&monday, &again, &tuesday].into_iter().chain([&again; 13]).chain([&tuesday, &again]);
    for (id, block) in (OPEN[0]..).step_by(2).zip(blocks) {
        let was_short = talk.is_short();
        talk.hear(&[&[frame(HEADERS, END_HEADERS, id, block), frame(0, END_STREAM, id, b"hi")].concat()]);
        assert!(!talk.is_short() || *block == again, "{block:x?}");
        went_back |= was_short && *block == tuesday;
    }
    assert!(went_back);
    let texts = talk.log.slots.iter().flatten().filter_map(|heard| match heard {
        Heard::Answer(text) if text.contains("date") => Some(text.contains("Tue")),
        _ => None,
    });
    let found: Vec<bool> = texts.collect();
    assert_eq!((found.len(), found.iter().filter(|&&tuesday| !tuesday).count()), (18, 2));
}

/// A frame of a server, or bytes that are none, for one of these streams.
fn any_frame(streams: [u32; 5]) -> impl Strategy<Value = Vec<u8>> {
    let stream = prop::sample::select(streams.to_vec());
    let head = prop_oneof![
        Just(fields(&[(":status", "200"), ("content-length", "5")])),
        Just(fields(&[(":status", "200")])),
        Just(fields(&[(":status", "103"), ("link", "x")])),
        Just(fields(&[("x-sum", "1")])),
        Just(vec![0x88, 0x40, 1, b'a', 1, b'b', 0xbe]),
        proptest::collection::vec(any::<u8>(), 0..12),
    ];
    let flags = prop_oneof![Just(0), Just(END_STREAM), Just(END_HEADERS), Just(END_HEADERS | END_STREAM)];
    prop_oneof![
        8 => (stream.clone(), head, flags.clone()).prop_map(|(stream, head, flags)| frame(HEADERS, flags, stream, &head)),
        8 => (stream.clone(), proptest::collection::vec(any::<u8>(), 0..9), flags.clone())
            .prop_map(|(stream, data, flags)| frame(0, flags & END_STREAM, stream, &data)),
        4 => (0_u32..12, stream, flags, proptest::collection::vec(any::<u8>(), 0..9))
            .prop_map(|(kind, stream, flags, payload)| frame(kind, flags, stream, &payload)),
        1 => Just(settings()),
        1 => proptest::collection::vec(any::<u8>(), 0..20),
    ]
}

fn open_soon() -> impl Strategy<Value = u32> {
    prop::sample::select((OPEN[0]..OPEN[0] + 10).step_by(2).collect::<Vec<_>>())
}

/// The head of that answer, or a part of its body that may end it.
fn part_of_hello(stream: u32, piece: usize) -> Vec<u8> {
    let whole = hello(stream);
    let head = whole.len() - 5 - FrameHead::SIZE;
    match piece {
        0..3 => whole[..head].to_vec(),
        3 => whole[head..].to_vec(),
        4 => frame(0, 0, stream, b"he"),
        5 => frame(0, END_STREAM, stream, b"llo"),
        _ => frame(RST_STREAM, 0, stream, &8_u32.to_be_bytes()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_heard_does_not_depend_on_where_the_bytes_are_cut(
        frames in proptest::collection::vec(any_frame([1, 3, 5, 0, 2]), 0..12),
        size in 1_usize..40,
    ) {
        let (first, bytes) = (settings(), frames.concat());
        let (whole, last) = heard(2, &[&first, &bytes]);
        let pieces: Vec<&[u8]> = std::iter::once(&first[..]).chain(bytes.chunks(size)).collect();
        let (cut, end) = heard(2, &pieces);
        prop_assert_eq!(ends(&last), ends(&end));
        for (whole, cut) in whole.slots.iter().zip(&cut.slots) {
            prop_assert_eq!(gist(whole), gist(cut));
        }
    }

    #[test]
    fn what_is_heard_and_sent_does_not_depend_on_what_goes_past_nghttp2(
        frames in proptest::collection::vec(prop_oneof![
            2 => any_frame([OPEN[0], OPEN[1], OPEN[1] + 2, 0, OPEN[0] - 2]),
            1 => (open_soon(), 0_usize..7).prop_map(|(stream, piece)| part_of_hello(stream, piece)),
            1 => open_soon().prop_map(hello),
        ], 0..12),
        more in 0_u32..8,
    ) {
        let [short, long] = behind_equal(&frames, more);
        prop_assert_eq!(short, long);
    }
}
