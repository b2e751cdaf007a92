//! A fresh database for one test, on either of the two that Selaras knows.

use sqlx::{AssertSqlSafe, ConnectOptions, Connection, postgres::PgConnectOptions, sqlite::SqliteConnectOptions};
use std::{
    collections::BTreeMap,
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

/// Columns that tell when and by which job a row came to be, how the database numbers it, or in which letters its source
/// spelled it.
const OF_THE_OCCASION: [&str; 9] = [
    "id",
    "person_id",
    "class_id",
    "created_in",
    "written_in",
    "synced_at",
    "exported_at",
    "edited_at",
    "source_hash",
];

impl Fresh {
    /// A database that is the caller's to throw away.
    pub fn at(url: String) -> Self {
        Self { url, _directory: None }
    }

    /// The rows of every table that holds a campus's data, sorted, with each column but those of the occasion. Two
    /// dashboards of one kind of database that hold the same are equal in it to the byte.
    pub async fn campus(&self) -> BTreeMap<String, Vec<String>> {
        let columns = match self.url.starts_with("sqlite:") {
            true => {
                "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY 1, c.cid"
            }
            false => {
                "SELECT table_name::text, column_name::text FROM information_schema.columns \
                 WHERE table_schema = 'public' ORDER BY 1, ordinal_position"
            }
        };
        let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (table, column) in self.pairs(columns.to_owned()).await {
            tables.entry(table).or_default().push(column);
        }
        // Rows, people and places say which job wrote them; the versions before are of the occasion.
        let written = |columns: &[String]| columns.iter().any(|column| column == "written_in");
        tables.retain(|name, columns| (written(columns) || name.ends_with("_class")) && !name.ends_with("_before"));
        assert!(
            tables.len() > 10,
            "the tables of kinds have other columns: {:?}",
            tables.keys()
        );
        let mut campus = BTreeMap::new();
        for (table, columns) in tables {
            let told: Vec<_> = columns
                .iter()
                .filter(|column| !OF_THE_OCCASION.contains(&column.as_str()))
                .map(|column| format!("coalesce('=' || CAST(\"{column}\" AS text), '-')"))
                .collect();
            let sql = format!(
                "SELECT '{table}', {} FROM \"{table}\" ORDER BY 2",
                told.join(" || '|' || ")
            );
            let rows = self.pairs(sql).await.into_iter().map(|(_, row)| row).collect();
            campus.insert(table, rows);
        }
        campus
    }

    /// The rows of a query that answers with two texts.
    async fn pairs(&self, sql: String) -> Vec<(String, String)> {
        let sql = AssertSqlSafe(sql);
        if self.url.starts_with("sqlite:") {
            let mut connection = SqliteConnectOptions::from_str(&self.url)
                .unwrap()
                .connect()
                .await
                .unwrap();
            return sqlx::query_as(sql).fetch_all(&mut connection).await.unwrap();
        }
        let mut connection = PgConnectOptions::from_str(&self.url).unwrap().connect().await.unwrap();
        sqlx::query_as(sql).fetch_all(&mut connection).await.unwrap()
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
