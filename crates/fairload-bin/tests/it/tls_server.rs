//! TLS servers that behave or misbehave in known ways, with certificates made for the test.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rcgen::{BasicConstraints, Certificate, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::{HandshakeKind, RootCertStore, ServerConfig, ServerConnection, StreamOwned, SupportedProtocolVersion};

use super::common::Server;

/// A certificate authority of the test's own.
pub(crate) struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    /// Its certificate, PEM.
    pub(crate) file: PathBuf,
}

/// A certificate with its key, DER, and the names of its files, PEM.
pub(crate) struct Identity {
    certificate: Vec<u8>,
    key: Vec<u8>,
    pub(crate) certificate_file: PathBuf,
    pub(crate) key_file: PathBuf,
}

/// A unique path in the test's own folder.
pub(crate) fn scratch(name: &str) -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let (module, process) = (module_path!().replace("::", "-"), std::process::id());
    let number = NUMBER.fetch_add(1, Ordering::SeqCst);
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{module}-{process}-{number}-{name}"))
}

impl Authority {
    pub(crate) fn new() -> Self {
        let file = scratch("ca.pem");
        Self::named(&file.display().to_string(), file)
    }

    pub(crate) fn named(name: &str, file: PathBuf) -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        std::fs::write(&file, issuer.pem()).unwrap();
        Self { issuer, file }
    }

    /// For these names, from 2020 to the end of `last_year`.
    pub(crate) fn issue(&self, names: &[&str], last_year: i32) -> Identity {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let mut params = CertificateParams::new(names).unwrap();
        (params.not_before, params.not_after) = (date_time_ymd(2020, 1, 1), date_time_ymd(last_year, 12, 31));
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        Identity::new(&certificate, &key)
    }

    /// For 127.0.0.1, valid now.
    pub(crate) fn issue_for_loopback(&self) -> Identity {
        self.issue(&["127.0.0.1"], 2099)
    }
}

impl Identity {
    fn new(certificate: &Certificate, key: &KeyPair) -> Self {
        let (certificate_file, key_file) = (scratch("certificate.pem"), scratch("key.pem"));
        std::fs::write(&certificate_file, certificate.pem()).unwrap();
        std::fs::write(&key_file, key.serialize_pem()).unwrap();
        Self { certificate: certificate.der().to_vec(), key: key.serialize_der(), certificate_file, key_file }
    }

    /// As `openssl req -x509` makes it: its own authority.
    pub(crate) fn self_signed() -> Self {
        let mut params = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        Self::new(&params.self_signed(&key).unwrap(), &key)
    }

    /// An identity with an RSA key of so many bits, made by OpenSSL; `None` if it is not installed.
    pub(crate) fn rsa(bits: u32) -> Option<Self> {
        let (certificate_file, key_file) = (scratch("rsa.pem"), scratch("rsa-key.pem"));
        let size = format!("rsa:{bits}");
        let made = Command::new("openssl")
            .args(["req", "-x509", "-newkey", &size, "-nodes", "-subj", "/CN=x", "-days", "9", "-keyout"])
            .arg(&key_file)
            .arg("-out")
            .arg(&certificate_file)
            .output();
        assert!(made.ok()?.status.success());
        let certificate = CertificateDer::from_pem_file(&certificate_file).unwrap().to_vec();
        let key = PrivateKeyDer::from_pem_file(&key_file).unwrap().secret_der().to_vec();
        Some(Self { certificate, key, certificate_file, key_file })
    }

    pub(crate) fn config(&self, versions: &[&'static SupportedProtocolVersion]) -> ServerConfig {
        self.config_for(versions, None)
    }

    /// Only for clients with a certificate from `guests`.
    pub(crate) fn config_for(
        &self,
        versions: &[&'static SupportedProtocolVersion],
        guests: Option<&Authority>,
    ) -> ServerConfig {
        let key = PrivateKeyDer::try_from(self.key.clone()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let verifier = guests.map_or_else(WebPkiClientVerifier::no_client_auth, |guests| {
            let mut roots = RootCertStore::empty();
            roots.add(CertificateDer::from_pem_file(&guests.file).unwrap()).unwrap();
            WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider)).build().unwrap()
        });
        ServerConfig::builder_with_provider(provider)
            .with_protocol_versions(versions)
            .unwrap()
            .with_client_cert_verifier(verifier)
            .with_single_cert(vec![self.certificate.clone().into()], key)
            .unwrap()
    }
}

/// A socket that sends so many bytes at a time.
pub(crate) struct Drip {
    pub(crate) socket: TcpStream,
    bytes: usize,
}

impl Read for Drip {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.socket.read(buffer)
    }
}

impl Write for Drip {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.socket.write(&bytes[..bytes.len().min(self.bytes)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}

/// One accepted connection, whose handshake is complete.
pub(crate) struct TlsClient {
    pub(crate) stream: StreamOwned<ServerConnection, Drip>,
    requests: Arc<AtomicU64>,
    input: Vec<u8>,
}

impl TlsClient {
    /// Reads one request without a body; `false` at the end.
    pub(crate) fn request(&mut self) -> bool {
        loop {
            if let Some(end) = self.input.windows(4).position(|window| window == b"\r\n\r\n") {
                self.input.drain(..end + 4);
                self.requests.fetch_add(1, Ordering::SeqCst);
                return true;
            }
            let mut buffer = [0; 4096];
            match self.stream.read(&mut buffer) {
                Ok(0) | Err(_) => return false,
                Ok(length) => self.input.extend_from_slice(&buffer[..length]),
            }
        }
    }

    /// Reads the body of a request; how much of it came.
    pub(crate) fn body(&mut self, length: usize) -> usize {
        let mut buffer = vec![0; 1 << 16];
        while self.input.len() < length {
            match self.stream.read(&mut buffer) {
                Ok(0) | Err(_) => break,
                Ok(read) => self.input.extend_from_slice(&buffer[..read]),
            }
        }
        self.input.drain(..length.min(self.input.len())).len()
    }

    /// `false` if the client is gone.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).and_then(|()| self.stream.flush()).is_ok()
    }

    /// Says that nothing more will come.
    pub(crate) fn close_notify(&mut self) {
        self.stream.conn.send_close_notify();
        let _ = self.stream.flush();
    }

    /// Whether the client says that nothing more will come, before it closes.
    pub(crate) fn hears_close_notify(&mut self) -> bool {
        self.stream.sock.socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        matches!(self.stream.read(&mut [0; 16]), Ok(0))
    }
}

/// A TLS server, its counts, and the certificate to trust.
pub(crate) struct TlsServer {
    pub(crate) server: Server,
    pub(crate) url: String,
    pub(crate) handshakes: Arc<AtomicU64>,
    pub(crate) resumed: Arc<AtomicU64>,
}

impl TlsServer {
    /// Sends so many bytes at a time, if not all of them.
    pub(crate) fn start(
        config: ServerConfig,
        bytes_at_a_time: usize,
        serve: impl Fn(TlsClient) + Send + Sync + 'static,
    ) -> Self {
        Self::start_slowly(config, bytes_at_a_time, Duration::ZERO, serve)
    }

    /// The same, with a pause before each handshake.
    pub(crate) fn start_slowly(
        config: ServerConfig,
        bytes_at_a_time: usize,
        pause: Duration,
        serve: impl Fn(TlsClient) + Send + Sync + 'static,
    ) -> Self {
        let config = Arc::new(config);
        let (handshakes, resumed) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let counters = (Arc::clone(&handshakes), Arc::clone(&resumed));
        let server = Server::start(move |client| {
            let requests = Arc::clone(&client.requests);
            std::thread::sleep(pause);
            let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut stream = StreamOwned::new(connection, Drip { socket: client.stream, bytes: bytes_at_a_time });
            while stream.conn.is_handshaking() {
                match stream.conn.complete_io(&mut stream.sock) {
                    Ok(_) => {}
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(_) => {
                        // The alert that says why.
                        while stream.conn.wants_write() && stream.conn.write_tls(&mut stream.sock).is_ok() {}
                        return;
                    }
                }
            }
            counters.0.fetch_add(1, Ordering::SeqCst);
            let again = stream.conn.handshake_kind() == Some(HandshakeKind::Resumed);
            counters.1.fetch_add(u64::from(again), Ordering::SeqCst);
            serve(TlsClient { stream, requests, input: Vec::new() });
        });
        let url = format!("https://{}/", server.address);
        Self { server, url, handshakes, resumed }
    }

    /// Gives every request the same answer.
    pub(crate) fn answering(config: ServerConfig, answer: &'static [u8]) -> Self {
        Self::start(config, usize::MAX, move |mut client| while client.request() && client.send(answer) {})
    }
}
