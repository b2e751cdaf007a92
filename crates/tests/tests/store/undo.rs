//! Versions of rows: stored, and deleted without a loss to the report.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    job, open, semester, semesters,
};
use rstest::rstest;
use sea_orm::{ConnectionTrait, Statement};
use selaras_kinds::semester::Semester;
use selaras_store::{
    Selection, Store,
    jobs::{Counts, Outcome},
    report::Lines,
    sync::Upsert,
};

#[rstest]
#[tokio::test]
async fn old_versions_are_deleted_and_their_lines_stay(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let (made, deleted) = (job(&store).await, job(&store).await);
    let rows = [semester("1", "a"), semester("2", "b")];
    let mut upsert = Upsert::new(&store, made);
    upsert.write(&rows, &[], &[], &Counts::default()).await.unwrap();
    let all = Selection::default();
    assert_eq!(store.delete::<Semester>(deleted, &all, 10).await.unwrap(), 2);
    let account = async |id: i64| {
        let job = store.job(id).await.unwrap().unwrap();
        let all = Lines::default();
        let page = store.report_page(&job, &["kode_semester"], &all, 0, 10).await;
        let lines = page.unwrap().rows.into_iter();
        lines.map(|line| (line.outcome, line.key.text)).collect::<Vec<_>>()
    };
    let expected = |outcome: Outcome| ["1", "2"].map(|key| (outcome, key.to_owned()));
    for time in [0, i64::MAX] {
        while store.forget_versions::<Semester>(time, 1000).await.unwrap() {}
        assert_eq!(account(made).await, expected(Outcome::Created));
        assert_eq!(account(deleted).await, expected(Outcome::Deleted));
    }
    assert_eq!(store.count_undo::<Semester>(deleted).await.unwrap(), 0);
    assert!(!store.undo_versions::<Semester>(deleted, deleted, 10).await.unwrap());
    assert!(semesters(&store).await.is_empty());
}

/// Six semesters that a job created and another deleted, the first three at one instant. Returns the two jobs.
async fn six_that_are_gone(store: &Store) -> (i64, i64) {
    let (made, deleted) = (job(store).await, job(store).await);
    let rows = ["1", "2", "3", "4", "5", "6"].map(|code| semester(code, "a"));
    let mut upsert = Upsert::new(store, made);
    upsert.write(&rows, &[], &[], &Counts::default()).await.unwrap();
    let all = Selection::default();
    assert_eq!(store.delete::<Semester>(deleted, &all, 10).await.unwrap(), 6);
    let taken = "UPDATE semester_before SET taken_at = CASE kode_semester \
                 WHEN '4' THEN 20 WHEN '5' THEN 30 WHEN '6' THEN 40 ELSE 10 END";
    store.writer().execute_unprepared(taken).await.unwrap();
    (made, deleted)
}

#[rstest]
#[tokio::test]
async fn old_versions_of_one_instant_are_deleted_in_one_batch(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let (_, deleted) = six_that_are_gone(&store).await;
    let mut left = Vec::new();
    while store.forget_versions::<Semester>(35, 1).await.unwrap() {
        left.push(store.count_undo::<Semester>(deleted).await.unwrap());
    }
    assert_eq!(left, [3, 2, 1]);
    assert_eq!(store.oldest_version::<Semester>().await.unwrap(), Some(40));
}

#[rstest]
#[tokio::test]
async fn deleted_job_keeps_no_lines(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let (made, deleted) = six_that_are_gone(&store).await;
    let gone = format!("DELETE FROM job WHERE id = {made}");
    store.writer().execute_unprepared(&gone).await.unwrap();
    while store.forget_versions::<Semester>(i64::MAX, 2).await.unwrap() {}
    let lines = "SELECT job_id FROM job_row ORDER BY id";
    let lines = Statement::from_string(store.backend(), lines);
    let lines = store.writer().query_all_raw(lines).await.unwrap();
    let jobs: Vec<i64> = lines.iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
    assert_eq!(jobs, [deleted; 6]);
}
