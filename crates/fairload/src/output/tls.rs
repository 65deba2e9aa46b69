//! What a run says of its TLS.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use schemars::JsonSchema;
use serde::Serialize;

use crate::tls::negotiated::Negotiated;

/// What client and server agreed on; several values are separated by commas.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Tls {
    /// Such as `TLSv1.3`; null if no handshake was completed.
    pub(crate) version: Option<String>,
    /// By its IANA name, such as `TLS_AES_256_GCM_SHA384`; null if no handshake was completed.
    pub(crate) cipher_suite: Option<String>,
    /// Whether certificates were checked: against whom one trusts, the server's name and the date.
    pub(crate) certificate_checked: bool,
    /// Completed ones, those of connections opened before the window included.
    pub(crate) handshakes: u64,
    /// Of these, those that resumed an earlier session; 0 unless that was asked for.
    pub(crate) resumed: u64,
}

impl From<&Negotiated> for Tls {
    fn from(negotiated: &Negotiated) -> Self {
        Self {
            version: joined(&negotiated.versions),
            cipher_suite: joined(&negotiated.cipher_suites),
            certificate_checked: negotiated.certificate_checked,
            handshakes: negotiated.handshakes,
            resumed: negotiated.resumed,
        }
    }
}

fn joined(names: &BTreeSet<String>) -> Option<String> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

impl Display for Tls {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (&self.version, &self.cipher_suite) {
            (Some(version), Some(suite)) => {
                write!(f, "{version}, {suite}; {} handshakes, {} of them resumed", self.handshakes, self.resumed)?;
            }
            _ => write!(f, "no handshake was completed")?,
        }
        if self.certificate_checked { Ok(()) } else { write!(f, "; certificate NOT checked (--insecure)") }
    }
}
