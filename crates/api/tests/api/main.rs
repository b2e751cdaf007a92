//! The public API over HTTP, against the real engine, a database of its own and a campus that can be told to misbehave.
//!
//! Each test runs on SQLite and on PostgreSQL.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used)]

#[path = "../../../store/tests/database/mod.rs"]
mod database;
mod harness;

mod attendance;
mod closed_routes;
mod delete;
mod drift;
mod enrol;
mod every_call;
mod export;
mod faults;
mod forms;
mod jobs;
mod lists;
mod log;
mod reply_shapes;
mod schedules;
mod sign_in;
mod sync;
mod users;
mod whole_campus;
