//! Writing what was decided: each batch is one transaction of rows, versions, report and counters.

use super::{
    behind::Behind,
    held::{before, disagreement},
    reading::Record,
};
use crate::{PlanRow, Result, Run};
use hashbrown::HashMap;
use selaras_kinds::{Kind, object_hash, value};
use selaras_reasons::Reason;
use selaras_store::{
    jobs::{Counts, Line, Outcome, RowKey},
    places::{Met, NewPlace, PlaceBatch, PlaceWriter},
    sync::Upsert,
};
use std::sync::Arc;

/// Rows flagged as gone in one transaction.
const FLAGGED: usize = 1000;
/// Rows changed in one transaction: each is read before, and kept as it was.
const CHANGED: usize = 2000;

/// A row of the batch that was there before; of a place, its person.
struct Changed<K> {
    id: i64,
    row: K,
    /// Its place among the lines.
    line: usize,
}

/// How the rows of a kind are written.
enum Writer<K> {
    Rows(Upsert<K>),
    Places(Met<K>, Behind<K>),
}

/// Gathers records until there are enough of them, and writes them.
pub(super) struct Batches<K> {
    run: Arc<Run>,
    writer: Writer<K>,
    full: usize,
    new: Vec<NewPlace<K>>,
    changed: Vec<Changed<K>>,
    reworded: Vec<(i64, i64)>,
    /// People of whom an earlier list said otherwise, each with the place of its line.
    disagreeing: Vec<(K, usize)>,
    lines: Vec<Line>,
    returned: Vec<i64>,
    counts: Counts,
}

impl<K: Kind> Batches<K> {
    /// `nobody_known` says that the dashboard had no row of the kind before.
    pub(super) fn new(run: &Arc<Run>, nobody_known: bool) -> Self {
        let (writer, full) = if K::PLACES {
            let writer = PlaceWriter::new(&run.store, run.job, nobody_known);
            let full = writer.batch();
            (Writer::Places(Met::default(), Behind::new(writer)), full)
        } else {
            let upsert = Upsert::new(&run.store, run.job);
            let full = upsert.batch();
            (Writer::Rows(upsert), full)
        };
        Self {
            run: Arc::clone(run),
            writer,
            full,
            new: Vec::new(),
            changed: Vec::new(),
            reworded: Vec::new(),
            disagreeing: Vec::new(),
            lines: Vec::new(),
            returned: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// Takes records, and writes as soon as they fill a batch.
    pub(super) async fn take(&mut self, records: impl IntoIterator<Item = Record<K>>) -> Result<()> {
        for record in records {
            match record {
                // The row itself is the line of the report.
                Record::Create(new) => {
                    self.counts.add(Outcome::Created, 1);
                    self.new.push(new);
                }
                Record::Update(id, row) => {
                    self.counts.add(Outcome::Updated, 1);
                    let line = Line::on_object(&row, Outcome::Updated);
                    self.changed.push(Changed {
                        id,
                        row,
                        line: self.lines.len(),
                    });
                    self.lines.push(line);
                }
                Record::Reworded(id, source_hash) => {
                    self.counts.add(Outcome::Unchanged, 1);
                    self.reworded.push((id, source_hash));
                }
                Record::Disagreement(row) => {
                    self.counts.add(Outcome::Conflict, 1);
                    let line = Line::on_row(&row, Outcome::Conflict);
                    self.disagreeing.push((row, self.lines.len()));
                    self.lines.push(line);
                }
                Record::Unchanged(rows) => self.counts.add(Outcome::Unchanged, rows),
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
                Record::Missing(ids) => self.flag(&ids).await?,
            }
            if self.is_full() {
                self.write().await?;
            }
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        let changed = self.changed.len();
        self.new.len() + changed >= self.full || changed >= CHANGED || self.reworded.len() >= FLAGGED
    }

    /// Comes to the end of the records, or stops where `taken` went wrong: writes what is left, and waits until all that was
    /// begun is written.
    pub(super) async fn end(mut self, taken: Result<()>) -> Result<()> {
        let written = match taken {
            Ok(()) => self.write().await,
            Err(error) => Err(error),
        };
        self.settle().await.and(written)
    }

    /// Waits until all that was begun is written.
    async fn settle(&mut self) -> Result<()> {
        match &mut self.writer {
            Writer::Rows(_) => Ok(()),
            Writer::Places(_, behind) => behind.settle().await,
        }
    }

    async fn write(&mut self) -> Result<()> {
        self.run.checkpoint()?;
        self.tell_changes().await?;
        self.tell_disagreements().await?;
        let (job, counts) = (self.run.job, std::mem::take(&mut self.counts));
        let (lines, returned) = (std::mem::take(&mut self.lines), std::mem::take(&mut self.returned));
        let (new, changed) = (std::mem::take(&mut self.new), std::mem::take(&mut self.changed));
        let reworded = std::mem::take(&mut self.reworded);
        self.disagreeing.clear();
        let written = new.len() + changed.len() + reworded.len() + lines.len();
        match &mut self.writer {
            _ if written + returned.len() == 0 => self.run.store.add_counts(job, K::NAME, &counts).await?,
            Writer::Places(met, behind) => {
                let batch = PlaceBatch {
                    new: met.ready(new),
                    changed: changed.into_iter().map(|changed| (changed.id, changed.row)).collect(),
                    reworded,
                    returned,
                };
                behind.write(batch, lines, counts).await?;
            }
            Writer::Rows(upsert) => {
                let ids: Vec<_> = changed.iter().map(|changed| changed.id).collect();
                let rows: Vec<_> = new
                    .into_iter()
                    .map(|new| new.row)
                    .chain(changed.into_iter().map(|changed| changed.row))
                    .collect();
                upsert.write(&rows, &ids, &lines, &counts).await?;
                if !returned.is_empty() {
                    self.run.store.unflag_missing::<K>(&returned).await?;
                }
            }
        }
        Ok(())
    }

    /// Says of each changed row which fields change.
    async fn tell_changes(&mut self) -> Result<()> {
        let rows: Vec<_> = self.changed.iter().map(|changed| (changed.id, &changed.row)).collect();
        if rows.is_empty() {
            return Ok(());
        }
        let before = before(&self.run, &rows).await?;
        for (at, Changed { row, line, .. }) in self.changed.iter().enumerate() {
            let Some(before) = before.get(&at) else { continue };
            let changes = PlanRow::default().changing(before, row).changes;
            let changes = changes.into_iter().map(|change| Reason::Change {
                field: change.field.to_owned(),
                from: change.from,
                to: change.to,
            });
            self.lines[*line].reason = Some(Reason::Changed {
                changes: changes.collect(),
            });
        }
        Ok(())
    }

    /// Says of each person whom two lists describe differently what each says.
    async fn tell_disagreements(&mut self) -> Result<()> {
        if self.disagreeing.is_empty() {
            return Ok(());
        }
        // The word that holds may be on its way, or wait in this very batch.
        self.settle().await?;
        let numbers: Vec<_> = self
            .disagreeing
            .iter()
            .map(|(row, _)| value(row, K::OBJECT_KEY))
            .collect();
        let mut held = self.run.store.people::<K>(&numbers).await?;
        let waiting = self.new.iter().map(|new| &new.row);
        let fresh: HashMap<i64, K> = waiting
            .filter(|row| !held.contains_key(&object_hash(*row)))
            .map(|row| (object_hash(row), row.clone()))
            .collect();
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

    async fn flag(&mut self, ids: &[i64]) -> Result<()> {
        for ids in ids.chunks(FLAGGED) {
            self.run.checkpoint()?;
            let rows = self.run.store.by_ids::<K>(ids).await?;
            let lines: Vec<_> = rows
                .values()
                .map(|stored| Line::on_row(&stored.row, Outcome::Missing))
                .collect();
            let counts = Counts::of(Outcome::Missing, ids.len() as i64);
            self.run
                .store
                .flag_missing::<K>(self.run.job, ids, &lines, &counts)
                .await?;
        }
        Ok(())
    }
}
