//! A certificate of our own, for servers that ask for one, and for being a server.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::{ClientConfig, WantsClientCert};
use rustls::crypto::ring;
use rustls::pki_types::pem::{Error as PemError, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ConfigBuilder, ServerConfig};

use super::client::Protocol;
use crate::spec::SpecError;

/// A PEM file, and the option that names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pem {
    pub option: &'static str,
    pub path: PathBuf,
}

impl Pem {
    fn refuse(&self, problem: impl Into<String>, remedy: &str) -> SpecError {
        SpecError::new(format!("{} {}", self.option, self.path.display()), problem, remedy)
    }

    fn unreadable(&self, error: &PemError) -> SpecError {
        match error {
            PemError::Io(_) => self.refuse(problem(error), "name a file that can be"),
            _ => self.refuse(problem(error), "give one with -----BEGIN ...-----"),
        }
    }

    fn path(&self) -> &Path {
        &self.path
    }
}

/// Why a file that should be PEM cannot be used.
pub(super) fn problem(error: &PemError) -> String {
    match error {
        PemError::Io(error) => format!("it cannot be read ({error})"),
        other => format!("it is no PEM file ({other})"),
    }
}

#[derive(Debug)]
pub struct Identity {
    /// The client's own certificate first.
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
    /// Where they are from.
    files: Pem,
}

impl Identity {
    /// `chain` and `key` may be the same file.
    ///
    /// # Errors
    /// A file cannot be read, or its contents are wrong.
    pub fn read(chain: &Pem, key: &Pem) -> Result<Self, SpecError> {
        let certificates: Vec<_> = CertificateDer::pem_file_iter(chain.path())
            .and_then(Iterator::collect)
            .map_err(|error| chain.unreadable(&error))?;
        if certificates.is_empty() {
            return Err(chain.refuse("there is no certificate in it", "add one (-----BEGIN CERTIFICATE-----)"));
        }
        let secret = PrivateKeyDer::from_pem_file(key.path()).map_err(|error| match error {
            PemError::NoItemsFound => key.refuse("there is no key in it", "add one that needs no password"),
            other => key.unreadable(&other),
        })?;
        Ok(Self { chain: certificates, key: secret, files: chain.clone() })
    }

    /// That of PEM texts of fairload's own making.
    ///
    /// # Errors
    /// They are none.
    pub(crate) fn made(chain: &str, key: &str) -> Result<Self, SpecError> {
        let files = Pem { option: "certificate", path: PathBuf::from("in memory") };
        let refuse = |error: PemError| files.unreadable(&error);
        let certificates =
            CertificateDer::pem_slice_iter(chain.as_bytes()).collect::<Result<_, _>>().map_err(refuse)?;
        let secret = PrivateKeyDer::from_pem_slice(key.as_bytes()).map_err(refuse)?;
        Ok(Self { chain: certificates, key: secret, files })
    }

    /// The configuration of a server with it, which speaks HTTP/2 to clients that offer it, and otherwise HTTP/1.1.
    ///
    /// # Errors
    /// As [`Identity::shown_by`].
    pub(crate) fn served(&self) -> Result<ServerConfig, SpecError> {
        let provider = Arc::new(ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .and_then(|builder| {
                builder.with_no_client_auth().with_single_cert(self.chain.clone(), self.key.clone_key())
            })
            .map_err(|error| self.unusable(&error))?;
        config.alpn_protocols = [Protocol::Http2, Protocol::Http1].map(|protocol| protocol.alpn().to_vec()).into();
        Ok(config)
    }

    /// A configuration that shows it to servers that ask.
    ///
    /// # Errors
    /// The key is not that of the certificate, or of a kind that is not known here.
    pub(super) fn shown_by(
        &self,
        builder: ConfigBuilder<ClientConfig, WantsClientCert>,
    ) -> Result<ClientConfig, SpecError> {
        builder.with_client_auth_cert(self.chain.clone(), self.key.clone_key()).map_err(|error| self.unusable(&error))
    }

    fn unusable(&self, error: &rustls::Error) -> SpecError {
        self.files.refuse(format!("certificate and key do not work ({error})"), "give the key of the certificate")
    }
}

#[cfg(test)]
mod tests {
    use rcgen::{CertificateParams, KeyPair};
    use tempfile::{TempDir, tempdir};

    use super::*;
    use crate::tls::client::{Client, Manner, Trust};

    fn file(folder: &TempDir, name: &str, text: &str) -> Pem {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        Pem { option: "-E", path }
    }

    /// A certificate and its key, PEM.
    fn pair() -> (String, String) {
        let key = KeyPair::generate().expect("a key");
        let certificate = CertificateParams::new(Vec::new()).and_then(|params| params.self_signed(&key));
        (certificate.expect("a certificate").pem(), key.serialize_pem())
    }

    #[test]
    fn a_certificate_and_its_key_may_be_in_one_file_or_in_two() {
        let folder = tempdir().expect("a folder");
        let (certificate, key) = pair();
        let both = file(&folder, "both", &format!("{certificate}{key}"));
        let (first, second) = (file(&folder, "first", &certificate), file(&folder, "second", &key));
        for (chain, key) in [(&both, &both), (&first, &second)] {
            let identity = Some(Identity::read(chain, key).expect("an identity"));
            let client = Client::new("a", &Manner { identity, ..Manner::new(Trust::Anything) }).expect("a client");
            assert!(client.config.client_auth_cert_resolver.has_certs());
        }
    }

    #[test]
    fn what_is_no_identity_says_which_file_and_why() {
        let folder = tempdir().expect("a folder");
        let ((certificate, key), (_, other)) = (pair(), pair());
        let (certificate, key) = (file(&folder, "certificate", &certificate), file(&folder, "key", &key));
        let missing = Pem { option: "-E", path: PathBuf::from("/nonexistent/x") };
        for (chain, key, problem) in [
            (&missing, &key, "it cannot be read"),
            (&key, &key, "there is no certificate in it"),
            (&certificate, &certificate, "there is no key in it"),
            (&certificate, &missing, "it cannot be read"),
            (&certificate, &file(&folder, "half", "-----BEGIN PRIVATE KEY-----\nx"), "it is no PEM file"),
        ] {
            let error = Identity::read(chain, key).expect_err(problem);
            assert!(error.place.starts_with("-E /") && error.problem.starts_with(problem), "{error}");
        }
        let identity = Some(Identity::read(&certificate, &file(&folder, "other", &other)).expect("readable"));
        let error = Client::new("a", &Manner { identity, ..Manner::new(Trust::Anything) }).expect_err("another's key");
        assert!(error.problem.contains("do not work"), "{error}");
    }
}
