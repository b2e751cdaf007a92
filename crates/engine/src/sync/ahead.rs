//! What is known of the lists' classes, looked up ahead of whoever reads them.

use super::{places::Places, reading::Reading};
use crate::{EngineError, Result, Run};
use selaras_kinds::Kind;
use std::sync::Arc;
use tokio::sync::mpsc;

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
