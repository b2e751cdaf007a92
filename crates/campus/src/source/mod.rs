//! The academic system: read-only HTTP with JSON replies, no sign-in.
//!
//! Lists are written while they are sent, so a list of a million rows starts at once and takes no memory. What can go
//! wrong with a real one is ordered through [`Faults`]; what can change in a real one, through [`Changes`].

mod changes;
mod faults;
mod feeder;
mod lists;
mod server;
mod stream;

pub use changes::Changes;
pub use faults::{Fault, Faults};

pub(crate) use server::{Source, router};
