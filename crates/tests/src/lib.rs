//! Shared parts of the tests of the store and of the API. They are a separate package, compiled without optimisation: the
//! many tests wait more than they compute.
#![allow(
    missing_docs,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "it serves tests alone"
)]

pub mod database;
pub mod numbers;
pub mod sources;
