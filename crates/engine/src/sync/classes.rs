//! The classes whose rows one list of the source has: one where it is asked for class by class, all where it is had at once.

use super::scopes::{Scope, Scopes};
use hashbrown::HashTable;
use selaras_kinds::{Kind, hash, value};
use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

/// The classes of one list, among those of its order.
pub(super) struct Classes {
    scopes: Arc<Scopes>,
    which: Range<usize>,
    rows: Rows,
}

/// How the class of a row is known.
#[derive(Clone)]
enum Rows {
    /// There is one class, whose scope is made when it is first asked for.
    OfOne(OnceLock<Scope>),
    /// Each row says it.
    OfMany(Arc<Many>),
}

/// What a list of many classes is limited to beside them, and which is which.
struct Many {
    limit: Scope,
    /// Places among the scopes, by the hashed values of the columns that name a class.
    numbers: HashTable<usize>,
}

fn hashed<'a>(values: impl Iterator<Item = &'a str>) -> u64 {
    hash(values).cast_unsigned()
}

impl Classes {
    /// The list is of this class, whatever its rows say; of a kind that knows no classes, the whole list is as one.
    pub(super) fn one(scopes: &Arc<Scopes>, class: usize) -> Self {
        Self {
            scopes: Arc::clone(scopes),
            which: class..class + 1,
            rows: Rows::OfOne(OnceLock::new()),
        }
    }

    /// The list has the rows of all these classes, each with its class.
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

    /// Some of the list's classes.
    pub(super) fn part(&self, which: Range<usize>) -> Self {
        Self {
            scopes: Arc::clone(&self.scopes),
            which: self.which.start + which.start..self.which.start + which.end,
            rows: self.rows.clone(),
        }
    }

    /// How many they are.
    pub(super) fn len(&self) -> usize {
        self.which.len()
    }

    /// What the list is limited to.
    pub(super) fn limit(&self) -> &[(&'static str, String)] {
        match &self.rows {
            Rows::OfOne(_) => self.fixed(),
            Rows::OfMany(many) => &many.limit,
        }
    }

    /// Columns that the list itself fixed, which its rows need not say.
    pub(super) fn fixed(&self) -> &[(&'static str, String)] {
        match &self.rows {
            Rows::OfOne(scope) => scope.get_or_init(|| self.scopes.get(self.which.start)),
            Rows::OfMany(_) => &[],
        }
    }

    /// Whether rows say themselves which class they are of.
    pub(super) const fn is_whole_list(&self) -> bool {
        matches!(self.rows, Rows::OfMany(_))
    }

    /// The class of a row; `None` where it is none of these.
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

    /// Whether it is one, and no class of the dashboard bears its name any more.
    pub(super) fn is_unlisted(&self) -> bool {
        !self.is_whole_list() && self.scopes.is_unlisted(self.which.start)
    }

    /// What names each class.
    pub(super) fn scopes(&self) -> impl Iterator<Item = Scope> {
        self.which.clone().map(|class| self.scopes.get(class))
    }

    /// Whether a class has left the source's timetable.
    pub(super) fn has_left(&self, class: usize) -> bool {
        self.scopes.has_left(self.which.start + class)
    }
}
