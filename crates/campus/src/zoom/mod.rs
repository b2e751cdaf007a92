//! Zoom: the account's OAuth endpoint, the reports of past meetings, and webhooks.
//!
//! A double, made after Zoom's documentation: keys that live an hour, lists paged by `next_page_token`, reports of a month
//! at the most, meetings whose marks must be encoded twice in a path, and limits on how much may be asked. The university
//! meets online in some of its classes; who was there is drawn from the seed and held nowhere, like the rest of it.
//!
//! Tests look in and order misbehaviour through [`Zoom`].

mod account;
mod faults;
mod meetings;
mod server;
mod webhooks;

pub use account::Zoom;
pub use faults::{Call, Fault};
pub use meetings::{Meeting, Participant};

pub(crate) use server::router;
