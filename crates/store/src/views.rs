//! What screens read of many tables at once.

pub mod comparison;
pub mod history;
pub mod period;
pub mod person;
pub mod summary;
pub(crate) mod tally;
