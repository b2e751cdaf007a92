//! People in rows with a class that is unknown or unreadable. It may be one of their classes, spelled otherwise, so their
//! enrolments stay.

use crate::{Result, Run};
use selaras_kinds::{Kind, hash, other_spellings};
use std::collections::{BTreeSet, HashSet};

/// Those of them that the dashboard has.
#[derive(Debug, Default)]
pub(super) struct Unplaced {
    ids: BTreeSet<i64>,
    /// Hashes of their numbers.
    numbers: HashSet<i64>,
}

impl Unplaced {
    /// Those with these numbers, however they are spelled; none of a kind that has no people.
    pub(super) async fn of<K: Kind>(run: &Run, numbers: &[&str]) -> Result<Self> {
        let mut found = Self::default();
        if !K::PERSON_AND_ENROLMENT || numbers.is_empty() {
            return Ok(found);
        }
        found.add::<K>(run, numbers).await?;
        let unknown = numbers.iter().filter(|number| !found.has_exactly(number));
        let spellings: BTreeSet<_> = unknown.flat_map(|number| other_spellings(number)).collect();
        let spellings: Vec<_> = spellings.iter().map(String::as_str).collect();
        found.add::<K>(run, &spellings).await?;
        Ok(found)
    }

    async fn add<K: Kind>(&mut self, run: &Run, numbers: &[&str]) -> Result<()> {
        for person in run.store.known_people::<K>(numbers).await? {
            self.ids.insert(person.id);
            self.numbers.insert(person.hash);
        }
        Ok(())
    }

    /// Adds others.
    pub(super) fn extend(&mut self, others: Self) {
        self.ids.extend(others.ids);
        self.numbers.extend(others.numbers);
    }

    /// The ids of the people.
    pub(super) const fn ids(&self) -> &BTreeSet<i64> {
        &self.ids
    }

    /// True if one of them has that number, however it is spelled.
    pub(super) fn has(&self, number: &str) -> bool {
        self.has_exactly(number) || other_spellings(number).iter().any(|other| self.has_exactly(other))
    }

    fn has_exactly(&self, number: &str) -> bool {
        self.numbers.contains(&hash(std::iter::once(number)))
    }
}
