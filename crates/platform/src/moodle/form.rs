//! The fields of a call. Nested lists are flattened as Moodle expects: `users[0][username]`.

use std::fmt::Display;

/// The fields of one call, without token, function and format.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Form {
    fields: Vec<(String, String)>,
    rows: usize,
}

impl Form {
    /// Adds a field.
    pub(crate) fn field(&mut self, name: &str, value: impl Display) -> &mut Self {
        self.fields.push((name.to_owned(), value.to_string()));
        self
    }

    /// Adds a field of one row of a list.
    pub(crate) fn row(&mut self, list: &str, row: usize, name: &str, value: impl Display) -> &mut Self {
        self.fields.push((format!("{list}[{row}][{name}]"), value.to_string()));
        self.rows = self.rows.max(row + 1);
        self
    }

    /// Adds a list of plain values.
    pub(crate) fn values(&mut self, list: &str, values: impl IntoIterator<Item = impl Display>) -> &mut Self {
        for (row, value) in values.into_iter().enumerate() {
            self.fields.push((format!("{list}[{row}]"), value.to_string()));
            self.rows = self.rows.max(row + 1);
        }
        self
    }

    /// The fields in order.
    pub(crate) fn fields(&self) -> &[(String, String)] {
        &self.fields
    }

    /// Number of rows of its longest list; it decides what the call costs.
    pub(crate) const fn rows(&self) -> usize {
        self.rows
    }
}
