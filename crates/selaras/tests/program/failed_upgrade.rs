//! The real binary on a database that it cannot migrate: it ends with a message, and the database is unchanged.

use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use std::{path::Path, process::Command};

async fn tables(file: &Path) -> Vec<String> {
    let mut database = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    let names = sqlx::query_scalar("SELECT name FROM sqlite_master ORDER BY name");
    let names = names.fetch_all(&mut database).await.unwrap();
    database.close().await.unwrap();
    names
}

#[tokio::test]
async fn failed_migration_is_explained_and_changes_nothing() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("selaras.sqlite");
    let options = SqliteConnectOptions::new().filename(&file).create_if_missing(true);
    let mut database: SqliteConnection = options.connect().await.unwrap();
    let theirs = "CREATE TABLE zoom_person (name TEXT); INSERT INTO zoom_person VALUES ('theirs')";
    sqlx::raw_sql(theirs).execute(&mut database).await.unwrap();
    database.close().await.unwrap();

    let mut command = Command::new(env!("CARGO_BIN_EXE_selaras"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SELARAS_")) {
        command.env_remove(name);
    }
    let settings = [
        ("SELARAS_SERVER__LISTEN", "127.0.0.1:0"),
        ("SELARAS_SOURCE__BASE_URL", "https://ocas.kampus.example"),
        ("SELARAS_PLATFORM__BASE_URL", "https://moodle.kampus.example"),
        ("SELARAS_PLATFORM__TOKEN", "rahasia"),
        ("SELARAS_LOG__FILTER", "error"),
    ];
    let output = command
        .arg("serve")
        .envs(settings)
        .current_dir(place.path())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.starts_with("selaras: the database cannot be brought up to date: the step 0001_baseline"),
        "{said}"
    );
    assert!(said.contains("Nothing was changed"), "{said}");
    assert_eq!(tables(&file).await, ["zoom_person"]);
}
