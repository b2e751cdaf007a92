//! Findings on their way into the report.

use crate::{Result, Run};
use selaras_kinds::Kind;
use selaras_reasons::Reason;
use selaras_store::{
    comparison::finding_prefix,
    jobs::{Line, Outcome, RowKey},
};
use std::sync::Arc;

/// Findings kept before they are written.
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

    /// A row that both sides have alike.
    pub(super) fn in_step(&mut self) {
        self.in_step += 1;
    }

    /// A row that differs: how, which, and what to do.
    pub(super) fn finds(&mut self, outcome: Outcome, row: RowKey, key: &str, label: &str, reason: Reason) {
        let key = format!("{}{key}", finding_prefix(self.label));
        self.lines
            .push(Line::on(row, outcome, key).label(label.to_owned()).because(reason));
    }

    /// Something that differs and is no row here: how, what it is, and what to do.
    pub(super) fn finds_no_row(&mut self, outcome: Outcome, what: &str, label: &str, reason: Reason) {
        let key = format!("{}{what}", finding_prefix(self.label));
        self.lines
            .push(Line::on_no_row(outcome, key).label(label.to_owned()).because(reason));
    }

    /// Writes what there is, where that is much.
    pub(super) async fn write_if_full(&mut self) -> Result<()> {
        if self.lines.len() >= FULL {
            self.write().await?;
        }
        Ok(())
    }

    /// Writes what there is.
    pub(super) async fn write(&mut self) -> Result<()> {
        let (lines, in_step) = (std::mem::take(&mut self.lines), std::mem::take(&mut self.in_step));
        Ok(self
            .run
            .store
            .record_comparison(self.run.job, self.kind, &lines, in_step)
            .await?)
    }
}
