//! The store on both databases: behaviour that the API's tests do not show more simply.
#![allow(missing_docs, unreachable_pub, clippy::disallowed_methods, clippy::unwrap_used)]

mod administrators;
mod backup;
mod changed_people;
mod export;
mod first_load;
mod forms_beside_jobs;
mod identities;
mod jobs;
mod library_transactions;
mod lists;
mod moved_enrolments;
mod opening;
mod recreated;
mod sign_in_tries;
mod staged_enrolments;
mod staging;
mod sync;
mod tables;
mod undo;
mod upgrade;
mod uploads;
mod waiting_enrolments;
mod zoom;

use jiff::SignedDuration;
use sea_orm::ConnectionTrait;
use selaras_kinds::{Kind, key_hash, mahasiswa::Mahasiswa, semester::Semester};
use selaras_reasons::Reason;
use selaras_store::{
    Page, Selection, Store, StoreError,
    enrolments::Hashes,
    jobs::{Counts, LEASE_MILLISECONDS, Line, NewJob, Subject, Verb},
    log::{About, Author},
    report::Lines,
    rows::{ListQuery, Stored},
    staging::{Says, StagedEnrolment, Staging},
};
use selaras_tests::database::{self, Database, Fresh};
use std::sync::LazyLock;

static ANI: LazyLock<Author> = LazyLock::new(|| Author::from("Ani"));

/// A sync of a kind, ordered by Ani.
pub fn new_job(kind: &str) -> NewJob<'static> {
    NewJob {
        kind: Subject::parse(kind).unwrap(),
        verb: Verb::Sync,
        task: "\"compare\"",
        actor: &ANI,
        consent: None,
        undo_of: None,
        part_of: None,
        ordered_by: None,
        ordered_in: None,
    }
}

/// An open store and its database.
pub async fn open(on: Database) -> (Store, Fresh) {
    let fresh = on.migrated().await;
    (Store::open(&fresh.url).await.unwrap(), fresh)
}

/// A job to write rows for.
pub async fn job(store: &Store) -> i64 {
    store.create_job(new_job("semester")).await.unwrap()
}

/// Makes a row by form, as Ani.
pub async fn create<K: Kind>(store: &Store, row: &K) -> Result<i64, StoreError> {
    let (kind, label) = (K::LABEL.to_owned(), row.label());
    let log = Reason::DidMakeRow { kind, label };
    store.create(row, &log, "Ani", About::default()).await
}

/// Changes a row by form, as Ani. False if it does not exist.
pub async fn change<K: Kind>(store: &Store, id: i64, row: &K) -> Result<bool, StoreError> {
    let (kind, label) = (K::LABEL.to_owned(), row.label());
    let log = Reason::DidSaveRow { kind, label };
    store.change(id, row, &log, "Ani", About::default()).await
}

/// Makes writing to the activity log fail.
pub async fn lose_the_log(store: &Store) {
    store
        .writer()
        .execute_unprepared("DELETE FROM log_chain")
        .await
        .unwrap();
}

/// Creates an enrolment for each of these rows, all with new people. Returns the job.
pub async fn make_students(store: &Store, rows: impl IntoIterator<Item = Mahasiswa>) -> i64 {
    let job = job(store).await;
    write_students(store, job, rows).await;
    job
}

/// Writes what a list with these rows, each of another person, has new and changed, as a sync does that was asked for them.
pub async fn write_students(store: &Store, job: i64, rows: impl IntoIterator<Item = Mahasiswa>) {
    let mut staging: Staging<Mahasiswa> = store.stage().await.unwrap();
    let (mut classes, mut people, mut enrolments) = (Vec::<Mahasiswa>::new(), Vec::new(), Vec::new());
    for (row, person) in rows.into_iter().zip(1..) {
        let hashes = Hashes::of(&row, key_hash(&row));
        let known = classes
            .iter()
            .position(|class| Hashes::of(class, 1).class == hashes.class);
        let class = known.unwrap_or_else(|| {
            classes.push(row.clone());
            classes.len() - 1
        });
        let class = class as u32 + 1;
        people.push((class, row));
        enrolments.push(StagedEnrolment {
            class,
            person,
            key_hash: hashes.key,
            source_hash: hashes.source,
            says: Says::First,
        });
    }
    staging.add_classes(&classes).await.unwrap();
    staging.add_people(&people).await.unwrap();
    staging.add_enrolments(&enrolments).await.unwrap();
    staging.order_enrolments(true).await.unwrap();
    staging.compare_people(true, Some(job)).await.unwrap();
    staging.compare_enrolments(Some(job)).await.unwrap();
    let all = [0, people.len() as i64];
    staging.change_people(job, all, &[], &Counts::default()).await.unwrap();
    staging.create_known(job, || Ok::<_, StoreError>(())).await.unwrap();
    let mut last = Some(0);
    while let Some(after) = last {
        last = staging.create_next_enrolments(job, after).await.unwrap();
    }
}

/// The written lines of a job's report.
pub async fn lines(store: &Store, job: i64) -> Page<Line> {
    let job = store.job(job).await.unwrap().unwrap();
    store.report_page(&job, &[], &Lines::default(), 0, 10).await.unwrap()
}

/// Lets the leases of all workers expire.
pub fn let_leases_run_out(store: &Store) {
    store
        .clock()
        .advance(SignedDuration::from_millis(LEASE_MILLISECONDS + 1));
}

/// True if a text has each of the typed words, ignoring the case of the words.
pub fn has_words(text: &str, typed: &str) -> bool {
    let typed = typed.to_lowercase();
    typed.split_whitespace().all(|word| text.contains(word))
}

/// A list query with this search.
pub fn searching(typed: &str) -> ListQuery {
    ListQuery {
        selection: Selection {
            search: Some(typed.to_owned()),
            ..Selection::default()
        },
        ..ListQuery::default()
    }
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
