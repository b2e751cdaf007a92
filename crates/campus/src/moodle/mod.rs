//! Moodle's REST web services.
//!
//! A double, checked against recordings of a real Moodle (`tests/recordings`): the same functions, refusals and codes, the
//! same atomic batches, the same ids given out and the same ids lost. Its data is in memory, small enough for a million
//! accounts.
//!
//! Tests inspect it and queue faults through [`Moodle`]. Calls take no time unless a [`CostModel`] is set.
//!
//! Modules, each using only those before it: `refusal`, `reply`, `form`, `cost`, `users`, `user_rules`, `rights`;
//! `course_dates`, `gradebook`, `site`; the functions, in `users_calls`, `categories`, `cohorts`, `courses`, `contents`, `enrolments`, `grades`, `groups` and
//! `site_info`; `service`, which lists them; `faults`, `inspection`, `server`.

mod categories;
mod cohorts;
mod contents;
mod cost;
mod course_dates;
mod courses;
mod enrolments;
mod faults;
mod form;
mod gradebook;
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
pub use site::{ActivityType, Method, WelcomeMessage};

pub(crate) use inspection::Settings;
pub(crate) use server::router;
