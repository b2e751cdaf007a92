//! Connections to the database, and the transactions on them.
//!
//! Each statement to PostgreSQL has a deadline: without one, a server that falls silent without closing the connection would
//! block its caller for good. After a statement failed, its transaction takes no further one and is never committed. If the
//! disk is full, SQLite has already rolled back and would commit later statements one by one; PostgreSQL answers such a
//! COMMIT with success and keeps nothing.

use async_trait::async_trait;
use futures::{Stream, StreamExt, TryStreamExt, stream, stream::BoxStream};
use sea_orm::{
    AccessMode, ConnectionTrait, DatabaseBackend, DatabaseConnection, DatabaseTransaction, DbErr, ExecResult,
    IsolationLevel, QueryResult, RuntimeErr, Statement, StatementBuilder, StreamTrait, TransactionTrait,
};
use selaras_ambient::Clock;
use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::time::timeout;

/// The time limit of a statement on PostgreSQL, and of a stream's silence.
const DEADLINE: Duration = Duration::from_secs(120);
/// The limit for statements that rewrite a table: indexes of a first load, VACUUM, a restore.
const LONG_DEADLINE: Duration = Duration::from_secs(4 * 3600);

/// The rows of a statement, as a stream.
pub(crate) type Rows<'a> = BoxStream<'a, Result<QueryResult, DbErr>>;

/// A pool of connections.
#[derive(Clone, Debug)]
pub struct Connection {
    pool: DatabaseConnection,
    watch: Watch,
}

/// A transaction on one connection. Dropping it rolls it back.
#[derive(Debug)]
pub struct Transaction {
    inner: DatabaseTransaction,
    watch: Watch,
    /// The error of the first statement that failed.
    failed: Mutex<Option<DbErr>>,
}

/// Runs statements, and knows the time.
pub(crate) trait Timed: ConnectionTrait {
    /// The time as the database stores it: milliseconds since 1970.
    fn now(&self) -> i64;
}

impl Timed for Connection {
    fn now(&self) -> i64 {
        self.watch.now()
    }
}

impl Timed for Transaction {
    fn now(&self) -> i64 {
        self.watch.now()
    }
}

/// The checks around each statement.
#[derive(Clone, Debug)]
struct Watch {
    deadline: Option<Duration>,
    disk_full: Arc<AtomicBool>,
    clock: Clock,
}

impl Watch {
    fn now(&self) -> i64 {
        self.clock.now().as_millisecond()
    }

    async fn within_deadline<T>(&self, statement: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
        let done = match self.deadline {
            None => statement.await,
            Some(deadline) => timeout(deadline, statement).await.unwrap_or_else(|_| Err(too_late())),
        };
        done.inspect_err(|error| self.check_disk_full(error))
    }

    fn check_disk_full(&self, error: &DbErr) {
        if is_disk_full(error) {
            self.disk_full.store(true, Ordering::Relaxed);
        }
    }

    fn rows<'a>(&self, rows: impl Stream<Item = Result<QueryResult, DbErr>> + Send + Unpin + 'a) -> Rows<'a> {
        let watch = self.clone();
        stream::unfold((rows, watch), |(mut rows, watch)| async move {
            let row = watch.within_deadline(async { rows.next().await.transpose() }).await;
            Some((row.transpose()?, (rows, watch)))
        })
        .boxed()
    }
}

impl Connection {
    /// A pool with what all pools of one database share: whether its disk was full at the last write, and the clock.
    pub(crate) fn new(pool: DatabaseConnection, disk_full: Arc<AtomicBool>, clock: Clock) -> Self {
        let deadline = (pool.get_database_backend() == DatabaseBackend::Postgres).then_some(DEADLINE);
        Self {
            pool,
            watch: Watch {
                deadline,
                disk_full,
                clock,
            },
        }
    }

    /// The same pool for statements that rewrite a table.
    pub(crate) fn with_long_deadline(&self) -> Self {
        let mut connection = self.clone();
        connection.watch.deadline = connection.watch.deadline.map(|_| LONG_DEADLINE);
        connection
    }

    /// The time as the database stores it: milliseconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.watch.now()
    }

    /// The pool itself, for what only sea-orm and sqlx can do: schema steps, pragmas.
    pub(crate) const fn pool(&self) -> &DatabaseConnection {
        &self.pool
    }

    /// Begins a transaction.
    ///
    /// # Errors
    /// [`DbErr`] if no connection is free or the database does not answer.
    pub async fn begin(&self) -> Result<Transaction, DbErr> {
        self.transaction(self.pool.begin()).await
    }

    /// Begins a transaction that reads one snapshot of the database.
    pub(crate) async fn begin_snapshot(&self) -> Result<Transaction, DbErr> {
        let (isolation, access) = match self.get_database_backend() {
            // SQLite's transactions always see one snapshot.
            DatabaseBackend::Sqlite => (None, None),
            _ => (Some(IsolationLevel::RepeatableRead), Some(AccessMode::ReadOnly)),
        };
        self.transaction(self.pool.begin_with_config(isolation, access)).await
    }

    async fn transaction(
        &self,
        begun: impl Future<Output = Result<DatabaseTransaction, DbErr>>,
    ) -> Result<Transaction, DbErr> {
        Ok(Transaction {
            inner: self.watch.within_deadline(begun).await?,
            watch: self.watch.clone(),
            failed: Mutex::default(),
        })
    }

    /// The rows of a statement, as a stream.
    pub(crate) async fn stream(&self, statement: &impl StatementBuilder) -> Result<Rows<'_>, DbErr> {
        self.stream_text(self.get_database_backend().build(statement)).await
    }

    /// The rows of a statement given as text, as a stream.
    pub(crate) async fn stream_text(&self, statement: Statement) -> Result<Rows<'_>, DbErr> {
        let rows = self.watch.within_deadline(self.pool.stream_raw(statement)).await?;
        Ok(self.watch.rows(rows))
    }

    pub(crate) async fn ping(&self) -> Result<(), DbErr> {
        self.watch.within_deadline(self.pool.ping()).await
    }

    pub(crate) async fn close(self) -> Result<(), DbErr> {
        self.pool.close().await
    }
}

impl Transaction {
    /// The time as the database stores it: milliseconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.watch.now()
    }

    /// Commits, if no statement failed.
    ///
    /// # Errors
    /// [`DbErr`]: nothing is kept. After an expired deadline it is unknown whether PostgreSQL kept it.
    pub async fn commit(self) -> Result<(), DbErr> {
        if let Some(error) = self.first_failure() {
            self.rollback().await?;
            return Err(error);
        }
        self.watch.within_deadline(self.inner.commit()).await
    }

    /// Rolls back.
    ///
    /// # Errors
    /// [`DbErr`] if the database does not answer; then nothing is kept either.
    pub async fn rollback(self) -> Result<(), DbErr> {
        let failed = self.first_failure().is_some();
        let rolled_back = self.watch.within_deadline(self.inner.rollback()).await;
        // If the disk is full, SQLite has already rolled back and reports that no transaction is open.
        if failed { Ok(()) } else { rolled_back }
    }

    /// The rows of a statement, as a stream.
    pub(crate) async fn stream(&self, statement: &impl StatementBuilder) -> Result<Rows<'_>, DbErr> {
        self.stream_raw(self.get_database_backend().build(statement)).await
    }

    /// The rows of a statement given as text, as a stream.
    pub(crate) async fn stream_raw(&self, statement: Statement) -> Result<Rows<'_>, DbErr> {
        let rows = self.within_deadline(self.inner.stream_raw(statement)).await?;
        let rows = self.watch.rows(rows);
        Ok(rows.inspect_err(|error| self.remember(error)).boxed())
    }

    async fn within_deadline<T>(&self, statement: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
        if let Some(error) = self.first_failure() {
            return Err(error);
        }
        let done = self.watch.within_deadline(statement).await;
        done.inspect_err(|error| self.remember(error))
    }

    fn first_failure(&self) -> Option<DbErr> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn remember(&self, error: &DbErr) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.get_or_insert_with(|| error.clone());
    }
}

#[async_trait]
impl ConnectionTrait for Connection {
    fn get_database_backend(&self) -> DatabaseBackend {
        self.pool.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.watch.within_deadline(self.pool.execute_raw(statement)).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.watch.within_deadline(self.pool.execute_unprepared(sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        if returns_of_a_write(&statement) {
            return Ok(self.query_all_raw(statement).await?.into_iter().next());
        }
        self.watch.within_deadline(self.pool.query_one_raw(statement)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.watch.within_deadline(self.pool.query_all_raw(statement)).await
    }
}

#[async_trait]
impl ConnectionTrait for Transaction {
    fn get_database_backend(&self) -> DatabaseBackend {
        ConnectionTrait::get_database_backend(&self.inner)
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.within_deadline(self.inner.execute_raw(statement)).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.within_deadline(self.inner.execute_unprepared(sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        if returns_of_a_write(&statement) {
            return Ok(self.query_all_raw(statement).await?.into_iter().next());
        }
        self.within_deadline(self.inner.query_one_raw(statement)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.within_deadline(self.inner.query_all_raw(statement)).await
    }
}

/// True if a statement writes and returns rows (`RETURNING`). sqlx abandons a statement once it has the one row that it
/// wants. SQLite would then commit it at the reset, and sqlx does not check whether that succeeds. If all rows are read, the
/// statement is committed before it answers.
fn returns_of_a_write(statement: &Statement) -> bool {
    let start = statement.sql.trim_start();
    !["SELECT", "WITH", "PRAGMA"].iter().any(|word| start.starts_with(word))
}

/// The database's own error, if it is one.
pub(crate) fn sqlx_error(error: &DbErr) -> Option<&sqlx::Error> {
    match error {
        DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error)) => Some(error),
        _ => None,
    }
}

/// True if the database found no room on its disk.
pub(crate) fn is_disk_full(error: &DbErr) -> bool {
    match sqlx_error(error) {
        // SQLite: SQLITE_FULL, and SQLITE_IOERR_SHMSIZE if the file beside the log cannot grow. PostgreSQL: disk_full. A new
        // connection that finds no room for its copy of the catalogue reports it only in its message.
        Some(sqlx::Error::Database(error)) => {
            matches!(error.code().as_deref(), Some("13" | "4874" | "53100"))
                || error.message() == "could not write init file"
        }
        Some(sqlx::Error::Io(error)) => is_storage_full(error),
        _ => false,
    }
}

/// True if a row of that key is there already.
pub(crate) fn is_taken(error: &DbErr) -> bool {
    let database = sqlx_error(error).and_then(sqlx::Error::as_database_error);
    database.is_some_and(|error| error.is_unique_violation())
}

/// True if PostgreSQL waited in vain for a lock (`lock_timeout`).
pub(crate) fn is_locked_out(error: &DbErr) -> bool {
    matches!(sqlx_error(error), Some(sqlx::Error::Database(error)) if error.code().as_deref() == Some("55P03"))
}

/// True if a file found no room on its disk, or its owner's quota is used up.
pub fn is_storage_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

fn too_late() -> DbErr {
    let late = io::Error::new(io::ErrorKind::TimedOut, "the database did not answer in time");
    DbErr::Conn(RuntimeErr::SqlxError(Arc::new(sqlx::Error::Io(late))))
}
