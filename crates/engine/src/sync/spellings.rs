//! People of the dashboard with a number that a row spells otherwise.

use crate::Result;
use selaras_kinds::{Kind, MembershipOf, comparable_number, other_spellings, value};
use selaras_store::{Selection, Store};
use std::collections::{BTreeSet, HashMap};

/// Numbers looked up at once.
const TOGETHER: usize = 1000;

/// How the dashboard knows a number that it does not have as a row spells it.
pub(super) enum Spelling {
    /// Not at all.
    Unknown,
    /// In other capitals: it is the same number.
    InCapitals(String),
    /// With other zeros at the beginning: it may be another one.
    InZeros(String),
}

/// Numbers and names of people, by [`comparable_number`].
pub(super) struct Spellings(HashMap<String, Vec<(String, String)>>);

impl Spellings {
    /// The people of a kind with the numbers of these rows, spelled otherwise.
    pub(super) async fn of_people<'a, K: Kind>(store: &Store, rows: impl Iterator<Item = &'a K>) -> Result<Self> {
        let spellings: BTreeSet<_> = rows
            .flat_map(|row| other_spellings(value(row, K::OBJECT_KEY)))
            .collect();
        let spellings: Vec<_> = spellings.into_iter().collect();
        let people = store.people_called::<K>(&spellings).await?.into_iter();
        Ok(Self::of(people.map(|person| {
            (value(&person, K::OBJECT_KEY).to_owned(), person.label())
        })))
    }

    /// Those of the numbers that no person has, and the people who have them spelled otherwise.
    pub(super) async fn of_members(
        store: &Store,
        of: MembershipOf,
        numbers: BTreeSet<String>,
    ) -> Result<(BTreeSet<String>, Self)> {
        let known = numbers_known(store, of, &numbers).await?;
        let unknown: BTreeSet<_> = numbers.into_iter().filter(|number| !known.contains(number)).collect();
        let spellings = unknown.iter().flat_map(|number| other_spellings(number)).collect();
        let others = numbers_known(store, of, &spellings).await?.into_iter();
        Ok((unknown, Self::of(others.map(|other| (other, String::new())))))
    }

    /// How the number of a new person is known. Zeros count only for a person of the same name.
    pub(super) fn of_person<K: Kind>(&self, row: &K) -> Spelling {
        let is_same_name = |(_, name): &&(String, String)| name.to_lowercase() == row.label().to_lowercase();
        self.spelled(value(row, K::OBJECT_KEY), is_same_name)
    }

    /// How a number is known.
    pub(super) fn of_number(&self, number: &str) -> Spelling {
        self.spelled(number, |_| true)
    }

    fn spelled(&self, number: &str, is_it: impl FnMut(&&(String, String)) -> bool) -> Spelling {
        if let Some(other) = self.in_other_capitals(number) {
            return Spelling::InCapitals(other.to_owned());
        }
        match self.others(number).iter().find(is_it) {
            Some((other, _)) => Spelling::InZeros(other.clone()),
            None => Spelling::Unknown,
        }
    }

    /// Those of these people, each with number and name.
    fn of(people: impl Iterator<Item = (String, String)>) -> Self {
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
    fn in_other_capitals(&self, number: &str) -> Option<&str> {
        let mut others = self.others(number).iter().map(|(other, _)| other.as_str());
        others.find(|other| other.eq_ignore_ascii_case(number))
    }
}

/// Those of the numbers that people have.
async fn numbers_known(store: &Store, of: MembershipOf, numbers: &BTreeSet<String>) -> Result<BTreeSet<String>> {
    let mut known = BTreeSet::new();
    let numbers: Vec<_> = numbers.iter().cloned().collect();
    for some in numbers.chunks(TOGETHER) {
        let asked = Selection {
            any_of: Some((of.person_column.to_owned(), some.to_vec())),
            ..Selection::default()
        };
        let there = store.distinct(of.person_kind, &[of.person_column], &asked).await?;
        known.extend(there.into_iter().flatten());
    }
    Ok(known)
}

/// The row with its number as the dashboard spells it.
pub(super) fn respelled<K: Kind>(row: &K, column: &str, number: &str) -> K {
    let mut row = row.clone();
    if let Some(field) = K::FIELDS.iter().find(|field| field.name == column) {
        (field.set)(&mut row, number.into());
    }
    row
}
