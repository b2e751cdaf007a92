//! A list that has the rows of very many classes is read to its end first, each row into the file of its class's part.

use super::{
    classes::Classes,
    parts::{Filling, Kept},
    reading::{Heard, Reading},
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
    let mut parts = Vec::new();
    parts.resize_with(scopes.len().div_ceil(CLASSES), Filling::new);
    let mut parts: Vec<_> = parts.into_iter().collect::<Result<_>>()?;
    let mut rows = reading.run.source.rows(reading.call::<K>());
    let mut empty = true;
    while let Some(chunk) = rows.next().await? {
        reading.run.checkpoint()?;
        for raw in chunk {
            empty = false;
            let said = raw.as_ref().ok().cloned();
            sort_out(said, reading.read_whole::<K>(raw, READ_AGAIN), &mut parts)?;
        }
        for part in &mut parts {
            part.write_if_full().await?;
        }
    }
    if empty {
        // Told of the list as one, and not of its parts.
        return Ok(readings);
    }
    let mut of_parts = Vec::with_capacity(parts.len());
    for (part, scopes) in parts.into_iter().zip(scopes.chunks(CLASSES)) {
        of_parts.push(Arc::new(
            reading.part(Classes::of_whole_list(scopes.to_vec()), part.end().await?),
        ));
    }
    Ok(of_parts)
}

/// Puts what a row says into the parts that must know it.
fn sort_out<K>(said: Option<RawRow>, heard: Option<Heard<K>>, parts: &mut [Filling]) -> Result<()> {
    match (heard, said) {
        (Some(Heard::Row { class, .. }), Some(raw)) => parts[class / CLASSES].keep(&Kept::Row {
            position: raw.position,
            json: raw.json,
        }),
        (Some(Heard::Unreadable { place, reason, class }), _) => {
            let home = class.map_or(0, |class| class / CLASSES);
            if class.is_none() {
                for part in &mut parts[1..] {
                    part.keep(&Kept::UnreadableElsewhere)?;
                }
            }
            parts[home].keep(&Kept::Unreadable {
                place,
                reason,
                class: class.map(|class| class % CLASSES),
            })
        }
        (Some(Heard::Stranger(class)), _) => parts[0].keep(&Kept::Stranger(class)),
        _ => Ok(()),
    }
}
