//! A list that has the rows of very many classes is read to its end first, each row into the file of its class's part: what is
//! known of a class's places is then in memory for one part's classes at a time, however large the campus.

use super::{
    classes::Classes,
    kept::{Kept, NoRow},
    reading::{Heard, Reading},
    spool::Spool,
};
use crate::Result;
use selaras_kinds::Kind;
use selaras_source::RawRow;
use selaras_store::places::READ_AGAIN;
use std::sync::Arc;

/// Classes of one part: a few hundred thousand places, of which nine words each are held.
const CLASSES: usize = 4096;

/// Readings of the parts of a whole list; any others, and that of a list which is small enough, as they are. A list that breaks
/// off is not begun with.
///
/// # Errors
/// The list cannot be read to its end, or is empty where the dashboard has places of it.
pub(super) async fn in_parts<K: Kind>(readings: Vec<Arc<Reading>>) -> Result<Vec<Arc<Reading>>> {
    let [reading] = &readings[..] else {
        return Ok(readings);
    };
    let scopes = reading.classes.scopes();
    // A row's place in an object that is keyed is not kept; no list of classes has such a shape.
    if scopes.len() <= CLASSES || K::FEED.keyed.is_some() {
        return Ok(readings);
    }
    let parts = (0..scopes.len().div_ceil(CLASSES)).map(|_| Spool::new());
    let mut parts: Vec<_> = parts.collect::<Result<_>>()?;
    let mut said: Vec<Vec<Kept>> = parts.iter().map(|_| Vec::new()).collect();
    let mut rows = reading.run.source.rows(reading.call::<K>());
    let mut empty = true;
    while let Some(chunk) = rows.next().await? {
        reading.run.checkpoint()?;
        for raw in chunk {
            empty = false;
            let spelled = raw.as_ref().ok().cloned();
            sort_out(spelled, reading.read_whole::<K>(raw, READ_AGAIN), &mut said);
        }
        for (part, said) in parts.iter_mut().zip(&mut said) {
            part.write(said).await?;
            said.clear();
        }
    }
    if empty {
        // Told of the list as one, and not of its parts.
        return Ok(readings);
    }
    let mut of_parts = Vec::with_capacity(parts.len());
    for (part, scopes) in parts.into_iter().zip(scopes.chunks(CLASSES)) {
        of_parts.push(Arc::new(
            reading.part(Classes::of_whole_list(scopes.to_vec()), part.turn().await?),
        ));
    }
    Ok(of_parts)
}

/// Puts what a row says where the parts that must know it are told.
fn sort_out<K>(spelled: Option<RawRow>, heard: Option<Heard<K>>, parts: &mut [Vec<Kept>]) {
    match (heard, spelled) {
        (Some(Heard::Row { class, .. }), Some(raw)) => parts[class / CLASSES].push(Kept::Row {
            position: raw.position,
            json: raw.json,
        }),
        (Some(Heard::NoRow(NoRow::Unreadable { place, reason, class })), _) => {
            let home = class.map_or(0, |class| class / CLASSES);
            if class.is_none() {
                for part in &mut parts[1..] {
                    part.push(Kept::NoRow(NoRow::UnreadableElsewhere));
                }
            }
            parts[home].push(Kept::NoRow(NoRow::Unreadable {
                place,
                reason,
                class: class.map(|class| class % CLASSES),
            }));
        }
        (Some(Heard::NoRow(said)), _) => parts[0].push(Kept::NoRow(said)),
        _ => {}
    }
}
