//! plow over TLS: which certificates it trusts, and what it shows.

use std::path::PathBuf;

use crate::{Failure, only_with_tls, refuse};
use fairload::tls::client::{Client, Manner, Trust};
use fairload::tls::identity::{Identity, Pem};
use fairload::url::Url;

/// What `--insecure`, `--cert` and `--key` ask for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct TlsOptions {
    pub(super) insecure: bool,
    pub(super) certificate: Option<PathBuf>,
    pub(super) key: Option<PathBuf>,
}

impl TlsOptions {
    /// How to speak with `url`; `None` without TLS. Each handshake is a full one.
    ///
    /// # Errors
    /// An option for TLS without TLS, one of two files without the other, or no trusted certificates on this machine.
    pub(super) fn client(&self, url: &Url) -> Result<Option<Client>, Failure> {
        let given =
            [("--insecure", self.insecure), ("--cert", self.certificate.is_some()), ("--key", self.key.is_some())];
        only_with_tls(&given, url)?;
        if !url.https {
            return Ok(None);
        }
        let trust = if self.insecure { Trust::Anything } else { Trust::System };
        let manner = Manner { protocol: None, identity: self.identity()?, ..Manner::new(trust) };
        Ok(Some(Client::new(&url.host, &manner)?))
    }

    /// plow ignores one file without the other.
    fn identity(&self) -> Result<Option<Identity>, Failure> {
        match (&self.certificate, &self.key) {
            (None, None) => Ok(None),
            (Some(certificate), Some(key)) => {
                let pem = |option, path: &PathBuf| Pem { option, path: path.clone() };
                Ok(Some(Identity::read(&pem("--cert", certificate), &pem("--key", key))?))
            }
            (Some(_), None) => refuse("--cert", "its key is missing", "give --key, too"),
            (None, Some(_)) => refuse("--key", "its certificate is missing", "give --cert, too"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairload::url;

    fn client(options: &TlsOptions, url: &str) -> Result<Option<Client>, Failure> {
        options.client(&url::parse(url).expect("a URL"))
    }

    #[test]
    fn certificates_are_checked_unless_that_is_not_wanted() {
        let insecure = TlsOptions { insecure: true, ..TlsOptions::default() };
        let unchecked = client(&insecure, "https://a/").expect("a client").expect("with TLS");
        assert_eq!((unchecked.checks_certificates, unchecked.sent_name()), (false, Some("a")));
        assert!(matches!(client(&TlsOptions::default(), "http://a/"), Ok(None)));
    }

    #[test]
    fn what_has_no_use_is_refused_by_its_name() {
        let (insecure, file) = (TlsOptions { insecure: true, ..TlsOptions::default() }, || Some(PathBuf::from("f")));
        let certificate = TlsOptions { certificate: file(), ..insecure.clone() };
        let key = TlsOptions { key: file(), ..insecure.clone() };
        let both = TlsOptions { key: file(), ..certificate.clone() };
        for (options, url, place) in [
            (&insecure, "http://a/", "--insecure"),
            (&TlsOptions { insecure: false, ..certificate.clone() }, "http://a/", "--cert"),
            (&certificate, "https://a/", "--cert"),
            (&key, "https://a/", "--key"),
            (&both, "https://a/", "--cert f"),
        ] {
            match client(options, url) {
                Err(Failure::Refused(error)) => assert_eq!(error.place, place),
                other => panic!("{options:?} {url}: {other:?}"),
            }
        }
    }
}
