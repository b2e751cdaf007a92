//! Which row a line of a job's report is about, whatever people read of it.

use selaras_kinds::{Kind, hash, key_hash, object_hash};
use std::borrow::Cow;

/// A row of some kind, by its key. It says nothing of the table that the row stands in.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RowKey {
    /// The kind of data.
    pub kind: Cow<'static, str>,
    /// The row's key, hashed: [`key_hash`].
    pub hash: i64,
}

impl RowKey {
    /// The key of a row.
    pub fn of<K: Kind>(row: &K) -> Self {
        Self {
            kind: Cow::Borrowed(K::NAME),
            hash: key_hash(row),
        }
    }

    /// The key of a row's object on the platform: of a place, its person.
    pub fn of_object<K: Kind>(row: &K) -> Self {
        Self {
            kind: Cow::Borrowed(K::NAME),
            hash: object_hash(row),
        }
    }

    /// The key of what is no row of a kind, by a name that it alone has.
    pub fn named(kind: &'static str, name: &str) -> Self {
        Self {
            kind: Cow::Borrowed(kind),
            hash: hash(std::iter::once(name)),
        }
    }
}
