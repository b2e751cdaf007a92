//! Finds the row of headings, which need not be the first: a title often stands above it. And the separator with it, where the
//! file does not say what that is.
//!
//! Whoever reads a list and whoever shows its headings ask here, so that both see the same.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::FilesSettings;
use crate::call::Call;
use crate::error::{Fault, Origin, TableFault};
use crate::fit::Fit;
use crate::list::List;
use crate::table::Columns;

/// Rows from the top among which the headings are looked for.
pub(super) const ROWS: usize = 20;
/// Letters of a cell that are looked at.
const LETTERS: usize = 300;

/// The first rows of a table, as far as they may be headings.
pub(super) type Beginning = Vec<Vec<String>>;

/// The first of these rows.
pub(super) fn beginning<'a, R>(rows: impl Iterator<Item = R>) -> Beginning
where
    R: IntoIterator<Item = &'a str>,
{
    let cell = |text: &str| text.trim().chars().take(LETTERS).collect();
    rows.take(ROWS).map(|row| row.into_iter().map(cell).collect()).collect()
}

/// One list, read from a file.
pub(super) struct Reading<'a> {
    pub(super) settings: &'a FilesSettings,
    pub(super) list: &'static List,
    pub(super) call: &'a Call,
    pub(super) origin: Origin,
}

impl Reading<'_> {
    /// Which table the headings are in, which row they are, and the columns. A file that may be cut in several ways has a
    /// table for each.
    pub(super) fn find(&self, tables: &[Beginning]) -> Result<(usize, usize, Columns), Fault> {
        let given = self.settings.columns.get(self.list.name());
        let (table, row) = headings_of(tables, Some(self.list), given, &self.origin)?;
        let columns = Columns::find(self.list, self.origin.clone(), &tables[table][row], given)?;
        Ok((table, row, columns.of_call(self.call, self.settings.max_row_bytes)))
    }
}

/// The headings' table and row: those in which the list finds all that it needs, else most of its fields, else those that look
/// like headings.
///
/// # Errors
/// Nothing is in the file.
pub(super) fn headings_of(
    tables: &[Beginning],
    list: Option<&'static List>,
    given: Option<&BTreeMap<String, String>>,
    origin: &Origin,
) -> Result<(usize, usize), Fault> {
    let fields = |headings: &[String]| list.map_or(0, |list| fields_in(headings, list, given, origin));
    let rows = tables.iter().enumerate().flat_map(|(table, rows)| {
        let rows = rows.iter().enumerate();
        rows.map(move |(row, headings)| ((table, row), fields(headings)))
    });
    let most = rows.min_by_key(|(_, fields)| Reverse(*fields));
    match most {
        // One field's name may stand in a title.
        Some((place, 2..)) => Ok(place),
        _ => guess(tables).ok_or_else(|| Fault::Table {
            origin: origin.clone(),
            what: TableFault::Blank,
        }),
    }
}

/// How many fields a row names. One that names all that the list needs goes before any other, and one that names a field twice
/// before those that lack some.
fn fields_in(
    headings: &[String],
    list: &'static List,
    given: Option<&BTreeMap<String, String>>,
    origin: &Origin,
) -> usize {
    match Columns::find(list, origin.clone(), headings, given) {
        Ok(_) => usize::MAX,
        Err(Fault::Table {
            what: TableFault::Twice { .. },
            ..
        }) => usize::MAX - 1,
        Err(_) => Fit::of(list, headings.to_vec(), given).found.len(),
    }
}

fn filled(row: &[String]) -> usize {
    row.iter().filter(|cell| !cell.is_empty()).count()
}

/// The headings of a file that names no field: of the table in which most rows have as many cells.
fn guess(tables: &[Beginning]) -> Option<(usize, usize)> {
    let regular = |rows: &[Vec<String>]| {
        let widths = rows.iter().map(Vec::len).filter(|width| *width > 1);
        let alike = |width: usize| rows.iter().filter(|row| row.len() == width).count();
        widths.map(|width| (alike(width), width)).max()
    };
    let (table, rows) = tables
        .iter()
        .enumerate()
        .min_by_key(|(_, rows)| Reverse(regular(rows)))?;
    Some((table, guess_row(rows)?))
}

/// The first row that is as full as nearly all others. Where data stand in it and the row above has none, that row is it: one of
/// its headings is empty.
fn guess_row(rows: &[Vec<String>]) -> Option<usize> {
    let there: Vec<_> = (0..rows.len()).filter(|row| filled(&rows[*row]) > 0).collect();
    let cells = |row: usize| filled(&rows[row]);
    let fuller = |row: usize| there.iter().filter(|other| cells(**other) > cells(row)).count();
    let at = there
        .iter()
        .position(|row| cells(*row) > 1 && fuller(*row) * 4 <= there.len());
    let Some(at) = at else {
        return there.first().copied();
    };
    let above = at.checked_sub(1).map(|above| there[above]);
    let above = above.filter(|above| cells(*above) > 1 && has_data(&rows[there[at]]) && !has_data(&rows[*above]));
    Some(above.unwrap_or(there[at]))
}

/// Whether a row has a number, a time or an address.
fn has_data(row: &[String]) -> bool {
    row.iter()
        .any(|cell| cell.starts_with(|letter: char| letter.is_ascii_digit()) || cell.contains('@'))
}
