//! The academic system: read-only HTTP with JSON replies, no sign-in.
//!
//! Lists are generated while they are sent, so a list of a million rows starts at once and takes no memory. [`Faults`]
//! injects failures; [`Changes`] changes rows.

mod changes;
mod faults;
mod feeder;
mod lists;
mod server;
mod stream;

pub use changes::Changes;
pub use faults::{Fault, Faults};

pub(crate) use server::{Source, router};
