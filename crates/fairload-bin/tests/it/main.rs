//! The program as users see it: over real sockets, against servers that behave or misbehave in known ways.
#![allow(clippy::unwrap_used)]

/// What must hold with every engine.
macro_rules! on {
    ($module:ident, $engine:literal) => {
        #[path = "."]
        #[allow(clippy::duplicate_mod)]
        mod $module {
            /// A value of `--engine`.
            pub(crate) const ENGINE: &str = $engine;

            pub(crate) mod common;

            mod accuracy;
            mod compressed;
            mod crowd;
            mod dialect_engine;
            mod dialect_plow;
            mod dialect_tls;
            mod dialect_wrk;
            mod dialects;
            mod framing;
            mod framing_torture;
            mod grpc;
            mod http2;
            mod load;
            mod mix;
            mod networks;
            mod open_loop;
            mod outcomes;
            mod pipelining;
            mod probes;
            mod rate;
            mod session;
            mod sources;
            mod start_at;
            mod tls;
            mod tls_failures;
            mod tls_nginx;
            mod tls_reference;
            mod tls_server;
            mod websocket;
        }
    };
}

on!(epoll, "epoll");
on!(io_uring, "io_uring");

// Tests that do not depend on the engine.
use epoll::common;
mod calibrate;
mod confine;
mod costs;
mod engine;
mod instructions;
mod progress;
mod reference;
mod self_check;
mod stamps;
mod truthful;
