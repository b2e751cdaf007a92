//! The classes of one list of the source: one class if lists are read class by class, all classes if one list has them.

use super::scopes::{Scope, Scopes, named};
use hashbrown::HashTable;
use selaras_kinds::{Kind, hash, value};
use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

/// The classes of one list, among those of its order.
#[derive(Clone)]
pub(super) struct Classes {
    scopes: Arc<Scopes>,
    which: Range<usize>,
    rows: Rows,
}

/// How the class of a row is found.
#[derive(Clone)]
enum Rows {
    /// There is one class; its scope is built on first use.
    OfOne(OnceLock<Scope>),
    /// Each row names its class.
    OfMany(Arc<Many>),
}

/// The columns that limit a list of many classes, and an index of the classes.
struct Many {
    limit: Scope,
    /// Indexes into the scopes, by the hashed values of the columns that name a class.
    numbers: HashTable<usize>,
}

fn hashed<'a>(values: impl Iterator<Item = &'a str>) -> u64 {
    hash(values).cast_unsigned()
}

impl Classes {
    /// A list of one class, whatever its rows say. Kinds without classes treat the whole list as one class.
    pub(super) fn one(scopes: &Arc<Scopes>, class: usize) -> Self {
        Self {
            scopes: Arc::clone(scopes),
            which: class..class + 1,
            rows: Rows::OfOne(OnceLock::new()),
        }
    }

    /// A list of all these classes; each row names its class.
    pub(super) fn all(limit: Scope, scopes: Arc<Scopes>) -> Self {
        let hashed_one = |class: &usize| hashed(scopes.values(*class));
        let mut numbers = HashTable::with_capacity(scopes.len());
        for class in 0..scopes.len() {
            numbers.insert_unique(hashed_one(&class), class, hashed_one);
        }
        Self {
            which: 0..scopes.len(),
            scopes,
            rows: Rows::OfMany(Arc::new(Many { limit, numbers })),
        }
    }

    /// The number of classes.
    pub(super) fn len(&self) -> usize {
        self.which.len()
    }

    /// The columns and values that limit the list.
    pub(super) fn limit(&self) -> &[(&'static str, String)] {
        match &self.rows {
            Rows::OfOne(_) => self.fixed(),
            Rows::OfMany(many) => &many.limit,
        }
    }

    /// The columns and values that the list itself fixes; its rows need not have them.
    pub(super) fn fixed(&self) -> &[(&'static str, String)] {
        match &self.rows {
            Rows::OfOne(scope) => scope.get_or_init(|| self.scopes.get(self.which.start)),
            Rows::OfMany(_) => &[],
        }
    }

    /// True if rows name their class.
    pub(super) const fn is_whole_list(&self) -> bool {
        matches!(self.rows, Rows::OfMany(_))
    }

    /// The class of a row; `None` if it is none of these.
    pub(super) fn of_row<K: Kind>(&self, row: &K) -> Option<usize> {
        self.of_values(K::FEED.scope.iter().map(|column| value(row, column)))
    }

    /// The class of these values, in the order of the columns.
    pub(super) fn of_values<'a>(&self, values: impl Iterator<Item = &'a str> + Clone) -> Option<usize> {
        let Rows::OfMany(many) = &self.rows else { return Some(0) };
        let is_it = |class: &usize| self.scopes.values(*class).eq(values.clone());
        let class = many.numbers.find(hashed(values.clone()), is_it)?;
        self.which.contains(class).then(|| class - self.which.start)
    }

    /// True if no class of the dashboard has that class's name any more.
    pub(super) fn is_unlisted(&self, class: usize) -> bool {
        self.scopes.is_unlisted(self.which.start + class)
    }

    /// The index of a class among those of the order.
    pub(super) const fn scope(&self, class: usize) -> usize {
        self.which.start + class
    }

    /// The indexes of its classes among those of the order.
    pub(super) fn scopes(&self) -> Range<usize> {
        self.which.clone()
    }

    /// The values that name a class.
    pub(super) fn values(&self, class: usize) -> impl Iterator<Item = &str> {
        self.scopes.values(self.which.start + class)
    }

    /// The label of a class.
    pub(super) fn named(&self, class: usize) -> String {
        named(&self.scopes.get(self.which.start + class))
    }

    /// True if a class has left the source's timetable.
    pub(super) fn has_left(&self, class: usize) -> bool {
        self.scopes.has_left(self.which.start + class)
    }
}
