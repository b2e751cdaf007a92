//! Writing what was decided: each batch is one transaction of rows, images, account and counters.

use super::reading::Record;
use crate::{PlanRow, Result, Run};
use selaras_kinds::Kind;
use selaras_store::{
    jobs::{Counts, Line, Outcome, RowKey},
    sync::Upsert,
};
use std::sync::Arc;

/// Rows flagged as gone in one transaction.
const FLAGGED: usize = 1000;

/// A row of the batch that was there before.
struct Changed {
    id: i64,
    /// Its place among the rows.
    row: usize,
    /// Its place among the lines.
    line: usize,
}

/// Gathers records until there are enough of them, and writes them.
pub(super) struct Batches<K> {
    run: Arc<Run>,
    upsert: Upsert<K>,
    rows: Vec<K>,
    changed: Vec<Changed>,
    lines: Vec<Line>,
    returned: Vec<i64>,
    counts: Counts,
}

impl<K: Kind> Batches<K> {
    pub(super) fn new(run: &Arc<Run>) -> Self {
        Self {
            run: Arc::clone(run),
            upsert: Upsert::new(&run.store, run.job),
            rows: Vec::new(),
            changed: Vec::new(),
            lines: Vec::new(),
            returned: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// Takes records, and writes as soon as they fill a batch.
    pub(super) async fn take(&mut self, records: impl IntoIterator<Item = Record<K>>) -> Result<()> {
        for record in records {
            match record {
                // The row itself is the line of the account.
                Record::Create(row) => {
                    self.counts.add(Outcome::Created, 1);
                    self.rows.push(row);
                }
                Record::Update(id, row) => {
                    self.counts.add(Outcome::Updated, 1);
                    self.changed.push(Changed {
                        id,
                        row: self.rows.len(),
                        line: self.lines.len(),
                    });
                    self.lines.push(Line::on_row(&row, Outcome::Updated));
                    self.rows.push(row);
                }
                Record::Unchanged => self.counts.add(Outcome::Unchanged, 1),
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
            if self.rows.len() >= self.upsert.batch() {
                self.write().await?;
            }
        }
        Ok(())
    }

    /// Writes what is left.
    pub(super) async fn end(mut self) -> Result<()> {
        self.write().await
    }

    async fn write(&mut self) -> Result<()> {
        self.run.checkpoint()?;
        let changed: Vec<_> = self.changed.iter().map(|changed| changed.id).collect();
        self.tell_changes(&changed).await?;
        let store = &self.run.store;
        if self.rows.is_empty() && self.lines.is_empty() {
            store.add_counts(self.run.job, K::NAME, &self.counts).await?;
        } else {
            self.upsert
                .write(&self.rows, &changed, &self.lines, &self.counts)
                .await?;
        }
        if !self.returned.is_empty() {
            store.unflag_missing::<K>(&self.returned).await?;
        }
        self.rows.clear();
        self.changed.clear();
        self.lines.clear();
        self.returned.clear();
        self.counts = Counts::default();
        Ok(())
    }

    /// Says of each changed row which fields change.
    async fn tell_changes(&mut self, ids: &[i64]) -> Result<()> {
        if ids.is_empty() {
            return Ok(());
        }
        let before = self.run.store.by_ids::<K>(ids).await?;
        for Changed { id, row, line } in &self.changed {
            let Some(before) = before.get(id) else { continue };
            let changes = PlanRow::default().changing(&before.row, &self.rows[*row]).changes;
            let changes = changes
                .iter()
                .map(|change| format!("{}: {} → {}", change.field, change.from, change.to));
            self.lines[*line].reason = Some(changes.collect::<Vec<_>>().join("; "));
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
