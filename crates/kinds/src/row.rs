//! What identifies the row of any kind, and how it is compared and searched.

use crate::{
    CLASS_ID, Field, Key, Kind,
    hashing::hash,
    identity, number_column,
    object::{IdNumber, OURS},
    own_fields,
};

/// The value of the field called `name`; empty if the kind has no such field.
pub fn value<'a, K: Kind>(row: &'a K, name: &str) -> &'a str {
    K::FIELDS
        .iter()
        .find(|field| field.name == name)
        .map_or("", |field| (field.get)(row).as_str())
}

/// The id of an enrolment's class; empty if the source did not send it, or if the class's name says enough.
pub fn class_id<K: Kind>(row: &K) -> &str {
    match K::MEMBERSHIP {
        Some(_) => value(row, CLASS_ID),
        None => "",
    }
}

/// The key of a row, in the order of [`Kind::KEY`].
pub fn key<K: Kind>(row: &K) -> Key {
    Key::of(K::KEY.iter().map(|name| value(row, name)))
}

/// The name of the row's object on the platform: a person's number, or the key of any other row.
pub fn object_name<K: Kind>(row: &K) -> Key {
    if K::PERSON_AND_ENROLMENT {
        value(row, K::OBJECT_KEY).into()
    } else {
        key(row)
    }
}

/// The key of a row as a 64-bit hash, for matching; of an enrolment with the id of its class.
pub fn key_hash<K: Kind>(row: &K) -> i64 {
    let class = Some(class_id(row)).filter(|id| !id.is_empty());
    hash(K::KEY.iter().map(|name| value(row, name)).chain(class))
}

/// The same with the person's number in lower case: capitals make no other number.
pub fn plain_key_hash<K: Kind>(row: &K) -> i64 {
    let Some(column) = number_column::<K>() else {
        return key_hash(row);
    };
    let number = value(row, column).to_lowercase();
    hash(identity::<K>().map(|name| match name == column {
        true => number.as_str(),
        false => value(row, name),
    }))
}

/// The key of a row without the id of its class: the key of an enrolment that names its class by course and class alone.
pub fn untied_key_hash<K: Kind>(row: &K) -> i64 {
    hash(K::KEY.iter().map(|name| value(row, name)))
}

/// The person of an enrolment as a 64-bit hash, for matching; for any other row, its key.
pub fn object_hash<K: Kind>(row: &K) -> i64 {
    if K::PERSON_AND_ENROLMENT {
        hash(std::iter::once(value(row, K::OBJECT_KEY)))
    } else {
        key_hash(row)
    }
}

/// A fingerprint of a row's own fields: two rows with the same one need no write.
pub fn fingerprint<K: Kind>(row: &K) -> i64 {
    let hashed = own_fields::<K>().filter(|field| !(field.tie && (field.get)(row).is_empty()));
    hash(hashed.map(|field| (field.get)(row).as_str()))
}

/// The stable name of the row's object on the platform: `selaras:kelas:90001`.
pub fn idnumber<K: Kind>(row: &K) -> IdNumber {
    format!("{}{}", idnumber_prefix(K::NAME), value(row, K::OBJECT_KEY))
}

/// The prefix of a kind's stable names: `selaras:kelas:`.
pub fn idnumber_prefix(kind: &str) -> String {
    format!("{OURS}{kind}:")
}

/// The number or code in a stable name: `90001` of `selaras:kelas:90001`.
pub fn number_of(idnumber: &str) -> &str {
    idnumber.splitn(3, ':').nth(2).unwrap_or_default()
}

/// True if two stable names are of these kinds and have one number.
pub(crate) fn have_number_among(kinds: &[&str], one: &str, other: &str) -> bool {
    let number = |idnumber: &str| {
        kinds
            .iter()
            .find_map(|kind| Some(idnumber.strip_prefix(&idnumber_prefix(kind))?.to_lowercase()))
    };
    number(one).is_some_and(|one| number(other) == Some(one))
}

/// The search text of a row: all fields, in lower case.
pub fn search_text<K: Kind>(row: &K) -> String {
    search_text_of(row, K::FIELDS)
}

/// The search text of a part of the row: these fields, in lower case.
pub fn search_text_of<'a, K: Kind>(row: &K, fields: impl IntoIterator<Item = &'a Field<K>>) -> String {
    let mut text = String::with_capacity(128);
    for field in fields {
        let value = (field.get)(row).as_str();
        if !value.is_empty() {
            text.push_str(value);
            text.push('\n');
        }
    }
    text.to_lowercase()
}
