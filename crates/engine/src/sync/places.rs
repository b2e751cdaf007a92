//! What the dashboard knows of one class's places, while the source's list of that class goes by.

use hashbrown::HashMap;
use selaras_store::places::{KnownPlace, READ_AGAIN};
use std::sync::OnceLock;

/// The places of one class before its list is read.
#[derive(Debug, Default)]
pub(super) struct Places {
    known: Vec<KnownPlace>,
    /// Made when it is first asked for: a list that says nothing new asks for no key.
    by_key: OnceLock<HashMap<i64, usize>>,
    /// By the text that the source last sent, where the same text says the same.
    by_source: HashMap<i64, usize>,
}

impl Places {
    pub(super) fn of(known: Vec<KnownPlace>) -> Self {
        let spelled = |(at, place): (usize, &KnownPlace)| {
            let hash = place.source_hash.filter(|hash| *hash != READ_AGAIN)?;
            Some((hash, at))
        };
        let by_source = known.iter().enumerate().filter_map(spelled).collect();
        Self {
            known,
            by_key: OnceLock::new(),
            by_source,
        }
    }

    /// The place for which the source sent this very text before.
    pub(super) fn spelled(&self, source_hash: i64) -> Option<usize> {
        self.by_source.get(&source_hash).copied()
    }

    /// The place of this key.
    pub(super) fn named(&self, key_hash: i64) -> Option<usize> {
        let by_key = || {
            let keys = self.known.iter().map(|place| place.key_hash);
            keys.zip(0..).collect()
        };
        self.by_key.get_or_init(by_key).get(&key_hash).copied()
    }

    pub(super) fn at(&self, place: usize) -> &KnownPlace {
        &self.known[place]
    }

    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// How many of them the source had.
    pub(super) fn held(&self) -> usize {
        self.known.iter().filter(|place| place.source_hash.is_some()).count()
    }

    /// Places that the source had, has not now, and that are not flagged yet.
    pub(super) fn missing(&self, seen: &[bool]) -> Vec<i64> {
        let gone = |(place, seen): (&KnownPlace, &bool)| {
            (place.source_hash.is_some() && !place.missing && !seen).then_some(place.id)
        };
        self.known.iter().zip(seen).filter_map(gone).collect()
    }
}
