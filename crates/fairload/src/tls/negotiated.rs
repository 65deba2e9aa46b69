//! What client and server agreed on.

use std::collections::BTreeSet;

use rustls::client::ClientConnection;
use rustls::{CipherSuite, HandshakeKind, ProtocolVersion};

use super::public_key;

/// By one handshake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreement {
    /// As OpenSSL names it: `TLSv1.3`.
    pub version: String,
    /// As IANA names it: `TLS_AES_256_GCM_SHA384`.
    pub cipher_suite: String,
    /// As the RFCs write it: `X25519`, `secp256r1`; `None` where no key was exchanged.
    pub group: Option<String>,
    /// Length of the server's public key, as OpenSSL counts it; `None` for a kind of key that is not known here.
    pub server_key_bits: Option<usize>,
}

/// Of all handshakes of a lap, and of the connections opened for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Negotiated {
    /// As OpenSSL names them: `TLSv1.3`.
    pub(crate) versions: BTreeSet<String>,
    /// As IANA names them: `TLS_AES_256_GCM_SHA384`.
    pub(crate) cipher_suites: BTreeSet<String>,
    /// Complete ones.
    pub(crate) handshakes: u64,
    /// Of these, those that resumed an earlier session.
    pub(crate) resumed: u64,
    /// Whether certificates were checked.
    pub(crate) certificate_checked: bool,
    /// Of a thread's first handshake; `None` without any.
    pub first: Option<Agreement>,
}

impl Negotiated {
    /// The handshake of `connection` is complete.
    pub(super) fn note(&mut self, connection: &ClientConnection) {
        self.handshakes += 1;
        self.resumed += u64::from(connection.handshake_kind() == Some(HandshakeKind::Resumed));
        let (Some(version), Some(suite)) = (connection.protocol_version(), connection.negotiated_cipher_suite()) else {
            return;
        };
        let (version, cipher_suite) = (version_name(version), suite_name(suite.suite()));
        if self.first.is_none() {
            self.first = Some(Agreement {
                version: version.clone(),
                cipher_suite: cipher_suite.clone(),
                group: connection.negotiated_key_exchange_group().map(|group| format!("{:?}", group.name())),
                server_key_bits: connection.peer_certificates().and_then(|chain| public_key::bits(chain.first()?)),
            });
        }
        self.versions.insert(version);
        self.cipher_suites.insert(cipher_suite);
    }

    pub(crate) fn merge(mut self, other: Self) -> Self {
        self.versions.extend(other.versions);
        self.cipher_suites.extend(other.cipher_suites);
        self.handshakes += other.handshakes;
        self.resumed += other.resumed;
        self.certificate_checked &= other.certificate_checked;
        self.first = self.first.or(other.first);
        self
    }
}

/// IANA's name.
pub(super) fn suite_name(suite: CipherSuite) -> String {
    // rustls marks those of TLS 1.3 by a prefix of its own.
    format!("{suite:?}").replacen("TLS13_", "TLS_", 1)
}

fn version_name(version: ProtocolVersion) -> String {
    match version {
        ProtocolVersion::TLSv1_2 => "TLSv1.2".to_owned(),
        ProtocolVersion::TLSv1_3 => "TLSv1.3".to_owned(),
        other => format!("{other:?}"),
    }
}
