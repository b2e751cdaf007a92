//! CSV in practice: commas, semicolons, tabs or bars, any common encoding, a title above the headings.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use encoding_rs::Encoding;
use selaras_kinds::trimmed;

use super::disguise;
use super::encoding::{Letters, recognise};
use super::fault::{broken, unreadable};
use super::heading::{self, Beginning, ROWS, Reading};
use super::records::{BUFFER, Record, Records, reader, shifted};
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
    disguise::refuse_in_text(path, origin)?;
    let encoding = encoding(path, BEGINNING as u64, settings, origin)?;
    let text = letters(path, encoding).map_err(|error| unreadable(origin, &error))?;
    tables(text, origin)
}

fn letters(path: &Path, encoding: &'static Encoding) -> io::Result<Letters<File>> {
    Ok(Letters::of(File::open(path)?, encoding))
}

/// The beginning of a text, split by each separator.
fn tables(mut letters: impl Read, origin: &Origin) -> Result<Vec<Beginning>, Fault> {
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
        None => File::open(path)
            .and_then(|file| recognise(file, first_bytes))
            .map_err(|error| unreadable(origin, &error)),
    }
}

/// Sends the rows of a CSV file.
pub(super) fn read(path: &Path, reading: &Reading<'_>, row_sender: &mut RowSender) -> Result<(), ReadError> {
    let origin = &reading.origin;
    disguise::refuse_in_text(path, origin)?;
    let encoding = encoding(path, u64::MAX, reading.settings, origin)?;
    let text = || letters(path, encoding).map_err(|error| unreadable(origin, &error));
    let shape = Shape::recognise(text()?, reading)?;
    let mut lines = Records::of(text()?, shape.delimiter, reading.settings.max_row_bytes);
    lines.have(shape.width);
    let mut passed = 0;
    while let Some(record) = lines.next().map_err(|error| broken(origin, error))? {
        passed += 1;
        if passed > shape.headings
            && let Some(row) = row(&shape, &record)
        {
            row_sender.take(row)?;
        }
    }
    Ok(())
}

fn row(shape: &Shape, record: &Record<'_>) -> Option<Result<crate::rows::RawRow, RowError>> {
    let (columns, position, line) = (&shape.columns, record.line, record.cells);
    let readable = |at| line.get(at).filter(|cell| is_text(cell));
    // DOS ends a file with U+001A.
    if line.iter().all(|cell| trimmed(cell).is_empty()) {
        return None;
    }
    if let Some(no_row) = columns.no_row(position, line.len(), |at| line.get(at)) {
        return Some(Err(no_row));
    }
    if let Some(found) = shifted(line, shape.width) {
        return Some(Err(columns.shifted(position, found, shape.width)));
    }
    if record.is_misquoted
        && let Some((field, _)) = columns.fields().iter().find(|(_, at)| line[*at].contains('"'))
    {
        return columns.bad_cell(position, field, CellFault::Misquoted, readable);
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
    fn recognise(letters: impl Read, reading: &Reading<'_>) -> Result<Self, Fault> {
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
