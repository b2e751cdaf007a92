//! The columns of a kind, by what they are about.

use crate::{Field, Kind};
use utoipa::{
    PartialSchema,
    openapi::schema::{Object, ObjectBuilder},
};

/// The fields that describe the row itself: all fields, but of an enrolment only the person's.
pub fn own_fields<K: Kind>() -> impl Iterator<Item = &'static Field<K>> + Clone {
    K::FIELDS.iter().filter(|field| !field.of_class)
}

/// The fields that name the class of an enrolment.
pub fn class_fields<K: Kind>() -> impl Iterator<Item = &'static Field<K>> + Clone {
    K::FIELDS.iter().filter(|field| field.of_class)
}

/// The column of the study program in all kinds that have one.
pub const PROGRAM: &str = "program_id";

/// The column of a class's id, in `kelas` and in rows that may name their class by it.
pub const CLASS_ID: &str = "jadwal_kuliah_detail_id";

/// The columns that identify a row: its key, and for an enrolment the id of its class.
pub fn identity<K: Kind>() -> impl Iterator<Item = &'static str> {
    let class = K::MEMBERSHIP.map(|_| CLASS_ID);
    K::KEY.iter().copied().chain(class)
}

/// The column of a row's person number: a person's own, or that of the person in a class; `None` if the kind has neither.
pub fn number_column<K: Kind>() -> Option<&'static str> {
    let of_person = K::IS_PERSON.then_some(K::OBJECT_KEY);
    of_person.or(K::MEMBERSHIP.map(|of| of.person_column))
}

/// The columns of `kelas` that name a row's class, each with the row's own column for the value.
pub fn class_columns<K: Kind>() -> Vec<(&'static str, String)> {
    let mut row = K::default();
    for field in K::FIELDS {
        (field.set)(&mut row, field.name.into());
    }
    // In this row each value is the name of its column, so each value shows its column.
    row.class()
        .into_iter()
        .map(|(column, own)| (column, own.to_owned()))
        .collect()
}

/// True if rows of a kind have a study program.
pub fn has_program<K: Kind>() -> bool {
    K::FIELDS.iter().any(|field| field.name == PROGRAM)
}

/// True if a row has a study program besides the columns that name its class. If several programs have a class of that name,
/// the row's own is meant.
pub fn says_program<K: Kind>() -> bool {
    has_program::<K>() && !class_columns::<K>().iter().any(|(column, _)| *column == PROGRAM)
}

/// The fields of a kind's rows, beside the row's id, for the API's document.
pub fn schema<K: Kind>() -> Object {
    let with_id = ObjectBuilder::new().property("id", i64::schema()).required("id");
    K::FIELDS
        .iter()
        .fold(with_id, |row, field| {
            row.property(field.name, String::schema()).required(field.name)
        })
        .build()
}
