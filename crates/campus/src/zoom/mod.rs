//! Zoom: the account's OAuth endpoint, the reports of past meetings, and webhooks.
//!
//! A double that follows Zoom's documentation: tokens valid for an hour, lists paged by `next_page_token`, reports of at
//! most a month, meetings with UUIDs that must be encoded twice in a path, and rate limits. Some of the university's classes
//! meet online; the participants are computed from the seed and stored nowhere, like the rest of it.
//!
//! Tests inspect it and queue faults through [`Zoom`].

mod account;
mod faults;
mod meetings;
mod server;
mod webhooks;

pub use account::Zoom;
pub use faults::{Call, Fault};
pub use meetings::{Meeting, Participant};

pub(crate) use server::router;
