//! Moodle, as its REST web services show it.
//!
//! A double, measured against recordings of a real one (`tests/recordings`): the same functions, the same refusals with
//! the same codes, the same batches that are kept whole or not at all, the same ids given out and the same ids lost. What
//! it keeps is in memory, small enough for a million accounts.
//!
//! Tests look in and order misbehaviour through [`Moodle`]. Calls take no time unless a [`CostModel`] says so.

mod categories;
mod cost;
mod courses;
mod enrolments;
mod faults;
mod form;
mod grades;
mod groups;
mod inspection;
mod refusal;
mod reply;
mod rights;
mod server;
mod service;
mod site;
mod site_info;
mod user_rules;
mod users;
mod users_calls;

pub use cost::CostModel;
pub use faults::{Fault, Faults};
pub use inspection::{Account, Counts, Duplicates, Moodle};
pub use site::WelcomeMessage;

pub(crate) use inspection::Settings;
pub(crate) use server::router;
