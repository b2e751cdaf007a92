//! Reports the progress of reading from time to time.

use crate::{Result, Run};
use selaras_reasons::Reason;
use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::time::Instant;

/// Pause between two reports.
const TELL: Duration = Duration::from_millis(500);

/// The number of rows read, of all lists of an order.
pub(super) struct Progress {
    run: Arc<Run>,
    rows: AtomicUsize,
    told: Mutex<Instant>,
}

impl Progress {
    pub(super) fn new(run: &Arc<Run>) -> Self {
        Self {
            run: Arc::clone(run),
            rows: AtomicUsize::new(0),
            told: Mutex::new(Instant::now()),
        }
    }

    /// Adds rows.
    pub(super) async fn add(&self, rows: usize) -> Result<()> {
        let rows = self.rows.fetch_add(rows, Ordering::Relaxed) + rows;
        if let Some(job) = self.run.job
            && self.is_time_to_tell()
        {
            let read = Reason::RowsRead {
                rows: rows as u64,
                source: self.run.source.name().to_owned(),
            };
            self.run.store.say(job, &read).await?;
        }
        Ok(())
    }

    fn is_time_to_tell(&self) -> bool {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let is_time = told.elapsed() > TELL;
        if is_time {
            *told = Instant::now();
        }
        is_time
    }
}
