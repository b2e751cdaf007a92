//! Versions of rows: kept, and thrown away without a loss to the report.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    job, open, semester, semesters,
};
use rstest::rstest;
use selaras_kinds::semester::Semester;
use selaras_store::{
    Selection,
    jobs::{Counts, Outcome},
    report::Lines,
    sync::Upsert,
};

#[rstest]
#[tokio::test]
async fn old_versions_go_and_the_lines_that_stood_in_them_stay(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let (made, deleted) = (job(&store).await, job(&store).await);
    let rows = [semester("1", "a"), semester("2", "b")];
    let mut upsert = Upsert::new(&store, made, false);
    upsert.write(&rows, &[], &[], &Counts::default()).await.unwrap();
    let all = Selection::default();
    assert_eq!(store.delete::<Semester>(deleted, &all, 10).await.unwrap(), 2);
    let account = async |id: i64| {
        let job = store.job(id).await.unwrap().unwrap();
        let all = Lines::default();
        let page = store.report_page(&job, &["kode_semester"], &all, 0, 10).await;
        let lines = page.unwrap().rows.into_iter();
        lines.map(|line| (line.outcome, line.key)).collect::<Vec<_>>()
    };
    let expected = |outcome: Outcome| ["1", "2"].map(|key| (outcome, key.to_owned()));
    for time in [0, i64::MAX] {
        store.forget_versions::<Semester>(time).await.unwrap();
        assert_eq!(account(made).await, expected(Outcome::Created));
        assert_eq!(account(deleted).await, expected(Outcome::Deleted));
    }
    assert_eq!(store.count_undo::<Semester>(deleted).await.unwrap(), 0);
    assert!(!store.undo_versions::<Semester>(deleted, deleted, 10).await.unwrap());
    assert!(semesters(&store).await.is_empty());
}
