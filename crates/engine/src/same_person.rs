//! Rows of several kinds that are one person, with one account: a student who teaches.

use crate::{Result, undecided_numbers::numbers};
use selaras_kinds::{have_one_number, idnumber_prefix, object::Account};
use selaras_store::{Store, renumbering::Numbered};
use std::collections::HashMap;

/// People by the stable name of their row.
pub(crate) struct Holders(HashMap<String, Numbered>);

impl Holders {
    /// Those of these stable names that are people's. A few queries for each kind.
    pub(crate) async fn of<'a>(store: &Store, names: impl Iterator<Item = &'a str> + Clone) -> Result<Self> {
        let mut people = HashMap::new();
        for verbs in numbers() {
            let prefix = idnumber_prefix(verbs.kind.as_str());
            let of_kind = names.clone().filter_map(|name| name.strip_prefix(&prefix));
            let of_kind: Vec<_> = of_kind.map(str::to_owned).collect();
            if !of_kind.is_empty() {
                let found = (verbs.numbered)(store.clone(), of_kind).await?;
                people.extend(
                    found
                        .into_iter()
                        .map(|(number, person)| (format!("{prefix}{number}"), person)),
                );
            }
        }
        Ok(Self(people))
    }

    /// True if two rows, by stable name, are of one person: both have one number, and one name or one address.
    pub(crate) fn are_one(&self, one: &str, other: &str) -> bool {
        let (Some(person), Some(same)) = (self.0.get(one), self.0.get(other)) else {
            return false;
        };
        have_one_number(one, other) && (alike(&person.email, &same.email) || alike(&person.name, &same.name))
    }

    /// True if the row with this stable name is of the same person as another row, with that account and full name: both
    /// have one number, and one name or one address.
    pub(crate) fn have(&self, name: &str, account: &Account, full_name: &str) -> bool {
        let is_same = |held: &Numbered| alike(&account.email, &held.email) || alike(full_name, &held.name);
        have_one_number(name, &account.idnumber) && self.0.get(name).is_some_and(is_same)
    }
}

/// True if two texts are there and equal, ignoring case.
fn alike(one: &str, other: &str) -> bool {
    !one.is_empty() && one.to_lowercase() == other.to_lowercase()
}
