//! Client of Zoom: who was in which meeting.
//!
//! There are two sources. [`Zoom`] reads the reports of past meetings with the account's own credentials (server-to-server
//! OAuth): `wire` sends and retries, `token` renews the token, `reports` builds the calls. [`event`](Event) and
//! [`signature`](Signed) read the webhooks that Zoom sends. All input is checked before it is passed on.
//!
//! Modules, each using only those before it: `error`, `text`, `settings`, `token`, `wire`, `reports`; `signature`, `event`.

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
pub use reports::{List, Meeting, OddEntry, Participant, User, Zoom};
pub use settings::ZoomSettings;
pub use signature::{LONGEST_DELAY, Signed, answer_to_validation, is_signed};
