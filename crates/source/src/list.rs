//! The lists of the source: what each is called, which columns a table of it has, and which of them must be there.
//!
//! A reply over HTTP is read by its kind alone. A query or a file shows its columns before its rows, so that a column
//! that is missing can be told at once, by its name.

use crate::rows::RawRow;
use selaras_kinds::{Feed, FieldError, Kind, OfKind, RowError, of_all_kinds, read_source_row};
use selaras_reasons::Reason;
use std::sync::LazyLock;

/// One list of the source.
#[derive(Debug, Clone, Copy)]
pub struct List {
    /// How it is asked for.
    pub feed: &'static Feed,
    /// What people call its rows: `Kelas`.
    pub label: &'static str,
    fields: fn() -> Vec<&'static str>,
    sent: fn() -> Vec<&'static str>,
    key: &'static [&'static str],
    optional: &'static [&'static str],
    read: ReadRow,
}

/// The class that was asked for, by column.
type Scope<'a> = &'a [(&'static str, String)];
/// A row's fields, with their texts.
type Fields = Vec<(&'static str, String)>;
/// Reads a row by its kind, from its JSON, the class that was asked for, and the key that it stood under.
type ReadRow = fn(&str, Scope<'_>, Option<&str>) -> Result<Fields, RowError>;

/// All lists, in the order in which one needs the other.
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

/// Whether a field is a time of day.
pub(crate) fn is_clock(field: &str) -> bool {
    matches!(field, "jam_mulai" | "jam_selesai")
}

impl List {
    /// The list of that name, as `source.paths` has it.
    pub fn named(name: &str) -> Option<&'static Self> {
        lists().iter().find(|list| list.feed.name == name)
    }

    /// Its name in the settings: `class_students`.
    pub const fn name(&self) -> &'static str {
        self.feed.name
    }

    /// The columns that a table of it may have.
    pub fn columns(&self) -> Vec<&'static str> {
        (self.fields)()
    }

    /// Those of the columns that a source knows: the others are filled by forms.
    pub fn sent(&self) -> Vec<&'static str> {
        (self.sent)()
    }

    /// The columns without which a table of it says nothing: the key, and the class of a row that belongs to one.
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

    /// Whether a row can be taken as it is, which is the kind's own judgement.
    pub(crate) fn judge(&self, json: &str) -> Result<(), RowError> {
        (self.read)(json, &[], None).map(drop)
    }

    /// The fields that a row becomes; or what is wrong with it, and in which column where it is one.
    pub(crate) fn fields_of(&self, row: &RawRow, scope: Scope<'_>) -> Result<Fields, (Option<&'static str>, Reason)> {
        (self.read)(&row.json, scope, row.group.as_deref()).map_err(|error| {
            let column = match &error {
                RowError::KeyMissing(column) | RowError::Rounded { field: column, .. } => Some(*column),
                RowError::Field(FieldError::TooLong { field, .. } | FieldError::ControlCharacter { field }) => {
                    Some(*field)
                }
                RowError::Malformed(_) => None,
            };
            (column, Reason::from(&error))
        })
    }

    /// The columns that together name one row.
    pub(crate) const fn key_columns(&self) -> &'static [&'static str] {
        self.key
    }

    /// Whether its rows say which class they belong to.
    pub(crate) fn names_classes(&self) -> bool {
        !self.feed.scope.is_empty() || self.key.contains(&"kelas_id")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_students_must_say_whose_class_they_are_in() {
        let students = List::named("class_students").unwrap();
        assert_eq!(students.needed(), ["nama_mk", "nama_kelas", "program_id", "NPK"]);
        assert_eq!(students.key().collect::<Vec<_>>(), ["nama_kelas", "NPK"]);
        assert!(List::named("clases").is_none());
    }

    #[test]
    fn every_needed_column_is_a_column() {
        for list in lists() {
            let columns = list.columns();
            assert!(list.needed().iter().all(|column| columns.contains(column)), "{list:?}");
        }
    }
}
