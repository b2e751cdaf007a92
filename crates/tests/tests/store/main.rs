//! The store on both databases: what the tests of the API do not show more simply.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used)]

mod administrators;
mod export;
mod jobs;
mod opening;
mod sync;

use sea_orm::ConnectionTrait;
use selaras_kinds::semester::Semester;
use selaras_store::{Selection, Store, rows::Stored};
use selaras_tests::database::{self, Database, Fresh};

/// An open store, and the database that it is in.
pub async fn open(on: Database) -> (Store, Fresh) {
    let fresh = on.fresh().await;
    (Store::open(&fresh.url).await.unwrap(), fresh)
}

/// A job to write rows for.
pub async fn job(store: &Store) -> i64 {
    store
        .create_job("semester", "sync", &Selection::default(), "Ani")
        .await
        .unwrap()
}

/// Lets time pass for every worker: their leases have run out.
pub async fn let_leases_run_out(store: &Store) {
    store
        .writer()
        .execute_unprepared("UPDATE job SET lease_until = 1")
        .await
        .unwrap();
}

pub fn semester(code: &str, name: &str) -> Semester {
    Semester {
        kode_semester: code.into(),
        nama_semester: name.into(),
        ..Semester::default()
    }
}

pub async fn semesters(store: &Store) -> Vec<Stored<Semester>> {
    store.first(&Selection::default(), 100_000).await.unwrap()
}
