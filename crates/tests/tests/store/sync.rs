//! Rows by key: written, matched, flagged.

use crate::{
    change, create,
    database::Database::{self, Postgres, Sqlite},
    job, lines, lose_the_log, open, semester, semesters,
};
use rstest::rstest;
use selaras_kinds::{fingerprint, key_hash, semester::Semester};
use selaras_store::{
    Selection, Store, StoreError,
    export::{Exported, Link},
    jobs::{Counts, Line, Outcome},
    rows::Migration,
    sync::Upsert,
};

async fn write(store: &Store, rows: &[Semester]) {
    let job = job(store).await;
    Upsert::new(store, job)
        .write(rows, &[], &[], &Counts::default())
        .await
        .unwrap();
}

#[rstest]
#[tokio::test]
async fn row_with_a_known_key_is_updated_and_keeps_its_id(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    write(&store, &[semester("1", "lama"), semester("2", "tetap")]).await;
    let before = semesters(&store).await;
    write(&store, &[semester("1", "baru")]).await;
    let after = semesters(&store).await;
    assert_eq!(after[0].id, before[0].id);
    assert_eq!(after[0].row, semester("1", "baru"));
    assert_eq!(after[1], before[1]);
}

#[rstest]
#[tokio::test]
async fn a_batch_of_any_size_is_written_whole(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let many = Upsert::<Semester>::new(&store, 0).batch() * 2 + 1;
    let rows: Vec<_> = (0..many).map(|code| semester(&code.to_string(), "x")).collect();
    write(&store, &rows).await;
    assert_eq!(semesters(&store).await.len(), many);
}

#[rstest]
#[tokio::test]
async fn rows_lines_and_counters_are_written_atomically(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    let counts = Counts::of(Outcome::Created, 1);
    let line = Line::on_row(&semester("1", "a"), Outcome::Created);
    let mut upsert = Upsert::new(&store, job);
    upsert
        .write(&[semester("1", "a")], &[], std::slice::from_ref(&line), &counts)
        .await
        .unwrap();
    // PostgreSQL refuses NUL in a text; SQLite does not. If the line fails, the row is rolled back too.
    let broken = Line::on_no_row(Outcome::Created, "2\u{0}".to_owned());
    let failed = upsert
        .write(&[semester("2", "b")], &[], &[broken], &counts)
        .await
        .is_err();
    let kept = if failed { 1 } else { 2 };
    assert_eq!(semesters(&store).await.len(), kept);
    assert_eq!(
        store.job(job).await.unwrap().unwrap().counts.get(Outcome::Created),
        kept as i64
    );
    assert_eq!(lines(&store, job).await.total, kept as i64);
}

#[rstest]
#[tokio::test]
async fn stored_row_distinguishes_source_values_from_local_edits(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let (sent, edited, entered) = (
        semester("1", "dari sumber"),
        semester("1", "diubah"),
        semester("2", "formulir"),
    );
    write(&store, std::slice::from_ref(&sent)).await;
    let id = semesters(&store).await[0].id;
    assert!(change(&store, id, &edited).await.unwrap());
    create(&store, &entered).await.unwrap();
    let known = store.known::<Semester>(&Selection::default()).await.unwrap();
    let hashes: Vec<_> = known
        .iter()
        .map(|known| (known.key_hash, known.fingerprint, known.source_fingerprint))
        .collect();
    assert_eq!(
        hashes,
        [
            (key_hash(&sent), fingerprint(&edited), Some(fingerprint(&sent))),
            (key_hash(&entered), fingerprint(&entered), None),
        ]
    );
}

#[rstest]
#[tokio::test]
async fn missing_flag_is_set_removed_and_cleared_by_a_write(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    write(&store, &[semester("1", "a")]).await;
    let id = semesters(&store).await[0].id;
    let flagged = async || semesters(&store).await[0].state.missing_since.is_some();
    let flag = async || {
        store
            .flag_missing::<Semester>(job, &[id], &[], &Counts::default())
            .await
            .unwrap()
    };
    flag().await;
    assert!(flagged().await);
    store.unflag_missing::<Semester>(&[id]).await.unwrap();
    assert!(!flagged().await);
    flag().await;
    write(&store, &[semester("1", "b")]).await;
    assert!(!flagged().await);
}

#[rstest]
#[tokio::test]
async fn a_key_is_taken_once(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    create(&store, &semester("1", "a")).await.unwrap();
    let second = create(&store, &semester("2", "b")).await.unwrap();
    assert!(matches!(
        create(&store, &semester("1", "c")).await,
        Err(StoreError::Taken("kode_semester"))
    ));
    assert!(matches!(
        change(&store, second, &semester("1", "c")).await,
        Err(StoreError::Taken("kode_semester"))
    ));
    assert!(
        !change(&store, 4711, &semester("3", "c")).await.unwrap(),
        "there is no such row"
    );
}

#[rstest]
#[tokio::test]
async fn form_changes_are_logged_or_not_made(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let id = create(&store, &semester("1", "a")).await.unwrap();
    let entries = async || {
        let log = store.log_page(&Default::default(), &Default::default(), 0, 10).await;
        log.unwrap().total
    };
    assert_eq!(entries().await, 1);
    create(&store, &semester("1", "b")).await.unwrap_err();
    assert_eq!(entries().await, 1);
    let before = semesters(&store).await;
    lose_the_log(&store).await;
    create(&store, &semester("2", "b")).await.unwrap_err();
    change(&store, id, &semester("1", "b")).await.unwrap_err();
    assert_eq!(semesters(&store).await, before);
    assert_eq!(entries().await, 1);
}

#[rstest]
#[tokio::test]
async fn rewritten_row_waits_for_export_again(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    write(&store, &[semester("1", "a"), semester("2", "b")]).await;
    let link = Link {
        platform_id: 7,
        container_id: None,
        is_group: false,
        provisional: false,
        sent_hash: 1,
        keeps_username: false,
        tied: false,
    };
    let sent = Exported {
        object_key: "1".to_owned(),
        fingerprint: fingerprint(&semester("1", "a")),
        idnumber: "selaras:semester:1".to_owned(),
        result: Ok(link),
    };
    store
        .record_exports::<Semester>(job, &[sent], &[], &Counts::default())
        .await
        .unwrap();
    write(&store, &[semester("1", "a2"), semester("2", "b2")]).await;
    let states: Vec<_> = semesters(&store)
        .await
        .into_iter()
        .map(|stored| stored.state.migration)
        .collect();
    assert_eq!(states, [Migration::Berubah, Migration::Belum]);
}
