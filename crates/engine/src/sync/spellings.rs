//! People of the dashboard with a number that a row spells otherwise.

use crate::Result;
use selaras_kinds::{Kind, MembershipOf, comparable_number, hash, other_spellings, value};
use selaras_store::{Selection, Store, enrolments::Hashes};
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

/// People with a number that rows spell otherwise.
pub(super) struct Spellings {
    /// The numbers that people have as the rows spell them. Not of people themselves, which are looked up by their key.
    known: BTreeSet<String>,
    /// Numbers and names of the others, by [`comparable_number`].
    others: HashMap<String, Vec<(String, String)>>,
}

impl Spellings {
    /// The people that rows are, or are about.
    pub(super) async fn of_rows<'a, K: Kind>(store: &Store, rows: impl Iterator<Item = &'a K>) -> Result<Self> {
        match K::MEMBERSHIP {
            Some(of) if !K::IS_PERSON => {
                let numbers = rows.map(|row| value(row, of.person_column).to_owned()).collect();
                Self::of_members::<K>(store, of, &numbers).await
            }
            _ => Self::of_people(store, rows).await,
        }
    }

    /// The people of a kind with the numbers of these rows, spelled otherwise.
    pub(super) async fn of_people<'a, K: Kind>(store: &Store, rows: impl Iterator<Item = &'a K>) -> Result<Self> {
        let numbers: Vec<_> = rows.map(|row| value(row, K::OBJECT_KEY)).collect();
        let spellings = other_spellings_of::<K>(store, &numbers).await?;
        let spellings: Vec<_> = spellings.into_iter().collect();
        let people = store.people_called::<K>(&spellings).await?.into_iter();
        let people = people.map(|person| (value(&person, K::OBJECT_KEY).to_owned(), person.label()));
        Ok(Self::of(BTreeSet::new(), people))
    }

    async fn of_members<K: Kind>(store: &Store, of: MembershipOf, numbers: &BTreeSet<String>) -> Result<Self> {
        let known = numbers_known(store, of, numbers).await?;
        let unknown: Vec<_> = numbers.difference(&known).map(String::as_str).collect();
        let spellings = other_spellings_of::<K>(store, &unknown).await?;
        let others = numbers_known(store, of, &spellings).await?.into_iter();
        Ok(Self::of(known, others.map(|other| (other, String::new()))))
    }

    /// True if a person of another kind has exactly this number.
    pub(super) fn has(&self, number: &str) -> bool {
        self.known.contains(number)
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
    fn of(known: BTreeSet<String>, people: impl Iterator<Item = (String, String)>) -> Self {
        let mut others: HashMap<_, Vec<_>> = HashMap::new();
        for (number, name) in people {
            others
                .entry(comparable_number(&number))
                .or_default()
                .push((number, name));
        }
        Self { known, others }
    }

    /// The people with this number in another spelling.
    pub(super) fn others(&self, number: &str) -> &[(String, String)] {
        self.others.get(&comparable_number(number)).map_or(&[], Vec::as_slice)
    }

    /// The number as the dashboard spells it, if only capitals differ.
    fn in_other_capitals(&self, number: &str) -> Option<&str> {
        let mut others = self.others(number).iter().map(|(other, _)| other.as_str());
        others.find(|other| other.eq_ignore_ascii_case(number))
    }
}

/// Other spellings of these numbers that people may have: the people that rows of the kind are, or are about.
pub(super) async fn other_spellings_of<K: Kind>(store: &Store, numbers: &[&str]) -> Result<BTreeSet<String>> {
    let mut spellings: BTreeSet<_> = numbers.iter().flat_map(|number| other_spellings(number)).collect();
    let spelled: Vec<_> = numbers
        .iter()
        .copied()
        .chain(spellings.iter().map(String::as_str))
        .collect();
    let mixed = store.numbers_in_mixed_capitals::<K>(&spelled).await?;
    spellings.extend(mixed);
    Ok(spellings)
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

/// The numbers of new people as their first row spells them, by the hash of the number in small letters. Only those with letters.
#[derive(Default)]
pub(super) struct NewNumbers(HashMap<i64, Box<str>>);

impl NewNumbers {
    /// Gives a row of a new person the spelling of its number that the first row of that person has. Only capitals differ.
    pub(super) fn spell_as_before<K: Kind>(&mut self, row: &mut K, hashes: &mut Hashes) {
        let number = value(row, K::OBJECT_KEY);
        if !number.bytes().any(|letter| letter.is_ascii_alphabetic()) {
            return;
        }
        let small = hash([number.to_ascii_lowercase().as_str()].into_iter());
        match self.0.get(&small) {
            Some(first) if **first == *number => {}
            Some(first) => respell(row, hashes, first),
            None => drop(self.0.insert(small, number.into())),
        }
    }
}

/// Gives a row another spelling of its person's number.
pub(super) fn respell<K: Kind>(row: &mut K, hashes: &mut Hashes, number: &str) {
    *row = respelled(row, K::OBJECT_KEY, number);
    *hashes = Hashes::of(row, hashes.source);
}
