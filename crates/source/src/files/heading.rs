//! Finds the row of headings, which need not be the first: a title is often above it. Finds the separator too, if the file
//! does not declare it.
//!
//! Reading a list and showing its headings both use this, so that they agree.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::settings::FilesSettings;
use crate::call::Call;
use crate::error::{Fault, Origin, TableFault};
use crate::fit::Fit;
use crate::list::List;
use crate::table::Columns;

/// Rows from the top that are searched for headings.
pub(super) const ROWS: usize = 20;
/// Letters of a cell that are examined.
const LETTERS: usize = 300;

/// The first rows of a table, as candidates for headings.
pub(super) type Beginning = Vec<Vec<String>>;

/// Collects the first rows.
pub(super) fn beginning<'a, R>(rows: impl Iterator<Item = R>) -> Beginning
where
    R: IntoIterator<Item = &'a str>,
{
    let cell = |text: &str| text.trim().chars().take(LETTERS).collect();
    rows.take(ROWS).map(|row| row.into_iter().map(cell).collect()).collect()
}

/// A call for one list from a file.
pub(super) struct Reading<'a> {
    pub(super) settings: &'a FilesSettings,
    pub(super) list: &'static List,
    pub(super) call: &'a Call,
    pub(super) origin: Origin,
}

impl Reading<'_> {
    /// The same call, from a part of the file.
    pub(super) fn from(&self, origin: Origin) -> Self {
        Self { origin, ..*self }
    }

    /// Finds the table with the headings, their row, and the columns. A file that may be split in several ways has a table
    /// for each.
    pub(super) fn find(&self, tables: &[Beginning]) -> Result<(usize, usize, Columns), Fault> {
        let given = self.settings.columns.get(self.list.name());
        let (table, row) = headings_of(tables, Some(self.list), given, &self.origin)?;
        let columns = Columns::find(self.list, self.origin.clone(), &tables[table][row], given)?;
        Ok((table, row, columns.of_call(self.call, self.settings.max_row_bytes)))
    }
}

/// Finds the table and row of the headings. A row with all fields that the list needs is best, then the row with most of its
/// fields, then a row that looks like headings.
///
/// # Errors
/// The file is empty.
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
        // A title may contain one field's name.
        Some((place, 2..)) => Ok(place),
        _ => guess(tables).ok_or_else(|| Fault::Table {
            origin: origin.clone(),
            what: TableFault::Blank,
        }),
    }
}

/// True if one of the rows has all headings that the list needs.
pub(super) fn has_headings(
    rows: &Beginning,
    list: &'static List,
    given: Option<&BTreeMap<String, String>>,
    origin: &Origin,
) -> bool {
    let mut rows = rows.iter();
    rows.any(|headings| fields_in(headings, list, given, origin) == usize::MAX)
}

/// Ranks a row by how many fields it names. A row with all that the list needs ranks first. A row that names a field twice
/// ranks before rows that lack some.
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

/// The headings of a file that names no field: from the table in which most rows have equally many cells.
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

/// The first row that is as full as nearly all others. If it contains data and the row above does not, that row is the one:
/// one of its headings is empty.
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

/// True if a row has a number, a time or an address.
fn has_data(row: &[String]) -> bool {
    row.iter()
        .any(|cell| cell.starts_with(|letter: char| letter.is_ascii_digit()) || cell.contains('@'))
}
