//! A finished run, for programs ([`document`]) and for people ([`summary`]).

pub(crate) mod document;
pub(crate) mod schema;
pub(crate) mod summary;
