//! Sends rows from a file, read in a blocking thread, to the caller.

use tokio::sync::mpsc;

use crate::rows::{Ended, Gathered, RawRow, RowError, Said};

/// Collects rows and sends them to the caller.
pub(super) struct Handing {
    tell: mpsc::Sender<Said>,
    gathered: Gathered,
}

impl Handing {
    pub(super) fn new(tell: mpsc::Sender<Said>) -> Self {
        Self {
            tell,
            gathered: Gathered::default(),
        }
    }

    /// Adds a row. Blocks while the caller has enough rows.
    pub(super) fn take(&mut self, row: Result<RawRow, RowError>) -> Result<(), Ended> {
        match self.gathered.add(row) {
            Some(chunk) => self.tell.blocking_send(Said::Chunk(chunk)).map_err(|_| Ended::Unwanted),
            None => Ok(()),
        }
    }

    /// Sends the remaining rows at the end of the file.
    pub(super) fn end(self) -> Result<(), Ended> {
        match self.gathered.rest() {
            Some(chunk) => self.tell.blocking_send(Said::Chunk(chunk)).map_err(|_| Ended::Unwanted),
            None => Ok(()),
        }
    }
}
