//! Reports the progress of reading from time to time.

use crate::{Result, Run};
use selaras_reasons::Reason;
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;

/// Pause between two reports.
const TELL: Duration = Duration::from_millis(500);

/// The number of rows read.
pub(super) struct Progress {
    run: Arc<Run>,
    rows: usize,
    told: Instant,
}

impl Progress {
    pub(super) fn new(run: &Arc<Run>) -> Self {
        Self {
            run: Arc::clone(run),
            rows: 0,
            told: Instant::now(),
        }
    }

    /// Adds rows.
    pub(super) async fn add(&mut self, rows: usize) -> Result<()> {
        self.rows += rows;
        if let Some(job) = self.run.job
            && self.told.elapsed() > TELL
        {
            self.told = Instant::now();
            let read = Reason::RowsRead {
                rows: self.rows as u64,
                source: self.run.source.name().to_owned(),
            };
            self.run.store.say(job, &read).await?;
        }
        Ok(())
    }
}
