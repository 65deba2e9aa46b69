//! Why a handshake or a connection failed, in words that say what to do.

use rustls::pki_types::UnixTime;
use rustls::{AlertDescription, CertificateError, Error, InvalidMessage};

use crate::engine::Fault;

/// The server closed a connection without `close_notify`: the answer may be truncated.
pub(super) const TRUNCATED: &str = "the server closed the connection without close_notify";
pub(super) const NO_HANDSHAKE: &str = "the server closed the connection during the TLS handshake";
pub(super) const NO_AGREEMENT: &str = "the server does not offer this version of HTTP (by ALPN)";

pub(super) fn fault(error: &Error) -> Fault {
    Fault::Tls(match error {
        Error::InvalidCertificate(error) => certificate(error),
        Error::AlertReceived(alert) => format!("the server sent the TLS alert {}", alert_name(*alert)),
        Error::InvalidMessage(InvalidMessage::InvalidContentType) => {
            "what the server sent is not TLS (if it speaks plain HTTP, use http://)".to_owned()
        }
        other => format!("TLS: {other}"),
    })
}

fn certificate(error: &CertificateError) -> String {
    match error {
        CertificateError::UnknownIssuer => "the server's certificate is not signed by a trusted authority \
            (--cacert FILE names one, --insecure does without)"
            .to_owned(),
        CertificateError::BadSignature => {
            "the server's certificate is not signed by the authority it names, as it is trusted here".to_owned()
        }
        CertificateError::NotValidForNameContext { expected, presented } => {
            let names: Vec<_> = presented.iter().map(|name| bare(name)).collect();
            let names = if names.is_empty() { "no name".to_owned() } else { names.join(", ") };
            format!("the server's certificate is not valid for {}: it names {names}", expected.to_str())
        }
        CertificateError::ExpiredContext { time, not_after } => {
            format!("the server's certificate expired {} ago", days(*not_after, *time))
        }
        CertificateError::NotValidYetContext { time, not_before } => {
            format!("the server's certificate will be valid in {}", days(*time, *not_before))
        }
        // The library has no name of its own for this one, and it is the usual one with `openssl req -x509`.
        other if format!("{other:?}").contains("CaUsedAsEndEntity") => "the server's own certificate is one of an \
            authority (CA:TRUE), which may sign others but not stand for a server (--insecure does without a check)"
            .to_owned(),
        other => format!("the server's certificate is not valid: {other}"),
    }
}

/// The library writes names as `DnsName("a.example")`.
fn bare(name: &str) -> &str {
    let inside = name.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    inside.unwrap_or(name).trim_matches('"')
}

fn days(from: UnixTime, to: UnixTime) -> String {
    match to.as_secs().saturating_sub(from.as_secs()) / 86_400 {
        0 => "less than a day".to_owned(),
        1 => "1 day".to_owned(),
        days => format!("{days} days"),
    }
}

/// As the RFCs write it: `handshake_failure`, `unknown_ca`.
fn alert_name(alert: AlertDescription) -> String {
    let camel: Vec<char> = format!("{alert:?}").chars().collect();
    let lower = |at: usize| camel.get(at).is_some_and(char::is_ascii_lowercase);
    let mut name = String::new();
    for (at, character) in camel.iter().enumerate() {
        // A word begins after a small letter, or with the last letter of a row of capitals.
        if at > 0 && character.is_ascii_uppercase() && (lower(at - 1) || lower(at + 1)) {
            name.push('_');
        }
        name.push(character.to_ascii_lowercase());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alerts_have_the_names_of_the_rfcs() {
        for (alert, name) in [
            (AlertDescription::HandshakeFailure, "handshake_failure"),
            (AlertDescription::NoApplicationProtocol, "no_application_protocol"),
            (AlertDescription::UnknownCA, "unknown_ca"),
            (AlertDescription::UnknownPSKIdentity, "unknown_psk_identity"),
        ] {
            assert_eq!(alert_name(alert), name);
        }
    }

    #[test]
    fn days_are_counted() {
        let at = |seconds| UnixTime::since_unix_epoch(std::time::Duration::from_secs(seconds));
        assert_eq!(days(at(0), at(86_399)), "less than a day");
        assert_eq!(days(at(0), at(86_400)), "1 day");
        assert_eq!(days(at(86_400), at(86_400 * 4)), "3 days");
    }
}
