//! The demo campus: a university that does not exist, with the systems that a real one has.
//!
//! `selaras demo`, the tests and the benchmarks talk to it over HTTP as they would to a real campus:
//!
//! - [`generator`] makes up the university: deterministic from a seed, of any size, held nowhere.
//! - [`source`] speaks as the academic system and can be told to misbehave.
//! - [`moodle`] speaks as Moodle's REST web services and refuses what a real Moodle refuses.
//! - [`oidc`] signs people in as an institution's OpenID provider does.
//! - [`zoom`] speaks as Zoom's API does of the last month's meetings, and sends signed webhooks.
//!
//! This crate uses nothing of the product, so that it can disagree with it.
//!
//! `examples/start.rs` starts one.
// A course as Moodle sends it has more fields than the macro that writes it nests by default.
#![recursion_limit = "256"]
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod campus;
pub mod generator;
mod listener;
pub mod moodle;
pub mod oidc;
pub mod source;
pub mod zoom;

pub use campus::{Campus, CampusBuilder};
