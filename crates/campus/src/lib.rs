//! The demo campus: a fictional university, with the systems that a real one has.
//!
//! `selaras demo`, the tests and the benchmarks talk to it over HTTP as to a real campus:
//!
//! - [`generator`] computes the university: deterministic from a seed, of any size, without storage.
//! - [`source`] is the academic system, with faults on request.
//! - [`moodle`] is Moodle's REST web services, with the refusals of a real Moodle.
//! - [`oidc`] signs people in like an institution's OpenID provider.
//! - [`zoom`] is Zoom's API with the last month's meetings, and sends signed webhooks.
//!
//! This crate uses nothing of the product, so that the two can disagree.
//!
//! `examples/start.rs` starts one.
//!
//! Modules, each using only those before it: `generator`, `listener`; `source`, `moodle`, `oidc`, `zoom`; `campus`, which
//! starts them.
// A course in Moodle's replies has more fields than the `json!` macro nests by default.
#![recursion_limit = "256"]
#![cfg_attr(test, allow(clippy::unwrap_used))]
#![allow(
    clippy::disallowed_methods,
    reason = "it uses nothing of the product, so not its clock either"
)]

mod campus;
pub mod generator;
mod listener;
pub mod moodle;
pub mod oidc;
pub mod source;
pub mod zoom;

pub use campus::{Campus, CampusBuilder};
