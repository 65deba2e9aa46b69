//! What all TLS connections to one target share, checked once.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::{ClientConfig, Resumption};
use rustls::crypto::ring;
use rustls::pki_types::pem::{Error as PemError, PemObject};
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ConfigBuilder, RootCertStore, WantsVerifier};

use super::unchecked::Unchecked;
use crate::spec::SpecError;

/// Whose word for a server's certificate is good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Trust {
    /// The certificate authorities this machine trusts.
    System,
    /// The certificates in this PEM file, and no others.
    File(PathBuf),
    /// Any certificate is good, and any name.
    Anything,
}

/// How to speak TLS with a target.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    pub(crate) config: Arc<ClientConfig>,
    /// Sent as SNI unless it is an address, and what the certificate must be valid for.
    pub(crate) name: ServerName<'static>,
    /// Whether certificates are checked.
    pub(crate) checks_certificates: bool,
    /// Whether a connection may resume the session of an earlier one of the same thread.
    pub(crate) resume: bool,
}

impl Client {
    /// TLS 1.2 and 1.3 with ALPN `http/1.1`. `host` is the URL's, in brackets if it is an IPv6 address.
    ///
    /// # Errors
    /// No usable certificate to trust, or a host that no certificate can name.
    pub(crate) fn new(host: &str, trust: &Trust, resume: bool) -> Result<Self, SpecError> {
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let name = ServerName::try_from(bare.to_owned()).map_err(|_| {
            SpecError::new(
                format!("host {host:?}"),
                "it can be no name in a certificate",
                "give a DNS name or an address",
            )
        })?;
        let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| SpecError::new("TLS", format!("it cannot be set up ({error})"), "use http://"))?;
        let mut config = configure(builder, trust)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        // Every handshake is a full one, so that connections cost the same from the first to the last.
        config.resumption = Resumption::disabled();
        Ok(Self { config: Arc::new(config), name, checks_certificates: *trust != Trust::Anything, resume })
    }

    /// What a thread needs: its own store of sessions if they may be resumed.
    pub(super) fn config_of_thread(&self) -> Arc<ClientConfig> {
        if !self.resume {
            return Arc::clone(&self.config);
        }
        let mut config = ClientConfig::clone(&self.config);
        config.resumption = Resumption::in_memory_sessions(1);
        Arc::new(config)
    }
}

fn configure(builder: ConfigBuilder<ClientConfig, WantsVerifier>, trust: &Trust) -> Result<ClientConfig, SpecError> {
    let roots = match trust {
        Trust::Anything => {
            let unchecked = Unchecked::new(builder.crypto_provider());
            return Ok(builder.dangerous().with_custom_certificate_verifier(Arc::new(unchecked)).with_no_client_auth());
        }
        Trust::System => system_roots()?,
        Trust::File(path) => roots_in(path)?,
    };
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}

fn system_roots() -> Result<RootCertStore, SpecError> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    let (usable, _) = roots.add_parsable_certificates(found.certs);
    if usable > 0 {
        return Ok(roots);
    }
    let why = found.errors.first().map_or_else(String::new, |error| format!(" ({error})"));
    Err(SpecError::new(
        "TLS",
        format!("this machine has no certificates of authorities{why}"),
        "install ca-certificates, or give --cacert FILE or --insecure",
    ))
}

fn roots_in(path: &Path) -> Result<RootCertStore, SpecError> {
    let refuse = |problem: String| {
        let remedy = "give a PEM file of one or more certificates (-----BEGIN CERTIFICATE-----)";
        SpecError::new(format!("--cacert {}", path.display()), problem, remedy)
    };
    let unreadable = |error: PemError| match error {
        PemError::Io(error) => refuse(format!("it cannot be read ({error})")),
        other => refuse(format!("it is no PEM file ({other})")),
    };
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(path).map_err(unreadable)? {
        let certificate = certificate.map_err(unreadable)?;
        roots
            .add(certificate)
            .map_err(|error| refuse(format!("certificate {} of it is not usable ({error})", roots.len() + 1)))?;
    }
    if roots.is_empty() { Err(refuse("there is no certificate in it".to_owned())) } else { Ok(roots) }
}
