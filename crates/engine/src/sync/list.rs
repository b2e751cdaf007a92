//! The state of one list while it is decided on: what it has said about each of its classes, and about unknown classes.

use super::{
    kept::Worked,
    places::Places,
    reading::{Heard, Reading, Record},
};
use crate::stake::Digest;
use hashbrown::{HashMap, HashSet};
use selaras_reasons::Reason;
use std::sync::Arc;

/// The state of one list while it is decided on.
pub(super) struct List {
    pub(super) places: Arc<Places>,
    /// Which of the stored enrolments it has listed.
    pub(super) seen: Vec<bool>,
    /// The new enrolments that it has listed.
    pub(super) new: HashSet<i64>,
    /// Its classes.
    pub(super) classes: Vec<OfClass>,
    /// True if it has an unreadable row that may be of any class.
    pub(super) unreadable: bool,
    /// Rows of each class that the dashboard does not have.
    strangers: HashMap<String, u64>,
    /// Rows of further such classes, which are reported together.
    more_strangers: u64,
    pub(super) digest: Digest,
}

/// The state of one class of a list.
#[derive(Clone, Default)]
pub(super) struct OfClass {
    /// Different stored enrolments listed.
    pub(super) named: usize,
    /// Different new enrolments listed.
    pub(super) new: usize,
    /// True if one of its rows cannot be read.
    pub(super) unreadable: bool,
}

/// Unknown classes reported one by one: a list of another semester has nothing else.
const STRANGERS: usize = 1000;

impl List {
    /// Starts a list.
    pub(super) fn begin(reading: &Reading, places: Arc<Places>) -> Self {
        Self {
            seen: vec![false; places.len()],
            places,
            new: HashSet::new(),
            classes: vec![OfClass::default(); reading.classes.len()],
            unreadable: false,
            strangers: HashMap::new(),
            more_strangers: 0,
            digest: Digest::default(),
        }
    }

    /// Marks a stored enrolment as listed. Returns true if it was already.
    pub(super) fn names(&mut self, place: usize) -> bool {
        let again = std::mem::replace(&mut self.seen[place], true);
        if !again {
            self.classes[self.places.class_of(place)].named += 1;
        }
        again
    }

    /// Marks the row's enrolment as listed; nothing else is recorded.
    pub(super) fn see<K>(&mut self, heard: &Heard<K>) {
        let place = match heard {
            Heard::Row { hashes, .. } | Heard::Kept(_, Worked { hashes, .. }) => self.places.named(hashes.key),
            Heard::Same(place, _) => Some(*place),
            Heard::NoRow(_) => None,
        };
        if let Some(place) = place {
            self.names(place);
        }
    }

    pub(super) fn tell_stranger(&mut self, class: String) {
        if self.strangers.len() < STRANGERS || self.strangers.contains_key(&class) {
            *self.strangers.entry(class).or_default() += 1;
        } else {
            self.more_strangers += 1;
        }
    }

    /// The records for rows of classes that the dashboard does not have.
    pub(super) fn strangers<K>(&mut self, source: &str) -> Vec<Record<K>> {
        let told = |count: u64| Reason::ClassUnknownHere {
            source: source.to_owned(),
            count,
        };
        let mut strangers: Vec<_> = self.strangers.drain().collect();
        strangers.sort();
        let more = (self.more_strangers > 0).then(|| ("…".to_owned(), self.more_strangers));
        strangers
            .into_iter()
            .chain(more)
            .map(|(class, rows)| Record::Failed(class, told(rows)))
            .collect()
    }
}
