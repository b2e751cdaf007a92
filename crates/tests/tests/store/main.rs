//! The store on both databases: what the tests of the API do not show more simply.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used)]

mod administrators;
mod backup;
mod changed_people;
mod export;
mod failed_upgrade;
mod first_load;
mod jobs;
mod lists;
mod opening;
mod sync;
mod tables;
mod undo;
mod upgrade;

use sea_orm::ConnectionTrait;
use selaras_kinds::semester::Semester;
use selaras_store::{
    Page, Selection, Store,
    jobs::{Line, NewJob, Subject, Verb},
    report::Lines,
    rows::Stored,
};
use selaras_tests::database::{self, Database, Fresh};

/// A sync of rows of a kind, ordered by Ani.
pub fn new_job(kind: &str) -> NewJob<'static> {
    NewJob {
        kind: Subject::parse(kind).unwrap(),
        verb: Verb::Sync,
        task: "\"compare\"",
        actor: "Ani",
        consent: None,
        undo_of: None,
        part_of: None,
        ordered_by: None,
        ordered_in: None,
    }
}

/// An open store, and the database that it is in.
pub async fn open(on: Database) -> (Store, Fresh) {
    let fresh = on.fresh().await;
    (Store::open(&fresh.url).await.unwrap(), fresh)
}

/// A job to write rows for.
pub async fn job(store: &Store) -> i64 {
    store.create_job(new_job("semester")).await.unwrap()
}

/// The written lines of a job's report.
pub async fn lines(store: &Store, job: i64) -> Page<Line> {
    let job = store.job(job).await.unwrap().unwrap();
    store.report_page(&job, &[], &Lines::default(), 0, 10).await.unwrap()
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
