//! What is remembered of long lists: rows far inside, so that a page there is not counted off from the list's beginning, and
//! how many rows a filter leaves.
//!
//! They are of a list as it stood when its numbers were last kept ([`crate::summary`]): a job that has ended, or a form, makes
//! them anew. While a job runs a page far inside may be off by the rows that the job has written before it.

use super::order::Mark;
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, PoisonError},
};

/// Lists that are remembered; then all are forgotten.
const LISTS: usize = 256;
/// Rows of one list that are remembered.
const MARKS: usize = 2000;

/// The marks of all lists. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Marks(Arc<Mutex<HashMap<String, List>>>);

#[derive(Debug, Default)]
struct List {
    as_of: i64,
    rows: BTreeMap<u64, Mark>,
    total: Option<i64>,
}

impl Marks {
    /// The last remembered row of a list that is not beyond `skip`, with the rows before it.
    pub(crate) fn before(&self, list: &str, as_of: i64, skip: u64) -> Option<(u64, Mark)> {
        let lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let list = lists.get(list).filter(|list| list.as_of == as_of)?;
        let (rows, mark) = list.rows.range(..=skip).next_back()?;
        Some((*rows, mark.clone()))
    }

    /// Remembers a row that has so many before it.
    pub(crate) fn remember(&self, list: &str, as_of: i64, rows: u64, mark: Mark) {
        self.change(list, as_of, |list| {
            if list.rows.len() < MARKS {
                list.rows.insert(rows, mark);
            }
        });
    }

    /// How many rows a list was found to have.
    pub(crate) fn total(&self, list: &str, as_of: i64) -> Option<i64> {
        let lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lists.get(list).filter(|list| list.as_of == as_of)?.total
    }

    /// Remembers how many rows a list has.
    pub(crate) fn remember_total(&self, list: &str, as_of: i64, total: i64) {
        self.change(list, as_of, |list| list.total = Some(total));
    }

    fn change(&self, list: &str, as_of: i64, change: impl FnOnce(&mut List)) {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lists.len() >= LISTS && !lists.contains_key(list) {
            lists.clear();
        }
        let list = lists.entry(list.to_owned()).or_default();
        if list.as_of != as_of {
            *list = List {
                as_of,
                ..List::default()
            };
        }
        change(list);
    }
}
