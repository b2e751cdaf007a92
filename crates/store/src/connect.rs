//! Opening the database.

use crate::{Result, StoreError, lists::Marks, migrations::Migrations, trigrams::Trigrams};
use sea_orm::{
    ConnectionTrait, DatabaseBackend, DatabaseConnection, SqlxPostgresConnector, SqlxSqliteConnector, TransactionTrait,
};
use sea_orm_migration::MigratorTrait;
use sqlx::{
    Connection,
    postgres::PgPoolOptions,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqlitePoolOptions, SqliteSynchronous},
};
use std::{
    fs::OpenOptions,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

/// The dashboard's database.
#[derive(Clone, Debug)]
pub struct Store {
    /// Where lists are read.
    pub(crate) reader: DatabaseConnection,
    /// Where all writing is done. On SQLite it is one connection, so that writers queue here and not on the file's lock.
    pub(crate) writer: DatabaseConnection,
    /// Where pages far inside of long lists begin.
    pub(crate) marks: Marks,
    /// What searches over everything have found.
    pub(crate) found: Marks,
    /// How the index of searches is asked.
    pub(crate) trigrams: Trigrams,
}

/// Connections that read a SQLite file at the same time.
const SQLITE_READERS: u32 = 4;
/// How long one of them that nobody uses stays open, but for the last. Each holds the schema, pages and statements for itself, and is
/// opened again within milliseconds.
const SQLITE_READER_IDLE: Duration = Duration::from_secs(2);
/// Connections to a PostgreSQL server.
const POSTGRES_CONNECTIONS: u32 = 12;
/// Takes the lock that all stores of one schema share, and [`Store::connect_alone`] has for itself. The first number is Selaras's own.
const SHARE_POSTGRES: &str = "SELECT pg_advisory_lock_shared(1936026721, hashtext(current_schema()))";
const TAKE_POSTGRES: &str = "SELECT pg_try_advisory_lock(1936026721, hashtext(current_schema()))";
/// The low byte of SQLite's codes for a locked file.
const SQLITE_BUSY: u32 = 5;

impl Store {
    /// Opens the database at `url` (`sqlite:…` or `postgres://…`), makes the file if there is none, and brings the
    /// schema up to date.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence that names what is wrong; [`StoreError::Schema`]: a step of the schema fails, and the
    /// database is as it was.
    pub async fn open(url: &str) -> Result<Self> {
        let store = Self::connect(url).await?;
        if store.pending_migrations().await? == 0 {
            store.index_search().await?;
            return Ok(store);
        }
        store.raise_schema().await?;
        store.index_search().await?;
        // A reader of SQLite that has seen the tables as they were may take the name of a new column for a text.
        store.close().await?;
        Self::connect(url).await
    }

    /// Opens the database and leaves its schema as it is.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence that names what is wrong.
    pub async fn connect(url: &str) -> Result<Self> {
        Ok(if url.starts_with("sqlite:") {
            Self::open_sqlite(url).await?
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            let pool = PgPoolOptions::new()
                .max_connections(POSTGRES_CONNECTIONS)
                .acquire_timeout(Duration::from_secs(10))
                // Each connection has the lock for as long as it lasts, and so has the one that replaces a lost one.
                .after_connect(|connection, _| {
                    Box::pin(async move { sqlx::query(SHARE_POSTGRES).execute(connection).await.map(drop) })
                })
                .connect(url)
                .await?;
            Self::of_one_pool(SqlxPostgresConnector::from_sqlx_postgres_pool(pool))
        } else {
            return Err(StoreError::Open(
                "the address begins with neither sqlite: nor postgres://".to_owned(),
            ));
        })
    }

    /// Opens the database for this store alone and leaves its schema as it is. Until it is closed, no other store opens the database.
    ///
    /// # Errors
    /// [`StoreError::InUse`] while another process, or another store of this one, has the database open; [`StoreError::Open`].
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
            return Ok(Self::of_one_pool(SqlxSqliteConnector::from_sqlx_sqlite_pool(pool)));
        }
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect(url)
            .await?;
        match sqlx::query_scalar(TAKE_POSTGRES).fetch_one(&pool).await? {
            Some(true) => Ok(Self::of_one_pool(SqlxPostgresConnector::from_sqlx_postgres_pool(pool))),
            _ => Err(StoreError::InUse),
        }
    }

    fn of_one_pool(connection: DatabaseConnection) -> Self {
        Self {
            trigrams: Trigrams::of(connection.get_database_backend()),
            reader: connection.clone(),
            writer: connection,
            marks: Marks::default(),
            found: Marks::default(),
        }
    }

    /// Brings the schema up to date: all steps that it lacks, or none of them. Two processes that come at once do it one after
    /// the other.
    async fn raise_schema(&self) -> Result<()> {
        let raising = self.writer.begin().await?;
        if self.backend() == DatabaseBackend::Postgres {
            raising
                .execute_unprepared("LOCK TABLE seaql_migrations IN EXCLUSIVE MODE")
                .await?;
        }
        for step in Migrations::get_pending_migrations(&raising).await? {
            Migrations::up(&raising, Some(1))
                .await
                .map_err(|source| StoreError::Schema {
                    step: step.name().to_owned(),
                    source,
                })?;
        }
        Ok(raising.commit().await?)
    }

    /// Steps of the schema that the database has not had yet.
    pub async fn pending_migrations(&self) -> Result<usize> {
        Ok(Migrations::get_pending_migrations(&self.writer).await?.len())
    }

    /// Whether the database has none of the tables yet.
    pub async fn is_new(&self) -> Result<bool> {
        Ok(Migrations::get_applied_migrations(&self.writer).await?.is_empty())
    }

    /// Whether the database takes what is written: a table and a row of it, both taken back.
    pub async fn try_writing(&self) -> Result<()> {
        let trying = self.writer.begin().await?;
        for statement in [
            "CREATE TABLE selaras_trying (at INTEGER)",
            "INSERT INTO selaras_trying (at) VALUES (1)",
        ] {
            trying.execute_unprepared(statement).await?;
        }
        Ok(trying.rollback().await?)
    }

    /// The SQLite file at `url`: none where it is another database's, or one in memory.
    pub fn sqlite_file(url: &str) -> Option<PathBuf> {
        if !url.starts_with("sqlite:") || url.contains(":memory:") || url.contains("mode=memory") {
            return None;
        }
        let options = SqliteConnectOptions::from_str(url).ok()?;
        Some(options.get_filename().to_owned())
    }

    /// The same where it is not there yet: opening would make it.
    pub fn missing_file(url: &str) -> Option<PathBuf> {
        Self::sqlite_file(url).filter(|file| !file.exists())
    }

    async fn open_sqlite(url: &str) -> Result<Self> {
        let options = sqlite_options(url)?;
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .connect_with(options.clone())
            .await?;
        // Pages that all readers want are in the system's own cache.
        let options = options.pragma("cache_size", "-2000");
        let reader = SqlitePoolOptions::new()
            .max_connections(SQLITE_READERS)
            .min_connections(1)
            .idle_timeout(SQLITE_READER_IDLE)
            // A file does not hang up.
            .test_before_acquire(false)
            .connect_with(options)
            .await?;
        let store = Self {
            reader: SqlxSqliteConnector::from_sqlx_sqlite_pool(reader),
            writer: SqlxSqliteConnector::from_sqlx_sqlite_pool(writer),
            marks: Marks::default(),
            found: Marks::default(),
            trigrams: Trigrams::of(DatabaseBackend::Sqlite),
        };
        store.look_at_trigrams().await?;
        Ok(store)
    }

    /// Which database it is.
    pub fn backend(&self) -> DatabaseBackend {
        self.writer.get_database_backend()
    }

    /// The connection that writes, for a job queue that lives in the same database.
    pub fn writer(&self) -> &DatabaseConnection {
        &self.writer
    }

    /// Gives back what SQLite's one connection that writes has kept of a job: pages, and statements of thousands of rows.
    pub async fn give_back(&self) -> Result<()> {
        if self.backend() == DatabaseBackend::Sqlite {
            let mut writing = self.writer.get_sqlite_connection_pool().acquire().await?;
            writing.clear_cached_statements().await?;
            sqlx::query("PRAGMA shrink_memory").execute(&mut *writing).await?;
        }
        Ok(())
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<()> {
        Ok(self.reader.ping().await?)
    }

    /// Ends all connections, after what is under way.
    pub async fn close(self) -> Result<()> {
        self.reader.close().await?;
        Ok(self.writer.close().await?)
    }
}

fn sqlite_options(url: &str) -> Result<SqliteConnectOptions> {
    if let Some(file) = Store::missing_file(url) {
        make_private(&file);
    }
    Ok(SqliteConnectOptions::from_str(url)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(Duration::from_secs(30))
        .foreign_keys(true)
        .pragma("temp_store", "memory")
        // 12 MB of pages: enough for a batch.
        .pragma("cache_size", "-12000")
        // Pages of the log, 40 MB, before they are carried into the database: a job writes the pages of indexes again and again.
        .pragma("wal_autocheckpoint", "10000")
        // Rows that wait for their reader: of a few, each would wake a thread.
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

/// Makes a file that its owner alone can read. SQLite would make it as the umask has it, and makes those beside it (`-wal`, `-shm`) as the
/// file is. Where it cannot be made, SQLite says why.
fn make_private(file: &Path) {
    let _ = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
}
