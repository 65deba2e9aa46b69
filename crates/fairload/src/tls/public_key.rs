//! How long a certificate's public key is.

use rustls::pki_types::CertificateDer;
use rustls::server::ParsedCertificate;

/// Kinds of keys (contents of their object identifiers), and named curves.
const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
const EC: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01];
const ED25519: &[u8] = &[0x2b, 0x65, 0x70];
const CURVES: [(&[u8], usize); 3] = [
    (&[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07], 256),
    (&[0x2b, 0x81, 0x04, 0x00, 0x22], 384),
    (&[0x2b, 0x81, 0x04, 0x00, 0x23], 521),
];
/// Tags of DER.
const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const OBJECT_IDENTIFIER: u8 = 0x06;
const SEQUENCE: u8 = 0x30;

/// As OpenSSL counts them: of an RSA key its modulus, of one on a curve its field. `None` for other kinds of keys, and
/// for what is no certificate of version 3.
pub(super) fn bits(certificate: &CertificateDer<'_>) -> Option<usize> {
    let parsed = ParsedCertificate::try_from(certificate).ok()?;
    key_bits(parsed.subject_public_key_info().as_ref())
}

/// Of a `SubjectPublicKeyInfo` (RFC 5280, 4.1).
fn key_bits(info: &[u8]) -> Option<usize> {
    let (info, _) = element(SEQUENCE, info)?;
    let (algorithm, rest) = element(SEQUENCE, info)?;
    let (kind, parameters) = element(OBJECT_IDENTIFIER, algorithm)?;
    match kind {
        RSA => {
            let (key, _) = element(BIT_STRING, rest)?;
            // No bit of the last byte is unused.
            let (numbers, _) = element(SEQUENCE, key.strip_prefix(&[0])?)?;
            let (modulus, _) = element(INTEGER, numbers)?;
            let first = modulus.iter().position(|&byte| byte != 0)?;
            Some((modulus.len() - first) * 8 - modulus[first].leading_zeros() as usize)
        }
        EC => {
            let (curve, _) = element(OBJECT_IDENTIFIER, parameters)?;
            CURVES.iter().find(|(known, _)| *known == curve).map(|(_, bits)| *bits)
        }
        ED25519 => Some(256),
        _ => None,
    }
}

/// The contents of the element at the beginning, which must have this tag, and what follows it.
fn element(tag: u8, der: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&found, rest) = der.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        // The long form; a certificate comes in a message of less than 2^24 bytes.
        0x81..=0x83 => {
            let (bytes, rest) = rest.split_at_checked(usize::from(first - 0x80))?;
            (bytes.iter().fold(0, |length, &byte| length << 8 | usize::from(byte)), rest)
        }
        _ => return None,
    };
    let parts = rest.split_at_checked(length)?;
    (found == tag).then_some(parts)
}

#[cfg(test)]
mod tests {
    use rcgen::{CertificateParams, KeyPair, PKCS_ECDSA_P256_SHA256, PKCS_ECDSA_P384_SHA384, PKCS_ED25519};

    use super::*;

    #[test]
    fn keys_on_curves_are_as_long_as_their_field() {
        for (algorithm, expected) in
            [(&PKCS_ECDSA_P256_SHA256, 256), (&PKCS_ECDSA_P384_SHA384, 384), (&PKCS_ED25519, 256)]
        {
            let key = KeyPair::generate_for(algorithm).expect("a key");
            let certificate = CertificateParams::new(Vec::new()).and_then(|params| params.self_signed(&key));
            assert_eq!(bits(certificate.expect("a certificate").der()), Some(expected));
        }
    }

    fn wrapped(tag: u8, contents: &[u8]) -> Vec<u8> {
        let length = contents.len();
        let [high, low] = u16::try_from(length).expect("short").to_be_bytes();
        let head = match (high, low) {
            (0, 0..0x80) => vec![tag, low],
            (0, _) => vec![tag, 0x81, low],
            _ => vec![tag, 0x82, high, low],
        };
        [&head, contents].concat()
    }

    fn rsa(modulus: &[u8]) -> Vec<u8> {
        let numbers = [wrapped(INTEGER, modulus), wrapped(INTEGER, &[1, 0, 1])].concat();
        let key = [vec![0], wrapped(SEQUENCE, &numbers)].concat();
        let algorithm = wrapped(SEQUENCE, &[wrapped(OBJECT_IDENTIFIER, RSA), vec![5, 0]].concat());
        wrapped(SEQUENCE, &[algorithm, wrapped(BIT_STRING, &key)].concat())
    }

    #[test]
    fn rsa_keys_are_as_long_as_their_modulus() {
        // With its highest bit set a number has a byte of zeros before it.
        for (first, bytes, expected) in [(&[0, 0x80][..], 255, 2048), (&[0x7f], 255, 2047), (&[1], 384, 3073)] {
            let modulus = [first, &vec![0xff; bytes]].concat();
            assert_eq!(key_bits(&rsa(&modulus)), Some(expected));
        }
    }

    #[test]
    fn what_is_cut_off_or_something_else_has_no_length() {
        let whole = rsa(&[0x7f; 256]);
        for end in 0..whole.len() {
            assert_eq!(key_bits(&whole[..end]), None, "{end} bytes");
        }
        assert_eq!((key_bits(&rsa(&[0, 0])), key_bits(&[SEQUENCE, 0x84, 0, 0, 0, 1, 0])), (None, None));
        let dsa = wrapped(SEQUENCE, &wrapped(SEQUENCE, &wrapped(OBJECT_IDENTIFIER, &[0x2a, 3])));
        assert_eq!((key_bits(&dsa), bits(&CertificateDer::from(vec![1, 2]))), (None, None));
    }
}
