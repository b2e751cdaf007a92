//! Asks one query and hands out its rows, of any database alike.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::StreamExt;
use sqlx::pool::PoolConnection;
use sqlx::query::Query;
use sqlx::{
    AssertSqlSafe, Column, ColumnIndex, Database, Decode, Encode, Executor, IntoArguments, Pool, Row, SqlSafeStr,
    Statement, Type,
};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::dialect::{Dialect, reading};
use super::{SqlSettings, fault};
use crate::call::Call;
use crate::error::{Fault, Origin, TableFault};
use crate::list::List;
use crate::rows::{CellFault, Ended, Gathered, RawRow, RowError, Said, hand_out};
use crate::table::Columns;

/// Rows that are taken together where so many have come: to watch the clock for each costs a part of what it takes to read it.
const TOGETHER: usize = 64;

/// One list, asked of a database.
pub(super) struct Asked<'a> {
    pub(super) list: &'static List,
    pub(super) call: &'a Call,
    pub(super) query: &'a str,
    pub(super) settings: &'a SqlSettings,
}

/// A connection that goes back among the others only when its list was read to the end: what is left of a list that
/// nobody wants would have to be read first.
struct Borrowed<D: Database> {
    connection: PoolConnection<D>,
    done: bool,
}

impl<D: Database> Drop for Borrowed<D> {
    fn drop(&mut self) {
        if !self.done {
            self.connection.close_on_drop();
        }
    }
}

/// Whether the database lets Selaras in.
pub(super) async fn ping<D: Database>(pool: &Pool<D>, patience: Duration) -> Result<(), Fault> {
    let connection = pool.acquire().await;
    connection
        .map(drop)
        .map_err(|error| fault::of_connecting(&error, patience))
}

/// Reads a list to its end.
pub(super) async fn read<D: Database>(
    pool: &Pool<D>,
    dialect: Dialect,
    asked: &Asked<'_>,
    tell: &mpsc::Sender<Said>,
    handed_out: &AtomicU64,
) -> Result<(), Ended>
where
    for<'c> &'c mut D::Connection: Executor<'c, Database = D>,
    for<'q> String: Encode<'q, D> + Type<D>,
    for<'r> Option<&'r str>: Decode<'r, D>,
    D::Arguments: IntoArguments<D>,
    usize: ColumnIndex<D::Row>,
{
    let origin = Origin::Query {
        list: asked.list.name(),
    };
    let patience = asked.settings.timeouts;
    let query = reading(asked.query).ok_or_else(|| Fault::Table {
        origin: origin.clone(),
        what: TableFault::Writes,
    })?;
    let connection = pool
        .acquire()
        .await
        .map_err(|error| fault::of_connecting(&error, patience.connect))?;
    let mut borrowed = Borrowed {
        connection,
        done: false,
    };
    let of_query = |error: sqlx::Error, query: Option<&str>| fault::of_query(&error, &origin, query, 0);
    for statement in dialect.patience().into_iter().chain([dialect.begin()]) {
        within(patience.first_byte, (&mut *borrowed.connection).execute(statement))
            .await?
            .map_err(|error| of_query(error, None))?;
    }
    // The query by itself: its columns by name, and its mistakes at the place where the administrator wrote them.
    let text = AssertSqlSafe(query.to_owned()).into_sql_str();
    let prepared = within(patience.first_byte, (&mut *borrowed.connection).prepare(text))
        .await?
        .map_err(|error| of_query(error, Some(query)))?;
    let headings: Vec<String> = prepared
        .columns()
        .iter()
        .map(|column| column.name().to_owned())
        .collect();
    let columns =
        Columns::find(asked.list, origin.clone(), &headings, None)?.of_call(asked.call, asked.settings.max_row_bytes);
    let statement = dialect.statement(query, &headings, &columns);
    let mut bound: Query<'_, D, D::Arguments> = sqlx::query(AssertSqlSafe(statement));
    for (_, value) in columns.wanted() {
        bound = bound.bind(value.clone());
    }
    let mut rows = (&mut *borrowed.connection).fetch(bound).ready_chunks(TOGETHER);
    let (mut position, mut gathered, mut wait) = (0, Gathered::default(), patience.first_byte);
    while let Some(arrived) = within(wait, rows.next()).await? {
        wait = patience.idle;
        for row in arrived {
            let row = row.map_err(|error| fault::of_query(&error, &origin, None, position))?;
            position += 1;
            if let Some(row) = taken(&columns, position, &row)
                && let Some(chunk) = gathered.add(row)
            {
                hand_out(chunk, tell, handed_out).await?;
            }
        }
    }
    drop(rows);
    within(patience.idle, (&mut *borrowed.connection).execute("COMMIT"))
        .await?
        .map_err(|error| fault::of_query(&error, &origin, None, position))?;
    borrowed.done = true;
    if let Some(chunk) = gathered.rest() {
        hand_out(chunk, tell, handed_out).await?;
    }
    tracing::debug!(
        list = asked.list.name(),
        rows = handed_out.load(Ordering::Relaxed),
        "read by SQL"
    );
    Ok(())
}

/// One row of the database as a row of the list.
fn taken<R: Row>(columns: &Columns, position: u64, row: &R) -> Option<Result<RawRow, RowError>>
where
    for<'r> Option<&'r str>: Decode<'r, R::Database>,
    usize: ColumnIndex<R>,
{
    // The statement sends the columns in the order of the fields.
    let mut cells = vec![None; columns.width()];
    let mut fault = None;
    for (place, (field, at)) in columns.fields().iter().enumerate() {
        match row.try_get_unchecked::<Option<&str>, usize>(place) {
            Ok(text) => cells[*at] = text,
            Err(_) => fault = Some(columns.fault(field, CellFault::NotText)),
        }
    }
    let cell = |at: usize| cells[at];
    match fault {
        Some(fault) => Some(Err(columns.bad_row(position, fault, cell))),
        None => columns.row(position, cell),
    }
}

async fn within<T>(patience: Duration, work: impl Future<Output = T>) -> Result<T, Fault> {
    timeout(patience, work).await.map_err(|_| Fault::Timeout(patience))
}
