//! A fresh database for one test, on either supported database.

use flate2::read::GzDecoder;
use sea_orm::ConnectionTrait;
use selaras_store::{
    Store,
    schema::{STEPS, Step},
};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, postgres::PgConnectOptions, sqlite::SqliteConnectOptions};
use std::{
    collections::BTreeMap,
    env, fs,
    io::Read,
    process,
    str::FromStr,
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
};
use tempfile::TempDir;
use tokio::sync::OnceCell;

/// The database that a test runs on.
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
    /// Keeps the SQLite file until the test ends.
    _directory: Option<TempDir>,
}

impl Database {
    pub async fn fresh(self) -> Fresh {
        match self {
            Sqlite => sqlite_file(None),
            Postgres => on_the_server(None).await,
        }
    }

    /// A database with the schema and no rows. The schema is created once per process; each test gets a copy.
    pub async fn migrated(self) -> Fresh {
        static SQLITE: OnceCell<Vec<u8>> = OnceCell::const_new();
        static POSTGRES: OnceCell<String> = OnceCell::const_new();
        match self {
            Sqlite => {
                let schema = SQLITE.get_or_init(async || {
                    let template = self.create_template().await;
                    fs::read(Store::sqlite_file(&template.url).unwrap()).unwrap()
                });
                sqlite_file(Some(schema.await))
            }
            Postgres => {
                let schema = POSTGRES
                    .get_or_init(async || self.create_template().await.url.rsplit('/').next().unwrap().to_owned());
                on_the_server(Some(schema.await)).await
            }
        }
    }

    /// The template of the copies. It is closed: SQLite's log is merged into its file, and PostgreSQL copies no open
    /// database.
    async fn create_template(self) -> Fresh {
        let fresh = self.fresh().await;
        Store::open(&fresh.url).await.unwrap().close().await.unwrap();
        fresh
    }
}

fn sqlite_file(content: Option<&[u8]>) -> Fresh {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("selaras.sqlite");
    if let Some(content) = content {
        fs::write(&file, content).unwrap();
    }
    Fresh {
        url: format!("sqlite:{}", file.display()),
        _directory: Some(directory),
    }
}

/// The schema of a made-up later version: it adds a table and a column, and changes rows.
pub static LATER: LazyLock<Vec<Step>> = LazyLock::new(|| with_step(ROOMS));

/// All steps of the schema, and a made-up one after them.
pub fn with_step(sql: &'static str) -> Vec<Step> {
    let made_up = Step {
        name: "9998_made_up",
        sqlite: sql,
        postgres: sql,
    };
    STEPS.iter().copied().chain([made_up]).collect()
}

const ROOMS: &str = "
    CREATE TABLE ruang (kode_ruang text NOT NULL PRIMARY KEY);
    INSERT INTO ruang (kode_ruang) SELECT kode_prodi FROM prodi GROUP BY kode_prodi;
    ALTER TABLE schedule ADD COLUMN ruang text;
    UPDATE outbox SET subject = subject || '!'";

/// A database as version 1.0.0 left it after a term, with the first step of the schema alone: `fixtures/README.md` says what is in it.
pub async fn after_a_term(on: Database) -> Fresh {
    let packed: &[u8] = match on {
        Sqlite => include_bytes!("../fixtures/1.0.0.sqlite.sql.gz"),
        Postgres => include_bytes!("../fixtures/1.0.0.postgres.sql.gz"),
    };
    let mut rows = String::new();
    GzDecoder::new(packed).read_to_string(&mut rows).unwrap();
    let fresh = on.fresh().await;
    let store = Store::open_with(&fresh.url, &STEPS[..1]).await.unwrap();
    store.writer().execute_unprepared(&rows).await.unwrap();
    store.close().await.unwrap();
    fresh
}

/// Columns that depend on the run: time, job, generated ids, and the source's spelling.
const RUN_COLUMNS: [&str; 9] = [
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
    /// A database that the caller disposes of.
    pub fn at(url: String) -> Self {
        Self { url, _directory: None }
    }

    /// The sorted rows of every table with campus data, without `RUN_COLUMNS`. Two dashboards with the same contents on
    /// one kind of database have equal results.
    pub async fn campus(&self) -> BTreeMap<String, Vec<String>> {
        let columns = match self.url.starts_with("sqlite:") {
            true => {
                "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY 1, c.cid"
            }
            false => {
                "SELECT table_name::text, column_name::text FROM information_schema.columns NATURAL JOIN information_schema.tables \
                 WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1, ordinal_position"
            }
        };
        let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (table, column) in self.pairs(columns.to_owned()).await {
            tables.entry(table).or_default().push(column);
        }
        // Rows, people and enrolments name the job that wrote them. Earlier versions depend on the run.
        let written = |columns: &[String]| columns.iter().any(|column| column == "written_in");
        tables.retain(|name, columns| (written(columns) || name.ends_with("_class")) && !name.ends_with("_before"));
        assert!(
            tables.len() > 10,
            "the tables of kinds have other columns: {:?}",
            tables.keys()
        );
        let mut campus = BTreeMap::new();
        for (table, columns) in tables {
            let values: Vec<_> = columns
                .iter()
                .filter(|column| !RUN_COLUMNS.contains(&column.as_str()))
                .map(|column| format!("coalesce('=' || CAST(\"{column}\" AS text), '-')"))
                .collect();
            let sql = format!(
                "SELECT '{table}', {} FROM \"{table}\" ORDER BY 2",
                values.join(" || '|' || ")
            );
            let rows = self.pairs(sql).await.into_iter().map(|(_, row)| row).collect();
            campus.insert(table, rows);
        }
        campus
    }

    /// The rows of a query with two text columns.
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

/// Creates a database on the throw-away server, empty or as a copy.
async fn on_the_server(copied: Option<&str>) -> Fresh {
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
    // The names contain digits and lower-case letters only.
    let template = copied.unwrap_or("template1");
    let create = AssertSqlSafe(format!("CREATE DATABASE {name} TEMPLATE {template}"));
    sqlx::query(create).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let mut url = url::Url::parse(&server).unwrap();
    url.set_path(&name);
    Fresh {
        url: url.to_string(),
        _directory: None,
    }
}
