//! A fresh database for one test, on either of the two that Selaras knows.

use sqlx::{ConnectOptions, Connection, postgres::PgConnectOptions};
use std::{
    env, process,
    str::FromStr,
    sync::atomic::{AtomicU32, Ordering},
};
use tempfile::TempDir;

/// Which database a test runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    Sqlite,
    Postgres,
}
pub use Database::{Postgres, Sqlite};

/// An empty database that nothing else uses.
#[derive(Debug)]
pub struct Fresh {
    /// Its address, as the setting `database.url` takes it.
    pub url: String,
    /// Holds the SQLite file until the test is over.
    _directory: Option<TempDir>,
}

impl Database {
    pub async fn fresh(self) -> Fresh {
        match self {
            Sqlite => {
                let directory = TempDir::new().unwrap();
                let url = format!("sqlite:{}", directory.path().join("selaras.sqlite").display());
                Fresh {
                    url,
                    _directory: Some(directory),
                }
            }
            Postgres => Fresh {
                url: on_the_server().await,
                _directory: None,
            },
        }
    }
}

/// Makes a database on the throw-away server and answers with its address.
async fn on_the_server() -> String {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let server = env::var("SELARAS_TEST_POSTGRES").unwrap_or_else(|_| {
        panic!("SELARAS_TEST_POSTGRES is not set: `make test` starts a throw-away PostgreSQL server and sets it")
    });
    let options = PgConnectOptions::from_str(&server).unwrap();
    let random: u64 = rand::random();
    let name = format!(
        "selaras_{}_{}_{random:x}",
        process::id(),
        MADE.fetch_add(1, Ordering::Relaxed)
    );
    let mut connection = options.connect().await.unwrap();
    // The name holds digits and lower-case letters only.
    let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
    sqlx::query(create).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let mut url = url::Url::parse(&server).unwrap();
    url.set_path(&name);
    url.to_string()
}
