//! On PostgreSQL a form and a job write the same rows concurrently: one waits for the other, without a deadlock.

use crate::{change, create, database::Database::Postgres, job, make_students, open, semester, write_students};
use rstest::rstest;
use sea_orm::{ConnectionTrait, DatabaseBackend, Statement};
use selaras_kinds::{fingerprint, mahasiswa::Mahasiswa, semester::Semester};
use selaras_store::{
    Selection, Store,
    export::{Exported, Link},
    jobs::Counts,
    rows::ListQuery,
};
use selaras_tests::numbers;
use std::time::Duration;
use tokio::time::timeout;

const NPK: &str = "260001";
const WRITES_PERSON: &str = "UPDATE mahasiswa_person SET edited_at = 1";

fn student(name: &str, class: &str) -> Mahasiswa {
    Mahasiswa {
        nama_mk: "Algoritma".into(),
        nama_kelas: class.into(),
        program_id: "11".into(),
        NPK: NPK.into(),
        nama_lengkap: name.into(),
        ..Mahasiswa::default()
    }
}

/// Runs the first statement in a transaction, and the second as soon as `other` waits for it.
async fn beside(store: &Store, statements: [&str; 2], other: impl Future<Output = ()> + Send + 'static) {
    let [first, second] = statements;
    let transaction = store.writer().begin().await.unwrap();
    transaction.execute_unprepared(first).await.unwrap();
    let other = tokio::spawn(other);
    let waits = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let waits = || {
        let waits = Statement::from_string(DatabaseBackend::Postgres, waits);
        store.writer().query_one_raw(waits)
    };
    let waiting = async { while waits().await.unwrap().is_none() {} };
    timeout(Duration::from_secs(30), waiting)
        .await
        .expect("the other transaction waits in time");
    transaction.execute_unprepared(second).await.unwrap();
    transaction.commit().await.unwrap();
    other.await.unwrap();
    numbers::assert_true(store).await;
}

/// Renames the student as a sync does. Returns the job.
async fn rename(store: &Store, name: &str) -> i64 {
    let job = job(store).await;
    write_students(store, job, [student(name, "A")]).await;
    job
}

/// Records an export of a semester.
async fn record(store: &Store, sent: Exported) {
    let job = job(store).await;
    store
        .record_exports::<Semester>(job, &[sent], &[], &Counts::default())
        .await
        .unwrap();
}

/// The job's work.
#[derive(Debug, Clone, Copy)]
enum Doing {
    Change,
    Delete,
    UndoOfChange,
    UndoOfMaking,
}

#[rstest]
#[tokio::test]
async fn student_form_and_job_do_not_deadlock(
    #[values(Doing::Change, Doing::Delete, Doing::UndoOfChange, Doing::UndoOfMaking)] doing: Doing,
) {
    let (store, _fresh) = open(Postgres).await;
    let made = make_students(&store, [student("Siti", "A")]).await;
    let changed = match doing {
        Doing::UndoOfChange => rename(&store, "Sita").await,
        _ => made,
    };
    let at_work = store.clone();
    let other = async move {
        let (store, job) = (&at_work, job(&at_work).await);
        match doing {
            Doing::Change => {
                rename(store, "Sita").await;
            }
            Doing::Delete => {
                let all = Selection::default();
                assert_eq!(store.delete::<Mahasiswa>(job, &all, 10).await.unwrap(), 1);
            }
            Doing::UndoOfChange => {
                assert!(store.undo_versions::<Mahasiswa>(job, changed, 10).await.unwrap());
            }
            Doing::UndoOfMaking => {
                let last = store.undo_created::<Mahasiswa>(job, made, 0, 10).await.unwrap();
                assert!(last.is_some());
            }
        }
    };
    let writes_enrolments = "UPDATE mahasiswa_enrolment SET key_hash = key_hash";
    beside(&store, [WRITES_PERSON, writes_enrolments], other).await;
}

#[tokio::test]
async fn key_change_by_form_and_export_do_not_deadlock() {
    let (store, _fresh) = open(Postgres).await;
    create(&store, &semester("1", "Gasal")).await.unwrap();
    let sent = Exported {
        object_key: "1".to_owned(),
        fingerprint: fingerprint(&semester("1", "Gasal")),
        idnumber: "selaras:semester:1".to_owned(),
        result: Ok(Link {
            platform_id: 7,
            container_id: Some(1),
            is_group: false,
            provisional: false,
            sent_hash: 1,
            keeps_username: false,
            tied: false,
        }),
    };
    record(&store, sent.clone()).await;
    let at_work = store.clone();
    let other = async move { record(&at_work, sent).await };
    let statements = [
        "UPDATE semester SET edited_at = 1",
        "UPDATE platform_link SET sent_hash = 0",
    ];
    beside(&store, statements, other).await;
}

#[tokio::test]
async fn form_adding_an_enrolment_waits_for_export_recreating_accounts() {
    let (store, _fresh) = open(Postgres).await;
    make_students(&store, [student("Siti", "A")]).await;
    let at_work = store.clone();
    let other = async move {
        create(&at_work, &student("Siti", "B")).await.unwrap();
    };
    let holds_enrolments = "LOCK TABLE mahasiswa_enrolment IN SHARE ROW EXCLUSIVE MODE";
    beside(&store, [WRITES_PERSON, holds_enrolments], other).await;
}

#[tokio::test]
async fn form_moving_a_student_waits_for_a_counting_job() {
    let (store, _fresh) = open(Postgres).await;
    make_students(&store, [student("Siti", "A")]).await;
    let enrolment = store.page::<Mahasiswa>(&ListQuery::default(), 0, 1).await.unwrap().rows[0].id;
    let at_work = store.clone();
    let other = async move {
        assert!(change(&at_work, enrolment, &student("Siti", "B")).await.unwrap());
    };
    beside(&store, [WRITES_PERSON, "UPDATE job SET verb = verb"], other).await;
}
