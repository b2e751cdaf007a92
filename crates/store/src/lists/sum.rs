//! How many rows a list has.

use crate::Page;
use std::collections::HashMap;

/// What is known of the number of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Total {
    pub(super) rows: i64,
    /// True if there are more.
    pub(super) more: bool,
}

impl Total {
    pub(super) const fn exactly(rows: i64) -> Self {
        Self { rows, more: false }
    }

    /// The page with these ids, of a list with so many rows.
    pub(super) fn page<T>(self, ids: &[i64], mut found: HashMap<i64, T>) -> Page<T> {
        Page {
            rows: ids.iter().filter_map(|id| found.remove(id)).collect(),
            total: self.rows,
            more: self.more,
        }
    }
}
