//! Rows on their way from a file to the caller, from a thread that may wait.

use tokio::sync::mpsc;

use crate::rows::{Ended, Gathered, RawRow, RowError, Said};

/// Gathers rows and hands them to the caller.
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

    /// Takes a row, and waits while the caller has enough of them.
    pub(super) fn take(&mut self, row: Result<RawRow, RowError>) -> Result<(), Ended> {
        match self.gathered.add(row) {
            Some(chunk) => self.tell.blocking_send(Said::Chunk(chunk)).map_err(|_| Ended::Unwanted),
            None => Ok(()),
        }
    }

    /// The file is read: hands over what is left.
    pub(super) fn end(self) -> Result<(), Ended> {
        match self.gathered.rest() {
            Some(chunk) => self.tell.blocking_send(Said::Chunk(chunk)).map_err(|_| Ended::Unwanted),
            None => Ok(()),
        }
    }
}
