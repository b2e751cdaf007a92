//! What the dashboard knows of one class's places, while the source's list of that class goes by.

use crate::{Result, Run};
use hashbrown::HashMap;
use selaras_kinds::Kind;
use selaras_store::places::{KnownPlace, READ_AGAIN};

/// The places of one class before its list is read.
#[derive(Debug, Default)]
pub(super) struct Places {
    known: Vec<KnownPlace>,
    by_key: HashMap<i64, usize>,
    /// By the text that the source last sent, where the same text says the same.
    by_source: HashMap<i64, usize>,
}

impl Places {
    /// What is known of the class. `nobody_known` spares the question where the dashboard has no place at all.
    pub(super) async fn of<K: Kind>(run: &Run, scope: &[(&'static str, String)], nobody_known: bool) -> Result<Self> {
        if nobody_known {
            return Ok(Self::default());
        }
        let known = run.store.known_places::<K>(scope).await?;
        let by_key = known
            .iter()
            .enumerate()
            .map(|(at, place)| (place.key_hash, at))
            .collect();
        let spelled = |(at, place): (usize, &KnownPlace)| {
            let hash = place.source_hash.filter(|hash| *hash != READ_AGAIN)?;
            Some((hash, at))
        };
        let by_source = known.iter().enumerate().filter_map(spelled).collect();
        Ok(Self {
            known,
            by_key,
            by_source,
        })
    }

    /// The place for which the source sent this very text before.
    pub(super) fn spelled(&self, source_hash: i64) -> Option<usize> {
        self.by_source.get(&source_hash).copied()
    }

    /// The place of this key.
    pub(super) fn named(&self, key_hash: i64) -> Option<usize> {
        self.by_key.get(&key_hash).copied()
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
