//! What the tests of the store and of the API share. They are a package of their own, so that they are compiled without
//! the optimiser: they wait more than they compute, and there are many of them.
#![allow(missing_docs, clippy::unwrap_used, reason = "it serves tests alone")]

pub mod database;
pub mod numbers;
pub mod sources;
