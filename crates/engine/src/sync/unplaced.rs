//! People in rows with a class that is unknown or unreadable. It may be one of their classes, spelled otherwise, so their
//! enrolments stay.

use super::spellings::other_spellings_of;
use crate::{Result, Run};
use selaras_kinds::{Kind, comparable_number, hash};
use std::collections::{BTreeSet, HashSet};

/// Those of them that the dashboard has.
#[derive(Debug, Default)]
pub(super) struct Unplaced {
    ids: BTreeSet<i64>,
    /// Hashes of their [comparable numbers](comparable_number).
    numbers: HashSet<i64>,
}

impl Unplaced {
    /// Those with these numbers, however they are spelled; none of a kind that has no people.
    pub(super) async fn of<K: Kind>(run: &Run, numbers: &[&str]) -> Result<Self> {
        let mut found = Self::default();
        if !K::PERSON_AND_ENROLMENT || numbers.is_empty() {
            return Ok(found);
        }
        let known = found.add::<K>(run, numbers).await?;
        // A number with other zeros may be that of another person.
        let unknown = numbers.iter().copied().filter(|number| !known.contains(number));
        let unknown: Vec<_> = unknown.collect();
        let spellings = other_spellings_of::<K>(&run.store, &unknown).await?;
        let spellings: Vec<_> = spellings.iter().map(String::as_str).collect();
        found.add::<K>(run, &spellings).await?;
        Ok(found)
    }

    /// Adds the people with exactly these numbers. Returns which of the numbers are known.
    async fn add<'a, K: Kind>(&mut self, run: &Run, numbers: &[&'a str]) -> Result<HashSet<&'a str>> {
        let people = run.store.known_people::<K>(numbers).await?;
        self.ids.extend(people.iter().map(|person| person.id));
        let hashes: HashSet<_> = people.iter().map(|person| person.hash).collect();
        let known = numbers.iter().copied();
        let known: HashSet<_> = known
            .filter(|number| hashes.contains(&hash(std::iter::once(*number))))
            .collect();
        self.numbers.extend(known.iter().map(|number| comparable(number)));
        Ok(known)
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
        !number.is_empty() && self.numbers.contains(&comparable(number))
    }
}

/// The hash of a number's [comparable form](comparable_number).
fn comparable(number: &str) -> i64 {
    hash(std::iter::once(comparable_number(number).as_str()))
}
