//! The rows of a list without enrolments, until all are known: of rows with one key that differ, none is taken.

use super::{
    reading::{ParsedRow, Record},
    spool::{ALONE, Spool, Spooled},
};
use crate::Result;
use hashbrown::{HashMap, HashSet, hash_map::Entry};
use selaras_kinds::{Kind, hash, identity, number_column, value};
use selaras_store::enrolments::NewEnrolment;

/// A list that is being gathered in a temporary file. Memory holds a few words per row.
pub(super) struct Gathering<K> {
    spool: Spool<Record<K>>,
    /// Key and fingerprint of the first row, by its key in lower case: a number has no capitals.
    first: HashMap<i64, (i64, i64)>,
    twice: HashSet<i64>,
}

impl<K: Kind> Gathering<K> {
    pub(super) fn new() -> Result<Self> {
        Ok(Self {
            spool: Spool::new(ALONE)?,
            first: HashMap::new(),
            twice: HashSet::new(),
        })
    }

    /// Adds the next rows. Returns those that are no rows, but issues.
    pub(super) async fn add(&mut self, parsed: Vec<ParsedRow<K>>) -> Result<Vec<ParsedRow<K>>> {
        let mut issues = Vec::new();
        for parsed in parsed {
            let ParsedRow::Row { row, hashes, .. } = parsed else {
                issues.push(parsed);
                continue;
            };
            // Capitals of a person's number make no other row.
            let plain = match number_column::<K>() {
                Some(column) => {
                    let number = value(&row, column).to_lowercase();
                    hash(identity::<K>().map(|name| match name == column {
                        true => number.as_str(),
                        false => value(&row, name),
                    }))
                }
                None => hashes.key,
            };
            match self.first.entry(plain) {
                Entry::Vacant(first) => {
                    first.insert((hashes.key, hashes.fingerprint));
                }
                Entry::Occupied(first) if first.get().1 != hashes.fingerprint => {
                    self.twice.extend([first.get().0, hashes.key]);
                }
                Entry::Occupied(_) => {}
            }
            let person = 0;
            self.spool.add(&Record::Create(NewEnrolment { row, hashes, person }))?;
        }
        self.spool.relieve().await?;
        Ok(issues)
    }

    /// The gathered rows, and the hashed keys of rows that differ.
    pub(super) async fn end(self) -> Result<(Gathered<K>, HashSet<i64>)> {
        Ok((Gathered(self.spool.turn().await?), self.twice))
    }
}

/// The gathered rows.
pub(super) struct Gathered<K>(Spooled<Record<K>>);

impl<K: Kind> Gathered<K> {
    /// The next rows in their order; none at the end.
    pub(super) async fn next(&mut self) -> Result<Vec<ParsedRow<K>>> {
        let records = self.0.next().await?.into_iter();
        let row = |record| match record {
            Record::Create(NewEnrolment { row, hashes, .. }) => Some(ParsedRow::Row { row, class: 0, hashes }),
            _ => None,
        };
        Ok(records.filter_map(row).collect())
    }
}
