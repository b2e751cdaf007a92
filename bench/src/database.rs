//! The measured databases.

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use sqlx::{Connection, PgConnection, postgres::PgConnectOptions};
use std::{
    env, fmt, process,
    str::FromStr,
    sync::atomic::{AtomicU32, Ordering},
};
use tempfile::TempDir;

/// The variable in which `scripts/with-postgres.sh` passes the server's address.
pub(crate) const POSTGRES: &str = "SELARAS_TEST_POSTGRES";

/// A database that Selaras can keep its data in.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Backend {
    Sqlite,
    Postgres,
}

impl fmt::Display for Backend {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        })
    }
}

/// The databases to measure on.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Databases {
    /// Measures on this database only.
    #[arg(long, value_enum)]
    database: Option<Backend>,
}

impl Databases {
    /// The selected databases.
    pub(crate) fn each(&self) -> impl Iterator<Item = Backend> {
        [Backend::Sqlite, Backend::Postgres]
            .into_iter()
            .filter(|backend| self.database.is_none_or(|only| only == *backend))
    }
}

/// An empty database that nothing else uses.
pub(crate) struct Fresh {
    url: String,
    keeping: Keeping,
}

/// The database's resources, until it is dropped.
enum Keeping {
    Directory {
        _held: TempDir,
    },
    Server {
        options: Box<PgConnectOptions>,
        name: String,
    },
}

impl Fresh {
    pub(crate) async fn new(backend: Backend) -> Result<Self> {
        match backend {
            Backend::Sqlite => {
                let held = tempfile::tempdir()?;
                Ok(Self {
                    url: format!("sqlite:{}", held.path().join("bench.sqlite").display()),
                    keeping: Keeping::Directory { _held: held },
                })
            }
            Backend::Postgres => Self::on_the_server().await,
        }
    }

    async fn on_the_server() -> Result<Self> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let address = env::var(POSTGRES).with_context(|| format!("{POSTGRES} names no server"))?;
        let options = Box::new(PgConnectOptions::from_str(&address)?);
        let name = format!("bench_{}_{}", process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        administer(&options, format!("CREATE DATABASE {name}")).await?;
        let mut url = reqwest::Url::parse(&address)?;
        url.set_path(&name);
        Ok(Self {
            url: url.to_string(),
            keeping: Keeping::Server { options, name },
        })
    }

    /// Its address, as the setting `database.url` takes it.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Deletes it, so that the rounds do not fill the disk.
    pub(crate) async fn drop(self) -> Result<()> {
        match self.keeping {
            Keeping::Directory { .. } => Ok(()),
            Keeping::Server { options, name } => {
                administer(&options, format!("DROP DATABASE {name} WITH (FORCE)")).await
            }
        }
    }
}

async fn administer(server: &PgConnectOptions, sql: String) -> Result<()> {
    let mut connection = PgConnection::connect_with(server).await?;
    sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await?;
    Ok(connection.close().await?)
}
