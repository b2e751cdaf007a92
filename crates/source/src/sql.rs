//! Reads lists by SQL: one query per list, with the list's fields as columns.
//!
//! The query is the administrator's own. Selaras wraps it as a derived table in its own statement. That statement casts
//! every column to text and filters the rows of a class or a person by bound values, in a read-only transaction. Rows are
//! streamed as fast as the caller takes them: the drivers hold no whole result.

mod copy;
mod dialect;
mod fault;
mod read;
mod settings;

pub use settings::SqlSettings;

use selaras_reasons::Reason;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use secrecy::ExposeSecret;
use sqlx::mysql::MySqlConnectOptions;
use sqlx::pool::PoolOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, MySqlPool, PgPool, SqliteConnection, SqlitePool};
use tokio::sync::mpsc;

use crate::call::Call;
use crate::error::{Fault, Origin};
use crate::list::List;
use crate::reader::ListReader;
use crate::retry::{Patience, Pause, repeated};
use crate::rows::{Message, ReadError, Rows};
use dialect::Dialect;
use read::Stop;

/// Idle time after which a connection is closed.
const IDLE: Duration = Duration::from_secs(60);

/// Steps of a query after which SQLite checks whether to stop: a millisecond or less.
const STEPS: i32 = 10_000;

/// The connection pool, by type of database.
#[derive(Debug, Clone)]
enum Database {
    Postgres(PgPool),
    MySql(MySqlPool),
    Sqlite(SqlitePool),
}

/// The database behind the source.
#[derive(Debug, Clone)]
pub(crate) struct Sql {
    name: Arc<str>,
    settings: Arc<SqlSettings>,
    database: Database,
    pause: Pause,
}

impl Sql {
    /// Prepares the connection pool. Opens no connection.
    pub(crate) fn new(name: &str, settings: SqlSettings) -> Result<Self, Fault> {
        let database = Database::of(&settings)?;
        Ok(Self {
            name: name.into(),
            settings: Arc::new(settings),
            database,
            pause: Pause::on_the_clock(),
        })
    }

    /// The same with another wait between tries.
    pub(crate) fn with_pause(&self, pause: Pause) -> Self {
        Self { pause, ..self.clone() }
    }

    fn query(&self, list: &List) -> Option<&str> {
        let query = self.settings.queries.get(list.name())?.trim();
        (!query.is_empty()).then_some(query)
    }

    async fn read(&self, call: &Call, sender: &mpsc::Sender<Message>) -> Result<(), ReadError> {
        let sent_rows = AtomicU64::new(0);
        let patience = Patience {
            retries: self.settings.retries,
            first_pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(60),
        };
        repeated(&patience, &self.pause, call.name(), &sent_rows, || {
            self.read_once(call, sender, &sent_rows)
        })
        .await
    }

    async fn read_once(
        &self,
        call: &Call,
        sender: &mpsc::Sender<Message>,
        sent_rows: &AtomicU64,
    ) -> Result<(), ReadError> {
        let unset = || Fault::Unset { list: call.name() };
        let list = List::named(call.name()).ok_or_else(unset)?;
        let query = self.query(list).ok_or_else(unset)?;
        let patience = self.settings.timeouts.connect;
        let list_query = read::ListQuery {
            list,
            call,
            query,
            settings: &self.settings,
            sender,
            sent_rows,
        };
        match &self.database {
            Database::Postgres(pool) => {
                let connection = read::acquire(pool, patience).await?;
                let prepared = read::begin((pool, connection), Dialect::Postgres, &list_query, None).await?;
                match prepared.reader.columns.wanted() {
                    [] => copy::read(prepared).await,
                    _ => read::read(prepared).await,
                }
            }
            Database::MySql(pool) => {
                let connection = read::acquire(pool, patience).await?;
                read::read(read::begin((pool, connection), Dialect::MySql, &list_query, None).await?).await
            }
            Database::Sqlite(pool) => {
                let mut connection = read::acquire(pool, patience).await?;
                let stop = stop_of(&mut connection).await;
                let stop = stop.map_err(|error| fault::of_connecting(&error, patience))?;
                read::read(read::begin((pool, connection), Dialect::Sqlite, &list_query, Some(stop)).await?).await
            }
        }
    }
}

/// Makes SQLite check now and then whether to stop a query, because it works on even if its caller has gone.
async fn stop_of(connection: &mut SqliteConnection) -> sqlx::Result<Stop> {
    let is_wanted = Arc::new(AtomicBool::new(true));
    let look = Arc::clone(&is_wanted);
    let mut handle = connection.lock_handle().await?;
    handle.set_progress_handler(STEPS, move || look.load(Ordering::Relaxed));
    Ok(Box::new(move || is_wanted.store(false, Ordering::Relaxed)))
}

#[async_trait]
impl ListReader for Sql {
    fn described(&self) -> Vec<(&'static str, Reason)> {
        let queries: Vec<_> = self.settings.queries.keys().map(String::as_str).collect();
        vec![
            ("source.sql.url", Reason::verbatim(self.database.described())),
            ("source.sql.queries", Reason::verbatim(queries.join(", "))),
        ]
    }

    fn origin(&self, list: &'static List) -> Option<Origin> {
        self.query(list).map(|_| Origin::Query { list: list.name() })
    }

    fn whole(&self, _list: &'static List) -> bool {
        true
    }

    fn rows(&self, call: Call) -> Rows {
        let sql = self.clone();
        Rows::begin(&self.name, |sender| async move { sql.read(&call, &sender).await })
    }

    async fn ping(&self) -> Result<(), Fault> {
        let patience = self.settings.timeouts.connect;
        match &self.database {
            Database::Postgres(pool) => read::ping(pool, patience).await,
            Database::MySql(pool) => read::ping(pool, patience).await,
            Database::Sqlite(pool) => read::ping(pool, patience).await,
        }
    }
}

impl Database {
    /// Statements are not logged: a query that streams a campus takes as long as its reader does.
    fn of(settings: &SqlSettings) -> Result<Self, Fault> {
        let url = settings.url.expose_secret();
        // The address may contain a password, so the reason is shown without it.
        let wrong = |error: sqlx::Error| Fault::Settings(format!("source.sql.url: {}", fault::words(&error)));
        let scheme = url.split(':').next().unwrap_or_default();
        Ok(match scheme {
            "postgres" | "postgresql" => {
                let options = PgConnectOptions::from_str(url)
                    .map_err(wrong)?
                    .application_name(dialect::APPLICATION)
                    .disable_statement_logging();
                Self::Postgres(pool(settings).connect_lazy_with(options))
            }
            "mysql" | "mariadb" => {
                let options = MySqlConnectOptions::from_str(url)
                    .map_err(wrong)?
                    // A query must mean the same here as where it was tried out.
                    .pipes_as_concat(false)
                    .no_engine_substitution(false)
                    .timezone(None)
                    .disable_statement_logging();
                Self::MySql(pool(settings).connect_lazy_with(options))
            }
            "sqlite" => {
                let options = SqliteConnectOptions::from_str(url)
                    .map_err(wrong)?
                    .read_only(true)
                    .pragma("query_only", "ON")
                    .disable_statement_logging();
                Self::Sqlite(pool(settings).connect_lazy_with(options))
            }
            _ => {
                return Err(Fault::Settings(
                    "source.sql.url: postgres://, mysql://, sqlite:".to_owned(),
                ));
            }
        })
    }

    /// The address without its password.
    fn described(&self) -> String {
        match self {
            Self::Postgres(pool) => {
                let options = pool.connect_options();
                format!(
                    "postgres://{}:{}/{}",
                    options.get_host(),
                    options.get_port(),
                    options.get_database().unwrap_or_default()
                )
            }
            Self::MySql(pool) => {
                let options = pool.connect_options();
                format!(
                    "mysql://{}:{}/{}",
                    options.get_host(),
                    options.get_port(),
                    options.get_database().unwrap_or_default()
                )
            }
            Self::Sqlite(pool) => format!("sqlite:{}", pool.connect_options().get_filename().display()),
        }
    }
}

fn pool<D: sqlx::Database>(settings: &SqlSettings) -> PoolOptions<D> {
    PoolOptions::new()
        .max_connections(settings.connections)
        .acquire_timeout(settings.timeouts.connect)
        .idle_timeout(IDLE)
}
