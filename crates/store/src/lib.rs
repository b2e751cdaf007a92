//! The dashboard's own database: SQLite in a file, or PostgreSQL by URL, with one set of queries for both.
//!
//! [`Store`] opens it and runs the migrations.
//!
//! * Rows: `rows` reads the rows of any kind, `lists` reads pages of them. `sync`, `export`, `enrol` and `delete` write the
//!   results of those verbs; `recreated` marks the dependants of objects that an export recreated.
//!   Each of these writes is one transaction that holds the rows, their report lines and the job's counters. A crash at any
//!   instant leaves all three or none.
//! * Jobs: `jobs` holds the queue, `report` the result of each row, `undo` the previous versions of rows; `first_load`
//!   postpones indexes, and `trigrams` tells searches about it.
//! * Accounts: `administrators` who may sign in, `sessions` who has, `preferences` their settings, `second_factor` the second
//!   factor, `identities` the sign-ins at an institution's provider, `names` which names look alike; `log` the activity log,
//!   `chain` its seals.
//! * Zoom: `attendance` lists who was in which meeting, `observations` stores reports and events, `people` matches
//!   participants with people of the campus, `choices` stores what an administrator chose, `meetings` ties meetings to
//!   classes.
//! * Views: `person` reads everything about one person or class, `history` their history, `search` finds them, `period`
//!   counts results by days, `summary` counts the states, `comparison` reads and stores a comparison.
//! * The rest: `schedule` holds schedules, `outbox` waiting notices, `uploads` files that serve as lists of the source;
//!   `scratch` copies the database for a plan, `backup` makes and restores backups, `retention` deletes what is old,
//!   `figures` serves metrics.
//!
//! Files, each using only those before it:
//! - `connection`, `statement`, `schema`, `tables`, `selection` and other files without a store; `backup/file.rs` and
//!   `lists/cache.rs`; then `connect` with [`Store`].
//! - `rows`, `first_load`, `renaming`, `period`, `summary`, `attendance`, `chain`, `log`, `outbox`, `uploads`, `people`.
//! - `meetings`, `choices`, `participation`, `preferences`, `schedule`, `jobs`, `report`.
//! - `undo`, `history`, `observations`, `enrol`, `sync`, `delete`, `administrators`, `retention`.
//! - `enrolments`, `identities`, `second_factor`, `export`, `sessions`, `search`, `person`, `comparison`, `lists`.
//! - `backup`, `scratch`, `figures`, `sign_in_tries`.
//!
//! A kind's table has the kind's own columns ([`Kind::FIELDS`](selaras_kinds::Kind)) and the columns of
//! [`State`](rows::State) that all kinds share. A new kind needs a migration that creates its table, and nothing else here.

pub mod administrators;
pub mod attendance;
pub mod backup;
pub mod chain;
pub mod choices;
pub mod comparison;
mod connect;
mod connection;
pub mod delete;
pub mod enrol;
pub mod enrolments;
pub mod export;
mod figures;
pub mod file_names;
mod first_load;
pub mod history;
pub mod identities;
pub mod jobs;
mod link;
pub mod lists;
pub mod log;
pub mod meetings;
pub mod names;
pub mod observations;
pub mod outbox;
mod participation;
pub mod people;
pub mod period;
pub mod person;
pub mod preferences;
mod principal;
mod recreated;
mod renaming;
pub mod report;
pub mod retention;
pub mod rows;
pub mod schedule;
pub mod schema;
mod scratch;
pub mod search;
pub mod second_factor;
mod selection;
pub mod sessions;
pub mod sign_in_tries;
mod state;
mod statement;
mod stream_by_id;
pub mod summary;
pub mod sync;
mod tables;
mod tally;
mod trigrams;
pub mod undo;
pub mod uploads;
mod versions;

pub use connect::Store;
pub use connection::{Connection, Transaction, is_storage_full};
pub use selection::{Except, FailedIn, Order, Page, Selection};

use jiff::Timestamp;

/// Why the store failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused or did not answer.
    #[error("database: {0}")]
    Database(#[from] sea_orm::DbErr),
    /// The database could not be opened. The text names the setting.
    #[error("{0}")]
    Open(String),
    /// The database was to be opened exclusively, but another store has it open.
    #[error("the database is in use")]
    InUse,
    /// A step of the schema failed; the steps before it were rolled back too.
    #[error(
        "the step {step} of the schema fails: {source}. Nothing was changed: the database is as the version before left it, and \
         that version goes on working with it"
    )]
    Schema {
        /// The step's name.
        step: String,
        /// What the database said.
        source: sea_orm::DbErr,
    },
    /// A temporary file could not be written or read.
    #[error("temporary file: {0}")]
    File(#[from] std::io::Error),
    /// A unique value is already taken. Holds the column's name.
    #[error("{0} is taken")]
    Taken(&'static str),
    /// A user name looks like another account's.
    #[error("the name looks like another account's")]
    Alike,
    /// The account of the identity was deleted.
    #[error("the account of this identity was deleted")]
    Deleted,
    /// The maximum number of such rows is reached.
    #[error("as many are there as may be")]
    Full,
}

impl StoreError {
    /// True if the database was unreachable, or found no room on its disk: the call may be tried again later.
    pub fn is_unavailable(&self) -> bool {
        if self.is_disk_full() {
            return true;
        }
        let Self::Database(error) = self else { return false };
        if let sea_orm::DbErr::ConnectionAcquire(_) | sea_orm::DbErr::Conn(_) = error {
            return true;
        }
        match connection::sqlx_error(error) {
            Some(sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::WorkerCrashed) => true,
            // PostgreSQL ended a silent transaction, is being stopped, one of its processes has died, or it is not up yet.
            Some(sqlx::Error::Database(error)) => {
                matches!(error.code().as_deref(), Some("25P03" | "57P01" | "57P02" | "57P03"))
            }
            _ => false,
        }
    }

    /// True if the database, or a temporary file beside it, found no room on its disk.
    pub fn is_disk_full(&self) -> bool {
        match self {
            Self::Database(error) | Self::Schema { source: error, .. } => connection::is_disk_full(error),
            Self::File(error) => connection::is_storage_full(error),
            _ => false,
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Open(error.to_string())
    }
}

/// The result of a store call.
pub type Result<T> = std::result::Result<T, StoreError>;

/// The current time as the database stores it: milliseconds since 1970.
pub(crate) fn now() -> i64 {
    Timestamp::now().as_millisecond()
}

/// A time of the database as RFC 3339.
pub(crate) fn rfc3339(milliseconds: Option<i64>) -> Option<String> {
    milliseconds
        .and_then(|value| Timestamp::from_millisecond(value).ok())
        .map(|time| time.to_string())
}
