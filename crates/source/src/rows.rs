//! Sends rows from a reader to the caller.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use selaras_reasons::Reason;
use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

use crate::error::{Fault, Origin, SourceError};

/// Rows in one chunk.
const ROWS_PER_CHUNK: usize = 500;
/// Bytes after which a chunk is sent, however few its rows are.
const BYTES_PER_CHUNK: usize = 1 << 20;
/// Chunks in the queue before the reader has to wait.
const CHUNKS_WAITING: usize = 4;

/// One row as the source wrote it.
#[derive(Debug, Clone)]
pub struct RawRow {
    /// Position in the list, from 1; for a file, the row's number in it.
    pub position: u64,
    /// The row; a valid JSON object.
    pub json: Box<str>,
    /// The key of the row's group, if the list is an object keyed by nik.
    pub group: Option<Arc<str>>,
}

/// One row that cannot be read. The others can.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Baris ke-{position} {}", Reason::from(&**.fault))]
pub struct RowError {
    /// Position in the list, from 1.
    pub position: u64,
    /// What is wrong with it.
    pub fault: Box<RowFault>,
    /// The values of the columns that name its class, if the list has such columns and they can be read.
    pub class: Vec<String>,
}

/// What is wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowFault {
    /// It is not JSON: the technical reason.
    NotJson(String),
    /// It is not an object.
    NotAnObject,
    /// It exceeds the size limit.
    TooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// A cell of a table cannot be accepted.
    Cell {
        /// The list.
        list: &'static str,
        /// The query or file.
        origin: Origin,
        /// The field of the cell's column.
        column: &'static str,
        /// What is wrong with it.
        what: CellFault,
    },
}

/// What is wrong with one cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellFault {
    /// A part of the key is empty.
    Empty,
    /// A formula without a stored result.
    Formula,
    /// An error of the spreadsheet, such as `#N/A`.
    Mistake(String),
    /// A date, which a spreadsheet makes of a code such as `1-2`. No field is a date.
    Date(String),
    /// A number with more digits than a spreadsheet or a program keeps.
    Rounded(String),
    /// Bytes that cannot be decoded.
    NotText,
    /// More letters than allowed.
    TooLong {
        /// The limit in letters.
        limit: usize,
    },
    /// The line has more or fewer cells than there are headings.
    Shifted {
        /// Cells of the line.
        found: usize,
        /// Headings.
        expected: usize,
    },
}

impl From<&RowFault> for Reason {
    fn from(fault: &RowFault) -> Self {
        let (column, what, origin) = match fault {
            RowFault::NotJson(_) => return Self::RowNotJson,
            RowFault::NotAnObject => return Self::RowNotAnObject,
            RowFault::TooLong { limit } => return Self::RowTooLong { limit: *limit as u64 },
            RowFault::Cell {
                column, what, origin, ..
            } => (*column, what, origin),
        };
        let of_database = matches!(origin, Origin::Query { .. });
        let (field, origin) = (column.to_owned(), Box::new(Self::from(origin)));
        match what {
            CellFault::Empty => Self::CellEmpty { field, origin },
            CellFault::Formula => Self::CellFormula { field, origin },
            CellFault::Mistake(value) => Self::CellMistake {
                field,
                value: value.clone(),
                origin,
            },
            CellFault::Date(value) => Self::CellDate {
                field,
                value: value.clone(),
                origin,
            },
            CellFault::Rounded(value) if of_database => Self::CellRoundedByDatabase {
                field,
                value: value.clone(),
                origin,
            },
            CellFault::Rounded(value) => Self::CellRounded {
                field,
                value: value.clone(),
                origin,
            },
            CellFault::NotText if of_database => Self::CellNotTextOfDatabase { field, origin },
            CellFault::NotText => Self::CellNotText { field, origin },
            CellFault::TooLong { limit } => Self::CellTooLong {
                field,
                limit: *limit as u64,
                origin,
            },
            CellFault::Shifted { found, expected } => Self::CellsShifted {
                field,
                found: *found as u64,
                expected: *expected as u64,
                origin,
            },
        }
    }
}

/// Rows that are sent together.
pub type Chunk = Vec<Result<RawRow, RowError>>;

/// Collects rows until a chunk is full.
#[derive(Debug, Default)]
pub(crate) struct ChunkBuilder {
    chunk: Chunk,
    bytes: usize,
}

impl ChunkBuilder {
    /// Adds a row. Returns the chunk if it is full.
    pub(crate) fn add(&mut self, row: Result<RawRow, RowError>) -> Option<Chunk> {
        self.bytes += row.as_ref().map_or(64, |row| row.json.len() + size_of_val(row));
        self.chunk.push(row);
        if self.chunk.len() < ROWS_PER_CHUNK && self.bytes < BYTES_PER_CHUNK {
            return None;
        }
        self.bytes = 0;
        Some(std::mem::replace(&mut self.chunk, Chunk::with_capacity(ROWS_PER_CHUNK)))
    }

    /// Returns the remaining rows.
    pub(crate) fn rest(self) -> Option<Chunk> {
        (!self.chunk.is_empty()).then_some(self.chunk)
    }
}

/// Why the reading task stops before the end of the list.
pub(crate) enum ReadError {
    /// The caller has dropped [`Rows`].
    Cancelled,
    /// A fault.
    Failed(Fault),
}

impl From<Fault> for ReadError {
    fn from(fault: Fault) -> Self {
        Self::Failed(fault)
    }
}

/// A message of the reading task.
pub(crate) enum Message {
    Chunk(Chunk),
    /// The list is complete.
    End,
    Failed(SourceError),
    /// The reader of the list was found: these are its rows.
    Found(Box<Rows>),
}

/// Sends rows to the caller. Waits while the queue is full.
pub(crate) async fn send_chunk(
    chunk: Chunk,
    sender: &mpsc::Sender<Message>,
    sent_rows: &AtomicU64,
) -> Result<(), ReadError> {
    sent_rows.fetch_add(chunk.len() as u64, Ordering::Relaxed);
    sender
        .send(Message::Chunk(chunk))
        .await
        .map_err(|_| ReadError::Cancelled)
}

/// One list, as it arrives. Dropping it ends the download.
#[derive(Debug)]
pub struct Rows {
    name: String,
    receiver: mpsc::Receiver<Message>,
    finished: bool,
    seen: u64,
    _reader: AbortOnDropHandle<()>,
}

impl Rows {
    /// Starts to read a list in its own task.
    pub(crate) fn begin<F>(name: &str, read: impl FnOnce(mpsc::Sender<Message>) -> F) -> Self
    where
        F: Future<Output = Result<(), ReadError>> + Send + 'static,
    {
        let (sender, receiver) = mpsc::channel(CHUNKS_WAITING);
        let reading = read(sender.clone());
        let of = name.to_owned();
        let reading = async move {
            let last = match reading.await {
                Ok(()) => Message::End,
                Err(ReadError::Failed(fault)) => Message::Failed(SourceError { name: of, fault }),
                Err(ReadError::Cancelled) => return,
            };
            // If the caller has gone, nothing receives this, which is fine.
            let _ = sender.send(last).await;
        };
        // Traces of the reader belong to the caller's span.
        let reader = tokio::spawn(reading.in_current_span());
        Self {
            name: name.to_owned(),
            receiver,
            finished: false,
            seen: 0,
            _reader: AbortOnDropHandle::new(reader),
        }
    }

    /// A list that cannot be read at all.
    pub(crate) fn failed(name: &str, fault: Fault) -> Self {
        Self::begin(name, |_| std::future::ready(Err(ReadError::Failed(fault))))
    }

    /// The next rows, up to 500 at once; `None` when the list is complete.
    ///
    /// Cancel-safe: no row is lost.
    ///
    /// # Errors
    /// The list cannot be read, or not to its end. Rows that came before are valid; the list is incomplete.
    pub async fn next(&mut self) -> Result<Option<Chunk>, SourceError> {
        if self.finished {
            return Ok(None);
        }
        loop {
            match self.receiver.recv().await {
                Some(Message::Found(rows)) => *self = *rows,
                Some(Message::Chunk(chunk)) => {
                    self.seen += chunk.len() as u64;
                    return Ok(Some(chunk));
                }
                Some(Message::End) => {
                    self.finished = true;
                    return Ok(None);
                }
                Some(Message::Failed(error)) => {
                    self.finished = true;
                    return Err(error);
                }
                // The task ended without a message: this must not look like the end of the list.
                None => {
                    self.finished = true;
                    let reason = "the reading task stopped".to_owned();
                    return Err(SourceError {
                        name: self.name.clone(),
                        fault: Fault::Broken {
                            rows: self.seen,
                            reason,
                        },
                    });
                }
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
