//! Rows on their way to the caller.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use selaras_reasons::Reason;
use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

use crate::error::{Fault, Origin, SourceError};

/// Rows that cross to the caller at once.
const ROWS_PER_CHUNK: usize = 500;
/// Bytes of rows after which they cross, however few they are.
const BYTES_PER_CHUNK: usize = 1 << 20;
/// Chunks that wait for the caller before the reading waits too.
const CHUNKS_WAITING: usize = 4;

/// One row as the source spelled it.
#[derive(Debug, Clone)]
pub struct RawRow {
    /// Place in the list, from 1; of a file, the row's number in it.
    pub position: u64,
    /// The row; a valid JSON object.
    pub json: Box<str>,
    /// The key under which the row stood, where the list is an object keyed by nik.
    pub group: Option<Arc<str>>,
}

/// One row that cannot be read. The others can.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Baris ke-{position} {}", Reason::from(&**.fault))]
pub struct RowError {
    /// Place in the list, from 1.
    pub position: u64,
    /// What is wrong with it.
    pub fault: Box<RowFault>,
    /// The values of the columns that name its class, where the list has such columns and they can be read.
    pub class: Vec<String>,
}

/// What is wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowFault {
    /// It is not JSON. Holds the technical reason.
    NotJson(String),
    /// It is not an object.
    NotAnObject,
    /// It has more bytes than allowed.
    TooLong {
        /// Bytes that are allowed.
        limit: usize,
    },
    /// One cell of a table cannot be taken.
    Cell {
        /// The list.
        list: &'static str,
        /// Which query or file.
        origin: Origin,
        /// The field that the cell's column is.
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
    /// A formula whose result is not in the file.
    Formula,
    /// An error of the spreadsheet, such as `#N/A`.
    Mistake(String),
    /// A date, which a spreadsheet makes of a code such as `1-2`. No field is one.
    Date(String),
    /// A number with more digits than a spreadsheet or a program keeps.
    Rounded(String),
    /// Bytes that are no text.
    NotText,
    /// More letters than allowed.
    TooLong {
        /// Letters that are allowed.
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

/// Rows that cross to the caller together.
pub type Chunk = Vec<Result<RawRow, RowError>>;

/// Gathers rows until there are enough of them to cross.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    chunk: Chunk,
    bytes: usize,
}

impl Gathered {
    /// Takes a row; answers with the rows that are to cross now.
    pub(crate) fn add(&mut self, row: Result<RawRow, RowError>) -> Option<Chunk> {
        self.bytes += row.as_ref().map_or(64, |row| row.json.len() + size_of_val(row));
        self.chunk.push(row);
        if self.chunk.len() < ROWS_PER_CHUNK && self.bytes < BYTES_PER_CHUNK {
            return None;
        }
        self.bytes = 0;
        Some(std::mem::replace(&mut self.chunk, Chunk::with_capacity(ROWS_PER_CHUNK)))
    }

    /// The rows that are left.
    pub(crate) fn rest(self) -> Option<Chunk> {
        (!self.chunk.is_empty()).then_some(self.chunk)
    }
}

/// Why the reading task stops before the end of the list.
pub(crate) enum Ended {
    /// The caller has dropped [`Rows`].
    Unwanted,
    /// Something went wrong.
    By(Fault),
}

impl From<Fault> for Ended {
    fn from(fault: Fault) -> Self {
        Self::By(fault)
    }
}

/// What the reading task says.
pub(crate) enum Said {
    Chunk(Chunk),
    /// The list is complete.
    End,
    Failed(SourceError),
    /// Who reads the list has been found: its rows.
    Found(Box<Rows>),
}

/// Hands rows to the caller, and waits while it has enough of them.
pub(crate) async fn hand_out(chunk: Chunk, tell: &mpsc::Sender<Said>, handed_out: &AtomicU64) -> Result<(), Ended> {
    handed_out.fetch_add(chunk.len() as u64, Ordering::Relaxed);
    tell.send(Said::Chunk(chunk)).await.map_err(|_| Ended::Unwanted)
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
    /// Begins to read a list in a task of its own.
    pub(crate) fn begin<F>(name: &str, read: impl FnOnce(mpsc::Sender<Said>) -> F) -> Self
    where
        F: Future<Output = Result<(), Ended>> + Send + 'static,
    {
        let (tell, heard) = mpsc::channel(CHUNKS_WAITING);
        let reading = read(tell.clone());
        let of = name.to_owned();
        let reading = async move {
            let last = match reading.await {
                Ok(()) => Said::End,
                Err(Ended::By(fault)) => Said::Failed(SourceError { name: of, fault }),
                Err(Ended::Unwanted) => return,
            };
            // Nobody hears it when the caller has gone, which is fine.
            let _ = tell.send(last).await;
        };
        // What it asks belongs to whoever wants the rows.
        let reader = tokio::spawn(reading.in_current_span());
        Self {
            name: name.to_owned(),
            heard,
            finished: false,
            seen: 0,
            _reader: AbortOnDropHandle::new(reader),
        }
    }

    /// A list that cannot be read at all.
    pub(crate) fn failed(name: &str, fault: Fault) -> Self {
        Self::begin(name, |_| std::future::ready(Err(Ended::By(fault))))
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
        loop {
            match self.heard.recv().await {
                Some(Said::Found(rows)) => *self = *rows,
                Some(Said::Chunk(chunk)) => {
                    self.seen += chunk.len() as u64;
                    return Ok(Some(chunk));
                }
                Some(Said::End) => {
                    self.finished = true;
                    return Ok(None);
                }
                Some(Said::Failed(error)) => {
                    self.finished = true;
                    return Err(error);
                }
                // The task ended without a word: it must not look like the end of the list.
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
