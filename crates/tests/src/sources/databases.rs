//! The campus in a database, like a campus's own system: tables with other names.

use super::campus::Table;
use secrecy::SecretString;
use selaras_source::{FilesSettings, Source, SqlSettings, Ways};
use sqlx::{AssertSqlSafe, Connection, MySqlConnection, PgConnection, SqliteConnection};
use std::{
    collections::BTreeMap,
    env,
    sync::atomic::{AtomicU32, Ordering},
};
use tempfile::TempDir;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Server {
    Postgres,
    MariaDb,
    Sqlite,
}

/// An empty database for one test.
#[derive(Debug)]
pub struct Fresh {
    pub server: Server,
    pub url: String,
    _folder: Option<TempDir>,
}

impl Server {
    pub async fn fresh(self) -> Fresh {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let name = format!("sumber_{}_{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let server = |variable: &str| {
            env::var(variable)
                .unwrap_or_else(|_| panic!("{variable} is not set: `make test` starts a throw-away server and sets it"))
        };
        let (address, folder) = match self {
            Self::Postgres => (server("SELARAS_TEST_POSTGRES"), None),
            Self::MariaDb => (server("SELARAS_TEST_MARIADB"), None),
            Self::Sqlite => {
                let folder = TempDir::new().unwrap();
                (
                    format!("sqlite:{}/{name}.sqlite?mode=rwc", folder.path().display()),
                    Some(folder),
                )
            }
        };
        let mut url = address.clone();
        if self != Self::Sqlite {
            run(self, &address, &format!("CREATE DATABASE {name}")).await;
            let mut of_database = url::Url::parse(&address).unwrap();
            of_database.set_path(&name);
            url = of_database.to_string();
        }
        Fresh {
            server: self,
            url,
            _folder: folder,
        }
    }
}

async fn run(server: Server, url: &str, statement: &str) {
    let statement = AssertSqlSafe(statement.to_owned());
    match server {
        Server::Postgres => {
            let mut connection = PgConnection::connect(url).await.unwrap();
            sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
        }
        Server::MariaDb => {
            let mut connection = MySqlConnection::connect(url).await.unwrap();
            sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
        }
        Server::Sqlite => {
            let mut connection = SqliteConnection::connect(url).await.unwrap();
            sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
        }
    }
}

impl Fresh {
    pub async fn run(&self, statement: &str) {
        run(self.server, &self.url, statement).await;
    }

    /// An empty database of the same PostgreSQL server that checks no encoding.
    pub async fn beside_in_sql_ascii(&self) -> Self {
        let mut url = url::Url::parse(&self.url).unwrap();
        let name = format!("{}_ascii", url.path().trim_start_matches('/'));
        let options = "ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0";
        self.run(&format!("CREATE DATABASE {name} {options}")).await;
        url.set_path(&name);
        Self {
            server: self.server,
            url: url.to_string(),
            _folder: None,
        }
    }

    /// A text as a literal of this database.
    pub fn literal(&self, text: &str) -> String {
        let text = text.replace('\'', "''");
        match self.server {
            Server::MariaDb => format!("'{}'", text.replace('\\', "\\\\")),
            Server::Postgres | Server::Sqlite => format!("'{text}'"),
        }
    }

    /// Fills a table for each list. The columns have other names than the fields; the query maps them.
    pub async fn fill(&self, tables: &[Table]) {
        for table in tables {
            let name = table.list.name();
            let columns: Vec<_> = (0..table.columns.len())
                .map(|at| format!("k{at} VARCHAR(300)"))
                .collect();
            self.run(&format!("CREATE TABLE t_{name} ({})", columns.join(", ")))
                .await;
            let rows: Vec<_> = table.rows.iter().collect();
            for rows in rows.chunks(500) {
                let values: Vec<_> = rows
                    .iter()
                    .map(|row| {
                        let cells: Vec<_> = row
                            .iter()
                            .map(|cell| match cell.as_str() {
                                "" => "NULL".to_owned(),
                                cell => self.literal(cell),
                            })
                            .collect();
                        format!("({})", cells.join(", "))
                    })
                    .collect();
                self.run(&format!("INSERT INTO t_{name} VALUES {}", values.join(", ")))
                    .await;
            }
        }
    }

    /// Queries that map each list's columns to its fields, unquoted as people write them.
    pub fn queries(tables: &[Table]) -> BTreeMap<String, String> {
        tables
            .iter()
            .map(|table| {
                let columns: Vec<_> = table
                    .columns
                    .iter()
                    .enumerate()
                    .map(|(at, field)| format!("k{at} AS {field}"))
                    .collect();
                let name = table.list.name();
                (
                    name.to_owned(),
                    format!("SELECT {}\nFROM t_{name} -- {name}", columns.join(", ")),
                )
            })
            .collect()
    }

    /// A source that reads exactly these lists from this database.
    pub fn source(&self, queries: BTreeMap<String, String>) -> Source {
        self.source_with(queries, |_| {})
    }

    pub fn source_with(&self, queries: BTreeMap<String, String>, change: impl FnOnce(&mut SqlSettings)) -> Source {
        Source::of(self.ways(queries, change)).unwrap()
    }

    /// The readers of exactly these lists from this database.
    pub fn ways(&self, queries: BTreeMap<String, String>, change: impl FnOnce(&mut SqlSettings)) -> Ways {
        let mut sql = SqlSettings::new(SecretString::from(self.url.replace("?mode=rwc", "")), queries);
        sql.retries = 0;
        change(&mut sql);
        Ways {
            name: "Simak".to_owned(),
            sql: Some(sql),
            files: FilesSettings::default(),
            http: None,
        }
    }
}
