//! The list cache: positions of rows far inside a list, so that a page there is not counted from the beginning; the number
//! of rows that a filter leaves; and the first rows that a search or a filter has found.
//!
//! An entry describes a list as it stood after the last job or form ([`crate::summary`]). While a job runs, a page far
//! inside may be off by the rows that the job has written before it; the results of a filter are refreshed every other
//! second.

use super::{order::Position, sum::Total};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The most cached lists. Beyond that the cache is cleared.
const LISTS: usize = 256;
/// The most cached rows of one list.
const POSITIONS: usize = 2000;
/// Rows that are collected and cached if few are left: those of the first pages.
pub(super) const FIRST: u64 = 1000;
/// The most cached parts of one filtered list.
const PARTS: usize = 16;

/// The version of a list in the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AsOf {
    /// When a job or a form last changed the kind.
    pub(crate) changed_at: i64,
    /// While a job runs, the number of the current two seconds; otherwise constant.
    pub(crate) moment: i64,
}

/// A part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut {
    /// Rows before it.
    pub(super) skip: u64,
    /// The most rows that it has; fewer at the end of the list.
    pub(super) take: u64,
}

impl Cut {
    /// The first rows of a list.
    pub(super) const fn first(take: u64) -> Self {
        Self { skip: 0, take }
    }

    /// The ids of this part, taken from a larger part; `None` if it does not lie within that one.
    pub(super) fn of(self, whole: Self, ids: &[i64]) -> Option<Vec<i64>> {
        let skip = self.skip.checked_sub(whole.skip)?;
        let within = skip.saturating_add(self.take) <= whole.take;
        let size = |rows: u64| usize::try_from(rows).unwrap_or(usize::MAX);
        within.then(|| ids.iter().skip(size(skip)).take(size(self.take)).copied().collect())
    }
}

/// How narrow a list is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Narrowness {
    /// One of its filters leaves few rows.
    Few {
        /// The index of the filter.
        filter: usize,
        /// Rows that all filters leave.
        rows: i64,
    },
    /// Each filter leaves many rows.
    Many,
}

/// The cached results of a filtered list in one order.
#[derive(Debug)]
struct Results {
    as_of: AsOf,
    narrowness: Narrowness,
    /// Parts of it, each with the ids of its rows.
    parts: Vec<(Cut, Arc<[i64]>)>,
}

/// The cache of all lists. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct ListCache(Arc<Mutex<HashMap<String, List>>>);

#[derive(Debug, Default)]
struct List {
    changed_at: i64,
    rows: BTreeMap<u64, Position>,
    total: Option<Option<Total>>,
    results: Option<Results>,
}

impl ListCache {
    /// The last cached row of a list that is not beyond `skip`, with the number of rows before it.
    pub(super) fn before(&self, list: &str, as_of: AsOf, skip: u64) -> Option<(u64, Position)> {
        self.read(list, as_of, |list| {
            let (rows, position) = list.rows.range(..=skip).next_back()?;
            Some((*rows, position.clone()))
        })
    }

    /// Caches a row that has so many rows before it.
    pub(super) fn remember(&self, list: &str, as_of: AsOf, rows: u64, position: Position) {
        self.change(list, as_of, |list| {
            if list.rows.len() < POSITIONS {
                list.rows.insert(rows, position);
            }
        });
    }

    /// The cached number of rows. The inner value is `None` if the number is unknown and takes too long to count.
    pub(super) fn total(&self, list: &str, as_of: AsOf) -> Option<Option<Total>> {
        self.read(list, as_of, |list| list.total)
    }

    /// Caches the number of rows of a list, or that it is unknown.
    pub(super) fn remember_total(&self, list: &str, as_of: AsOf, total: Option<Total>) {
        self.change(list, as_of, |list| list.total = Some(total));
    }

    /// The cached narrowness of a list.
    pub(super) fn narrowness(&self, list: &str, as_of: AsOf) -> Option<Narrowness> {
        self.results(list, as_of, |results| Some(results.narrowness))
    }

    /// Caches how narrow a list is.
    pub(super) fn remember_narrowness(&self, list: &str, as_of: AsOf, narrowness: Narrowness) {
        let parts = Vec::new();
        self.change(list, as_of, |list| {
            list.results = Some(Results {
                as_of,
                narrowness,
                parts,
            });
        });
    }

    /// The ids of a part of a filtered list, if it lies within a cached part.
    pub(super) fn part(&self, list: &str, as_of: AsOf, cut: Cut) -> Option<Vec<i64>> {
        let within = |(whole, ids): &(Cut, Arc<[i64]>)| cut.of(*whole, ids);
        self.results(list, as_of, |results| results.parts.iter().find_map(within))
    }

    /// Caches the ids of a part of a filtered list.
    pub(super) fn remember_part(&self, list: &str, as_of: AsOf, cut: Cut, ids: &[i64]) {
        self.change(list, as_of, |list| {
            let results = list.results.as_mut().filter(|results| results.as_of == as_of);
            if let Some(results) = results.filter(|results| results.parts.len() < PARTS) {
                results.parts.push((cut, ids.into()));
            }
        });
    }

    /// The ids of everything that a search has found, if cached.
    pub(crate) fn all(&self, search: &str, as_of: AsOf) -> Option<Vec<i64>> {
        self.part(search, as_of, Cut::first(u64::MAX))
    }

    /// Caches the ids of everything that a search has found.
    pub(crate) fn remember_all(&self, search: &str, as_of: AsOf, ids: &[i64]) {
        let (filter, rows) = (0, ids.len() as i64);
        self.remember_narrowness(search, as_of, Narrowness::Few { filter, rows });
        self.remember_part(search, as_of, Cut::first(u64::MAX), ids);
    }

    fn results<T>(&self, list: &str, as_of: AsOf, of: impl FnOnce(&Results) -> Option<T>) -> Option<T> {
        self.read(list, as_of, |list| {
            list.results
                .as_ref()
                .filter(|results| results.as_of == as_of)
                .and_then(of)
        })
    }

    /// Reads from a list's entry, if the list is unchanged since.
    fn read<T>(&self, list: &str, as_of: AsOf, read: impl FnOnce(&List) -> Option<T>) -> Option<T> {
        let lists = self.lists();
        let list = lists.get(list).filter(|list| list.changed_at == as_of.changed_at)?;
        read(list)
    }

    /// Changes a list's entry. If the list has changed since, the entry starts empty.
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
