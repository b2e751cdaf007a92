//! Who may sign in, and who has.

pub mod administrators;
pub mod identities;
pub mod names;
pub mod preferences;
pub(crate) mod principal;
pub mod second_factor;
pub mod sessions;
pub mod sign_in_tries;
