//! Long lists for whoever reads them slowly, as over a poor line: no connection to the database is held while they read.

use crate::Result;
use futures::Stream;
use std::collections::HashMap;
use tokio::sync::mpsc::{self, Sender};

/// Rows of a batch.
const BATCH: usize = 500;
/// Rows that wait for the reader.
const AHEAD: usize = 256;

/// Rows, one after the other in the order of their numbers. The numbers are read at once; the rows follow in batches, as
/// the reader takes them. A row that is gone by then is left out.
pub(crate) fn row_after_row<T, R>(
    numbers: impl Future<Output = Result<Vec<i64>>> + Send + 'static,
    rows: impl FnMut(Vec<i64>) -> R + Send + 'static,
) -> impl Stream<Item = Result<T>> + Send + 'static
where
    T: Send + 'static,
    R: Future<Output = Result<HashMap<i64, T>>> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(AHEAD);
    // Apart from the reader, who may let a batch that is under way wait for good.
    tokio::spawn(async move {
        if let Err(error) = pass_on(numbers, rows, &sender).await {
            drop(sender.send(Err(error)).await);
        }
    });
    futures::stream::unfold(receiver, |mut receiver| async move {
        Some((receiver.recv().await?, receiver))
    })
}

async fn pass_on<T, R>(
    numbers: impl Future<Output = Result<Vec<i64>>>,
    mut rows: impl FnMut(Vec<i64>) -> R,
    reader: &Sender<Result<T>>,
) -> Result<()>
where
    R: Future<Output = Result<HashMap<i64, T>>>,
{
    for batch in numbers.await?.chunks(BATCH) {
        let mut found = rows(batch.to_vec()).await?;
        for number in batch {
            let Some(row) = found.remove(number) else { continue };
            if reader.send(Ok(row)).await.is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}
