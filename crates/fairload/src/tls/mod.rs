//! TLS: a [`Driver`](crate::engine::Driver) between an engine, which moves bytes and knows nothing of it,
//! and a lap, which knows nothing of it either.

pub(crate) mod adapter;
pub(crate) mod certificate;
pub mod client;
pub mod identity;
pub mod negotiated;
#[cfg(test)]
mod pool_tests;
mod public_key;
mod reason;
pub(crate) mod sessions;
#[cfg(test)]
mod tests;
mod unchecked;
