//! The real binary: its commands, and servers that are killed, upgraded and monitored. One test program, to link once.
#![allow(missing_docs, unreachable_pub, clippy::disallowed_methods, clippy::unwrap_used)]

mod backup;
mod crash;
mod crash_campus;
mod doctor;
mod failed_upgrade;
mod guide;
mod log;
mod process;
mod service;
mod setup;
mod several;
mod silent_database;
mod storage;
mod telemetry;
mod verify_log;
mod zoom;
