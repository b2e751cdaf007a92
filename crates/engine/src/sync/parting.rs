//! A list that has the rows of very many classes is read to its end first, each row into the file of its class's part: what is
//! known of a class's places is then in memory for one part's classes at a time, however large the campus.
//!
//! Mostly such a list says what it said the last time. So it is kept as it comes, and what its texts come to is held against
//! what the dashboard has of the source: where both are the same, nobody need read a row of it.

use super::{
    kept::{Kept, NoRow, Worked},
    progress::Progress,
    reading::{Heard, Reading, hash_of_text},
    spool::{ALONE, AMONG_MANY, Spool, Spooled},
};
use crate::{EngineError, Result};
use selaras_kinds::Kind;
use selaras_source::{RawRow, RowError, Rows};
use selaras_store::{
    Selection,
    places::{READ_AGAIN, Texts},
};
use std::sync::Arc;

/// Classes of a list that is not parted: a few hundred thousand places, of which nine words each are held.
const CLASSES: usize = 4096;
/// Classes of one part, where that makes no more than so many parts: each is a file, which is open.
const CLASSES_OF_PART: usize = 1024;
const PARTS: usize = 64;

/// What is to be decided on.
pub(super) enum Lists {
    /// These lists, or parts of one.
    Read(Vec<Arc<Reading>>),
    /// Nothing: so many rows of so many classes are what they were.
    Same {
        /// Different rows, all of them known.
        rows: i64,
        /// Classes that they are of.
        classes: usize,
    },
}

/// The parts of a whole list; any other lists, and one that is small enough, as they are. A list that breaks off is not begun
/// with. `nobody_known` says that the dashboard has no row of the kind.
///
/// # Errors
/// The list cannot be read to its end, or is empty where the dashboard has places of it.
pub(super) async fn in_parts<K: Kind>(readings: Vec<Arc<Reading>>, nobody_known: bool) -> Result<Lists> {
    let [reading] = &readings[..] else {
        return Ok(Lists::Read(readings));
    };
    let classes = &reading.classes;
    // A row's place in an object that is keyed is not kept; no list of classes has such a shape.
    if classes.len() <= CLASSES || K::FEED.keyed.is_some() {
        return Ok(Lists::Read(readings));
    }
    let mut rows = Said::BySource(
        reading.run.source.rows(reading.call::<K>()),
        Progress::new(&reading.run),
    );
    if !nobody_known && reading.run.order.selection == Selection::default() {
        let (known, (texts, kept)) = tokio::try_join!(known_texts::<K>(reading), keep::<K>(reading, rows))?;
        match texts {
            Some(texts) if texts.rows() > 0 && known == Some(texts) => {
                return Ok(Lists::Same {
                    rows: texts.rows(),
                    classes: classes.len(),
                });
            }
            _ => rows = Said::Kept(kept),
        }
    }
    let mut parts = Parts::of(classes.len())?;
    let mut empty = true;
    while let Some(chunk) = rows.next::<K>(reading).await? {
        reading.run.checkpoint()?;
        for kept in chunk {
            empty = false;
            parts.sort_out::<K>(reading, kept)?;
        }
        for part in &mut parts.spools {
            part.relieve().await?;
        }
    }
    if empty {
        // Told of the list as one, and not of its parts.
        return Ok(Lists::Read(readings));
    }
    let mut of_parts = Vec::with_capacity(parts.spools.len());
    for (part, begin) in parts.spools.into_iter().zip((0..).step_by(parts.classes)) {
        let which = begin..classes.len().min(begin + parts.classes);
        of_parts.push(Arc::new(reading.part(classes.part(which), part.turn().await?)));
    }
    Ok(Lists::Read(of_parts))
}

/// The rows of a list: as the source says them, or as they were kept.
enum Said {
    BySource(Rows, Progress),
    Kept(Spooled<Kept>),
}

impl Said {
    /// The next rows; `None` at the end.
    async fn next<K: Kind>(&mut self, reading: &Reading) -> Result<Option<Vec<Kept>>> {
        match self {
            Self::BySource(rows, progress) => {
                let Some(chunk) = rows.next().await? else {
                    return Ok(None);
                };
                progress.add(chunk.len()).await?;
                Ok(Some(
                    chunk.into_iter().filter_map(|raw| kept::<K>(reading, raw)).collect(),
                ))
            }
            Self::Kept(spooled) => {
                let chunk = spooled.next().await?;
                Ok((!chunk.is_empty()).then_some(chunk))
            }
        }
    }
}

/// A row as it is kept; of one that cannot be read, what is to be told. `None`: the action is not about it.
fn kept<K: Kind>(reading: &Reading, raw: std::result::Result<RawRow, RowError>) -> Option<Kept> {
    match raw {
        Ok(raw) => Some(Kept::Row(raw, None)),
        Err(_) => match reading.read_whole::<K>(raw, READ_AGAIN) {
            Some(Heard::NoRow(said)) => Some(Kept::NoRow(said)),
            _ => None,
        },
    }
}

/// The texts that the dashboard has of the source for the list's classes, see [`selaras_store::Store::known_texts`].
async fn known_texts<K: Kind>(reading: &Reading) -> Result<Option<Texts>> {
    let run = &reading.run;
    let is_asked = |class: &[String]| reading.classes.of_values(class.iter().map(String::as_str)).is_some();
    let known = run.store.known_texts::<K>(run.job, is_asked).await;
    known.map_err(EngineError::from)
}

/// Keeps a list as it comes. Answers with its texts too; with `None` where a row of it cannot be read.
async fn keep<K: Kind>(reading: &Reading, mut rows: Said) -> Result<(Option<Texts>, Spooled<Kept>)> {
    let (mut texts, mut spool) = (Some(Texts::default()), Spool::new(ALONE)?);
    while let Some(chunk) = rows.next::<K>(reading).await? {
        reading.run.checkpoint()?;
        for kept in &chunk {
            match kept {
                Kept::Row(row, _) => texts.iter_mut().for_each(|texts| texts.add(hash_of_text(&row.json))),
                Kept::NoRow(_) => texts = None,
            }
            spool.add(kept)?;
        }
        spool.relieve().await?;
    }
    Ok((texts, spool.turn().await?))
}

/// The parts of a list, and how many classes each has.
struct Parts {
    spools: Vec<Spool<Kept>>,
    classes: usize,
}

impl Parts {
    /// The parts of a list of so many classes.
    fn of(classes: usize) -> Result<Self> {
        let of_part = usize::max(CLASSES_OF_PART, classes.div_ceil(PARTS));
        let spools = (0..classes).step_by(of_part).map(|_| Spool::new(AMONG_MANY));
        Ok(Self {
            spools: spools.collect::<Result<_>>()?,
            classes: of_part,
        })
    }

    /// Puts what a row says where the parts that must know it are told.
    fn sort_out<K: Kind>(&mut self, reading: &Reading, kept: Kept) -> Result<()> {
        let said = match kept {
            Kept::Row(row, _) => match reading.read_text::<K>(&row, hash_of_text(&row.json)) {
                Some(Heard::Row { class, hashes, .. }) => {
                    let worked = Worked {
                        class: class % self.classes,
                        hashes,
                    };
                    return self.spools[class / self.classes].add(&Kept::Row(row, Some(worked)));
                }
                Some(Heard::NoRow(said)) => said,
                Some(Heard::Same(..) | Heard::Kept(..)) | None => return Ok(()),
            },
            Kept::NoRow(said) => said,
        };
        let NoRow::Unreadable { place, reason, class } = said else {
            return self.spools[0].add(&Kept::NoRow(said));
        };
        if class.is_none() {
            for part in &mut self.spools[1..] {
                part.add(&Kept::NoRow(NoRow::UnreadableElsewhere))?;
            }
        }
        let part = class.map_or(0, |class| class / self.classes);
        self.spools[part].add(&Kept::NoRow(NoRow::Unreadable {
            place,
            reason,
            class: class.map(|class| class % self.classes),
        }))
    }
}
