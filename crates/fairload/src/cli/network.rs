//! How connections are made: with which certificates, from which addresses.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::Args;

use crate::engine::source::{self, AUTO_SPREAD, MAX_SPREAD, Source};
use crate::spec::SpecError;
use crate::tls::client::{Client, Manner, Protocol, Trust};
use crate::url::Url;

/// Connections that one source address can have without running short of ports.
const FEW_CONNECTIONS: usize = 20_000;

#[derive(Debug, Args)]
pub(super) struct NetworkArguments {
    /// PEM file of the certificates to trust for https, instead of those that this machine trusts.
    #[arg(long, value_name = "FILE")]
    cacert: Option<PathBuf>,
    /// Accept any certificate for any name; the result says so.
    #[arg(long, conflicts_with = "cacert")]
    insecure: bool,
    /// Let a connection resume the TLS session of an earlier one; without it every handshake is a full one.
    #[arg(long)]
    tls_resume: bool,
    /// Connect from this number of addresses in turn, from 127.0.0.1 on, each with its own ports; for targets in
    /// 127.0.0.0/8. off: the kernel chooses the address. auto: 64 with --no-keepalive, --requests-per-connection or
    /// more than 20000 connections, otherwise off.
    #[arg(long, value_name = "N|auto|off", default_value = "auto", value_parser = spread)]
    source_addresses: Spread,
    /// Connect from this local address.
    #[arg(long, value_name = "ADDRESS", conflicts_with = "source_addresses")]
    bind: Option<IpAddr>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spread {
    Auto,
    Off,
    Over(u32),
}

fn spread(text: &str) -> Result<Spread, String> {
    match (text, text.parse()) {
        ("auto", _) => Ok(Spread::Auto),
        ("off", _) => Ok(Spread::Off),
        (_, Ok(addresses @ 1..=MAX_SPREAD)) => Ok(Spread::Over(addresses)),
        _ => Err(format!("give a number from 1 to {MAX_SPREAD}, auto or off")),
    }
}

impl NetworkArguments {
    /// The settings of TLS; `None` for an `http` URL.
    ///
    /// # Errors
    /// No usable certificate to trust, or an option for TLS without TLS.
    pub(super) fn tls(&self, url: &Url, protocol: Protocol) -> Result<Option<Client>, SpecError> {
        let given =
            [("--cacert", self.cacert.is_some()), ("--insecure", self.insecure), ("--tls-resume", self.tls_resume)];
        match given.iter().find(|(_, given)| *given) {
            Some((option, _)) if !url.https => {
                Err(SpecError::new(*option, "it applies only to https", "write the URL as https://, or leave it out"))
            }
            _ if !url.https => Ok(None),
            _ => {
                let trust = match &self.cacert {
                    _ if self.insecure => Trust::Anything,
                    Some(path) => Trust::File(path.clone()),
                    None => Trust::System,
                };
                let (resume, protocol) = (self.tls_resume, Some(protocol));
                Client::new(&url.host, &Manner { resume, protocol, ..Manner::new(trust) }).map(Some)
            }
        }
    }

    /// Where connections to `target` come from.
    ///
    /// # Errors
    /// Addresses from which it cannot be reached.
    pub(super) fn source(&self, target: SocketAddr, keepalive: bool, connections: usize) -> Result<Source, SpecError> {
        match (self.bind, self.source_addresses) {
            (Some(address), _) => Source::fixed(address, target),
            (None, Spread::Over(addresses)) => Source::spread(addresses, target),
            (None, Spread::Auto) if source::is_loopback(target) && (!keepalive || connections > FEW_CONNECTIONS) => {
                Source::spread(AUTO_SPREAD, target)
            }
            (None, Spread::Auto | Spread::Off) => Ok(Source::Any),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auto() -> NetworkArguments {
        NetworkArguments {
            cacert: None,
            insecure: false,
            tls_resume: false,
            source_addresses: Spread::Auto,
            bind: None,
        }
    }

    #[test]
    fn sources_are_spread_where_ports_may_run_out() {
        let loopback: SocketAddr = ([127, 0, 0, 1], 80).into();
        let spread = Ok(Source::Spread { addresses: AUTO_SPREAD, next: 0 });
        assert_eq!(auto().source(loopback, false, 1), spread);
        assert_eq!(auto().source(loopback, true, FEW_CONNECTIONS + 1), spread);
        assert_eq!(auto().source(loopback, true, FEW_CONNECTIONS), Ok(Source::Any));
        for elsewhere in ["[::1]:80", "192.0.2.1:80"] {
            assert_eq!(auto().source(elsewhere.parse().expect("an address"), false, 1), Ok(Source::Any));
        }
    }

    #[test]
    fn a_spread_is_a_number_or_a_word() {
        for (text, expected) in [("auto", Spread::Auto), ("off", Spread::Off), ("65536", Spread::Over(65_536))] {
            assert_eq!(spread(text), Ok(expected));
        }
        for text in ["", "0", "65537", "-1", "on", "Auto"] {
            assert!(spread(text).is_err(), "{text:?} was accepted");
        }
    }
}
