//! The dashboard's own database: SQLite in a file, or PostgreSQL by URL, with one set of queries for both.
//!
//! * [`Store`] opens it and runs the migrations.
//! * `rows` reads the rows of any kind, `lists` pages of them; `sync`, `export`, `enrol` and `delete` write what those verbs did, `anew`
//!   what follows where an export made something anew.
//!   Each of these writes is one transaction that holds the rows, their lines in the report and the job's counters, so
//!   that a crash at any instant leaves all three or none.
//! * `jobs` keeps jobs, `report` what became of each row, `undo` what rows were before; `administrators` who may sign in,
//!   `sessions` who has, `preferences` how they like the page, `second_factor` what is asked beside a password,
//!   `identities` who is whom at an institution's own sign-in, `names` which names tell accounts apart; `log` who did what, `chain` seals it; `attendance` lists who was
//!   in which Zoom meeting, `observations` keeps what is heard of it, `people` finds participants among the campus's own,
//!   `choices` keeps whom somebody chose among them, `meetings` ties meetings to classes; `person` reads all that is kept of
//!   one person or one class, `history` what
//!   happened to them, `search` finds them, `period` counts what became of rows in some days; `summary` counts; `schedule`
//!   what is done by itself; `outbox` notices on their way out; `scratch` copies the whole to try things on; `uploads` files
//!   that are lists of the source; `comparison` what a comparison reads and finds; `backup` copies the whole and brings it
//!   back; `retention`
//!   throws away what is old; `first_load` puts off what a first load would only be slower by, and `trigrams` says so to
//!   searches; `figures` are for whoever watches.
//!
//! A kind's table has the kind's own columns ([`Kind::FIELDS`](selaras_kinds::Kind)) and the columns of
//! [`State`](rows::State) that all kinds share. A new kind needs a migration that makes its table, and nothing else here.

pub mod administrators;
mod anew;
pub mod attendance;
pub mod backup;
pub mod chain;
pub mod choices;
pub mod comparison;
mod connect;
mod connection;
pub mod delete;
pub mod enrol;
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
pub mod places;
pub mod preferences;
mod principal;
mod renaming;
pub mod report;
pub mod retention;
mod row_after_row;
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

/// Why the store did not do as asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused or did not answer.
    #[error("database: {0}")]
    Database(#[from] sea_orm::DbErr),
    /// The database could not be opened. The text names the setting.
    #[error("{0}")]
    Open(String),
    /// The database was to be opened for one store alone, and another has it open.
    #[error("the database is in use")]
    InUse,
    /// A step of the schema failed, and those before it were taken back with it.
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
    /// A unique value is taken already; the column's name.
    #[error("{0} is taken")]
    Taken(&'static str),
    /// A user name looks like another account's.
    #[error("the name looks like another account's")]
    Alike,
    /// The account of the identity was deleted.
    #[error("the account of this identity was deleted")]
    Deleted,
    /// As many are there as may be.
    #[error("as many are there as may be")]
    Full,
}

impl StoreError {
    /// True if the database was away, or found no room on its disk: what was asked of it may be asked again later.
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
            // PostgreSQL ended a transaction that was silent, is being stopped, one of its processes has died, or it is not up yet.
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

/// Milliseconds since 1970, as the database keeps times.
pub(crate) fn now() -> i64 {
    Timestamp::now().as_millisecond()
}

/// A time as the database keeps it, as RFC 3339.
pub(crate) fn rfc3339(milliseconds: Option<i64>) -> Option<String> {
    milliseconds
        .and_then(|value| Timestamp::from_millisecond(value).ok())
        .map(|time| time.to_string())
}
