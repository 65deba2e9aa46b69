//! A finished run, for programs ([`document`]) and for people ([`summary`]).

pub(crate) mod document;
mod live;
pub(crate) mod numbers;
pub(crate) mod open_loop;
mod parts;
pub(crate) mod percentiles;
pub(crate) mod progress;
mod sections;
mod self_check;
pub(crate) mod summary;
pub(crate) mod tls;
