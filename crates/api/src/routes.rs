//! All routes. `open` are those that need no key; every other is in `closed`.

mod account;
mod action;
mod form;
mod health;
mod jobs;
mod kind;
mod list;
mod log;

use crate::{ApiError, App};
use selaras_kinds::{kelas::Kelas, mahasiswa::Mahasiswa, mata_kuliah::MataKuliah};
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;

/// The prefix that most screens use.
pub(crate) const MAIN: &str = "/api/v1/api";
/// The prefix of sign-in and of forms.
pub(crate) const REACT: &str = "/api/react";

/// Routes that need no key.
pub(crate) fn open() -> OpenApiRouter<App> {
    account::open().merge(health::open())
}

/// Routes that need a key. A new kind adds its line here.
pub(crate) fn closed() -> OpenApiRouter<App> {
    account::closed()
        .merge(kind::routes::<MataKuliah>())
        .merge(kind::routes::<Kelas>())
        .merge(kind::routes::<Mahasiswa>())
        .merge(jobs::routes())
        .merge(log::routes())
}

/// The shapes of the kinds' rows. A new kind adds its line here.
pub(crate) fn schemas() -> Vec<(String, Value)> {
    [kind::schemas::<MataKuliah>(), kind::schemas::<Kelas>(), kind::schemas::<Mahasiswa>()].concat()
}

/// The reply to a method that the path does not know.
pub(crate) async fn method_not_allowed() -> ApiError {
    ApiError::Method
}
