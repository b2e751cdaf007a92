//! `selaras backup`, `restore` and `verify-log` by the real binary: each prints which database it used. The read-only ones
//! refuse a missing database.

use rstest::rstest;
use selaras_store::Store;
use selaras_tests::database::Database::{self, Postgres, Sqlite};
use sqlx::{Connection, PgConnection};
use std::{fs, path::Path, process::Command};
use url::Url;

/// Runs a command. Returns its output and exit status.
fn run(place: &Path, arguments: &[&str], database: &str) -> (String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_selaras"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SELARAS_")) {
        command.env_remove(name);
    }
    let output = command
        .args(arguments)
        .env("SELARAS_DATABASE__URL", database)
        .current_dir(place)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (said.concat(), output.status.code().unwrap())
}

#[rstest]
#[tokio::test]
async fn commands_name_their_database_without_credentials(#[values(Sqlite, Postgres)] on: Database) {
    let place = tempfile::tempdir().unwrap();
    let fresh = on.fresh().await;
    let url = Url::parse(&fresh.url).unwrap();
    let told = match on {
        Sqlite => url.path().to_owned(),
        Postgres => format!(
            "postgres://{}:{}{}",
            url.host_str().unwrap(),
            url.port().unwrap(),
            url.path()
        ),
    };
    Store::open(&fresh.url).await.unwrap().close().await.unwrap();
    for arguments in [
        &["backup", "a.backup"][..],
        &["verify-log"],
        &["restore", "a.backup", "--yes"],
    ] {
        let (said, status) = run(place.path(), arguments, &fresh.url);
        assert_eq!(status, 0, "{said}");
        assert!(said.contains(&format!("Database: {told}")), "{said}");
        if let Some(password) = url.password() {
            assert!(!said.contains(password), "{said}");
        }
    }
}

#[rstest]
#[tokio::test]
async fn restore_refuses_while_the_database_is_open_elsewhere(#[values(Sqlite, Postgres)] on: Database) {
    let place = tempfile::tempdir().unwrap();
    let fresh = on.fresh().await;
    let server = Store::open(&fresh.url).await.unwrap();
    server.back_up(&place.path().join("a.backup")).await.unwrap();
    let restore = || run(place.path(), &["restore", "a.backup", "--yes"], &fresh.url);
    let (said, status) = restore();
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("Database ini sedang dipakai"), "{said}");
    if on == Postgres {
        // Reconnected connections hold the lock too.
        let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                    WHERE datname = current_database() AND pid <> pg_backend_pid()";
        let mut other = PgConnection::connect(&fresh.url).await.unwrap();
        sqlx::query(kill).execute(&mut other).await.unwrap();
        server.ping().await.unwrap();
        let (said, status) = restore();
        assert_eq!(status, 1, "{said}");
    }
    server.close().await.unwrap();
    let (said, status) = restore();
    assert_eq!(status, 0, "{said}");
}

#[test]
fn missing_database_is_refused_and_not_created() {
    let place = tempfile::tempdir().unwrap();
    for arguments in [&["backup", "a.backup"][..], &["verify-log"]] {
        for (database, told) in [
            ("sqlite:selaras.sqlite", "selaras.sqlite tidak ada"),
            ("", "database.url"),
        ] {
            let (said, status) = run(place.path(), arguments, database);
            assert_eq!(status, 1, "{said}");
            assert!(said.contains(told), "{said}");
        }
    }
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
}
