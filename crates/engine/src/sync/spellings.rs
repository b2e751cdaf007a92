//! People of the dashboard with a number that a row spells otherwise.

use selaras_kinds::comparable_number;
use std::collections::HashMap;

/// Numbers and names of people, by [`comparable_number`].
pub(super) struct Spellings(HashMap<String, Vec<(String, String)>>);

impl Spellings {
    /// Those of these people, each with number and name.
    pub(super) fn of(people: impl Iterator<Item = (String, String)>) -> Self {
        let mut spellings: HashMap<_, Vec<_>> = HashMap::new();
        for (number, name) in people {
            spellings
                .entry(comparable_number(&number))
                .or_default()
                .push((number, name));
        }
        Self(spellings)
    }

    /// The people with this number in another spelling.
    pub(super) fn others(&self, number: &str) -> &[(String, String)] {
        self.0.get(&comparable_number(number)).map_or(&[], Vec::as_slice)
    }

    /// The number as the dashboard spells it, if only capitals differ.
    pub(super) fn in_other_capitals(&self, number: &str) -> Option<&str> {
        let mut others = self.others(number).iter().map(|(other, _)| other.as_str());
        others.find(|other| other.eq_ignore_ascii_case(number))
    }
}
