//! Opening the database.

use crate::{
    Result, StoreError,
    connection::{Connection, is_locked_out},
    lists::ListCache,
    schema::{self, STEPS, Step},
    trigrams::Trigrams,
};
use futures::future::BoxFuture;
use jiff::Timestamp;
use sea_orm::{ConnectionTrait, DatabaseBackend, DatabaseConnection, SqlxPostgresConnector, SqlxSqliteConnector};
use selaras_ambient::Clock;
use sqlx::{
    Connection as _, Executor, Sqlite,
    pool::{PoolConnection, PoolConnectionMetadata},
    postgres::PgPoolOptions,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqlitePoolOptions, SqliteSynchronous},
};
use std::{
    fs::{File, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::time::timeout;

/// The dashboard's database.
#[derive(Clone, Debug)]
pub struct Store {
    /// The pool that reads lists.
    pub(crate) reader: Connection,
    /// The connection for all writes. On SQLite the pool has one connection, so that writers queue here and not on the
    /// file's lock.
    pub(crate) writer: Connection,
    /// The list cache: where pages far inside long lists begin.
    pub(crate) list_cache: ListCache,
    /// The cached results of searches over everything.
    pub(crate) search_cache: ListCache,
    /// How searches query the trigram index.
    pub(crate) trigrams: Trigrams,
    clock: Clock,
    /// Set when the database finds no room on its disk; cleared by [`Store::try_writing`].
    disk_full: Arc<AtomicBool>,
    /// The schema that this version knows.
    pub(crate) steps: &'static [Step],
}

/// Connections that read a SQLite file at the same time.
const SQLITE_READERS: u32 = 4;
/// How long an idle reader stays open; the last one stays. Each reader holds its own schema, pages and statements, and opens
/// again within milliseconds.
const SQLITE_READER_IDLE: Duration = Duration::from_secs(2);
/// Connections to a PostgreSQL server.
const POSTGRES_CONNECTIONS: u32 = 12;
/// Bytes that [`Store::try_writing`] writes: more than saving a form writes.
const PROBE_BYTES: u32 = 65_536;
/// Rows of the probe on PostgreSQL. Each is short enough to stay uncompressed in the table's own file.
const PROBE_ROWS: u32 = 64;
/// How long a connection may take to answer before it is considered dead.
const PING_DEADLINE: Duration = Duration::from_secs(1);
/// Session settings of each PostgreSQL connection. The server ends a connection, with its locks, if the client has vanished
/// or is silent within a transaction. It ends a statement if its client hung up. A commit is on disk before it is answered,
/// whatever the server's default is.
const POSTGRES_SESSION: &str = "\
    SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3; \
    SET client_connection_check_interval = '10s'; SET idle_in_transaction_session_timeout = '30s'; \
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";
/// Takes the lock that all stores of one schema share; [`Store::connect_alone`] takes it exclusively. The first number
/// identifies Selaras.
const POSTGRES_SHARE: &str = "SELECT pg_advisory_lock_shared(1936026721, hashtext(current_schema()))";
const POSTGRES_ALONE: &str = "SELECT pg_try_advisory_lock(1936026721, hashtext(current_schema()))";
/// The low byte of SQLite's codes for a locked file.
const SQLITE_BUSY: u32 = 5;

impl Store {
    /// Opens the database at `url` (`sqlite:…` or `postgres://…`), creates the file if it is missing, and brings the schema
    /// up to date.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence that names what is wrong; [`StoreError::Schema`] if a step of the schema fails.
    /// The database is then unchanged.
    pub async fn open(url: &str) -> Result<Self> {
        Self::open_with(url, STEPS).await
    }

    /// The same with the steps of another version.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub async fn open_with(url: &str, steps: &'static [Step]) -> Result<Self> {
        let store = Self::connect_with(url, steps).await?;
        if store.pending_steps().await? == 0 {
            store.index_search().await?;
            return Ok(store);
        }
        schema::apply_pending(&store.writer, steps).await?;
        store.index_search().await?;
        // A SQLite reader that has cached the old tables may take the name of a new column for a text.
        store.close().await?;
        Self::connect_with(url, steps).await
    }

    /// Opens the database without migrating its schema.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence that names what is wrong.
    pub async fn connect(url: &str) -> Result<Self> {
        Self::connect_with(url, STEPS).await
    }

    /// Opens the database with the steps of another version, and leaves its schema as it is.
    ///
    /// # Errors
    /// As [`Store::connect`].
    pub async fn connect_with(url: &str, steps: &'static [Step]) -> Result<Self> {
        Ok(if url.starts_with("sqlite:") {
            Self::open_sqlite(url, steps).await?
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            let pool = postgres_pool(POSTGRES_CONNECTIONS).connect(url).await?;
            Self::of_one_pool(SqlxPostgresConnector::from_sqlx_postgres_pool(pool), steps)
        } else {
            return Err(StoreError::Open(
                "the address begins with neither sqlite: nor postgres://".to_owned(),
            ));
        })
    }

    /// Opens the database for this store alone, without migrating its schema. Until it is closed, no other store can open
    /// the database.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another process, or another store of this one, has the database open; [`StoreError::Open`].
    pub async fn connect_alone(url: &str) -> Result<Self> {
        if url.starts_with("sqlite:") {
            let options = sqlite_options(url)?
                .locking_mode(SqliteLockingMode::Exclusive)
                .busy_timeout(Duration::ZERO);
            let opening = SqlitePoolOptions::new().max_connections(1).connect_with(options);
            let pool = opening.await.map_err(in_use)?;
            // An open connection to a file with a write-ahead log keeps a lock on it, even at rest.
            sqlx::raw_sql("BEGIN EXCLUSIVE; ROLLBACK")
                .execute(&pool)
                .await
                .map_err(in_use)?;
            return Ok(Self::of_one_pool(
                SqlxSqliteConnector::from_sqlx_sqlite_pool(pool),
                STEPS,
            ));
        }
        let has_connected = AtomicBool::new(false);
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(Duration::from_secs(10))
            .idle_timeout(None)
            .max_lifetime(None)
            .after_connect(move |connection, _| {
                let replaces_another = has_connected.swap(true, Ordering::Relaxed);
                Box::pin(async move {
                    connection.execute(POSTGRES_SESSION).await?;
                    // A connection that replaces a lost one must have the lock too.
                    match replaces_another {
                        false => Ok(()),
                        true => match sqlx::query_scalar(POSTGRES_ALONE).fetch_one(connection).await? {
                            Some(true) => Ok(()),
                            _ => Err(sqlx::Error::Io(io::ErrorKind::ResourceBusy.into())),
                        },
                    }
                })
            })
            .connect(url)
            .await?;
        match sqlx::query_scalar(POSTGRES_ALONE).fetch_one(&pool).await? {
            Some(true) => Ok(Self::of_one_pool(
                SqlxPostgresConnector::from_sqlx_postgres_pool(pool),
                STEPS,
            )),
            _ => Err(StoreError::InUse),
        }
    }

    /// One more connection, which lasts until it is dropped: its temporary tables are in a file. On SQLite, a write to the
    /// database on it needs the [writer's turn](Self::writers_turn).
    pub(crate) async fn private_connection(&self) -> Result<Connection> {
        let pool = match self.backend() {
            DatabaseBackend::Sqlite => {
                let options = self.writer.pool().get_sqlite_connection_pool().connect_options();
                // A page of temporary tables is not worth a journal: they are thrown away after an error.
                let options = (*options)
                    .clone()
                    .pragma("temp_store", "file")
                    .pragma("temp.journal_mode", "off");
                // Never replaced by another one, which would lack the tables.
                let pool = SqlitePoolOptions::new()
                    .max_connections(1)
                    .idle_timeout(None)
                    .max_lifetime(None)
                    .test_before_acquire(false);
                SqlxSqliteConnector::from_sqlx_sqlite_pool(pool.connect_with(options).await?)
            }
            _ => {
                let options = self.writer.pool().get_postgres_connection_pool().connect_options();
                let pool = postgres_session(1).idle_timeout(None).max_lifetime(None);
                SqlxPostgresConnector::from_sqlx_postgres_pool(pool.connect_with((*options).clone()).await?)
            }
        };
        let connection = Connection::new(pool, Arc::clone(&self.disk_full), self.clock.clone());
        Ok(connection.with_long_deadline())
    }

    /// The turn of SQLite's one writer, until it is dropped: others wait in the pool, and not on the file's lock. `None` on
    /// PostgreSQL, which has many.
    pub(crate) async fn writers_turn(&self) -> Result<Option<PoolConnection<Sqlite>>> {
        match self.backend() {
            DatabaseBackend::Sqlite => Ok(Some(self.writer.pool().get_sqlite_connection_pool().acquire().await?)),
            _ => Ok(None),
        }
    }

    fn of_one_pool(pool: DatabaseConnection, steps: &'static [Step]) -> Self {
        let (disk_full, clock) = (Arc::default(), Clock::default());
        let trigrams = Trigrams::of(pool.get_database_backend());
        let connection = Connection::new(pool, Arc::clone(&disk_full), clock.clone());
        Self {
            clock,
            steps,
            disk_full,
            reader: connection.clone(),
            writer: connection,
            list_cache: ListCache::default(),
            search_cache: ListCache::default(),
            trigrams,
        }
    }

    /// The number of schema steps that the database has not had yet.
    ///
    /// # Errors
    /// [`StoreError::Open`]: the database belongs to another version.
    pub async fn pending_steps(&self) -> Result<usize> {
        Ok(schema::pending(&self.writer, self.steps).await?.len())
    }

    /// True if the database has no tables yet.
    pub async fn is_new(&self) -> Result<bool> {
        Ok(schema::applied(&self.writer).await?.is_empty())
    }

    /// Writes more than saving a form writes, and commits it.
    ///
    /// # Errors
    /// [`StoreError`] if the database takes no writes; [`StoreError::is_disk_full`] says whether the disk is full.
    pub async fn try_writing(&self) -> Result<()> {
        let trying = self.writer.begin().await?;
        let (clear, fill) = match self.backend() {
            DatabaseBackend::Sqlite => (
                "DELETE FROM write_probe",
                format!("INSERT INTO write_probe (padding) VALUES (zeroblob({PROBE_BYTES}))"),
            ),
            // A file of its own has to grow. Free room within the table's file would tell nothing about the disk.
            _ => (
                "TRUNCATE write_probe",
                format!(
                    "INSERT INTO write_probe (padding) SELECT decode(repeat('00', {}), 'hex') FROM generate_series(1, {PROBE_ROWS})",
                    PROBE_BYTES / PROBE_ROWS
                ),
            ),
        };
        if self.backend() == DatabaseBackend::Postgres {
            trying.execute_unprepared("SET LOCAL lock_timeout = '1s'").await?;
        }
        match trying.execute_unprepared(clear).await {
            // A reader of the whole database, such as pg_dump, holds the probe's table. That is no failure.
            Err(error) if is_locked_out(&error) => return Ok(trying.rollback().await?),
            cleared => cleared?,
        };
        trying.execute_unprepared(&fill).await?;
        trying.commit().await?;
        self.disk_full.store(false, Ordering::Relaxed);
        Ok(())
    }

    /// True after the database found no room on its disk, until [`Store::try_writing`] finds some.
    pub fn disk_is_full(&self) -> bool {
        self.disk_full.load(Ordering::Relaxed)
    }

    /// The SQLite file at `url`; `None` for another database or one in memory.
    pub fn sqlite_file(url: &str) -> Option<PathBuf> {
        if !url.starts_with("sqlite:") || url.contains(":memory:") || url.contains("mode=memory") {
            return None;
        }
        let options = SqliteConnectOptions::from_str(url).ok()?;
        Some(options.get_filename().to_owned())
    }

    /// The SQLite file at `url` if it does not exist yet: opening would create it.
    pub fn missing_file(url: &str) -> Option<PathBuf> {
        Self::sqlite_file(url).filter(|file| !file.exists())
    }

    async fn open_sqlite(url: &str, steps: &'static [Step]) -> Result<Self> {
        let options = sqlite_options(url)?;
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .after_release(is_reusable)
            .connect_with(options.clone())
            .await?;
        // The system's own cache holds the pages that all readers need.
        let options = options.pragma("cache_size", "-2000");
        let reader = SqlitePoolOptions::new()
            .max_connections(SQLITE_READERS)
            .min_connections(1)
            .idle_timeout(SQLITE_READER_IDLE)
            // A file never closes the connection.
            .test_before_acquire(false)
            .after_release(is_reusable)
            .connect_with(options)
            .await?;
        let (disk_full, clock) = (Arc::<AtomicBool>::default(), Clock::default());
        let pool = |pool| {
            let pool = SqlxSqliteConnector::from_sqlx_sqlite_pool(pool);
            Connection::new(pool, Arc::clone(&disk_full), clock.clone())
        };
        let store = Self {
            reader: pool(reader),
            writer: pool(writer),
            clock: clock.clone(),
            steps,
            disk_full,
            list_cache: ListCache::default(),
            search_cache: ListCache::default(),
            trigrams: Trigrams::of(DatabaseBackend::Sqlite),
        };
        store.check_trigrams().await?;
        Ok(store)
    }

    /// The current time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The clock of this store and its clones, which tests move.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The kind of database.
    pub fn backend(&self) -> DatabaseBackend {
        self.writer.get_database_backend()
    }

    /// True if all writes share one connection, which a long transaction can occupy: on SQLite.
    pub fn has_one_writer(&self) -> bool {
        self.backend() == DatabaseBackend::Sqlite
    }

    /// The connection that writes, for a job queue that lives in the same database.
    pub fn writer(&self) -> &Connection {
        &self.writer
    }

    /// Frees the memory that SQLite's one writing connection keeps after a job: pages, and statements of thousands of rows.
    pub async fn give_back(&self) -> Result<()> {
        if self.backend() == DatabaseBackend::Sqlite {
            let mut writing = self.writer.pool().get_sqlite_connection_pool().acquire().await?;
            writing.clear_cached_statements().await?;
            sqlx::query("PRAGMA shrink_memory").execute(&mut *writing).await?;
        }
        Ok(())
    }

    /// Checks that the database answers.
    pub async fn ping(&self) -> Result<()> {
        Ok(self.reader.ping().await?)
    }

    /// Closes all connections after their running work.
    pub async fn close(self) -> Result<()> {
        self.reader.close().await?;
        Ok(self.writer.close().await?)
    }
}

/// A pool of so many connections to PostgreSQL.
fn postgres_pool(connections: u32) -> PgPoolOptions {
    postgres_session(connections)
        .before_acquire(is_reusable)
        .after_release(is_reusable)
}

/// Connections with the session's settings, which are not checked.
fn postgres_session(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(10))
        .after_connect(|connection, _| {
            Box::pin(async move {
                connection.execute(POSTGRES_SESSION).await?;
                // Each connection holds the lock while it lasts, and so does the one that replaces a lost one.
                connection.execute(POSTGRES_SHARE).await.map(drop)
            })
        })
        .test_before_acquire(false)
}

fn sqlite_options(url: &str) -> Result<SqliteConnectOptions> {
    if let Some(file) = Store::missing_file(url)
        && let Err(error) = make_private(&file)
    {
        // If the file cannot be created, SQLite reports why.
        tracing::debug!(%error, "the database file was not made beforehand");
    }
    Ok(SqliteConnectOptions::from_str(url)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // Whatever was answered with success survives a power cut (decision 43).
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(30))
        .foreign_keys(true)
        .pragma("temp_store", "memory")
        // 12 MB of pages: enough for a batch.
        .pragma("cache_size", "-12000")
        // Pages of the write-ahead log, 40 MB, before a checkpoint: a job writes the pages of indexes again and again.
        .pragma("wal_autocheckpoint", "10000")
        // Rows that wait for their reader. With a small buffer each row would wake a thread.
        .row_buffer_size(1000)
        .statement_cache_capacity(200))
}

/// [`StoreError::InUse`] if SQLite found the file locked.
fn in_use(error: sqlx::Error) -> StoreError {
    let code = error.as_database_error().and_then(|error| error.code());
    let code = code.and_then(|code| code.parse::<u32>().ok());
    match code.map(|code| code & 0xff) {
        Some(SQLITE_BUSY) => StoreError::InUse,
        _ => error.into(),
    }
}

/// Checks whether a connection may be handed out: it answers, and no transaction is open on it.
///
/// If COMMIT or ROLLBACK fails, sqlx still counts the transaction as open. From then on it writes savepoints, and SQLite
/// commits none of them (decision 43). Such a connection is closed here, and the pool opens another.
fn is_reusable<C: sqlx::Connection>(
    connection: &mut C,
    _: PoolConnectionMetadata,
) -> BoxFuture<'_, sqlx::Result<bool>> {
    Box::pin(async move {
        // Dropping a transaction starts its rollback. When the connection answers, the rollback has ended.
        match timeout(PING_DEADLINE, connection.ping()).await {
            Ok(answer) => answer?,
            Err(_) => return Err(sqlx::Error::Io(io::ErrorKind::TimedOut.into())),
        }
        Ok(!connection.is_in_transaction())
    })
}

/// Creates an empty file that only its owner can read, and syncs its name to disk. SQLite would apply the umask, and it
/// gives the files beside it (`-wal`, `-shm`) the file's own mode.
fn make_private(file: &Path) -> io::Result<()> {
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)?;
    made.sync_all()?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}
