//! Decides what a sync does with each person, without I/O: it gets the known people and the source's rows. Other kinds are compared by
//! the database (`sync/diff.rs`).

use crate::key_interner::KeyInterner;
use hashbrown::{HashMap, HashSet};

/// The dashboard's state of one row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Before {
    /// The row's id.
    pub id: i64,
    /// Fingerprint of its current fields.
    pub fingerprint: i64,
    /// Fingerprint of the row that the source last sent; `None` if the row was entered by form.
    pub source: Option<i64>,
    /// True if it is flagged as gone from the source.
    pub missing: bool,
}

/// What to do with a row of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The row is new.
    Create,
    /// The row has changed at the source since the last sync.
    Update {
        /// The row.
        id: i64,
    },
    /// Nothing needs to be written.
    Unchanged,
    /// The source lists a missing row again; nothing else has changed.
    Returned {
        /// The row.
        id: i64,
    },
    /// The row may not be written unless a person decides so.
    Conflict(Conflict),
}

/// Why a row may not be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conflict {
    /// The same key came earlier in this list, with other values.
    Twice,
    /// The row was changed in the dashboard and at the source.
    BothSides {
        /// The row.
        id: i64,
    },
    /// The row was entered by form here, and the source sends another row under the same key.
    EnteredHere {
        /// The row.
        id: i64,
    },
}

/// Decides row by row. It holds a few words per key.
#[derive(Debug, Default)]
pub struct Planner {
    known: HashMap<i64, Before>,
    seen: KeyInterner,
    /// The first fingerprint of each seen row, by its number.
    fingerprints: Vec<i64>,
    /// Rows that the source has sent unchanged.
    confirmed: HashSet<i64>,
    insist: bool,
}

impl Planner {
    /// Starts with the known rows, by hashed key.
    pub fn new(known: impl IntoIterator<Item = (i64, Before)>) -> Self {
        Self {
            known: known.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Adds known rows, by hashed key.
    pub fn learn(&mut self, known: impl IntoIterator<Item = (i64, Before)>) {
        self.known.extend(known);
    }

    /// Drops the known rows; keeps verdicts already issued.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// True if a row of that key is known.
    pub fn knows(&self, key: i64) -> bool {
        self.known.contains_key(&key)
    }

    /// Records that the source has sent the row of that id with exactly the text of the last time.
    pub fn confirm(&mut self, id: i64) {
        self.confirmed.insert(id);
    }

    /// Lets the source win if both sides have changed: a person has asked for this very row.
    pub const fn insisting(mut self) -> Self {
        self.insist = true;
        self
    }

    /// Decides on one row of the source. Also returns its number, counted in the order in which keys first came.
    pub fn decide(&mut self, key: i64, fingerprint: i64) -> (u32, Verdict) {
        let (number, earlier) = self.see(key, fingerprint);
        let verdict = match earlier {
            Some(earlier) if earlier == fingerprint => Verdict::Unchanged,
            Some(_) => Verdict::Conflict(Conflict::Twice),
            None => self.decide_first(key, fingerprint),
        };
        (number, verdict)
    }

    /// Records a row of the source. Returns its number, and its first fingerprint if the key came before.
    fn see(&mut self, key: i64, fingerprint: i64) -> (u32, Option<i64>) {
        let number = self.seen.intern(key);
        let earlier = self.fingerprints.get(number as usize).copied();
        if earlier.is_none() {
            self.fingerprints.push(fingerprint);
        }
        (number, earlier)
    }

    /// True if the source has sent a row of that key.
    pub fn has_seen(&self, key: i64) -> bool {
        self.seen.find(key).is_some()
    }

    fn decide_first(&self, key: i64, fingerprint: i64) -> Verdict {
        let Some(before) = self.known.get(&key) else {
            return Verdict::Create;
        };
        let id = before.id;
        if self.confirmed.contains(&id) && before.source != Some(fingerprint) {
            return Verdict::Conflict(Conflict::Twice);
        }
        if before.fingerprint == fingerprint {
            // A row that was entered by form becomes the source's own.
            return if before.source != Some(fingerprint) {
                Verdict::Update { id }
            } else if before.missing {
                Verdict::Returned { id }
            } else {
                Verdict::Unchanged
            };
        }
        match before.source {
            _ if self.insist => Verdict::Update { id },
            None => Verdict::Conflict(Conflict::EnteredHere { id }),
            // Edited here and unchanged at the source: the edit stays.
            Some(source) if source == fingerprint && before.missing => Verdict::Returned { id },
            Some(source) if source == fingerprint => Verdict::Unchanged,
            Some(source) if source != before.fingerprint => Verdict::Conflict(Conflict::BothSides { id }),
            Some(_) => Verdict::Update { id },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{HashMap, HashSet};

    fn before() -> impl Strategy<Value = Before> {
        (0..1000_i64, 0..5_i64, proptest::option::of(0..5_i64), any::<bool>()).prop_map(
            |(id, fingerprint, source, missing)| Before {
                id,
                fingerprint,
                source,
                missing,
            },
        )
    }

    fn known() -> impl Strategy<Value = HashMap<i64, Before>> {
        proptest::collection::hash_map(0..20_i64, before(), 0..15).prop_map(|rows| {
            // An id names one row.
            rows.into_iter()
                .enumerate()
                .map(|(id, (key, row))| (key, Before { id: id as i64, ..row }))
                .collect()
        })
    }

    fn sent() -> impl Strategy<Value = Vec<(i64, i64)>> {
        proptest::collection::vec((0..20_i64, 0..5_i64), 0..40)
    }

    proptest! {
        #[test]
        fn row_is_created_exactly_for_a_new_key(known in known(), sent in sent()) {
            let mut planner = Planner::new(known.clone());
            let mut seen = HashSet::new();
            for (key, fingerprint) in sent {
                let (_, verdict) = planner.decide(key, fingerprint);
                prop_assert_eq!(verdict == Verdict::Create, seen.insert(key) && !known.contains_key(&key));
            }
        }

        #[test]
        fn second_sync_writes_nothing(known in known(), sent in sent()) {
            let mut planner = Planner::new(known.clone());
            let mut after = known;
            let mut next_id = 1000;
            for (key, fingerprint) in &sent {
                match planner.decide(*key, *fingerprint).1 {
                    Verdict::Create => {
                        next_id += 1;
                        after.insert(*key, Before { id: next_id, fingerprint: *fingerprint, source: Some(*fingerprint), missing: false });
                    }
                    Verdict::Update { id } => {
                        after.insert(*key, Before { id, fingerprint: *fingerprint, source: Some(*fingerprint), missing: false });
                    }
                    Verdict::Returned { id } => {
                        after.entry(*key).and_modify(|row| { assert_eq!(row.id, id); row.missing = false; });
                    }
                    Verdict::Unchanged | Verdict::Conflict(_) => {}
                }
            }
            let mut again = Planner::new(after);
            for (key, fingerprint) in sent {
                let (_, verdict) = again.decide(key, fingerprint);
                prop_assert!(matches!(verdict, Verdict::Unchanged | Verdict::Conflict(_)), "{verdict:?}");
            }
        }

        #[test]
        fn dashboard_edit_is_not_overwritten(known in known(), sent in sent()) {
            let mut planner = Planner::new(known.clone());
            for (key, fingerprint) in sent {
                let (_, verdict) = planner.decide(key, fingerprint);
                if let Some(row) = known.get(&key) {
                    let edited = row.source != Some(row.fingerprint);
                    if edited && fingerprint != row.fingerprint {
                        let written = matches!(verdict, Verdict::Create | Verdict::Update { .. });
                        prop_assert!(!written, "{verdict:?}");
                    }
                }
            }
        }

    }

    #[test]
    fn insisting_lets_the_source_win() {
        let row = Before {
            id: 7,
            fingerprint: 1,
            source: Some(2),
            missing: false,
        };
        assert_eq!(
            Planner::new([(9, row)]).decide(9, 3).1,
            Verdict::Conflict(Conflict::BothSides { id: 7 })
        );
        assert_eq!(
            Planner::new([(9, row)]).insisting().decide(9, 3).1,
            Verdict::Update { id: 7 }
        );
    }
}
