//! Reads Excel workbooks, row by row.
//!
//! Excel's display and the file can differ: a merged cell has its text once, a formula may have no result, a long number has
//! lost digits, a code such as `1-2` has become a date. Each is reported with its row and column; none becomes an empty
//! field.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::slice;

use calamine::{
    DataRef, Dimensions, ExcelDateTime, Reader as _, SheetVisible, Xlsx, XlsxCellFormulaMetadataRecord, XlsxCellReader,
};

use selaras_kinds::is_placeholder;

use super::archive;
use super::fault::{table, unreadable};
use super::file_cache::FileCache;
use super::gauge::{Excess, Gauge};
use super::heading::{self, Beginning, ROWS, Reading};
use super::row_sender::RowSender;
use super::settings::FilesSettings;
use crate::envelope::shown;
use crate::error::{Fault, Origin, SourceError, TableFault};
use crate::laid_out::LaidOut;
use crate::list::{List, is_clock, lists};
use crate::rows::{CellFault, NoRow, ReadError, RowError, RowFault};
use crate::table::{Columns, plain};

/// Maximum number of columns to read.
const WIDEST: usize = 500;
/// From this value on, a number in a spreadsheet has lost digits.
const ROUNDED: f64 = 1e15;

/// What a formula shows that found nothing.
const NOT_FOUND: &str = "#N/A";

type Workbook = Xlsx<BufReader<File>>;

/// Sends the rows of a sheet: the one of that name, else the list's own.
pub(super) fn read(
    path: &Path,
    sheet: Option<&str>,
    reading: &Reading<'_>,
    row_sender: &mut RowSender,
) -> Result<(), ReadError> {
    let origin = &reading.origin;
    let mut workbook = open(path, origin, reading.settings.max_bytes)?;
    let own = match sheet {
        Some(name) => OwnSheet::named(name),
        None => own_sheet(&mut workbook, Some(reading.list), reading.settings, origin)?,
    };
    let OwnSheet { name: sheet, others } = own;
    let origin = &match others.is_empty() {
        true => origin.clone(),
        false => of_sheet(origin, &sheet),
    };
    row_sender.set_origin(origin.clone());
    let (of_file, reading) = (reading.origin.clone(), &reading.from(origin.clone()));
    let merged = workbook
        .merge_cells_by_sheet_name(&sheet)
        .map_err(|error| unreadable(origin, &error))?;
    let cells = workbook
        .worksheet_cells_reader(&sheet)
        .map_err(|error| unreadable(origin, &error))?;
    let mut lines = Lines::new(cells, reading.settings.max_row_bytes);
    let first = lines.first().map_err(|error| unreadable(origin, &error))?;
    let (_, headings, columns) = reading.find(slice::from_ref(&beginning_of(&first)))?;
    refuse_merged(&merged, first[headings].row, &columns)?;
    let mut first = first.into_iter().skip(headings + 1);
    let mut next = || first.next().map_or_else(|| lines.next(), |line| Ok(Some(line)));
    while let Some(line) = next().map_err(|error| unreadable(origin, &error))? {
        if let Some(row) = row(&columns, line) {
            row_sender.take(row)?;
        }
    }
    row_sender.set_origin(of_file);
    for (name, has_list) in others {
        let what = if has_list { NoRow::SheetOfList } else { NoRow::Sheet };
        row_sender.leave_out(what, 1, shown(&name));
    }
    Ok(())
}

/// Passes the rows of a workbook's first visible sheet on: each with its number, counted from 1, and its cells. A cell without
/// a readable value, such as a formula without a result, is `#`.
///
/// # Errors
/// It is no workbook, or exceeds the limits of a file.
pub fn sheet_rows(laid_out: &LaidOut, file: &str, mut take: impl FnMut(u64, &[&str])) -> Result<(), SourceError> {
    let settings = FilesSettings::default();
    let origin = Origin::File {
        list: "matches",
        name: file.to_owned(),
    };
    let mut read = || -> Result<(), Fault> {
        let mut workbook = open(&laid_out.path(), &origin, settings.max_bytes)?;
        let OwnSheet { name, .. } = own_sheet(&mut workbook, None, &settings, &origin)?;
        let cells = workbook
            .worksheet_cells_reader(&name)
            .map_err(|error| unreadable(&origin, &error))?;
        let mut lines = Lines::new(cells, settings.max_row_bytes);
        while let Some(line) = lines.next().map_err(|error| unreadable(&origin, &error))? {
            let cells: Vec<_> = line
                .cells
                .iter()
                .map(|place| match place {
                    Place::Wrong(_) => UNREADABLE,
                    readable => readable.text(),
                })
                .collect();
            take(u64::from(line.row) + 1, &cells);
        }
        Ok(())
    };
    read().map_err(|fault| SourceError {
        name: file.to_owned(),
        fault,
    })
}

/// Stands for a cell without a readable value, such as a formula without a result.
const UNREADABLE: &str = "#";

/// The first rows of a list's own sheet.
pub(super) fn beginning(
    path: &Path,
    list: Option<&'static List>,
    settings: &FilesSettings,
    origin: &Origin,
) -> Result<Beginning, Fault> {
    let mut workbook = open(path, origin, settings.max_bytes)?;
    let OwnSheet { name, .. } = own_sheet(&mut workbook, list, settings, origin)?;
    first_rows(&mut workbook, &name, settings, origin)
}

fn first_rows(
    workbook: &mut Workbook,
    sheet: &str,
    settings: &FilesSettings,
    origin: &Origin,
) -> Result<Beginning, Fault> {
    let cells = workbook
        .worksheet_cells_reader(sheet)
        .map_err(|error| unreadable(origin, &error))?;
    let first = Lines::new(cells, settings.max_row_bytes).first();
    Ok(beginning_of(&first.map_err(|error| unreadable(origin, &error))?))
}

fn beginning_of(first: &[Line]) -> Beginning {
    heading::beginning(first.iter().map(|line| line.cells.iter().map(Place::text)))
}

/// The name of the workbook's sheet for the list.
pub(super) fn sheet_of(path: &Path, list: &List, max_bytes: u64) -> Result<Option<String>, Fault> {
    static CACHE: FileCache<Vec<String>> = FileCache::nothing();
    let origin = Origin::File {
        list: list.name(),
        name: path
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
    };
    // The sheet names are cached once for all lists.
    let look = || Ok(open(path, &origin, max_bytes)?.sheet_names());
    let sheets = CACHE.of((path, ""), &origin, look)?;
    Ok(sheets.into_iter().find(|sheet| plain(sheet) == plain(list.name())))
}

fn open(path: &Path, origin: &Origin, max_bytes: u64) -> Result<Workbook, Fault> {
    let mut gauge = Gauge::new();
    archive::open(path, origin, max_bytes, |member, bytes| {
        let measured = gauge.measure(member, bytes);
        measured.map_err(|excess| excessive(excess, member, origin))
    })?;
    let file = File::open(path).map_err(|error| unreadable(origin, &error))?;
    Xlsx::new(BufReader::new(file)).map_err(|error| unreadable(origin, &error))
}

/// The fault for a workbook that exceeds a limit, in one of its files.
fn excessive(excess: Excess, member: &str, origin: &Origin) -> Fault {
    let member = shown(member);
    let what = match excess {
        Excess::Cell { cell, limit } => TableFault::CellTooLong {
            cell: cell.into(),
            member: member.into(),
            limit,
        },
        Excess::Piece { limit } => TableFault::PieceTooLong { member, limit },
        Excess::Held { limit } => TableFault::TooMuchHeld { member, limit },
        Excess::Unreadable(reason) => return unreadable(origin, &format_args!("{member}: {reason}")),
    };
    table(origin, what)
}

/// The sheet of a list.
struct OwnSheet {
    name: String,
    /// The workbook's other sheets that are not empty, and whether each has the list's headings.
    others: Vec<(String, bool)>,
}

impl OwnSheet {
    /// A sheet of a workbook with a sheet for each list.
    fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            others: Vec::new(),
        }
    }
}

/// The sheet with the list's name, else the first visible one with the list's headings, else the first visible one: a page of
/// instructions is often before the table.
fn own_sheet(
    workbook: &mut Workbook,
    list: Option<&'static List>,
    settings: &FilesSettings,
    origin: &Origin,
) -> Result<OwnSheet, Fault> {
    let is_visible = |sheet: &calamine::Sheet| sheet.visible == SheetVisible::Visible;
    let sheets = workbook.sheets_metadata().iter();
    let sheets: Vec<_> = sheets.map(|sheet| (sheet.name.clone(), is_visible(sheet))).collect();
    let first_visible = || sheets.iter().find(|(_, visible)| *visible).map(|(name, _)| name);
    let blank = || table(origin, TableFault::Blank);
    let (Some(list), [_, _, ..]) = (list, &sheets[..]) else {
        let name = first_visible().ok_or_else(blank)?;
        return Ok(OwnSheet::named(name));
    };
    let mut filled = Vec::new();
    for (name, visible) in &sheets {
        // A chart has no cells.
        let Ok(rows) = first_rows(workbook, name, settings, origin) else {
            continue;
        };
        let has_list = heading::has_headings(&rows, list, settings.columns.get(list.name()), origin);
        if rows.iter().flatten().any(|cell| !cell.is_empty()) {
            filled.push((name.clone(), has_list, *visible));
        }
    }
    let named = sheets
        .iter()
        .map(|(name, _)| name)
        .find(|name| plain(name) == plain(list.name()));
    let with_list = || {
        filled
            .iter()
            .find(|(_, has_list, visible)| *has_list && *visible)
            .map(|(name, ..)| name)
    };
    let name = named
        .or_else(with_list)
        .or_else(first_visible)
        .ok_or_else(blank)?
        .clone();
    let of_other_list = |name: &str| lists().iter().any(|other| plain(other.name()) == plain(name));
    // A hidden sheet often has the choices of a column.
    let others = filled
        .into_iter()
        .filter(|(other, has_list, visible)| *other != name && !of_other_list(other) && (*has_list || *visible))
        .map(|(other, has_list, _)| (other, has_list));
    Ok(OwnSheet {
        others: others.collect(),
        name,
    })
}

/// A workbook's origin, narrowed to one sheet.
fn of_sheet(origin: &Origin, sheet: &str) -> Origin {
    let mut origin = origin.clone();
    if let Origin::File { name, .. } | Origin::Upload { name, .. } = &mut origin {
        *name = format!("{name} lembar {sheet}");
    }
    origin
}

/// Refuses merged cells below the headings, in a column that is read.
fn refuse_merged(merged: &[Dimensions], headings: u32, columns: &Columns) -> Result<(), Fault> {
    let in_the_way = merged.iter().find(|range| {
        let columns = columns.fields();
        let touches = |at: usize| (range.start.1 as usize..=range.end.1 as usize).contains(&at);
        range.end.0 > headings && columns.iter().any(|(_, at)| touches(*at))
    });
    match in_the_way {
        None => Ok(()),
        Some(range) => {
            let cells = format!("{}:{}", address(range.start), address(range.end));
            let row = range.start.0 + 1;
            Err(table(&columns.origin, TableFault::Merged { cells, row }))
        }
    }
}

/// A cell's name in a spreadsheet: `AB12`.
fn address((row, column): (u32, u32)) -> String {
    let mut letters = Vec::new();
    let mut left = column + 1;
    while left > 0 {
        left -= 1;
        letters.push(char::from(b'A' + (left % 26) as u8));
        left /= 26;
    }
    letters.reverse();
    format!("{}{}", letters.into_iter().collect::<String>(), row + 1)
}

/// One cell, as it is read.
#[derive(Debug, Clone, Default)]
enum Place {
    #[default]
    Empty,
    Text(String),
    /// A date as displayed, and its time of day.
    Date {
        shown: String,
        clock: Option<String>,
    },
    Wrong(CellFault),
}

impl Place {
    fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Date { shown: text, .. } => text,
            Self::Empty | Self::Wrong(_) => "",
        }
    }

    /// Turns a date into its time of day if the field is one; otherwise into a fault.
    fn settle(&mut self, field: &str) {
        if let Self::Date { shown, clock } = self {
            *self = match clock.take() {
                Some(clock) if is_clock(field) => Self::Text(clock),
                _ => Self::Wrong(CellFault::Date(std::mem::take(shown))),
            };
        }
    }
}

fn row(columns: &Columns, mut line: Line) -> Option<Result<crate::rows::RawRow, RowError>> {
    let position = u64::from(line.row) + 1;
    if line.bytes > line.longest {
        let text = |at: usize| line.cells.get(at).map(Place::text);
        let limit = line.longest;
        return Some(Err(columns.bad_row(position, RowFault::TooLong { limit }, text)));
    }
    if is_not_found(columns, &line) {
        let (what, said) = (NoRow::Placeholder, String::new());
        return Some(Err(columns.bad_row(position, RowFault::NoRow { what, said }, |_| None)));
    }
    if line.cells.iter().all(|place| !matches!(place, Place::Wrong(_)))
        && let Some(no_row) = columns.no_row(position, line.cells.len(), |at| line.cells.get(at).map(Place::text))
    {
        return Some(Err(no_row));
    }
    for (field, at) in columns.fields() {
        if let Some(place) = line.cells.get_mut(*at) {
            place.settle(field);
        }
    }
    for (field, at) in columns.fields() {
        if let Some(Place::Wrong(what)) = line.cells.get(*at) {
            let text = |at: usize| line.cells.get(at).map(Place::text);
            return columns.bad_cell(position, field, what.clone(), text);
        }
    }
    columns.row(position, |at| line.cells.get(at).map(Place::text))
}

/// True for a row of formulas that found no number, and nothing else but its class.
fn is_not_found(columns: &Columns, line: &Line) -> bool {
    let list = columns.list;
    let not_found = |at: usize| matches!(line.cells.get(at), Some(Place::Wrong(CellFault::Mistake(mistake))) if mistake == NOT_FOUND);
    let is_nothing = |at: usize| {
        let text = line.cells.get(at).map_or("", Place::text);
        not_found(at) || text.is_empty() || is_placeholder(text)
    };
    let mut own = columns
        .fields()
        .iter()
        .filter(|(field, _)| !list.feed.scope.contains(field));
    let mut key = own.clone().filter(|(field, _)| list.key().any(|key| key == *field));
    key.any(|(_, at)| not_found(*at)) && own.all(|(_, at)| is_nothing(*at))
}

/// One row of a sheet.
struct Line {
    /// Counted from 0.
    row: u32,
    cells: Vec<Place>,
    /// Bytes of its cells.
    bytes: usize,
    /// Maximum of these bytes. A longer row keeps its first cells.
    longest: usize,
}

/// Builds the rows of a sheet from its cells; empty rows are skipped.
struct Lines<'a> {
    cells: XlsxCellReader<'a, BufReader<File>>,
    /// The first cell of the next row.
    ahead: Option<XlsxCellFormulaMetadataRecord<'a>>,
    /// The last cell was read. The reader must not be called again.
    ended: bool,
    /// Maximum bytes of a row.
    longest: usize,
}

impl<'a> Lines<'a> {
    fn new(cells: XlsxCellReader<'a, BufReader<File>>, longest: usize) -> Self {
        Self {
            cells,
            ahead: None,
            ended: false,
            longest,
        }
    }

    /// The first rows, as candidates for headings.
    fn first(&mut self) -> Result<Vec<Line>, calamine::XlsxError> {
        let mut first = Vec::new();
        while first.len() < ROWS
            && let Some(line) = self.next()?
        {
            first.push(line);
        }
        Ok(first)
    }

    fn next(&mut self) -> Result<Option<Line>, calamine::XlsxError> {
        let first = match self.ahead.take() {
            Some(cell) => Some(cell),
            None if self.ended => None,
            None => self.cells.next_cell_with_formula_metadata()?,
        };
        let Some(first) = first else {
            self.ended = true;
            return Ok(None);
        };
        let mut line = Line {
            row: first.pos.0,
            cells: Vec::new(),
            bytes: 0,
            longest: self.longest,
        };
        line.put(&first);
        loop {
            match self.cells.next_cell_with_formula_metadata()? {
                Some(cell) if cell.pos.0 == line.row => line.put(&cell),
                Some(cell) => {
                    self.ahead = Some(cell);
                    break;
                }
                None => {
                    self.ended = true;
                    break;
                }
            }
        }
        Ok(Some(line))
    }
}

impl Line {
    fn put(&mut self, cell: &XlsxCellFormulaMetadataRecord<'_>) {
        let at = cell.pos.1 as usize;
        if at >= WIDEST {
            return;
        }
        // Each cell may refer to a text of the workbook.
        self.bytes += match &cell.value {
            DataRef::String(text) | DataRef::DurationIso(text) | DataRef::DateTimeIso(text) => text.len(),
            DataRef::SharedString(text) => text.len(),
            _ => 0,
        };
        if self.bytes > self.longest {
            return;
        }
        if self.cells.len() <= at {
            self.cells.resize(at + 1, Place::Empty);
        }
        self.cells[at] = match &cell.value {
            DataRef::Empty if cell.formula.is_some() => Place::Wrong(CellFault::Formula),
            DataRef::Empty => Place::Empty,
            DataRef::String(text) | DataRef::DurationIso(text) => Place::Text(text.clone()),
            DataRef::SharedString(text) => Place::Text((*text).to_owned()),
            DataRef::Bool(yes) => Place::Text(yes.to_string()),
            DataRef::Int(number) => Place::Text(number.to_string()),
            DataRef::Float(number) => of_number(*number),
            DataRef::DateTime(time) => of_time(time),
            DataRef::DateTimeIso(time) => of_written_time(time),
            DataRef::Error(mistake) => Place::Wrong(CellFault::Mistake(mistake.to_string())),
        };
    }
}

fn of_number(number: f64) -> Place {
    let text = number.to_string();
    if number.abs() >= ROUNDED {
        Place::Wrong(CellFault::Rounded(text))
    } else {
        Place::Text(text)
    }
}

/// A time of day as `07:30`, a day as `2026-09-01`, or both.
fn of_time(time: &ExcelDateTime) -> Place {
    let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
    let clock = if second == 0 {
        format!("{hour:02}:{minute:02}")
    } else {
        format!("{hour:02}:{minute:02}:{second:02}")
    };
    let date = format!("{year:04}-{month:02}-{day:02}");
    if time.is_duration() || time.as_f64() < 1.0 {
        Place::Text(clock)
    } else if (hour, minute, second) == (0, 0, 0) {
        Place::Date {
            shown: date,
            clock: None,
        }
    } else {
        Place::Date {
            shown: format!("{date} {clock}"),
            clock: Some(clock),
        }
    }
}

/// The same for a time stored as text: `07:30:00`, `2026-09-01`, `2026-09-01T07:30:00`.
fn of_written_time(time: &str) -> Place {
    let (date, clock) = match time.split_once('T') {
        Some(parts) => parts,
        None if time.contains(':') => ("", time),
        None => (time, ""),
    };
    if date.is_empty() {
        return Place::Text(clock.to_owned());
    }
    let is_told = clock.contains(|letter: char| letter.is_ascii_digit() && letter != '0');
    Place::Date {
        shown: time.replace('T', " "),
        clock: is_told.then(|| clock.to_owned()),
    }
}
