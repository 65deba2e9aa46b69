//! Both engines against real sockets, driven by hand.

mod ends;
mod fake;
mod order;
mod volume;
