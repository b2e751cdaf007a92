//! The fields of a call, nested lists flattened as Moodle wants them: `users[0][username]`.

use std::fmt::Display;

/// The fields of one call, without token, function and format.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Form(Vec<(String, String)>);

impl Form {
    /// Adds a field.
    pub(crate) fn field(&mut self, name: &str, value: impl Display) -> &mut Self {
        self.0.push((name.to_owned(), value.to_string()));
        self
    }

    /// Adds a field of one row of a list.
    pub(crate) fn row(&mut self, list: &str, row: usize, name: &str, value: impl Display) -> &mut Self {
        self.0.push((format!("{list}[{row}][{name}]"), value.to_string()));
        self
    }

    /// Adds a list of plain values.
    pub(crate) fn values(&mut self, list: &str, values: impl IntoIterator<Item = impl Display>) -> &mut Self {
        for (row, value) in values.into_iter().enumerate() {
            self.0.push((format!("{list}[{row}]"), value.to_string()));
        }
        self
    }

    /// The fields in order.
    pub(crate) fn fields(&self) -> &[(String, String)] {
        &self.0
    }
}
