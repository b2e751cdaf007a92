//! Reading one row of the source.

use crate::{FieldError, Kind, value};
use selaras_reasons::Reason;

/// Why a row of the source is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowError {
    /// The row is not an object of texts and numbers.
    Malformed(String),
    /// A part of the key is empty.
    KeyMissing(&'static str),
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
            RowError::Field(error) => Self::from(error),
        }
    }
}

/// Reads a row of the source from its JSON text. `scope` are columns that the request itself fixed (the class whose
/// students were asked for); they hold for every row of the reply. `group` is the key that the row stood under, in a list
/// that is an object; the row's own word goes before it.
pub fn read_source_row<K: Kind>(
    json: &str,
    scope: &[(&'static str, String)],
    group: Option<&str>,
) -> Result<K, RowError> {
    let mut row: K = serde_json::from_str(json).map_err(|error| RowError::Malformed(error.to_string()))?;
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
    row.complete();
    for name in K::KEY.iter().filter(|name| !K::OPTIONAL_KEY.contains(name)) {
        if value(&row, name).is_empty() {
            return Err(RowError::KeyMissing(name));
        }
    }
    for field in K::FIELDS {
        field.check((field.get)(&row)).map_err(RowError::Field)?;
    }
    Ok(row)
}
