//! Finds the row of headings, which need not be the first: a title often stands above it.

use super::FilesSettings;
use crate::call::Call;
use crate::error::{Fault, Origin, TableFault};
use crate::list::List;
use crate::table::Columns;

/// Rows from the top among which the headings are looked for.
pub(super) const ROWS: usize = 20;

/// One list, read from a file.
pub(super) struct Reading<'a> {
    pub(super) settings: &'a FilesSettings,
    pub(super) list: &'static List,
    pub(super) call: &'a Call,
    pub(super) origin: Origin,
}

impl Reading<'_> {
    /// The columns, where this row is the row of headings.
    pub(super) fn columns(&self, headings: &[impl AsRef<str>]) -> Result<Columns, Fault> {
        let given = self.settings.columns.get(self.list.name());
        Columns::find(self.list, self.origin.clone(), headings, given)
            .map(|columns| columns.of_call(self.call, self.settings.max_row_bytes))
    }
}

/// Why none of the rows was the row of headings: what was wrong with the one that came closest.
#[derive(Debug, Default)]
pub(super) struct Closest(Option<Fault>);

impl Closest {
    pub(super) fn consider(&mut self, fault: Fault) {
        if self.0.as_ref().is_none_or(|held| distance(&fault) < distance(held)) {
            self.0 = Some(fault);
        }
    }

    pub(super) fn fault(self, origin: &Origin) -> Fault {
        self.0.unwrap_or_else(|| Fault::Table {
            origin: origin.clone(),
            what: TableFault::Blank,
        })
    }
}

/// How far a row is from being the headings: a heading that stands twice is nearer than any that is missing, and of two
/// rows that miss as many the one with more cells is.
fn distance(fault: &Fault) -> (usize, usize) {
    match fault {
        Fault::Table {
            what: TableFault::Missing { columns, found },
            ..
        } => (columns.len(), usize::MAX - found.len()),
        _ => (0, 0),
    }
}
