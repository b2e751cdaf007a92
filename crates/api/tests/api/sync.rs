//! Sync: from the source to the dashboard.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, NAME, Server, column},
};
use rstest::rstest;
use serde_json::json;

#[rstest]
#[tokio::test]
async fn a_first_sync_brings_every_class_of_the_source(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let synced = admin.post(&format!("{A}/kelas/sync"), json!({ "name": NAME })).await.ok();
    let classes = server.campus.university().classes() as i64;
    assert_eq!(synced.counts(), [classes, 0, 0, 0, 0, 0]);
    assert_eq!(synced.sentence(), format!("Sinkronisasi data Kelas: {classes} baru."));
    let rows = admin.rows("kelas").await;
    assert_eq!(rows.len() as i64, classes);
    assert!(column(&rows, "migration").iter().all(|migration| *migration == "belum"));
    insta::assert_json_snapshot!("a_class_of_the_dashboard", rows[0], { ".synced_at" => "[time]" });
}
