//! A list of all classes is usually the one of the last time. So the digest of its texts is compared with the stored one before any
//! row is parsed: the list is kept in a file as it arrives, and read from there if the digests differ.

use super::{
    issue::RowIssue,
    progress::Progress,
    reading::{ParsedRow, Reading, hash_of_text},
    spool::{Spool, Spoolable, Spooled},
};
use crate::{EngineError, Result};
use selaras_kinds::Kind;
use selaras_reasons::Reason;
use selaras_source::RawRow;
use selaras_store::{
    Selection,
    enrolments::{READ_AGAIN, Texts},
};
use std::{io, sync::Arc};

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
async fn keep<K: Kind>(reading: &Reading) -> Result<(Option<Texts>, Vec<Reason>, Spooled<KeptRow>)> {
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

/// A row of a list that is kept. The group is not, because no list of all classes groups its rows.
pub(super) enum KeptRow {
    Row(RawRow),
    Issue(RowIssue),
}

/// The first byte of a kept row.
const ISSUE: u8 = 0;
const ROW: u8 = 1;

impl Spoolable for KeptRow {
    fn put(&self, bytes: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Self::Issue(issue) => {
                bytes.push(ISSUE);
                serde_json::to_writer(bytes, issue)?;
            }
            Self::Row(row) => {
                bytes.push(ROW);
                bytes.extend(row.position.to_le_bytes());
                bytes.extend_from_slice(row.json.as_bytes());
            }
        }
        Ok(())
    }

    fn get(bytes: &[u8]) -> io::Result<Self> {
        let (begins, rest) = bytes.split_first().ok_or(io::ErrorKind::InvalidData)?;
        if *begins == ISSUE {
            return Ok(Self::Issue(serde_json::from_slice(rest)?));
        }
        let (position, json) = rest.split_first_chunk().ok_or(io::ErrorKind::InvalidData)?;
        let json = std::str::from_utf8(json).map_err(|_| io::ErrorKind::InvalidData)?;
        Ok(Self::Row(RawRow {
            position: u64::from_le_bytes(*position),
            json: json.into(),
            group: None,
        }))
    }
}
