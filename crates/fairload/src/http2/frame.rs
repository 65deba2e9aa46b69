//! The frames of HTTP/2 (RFC 9113, 4.1), as far as they are looked at beside nghttp2.

use libnghttp2_sys as ng;

/// Of the payload, bytes: we allow no more (RFC 9113, 4.2).
pub(super) const MOST_PAYLOAD: usize = 16_384;

const END_STREAM: u32 = ng::NGHTTP2_FLAG_END_STREAM;
const END_HEADERS: u32 = ng::NGHTTP2_FLAG_END_HEADERS;

/// What a frame begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FrameHead {
    /// Of the payload, bytes.
    pub(super) length: usize,
    pub(super) kind: u8,
    pub(super) flags: u8,
    /// Of the stream; 0: the connection.
    pub(super) id: u32,
}

impl FrameHead {
    pub(super) const SIZE: usize = 9;

    /// Of the frame that begins here, and what follows; `None`: it is not here whole.
    pub(super) fn split(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let &[l0, l1, l2, kind, flags, i0, i1, i2, i3, ref rest @ ..] = bytes else { return None };
        let length = u32::from_be_bytes([0, l0, l1, l2]) as usize;
        let id = u32::from_be_bytes([i0, i1, i2, i3]) & (u32::MAX >> 1);
        Some((Self { length, kind, flags, id }, rest))
    }

    /// Appends the frame.
    pub(super) fn write(kind: u32, flags: u32, id: u32, payload: &[u8], out: &mut Vec<u8>) {
        let length = u32::try_from(payload.len()).expect("short").to_be_bytes();
        let byte = |value: u32| u8::try_from(value).expect("a byte");
        out.extend_from_slice(&[length[1], length[2], length[3], byte(kind), byte(flags)]);
        out.extend_from_slice(&id.to_be_bytes());
        out.extend_from_slice(payload);
    }

    /// Gives a frame, of which at least this much is here, the number of another stream.
    pub(super) fn set_id(frame: &mut [u8], id: u32) {
        frame[Self::SIZE - size_of::<u32>()..Self::SIZE].copy_from_slice(&id.to_be_bytes());
    }

    fn is(self, kind: u32) -> bool {
        u32::from(self.kind) == kind
    }

    pub(super) fn is_headers(self) -> bool {
        self.is(ng::NGHTTP2_HEADERS)
    }

    /// Whether it has fields in it, or a part of them.
    pub(super) fn has_fields(self) -> bool {
        self.is_headers() || self.is(ng::NGHTTP2_CONTINUATION) || self.is(ng::NGHTTP2_PUSH_PROMISE)
    }

    /// Whether it is fields and nothing else, all of them.
    pub(super) fn is_all_fields(self) -> bool {
        self.is_headers() && u32::from(self.flags) | END_STREAM == END_HEADERS | END_STREAM
    }

    pub(super) fn is_settings(self) -> bool {
        self.is(ng::NGHTTP2_SETTINGS)
    }

    pub(super) fn is_data(self) -> bool {
        self.is(ng::NGHTTP2_DATA)
    }

    /// Whether it is a part of a body and nothing else.
    pub(super) fn is_all_data(self) -> bool {
        self.is_data() && u32::from(self.flags) | END_STREAM == END_STREAM
    }

    pub(super) fn ends_stream(self) -> bool {
        u32::from(self.flags) & END_STREAM != 0
    }
}

/// Where in the frames that come the next byte is.
#[derive(Debug, Default)]
pub(super) struct Place {
    /// Of the frame that has begun.
    begun: Vec<u8>,
    /// Of its payload.
    left: usize,
}

/// The next bytes, as far as they belong to one frame.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    pub(super) bytes: &'a [u8],
    /// The frame that they end.
    pub(super) ends: Option<FrameHead>,
    /// Its payload, if it is in these bytes whole.
    pub(super) payload: Option<&'a [u8]>,
}

impl Place {
    /// Whether the next byte begins a frame.
    pub(super) fn is_between(&self) -> bool {
        self.begun.is_empty()
    }

    /// The first piece of what comes next.
    pub(super) fn next<'a>(&mut self, data: &'a [u8]) -> Piece<'a> {
        if self.begun.is_empty()
            && let Some((head, rest)) = FrameHead::split(data)
            && let Some(payload) = rest.get(..head.length)
        {
            let bytes = &data[..FrameHead::SIZE + head.length];
            return Piece { bytes, ends: Some(head), payload: Some(payload) };
        }
        let of_head = (FrameHead::SIZE - self.begun.len()).min(data.len());
        self.begun.extend_from_slice(&data[..of_head]);
        let Some((head, _)) = FrameHead::split(&self.begun) else {
            return Piece { bytes: data, ends: None, payload: None };
        };
        if of_head > 0 {
            self.left = head.length;
        }
        let of_payload = self.left.min(data.len() - of_head);
        self.left -= of_payload;
        let ends = (self.left == 0).then_some(head);
        if ends.is_some() {
            self.begun.clear();
        }
        Piece { bytes: &data[..of_head + of_payload], ends, payload: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_frame_ends_once_however_the_bytes_are_cut() {
        let mut bytes = Vec::new();
        for (id, payload) in [(0, &b""[..]), (3, b"hello"), (5, b"x")] {
            FrameHead::write(1, 4, id, payload, &mut bytes);
        }
        for size in 1..=bytes.len() {
            let (mut place, mut ends, mut gone) = (Place::default(), Vec::new(), Vec::new());
            for mut rest in bytes.chunks(size) {
                while !rest.is_empty() {
                    let piece = place.next(rest);
                    assert!(piece.payload.is_none_or(|payload| piece.bytes.ends_with(payload)));
                    ends.extend(piece.ends.map(|head| (head.id, head.length)));
                    gone.extend_from_slice(piece.bytes);
                    rest = &rest[piece.bytes.len()..];
                }
            }
            assert_eq!((ends, &gone), (vec![(0, 0), (3, 5), (5, 1)], &bytes), "pieces of {size}");
        }
    }
}
