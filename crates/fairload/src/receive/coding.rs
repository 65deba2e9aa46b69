//! Content codings of bodies (RFC 9110, 8.4.1; `br` is RFC 7932, `zstd` RFC 8878).

use std::io::{self, Read};

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Deserialize;

/// As `Content-Encoding` names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Coding {
    Gzip,
    Deflate,
    Br,
    Zstd,
}

impl Coding {
    /// The one that these header fields of a right answer ask for, if any.
    pub(crate) fn of(headers: &[(String, String)]) -> Option<Self> {
        let (_, value) = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-encoding"))?;
        Self::named(value)
    }

    /// The one of this name, in any case.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::value_variants().iter().copied().find(|coding| name.trim().eq_ignore_ascii_case(coding.name()))
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Deflate => "deflate",
            Self::Br => "br",
            Self::Zstd => "zstd",
        }
    }

    /// The body without the coding.
    ///
    /// # Errors
    /// It is not coded so, or has more than `most` bytes; in words.
    pub(crate) fn decoded(self, coded: &[u8], most: usize) -> Result<Vec<u8>, String> {
        let mut body = Vec::new();
        let read = match self {
            Self::Gzip => read_up_to(flate2::bufread::MultiGzDecoder::new(coded), most, &mut body),
            // RFC 9110 means the format of zlib.
            Self::Deflate => read_up_to(flate2::bufread::ZlibDecoder::new(coded), most, &mut body),
            Self::Br => read_up_to(brotli_decompressor::Decompressor::new(coded, 4096), most, &mut body),
            Self::Zstd => ruzstd::decoding::StreamingDecoder::new(coded)
                .map_err(io::Error::other)
                .and_then(|decoder| read_up_to(decoder, most, &mut body)),
        };
        match read {
            Ok(()) if body.len() > most => Err(format!("more than {most} bytes in {}", self.name())),
            Ok(()) => Ok(body),
            Err(error) => Err(format!("not {} ({error})", self.name())),
        }
    }
}

/// Reads at most a byte more than `most`.
fn read_up_to(decoder: impl Read, most: usize, body: &mut Vec<u8>) -> io::Result<()> {
    decoder.take(most as u64 + 1).read_to_end(body).map(drop)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::{GzEncoder, ZlibEncoder};

    use super::*;

    const TEXT: &[u8] = b"hello hello hello hello hello hello hello hello";

    fn coded(coding: Coding) -> Vec<u8> {
        match coding {
            Coding::Gzip => {
                let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
                encoder.write_all(TEXT).and_then(|()| encoder.finish()).expect("memory")
            }
            Coding::Deflate => {
                let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
                encoder.write_all(TEXT).and_then(|()| encoder.finish()).expect("memory")
            }
            // By Node.js 20: `zlib.brotliCompressSync` of the text.
            Coding::Br => BROTLI.to_vec(),
            Coding::Zstd => ruzstd::encoding::compress_to_vec(TEXT, ruzstd::encoding::CompressionLevel::Fastest),
        }
    }

    const BROTLI: &[u8] = &[27, 46, 0, 248, 141, 148, 110, 222, 68, 85, 134, 150, 108, 32, 111, 97, 79, 28, 96, 226, 0];

    #[test]
    fn each_coding_is_undone_and_others_are_not_taken_for_it() {
        for &coding in Coding::value_variants() {
            let bytes = coded(coding);
            assert_eq!(coding.decoded(&bytes, TEXT.len()), Ok(TEXT.to_vec()));
            for other in Coding::value_variants().iter().filter(|&&other| other != coding) {
                assert!(other.decoded(&bytes, 1000).is_err(), "{coding:?} as {other:?}");
            }
            assert!(coding.decoded(&bytes[..bytes.len() - 2], 1000).is_err(), "{coding:?} in part");
            assert!(coding.decoded(b"", 1000).is_err() && coding.decoded(TEXT, 1000).is_err());
        }
    }

    #[test]
    fn what_is_decoded_is_bounded() {
        for &coding in Coding::value_variants() {
            let error = coding.decoded(&coded(coding), TEXT.len() - 1).expect_err("too long");
            assert!(error.starts_with("more than 46 bytes"), "{error}");
        }
    }

    #[test]
    fn a_right_answer_names_it_in_any_case() {
        let headers = |value: &str| [("content-Encoding".to_owned(), value.to_owned())];
        assert_eq!(Coding::of(&headers(" GZIP")), Some(Coding::Gzip));
        assert_eq!((Coding::of(&headers("identity")), Coding::of(&[])), (None, None));
    }
}
