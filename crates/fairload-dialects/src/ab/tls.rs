//! ab over TLS: its options and its report, with OpenSSL's names, as ab has them.

use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;

use super::super::{Failure, only_with_tls, refuse};
use fairload::detail::Detail;
use fairload::outcome::Outcome;
use fairload::tls::client::{Client, Manner, Trust, Versions};
use fairload::tls::identity::{Identity, Pem};
use fairload::tls::negotiated::Agreement;
use fairload::url::Url;

/// A cipher suite by the names of IANA and of OpenSSL, and the length of its key, bits.
type Suite = (&'static str, &'static str, u16);

/// Those of TLS 1.2.
const OLDER: [Suite; 6] = [
    ("TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "ECDHE-ECDSA-AES256-GCM-SHA384", 256),
    ("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "ECDHE-ECDSA-AES128-GCM-SHA256", 128),
    ("TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305", 256),
    ("TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "ECDHE-RSA-AES256-GCM-SHA384", 256),
    ("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "ECDHE-RSA-AES128-GCM-SHA256", 128),
    ("TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "ECDHE-RSA-CHACHA20-POLY1305", 256),
];
/// Those of TLS 1.3: OpenSSL has no other names for them.
const NEWER: [Suite; 3] = [
    ("TLS_AES_256_GCM_SHA384", "TLS_AES_256_GCM_SHA384", 256),
    ("TLS_AES_128_GCM_SHA256", "TLS_AES_128_GCM_SHA256", 128),
    ("TLS_CHACHA20_POLY1305_SHA256", "TLS_CHACHA20_POLY1305_SHA256", 256),
];
/// Of key exchanges: the RFCs' name, and how ab tells of it.
const GROUPS: [(&str, &str); 3] = [
    ("X25519", "X25519 253 bits"),
    ("secp256r1", "ECDH prime256v1 256 bits"),
    ("secp384r1", "ECDH secp384r1 384 bits"),
];

/// What `-f`, `-Z`, `-E` and `-I` ask for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct TlsOptions {
    protocol: Option<Versions>,
    /// IANA's names.
    suites: Option<Vec<&'static str>>,
    identity: Option<PathBuf>,
    nameless: bool,
}

impl TlsOptions {
    /// # Errors
    /// rustls has no such protocol or suite.
    pub(super) fn letter(&mut self, letter: char, value: &str) -> Result<(), Failure> {
        match letter {
            'f' => self.protocol = Some(protocol(value)?),
            'Z' => self.suites = Some(suites(value)?),
            'E' => self.identity = Some(value.into()),
            _ => self.nameless = true,
        }
        Ok(())
    }

    /// How to speak with `url`, as the server of that name; `None` without TLS. As ab it checks no certificate, and makes
    /// each handshake a full one.
    ///
    /// # Errors
    /// An option for TLS without TLS, or a file that is no certificate with its key.
    pub(super) fn client(&self, url: &Url, name: &str) -> Result<Option<Client>, Failure> {
        let given = [
            ("-f", self.protocol.is_some()),
            ("-Z", self.suites.is_some()),
            ("-E", self.identity.is_some()),
            ("-I", self.nameless),
        ];
        only_with_tls(&given, url)?;
        if !url.https {
            return Ok(None);
        }
        let file = |path: &PathBuf| Pem { option: "-E", path: path.clone() };
        let identity = self.identity.as_ref().map(file).map(|file| Identity::read(&file, &file)).transpose()?;
        let manner = Manner {
            versions: self.protocol.unwrap_or_default(),
            suites: self.suites.clone(),
            sni: !self.nameless,
            protocol: None,
            identity,
            ..Manner::new(Trust::Anything)
        };
        Ok(Some(Client::new(name, &manner)?))
    }
}

/// ab treats unknown values as ALL.
fn protocol(word: &str) -> Result<Versions, Failure> {
    match word.to_ascii_uppercase().as_str() {
        "ALL" => Ok(Versions::All),
        "TLS1.2" => Ok(Versions::Only12),
        "TLS1.3" => Ok(Versions::Only13),
        "SSL2" | "SSL3" | "TLS1" | "TLS1.1" => {
            refuse(&format!("-f {word}"), "this protocol is broken and not spoken here", "use TLS1.2, TLS1.3 or ALL")
        }
        _ => refuse(&format!("-f {word}"), "this is no protocol", "use TLS1.2, TLS1.3 or ALL"),
    }
}

/// As with ab they belong to TLS 1.2; `-Z` does not choose those of 1.3.
fn suites(list: &str) -> Result<Vec<&'static str>, Failure> {
    let named = |word: &str| {
        let known = OLDER.iter().find(|(_, openssl, _)| *openssl == word);
        known.map_or_else(
            || {
                let all = OLDER.map(|(_, openssl, _)| openssl).join(":");
                refuse(
                    &format!("-Z {list}"),
                    &format!("{word:?} is no cipher suite here"),
                    &format!("use some of {all}"),
                )
            },
            |(iana, ..)| Ok(*iana),
        )
    };
    list.split(':').map(named).collect()
}

/// What the report says about TLS.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Lines {
    /// Of the first handshake; `None` if none was completed.
    pub(super) agreement: Option<Agreement>,
    /// The server name that was sent (SNI).
    pub(super) name: Option<String>,
}

impl Display for Lines {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(Agreement { version, cipher_suite, group, server_key_bits }) = &self.agreement {
            let known = OLDER.iter().chain(&NEWER).find(|(iana, ..)| iana == cipher_suite);
            let (suite, bits) = match known {
                Some((_, openssl, bits)) => (*openssl, bits.to_string()),
                None => (cipher_suite.as_str(), "unknown".to_owned()),
            };
            let key_bits = server_key_bits.map_or_else(|| "unknown".to_owned(), |bits| bits.to_string());
            writeln!(f, "SSL/TLS Protocol:       {version},{suite},{key_bits},{bits}")?;
            if let Some(group) = group {
                let known = GROUPS.iter().find(|(rfc, _)| rfc == group);
                writeln!(f, "Server Temp Key:        {}", known.map_or(group.as_str(), |(_, openssl)| openssl))?;
            }
        }
        match &self.name {
            Some(name) => writeln!(f, "TLS Server Name:        {name}"),
            None => Ok(()),
        }
    }
}

/// What ab writes to standard error when a handshake fails, once for each reason: `(5)` where the connection broke, `(1)`
/// and the reason otherwise.
pub(super) fn complaints(detail: &Detail) -> String {
    let failed = detail.errors.keys().filter(|(outcome, text)| *outcome == Outcome::Connect && is_of_handshake(text));
    let texts = failed.map(|(_, text)| match super::errno(text) {
        Some(_) => "SSL handshake failed (5).\n".to_owned(),
        None => format!("SSL handshake failed (1).\n{text}\n"),
    });
    texts.collect()
}

/// Whether it was the handshake that failed, where there is TLS: other than a connection it does not make ab give up.
pub(super) fn is_of_handshake(text: &str) -> bool {
    /// `ECONNRESET` and `EPIPE`: only of an existing connection.
    const BROKEN: [i32; 2] = [104, 32];
    match super::errno(text) {
        Some((_, code)) => BROKEN.contains(&code),
        None => text != super::NOTHING_IN_TIME,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairload::url;

    fn options(words: &[(char, &str)]) -> Result<TlsOptions, Failure> {
        let mut options = TlsOptions::default();
        for (letter, value) in words {
            options.letter(*letter, value)?;
        }
        Ok(options)
    }

    #[test]
    fn names_are_those_of_openssl() {
        let agreement = |version: &str, suite: &str, group: &str, bits| Agreement {
            version: version.to_owned(),
            cipher_suite: suite.to_owned(),
            group: Some(group.to_owned()),
            server_key_bits: bits,
        };
        let lines = |agreement, name: Option<&str>| {
            Lines { agreement: Some(agreement), name: name.map(str::to_owned) }.to_string()
        };
        assert_eq!(
            lines(agreement("TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "secp256r1", Some(2048)), Some("a")),
            "SSL/TLS Protocol:       TLSv1.2,ECDHE-RSA-AES128-GCM-SHA256,2048,128\n\
             Server Temp Key:        ECDH prime256v1 256 bits\nTLS Server Name:        a\n"
        );
        assert_eq!(
            lines(agreement("TLSv1.3", "TLS_CHACHA20_POLY1305_SHA256", "X25519", None), None),
            "SSL/TLS Protocol:       TLSv1.3,TLS_CHACHA20_POLY1305_SHA256,unknown,256\n\
             Server Temp Key:        X25519 253 bits\n"
        );
        assert_eq!(Lines::default().to_string(), "");
    }

    /// The tables here have every suite and key exchange that a handshake can come to.
    #[test]
    fn every_suite_and_group_of_the_library_is_known() {
        let provider = rustls::crypto::ring::default_provider();
        let known = |name: &str| OLDER.iter().chain(&NEWER).any(|(iana, ..)| *iana == name);
        assert_eq!(provider.cipher_suites.len(), OLDER.len() + NEWER.len());
        for suite in provider.cipher_suites {
            let name = format!("{:?}", suite.suite()).replacen("TLS13_", "TLS_", 1);
            assert!(known(&name), "{name}");
        }
        for group in provider.kx_groups {
            let name = format!("{:?}", group.name());
            assert!(GROUPS.iter().any(|(rfc, _)| *rfc == name), "{name}");
        }
    }

    #[test]
    fn words_are_honoured_or_refused() {
        let got =
            options(&[('f', "tls1.2"), ('Z', "ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-CHACHA20-POLY1305"), ('I', "")]);
        let got = got.expect("known words");
        assert_eq!((got.protocol, got.nameless), (Some(Versions::Only12), true));
        let url = url::parse("https://a/").expect("a URL");
        let client = got.client(&url, "a").expect("a client").expect("with TLS");
        let offered: Vec<_> =
            client.config.crypto_provider().cipher_suites.iter().map(rustls::SupportedCipherSuite::suite).collect();
        assert_eq!((offered.len(), client.sent_name(), client.checks_certificates), (5, None, false));
        assert_eq!(format!("{:?}", offered[3]), "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
        let plain = TlsOptions::default().client(&url, "b").expect("a client").expect("with TLS");
        assert_eq!((plain.sent_name(), plain.resume), (Some("b"), false));
        for (letter, value) in
            [('f', "SSL2"), ('f', "ssl3"), ('f', "TLS1"), ('f', "TLS1.1"), ('f', ""), ('f', "x"), ('Z', "AES128-SHA")]
        {
            match options(&[(letter, value)]) {
                Err(Failure::Refused(error)) => assert_eq!(error.place, format!("-{letter} {value}")),
                other => panic!("-{letter} {value}: {other:?}"),
            }
        }
    }

    #[test]
    fn without_tls_there_is_nothing_to_ask_of_it() {
        let url = url::parse("http://a/").expect("a URL");
        assert!(matches!(TlsOptions::default().client(&url, "a"), Ok(None)));
        for word in [('f', "ALL"), ('I', ""), ('E', "x"), ('Z', "ECDHE-RSA-AES128-GCM-SHA256")] {
            let refused = options(&[word]).expect("known").client(&url, "a");
            assert!(
                matches!(refused, Err(Failure::Refused(error)) if error.problem.contains("applies only to https")),
                "{word:?}"
            );
        }
    }

    #[test]
    fn a_failed_handshake_differs_from_a_failed_connection() {
        for (text, handshake) in [
            ("the server sent the TLS alert protocol_version", true),
            ("Connection reset by peer (os error 104)", true),
            ("Connection refused (os error 111)", false),
            (super::super::NOTHING_IN_TIME, false),
        ] {
            assert_eq!(is_of_handshake(text), handshake, "{text}");
        }
    }
}
