//! The key of a row, for people and as values.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Stands between two values of a stored key. No value holds a control character ([`crate::FieldError`]).
pub const KEY_SEPARATOR: char = '\u{1f}';

/// Stands between the heading of a stored key and its values.
pub const KEY_HEADING_END: char = '\u{1e}';

/// Stands between two values that people read.
pub const READ_BETWEEN: &str = " · ";

/// The key of a row in reports and plans; or the name of something that is no row, as its only value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Key {
    /// The key as people read it: `Algoritma · A · 11 · 260001`.
    #[serde(rename = "key")]
    pub text: String,
    /// The values of the key's columns, in their order; some may be empty. Programs read these, not the text.
    #[serde(rename = "parts", default)]
    #[schema(required)]
    pub values: Vec<String>,
    #[serde(skip)]
    heading: String,
}

impl Key {
    /// A key of these values.
    pub fn of<T: Into<String>>(values: impl IntoIterator<Item = T>) -> Self {
        let values: Vec<String> = values.into_iter().map(Into::into).collect();
        Self {
            text: read_together(values.iter()),
            values,
            heading: String::new(),
        }
    }

    /// The key under a heading, which people read before the values.
    pub fn under(self, heading: &str) -> Self {
        let heading = heading.to_owned();
        Self {
            text: read_together([&heading, &self.text]),
            heading,
            ..self
        }
    }

    /// The form in the database.
    pub fn stored(&self) -> String {
        let values = self.values.join(&KEY_SEPARATOR.to_string());
        match self.heading.as_str() {
            "" => values,
            heading => format!("{heading}{KEY_HEADING_END}{values}"),
        }
    }

    /// Reads the stored form. What version 1.0.0 stored is one value.
    pub fn read(stored: &str) -> Self {
        match stored.split_once(KEY_HEADING_END) {
            Some((heading, values)) => Self::of(values.split(KEY_SEPARATOR)).under(heading),
            None => Self::of(stored.split(KEY_SEPARATOR)),
        }
    }
}

impl From<String> for Key {
    fn from(value: String) -> Self {
        Self::of([value])
    }
}

impl From<&str> for Key {
    fn from(value: &str) -> Self {
        Self::of([value])
    }
}

fn read_together<'a>(values: impl IntoIterator<Item = &'a String>) -> String {
    let values: Vec<_> = values
        .into_iter()
        .map(String::as_str)
        .filter(|value| !value.is_empty())
        .collect();
    values.join(READ_BETWEEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_key_keeps_values_that_hold_the_sign_between_them() {
        let key = Key::of(["Kimia · Lanjut", "", "A"]);
        assert_eq!(key.text, "Kimia · Lanjut · A");
        assert_eq!(Key::read(&key.stored()), key);
        let finding = key.under("Kelas");
        assert_eq!(finding.text, "Kelas · Kimia · Lanjut · A");
        let read = Key::read(&finding.stored());
        assert_eq!((read.values.len(), &read), (3, &finding));
    }
}
