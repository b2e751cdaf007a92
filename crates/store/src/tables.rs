//! What tables are called, and how the rows of a kind are spread over them.

use selaras_kinds::{Kind, OfKind, of_all_kinds};

/// The table of a kind's people.
pub(crate) fn person_table(kind: &str) -> String {
    format!("{kind}_person")
}

/// The table of the classes that a kind's places are in.
pub(crate) fn class_table(kind: &str) -> String {
    format!("{kind}_class")
}

/// The table of a kind's places.
pub(crate) fn place_table(kind: &str) -> String {
    format!("{kind}_place")
}

/// The tables in which a kind's rows are.
pub(crate) fn tables_of(kind: &str) -> Vec<String> {
    if has_places(kind) {
        vec![person_table(kind), class_table(kind), place_table(kind)]
    } else {
        vec![kind.to_owned()]
    }
}

/// Whether the kind of that name is kept as people and places.
pub(crate) fn has_places(kind: &str) -> bool {
    keeping(kind).is_some_and(|of| of.places)
}

/// Whether rows of the kind of that name are enrolments too.
pub(crate) fn has_enrolments(kind: &str) -> bool {
    keeping(kind).is_some_and(|of| of.enrolments)
}

/// The kind of the people whose numbers the rows of a kind have, and the column that has them; nothing of rows that are
/// kept with their people.
pub(crate) fn people_of(kind: &str) -> Option<(&'static str, &'static str)> {
    let of = keeping(kind)?;
    of.people.filter(|_| !of.places)
}

/// How the kind of that name is kept, if there is one.
fn keeping(kind: &str) -> Option<Keeping> {
    let mut all = of_all_kinds::<Keeping>().into_iter();
    all.find(|keeping| keeping.kind == kind)
}

/// How a kind is kept.
struct Keeping {
    kind: &'static str,
    places: bool,
    enrolments: bool,
    people: Option<(&'static str, &'static str)>,
}

impl OfKind for Keeping {
    fn of<K: Kind>() -> Self {
        Self {
            kind: K::NAME,
            places: K::PLACES,
            enrolments: K::MEMBERSHIP.is_some(),
            people: K::MEMBERSHIP.map(|of| (of.person_kind, of.person_column)),
        }
    }
}

/// The table in which a kind's objects on the platform have their state: the people of places, the rows of all else.
pub(crate) fn object_table<K: Kind>() -> String {
    if K::PLACES {
        person_table(K::NAME)
    } else {
        K::NAME.to_owned()
    }
}

/// The table in which a kind's memberships have their state.
pub(crate) fn membership_table<K: Kind>() -> String {
    if K::PLACES {
        place_table(K::NAME)
    } else {
        K::NAME.to_owned()
    }
}

/// What the source last sent for a place has to be read again, whatever it is: see [`KnownPlace::source_hash`].
pub const READ_AGAIN: i64 = 0;
