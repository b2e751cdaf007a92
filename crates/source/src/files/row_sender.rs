//! Sends rows from a file, read in a blocking thread, to the caller.

use tokio::sync::mpsc;

use crate::rows::{ChunkBuilder, Message, RawRow, ReadError, RowError};

/// Collects rows and sends them to the caller.
pub(super) struct RowSender {
    sender: mpsc::Sender<Message>,
    builder: ChunkBuilder,
}

impl RowSender {
    pub(super) fn new(sender: mpsc::Sender<Message>) -> Self {
        Self {
            sender,
            builder: ChunkBuilder::default(),
        }
    }

    /// Adds a row. Blocks while the caller has enough rows.
    pub(super) fn take(&mut self, row: Result<RawRow, RowError>) -> Result<(), ReadError> {
        match self.builder.add(row) {
            Some(chunk) => self
                .sender
                .blocking_send(Message::Chunk(chunk))
                .map_err(|_| ReadError::Cancelled),
            None => Ok(()),
        }
    }

    /// Sends the remaining rows at the end of the file.
    pub(super) fn end(self) -> Result<(), ReadError> {
        match self.builder.rest() {
            Some(chunk) => self
                .sender
                .blocking_send(Message::Chunk(chunk))
                .map_err(|_| ReadError::Cancelled),
            None => Ok(()),
        }
    }
}
