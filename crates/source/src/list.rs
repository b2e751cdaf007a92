//! The lists of the source: their names, the columns of their tables, and the required columns.
//!
//! A reply over HTTP is parsed by its kind alone. A query or a file shows its columns before its rows, so that a missing
//! column can be reported at once, by name.

use crate::rows::RawRow;
use selaras_kinds::{Feed, FieldError, Kind, OfKind, RowError, identity, of_all_kinds, read_source_row};
use selaras_reasons::Reason;
use std::sync::LazyLock;

/// One list of the source.
#[derive(Debug, Clone, Copy)]
pub struct List {
    /// The feed of the list.
    pub feed: &'static Feed,
    /// Display name of its rows: `Kelas`.
    pub label: &'static str,
    fields: fn() -> Vec<&'static str>,
    sent: fn() -> Vec<&'static str>,
    identity: fn() -> Vec<&'static str>,
    key: &'static [&'static str],
    optional: &'static [&'static str],
    read: ReadRow,
}

/// The requested class, by column.
type Scope<'a> = &'a [(&'static str, String)];
/// A row's fields, with their texts.
type Fields = Vec<(&'static str, String)>;
/// Parses a row of a kind from its JSON, the requested class, and the key of its group.
type ReadRow = fn(&str, Scope<'_>, Option<&str>) -> Result<Fields, RowError>;

/// All lists; a list comes after those that it depends on.
pub fn lists() -> &'static [List] {
    static LISTS: LazyLock<Vec<List>> = LazyLock::new(of_all_kinds);
    &LISTS
}

impl OfKind for List {
    fn of<K: Kind>() -> Self {
        Self {
            feed: &K::FEED,
            label: K::LABEL,
            fields: || K::FIELDS.iter().map(|field| field.name).collect(),
            sent: || {
                let sent = K::FIELDS.iter().filter(|field| !field.of_form);
                sent.map(|field| field.name).collect()
            },
            identity: || identity::<K>().collect(),
            key: K::KEY,
            optional: K::OPTIONAL_KEY,
            read: |json, scope, group| {
                let row = read_source_row::<K>(json, scope, group)?;
                let fields = K::FIELDS.iter();
                Ok(fields
                    .map(|field| (field.name, (field.get)(&row).to_string()))
                    .collect())
            },
        }
    }
}

/// True if a field is a time of day.
pub(crate) fn is_clock(field: &str) -> bool {
    matches!(field, "jam_mulai" | "jam_selesai")
}

impl List {
    /// Finds a list by its name in `source.paths`.
    pub fn named(name: &str) -> Option<&'static Self> {
        lists().iter().find(|list| list.feed.name == name)
    }

    /// Its name in the settings: `class_students`.
    pub const fn name(&self) -> &'static str {
        self.feed.name
    }

    /// The columns that its table may have.
    pub fn columns(&self) -> Vec<&'static str> {
        (self.fields)()
    }

    /// The columns that a source sends: forms fill the others.
    pub fn sent(&self) -> Vec<&'static str> {
        (self.sent)()
    }

    /// The required columns of its table: the key, and the class of a row that belongs to one.
    pub fn needed(&self) -> Vec<&'static str> {
        let mut needed = self.key.to_vec();
        needed.extend(self.feed.scope.iter().filter(|column| !self.key.contains(column)));
        needed
    }

    /// The columns that every row must fill.
    pub fn key(&self) -> impl Iterator<Item = &'static str> {
        self.key
            .iter()
            .copied()
            .filter(|column| !self.optional.contains(column))
    }

    /// Checks a row by the rules of its kind.
    pub(crate) fn judge(&self, json: &str) -> Result<(), RowError> {
        (self.read)(json, &[], None).map(drop)
    }

    /// Parses a row into fields; or returns what is wrong with it, and the column if it is one.
    pub(crate) fn fields_of(&self, row: &RawRow, scope: Scope<'_>) -> Result<Fields, (Option<&'static str>, Reason)> {
        (self.read)(&row.json, scope, row.group.as_deref()).map_err(|error| {
            let column = match &error {
                RowError::KeyMissing(column) | RowError::Rounded { field: column, .. } => Some(*column),
                RowError::Field(FieldError::TooLong { field, .. } | FieldError::ControlCharacter { field }) => {
                    Some(*field)
                }
                RowError::Malformed(_) | RowError::NoRow => None,
            };
            (column, Reason::from(&error))
        })
    }

    /// The columns that no two rows have in common.
    pub(crate) fn identity(&self) -> Vec<&'static str> {
        (self.identity)()
    }

    /// The columns that together name a row.
    pub(crate) const fn key_columns(&self) -> &'static [&'static str] {
        self.key
    }

    /// True if its rows name their class.
    pub(crate) fn names_classes(&self) -> bool {
        !self.feed.scope.is_empty() || self.key.contains(&"kelas_id")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_of_students_requires_class_columns() {
        let students = List::named("class_students").unwrap();
        assert_eq!(students.needed(), ["nama_mk", "nama_kelas", "program_id", "NPK"]);
        assert_eq!(students.key().collect::<Vec<_>>(), ["nama_kelas", "NPK"]);
        assert!(List::named("clases").is_none());
    }

    #[test]
    fn required_columns_are_columns() {
        for list in lists() {
            let columns = list.columns();
            assert!(list.needed().iter().all(|column| columns.contains(column)), "{list:?}");
        }
    }
}
