//! The activity log and its seals.

pub mod chain;
pub mod log;
