//! Selaras over HTTP: router, envelope, sign-in, API document, and the built front end.
//!
//! `routes/` has one file for each subject; `routes/kind.rs` has the calls of every kind. Routes are made by
//! [`document::route`], which also takes the description, so no call can be missing in the document.
//!
//! Modules, each using only those before it:
//! - `request_id`, `language`, `error`, `server`, `caller`, `layers`, `reply`, `web`.
//! - Reading a call: `call_input`, `json`, `list_query`, `body`, `strict`.
//! - Parts of the state: `attendance`, `excel`, `password`, `vault`, `oidc`, `settings`, `refusal_limit`, `open_streams`,
//!   `health_cache`; then `app`, the state itself.
//! - `log_file`, `refusals`, `session`, `access`, `second_factor`, `streams`.
//! - `document`, `routes`, `openapi`, `setup`, `router`.

mod access;
mod app;
mod attendance;
mod body;
mod call_input;
mod caller;
mod csv_file;
mod document;
mod error;
mod excel;
mod health_cache;
mod json;
mod language;
mod layers;
mod list_query;
mod log_file;
mod oidc;
mod open_streams;
mod openapi;
mod password;
mod refusal_limit;
mod refusals;
mod reply;
mod request_id;
mod router;
mod routes;
mod second_factor;
mod server;
mod session;
mod settings;
pub mod setup;
mod streams;
mod strict;
mod vault;
mod web;

pub use error::ApiError;
pub use oidc::{Admits, ProviderSettings};
pub use openapi::openapi;
pub use router::{handlers, router, standing};
pub use routes::keep_figures;
pub use server::{Limits, serve};
pub use settings::{ApiSettings, NewPasswords, SettingOrigin, Signup};

pub(crate) use app::App;
