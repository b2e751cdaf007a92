//! CSV in practice: commas, semicolons, tabs or bars, any common encoding, a title above the headings.

use std::io::Read;
use std::path::Path;

use ::csv::StringRecord;
use encoding_rs::Encoding;

use super::encoding::{Letters, recognise};
use super::fault::{broken, unreadable};
use super::heading::{self, Beginning, ROWS, Reading};
use super::records::{BUFFER, Records, reader, shifted};
use super::row_sender::RowSender;
use super::settings::FilesSettings;
use crate::error::{Fault, Origin};
use crate::rows::{CellFault, ReadError, RowError};
use crate::table::Columns;

/// The possible separators.
pub(super) const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// The headings must be within this many bytes.
const BEGINNING: usize = 256 << 10;

/// The first rows of a file, split by each separator.
pub(super) fn beginning(path: &Path, settings: &FilesSettings, origin: &Origin) -> Result<Vec<Beginning>, Fault> {
    let encoding = encoding(path, BEGINNING as u64, settings, origin)?;
    let letters = Letters::open(path, encoding).map_err(|error| unreadable(origin, &error))?;
    tables(letters, origin)
}

/// The beginning of a text, split by each separator.
fn tables(mut letters: Letters, origin: &Origin) -> Result<Vec<Beginning>, Fault> {
    let (mut text, mut piece) = (Vec::new(), vec![0; BUFFER]);
    while text.len() < BEGINNING {
        match letters.read(&mut piece).map_err(|error| unreadable(origin, &error))? {
            0 => break,
            count => text.extend_from_slice(&piece[..count]),
        }
    }
    let cut = |delimiter| {
        let mut lines = reader(delimiter).from_reader(text.as_slice());
        let lines: Vec<_> = lines.records().take(ROWS).map_while(Result::ok).collect();
        heading::beginning(lines.iter())
    };
    Ok(DELIMITERS.into_iter().map(cut).collect())
}

fn encoding(
    path: &Path,
    first_bytes: u64,
    settings: &FilesSettings,
    origin: &Origin,
) -> Result<&'static Encoding, Fault> {
    match &settings.encoding {
        Some(label) => Encoding::for_label(label.as_bytes())
            .ok_or_else(|| Fault::Settings(format!("source.files.encoding: {label}"))),
        None => recognise(path, first_bytes).map_err(|error| unreadable(origin, &error)),
    }
}

/// Sends the rows of a CSV file.
pub(super) fn read(path: &Path, reading: &Reading<'_>, row_sender: &mut RowSender) -> Result<(), ReadError> {
    let origin = &reading.origin;
    let encoding = encoding(path, u64::MAX, reading.settings, origin)?;
    let letters = || Letters::open(path, encoding).map_err(|error| unreadable(origin, &error));
    let shape = Shape::recognise(letters()?, reading)?;
    let mut lines = Records::of(letters()?, shape.delimiter, reading.settings.max_row_bytes);
    lines.have(shape.width);
    let mut passed = 0;
    while let Some((position, line)) = lines.next().map_err(|error| broken(origin, error))? {
        passed += 1;
        if passed > shape.headings
            && let Some(row) = row(&shape, position, line)
        {
            row_sender.take(row)?;
        }
    }
    Ok(())
}

fn row(shape: &Shape, position: u64, line: &StringRecord) -> Option<Result<crate::rows::RawRow, RowError>> {
    let columns = &shape.columns;
    let readable = |at| line.get(at).filter(|cell| is_text(cell));
    if line.iter().all(|cell| cell.trim().is_empty()) {
        return None;
    }
    if let Some(found) = shifted(line, shape.width) {
        return Some(Err(columns.shifted(position, found, shape.width)));
    }
    for (field, at) in columns.fields() {
        if line.get(*at).is_some_and(|cell| !is_text(cell)) {
            return columns.bad_cell(position, field, CellFault::NotText, readable);
        }
    }
    columns.row(position, |at| line.get(at))
}

/// True if all bytes of a cell could be decoded.
fn is_text(cell: &str) -> bool {
    !cell.contains(char::REPLACEMENT_CHARACTER)
}

/// The layout of a file.
struct Shape {
    delimiter: u8,
    /// Lines up to and including the headings.
    headings: usize,
    /// Cells up to and including the last heading.
    width: usize,
    columns: Columns,
}

impl Shape {
    fn recognise(letters: Letters, reading: &Reading<'_>) -> Result<Self, Fault> {
        let tables = tables(letters, &reading.origin)?;
        let (table, row, columns) = reading.find(&tables)?;
        let last = tables[table][row].iter().rposition(|cell| !cell.is_empty());
        Ok(Self {
            delimiter: DELIMITERS[table],
            headings: row + 1,
            width: last.map_or(0, |at| at + 1),
            columns,
        })
    }
}
