//! What client and server agreed on.

use std::collections::BTreeSet;

use rustls::client::ClientConnection;
use rustls::{HandshakeKind, ProtocolVersion};

/// Of all handshakes of a lap, and of the connections opened for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Negotiated {
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
}

impl Negotiated {
    /// The handshake of `connection` is complete.
    pub(super) fn note(&mut self, connection: &ClientConnection) {
        self.handshakes += 1;
        self.resumed += u64::from(connection.handshake_kind() == Some(HandshakeKind::Resumed));
        if let Some(version) = connection.protocol_version() {
            self.versions.insert(version_name(version));
        }
        if let Some(suite) = connection.negotiated_cipher_suite() {
            // rustls marks those of TLS 1.3 by a prefix of its own.
            self.cipher_suites.insert(format!("{:?}", suite.suite()).replacen("TLS13_", "TLS_", 1));
        }
    }

    pub(crate) fn merge(mut self, other: Self) -> Self {
        self.versions.extend(other.versions);
        self.cipher_suites.extend(other.cipher_suites);
        self.handshakes += other.handshakes;
        self.resumed += other.resumed;
        self.certificate_checked &= other.certificate_checked;
        self
    }
}

fn version_name(version: ProtocolVersion) -> String {
    match version {
        ProtocolVersion::TLSv1_2 => "TLSv1.2".to_owned(),
        ProtocolVersion::TLSv1_3 => "TLSv1.3".to_owned(),
        other => format!("{other:?}"),
    }
}
