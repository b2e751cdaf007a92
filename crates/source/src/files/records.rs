//! The records of a CSV file, kept within bounds.
//!
//! A quote that nothing closes makes one record of all that follows, which the parser would gather, and at the file's end take
//! for a cell like any other. So no record is read on for ever, and a last line of our own tells whether the end was reached.

use std::cell::Cell;
use std::io::{self, Chain, Cursor, Read};
use std::rc::Rc;

use ::csv::{Reader, ReaderBuilder, StringRecord};

/// Bytes that the parser takes at once.
pub(super) const BUFFER: usize = 64 << 10;
/// The line that stands behind the file's last: control characters that no cell has.
const LAST: &str = "\u{1}\u{4}\u{1}";

/// Why there is no next record.
#[derive(Debug)]
pub(super) enum Broken {
    /// A cell begins with a quote that nothing closes, in the record that begins on this line.
    Unclosed(u64),
    Unreadable(csv::Error),
}

/// The records of a file, one after the other.
pub(super) struct Records<R> {
    lines: Reader<Metered<Chain<R, Cursor<String>>>>,
    budget: Rc<Cell<usize>>,
    most: usize,
    record: StringRecord,
    ended: bool,
}

impl<R: Read> Records<R> {
    /// The records of what `inner` reads, none of them longer than `most` bytes and some that the parser reads ahead.
    pub(super) fn of(inner: R, delimiter: u8, most: usize) -> Self {
        let budget = Rc::new(Cell::new(0));
        let inner = inner.chain(Cursor::new(format!("\n{LAST}\n")));
        let metered = Metered {
            inner,
            budget: Rc::clone(&budget),
        };
        Self {
            lines: reader(delimiter).from_reader(metered),
            budget,
            most,
            record: StringRecord::new(),
            ended: false,
        }
    }

    /// The next record, and the line on which it begins. Nothing after the last.
    pub(super) fn next(&mut self) -> Result<Option<(u64, &StringRecord)>, Broken> {
        if self.ended {
            return Ok(None);
        }
        // The parser reads ahead by a buffer or two.
        self.budget.set(self.most + 4 * BUFFER);
        let start = self.lines.position().line();
        match self.lines.read_record(&mut self.record) {
            Ok(_) => {}
            Err(error) if is_spent(&error) => return Err(Broken::Unclosed(start)),
            Err(error) => return Err(Broken::Unreadable(error)),
        }
        let line = self.record.position().map_or(start, csv::Position::line);
        if self.record.len() == 1 && &self.record[0] == LAST {
            self.ended = true;
            return Ok(None);
        }
        // Our own line was taken into a cell.
        if self.record.as_slice().trim_end_matches('\n').ends_with(LAST) {
            return Err(Broken::Unclosed(line));
        }
        Ok(Some((line, &self.record)))
    }
}

/// A parser that minds neither headings nor how many cells a record has.
pub(super) fn reader(delimiter: u8) -> ReaderBuilder {
    let mut builder = ReaderBuilder::new();
    builder
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .buffer_capacity(BUFFER);
    builder
}

/// How many cells a record has, where these are not as many as there are headings: a separator within a cell that is not quoted
/// moves all after it into the wrong columns.
pub(super) fn shifted(record: &StringRecord, width: usize) -> Option<usize> {
    let ends_filled = record.iter().skip(width).any(|cell| !cell.trim().is_empty());
    (ends_filled || record.len() < width).then_some(record.len())
}

/// A reader that gives no more than its budget, so that a record without an end is not gathered to the end of the file.
struct Metered<R> {
    inner: R,
    budget: Rc<Cell<usize>>,
}

#[derive(Debug, thiserror::Error)]
#[error("one record is too long")]
struct Spent;

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.budget.get() == 0 {
            return Err(io::Error::other(Spent));
        }
        let most = into.len().min(self.budget.get());
        let count = self.inner.read(&mut into[..most])?;
        self.budget.set(self.budget.get() - count);
        Ok(count)
    }
}

fn is_spent(error: &csv::Error) -> bool {
    match error.kind() {
        csv::ErrorKind::Io(error) => error.get_ref().is_some_and(|inner| inner.is::<Spent>()),
        _ => false,
    }
}
