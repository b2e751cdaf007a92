//! Runs one query and sends its rows, for any database.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::StreamExt;
use sqlx::pool::PoolConnection;
use sqlx::query::Query;
use sqlx::{
    AssertSqlSafe, Column, ColumnIndex, ConnectOptions, Connection, Database, Decode, Encode, Executor, IntoArguments,
    Pool, Row, SqlSafeStr, Statement, Type,
};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::dialect::{Dialect, reading};
use super::fault;
use super::settings::SqlSettings;
use crate::call::Call;
use crate::error::{Fault, Origin, TableFault};
use crate::list::List;
use crate::rows::{CellFault, Chunk, ChunkBuilder, Message, ReadError, send_chunk};
use crate::table::Columns;

/// Rows to process together if that many have arrived: checking the clock for each row would take a noticeable part of the
/// time.
pub(super) const TOGETHER: usize = 64;

/// One list, read from a database.
pub(super) struct ListQuery<'a> {
    pub(super) list: &'static List,
    pub(super) call: &'a Call,
    pub(super) query: &'a str,
    pub(super) settings: &'a SqlSettings,
    /// The channel to the caller, and the number of rows sent.
    pub(super) sender: &'a mpsc::Sender<Message>,
    pub(super) sent_rows: &'a AtomicU64,
}

impl ListQuery<'_> {
    fn origin(&self) -> Origin {
        Origin::Query { list: self.list.name() }
    }

    pub(super) async fn send_chunk(&self, chunk: Chunk) -> Result<(), ReadError> {
        send_chunk(chunk, self.sender, self.sent_rows).await
    }
}

/// A connection that returns to the pool only when its list was read to the end: otherwise the rest of an unwanted list
/// would have to be read first. A server that searches for rows does not notice that its client has gone, so the query is
/// cancelled explicitly.
pub(super) struct ConnectionGuard<D: Database> {
    pub(super) connection: PoolConnection<D>,
    done: bool,
    /// Cancels the query; set once it runs.
    stop: Option<Stop>,
}

/// Makes a database cancel a query, without waiting for it.
pub(super) type Stop = Box<dyn FnOnce() + Send>;

impl<D: Database> Drop for ConnectionGuard<D> {
    fn drop(&mut self) {
        if self.done {
            return;
        }
        self.connection.close_on_drop();
        if let Some(stop) = self.stop.take() {
            stop();
        }
    }
}

/// Takes a connection from the pool.
pub(super) async fn acquire<D: Database>(pool: &Pool<D>, patience: Duration) -> Result<PoolConnection<D>, Fault> {
    let connection = pool.acquire().await;
    connection.map_err(|error| fault::of_connecting(&error, patience))
}

/// Cancels a connection's query through a new connection, because the pool's own may all be in use.
async fn stop_by_another<D: Database>(pool: Pool<D>, statement: String, patience: Duration)
where
    for<'c> &'c mut D::Connection: Executor<'c, Database = D>,
{
    let stopping = async {
        let mut connection = pool.connect_options().connect().await?;
        (&mut connection).execute(AssertSqlSafe(statement)).await?;
        connection.close().await
    };
    match timeout(patience, stopping).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::debug!(error = fault::words(&error), "a query was not stopped"),
        Err(_) => tracing::debug!("a query was not stopped in time"),
    }
}

/// Checks that the database accepts connections.
pub(super) async fn ping<D: Database>(pool: &Pool<D>, patience: Duration) -> Result<(), Fault> {
    acquire(pool, patience).await.map(drop)
}

/// A list before its first row: the database has prepared the query.
pub(super) struct PreparedList<'a, D: Database> {
    pub(super) guard: ConnectionGuard<D>,
    /// Returns the wanted rows, with cells as texts in the order of the columns' fields.
    pub(super) statement: String,
    pub(super) reader: RowReader<'a>,
}

/// Makes the database prepare the query of a list. `stop` cancels the query of this connection if there is no server to do
/// it.
pub(super) async fn begin<'a, D: Database>(
    (pool, connection): (&Pool<D>, PoolConnection<D>),
    dialect: Dialect,
    list_query: &'a ListQuery<'a>,
    stop: Option<Stop>,
) -> Result<PreparedList<'a, D>, Fault>
where
    for<'c> &'c mut D::Connection: Executor<'c, Database = D>,
    for<'r> i64: Decode<'r, D>,
    usize: ColumnIndex<D::Row>,
{
    let origin = list_query.origin();
    let patience = list_query.settings.timeouts;
    let query = reading(list_query.query).ok_or_else(|| Fault::Table {
        origin: origin.clone(),
        what: TableFault::Writes,
    })?;
    let mut guard = ConnectionGuard {
        connection,
        done: false,
        stop,
    };
    let of_query = |error: sqlx::Error, query: Option<&str>| fault::of_query(&error, &origin, query, 0);
    for statement in dialect.patience().into_iter().chain([dialect.begin()]) {
        within(patience.first_byte, (&mut *guard.connection).execute(statement))
            .await?
            .map_err(|error| of_query(error, None))?;
    }
    let number = match dialect.number() {
        Some(number) => {
            let row = within(patience.first_byte, (&mut *guard.connection).fetch_one(number))
                .await?
                .map_err(|error| of_query(error, None))?;
            row.try_get_unchecked::<i64, usize>(0).ok()
        }
        None => None,
    };
    // Prepared on its own, to get its columns by name, and errors at the position in the administrator's text.
    let text = AssertSqlSafe(query.to_owned()).into_sql_str();
    let prepared = within(patience.first_byte, (&mut *guard.connection).prepare(text))
        .await?
        .map_err(|error| of_query(error, Some(query)))?;
    let headings: Vec<String> = prepared
        .columns()
        .iter()
        .map(|column| column.name().to_owned())
        .collect();
    let columns = Columns::find(list_query.list, origin.clone(), &headings, None)?
        .of_call(list_query.call, list_query.settings.max_row_bytes);
    if let Some(statement) = number.and_then(|number| dialect.stop(number)) {
        let stopping = stop_by_another(pool.clone(), statement, patience.connect);
        guard.stop = Some(Box::new(move || {
            if let Ok(runtime) = Handle::try_current() {
                runtime.spawn(stopping);
            }
        }));
    }
    Ok(PreparedList {
        guard,
        statement: dialect.statement(query, &headings, &columns),
        reader: RowReader {
            list_query,
            columns,
            position: 0,
            builder: ChunkBuilder::default(),
            patience: patience.first_byte,
        },
    })
}

/// Reads a list to its end.
pub(super) async fn read<D: Database>(mut prepared: PreparedList<'_, D>) -> Result<(), ReadError>
where
    for<'c> &'c mut D::Connection: Executor<'c, Database = D>,
    for<'q> String: Encode<'q, D> + Type<D>,
    for<'r> Option<&'r str>: Decode<'r, D>,
    D::Arguments: IntoArguments<D>,
    usize: ColumnIndex<D::Row>,
{
    let PreparedList {
        guard,
        statement,
        reader,
    } = &mut prepared;
    let mut bound: Query<'_, D, D::Arguments> = sqlx::query(AssertSqlSafe(std::mem::take(statement)));
    for (_, value) in reader.columns.wanted() {
        bound = bound.bind(value.trim().to_owned());
    }
    let mut rows = (&mut *guard.connection).fetch(bound).ready_chunks(TOGETHER);
    while let Some(arrived) = reader.wait(rows.next()).await? {
        for row in arrived {
            let row = row.map_err(|error| reader.broken(&error))?;
            let cells = (0..reader.columns.fields().len()).map(|place| {
                let text = row.try_get_unchecked::<Option<&str>, usize>(place);
                text.map(|text| text.map(Cow::Borrowed)).map_err(|_| NotText)
            });
            if let Some(chunk) = reader.take(cells) {
                reader.list_query.send_chunk(chunk).await?;
            }
        }
    }
    drop(rows);
    end(prepared).await
}

/// Ends a list after its last row.
pub(super) async fn end<D: Database>(prepared: PreparedList<'_, D>) -> Result<(), ReadError>
where
    for<'c> &'c mut D::Connection: Executor<'c, Database = D>,
{
    let PreparedList { mut guard, reader, .. } = prepared;
    let list_query = reader.list_query;
    let ended = (&mut *guard.connection).execute("COMMIT");
    at_work(list_query.settings.timeouts.idle, ended)
        .await?
        .map_err(|error| reader.broken(&error))?;
    guard.done = true;
    if let Some(chunk) = reader.builder.rest() {
        list_query.send_chunk(chunk).await?;
    }
    tracing::debug!(
        list = list_query.list.name(),
        rows = list_query.sent_rows.load(Ordering::Relaxed),
        "read by SQL"
    );
    Ok(())
}

/// A cell that is not text.
pub(super) struct NotText;

/// Reads the rows of a list as they arrive.
pub(super) struct RowReader<'a> {
    pub(super) list_query: &'a ListQuery<'a>,
    pub(super) columns: Columns,
    /// Number of rows received.
    position: u64,
    builder: ChunkBuilder,
    /// Time limit for the next rows.
    patience: Duration,
}

impl RowReader<'_> {
    /// Waits for the next rows: longer for the first.
    pub(super) async fn wait<T>(&mut self, next: impl Future<Output = T>) -> Result<T, Fault> {
        let come = at_work(self.patience, next).await?;
        self.patience = self.list_query.settings.timeouts.idle;
        Ok(come)
    }

    /// Adds one row, with cells in the order of the columns' fields. Returns the chunk to send, if it is full.
    pub(super) fn take<'c>(
        &mut self,
        row: impl Iterator<Item = Result<Option<Cow<'c, str>>, NotText>>,
    ) -> Option<Chunk> {
        self.position += 1;
        let columns = &self.columns;
        let mut cells = vec![None; columns.width()];
        let mut fault = None;
        for ((field, at), cell) in columns.fields().iter().zip(row) {
            match cell {
                Ok(text) => cells[*at] = text,
                Err(NotText) => fault = Some(columns.fault(field, CellFault::NotText)),
            }
        }
        let cell = |at: usize| cells[at].as_deref();
        let row = match fault {
            Some(fault) => Some(Err(columns.bad_row(self.position, fault, cell))),
            None => columns.row(self.position, cell),
        };
        self.builder.add(row?)
    }

    /// The fault for an error among the rows.
    pub(super) fn broken(&self, error: &sqlx::Error) -> Fault {
        fault::of_query(error, &self.list_query.origin(), None, self.position)
    }

    /// The fault for a row that ends too early.
    pub(super) const fn cut_off(&self) -> Fault {
        Fault::Truncated { rows: self.position }
    }
}

/// Waits for a query that the server is running. It is not repeated after a time-out, because the server may still be
/// running it.
pub(super) async fn at_work<T>(patience: Duration, work: impl Future<Output = T>) -> Result<T, Fault> {
    timeout(patience, work).await.map_err(|_| Fault::Overdue(patience))
}

async fn within<T>(patience: Duration, work: impl Future<Output = T>) -> Result<T, Fault> {
    timeout(patience, work).await.map_err(|_| Fault::Timeout(patience))
}
