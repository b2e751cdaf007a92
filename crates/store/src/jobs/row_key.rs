//! Identifies the row of a report line, independently of the text that people read.

use selaras_kinds::{Kind, hash, key_hash, object_hash};
use std::borrow::Cow;

/// A row of some kind, by its key, independently of the table that stores it.
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

    /// The key of a row's object on the platform. For an enrolment it is the person.
    pub fn of_object<K: Kind>(row: &K) -> Self {
        Self {
            kind: Cow::Borrowed(K::NAME),
            hash: object_hash(row),
        }
    }

    /// The key of something that is no row of a kind, by a unique name.
    pub fn named(kind: &'static str, name: &str) -> Self {
        Self {
            kind: Cow::Borrowed(kind),
            hash: hash(std::iter::once(name)),
        }
    }
}
