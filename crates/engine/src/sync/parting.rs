//! Partitions a list with very many classes. The list is read to its end first, each row into the file of its class's
//! partition. So memory holds the stored enrolments of one partition at a time, however large the campus is.
//!
//! The list is usually unchanged, so its digest is compared first: it is staged as it arrives, and the digest of its texts
//! is compared with the stored one. If both are equal, no row is parsed.

use super::{
    kept::{RowIssue, StagedRow},
    progress::Progress,
    reading::{ParsedRow, Reading, hash_of_text},
    spool::{ALONE, AMONG_MANY, Spool, Spooled},
    unplaced::Unplaced,
};
use crate::{EngineError, Result};
use selaras_kinds::Kind;
use selaras_reasons::Reason;
use selaras_source::{RawRow, RowError, Rows};
use selaras_store::{
    Selection,
    enrolments::{READ_AGAIN, Texts},
};
use std::{collections::HashSet, sync::Arc};

/// Most classes of a list that is not partitioned: a few hundred thousand enrolments of nine words each.
const CLASSES: usize = 4096;
/// Classes of a partition, unless that makes more than [`PARTS`] partitions: each is an open file.
const CLASSES_OF_PART: usize = 1024;
const PARTS: usize = 64;

/// The lists to decide on.
pub(super) enum Lists {
    /// These lists, or the partitions of one.
    Read(Vec<Arc<Reading>>),
    /// Nothing to decide: all rows are unchanged.
    Same {
        /// The number of different rows.
        rows: i64,
        /// The number of their classes.
        classes: usize,
        /// What the reader left out.
        notices: Vec<Reason>,
    },
}

/// Partitions a list of very many classes; other lists stay as they are. A list that breaks off is not used at all.
///
/// # Errors
/// The list cannot be read to its end, or is empty although the dashboard has enrolments of it.
pub(super) async fn in_parts<K: Kind>(readings: Vec<Arc<Reading>>) -> Result<Lists> {
    let [reading] = &readings[..] else {
        return Ok(Lists::Read(readings));
    };
    let classes = &reading.classes;
    // Rows of keyed objects lose their key in a staged row; no list of classes has that shape.
    if classes.len() <= CLASSES || K::FEED.keyed.is_some() {
        return Ok(Lists::Read(readings));
    }
    let mut rows = RowStream::BySource(
        reading.run.source.rows(reading.call::<K>()),
        Progress::new(&reading.run),
    );
    if reading.run.order.selection == Selection::default() {
        let (known, (texts, notices, kept)) = tokio::try_join!(known_texts::<K>(reading), keep::<K>(reading, rows))?;
        match texts {
            Some(texts) if texts.rows() > 0 && known == Some(texts) => {
                return Ok(Lists::Same {
                    rows: texts.rows(),
                    classes: classes.len(),
                    notices,
                });
            }
            _ => rows = RowStream::Staged(kept),
        }
    }
    let mut parts = Parts::of(classes.len())?;
    let mut empty = true;
    while let Some(chunk) = rows.next::<K>(reading).await? {
        reading.run.checkpoint()?;
        for kept in chunk {
            empty = false;
            parts.assign::<K>(reading, kept)?;
        }
        for part in &mut parts.spools {
            part.relieve().await?;
        }
    }
    if empty {
        // An empty list is handled as a whole, not by partitions.
        return Ok(Lists::Read(readings));
    }
    let numbers: Vec<_> = parts.unplaced.iter().map(String::as_str).collect();
    let unplaced = Arc::new(Unplaced::of::<K>(&reading.run, &numbers).await?);
    if !parts.unreadable.iter().all(|number| unplaced.has(number)) {
        parts.tell_others(0, || RowIssue::UnreadableElsewhere)?;
    }
    let mut of_parts = Vec::with_capacity(parts.spools.len());
    for (part, begin) in parts.spools.into_iter().zip((0..).step_by(parts.classes)) {
        let which = begin..classes.len().min(begin + parts.classes);
        of_parts.push(Arc::new(reading.part(
            classes.part(which),
            part.turn().await?,
            &unplaced,
        )));
    }
    Ok(Lists::Read(of_parts))
}

/// The rows of a list, from the source or from the staging file.
enum RowStream {
    BySource(Rows, Progress),
    Staged(Spooled<StagedRow>),
}

impl RowStream {
    /// The next rows; `None` at the end.
    async fn next<K: Kind>(&mut self, reading: &Reading) -> Result<Option<Vec<StagedRow>>> {
        match self {
            Self::BySource(rows, progress) => {
                let Some(chunk) = rows.next().await? else {
                    let notices: Vec<_> = reading.notices(rows).into_iter().map(StagedRow::Issue).collect();
                    return Ok((!notices.is_empty()).then_some(notices));
                };
                progress.add(chunk.len()).await?;
                reading.class_ids.prepare::<K>(&reading.run, &chunk).await?;
                Ok(Some(
                    chunk.into_iter().filter_map(|raw| kept::<K>(reading, raw)).collect(),
                ))
            }
            Self::Staged(spooled) => {
                let chunk = spooled.next().await?;
                Ok((!chunk.is_empty()).then_some(chunk))
            }
        }
    }
}

/// The staged form of a row; for an unreadable row, what to report. `None` if the action does not cover it.
fn kept<K: Kind>(reading: &Reading, raw: std::result::Result<RawRow, RowError>) -> Option<StagedRow> {
    match raw {
        Ok(raw) => Some(StagedRow::Row(raw, None)),
        Err(_) => match reading.read_whole::<K>(raw, READ_AGAIN) {
            Some(ParsedRow::Issue(said)) => Some(StagedRow::Issue(said)),
            _ => None,
        },
    }
}

/// The digest of the stored texts of the list's classes, see [`selaras_store::Store::known_texts`].
async fn known_texts<K: Kind>(reading: &Reading) -> Result<Option<Texts>> {
    let run = &reading.run;
    let is_asked = |class: &[String]| {
        let class = reading.classes.of_values(class.iter().map(String::as_str));
        class.is_some_and(|class| reading.is_clear(class))
    };
    let known = run.store.known_texts::<K>(run.job, is_asked).await;
    known.map_err(EngineError::from)
}

/// Stages a list as it arrives. Also returns the digest of its texts, `None` if a row cannot be read, and what the reader left
/// out.
async fn keep<K: Kind>(
    reading: &Reading,
    mut rows: RowStream,
) -> Result<(Option<Texts>, Vec<Reason>, Spooled<StagedRow>)> {
    let (mut texts, mut spool, mut notices) = (Some(Texts::default()), Spool::new(ALONE)?, Vec::new());
    while let Some(chunk) = rows.next::<K>(reading).await? {
        reading.run.checkpoint()?;
        for kept in &chunk {
            match kept {
                StagedRow::Row(row, _) => texts.iter_mut().for_each(|texts| texts.add(hash_of_text(&row.json))),
                StagedRow::Issue(RowIssue::Notice(reason, false)) => notices.push(reason.clone()),
                StagedRow::Issue(_) => texts = None,
            }
            spool.add(kept)?;
        }
        spool.relieve().await?;
    }
    Ok((texts, notices, spool.turn().await?))
}

/// The partitions of a list, and their size in classes.
struct Parts {
    spools: Vec<Spool<StagedRow>>,
    classes: usize,
    /// True once a row of a class came that the dashboard does not have.
    has_unknown_class: bool,
    /// The numbers of the people in rows of no known class.
    unplaced: HashSet<String>,
    /// Those of them with an unreadable class; an empty one if a row says no number.
    unreadable: HashSet<String>,
}

impl Parts {
    /// The partitions of a list of so many classes.
    fn of(classes: usize) -> Result<Self> {
        let of_part = usize::max(CLASSES_OF_PART, classes.div_ceil(PARTS));
        let spools = (0..classes).step_by(of_part).map(|_| Spool::new(AMONG_MANY));
        Ok(Self {
            spools: spools.collect::<Result<_>>()?,
            classes: of_part,
            has_unknown_class: false,
            unplaced: HashSet::new(),
            unreadable: HashSet::new(),
        })
    }

    /// Adds a row to the partitions that need it.
    fn assign<K: Kind>(&mut self, reading: &Reading, kept: StagedRow) -> Result<()> {
        let said = match kept {
            StagedRow::Row(row, _) => {
                let source_hash = hash_of_text(&row.json);
                match reading.read_text::<K>(&row, source_hash) {
                    Some(ParsedRow::Row { class, .. }) => {
                        return self.spools[class / self.classes].add(&StagedRow::Row(row, Some(source_hash)));
                    }
                    Some(ParsedRow::Issue(said)) => said,
                    Some(ParsedRow::Same(..)) | None => return Ok(()),
                }
            }
            StagedRow::Issue(said) => said,
        };
        self.unplaced.extend(said.unplaced_number().map(str::to_owned));
        let (issue, class) = match said {
            RowIssue::Unreadable {
                position,
                reason,
                class,
                number,
            } => {
                if class.is_none() {
                    self.unreadable.insert(number.clone());
                }
                let of_part = class.map(|class| class % self.classes);
                let issue = RowIssue::Unreadable {
                    position,
                    reason,
                    class: of_part,
                    number,
                };
                (issue, class)
            }
            RowIssue::UnknownClass { label, class, number } => {
                let part = class.map_or(0, |class| class / self.classes);
                if !std::mem::replace(&mut self.has_unknown_class, true) {
                    self.tell_others(part, || RowIssue::UnknownClassElsewhere)?;
                }
                let of_part = class.map(|class| class % self.classes);
                let issue = RowIssue::UnknownClass {
                    label,
                    class: of_part,
                    number,
                };
                (issue, class)
            }
            RowIssue::Notice(reason, may_have_rows) => {
                if may_have_rows {
                    self.tell_others(0, || RowIssue::UnreadableElsewhere)?;
                }
                (RowIssue::Notice(reason, may_have_rows), None)
            }
            issue @ (RowIssue::Refused { .. } | RowIssue::UnreadableElsewhere | RowIssue::UnknownClassElsewhere) => {
                (issue, None)
            }
        };
        let part = class.map_or(0, |class| class / self.classes);
        self.spools[part].add(&StagedRow::Issue(issue))
    }

    /// Adds an issue to all partitions but that one.
    fn tell_others(&mut self, part: usize, issue: impl Fn() -> RowIssue) -> Result<()> {
        for (at, other) in self.spools.iter_mut().enumerate() {
            if at != part {
                other.add(&StagedRow::Issue(issue()))?;
            }
        }
        Ok(())
    }
}
