//! A list is usually unchanged, so the digest of its texts is compared with the stored one first. The list is kept as it arrives. If the
//! digests differ, the rows of a class that do not have a stored text are parsed.

use super::{
    issue::RowIssue,
    progress::Progress,
    source_lists::{ParsedRow, Reading, hash_of_text},
    spool::{KeptRow, Spool, Spooled},
};
use crate::{EngineError, Result};
use hashbrown::HashMap;
use selaras_kinds::Kind;
use selaras_reasons::Reason;
use selaras_store::enrolments::{READ_AGAIN, Texts};

/// With which texts the lists of an order are compared before they are parsed.
pub(super) enum KnownTexts {
    /// With none: the order reads some rows, or the dashboard has none.
    Nothing,
    /// The only list, of all classes, with all stored texts.
    Whole,
    /// Each list with the texts of its class, by the class's index among those of the order. `None`: a list with these texts could
    /// change something.
    OfClasses(HashMap<usize, Option<Texts>>),
}

/// A list that has been read.
pub(super) enum KeptList {
    /// It is unchanged: its number of rows, and what the reader left out.
    Same { rows: i64, notices: Vec<Reason> },
    /// It has changed. `known` are the stored enrolments of its class, by the hash of their text: rows with such a text need not be
    /// parsed.
    Other { rows: Spooled, known: HashMap<i64, i64> },
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
        if let Some(texts) = texts
            && texts.rows() > 0
            && known == Some(texts)
        {
            let rows = texts.rows();
            return Ok(KeptList::Same { rows, notices });
        }
        let (run, class) = (&reading.run, reading.classes.values(0));
        let known = match self {
            Self::OfClasses(_) => run.store.texts_of_class::<K>(class, run.job).await?,
            Self::Nothing | Self::Whole => HashMap::new(),
        };
        Ok(KeptList::Other { rows: kept, known })
    }

    /// The digest of the stored texts of the list's classes.
    async fn of<K: Kind>(&self, reading: &Reading) -> Result<Option<Texts>> {
        match self {
            Self::Nothing => Ok(None),
            Self::OfClasses(texts) => Ok(texts.get(&reading.classes.scope(0)).copied().flatten()),
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
