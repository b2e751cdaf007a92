//! A person's account on the platform, from what a university knows of the person (contract, section 6).

use crate::{Text, object::Account};

/// What Moodle is told for the last name of a person of one name.
const NO_LAST_NAME: &str = "-";

/// A full name as first and last name: split at its last space; a person of one name has `-` as last name.
pub(crate) fn split(full_name: &str) -> (&str, &str) {
    full_name
        .trim()
        .rsplit_once(' ')
        .map_or((full_name.trim(), NO_LAST_NAME), |(first, last)| (first.trim(), last))
}

/// A person's first and last name as their full name.
pub(crate) fn joined(first: &str, last: &str) -> Text {
    match last {
        NO_LAST_NAME => first.into(),
        last => format!("{first} {last}").into(),
    }
}

/// The full name of a person whose form had these first and last names `before`. A full name is the source's until they change: it may
/// have more than the two.
pub(crate) fn retyped(full_name: &Text, [first, last]: [&Text; 2], before: [&Text; 2]) -> Text {
    match [first, last] == before {
        true => full_name.clone(),
        false => joined(first, last),
    }
}

/// Fills the names of a form in for a person of whom the source sends the full name alone.
pub(crate) fn fill_in(full_name: &Text, [first, last]: [&mut Text; 2]) {
    if first.is_empty() && last.is_empty() {
        let names = split(full_name);
        (*first, *last) = (names.0.into(), names.1.into());
    }
}

/// The account of a person with this number (NPK or nik).
pub(crate) fn named(idnumber: String, number: &str, first: &str, last: &str, email: &str) -> Account {
    Account {
        idnumber,
        username: number.to_lowercase(),
        firstname: first.to_owned(),
        lastname: last.to_owned(),
        email: email.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn a_name_is_split_at_its_last_space() {
        assert_eq!(split("Siti Nur Rahayu"), ("Siti Nur", "Rahayu"));
    }

    #[test]
    fn a_person_of_one_name_has_a_dash_as_last_name() {
        assert_eq!(split("Suharto"), ("Suharto", "-"));
    }
}
