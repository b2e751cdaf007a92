//! Reads the lists in every way: SQL on real servers, files, and HTTP. The HTTP client has its own tests.
#![allow(missing_docs, unreachable_pub, clippy::print_stdout, clippy::unwrap_used)]

mod bad_files;
mod bad_queries;
mod bounds;
mod client;
mod left_out;
mod same_campus;
mod services;
mod trials;
mod uploads;
