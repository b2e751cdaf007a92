//! Opening the database.

use crate::{
    create,
    database::Database::{self, Postgres, Sqlite},
    semester, semesters,
};
use rstest::rstest;
use selaras_store::Store;
use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
    path::Path,
};

#[rstest]
#[tokio::test]
async fn reopened_database_keeps_its_rows(#[values(Sqlite, Postgres)] on: Database) {
    let fresh = on.fresh().await;
    let store = Store::open(&fresh.url).await.unwrap();
    create(&store, &semester("20261", "Gasal")).await.unwrap();
    store.close().await.unwrap();
    let again = Store::open(&fresh.url).await.unwrap();
    assert_eq!(semesters(&again).await[0].row, semester("20261", "Gasal"));
    let beside = Store::open(&fresh.url).await.unwrap();
    beside.ping().await.unwrap();
}

#[tokio::test]
async fn new_file_is_private_and_an_existing_one_keeps_its_mode() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("selaras.sqlite");
    let url = format!("sqlite:{}", file.display());
    let mode = |name: &str| {
        let there = fs::metadata(folder.path().join(name)).unwrap();
        there.permissions().mode() & 0o777
    };
    assert_eq!(Store::missing_file(&url).as_deref(), Some(file.as_path()));
    let store = Store::open(&url).await.unwrap();
    create(&store, &semester("20261", "Gasal")).await.unwrap();
    for name in ["selaras.sqlite", "selaras.sqlite-wal", "selaras.sqlite-shm"] {
        assert_eq!(mode(name), 0o600, "{name}");
    }
    store.close().await.unwrap();
    assert_eq!(Store::missing_file(&url), None);

    fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
    let store = Store::open(&url).await.unwrap();
    assert_eq!(mode("selaras.sqlite"), 0o640);
    store.close().await.unwrap();
}

#[test]
fn only_a_sqlite_file_can_be_missing() {
    let missing = Store::missing_file;
    assert_eq!(
        missing("sqlite://no.sqlite?mode=rwc").as_deref(),
        Some(Path::new("no.sqlite"))
    );
    for url in [
        "sqlite::memory:",
        "sqlite:x?mode=memory",
        "postgres://a:b@c/d",
        "mysql://c/d",
    ] {
        assert_eq!(missing(url), None, "{url}");
    }
}

#[tokio::test]
async fn unknown_database_address_is_refused() {
    let error = Store::open("mysql://localhost/selaras").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the address begins with neither sqlite: nor postgres://"
    );
}
