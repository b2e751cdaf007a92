//! Prefetches the stored enrolments of the lists' classes.

use super::{
    enrolments::Enrolments,
    reading::{Reading, are_parts},
};
use crate::{EngineError, Result, Run};
use selaras_kinds::Kind;
use selaras_store::Store;
use std::sync::Arc;
use tokio::sync::mpsc;

/// Classes looked up at once: one by one, the queries take longer than the answers.
const TOGETHER: usize = 64;

/// Looks up the stored enrolments of the lists' classes, list after list. Its task ends when the receiver is dropped.
/// `kind_is_empty` means that the dashboard has no enrolments, which saves the query.
pub(super) fn look_up<K: Kind>(
    run: &Arc<Run>,
    readings: Vec<Arc<Reading>>,
    kind_is_empty: bool,
) -> mpsc::Receiver<Result<Vec<Arc<Enrolments>>>> {
    let (say, said) = mpsc::channel(1);
    let store = run.store.clone();
    tokio::spawn(async move {
        // A partition has enough classes by itself.
        let together = if are_parts(&readings) { 1 } else { TOGETHER };
        let mut readings = readings.into_iter();
        let known = K::PERSON_AND_ENROLMENT && !kind_is_empty;
        loop {
            let some: Vec<_> = readings.by_ref().take(together).collect();
            if some.is_empty() {
                return;
            }
            let looked_up = look_up_together::<K>(&store, &some, known).await;
            if say.send(looked_up).await.is_err() {
                return;
            }
        }
    });
    said
}

async fn look_up_together<K: Kind>(
    store: &Store,
    readings: &[Arc<Reading>],
    known: bool,
) -> Result<Vec<Arc<Enrolments>>> {
    let mut looked_up = readings.iter();
    let mut complete = Vec::with_capacity(readings.len());
    let Some(mut reading) = looked_up.next() else {
        return Ok(complete);
    };
    let mut enrolments = Enrolments::default();
    let mut classes = readings.iter().flat_map(|reading| reading.classes.scopes());
    loop {
        let classes: Vec<_> = classes.by_ref().take(TOGETHER).collect();
        if classes.is_empty() {
            return Ok(complete);
        }
        let of_classes = match known {
            true => store.known_enrolments::<K>(&classes).await.map_err(EngineError::from)?,
            false => vec![Vec::new(); classes.len()],
        };
        for of_class in of_classes {
            if enrolments.add(of_class) == reading.classes.len() {
                complete.push(Arc::new(std::mem::take(&mut enrolments).indexed()));
                match looked_up.next() {
                    Some(next) => reading = next,
                    None => return Ok(complete),
                }
            }
        }
    }
}
