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
    /// What it says nevertheless.
    pub said: Said,
}

/// What can be read of a row that cannot be used. A list without such columns has none of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Said {
    /// The values of the columns that name its class. Empty if it names none.
    pub class: Vec<String>,
    /// The id of its class, which has precedence over the name: empty if it cannot be read, `None` if there is none.
    pub class_id: Option<String>,
    /// The number of its person, if the list names a person in a class.
    pub number: String,
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
    /// It is no row of the list. Readers tell such lines apart from rows that cannot be read.
    NoRow {
        /// Why.
        what: NoRow,
        /// Its text, or the part that is the reason.
        said: String,
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

/// Why something in a file is not read as a row of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoRow {
    /// The headings again.
    Heading,
    /// A total, a signature or another line around the table.
    Footer,
    /// A line with placeholders instead of a number and its data.
    Placeholder,
    /// An enrolment that has ended.
    Ended,
    /// An enrolment that has not begun.
    NotBegun,
    /// A person that may not sign in.
    Disabled,
    /// Another sheet, without the list's headings.
    Sheet,
    /// Another sheet with the list's headings: it may have more rows.
    SheetOfList,
}

/// What a reader left out of a list, to be told to people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Why it was left out.
    pub what: NoRow,
    /// The number of lines.
    pub rows: u64,
    /// The position of the first, from 1.
    pub first: u64,
    /// The text of the first.
    pub said: String,
    /// The query or file.
    pub origin: Origin,
}

impl Notice {
    /// True if rows of the list may be in what was left out.
    pub fn may_have_rows(&self) -> bool {
        self.what == NoRow::SheetOfList
    }
}

impl From<&Notice> for Reason {
    fn from(notice: &Notice) -> Self {
        let Notice {
            what,
            rows,
            first,
            said,
            origin,
        } = notice;
        let (rows, line, said, origin) = (*rows, first.to_string(), said.clone(), Box::new(Self::from(origin)));
        match what {
            NoRow::Heading => Self::LeftOutHeadings { rows, line, origin },
            NoRow::Footer => Self::LeftOutFooter {
                rows,
                line,
                said,
                origin,
            },
            NoRow::Placeholder => Self::LeftOutPlaceholders { rows, line, origin },
            NoRow::Ended => Self::LeftOutEnded {
                rows,
                line,
                said,
                origin,
            },
            NoRow::NotBegun => Self::LeftOutNotBegun {
                rows,
                line,
                said,
                origin,
            },
            NoRow::Disabled => Self::LeftOutDisabled {
                rows,
                line,
                said,
                origin,
            },
            NoRow::Sheet => Self::LeftOutSheet { said, origin },
            NoRow::SheetOfList => Self::LeftOutSheetOfList { said, origin },
        }
    }
}

/// Collects notices: one for each reason, with the first line as its example.
#[derive(Debug, Default)]
pub(crate) struct Notices(Vec<Notice>);

impl Notices {
    /// Adds a line that is left out.
    pub(crate) fn add(&mut self, what: NoRow, first: u64, said: String, origin: &Origin) {
        let is_sheet = matches!(what, NoRow::Sheet | NoRow::SheetOfList);
        match self.0.iter_mut().find(|notice| !is_sheet && notice.what == what) {
            Some(notice) => notice.rows += 1,
            None => self.0.push(Notice {
                what,
                rows: 1,
                first,
                said,
                origin: origin.clone(),
            }),
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Notice> {
        self.0
    }
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
    /// A control character, such as a tab or a line break.
    Character(char),
    /// A quotation mark within a quoted cell, which is not written twice.
    Misquoted,
    /// A date that cannot be read.
    NotADate(String),
    /// An id that another file of the zip does not have.
    NotIn {
        /// What the id is of.
        of: IdOf,
        /// The id.
        value: String,
    },
    /// An id that another row of the file has, with other cells.
    Twice {
        /// The id.
        id: String,
        /// The line of the other row.
        other: u64,
    },
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

/// What an id in a OneRoster enrolment is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdOf {
    /// A class.
    Class,
    /// A person.
    User,
}

impl IdOf {
    /// The column of the id.
    pub(crate) const fn column(self) -> &'static str {
        match self {
            Self::Class => "classSourcedId",
            Self::User => "userSourcedId",
        }
    }

    /// The file that should have it.
    const fn member(self) -> &'static str {
        match self {
            Self::Class => "classes.csv",
            Self::User => "users.csv",
        }
    }
}

impl From<&RowFault> for Reason {
    fn from(fault: &RowFault) -> Self {
        let (column, what, origin) = match fault {
            RowFault::NotJson(_) => return Self::RowNotJson,
            RowFault::NotAnObject => return Self::RowNotAnObject,
            RowFault::TooLong { limit } => return Self::RowTooLong { limit: *limit as u64 },
            RowFault::NoRow { .. } => return Self::RowOfPlaceholders,
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
            CellFault::NotText if of_database => Self::CellNotTextInDatabase { field, origin },
            CellFault::NotText => Self::CellNotText { field, origin },
            CellFault::Character('\t') => Self::CellWithTab { field, origin },
            CellFault::Character('\n' | '\r') => Self::CellWithLineBreak { field, origin },
            CellFault::Character(letter) => Self::CellWithControl {
                field,
                value: format!("U+{:04X}", u32::from(*letter)),
                origin,
            },
            CellFault::Misquoted => Self::CellMisquoted { field, origin },
            CellFault::NotADate(value) => Self::CellNoDate {
                field,
                value: value.clone(),
                origin,
            },
            CellFault::NotIn { of, value } => Self::IdNotInMember {
                field: of.column().to_owned(),
                value: value.clone(),
                member: of.member().to_owned(),
                origin,
            },
            CellFault::Twice { id, other } => Self::IdTwiceInMember {
                field,
                value: id.clone(),
                at: *other,
                origin,
            },
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
    /// What was left out of the list, before its end.
    Notices(Vec<Notice>),
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
    notices: Vec<Notice>,
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
            notices: Vec::new(),
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
                Some(Message::Notices(notices)) => self.notices.extend(notices),
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

    /// What was left out of the list. Complete when [`Rows::next`] has returned `None`.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// The rows as a stream of chunks. The stream ends after the list, or after the first error.
    pub fn into_stream(self) -> impl futures::Stream<Item = Result<Chunk, SourceError>> + Send {
        futures::stream::try_unfold(self, |mut rows| async move {
            Ok(rows.next().await?.map(|chunk| (chunk, rows)))
        })
    }
}
