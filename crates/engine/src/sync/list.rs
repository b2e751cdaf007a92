//! What one list has said so far: of each class of it, and of classes that the dashboard does not have.

use super::{
    kept::Worked,
    places::Places,
    reading::{Heard, Reading, Record},
};
use crate::stake::Digest;
use hashbrown::{HashMap, HashSet};
use selaras_reasons::Reason;
use std::sync::Arc;

/// What is known of one list while it is decided on.
pub(super) struct List {
    pub(super) places: Arc<Places>,
    /// Which of the known places it has named.
    pub(super) seen: Vec<bool>,
    /// Places that it has named and nobody knew.
    pub(super) new: HashSet<i64>,
    /// What it says of each of its classes.
    pub(super) classes: Vec<OfClass>,
    /// Whether a row cannot be read that may be of any class.
    pub(super) unreadable: bool,
    /// Rows of each class that the dashboard does not have.
    strangers: HashMap<String, u64>,
    /// Rows of more such classes than are told one by one.
    more_strangers: u64,
    pub(super) digest: Digest,
}

/// What a list says of one of its classes.
#[derive(Clone, Default)]
pub(super) struct OfClass {
    /// Different places that were known.
    pub(super) named: usize,
    /// Different places that were not.
    pub(super) new: usize,
    /// Whether a row of it cannot be read.
    pub(super) unreadable: bool,
}

/// Classes that the dashboard does not have and that are told one by one: a list of another semester has nothing else.
const STRANGERS: usize = 1000;

impl List {
    /// Begins a list.
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

    /// The place is named; answers whether it was before.
    pub(super) fn names(&mut self, place: usize) -> bool {
        let again = std::mem::replace(&mut self.seen[place], true);
        if !again {
            self.classes[self.places.class_of(place)].named += 1;
        }
        again
    }

    /// The source has named a place, and nothing else is made of it.
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

    /// What is to be told of rows whose class the dashboard does not have.
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
