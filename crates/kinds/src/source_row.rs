//! Parses one row of the source.

use crate::{FieldError, Kind, Text, is_rounded, number::whole, value};
use selaras_reasons::Reason;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// Why a row of the source is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowError {
    /// The row is not an object of texts and numbers.
    Malformed(String),
    /// A part of the key is empty.
    KeyMissing(&'static str),
    /// A number may have lost digits on its way.
    Rounded {
        /// The column.
        field: &'static str,
        /// The number as it was sent.
        value: String,
    },
    /// A value is not allowed.
    Field(FieldError),
}

impl From<&RowError> for Reason {
    fn from(error: &RowError) -> Self {
        match error {
            RowError::Malformed(message) => Self::RowUnreadable {
                message: message.clone(),
            },
            RowError::KeyMissing(field) => Self::KeyEmpty {
                field: (*field).to_owned(),
            },
            RowError::Rounded { field, value } => Self::NumberRounded {
                field: (*field).to_owned(),
                value: value.clone(),
            },
            RowError::Field(error) => Self::from(error),
        }
    }
}

/// Parses a row of the source from its JSON text. `scope` are columns that the request itself fixed (the class of the
/// requested students); they hold for every row of the reply. `group` is the key of the row's group in a list that is an
/// object; the row's own value takes precedence over it.
pub fn read_source_row<K: Kind>(
    json: &str,
    scope: &[(&'static str, String)],
    group: Option<&str>,
) -> Result<K, RowError> {
    let malformed = |error: serde_json::Error| RowError::Malformed(error.to_string());
    let mut row: K =
        serde_json::from_str(json).map_err(|error| rounded::<K>(json).unwrap_or_else(|| malformed(error)))?;
    for (name, fixed) in scope {
        if let Some(field) = K::FIELDS.iter().find(|field| field.name == *name) {
            (field.set)(&mut row, fixed.as_str().into());
        }
    }
    if let (Some(column), Some(group)) = (K::FEED.keyed, group)
        && let Some(field) = K::FIELDS.iter().find(|field| field.name == column)
        && (field.get)(&row).is_empty()
    {
        (field.set)(&mut row, group.into());
    }
    let of_person = K::IS_PERSON.then_some(K::OBJECT_KEY);
    let of_person = of_person.or(K::MEMBERSHIP.map(|of| of.person_column));
    if let Some(field) = K::FIELDS.iter().find(|field| Some(field.name) == of_person) {
        let number = whole((field.get)(&row)).to_owned();
        (field.set)(&mut row, number.into());
    }
    row.complete();
    for name in K::KEY.iter().filter(|name| !K::OPTIONAL_KEY.contains(name)) {
        if value(&row, name).is_empty() {
            return Err(RowError::KeyMissing(name));
        }
    }
    for field in K::FIELDS {
        let text = (field.get)(&row);
        // A program that rounds a number may send it as a text, too.
        if is_rounded(text) {
            return Err(RowError::Rounded {
                field: field.name,
                value: text.to_string(),
            });
        }
        field.check(text).map_err(RowError::Field)?;
    }
    Ok(row)
}

/// The rounded number because of which a row was refused, if there is one.
fn rounded<K: Kind>(json: &str) -> Option<RowError> {
    let sent: BTreeMap<String, &RawValue> = serde_json::from_str(json).ok()?;
    K::FIELDS.iter().find_map(|field| {
        let value = sent.get(field.name)?.get();
        let is_number = value.starts_with(|letter: char| letter == '-' || letter.is_ascii_digit());
        (is_number && serde_json::from_str::<Text>(value).is_err()).then(|| RowError::Rounded {
            field: field.name,
            value: value.to_owned(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pengajar::Pengajar;

    fn read(number: &str) -> Result<Pengajar, RowError> {
        read_source_row(&format!(r#"{{"nik":"1","nip":{number}}}"#), &[], None)
    }

    #[test]
    fn number_with_lost_digits_is_refused_by_its_field() {
        for number in ["197001012005011001.0", "-1.97001012005011e17", "19700101200501100199"] {
            let refused = RowError::Rounded {
                field: "nip",
                value: number.to_owned(),
            };
            assert_eq!(read(number), Err(refused));
        }
        for (number, text) in [
            ("197001012005011001", "197001012005011001"),
            ("260001.0", "260001"),
            ("7.5", "7.5"),
        ] {
            assert_eq!(read(number).unwrap().nip.as_str(), text);
        }
    }

    #[test]
    fn text_of_a_rounded_number_is_refused_like_the_number() {
        for number in ["1.97E17", "1,97001E+17"] {
            let refused = RowError::Rounded {
                field: "nip",
                value: number.to_owned(),
            };
            assert_eq!(read(&format!("\"{number}\"")), Err(refused));
        }
        assert_eq!(read("\"2E5\"").unwrap().nip.as_str(), "2E5");
    }
}
