//! What is remembered of lists: rows far inside, so that a page there is not counted off from the list's beginning, how many rows a
//! filter leaves, and the first rows that a search or a filter has found.
//!
//! They are of a list as it stood when a job had last ended, or a form had last written ([`crate::summary`]). While a job runs a page
//! far inside may be off by the rows that the job has written before it; what a filter has found is looked for again every other
//! second.

use super::order::Mark;
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Lists that are remembered; then all are forgotten.
const LISTS: usize = 256;
/// Rows of one list that are remembered.
const MARKS: usize = 2000;
/// Rows that are collected, and remembered, where few are left: those of the first pages.
pub(super) const FIRST: u64 = 1000;
/// Parts of one narrowed list that are remembered.
const PARTS: usize = 16;

/// As of when a list is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AsOf {
    /// When a job or a form last changed the kind.
    pub(crate) changed_at: i64,
    /// While a job runs, the two seconds that it is; else the same always.
    pub(crate) moment: i64,
}

/// A part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut {
    /// Rows before it.
    pub(super) skip: u64,
    /// Rows that it has, where the list does not end before.
    pub(super) take: u64,
}

impl Cut {
    /// The first rows of a list.
    pub(super) const fn first(take: u64) -> Self {
        Self { skip: 0, take }
    }

    /// These rows of a larger part, whose ids are known; `None` where they do not lie within it.
    pub(super) fn of(self, whole: Self, ids: &[i64]) -> Option<Vec<i64>> {
        let skip = self.skip.checked_sub(whole.skip)?;
        let within = skip.saturating_add(self.take) <= whole.take;
        let size = |rows: u64| usize::try_from(rows).unwrap_or(usize::MAX);
        within.then(|| ids.iter().skip(size(skip)).take(size(self.take)).copied().collect())
    }
}

/// How narrow a list is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Narrowed {
    /// One of its filters leaves few rows.
    Few {
        /// Which.
        filter: usize,
        /// Rows that all filters leave.
        rows: i64,
    },
    /// Each filter leaves many rows.
    Many,
}

/// What was found of a narrowed list in one order.
#[derive(Debug)]
struct Found {
    as_of: AsOf,
    narrowed: Narrowed,
    /// Parts of it, each with the ids of its rows.
    parts: Vec<(Cut, Arc<[i64]>)>,
}

/// The marks of all lists. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Marks(Arc<Mutex<HashMap<String, List>>>);

#[derive(Debug, Default)]
struct List {
    changed_at: i64,
    rows: BTreeMap<u64, Mark>,
    total: Option<Option<i64>>,
    found: Option<Found>,
}

impl Marks {
    /// The last remembered row of a list that is not beyond `skip`, with the rows before it.
    pub(super) fn before(&self, list: &str, as_of: AsOf, skip: u64) -> Option<(u64, Mark)> {
        self.read(list, as_of, |list| {
            let (rows, mark) = list.rows.range(..=skip).next_back()?;
            Some((*rows, mark.clone()))
        })
    }

    /// Remembers a row that has so many before it.
    pub(super) fn remember(&self, list: &str, as_of: AsOf, rows: u64, mark: Mark) {
        self.change(list, as_of, |list| {
            if list.rows.len() < MARKS {
                list.rows.insert(rows, mark);
            }
        });
    }

    /// How many rows a list was found to have; within, `None` where that is not known and takes too long to count.
    pub(super) fn total(&self, list: &str, as_of: AsOf) -> Option<Option<i64>> {
        self.read(list, as_of, |list| list.total)
    }

    /// Remembers how many rows a list has, or that nobody knows.
    pub(super) fn remember_total(&self, list: &str, as_of: AsOf, total: Option<i64>) {
        self.change(list, as_of, |list| list.total = Some(total));
    }

    /// How narrow a list was found to be.
    pub(super) fn narrowed(&self, list: &str, as_of: AsOf) -> Option<Narrowed> {
        self.found(list, as_of, |found| Some(found.narrowed))
    }

    /// Remembers how narrow a list is.
    pub(super) fn remember_narrowed(&self, list: &str, as_of: AsOf, narrowed: Narrowed) {
        let parts = Vec::new();
        self.change(list, as_of, |list| {
            list.found = Some(Found { as_of, narrowed, parts });
        });
    }

    /// The ids of a part of a narrowed list, where it lies within one that is remembered.
    pub(super) fn part(&self, list: &str, as_of: AsOf, cut: Cut) -> Option<Vec<i64>> {
        let within = |(whole, ids): &(Cut, Arc<[i64]>)| cut.of(*whole, ids);
        self.found(list, as_of, |found| found.parts.iter().find_map(within))
    }

    /// Remembers the ids of a part of a narrowed list.
    pub(super) fn remember_part(&self, list: &str, as_of: AsOf, cut: Cut, ids: &[i64]) {
        self.change(list, as_of, |list| {
            let found = list.found.as_mut().filter(|found| found.as_of == as_of);
            if let Some(found) = found.filter(|found| found.parts.len() < PARTS) {
                found.parts.push((cut, ids.into()));
            }
        });
    }

    /// The ids of all that a search has found, where they are remembered.
    pub(crate) fn all(&self, search: &str, as_of: AsOf) -> Option<Vec<i64>> {
        self.part(search, as_of, Cut::first(u64::MAX))
    }

    /// Remembers the ids of all that a search has found.
    pub(crate) fn remember_all(&self, search: &str, as_of: AsOf, ids: &[i64]) {
        let (filter, rows) = (0, ids.len() as i64);
        self.remember_narrowed(search, as_of, Narrowed::Few { filter, rows });
        self.remember_part(search, as_of, Cut::first(u64::MAX), ids);
    }

    fn found<T>(&self, list: &str, as_of: AsOf, of: impl FnOnce(&Found) -> Option<T>) -> Option<T> {
        self.read(list, as_of, |list| {
            list.found.as_ref().filter(|found| found.as_of == as_of).and_then(of)
        })
    }

    /// Something of a list that nothing has changed since.
    fn read<T>(&self, list: &str, as_of: AsOf, read: impl FnOnce(&List) -> Option<T>) -> Option<T> {
        let lists = self.lists();
        let list = lists.get(list).filter(|list| list.changed_at == as_of.changed_at)?;
        read(list)
    }

    /// Remembers something of a list, and forgets all that has been changed since.
    fn change(&self, list: &str, as_of: AsOf, change: impl FnOnce(&mut List)) {
        let mut lists = self.lists();
        if lists.len() >= LISTS && !lists.contains_key(list) {
            lists.clear();
        }
        let list = lists.entry(list.to_owned()).or_default();
        if list.changed_at != as_of.changed_at {
            *list = List {
                changed_at: as_of.changed_at,
                ..List::default()
            };
        }
        change(list);
    }

    fn lists(&self) -> MutexGuard<'_, HashMap<String, List>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
