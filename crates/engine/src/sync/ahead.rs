//! Reads lists ahead, a few at once.

use super::{
    issue::RowIssue,
    progress::Progress,
    same_list::{KeptList, KnownTexts},
    source_lists::{ParsedRow, Reading, hash_of_text},
    spool::{KeptRow, Spooled},
};
use crate::{EngineError, Result, Run, panics::unless_it_panics};
use hashbrown::HashMap;
use selaras_kinds::Kind;
use selaras_store::enrolments::READ_AGAIN;
use std::{collections::VecDeque, sync::Arc};
use tokio::sync::mpsc;
use tracing::Instrument;

/// Parts of a list that may wait to be staged.
const PARTS: usize = 2;

/// A part of a list.
pub(super) enum Part<K> {
    /// Some rows.
    Rows(Vec<ParsedRow<K>>),
    /// Rows with the texts of these stored enrolments.
    Known(Vec<i64>),
    /// The whole list is unchanged: its number of rows.
    Same(i64),
}

/// A list that is being read.
pub(super) struct OpenList<K> {
    pub(super) reading: Arc<Reading>,
    pub(super) said: mpsc::Receiver<Result<Part<K>>>,
}

/// The lists of an order, in the order in which they are staged.
pub(super) struct Ahead<K> {
    waiting: VecDeque<Arc<Reading>>,
    begun: VecDeque<OpenList<K>>,
    most: usize,
    known: Arc<KnownTexts>,
    progress: Arc<Progress>,
}

impl<K: Kind> Ahead<K> {
    pub(super) fn new(run: &Arc<Run>, readings: Vec<Arc<Reading>>, known: KnownTexts) -> Self {
        Self {
            most: run.source_requests,
            known: Arc::new(known),
            progress: Arc::new(Progress::new(run)),
            waiting: readings.into(),
            begun: VecDeque::new(),
        }
    }

    /// The next list. The lists behind it are read meanwhile.
    pub(super) fn next(&mut self) -> Option<OpenList<K>> {
        while self.begun.len() < self.most
            && let Some(reading) = self.waiting.pop_front()
        {
            let said = self.begin(&reading);
            self.begun.push_back(OpenList { reading, said });
        }
        self.begun.pop_front()
    }

    /// Starts to read a list. Its task ends when the receiver is dropped.
    fn begin(&self, reading: &Arc<Reading>) -> mpsc::Receiver<Result<Part<K>>> {
        let (say, said) = mpsc::channel(PARTS);
        let (reading, known, progress) = (Arc::clone(reading), Arc::clone(&self.known), Arc::clone(&self.progress));
        let telling = async move {
            // After a panic the list is incomplete, so it must not count as ended.
            let reading = unless_it_panics(read(&reading, &known, &progress, &say));
            let read = tokio::select! {
                read = reading => read,
                // If the receiver is dropped, a silent source is not waited for.
                () = say.closed() => return,
            };
            if let Err(error) = read.unwrap_or(Err(EngineError::BrokeOff)) {
                // A closed channel means that the receiver failed; it reports the error itself.
                let _ = say.send(Err(error)).await;
            }
        };
        tokio::spawn(telling.in_current_span());
        said
    }
}

async fn read<K: Kind>(
    reading: &Reading,
    known: &KnownTexts,
    progress: &Progress,
    say: &mpsc::Sender<Result<Part<K>>>,
) -> Result<()> {
    if known.has(reading) {
        return match known.compare::<K>(reading, progress).await? {
            KeptList::Other { rows, known } => parse(reading, rows, &known, say).await,
            KeptList::Same { rows, notices } => {
                let notices = notices.into_iter().map(|reason| RowIssue::Notice(reason, false));
                let notices = notices.map(ParsedRow::Issue).collect();
                for part in [Part::Rows(notices), Part::Same(rows)] {
                    // A dropped receiver has stopped.
                    let _ = say.send(Ok(part)).await;
                }
                Ok(())
            }
        };
    }
    let mut rows = reading.run.source.rows(reading.call::<K>());
    while let Some(chunk) = rows.next().await? {
        progress.add(chunk.len()).await?;
        reading.class_ids.prepare::<K>(&reading.run, &chunk).await?;
        let parsed = chunk.into_iter().filter_map(|raw| {
            let source_hash = raw.as_ref().map_or(READ_AGAIN, |row| hash_of_text(&row.json));
            reading.read_whole(raw, source_hash)
        });
        if say.send(Ok(Part::Rows(parsed.collect()))).await.is_err() {
            return Ok(());
        }
    }
    let notices = reading.notices(&mut rows);
    if !notices.is_empty() {
        let issues = notices.into_iter().map(ParsedRow::Issue);
        let _ = say.send(Ok(Part::Rows(issues.collect()))).await;
    }
    Ok(())
}

/// Parses a list that has been kept, but not the rows with a known text.
async fn parse<K: Kind>(
    reading: &Reading,
    mut rows: Spooled,
    known: &HashMap<i64, i64>,
    say: &mpsc::Sender<Result<Part<K>>>,
) -> Result<()> {
    loop {
        let chunk = rows.next().await?;
        if chunk.is_empty() {
            return Ok(());
        }
        let mut unchanged = Vec::new();
        let parsed = chunk.into_iter().filter_map(|kept| match kept {
            KeptRow::Row(row) => {
                let hash = hash_of_text(&row.json);
                match known.get(&hash) {
                    Some(id) => {
                        unchanged.push(*id);
                        None
                    }
                    None => reading.read_text(&row, hash),
                }
            }
            KeptRow::Issue(issue) => Some(ParsedRow::Issue(issue)),
        });
        let parsed = parsed.collect();
        for part in [Part::Known(unchanged), Part::Rows(parsed)] {
            if say.send(Ok(part)).await.is_err() {
                return Ok(());
            }
        }
    }
}
