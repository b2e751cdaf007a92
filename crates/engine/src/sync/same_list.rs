//! A list of all classes is usually the one of the last time. So the digest of its texts is compared with the stored one before any
//! row is parsed: the list is kept in a file as it arrives, and read from there if the digests differ.

use super::{
    issue::RowIssue,
    progress::Progress,
    reading::{ParsedRow, Reading, hash_of_text},
    spool::{KeptRow, Spool, Spooled},
};
use crate::{EngineError, Result};
use selaras_kinds::Kind;
use selaras_reasons::Reason;
use selaras_store::{
    Selection,
    enrolments::{READ_AGAIN, Texts},
};
use std::sync::Arc;

/// The lists of an order.
pub(super) enum Lists {
    /// They must be read.
    Read(Vec<Arc<Reading>>),
    /// The only one has so many rows, which are the ones of the last time, and what the reader left out.
    Same { rows: i64, notices: Vec<Reason> },
}

/// Compares the list of a whole order with the one of the last time. Other lists stay as they are. A list that breaks off is not
/// used at all.
///
/// # Errors
/// The list cannot be read to its end.
pub(super) async fn unless_same<K: Kind>(readings: Vec<Arc<Reading>>) -> Result<Lists> {
    let [reading] = &readings[..] else {
        return Ok(Lists::Read(readings));
    };
    let is_whole = reading.classes.is_whole_list() && reading.run.order.selection == Selection::default();
    // A row that is kept loses the key of its object; no list of classes has that shape.
    if !is_whole || K::FEED.keyed.is_some() {
        return Ok(Lists::Read(readings));
    }
    let (known, (texts, notices, kept)) = tokio::try_join!(known_texts::<K>(reading), keep::<K>(reading))?;
    Ok(match texts {
        Some(texts) if texts.rows() > 0 && known == Some(texts) => Lists::Same {
            rows: texts.rows(),
            notices,
        },
        _ => Lists::Read(vec![Arc::new(reading.kept(kept))]),
    })
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

/// Keeps a list as it arrives. Also returns the digest of its texts, `None` if a row cannot be read, and what the reader left
/// out.
async fn keep<K: Kind>(reading: &Reading) -> Result<(Option<Texts>, Vec<Reason>, Spooled)> {
    let (mut texts, mut spool, mut notices) = (Some(Texts::default()), Spool::new()?, Vec::new());
    let mut rows = reading.run.source.rows(reading.call::<K>());
    let mut progress = Progress::new(&reading.run);
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
