//! What the dashboard knows of one class's places, while the source's list of that class goes by.

use super::reading::Reading;
use crate::{EngineError, Result, Run};
use hashbrown::HashMap;
use selaras_kinds::Kind;
use selaras_store::places::{KnownPlace, READ_AGAIN};
use std::sync::{Arc, OnceLock};
use tokio::sync::mpsc;

/// The places of one class before its list is read.
#[derive(Debug, Default)]
pub(super) struct Places {
    known: Vec<KnownPlace>,
    /// Made when it is first asked for: a list that says nothing new asks for no key.
    by_key: OnceLock<HashMap<i64, usize>>,
    /// By the text that the source last sent, where the same text says the same.
    by_source: HashMap<i64, usize>,
}

/// Classes whose places are looked up at once: one by one the questions take longer than the answers.
const TOGETHER: usize = 64;

/// A list, and what is known of its class.
pub(super) type LookedUp = (Arc<Reading>, Arc<Places>);

/// Looks up what is known of the lists' classes, ahead of whoever reads them, in a task of its own that ends when nobody
/// listens. `nobody_known` spares the question where the dashboard has no place at all.
pub(super) fn look_up<K: Kind>(
    run: &Arc<Run>,
    readings: Vec<Arc<Reading>>,
    nobody_known: bool,
) -> mpsc::Receiver<Result<Vec<LookedUp>>> {
    let (say, said) = mpsc::channel(1);
    let store = run.store.clone();
    tokio::spawn(async move {
        for readings in readings.chunks(TOGETHER) {
            let known = if K::PLACES && !nobody_known {
                let classes: Vec<_> = readings.iter().map(|reading| reading.scope.as_slice()).collect();
                store.known_places::<K>(&classes).await
            } else {
                Ok(vec![Vec::new(); readings.len()])
            };
            let places = known.map(|known| known.into_iter().map(|known| Arc::new(Places::of(known))));
            let looked_up = places.map(|places| readings.iter().cloned().zip(places).collect());
            if say.send(looked_up.map_err(EngineError::from)).await.is_err() {
                return;
            }
        }
    });
    said
}

impl Places {
    fn of(known: Vec<KnownPlace>) -> Self {
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
