//! Findings on their way into the report.

use crate::{Result, Run};
use selaras_kinds::{Key, Kind};
use selaras_reasons::Reason;
use selaras_store::jobs::{Line, Outcome, RowKey};
use std::sync::Arc;

/// Findings collected before they are written.
const FULL: usize = 1000;

/// Findings on the rows of one kind.
pub(super) struct Report {
    run: Arc<Run>,
    kind: &'static str,
    label: &'static str,
    lines: Vec<Line>,
    in_step: i64,
}

impl Report {
    pub(super) fn of<K: Kind>(run: &Arc<Run>) -> Self {
        Self {
            run: Arc::clone(run),
            kind: K::NAME,
            label: K::LABEL,
            lines: Vec::new(),
            in_step: 0,
        }
    }

    /// Counts rows that are the same on both sides.
    pub(super) fn in_step(&mut self, rows: i64) {
        self.in_step += rows;
    }

    /// Adds a finding on a row.
    pub(super) fn add(&mut self, outcome: Outcome, row: RowKey, key: impl Into<Key>, label: &str, reason: Reason) {
        // One report holds the findings of all kinds.
        let key = key.into().under(self.label);
        self.lines
            .push(Line::on(row, outcome, key).label(label.to_owned()).because(reason));
    }

    /// Adds a finding on something that is no row here.
    pub(super) fn add_without_row(&mut self, outcome: Outcome, what: impl Into<Key>, label: &str, reason: Reason) {
        let key = what.into().under(self.label);
        self.lines
            .push(Line::on_no_row(outcome, key).label(label.to_owned()).because(reason));
    }

    /// Writes the findings if there are enough of them.
    pub(super) async fn write_if_full(&mut self) -> Result<()> {
        if self.lines.len() >= FULL {
            self.write().await?;
        }
        Ok(())
    }

    /// Writes the findings.
    pub(super) async fn write(&mut self) -> Result<()> {
        let (lines, in_step) = (std::mem::take(&mut self.lines), std::mem::take(&mut self.in_step));
        Ok(self
            .run
            .store
            .record_comparison(self.run.job()?, self.kind, &lines, in_step)
            .await?)
    }
}
