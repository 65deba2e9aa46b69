//! What all TLS connections to one target share, checked once.

use std::path::PathBuf;
use std::sync::Arc;

use rustls::client::{ClientConfig, Resumption, WantsClientCert};
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::{Error as PemError, PemObject};
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::version::{TLS12, TLS13};
use rustls::{ConfigBuilder, RootCertStore, SupportedProtocolVersion, WantsVerifier};

use super::identity::{Identity, problem};
use super::negotiated::suite_name;
use super::unchecked::Unchecked;
use crate::spec::SpecError;

/// Which certificates of servers are trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trust {
    /// The certificate authorities this machine trusts.
    System,
    /// The certificates in this PEM file, and no others.
    File(PathBuf),
    /// The certificates in this PEM text, and no others.
    Pem(String),
    /// Any certificate for any name.
    Anything,
}

static ALL: [&SupportedProtocolVersion; 2] = [&TLS13, &TLS12];
static ONLY_12: [&SupportedProtocolVersion; 1] = [&TLS12];
static ONLY_13: [&SupportedProtocolVersion; 1] = [&TLS13];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Versions {
    #[default]
    All,
    Only12,
    Only13,
}

impl Versions {
    fn supported(self) -> &'static [&'static SupportedProtocolVersion] {
        match self {
            Self::All => &ALL,
            Self::Only12 => &ONLY_12,
            Self::Only13 => &ONLY_13,
        }
    }
}

/// What is spoken inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    Http1,
    Http2,
}

impl Protocol {
    /// Its name in ALPN.
    pub(super) fn alpn(self) -> &'static [u8] {
        match self {
            Self::Http1 => b"http/1.1",
            Self::Http2 => b"h2",
        }
    }
}

/// What a client offers and demands in a handshake.
#[derive(Debug)]
pub struct Manner {
    pub trust: Trust,
    /// Whether a connection may resume the session of an earlier one of the same thread.
    pub resume: bool,
    pub versions: Versions,
    /// IANA's names of the suites of TLS 1.2 to offer, the preferred one first; `None` for all. Those of TLS 1.3 are
    /// always offered.
    pub suites: Option<Vec<&'static str>>,
    /// Whether to send the server's name (SNI).
    pub sni: bool,
    /// What it will be, to be said by ALPN, if anything is.
    pub protocol: Option<Protocol>,
    pub identity: Option<Identity>,
}

impl Manner {
    /// TLS 1.2 and 1.3 with ALPN, each handshake a full one, so that connections cost the same from the
    /// first to the last.
    pub fn new(trust: Trust) -> Self {
        Self {
            trust,
            resume: false,
            versions: Versions::All,
            suites: None,
            sni: true,
            protocol: Some(Protocol::Http1),
            identity: None,
        }
    }
}

/// How to speak TLS with a target.
#[derive(Debug, Clone)]
pub struct Client {
    pub config: Arc<ClientConfig>,
    /// Sent as SNI unless it is an address, and what the certificate must be valid for.
    pub(crate) name: ServerName<'static>,
    /// Whether certificates are checked.
    pub checks_certificates: bool,
    /// Whether a connection may resume the session of an earlier one of the same thread.
    pub resume: bool,
    pub(super) protocol: Option<Protocol>,
}

impl Client {
    /// `host` is the URL's, in brackets if it is an IPv6 address.
    ///
    /// # Errors
    /// No usable certificate to trust, a host that no certificate can name, or an identity that is none.
    pub fn new(host: &str, manner: &Manner) -> Result<Self, SpecError> {
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let name = ServerName::try_from(bare.to_owned()).map_err(|_| {
            SpecError::new(
                format!("host {host:?}"),
                "it can be no name in a certificate",
                "give a DNS name or an address",
            )
        })?;
        let builder = ClientConfig::builder_with_provider(Arc::new(provider(manner.suites.as_deref())))
            .with_protocol_versions(manner.versions.supported())
            .map_err(|error| SpecError::new("TLS", format!("it cannot be set up ({error})"), "use http://"))?;
        let builder = trusting(builder, &manner.trust)?;
        let mut config = match &manner.identity {
            Some(identity) => identity.shown_by(builder)?,
            None => builder.with_no_client_auth(),
        };
        config.alpn_protocols = manner.protocol.iter().map(|protocol| protocol.alpn().to_vec()).collect();
        config.enable_sni = manner.sni;
        config.resumption = Resumption::disabled();
        let checks_certificates = manner.trust != Trust::Anything;
        Ok(Self {
            config: Arc::new(config),
            name,
            checks_certificates,
            resume: manner.resume,
            protocol: manner.protocol,
        })
    }

    /// The name sent to the server (SNI), if any: an address is not a name.
    pub fn sent_name(&self) -> Option<&str> {
        match &self.name {
            ServerName::DnsName(name) if self.config.enable_sni => Some(name.as_ref()),
            _ => None,
        }
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

fn provider(suites: Option<&[&str]>) -> CryptoProvider {
    let mut provider = ring::default_provider();
    if let Some(wanted) = suites {
        let all = std::mem::take(&mut provider.cipher_suites);
        let (newer, older): (Vec<_>, Vec<_>) = all.into_iter().partition(|suite| suite.tls13().is_some());
        let named = |name: &&str| older.iter().copied().find(|suite| suite_name(suite.suite()) == *name);
        provider.cipher_suites = newer.into_iter().chain(wanted.iter().filter_map(named)).collect();
    }
    provider
}

fn trusting(
    builder: ConfigBuilder<ClientConfig, WantsVerifier>,
    trust: &Trust,
) -> Result<ConfigBuilder<ClientConfig, WantsClientCert>, SpecError> {
    let roots = match trust {
        Trust::Anything => {
            let unchecked = Unchecked::new(builder.crypto_provider());
            return Ok(builder.dangerous().with_custom_certificate_verifier(Arc::new(unchecked)));
        }
        Trust::System => system_roots()?,
        Trust::File(path) => {
            let place = format!("--cacert {}", path.display());
            roots_of(&place, CertificateDer::pem_file_iter(path))?
        }
        Trust::Pem(text) => roots_of("tls, authority", Ok(CertificateDer::pem_slice_iter(text.as_bytes())))?,
    };
    Ok(builder.with_root_certificates(roots))
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
        "install ca-certificates, name a file of those to trust (SSL_CERT_FILE), or give --insecure",
    ))
}

/// `place`: where they are from.
fn roots_of(
    place: &str,
    certificates: Result<impl Iterator<Item = Result<CertificateDer<'static>, PemError>>, PemError>,
) -> Result<RootCertStore, SpecError> {
    let refuse = |problem: String| {
        let remedy = "give PEM of one or more certificates (-----BEGIN CERTIFICATE-----)";
        SpecError::new(place, problem, remedy)
    };
    let unreadable = |error: PemError| refuse(problem(&error));
    let mut roots = RootCertStore::empty();
    for certificate in certificates.map_err(unreadable)? {
        let certificate = certificate.map_err(unreadable)?;
        roots
            .add(certificate)
            .map_err(|error| refuse(format!("certificate {} of it is not usable ({error})", roots.len() + 1)))?;
    }
    if roots.is_empty() { Err(refuse("there is no certificate in it".to_owned())) } else { Ok(roots) }
}
