//! The names of tables, and how the rows of a kind are spread over them.

use selaras_kinds::{Kind, OfKind, of_all_kinds};

/// The table of a kind's people.
pub(crate) fn person_table(kind: &str) -> String {
    format!("{kind}_person")
}

/// The table of the classes of a kind's enrolments.
pub(crate) fn class_table(kind: &str) -> String {
    format!("{kind}_class")
}

/// The table of a kind's enrolments.
pub(crate) fn enrolment_table(kind: &str) -> String {
    format!("{kind}_enrolment")
}

/// The tables that hold a kind's rows.
pub(crate) fn tables_of(kind: &str) -> Vec<String> {
    if is_person_and_enrolment(kind) {
        vec![person_table(kind), class_table(kind), enrolment_table(kind)]
    } else {
        vec![kind.to_owned()]
    }
}

/// True if the kind of that name is stored as people and enrolments.
pub(crate) fn is_person_and_enrolment(kind: &str) -> bool {
    storage_of(kind).is_some_and(|of| of.person_and_enrolment)
}

/// True if rows of the kind of that name are also enrolments.
pub(crate) fn has_enrolments(kind: &str) -> bool {
    storage_of(kind).is_some_and(|of| of.enrolments)
}

/// The kind of people to which the rows of a kind refer by number, and the referring column. `None` for rows that are stored
/// with their people.
pub(crate) fn people_of(kind: &str) -> Option<(&'static str, &'static str)> {
    let of = storage_of(kind)?;
    of.people.filter(|_| !of.person_and_enrolment)
}

/// How the kind of that name is stored, if it exists.
fn storage_of(kind: &str) -> Option<Storage> {
    let mut all = of_all_kinds::<Storage>().into_iter();
    all.find(|storage| storage.kind == kind)
}

/// How a kind is stored.
struct Storage {
    kind: &'static str,
    person_and_enrolment: bool,
    enrolments: bool,
    people: Option<(&'static str, &'static str)>,
}

impl OfKind for Storage {
    fn of<K: Kind>() -> Self {
        Self {
            kind: K::NAME,
            person_and_enrolment: K::PERSON_AND_ENROLMENT,
            enrolments: K::MEMBERSHIP.is_some(),
            people: K::MEMBERSHIP.map(|of| (of.person_kind, of.person_column)),
        }
    }
}

/// The table that holds the state of a kind's objects on the platform: the people of enrolments, otherwise the rows.
pub(crate) fn object_table<K: Kind>() -> String {
    if K::PERSON_AND_ENROLMENT {
        person_table(K::NAME)
    } else {
        K::NAME.to_owned()
    }
}

/// The table that holds the state of a kind's memberships.
pub(crate) fn membership_table<K: Kind>() -> String {
    if K::PERSON_AND_ENROLMENT {
        enrolment_table(K::NAME)
    } else {
        K::NAME.to_owned()
    }
}

/// Forces the source's text for an enrolment to be parsed again, whatever it is.
pub const READ_AGAIN: i64 = 0;
