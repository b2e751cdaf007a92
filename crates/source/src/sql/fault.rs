//! Interprets a database's errors.

use sqlx::error::DatabaseError;
use sqlx::mysql::MySqlDatabaseError;
use sqlx::postgres::{PgDatabaseError, PgErrorPosition};

use crate::envelope::shown;
use crate::error::{Fault, Origin, TableFault};

/// Maximum number of letters to show of a database's message.
const LONGEST: usize = 300;

/// The error's own message, in one line.
pub(super) fn words(error: &sqlx::Error) -> String {
    let text = match error {
        sqlx::Error::Database(refusal) => refusal.message().to_owned(),
        other => other.to_string(),
    };
    shown(&text).chars().take(LONGEST).collect()
}

/// The fault for an error while connecting.
pub(super) fn of_connecting(error: &sqlx::Error, patience: std::time::Duration) -> Fault {
    match error {
        sqlx::Error::PoolTimedOut => Fault::Timeout(patience),
        // SQLite reports a missing file this way, and the file is the address.
        sqlx::Error::Database(refusal) if !is_gone(refusal.as_ref()) => Fault::NoEntry(words(error)),
        sqlx::Error::Configuration(_) => Fault::Settings(format!("source.sql.url: {}", words(error))),
        other => Fault::Connect(words(other)),
    }
}

/// The fault for an error of a query, after this many rows. `query` is the text that the database got, if it is the
/// administrator's own.
pub(super) fn of_query(error: &sqlx::Error, origin: &Origin, query: Option<&str>, rows: u64) -> Fault {
    let table = |what| Fault::Table {
        origin: origin.clone(),
        what,
    };
    match error {
        sqlx::Error::Database(refusal) if is_gone(refusal.as_ref()) => Fault::Broken {
            rows,
            reason: words(error),
        },
        sqlx::Error::Database(refusal) if is_writing(refusal.as_ref()) => table(TableFault::Writes),
        sqlx::Error::Database(refusal) => table(TableFault::Refused {
            reason: words(error),
            at: query.and_then(|query| place(refusal.as_ref(), query)),
        }),
        other => Fault::Broken {
            rows,
            reason: words(other),
        },
    }
}

/// True if the server has gone, or ends the connection.
fn is_gone(refusal: &dyn DatabaseError) -> bool {
    if let Some(refusal) = refusal.try_downcast_ref::<MySqlDatabaseError>() {
        // Shutdown in progress, server gone, connection lost, connection killed.
        return matches!(refusal.number(), 1053 | 1927 | 2006 | 2013);
    }
    // PostgreSQL's connection exceptions, and the administrator's shutdown, crash and "cannot connect now".
    let code = refusal.code().unwrap_or_default();
    refusal.try_downcast_ref::<PgDatabaseError>().is_some() && (code.starts_with("08") || code.starts_with("57P"))
}

fn is_writing(refusal: &dyn DatabaseError) -> bool {
    if let Some(refusal) = refusal.try_downcast_ref::<MySqlDatabaseError>() {
        // Cannot execute statement in a READ ONLY transaction.
        return refusal.number() == 1792;
    }
    if let Some(refusal) = refusal.try_downcast_ref::<PgDatabaseError>() {
        // read_only_sql_transaction; and a WITH that changes data, which cannot be nested in another query.
        return refusal.code() == "25006"
            || (refusal.code() == "0A000" && refusal.message().contains("data-modifying"));
    }
    // SQLITE_READONLY and its extended codes: the low byte is 8.
    refusal
        .code()
        .and_then(|code| code.parse::<u32>().ok())
        .is_some_and(|code| code & 0xff == 8)
}

/// Line and column in the query, from 1.
fn place(refusal: &dyn DatabaseError, query: &str) -> Option<(u32, u32)> {
    let PgErrorPosition::Original(at) = refusal.try_downcast_ref::<PgDatabaseError>()?.position()? else {
        return None;
    };
    let before: String = query.chars().take(at.saturating_sub(1)).collect();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let place = |number: usize| u32::try_from(number + 1).ok();
    Some((place(before.matches('\n').count())?, place(line.chars().count())?))
}
