//! Rows on their way to the caller.

use std::sync::Arc;

use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;

use crate::error::{Fault, SourceError};

/// One row as the source spelled it.
#[derive(Debug, Clone)]
pub struct RawRow {
    /// Place in the list, from 1.
    pub position: u64,
    /// The row; a valid JSON object.
    pub json: Box<RawValue>,
    /// The key under which the row stood, where the list is an object keyed by nik.
    pub group: Option<Arc<str>>,
}

/// One row that cannot be read. The others can.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Baris ke-{position} {fault}")]
pub struct RowError {
    /// Place in the list, from 1.
    pub position: u64,
    /// What is wrong with it.
    pub fault: RowFault,
}

/// What is wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RowFault {
    /// It is not JSON. Holds the technical reason.
    #[error("bukan JSON yang benar. Minta pengelola sistem akademik memperbaikinya.")]
    NotJson(String),
    /// It is not an object.
    #[error("tidak berisi data (bukan objek). Minta pengelola sistem akademik memperbaikinya.")]
    NotAnObject,
    /// It has more bytes than allowed.
    #[error("lebih panjang dari batas {limit} bita, jadi tidak dibaca. Minta pengelola sistem akademik memeriksanya.")]
    TooLong {
        /// Bytes that are allowed.
        limit: usize,
    },
}

/// Rows that cross to the caller together.
pub type Chunk = Vec<Result<RawRow, RowError>>;

/// What the reading task says.
pub(crate) enum Said {
    Chunk(Chunk),
    /// The list is complete.
    End,
    Failed(SourceError),
}

/// One list, as it arrives. Dropping it ends the download.
#[derive(Debug)]
pub struct Rows {
    name: String,
    heard: mpsc::Receiver<Said>,
    finished: bool,
    seen: u64,
    _reader: AbortOnDropHandle<()>,
}

impl Rows {
    pub(crate) fn new(name: String, heard: mpsc::Receiver<Said>, reader: tokio::task::JoinHandle<()>) -> Self {
        Self {
            name,
            heard,
            finished: false,
            seen: 0,
            _reader: AbortOnDropHandle::new(reader),
        }
    }

    /// The next rows, up to 500 at once; `None` when the list is complete.
    ///
    /// May be cancelled without loss.
    ///
    /// # Errors
    /// The list cannot be had, or not to its end. Rows that came before are real; the list is not complete.
    pub async fn next(&mut self) -> Result<Option<Chunk>, SourceError> {
        if self.finished {
            return Ok(None);
        }
        match self.heard.recv().await {
            Some(Said::Chunk(chunk)) => {
                self.seen += chunk.len() as u64;
                Ok(Some(chunk))
            }
            Some(Said::End) => {
                self.finished = true;
                Ok(None)
            }
            Some(Said::Failed(error)) => {
                self.finished = true;
                Err(error)
            }
            // The task ended without a word: it must not look like the end of the list.
            None => {
                self.finished = true;
                let reason = "the reading task stopped".to_owned();
                Err(SourceError {
                    name: self.name.clone(),
                    fault: Fault::Broken {
                        rows: self.seen,
                        reason,
                    },
                })
            }
        }
    }

    /// The rows as a stream of chunks. The stream ends after the list, or after the first error.
    pub fn into_stream(self) -> impl futures::Stream<Item = Result<Chunk, SourceError>> + Send {
        futures::stream::try_unfold(self, |mut rows| async move {
            Ok(rows.next().await?.map(|chunk| (chunk, rows)))
        })
    }
}
