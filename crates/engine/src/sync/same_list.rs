//! A list is usually unchanged, so the digest of its texts is compared with the stored one first. The list is kept as it arrives, and
//! parsed if the digests differ.

use super::{
    issue::RowIssue,
    progress::Progress,
    reading::{ParsedRow, Reading, hash_of_text},
    spool::{KeptRow, Spool, Spooled},
};
use crate::{EngineError, Result};
use selaras_kinds::Kind;
use selaras_reasons::Reason;
use selaras_store::enrolments::{READ_AGAIN, Texts};
use std::collections::HashMap;

/// With which texts the lists of an order are compared before they are parsed.
pub(super) enum KnownTexts {
    /// With none: the order reads some rows, or the dashboard has none.
    Nothing,
    /// The only list, of all classes, with all stored texts.
    Whole,
    /// Each list with the texts of its class, by the class's index among those of the order.
    OfClasses(HashMap<usize, Texts>),
}

/// A list that has been read.
pub(super) enum KeptList {
    /// It is unchanged: its number of rows, and what the reader left out.
    Same { rows: i64, notices: Vec<Reason> },
    /// Its rows must be parsed.
    Other(Spooled),
}

impl KnownTexts {
    /// True if the list may be unchanged.
    pub(super) fn has(&self, reading: &Reading) -> bool {
        match self {
            Self::Nothing => false,
            Self::Whole => true,
            Self::OfClasses(texts) => texts.contains_key(&reading.classes.scope(0)) && reading.is_clear(0),
        }
    }

    /// Reads a list and compares its digest with the stored one. A list that breaks off is not used at all.
    ///
    /// # Errors
    /// The list cannot be read to its end.
    pub(super) async fn compare<K: Kind>(&self, reading: &Reading, progress: &Progress) -> Result<KeptList> {
        let (known, (texts, notices, kept)) = tokio::try_join!(self.of::<K>(reading), keep::<K>(reading, progress))?;
        Ok(match texts {
            Some(texts) if texts.rows() > 0 && known == Some(texts) => KeptList::Same {
                rows: texts.rows(),
                notices,
            },
            _ => KeptList::Other(kept),
        })
    }

    /// The digest of the stored texts of the list's classes.
    async fn of<K: Kind>(&self, reading: &Reading) -> Result<Option<Texts>> {
        match self {
            Self::Nothing => Ok(None),
            Self::OfClasses(texts) => Ok(texts.get(&reading.classes.scope(0)).copied()),
            Self::Whole => {
                let run = &reading.run;
                let is_asked = |class: &[String]| {
                    let class = reading.classes.of_values(class.iter().map(String::as_str));
                    class.is_some_and(|class| reading.is_clear(class))
                };
                let known = run.store.known_texts::<K>(run.job, is_asked).await;
                known.map_err(EngineError::from)
            }
        }
    }
}

/// Keeps a list as it arrives. Also returns the digest of its texts, `None` if a row cannot be read, and what the reader left
/// out.
async fn keep<K: Kind>(reading: &Reading, progress: &Progress) -> Result<(Option<Texts>, Vec<Reason>, Spooled)> {
    let (mut texts, mut spool, mut notices) = (Some(Texts::default()), Spool::default(), Vec::new());
    let mut rows = reading.run.source.rows(reading.call::<K>());
    while let Some(chunk) = rows.next().await? {
        reading.run.checkpoint()?;
        progress.add(chunk.len()).await?;
        reading.class_ids.prepare::<K>(&reading.run, &chunk).await?;
        for raw in chunk {
            let kept = match raw {
                Ok(raw) => {
                    texts.iter_mut().for_each(|texts| texts.add(hash_of_text(&raw.json)));
                    KeptRow::Row(raw)
                }
                Err(_) => match reading.read_whole::<K>(raw, READ_AGAIN) {
                    Some(ParsedRow::Issue(issue)) => {
                        texts = None;
                        KeptRow::Issue(issue)
                    }
                    _ => continue,
                },
            };
            spool.add(&kept)?;
        }
        spool.relieve().await?;
    }
    for issue in reading.notices(&mut rows) {
        match &issue {
            RowIssue::Notice(reason, false) => notices.push(reason.clone()),
            _ => texts = None,
        }
        spool.add(&KeptRow::Issue(issue))?;
    }
    Ok((texts, notices, spool.turn().await?))
}
