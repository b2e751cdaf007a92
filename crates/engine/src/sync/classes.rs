//! The classes whose rows one list of the source has: one where it is asked for class by class, all where it is had at once.

use hashbrown::HashMap;
use selaras_kinds::{Kind, hash, value};

/// Columns and values that one request to the source is limited to.
pub(crate) type Scope = Vec<(&'static str, String)>;

/// What people call the list of that scope: `Algoritma · A · 11`; nothing where there is one list only.
pub(crate) fn named(scope: &[(&'static str, String)]) -> String {
    scope
        .iter()
        .map(|(_, value)| value.as_str())
        .collect::<Vec<_>>()
        .join(" · ")
}

/// The classes of one list.
pub(super) enum Classes {
    /// The list is of this class, whatever its rows say; of a kind that knows no classes, the whole list is as one.
    One(Scope),
    /// The list has the rows of all these classes, each with its class.
    All {
        /// What the list is limited to beside its classes.
        limit: Scope,
        scopes: Vec<Scope>,
        /// By the hashed values of the columns that name a class, its place among them.
        numbers: HashMap<i64, usize>,
    },
}

impl Classes {
    pub(super) fn all(limit: Scope, scopes: Vec<Scope>) -> Self {
        let hashes = scopes
            .iter()
            .map(|scope| hash(scope.iter().map(|(_, value)| value.as_str())));
        let numbers = hashes.zip(0..).collect();
        Self::All { limit, scopes, numbers }
    }

    /// What the list is limited to.
    pub(super) const fn limit(&self) -> &Scope {
        match self {
            Self::One(limit) | Self::All { limit, .. } => limit,
        }
    }

    /// Columns that the list itself fixed, which its rows need not say.
    pub(super) fn fixed(&self) -> &[(&'static str, String)] {
        match self {
            Self::One(scope) => scope,
            Self::All { .. } => &[],
        }
    }

    /// Whether rows say themselves which class they are of.
    pub(super) const fn is_whole_list(&self) -> bool {
        matches!(self, Self::All { .. })
    }

    /// The class of a row; `None` where it is none of these.
    pub(super) fn of_row<K: Kind>(&self, row: &K) -> Option<usize> {
        self.of_values(K::FEED.scope.iter().map(|column| value(row, column)))
    }

    /// The class of these values, in the order of the columns.
    pub(super) fn of_values<'a>(&self, values: impl Iterator<Item = &'a str>) -> Option<usize> {
        match self {
            Self::One(_) => Some(0),
            Self::All { numbers, .. } => numbers.get(&hash(values)).copied(),
        }
    }

    pub(super) fn scopes(&self) -> &[Scope] {
        match self {
            Self::One(scope) => std::slice::from_ref(scope),
            Self::All { scopes, .. } => scopes,
        }
    }

    /// What people call a class.
    pub(super) fn named(&self, class: usize) -> String {
        named(&self.scopes()[class])
    }
}
