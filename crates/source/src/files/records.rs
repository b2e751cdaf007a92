//! Reads the records of a CSV file within limits.
//!
//! An unclosed quote makes one record of everything after it. The parser would collect it in memory and accept it as a cell
//! at the end of the file. So the length of a record is limited, and a last line of our own shows whether the end was
//! reached.
//!
//! Usually a later row also has a quote, which closes the first one. Then all rows between them become part of one cell. The
//! later quote is an opening quote: it begins a cell and text follows. A closing quote is followed by a separator or the end
//! of the line: [`Quotes`] tells them apart. A stray quote at the end of a cell is detected by the rows that the cell then
//! contains.
//!
//! The parser reports the line before the one that people see: it counts a line end when it reads the next record, skips empty
//! lines, and does not know `\r` alone. So [`Lines`] counts them.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{self, Chain, Cursor, Read};
use std::rc::Rc;

use ::csv::{Reader, ReaderBuilder, StringRecord};

use super::lines::Lines;
use super::quotes::Quotes;

/// Bytes that the parser reads at once.
pub(super) const BUFFER: usize = 64 << 10;
/// The line appended after the file's last: control characters that no cell contains.
const LAST: &str = "\u{1}\u{4}\u{1}";

/// Why there is no next record.
#[derive(Debug)]
pub(super) enum Broken {
    /// In the record that begins on this line, a cell begins with a quote that is not closed, or that another cell's quote
    /// closes.
    Unclosed(u64),
    /// The record that begins on this line exceeds this many bytes.
    TooLong {
        row: u64,
        limit: u64,
    },
    Unreadable(csv::Error),
}

/// Places in the bytes that the parser has read, which may be ahead of the last record.
#[derive(Debug, Default)]
struct Marks {
    lines: Lines,
    /// The bytes after quotes that are closed within a cell: `"Ani "Nia" W"`.
    misquoted: VecDeque<u64>,
}

/// A record of a file.
pub(super) struct Record<'a> {
    /// The line on which it begins, from 1.
    pub(super) line: u64,
    pub(super) cells: &'a StringRecord,
    /// True if a quoted cell has text after its closing quote, so that the parser has changed it.
    pub(super) is_misquoted: bool,
}

/// Iterates over the records of a file.
pub(super) struct Records<R> {
    lines: Reader<Metered<Chain<R, Cursor<String>>>>,
    budget: Rc<Cell<usize>>,
    marks: Rc<RefCell<Marks>>,
    most: usize,
    delimiter: char,
    /// Number of cells of a whole row, once it is known.
    width: Option<usize>,
    record: StringRecord,
    ended: bool,
}

impl<R: Read> Records<R> {
    /// The records in `inner`. None exceeds `most` bytes by more than the parser reads ahead.
    pub(super) fn of(inner: R, delimiter: u8, most: usize) -> Self {
        let (budget, marks) = (Rc::new(Cell::new(0)), Rc::<RefCell<Marks>>::default());
        let inner = inner.chain(Cursor::new(format!("\n{LAST}\n")));
        let metered = Metered {
            inner,
            budget: Rc::clone(&budget),
            marks: Rc::clone(&marks),
            passed: 0,
            quotes: Quotes::of(delimiter),
            broken: false,
        };
        Self {
            lines: reader(delimiter).from_reader(metered),
            budget,
            marks,
            most,
            delimiter: char::from(delimiter),
            width: None,
            record: StringRecord::new(),
            ended: false,
        }
    }

    /// Sets the number of cells of a whole row, as the headings tell.
    pub(super) const fn have(&mut self, width: usize) {
        self.width = Some(width);
    }

    /// The next record; `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<Record<'_>>, Broken> {
        if self.ended {
            return Ok(None);
        }
        // The parser reads ahead by a buffer or two.
        self.budget.set(self.most + 4 * BUFFER);
        let start = self.lines.position().byte();
        let read = self.lines.read_record(&mut self.record);
        let end = self.lines.position().byte();
        let (line, is_misquoted) = self.marks.borrow_mut().of_record(start, end);
        match read {
            Ok(_) => {}
            Err(error) => match endless(&error) {
                Some(Endless::Quoted) => return Err(Broken::Unclosed(line)),
                Some(Endless::Bare) => {
                    let (row, limit) = (line, self.most as u64);
                    return Err(Broken::TooLong { row, limit });
                }
                None => return Err(Broken::Unreadable(error)),
            },
        }
        if self.record.len() == 1 && &self.record[0] == LAST {
            self.ended = true;
            return Ok(None);
        }
        // A cell includes our own line.
        if self.record.as_slice().trim_end_matches('\n').ends_with(LAST) {
            return Err(Broken::Unclosed(line));
        }
        if self
            .width
            .is_some_and(|width| has_rows_within(&self.record, self.delimiter, width))
        {
            return Err(Broken::Unclosed(line));
        }
        Ok(Some(Record {
            line,
            cells: &self.record,
            is_misquoted,
        }))
    }
}

impl Marks {
    /// The line of the record between these bytes, and whether it is misquoted. Drops the marks before its end.
    fn of_record(&mut self, start: u64, end: u64) -> (u64, bool) {
        let line = self.lines.at(start);
        let before = self.misquoted.iter().take_while(|at| **at < end).count();
        (line, self.misquoted.drain(..before).any(|at| at >= start))
    }
}

/// A parser without headings that allows records of any number of cells.
pub(super) fn reader(delimiter: u8) -> ReaderBuilder {
    let mut builder = ReaderBuilder::new();
    builder
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .buffer_capacity(BUFFER);
    builder
}

/// Returns the number of cells of a record if it differs from the number of headings: an unquoted separator within a cell
/// moves all later cells into the wrong columns.
pub(super) fn shifted(record: &StringRecord, width: usize) -> Option<usize> {
    (!is_whole(record.iter(), width)).then_some(record.len())
}

/// True if these are the cells of a whole row, with nothing after them.
fn is_whole<'a>(mut cells: impl Iterator<Item = &'a str>, width: usize) -> bool {
    cells.by_ref().take(width).count() == width && cells.all(|cell| cell.trim().is_empty())
}

/// True if one cell of a record contains rows. Its first and last line, joined with what is before and after the cell, are
/// whole rows, and so is a line between them. An address of several lines has commas, but not exactly so many in each.
fn has_rows_within(record: &StringRecord, delimiter: char, width: usize) -> bool {
    if !record.as_slice().contains('\n') {
        return false;
    }
    let cells: Vec<_> = record.iter().collect();
    cells.iter().enumerate().any(|(at, cell)| {
        let mut lines = cell.split('\n');
        let (Some(first), Some(last)) = (lines.next(), lines.next_back()) else {
            return false;
        };
        let parts = |line| str::split(line, delimiter);
        let before = cells[..at].iter().copied();
        let behind = cells[at + 1..].iter().copied();
        is_whole(before.chain(parts(first)), width)
            && is_whole(parts(last).chain(behind), width)
            && lines.any(|line| is_whole(parts(line), width))
    })
}

/// A reader that stops at its budget, and at a quote that does not close a cell. So an endless record is not collected to
/// the end of the file.
struct Metered<R> {
    inner: R,
    budget: Rc<Cell<usize>>,
    marks: Rc<RefCell<Marks>>,
    /// Bytes read.
    passed: u64,
    quotes: Quotes,
    broken: bool,
}

#[derive(Debug, thiserror::Error)]
#[error("one record does not end")]
enum Endless {
    /// A quote is open, or does not close a cell.
    Quoted,
    Bare,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.broken || self.budget.get() == 0 {
            let is_quoted = self.broken || self.quotes.are_open();
            let endless = if is_quoted { Endless::Quoted } else { Endless::Bare };
            return Err(io::Error::other(endless));
        }
        let most = into.len().min(self.budget.get());
        let count = self.inner.read(&mut into[..most])?;
        self.budget.set(self.budget.get() - count);
        let (piece, marks, passed) = (&into[..count], &mut *self.marks.borrow_mut(), self.passed);
        marks.lines.pass(piece);
        self.passed += count as u64;
        let misquoted = |at| marks.misquoted.push_back(passed + at as u64);
        let Some(sound) = self.quotes.broken_at(piece, misquoted) else {
            return Ok(count);
        };
        // The rows before it are still read.
        self.broken = true;
        match sound {
            0 => Err(io::Error::other(Endless::Quoted)),
            sound => Ok(sound),
        }
    }
}

fn endless(error: &csv::Error) -> Option<&Endless> {
    match error.kind() {
        csv::ErrorKind::Io(error) => error.get_ref()?.downcast_ref(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reads the records of a text as far as possible. Also returns the line of the record that breaks it.
    fn read(text: &str, width: usize) -> (Vec<Vec<String>>, Option<u64>) {
        let mut records = Records::of(text.as_bytes(), b',', 1 << 20);
        records.have(width);
        let mut rows = Vec::new();
        loop {
            match records.next() {
                Ok(Some(record)) => rows.push(record.cells.iter().map(str::to_owned).collect()),
                Ok(None) => return (rows, None),
                Err(Broken::Unclosed(line)) => return (rows, Some(line)),
                Err(broken) => panic!("{broken:?}"),
            }
        }
    }

    #[test]
    fn quote_closed_by_another_row_ends_the_list_on_its_line() {
        let rows = |count: usize| "3,Budi,Fisika\n".repeat(count);
        for count in [0, 1, 900, 60_000] {
            // The next quote opens a cell: before a letter, or before a blank.
            for cell in ["\"Jl. Melati\"", "\" Jl. Melati\""] {
                let text = format!("1,Ani,Kimia\n2,\"Siti,Aljabar\n{}4,{cell},Fisika\n", rows(count));
                let (read, broken) = read(&text, 3);
                assert_eq!((read.len(), broken), (1, Some(2)), "{cell} after {count} rows");
            }
        }
        // The next quote is at the end of a cell, and does not close one either.
        let text = format!("1,Ani,Kimia\n2,\"Siti,Aljabar\n{}4,Budi\",Fisika\n", rows(9));
        assert_eq!(read(&text, 3).1, Some(2));
    }

    #[test]
    fn cell_of_several_lines_is_one_cell() {
        let address = "Jl. Mawar No. 5, RT 1, RW 2\nKel. A, Kec. B, Kota C\nGedung \"\"Utara\"\"";
        let text = format!("1,\"{address}\",Kimia\r\n\"2\n\" ,\"\nSiti\",\"Aljabar,\n\"\n");
        let (rows, broken) = read(&text, 3);
        assert_eq!((rows.len(), broken), (2, None), "{rows:?}");
        assert_eq!(rows[0][1], address.replace("\"\"", "\""));
        assert_eq!(rows[1], ["2\n ", "\nSiti", "Aljabar,\n"]);
    }

    #[test]
    fn record_has_the_line_on_which_an_editor_shows_it() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["a,b", "", "1,\"x", "y\"", "  ,", "2,z", "", "", "3,\"\""].join(end);
            let mut records = Records::of(text.as_bytes(), b',', 1 << 20);
            let mut lines = Vec::new();
            while let Some(record) = records.next().unwrap() {
                lines.push(record.line);
            }
            assert_eq!(lines, [1, 3, 5, 6, 9], "{end:?}");
        }
    }

    #[test]
    fn only_text_behind_a_closing_quote_is_misquoted() {
        let text = "1,\"Ani\"\n2,\"Ani \"\"Nia\"\" W\"\n3,\"Ani\" \n4,\"Ani \"Nia\" W\"\n5,5\" pipa\n6,\"\"x\n";
        let mut records = Records::of(text.as_bytes(), b',', 1 << 20);
        let mut misquoted = Vec::new();
        while let Some(record) = records.next().unwrap() {
            misquoted.extend(record.is_misquoted.then_some(record.line));
        }
        assert_eq!(misquoted, [4, 6]);
    }

    /// A table as a program writes it, with each cell quoted.
    fn written(rows: &[Vec<String>]) -> String {
        let lines = rows.iter().map(|row| {
            let cells: Vec<_> = row
                .iter()
                .map(|cell| format!("\"{}\"", cell.replace('"', "\"\"")))
                .collect();
            cells.join(",") + "\n"
        });
        lines.collect()
    }

    fn table(cell: &'static str) -> impl Strategy<Value = Vec<Vec<String>>> {
        prop::collection::vec(prop::collection::vec(cell, 3), 1..8)
    }

    proptest! {
        #[test]
        fn written_table_is_read_back_unchanged(rows in table("[a\"\n]{0,8}")) {
            prop_assert_eq!(read(&written(&rows), 3), (rows, None));
        }

        #[test]
        fn missing_quote_never_merges_two_rows(
            rows in table("[a-c]{1,3}[a\n]{0,8}"),
            row in any::<prop::sample::Index>(),
            cell in 0..3_usize,
        ) {
            let row = row.index(rows.len());
            let before = written(&rows[..row]);
            let (line, rest) = (written(&rows[row..=row]), written(&rows[row + 1..]));
            // The quote that closes the cell.
            let width = |cell: &String| cell.len() + 3;
            let at = rows[row][..=cell].iter().map(width).sum::<usize>() - 2;
            let text = format!("{before}{}{}{rest}", &line[..at], &line[at + 1..]);
            let (read, broken) = read(&text, 3);
            let whole = read.iter().filter(|row| row.len() == 3);
            let others = rows.iter().enumerate().filter(|(at, _)| *at < row || (broken.is_none() && *at > row));
            let others: Vec<_> = others.map(|(_, row)| row).collect();
            prop_assert_eq!(whole.collect::<Vec<_>>(), others);
        }
    }
}
