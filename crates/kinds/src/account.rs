//! A person's account on the platform, built from the university's data (contract, section 6).

use crate::{
    Text,
    object::{Account, Profile},
};

/// The last name on Moodle of a person with one name.
const NO_LAST_NAME: &str = "-";

/// Splits a full name at its last space into first and last name. A person with one name gets `-` as last name.
pub(crate) fn split(full_name: &str) -> (&str, &str) {
    full_name
        .trim()
        .rsplit_once(' ')
        .map_or((full_name.trim(), NO_LAST_NAME), |(first, last)| (first.trim(), last))
}

/// Joins first and last name into a full name.
pub(crate) fn joined(first: &str, last: &str) -> Text {
    match last {
        NO_LAST_NAME => first.into(),
        last => format!("{first} {last}").into(),
    }
}

/// The full name after a form changed `before` to these first and last names. While they are unchanged, the source's full
/// name stays, because it may have more than the two.
pub(crate) fn retyped(full_name: &Text, [first, last]: [&Text; 2], before: [&Text; 2]) -> Text {
    match [first, last] == before {
        true => full_name.clone(),
        false => joined(first, last),
    }
}

/// Fills in a form's names from the full name, if the source sends only that.
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
        profile: Profile::new(),
        keeps_username: false,
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn name_is_split_at_its_last_space() {
        assert_eq!(split("Siti Nur Rahayu"), ("Siti Nur", "Rahayu"));
    }

    #[test]
    fn person_with_one_name_gets_a_dash_as_last_name() {
        assert_eq!(split("Suharto"), ("Suharto", "-"));
    }
}
