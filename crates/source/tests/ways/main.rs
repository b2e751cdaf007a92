//! The lists by every way in which they can be read: SQL on real servers, files, and HTTP.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used)]

mod bad_files;
mod bad_queries;
mod bounds;
mod same_campus;
mod services;
mod trials;
mod uploads;
