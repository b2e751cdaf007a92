//! Writes the diff: each batch is one transaction of rows, versions, report lines and counters.

use super::{
    apply::flag_missing,
    behind::Behind,
    held::{before, changed, disagreement},
    reading::Record,
};
use crate::{Result, Run};
use hashbrown::HashMap;
use selaras_kinds::{Kind, object_hash, value};
use selaras_store::{
    enrolments::{BATCH, EnrolmentBatch, EnrolmentWriter, Met, ReadyEnrolments},
    jobs::{Counts, Line, Outcome, RowKey, Warning},
};
use std::sync::Arc;

/// Rows flagged or unflagged in one transaction: one statement names them all, and its length is limited.
const FLAGGED: usize = 1000;
/// Rows of one transaction with a report line: a changed row is read first and stored as a version.
const LINES: usize = 2000;

/// A changed person of the batch.
struct Changed<K> {
    id: i64,
    row: K,
    line: Line,
}

/// Collects records into batches and writes them.
pub(super) struct Batches<K> {
    run: Arc<Run>,
    met: Met<K>,
    behind: Behind<K>,
    new: ReadyEnrolments<K>,
    changed: Vec<Changed<K>>,
    reworded: Vec<(i64, i64)>,
    tied: Vec<(i64, K)>,
    /// People that an earlier list describes differently, each with its line's index.
    disagreeing: Vec<(K, usize)>,
    lines: Vec<Line>,
    returned: Vec<i64>,
    /// True once it was announced that rows returned.
    said_returned: bool,
    counts: Counts,
}

impl<K: Kind> Batches<K> {
    pub(super) fn new(run: &Arc<Run>) -> Result<Self> {
        let job = run.job()?;
        let writer = EnrolmentWriter::new(&run.store, job);
        Ok(Self {
            run: Arc::clone(run),
            met: Met::default(),
            behind: Behind::new(writer),
            new: ReadyEnrolments::default(),
            changed: Vec::new(),
            reworded: Vec::new(),
            tied: Vec::new(),
            disagreeing: Vec::new(),
            lines: Vec::new(),
            returned: Vec::new(),
            said_returned: false,
            counts: Counts::default(),
        })
    }

    /// Takes records, and writes when they fill a batch.
    pub(super) async fn take(&mut self, records: impl IntoIterator<Item = Record<K>>) -> Result<()> {
        for record in records {
            match record {
                // The row itself serves as the report line.
                Record::Create(new) => {
                    self.counts.add(Outcome::Created, 1);
                    self.met.add(new, &mut self.new);
                }
                Record::Update(id, row) => {
                    let line = Line::on_object(&row, Outcome::Updated);
                    self.changed.push(Changed { id, row, line });
                }
                Record::Reworded(id, source_hash) => {
                    self.counts.add(Outcome::Unchanged, 1);
                    self.reworded.push((id, source_hash));
                }
                Record::Tied(id, row) => self.tied.push((id, row)),
                Record::Disagreement(row) => {
                    self.counts.add(Outcome::Conflict, 1);
                    let line = Line::on_row(&row, Outcome::Conflict);
                    self.disagreeing.push((row, self.lines.len()));
                    self.lines.push(line);
                }
                Record::Unchanged(rows) => self.counts.add(Outcome::Unchanged, rows),
                Record::UnchangedRow(..) => self.counts.add(Outcome::Unchanged, 1),
                Record::Returned(id) => {
                    self.counts.add(Outcome::Unchanged, 1);
                    self.returned.push(id);
                }
                Record::Conflict(hash, key, label, reason) => {
                    self.counts.add(Outcome::Conflict, 1);
                    let row = RowKey {
                        kind: K::NAME.into(),
                        hash,
                    };
                    self.lines
                        .push(Line::on(row, Outcome::Conflict, key).label(label).because(reason));
                }
                Record::Failed(what, reason) => {
                    self.counts.add(Outcome::Failed, 1);
                    self.lines.push(Line::on_no_row(Outcome::Failed, what).because(reason));
                }
                Record::Missing(ids) => {
                    self.tie().await?;
                    flag_missing::<K>(&self.run, &ids).await?;
                }
                Record::Notice(text) => {
                    self.run
                        .store
                        .warn(self.run.job()?, &[Warning { text, mend: None }])
                        .await?
                }
            }
            if self.is_full() {
                self.write().await?;
            }
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        let changed = self.changed.len();
        self.new.len() + changed >= BATCH.enrolments
            || self.new.people().len() + changed >= BATCH.people
            || self.lines.len() + changed >= LINES
            || self.reworded.len() >= FLAGGED
            || self.returned.len() >= FLAGGED
            || self.tied.len() >= FLAGGED
    }

    async fn tie(&mut self) -> Result<()> {
        match std::mem::take(&mut self.tied) {
            tied if tied.is_empty() => Ok(()),
            tied => Ok(self.run.store.tie_to_classes(tied).await?),
        }
    }

    /// Ends after the last record, or after the error `taken`: writes the rest, and waits until all started batches are
    /// written.
    pub(super) async fn end(mut self, taken: Result<()>) -> Result<()> {
        let written = match taken {
            Ok(()) => self.write().await,
            Err(error) => Err(error),
        };
        self.behind.settle().await.and(written)
    }

    async fn write(&mut self) -> Result<()> {
        self.report_changes().await?;
        self.report_disagreements().await?;
        self.tie().await?;
        let changed = std::mem::take(&mut self.changed);
        self.run.checkpoint()?;
        let (job, mut counts) = (self.run.job()?, std::mem::take(&mut self.counts));
        counts.add(Outcome::Updated, changed.len() as i64);
        let (mut lines, returned) = (std::mem::take(&mut self.lines), std::mem::take(&mut self.returned));
        let (changed, of_changed): (Vec<_>, Vec<_>) = changed
            .into_iter()
            .map(|changed| ((changed.id, changed.row), changed.line))
            .unzip();
        lines.extend(of_changed);
        let reworded = std::mem::take(&mut self.reworded);
        self.disagreeing.clear();
        // Returned rows have no counter, but lists show the missing flag.
        if !returned.is_empty() && !std::mem::replace(&mut self.said_returned, true) {
            self.run.store.changed(K::NAME).await?;
        }
        if self.new.len() + changed.len() + reworded.len() + lines.len() + returned.len() == 0 {
            return Ok(self.run.store.add_counts(job, K::NAME, &counts).await?);
        }
        let mut new = std::mem::take(&mut self.new);
        new.sort();
        let batch = EnrolmentBatch {
            new,
            changed,
            reworded,
            returned,
        };
        self.behind.write(batch, lines, counts).await
    }

    /// Adds the changed fields to the lines of changed rows.
    async fn report_changes(&mut self) -> Result<()> {
        let rows: Vec<_> = self.changed.iter().map(|changed| (changed.id, &changed.row)).collect();
        if rows.is_empty() {
            return Ok(());
        }
        let before = before(&self.run, &rows).await?;
        for (at, Changed { row, line, .. }) in self.changed.iter_mut().enumerate() {
            let Some(before) = before.get(&at) else { continue };
            line.reason = Some(changed(before, row));
        }
        Ok(())
    }

    /// Adds both descriptions to the lines of people that two lists describe differently.
    async fn report_disagreements(&mut self) -> Result<()> {
        if self.disagreeing.is_empty() {
            return Ok(());
        }
        // The description that has precedence may still be in flight, or be part of this batch.
        self.behind.settle().await?;
        let numbers: Vec<_> = self
            .disagreeing
            .iter()
            .map(|(row, _)| value(row, K::OBJECT_KEY))
            .collect();
        let mut held = self.run.store.people::<K>(&numbers).await?;
        let fresh = self.new.people().filter(|row| !held.contains_key(&object_hash(*row)));
        let fresh: HashMap<i64, K> = fresh.map(|row| (object_hash(row), row.clone())).collect();
        held.extend(fresh);
        held.extend(
            self.changed
                .iter()
                .map(|changed| (object_hash(&changed.row), changed.row.clone())),
        );
        let source = self.run.source.name();
        for (row, line) in &self.disagreeing {
            let held = held.get(&object_hash(row));
            self.lines[*line].reason = Some(disagreement(held, row, source));
        }
        Ok(())
    }
}
