//! Zoom as Selaras knows it: who was in which meeting.
//!
//! Two ways lead there. [`Zoom`] asks for the reports of past meetings with the account's own key (server-to-server
//! OAuth): `wire` sends and repeats, `token` keeps the key fresh, `reports` says what to ask. [`event`](Event) and
//! [`signature`](Signed) read what Zoom sends by itself as webhooks. Whatever comes is checked before it is handed on.

mod error;
mod event;
mod reports;
mod settings;
mod signature;
mod text;
mod token;
mod wire;

pub use error::{Result, ZoomError};
pub use event::{Event, EventError, Presence};
pub use reports::{Meeting, Participant, User, Zoom};
pub use settings::ZoomSettings;
pub use signature::{LONGEST_DELAY, Signed, answer_to_validation, is_signed};
