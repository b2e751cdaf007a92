//! Streams long lists to slow readers, such as over a poor line, without holding a database connection while they read.

use crate::{Result, connection::Connection};
use futures::{Stream, TryStreamExt};
use sea_orm::sea_query::SelectStatement;
use std::{
    collections::HashMap,
    io::{Read, Seek, Write},
};
use tempfile::{SpooledTempFile, spooled_tempfile};
use tokio::sync::mpsc::{self, Sender};

/// Rows of a batch.
const BATCH: usize = 500;
/// Rows that wait for the reader.
const BUFFER: usize = 256;
/// Bytes of an id.
const NUMBER: usize = size_of::<i64>();
/// Bytes of ids that stay in memory. Beyond that they go to an unnamed file: there may be millions.
const IN_MEMORY: usize = 1 << 20;

/// Streams the rows with the ids that the statement selects, in their order. The ids are read at once; the rows follow in
/// batches, as the reader takes them. Rows deleted meanwhile are left out.
pub(crate) fn stream_by_id<T, R>(
    connection: Connection,
    numbers: impl Future<Output = Result<SelectStatement>> + Send + 'static,
    rows: impl FnMut(Vec<i64>) -> R + Send + 'static,
) -> impl Stream<Item = Result<T>> + Send + 'static
where
    T: Send + 'static,
    R: Future<Output = Result<HashMap<i64, T>>> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(BUFFER);
    // A task of its own, because the reader may never finish a batch that is under way.
    tokio::spawn(async move {
        let passed_on = async {
            let numbers = store_ids(&connection, &numbers.await?).await?;
            pass_on(numbers, rows, &sender).await
        };
        if let Err(error) = passed_on.await {
            drop(sender.send(Err(error)).await);
        }
    });
    futures::stream::unfold(receiver, |mut receiver| async move {
        Some((receiver.recv().await?, receiver))
    })
}

/// Stores the ids that a statement selects, in order.
async fn store_ids(connection: &Connection, select: &SelectStatement) -> Result<SpooledTempFile> {
    let mut kept = spooled_tempfile(IN_MEMORY);
    let mut held = Vec::with_capacity(BATCH * NUMBER);
    let mut found = connection.stream(select).await?;
    while let Some(row) = found.try_next().await? {
        held.extend(row.try_get_by_index::<i64>(0)?.to_le_bytes());
        if held.len() == BATCH * NUMBER {
            kept.write_all(&held)?;
            held.clear();
        }
    }
    kept.write_all(&held)?;
    kept.rewind()?;
    Ok(kept)
}

async fn pass_on<T, R>(
    mut numbers: SpooledTempFile,
    mut rows: impl FnMut(Vec<i64>) -> R,
    reader: &Sender<Result<T>>,
) -> Result<()>
where
    R: Future<Output = Result<HashMap<i64, T>>>,
{
    loop {
        let mut read = Vec::with_capacity(BATCH * NUMBER);
        let some = Read::by_ref(&mut numbers)
            .take((BATCH * NUMBER) as u64)
            .read_to_end(&mut read);
        some?;
        let (batch, _) = read.as_chunks::<NUMBER>();
        if batch.is_empty() {
            return Ok(());
        }
        let batch: Vec<_> = batch.iter().copied().map(i64::from_le_bytes).collect();
        let mut found = rows(batch.clone()).await?;
        for number in batch {
            let Some(row) = found.remove(&number) else { continue };
            if reader.send(Ok(row)).await.is_err() {
                return Ok(());
            }
        }
    }
}
