//! Parses one row of the source.

use crate::{
    Field, FieldError, Kind, Text, bare_number, is_placeholder, is_rounded, number::whole, number_column, value,
};
use selaras_reasons::Reason;
use serde_json::value::RawValue;
use std::{borrow::Cow, collections::BTreeMap};

/// Why a row of the source is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowError {
    /// The row is not an object of texts and numbers.
    Malformed(String),
    /// A part of the key is empty, or a placeholder.
    KeyMissing(&'static str),
    /// The key is a placeholder, and nothing else describes the row's object: it is no row.
    NoRow,
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
            RowError::NoRow => Self::RowOfPlaceholders,
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
    for field in K::FIELDS {
        if let Cow::Owned(number) = bare_number((field.get)(&row))
            && field.is_code()
        {
            (field.set)(&mut row, number.into());
        }
    }
    let of_person = number_column::<K>();
    if let Some(field) = K::FIELDS.iter().find(|field| Some(field.name) == of_person) {
        let number = whole((field.get)(&row)).to_owned();
        (field.set)(&mut row, number.into());
    }
    row.complete();
    for name in K::KEY.iter().filter(|name| !K::OPTIONAL_KEY.contains(name)) {
        if value(&row, name).is_empty() {
            return Err(RowError::KeyMissing(name));
        }
        if K::FIELDS
            .iter()
            .any(|field| field.name == *name && has_placeholder(field, &row))
        {
            return Err(match K::FIELDS.iter().all(|field| says_nothing(field, &row)) {
                true => RowError::NoRow,
                false => RowError::KeyMissing(name),
            });
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

/// True if a column has a placeholder instead of a value. A class may be called `-`.
fn has_placeholder<K>(field: &Field<K>, row: &K) -> bool {
    !field.of_class && is_placeholder((field.get)(row))
}

/// True for a column that does not describe the row's object.
fn says_nothing<K>(field: &Field<K>, row: &K) -> bool {
    field.of_class || (field.get)(row).is_empty() || has_placeholder(field, row)
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
    use crate::{OfKind, of_all_kinds, pengajar::Pengajar};

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
    fn placeholder_is_no_number() {
        for number in ["\"-\"", "0", "\"NULL\"", "\"nan\"", "\"#N/A\""] {
            let read = |name: &str| {
                read_source_row::<Pengajar>(&format!(r#"{{"nik":{number},"nama_lengkap":"{name}"}}"#), &[], None)
            };
            assert_eq!(read("Siti"), Err(RowError::KeyMissing("nik")), "{number}");
            assert_eq!(read("-"), Err(RowError::NoRow), "{number}");
        }
    }

    struct Keys {
        kind: &'static str,
        keys: Vec<&'static str>,
        read: fn(&str) -> Result<(), RowError>,
        fields: Vec<&'static str>,
    }

    impl OfKind for Keys {
        fn of<K: Kind>() -> Self {
            let is_needed = |key: &&str| !K::OPTIONAL_KEY.contains(key);
            Self {
                kind: K::NAME,
                keys: K::KEY.iter().copied().filter(is_needed).collect(),
                read: |json| read_source_row::<K>(json, &[], None).map(drop),
                fields: K::FIELDS.iter().map(|field| field.name).collect(),
            }
        }
    }

    #[test]
    fn row_without_a_part_of_its_key_is_refused_in_every_kind() {
        for kind in of_all_kinds::<Keys>() {
            let of = |empty: Option<&str>| {
                let text = |field: &&str| if Some(*field) == empty { " " } else { "1" };
                let row: BTreeMap<_, _> = kind.fields.iter().map(|field| (*field, text(field))).collect();
                (kind.read)(&serde_json::to_string(&row).unwrap())
            };
            assert_eq!(of(None), Ok(()), "{}", kind.kind);
            assert!(!kind.keys.is_empty(), "{}", kind.kind);
            for key in &kind.keys {
                assert_eq!(of(Some(key)), Err(RowError::KeyMissing(key)), "{}", kind.kind);
            }
        }
    }

    #[test]
    fn number_is_stored_without_what_surrounds_it() {
        let read = |json: &str| read_source_row::<Pengajar>(json, &[], None).unwrap();
        let row = read(r#"{"nik":"'0026","nip":"=\"007\"","nama_lengkap":"'Aisyah"}"#);
        assert_eq!((row.nik.as_str(), row.nip.as_str()), ("0026", "007"));
        assert_eq!(row.nama_lengkap.as_str(), "'Aisyah");
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
