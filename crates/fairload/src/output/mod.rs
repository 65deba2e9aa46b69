//! A finished run, for programs ([`document`]) and for people ([`summary`]).

pub(crate) mod document;
mod live;
mod parts;
pub(crate) mod percentiles;
pub(crate) mod progress;
pub(crate) mod schema;
mod sections;
mod self_check;
pub(crate) mod summary;
pub(crate) mod tls;
