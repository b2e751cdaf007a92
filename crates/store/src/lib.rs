//! The dashboard's own database: SQLite in a file, or PostgreSQL by URL, with one set of queries for both.
//!
//! [`Store`] opens it and brings its schema up to date. Folders, each with what it is for; `check-circles.mjs` holds that no file
//! imports in a circle:
//!
//! * `database`: opening, connections and transactions with their deadlines, statements, streams by id.
//! * `schema`: the steps of the schema, in SQL; `first_load` postpones indexes.
//! * `rows`: rows of any kind. `sync`, `export` and `delete` write the results of those verbs, `undo` the previous versions. Each
//!   write is one transaction with the rows, their report lines and the job's counters: a crash leaves all or none. `gone` marks
//!   rows of objects that were deleted on the platform, `clashes` finds objects that would have one name there,
//!   `account_choices` writes which account there an administrator chose for a person.
//! * `enrolment`: people and their enrolments in classes; `recreated` marks the dependants of objects that an export recreated,
//!   `renamed_classes` moves enrolments to the new name of their class, `renumbering` people to their new number.
//! * `jobs`: the queue; `report` the result of each row, `schedule` the schedules, `outbox` waiting notices.
//! * `auth`: who may sign in, and who has. `audit`: the activity log and its seals.
//! * `attendance`: Zoom's reports and events, the people in them, and the classes of meetings.
//! * `lists`: pages of a kind's rows, and searches. `views`: what screens read of many tables; `tally` counts states.
//! * `staging` holds the list that a sync reads in temporary tables, and compares it with the stored rows.
//! * `backup` makes and restores backups; `uploads` holds files that serve as lists of the source; `retention` deletes what is old;
//!   `figures` serves metrics.
//!
//! Files, each using only those before it:
//! - `connection`, `statement`, `setting`, `schema`, `tables`, `selection` and other files without a store; `backup/file.rs` and
//!   `lists/cache.rs`; then `connect` with [`Store`].
//! - `rows`, `first_load`, `renaming`, `period`, `summary`, `attendance`, `chain`, `log`, `outbox`, `uploads`, `people`.
//! - `meetings`, `choices`, `participation`, `preferences`, `schedule`, `jobs`, `report`.
//! - `undo`, `history`, `observations`, `enrol`, `sync`, `delete`, `administrators`, `retention`.
//! - `enrolments`, `staging`, `renumbering`, `identities`, `second_factor`, `export`, `clashes`, `gone`, `account_choices`, `category_ties`, `shapes`, `closing`, `sessions`,
//!   `search`, `person`, `comparison`, `lists`.
//! - `backup`, `scratch`, `figures`, `sign_in_tries`.
//!
//! A kind's table has the kind's own columns ([`Kind::FIELDS`](selaras_kinds::Kind)) and the columns of
//! [`State`](rows::State) that all kinds share. A new kind needs a step of the schema that creates its table, and nothing else here.

pub mod attendance;
mod audit;
mod auth;
pub mod backup;
mod database;
mod enrolment;
mod figures;
pub mod jobs;
pub mod lists;
pub mod retention;
pub mod rows;
pub mod schema;
pub mod staging;
pub mod uploads;
mod views;

pub(crate) use attendance::participation;
pub use attendance::{choices, meetings, observations, people};
pub use audit::{chain, log};
pub(crate) use auth::principal;
pub use auth::{administrators, identities, names, preferences, second_factor, sessions, sign_in_tries};
pub use database::file_names;
pub(crate) use database::{connect, connection, setting, statement, stream_by_id};
pub use enrolment::recreated::Leavers;
pub use enrolment::{enrol, enrolments, renumbering};
pub(crate) use enrolment::{recreated, renamed_classes, renaming};
pub use jobs::{outbox, report, schedule};
pub(crate) use lists::trigrams;
pub use lists::{person_rows, saved_views, search};
pub use rows::{account_choices, category_ties, clashes, closing, delete, export, gone, matching, shapes, sync, undo};
pub(crate) use rows::{link, selection, state, tables, unlisted, versions};
pub(crate) use schema::first_load;
pub(crate) use views::tally;
pub use views::{comparison, history, period, person, summary};

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

/// A time of the database as RFC 3339.
pub(crate) fn rfc3339(milliseconds: Option<i64>) -> Option<String> {
    milliseconds
        .and_then(|value| Timestamp::from_millisecond(value).ok())
        .map(|time| time.to_string())
}
