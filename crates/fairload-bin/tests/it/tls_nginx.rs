//! `fairload https://...` against nginx, which uses OpenSSL: another implementation, and its own count.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use super::common::{only, outcomes, run_url};
use super::tls_server::{Authority, scratch};

pub(crate) struct Nginx {
    child: Child,
    pub(crate) https: SocketAddr,
    /// HTTP/2, with TLS and without; 200 requests on each connection.
    pub(crate) h2: SocketAddr,
    pub(crate) h2c: SocketAddr,
    status: SocketAddr,
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // The first signal lets it end its workers, too.
        let _ = Command::new("kill").args(["-s", "TERM", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}

/// `None` if there is no nginx here; where `CI` is set there must be one.
pub(crate) fn nginx(authority: &Authority, protocol: &str) -> Option<Nginx> {
    if Command::new("nginx").arg("-v").stderr(Stdio::null()).status().is_err() {
        assert!(std::env::var_os("CI").is_none(), "nginx is missing");
        let _ = writeln!(std::io::stderr(), "skipped: there is no nginx here");
        return None;
    }
    let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (https, status, identity) = (free(), free(), authority.issue_for_loopback());
    let (h2, h2c) = (free(), free());
    let folder = scratch("nginx");
    std::fs::create_dir_all(&folder).unwrap();
    let place = folder.display();
    let configuration = format!(
        "daemon off; worker_processes 1; error_log {place}/error.log; pid {place}/pid; events {{ }}
        http {{
            access_log off; keepalive_requests 1000000;
            client_body_temp_path {place}; proxy_temp_path {place}; fastcgi_temp_path {place};
            uwsgi_temp_path {place}; scgi_temp_path {place};
            ssl_protocols {protocol}; ssl_certificate {}; ssl_certificate_key {}; ssl_session_cache shared:S:1m;
            server {{ listen {https} ssl; return 200 hello; }}
            server {{ listen {h2} ssl http2; listen {h2c} http2; keepalive_requests 200; return 200 hello; }}
            server {{ listen {status}; location / {{ stub_status; }} }}
        }}",
        identity.certificate_file.display(),
        identity.key_file.display()
    );
    std::fs::write(folder.join("nginx.conf"), configuration).unwrap();
    let child = Command::new("nginx").arg("-c").arg(folder.join("nginx.conf")).stderr(Stdio::null()).spawn().unwrap();
    let nginx = Nginx { child, https, h2, h2c, status };
    for _ in 0..100 {
        if TcpStream::connect(nginx.status).is_ok() {
            return Some(nginx);
        }
        sleep(Duration::from_millis(50));
    }
    panic!("nginx did not start: {}", std::fs::read_to_string(folder.join("error.log")).unwrap_or_default());
}

impl Nginx {
    /// Its own count of requests, those that ask for it included.
    fn requests(&self) -> u64 {
        let mut stream = TcpStream::connect(self.status).unwrap();
        stream.write_all(b"GET / HTTP/1.0\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let numbers = text.lines().find(|line| line.starts_with(' ')).unwrap_or_else(|| panic!("{text}"));
        numbers.split_whitespace().last().unwrap().parse().unwrap()
    }
}

#[test]
fn nginx_counts_what_we_count() {
    let authority = Authority::new();
    for protocol in ["TLSv1.2", "TLSv1.3"] {
        let Some(nginx) = nginx(&authority, protocol) else { return };
        let url = format!("https://{}/", nginx.https);
        let trust = ["--cacert", authority.file.to_str().unwrap(), "--expect-text", "hello"];
        for (n, handshakes, mode) in
            [(2000, 8, &[][..]), (200, 200, &["--no-keepalive"]), (200, 200, &["--no-keepalive", "--tls-resume"])]
        {
            let before = nginx.requests();
            let count = n.to_string();
            let (code, document) = run_url(&url, &[&["-n", &count, "-c", "8", "-t", "2"], mode, &trust].concat());
            assert_eq!((code, outcomes(&document)), (0, only("ok", n)));
            assert_eq!(nginx.requests() - before - 1, n, "{protocol} {mode:?}");
            assert_eq!(document["tls"]["version"], protocol);
            assert_eq!(document["tls"]["handshakes"], handshakes);
            let resumed = document["tls"]["resumed"].as_u64().unwrap();
            assert_eq!(resumed > 0, mode.len() == 2, "{resumed} resumed with {mode:?}");
        }
    }
}
