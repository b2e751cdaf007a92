//! All routes. `open` are those that need no key; every other is in `closed`.

mod account;
mod action;
mod attendance;
mod comparison;
mod connections;
mod form;
mod health;
mod jobs;
mod kind;
mod list;
mod log;
mod metrics;
mod schedule;
mod summary;
mod user;
mod zoom;

pub(crate) use metrics::count;

use crate::{ApiError, App};
use selaras_kinds::{
    jurusan::Jurusan, kelas::Kelas, mahasiswa::Mahasiswa, mahasiswa_mbkm::MahasiswaMbkm, mata_kuliah::MataKuliah,
    mengajar::Mengajar, pengajar::Pengajar, prodi::Prodi, semester::Semester, tahun_ajaran::TahunAjaran,
};
use utoipa_axum::router::OpenApiRouter;

/// The prefix that most screens use.
pub(crate) const MAIN: &str = "/api/v1/api";
/// The prefix of sign-in and of forms.
pub(crate) const REACT: &str = "/api/react";

/// Routes that need no key.
pub(crate) fn open() -> OpenApiRouter<App> {
    account::open()
        .merge(health::open())
        .merge(metrics::open())
        .merge(zoom::open())
}

/// Routes that need a key. A new kind adds its line here.
pub(crate) fn closed() -> OpenApiRouter<App> {
    account::closed()
        .merge(kind::routes::<TahunAjaran>())
        .merge(kind::routes::<Semester>())
        .merge(kind::routes::<Prodi>())
        .merge(kind::routes::<Jurusan>())
        .merge(kind::routes::<MataKuliah>())
        .merge(kind::routes::<Kelas>())
        .merge(kind::routes::<Pengajar>())
        .merge(kind::routes::<Mahasiswa>())
        .merge(kind::routes::<MahasiswaMbkm>())
        .merge(kind::routes::<Mengajar>())
        .merge(user::routes())
        .merge(jobs::routes())
        .merge(zoom::closed())
        .merge(log::routes())
        .merge(summary::routes())
        .merge(attendance::routes())
        .merge(connections::routes())
        .merge(schedule::routes())
        .merge(comparison::routes())
}

/// The reply to a method that the path does not know.
pub(crate) async fn method_not_allowed() -> ApiError {
    ApiError::Method
}
