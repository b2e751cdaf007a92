//! Sends rows from a file, read in a blocking thread, to the caller.

use tokio::sync::mpsc;

use crate::error::Origin;
use crate::rows::{ChunkBuilder, Message, NoRow, Notices, RawRow, ReadError, RowError, RowFault};

/// Collects rows and sends them to the caller.
pub(super) struct RowSender {
    sender: mpsc::Sender<Message>,
    builder: ChunkBuilder,
    origin: Origin,
    notices: Notices,
}

impl RowSender {
    /// `origin` is the file of lines that are left out.
    pub(super) fn new(sender: mpsc::Sender<Message>, origin: Origin) -> Self {
        Self {
            sender,
            builder: ChunkBuilder::default(),
            origin,
            notices: Notices::default(),
        }
    }

    /// Adds a row. Blocks while the caller has enough rows.
    pub(super) fn take(&mut self, row: Result<RawRow, RowError>) -> Result<(), ReadError> {
        let row = match row {
            Err(error) => match *error.fault {
                RowFault::NoRow { what, said } => {
                    self.leave_out(what, error.position, said);
                    return Ok(());
                }
                fault => Err(RowError {
                    fault: Box::new(fault),
                    ..error
                }),
            },
            row => row,
        };
        match self.builder.add(row) {
            Some(chunk) => self
                .sender
                .blocking_send(Message::Chunk(chunk))
                .map_err(|_| ReadError::Cancelled),
            None => Ok(()),
        }
    }

    /// Sets the part of the file that lines come from.
    pub(super) fn set_origin(&mut self, origin: Origin) {
        self.origin = origin;
    }

    /// Records what is not read as a row.
    pub(super) fn leave_out(&mut self, what: NoRow, position: u64, said: String) {
        self.notices.add(what, position, said, &self.origin);
    }

    /// Sends the remaining rows and the notices at the end of the file.
    pub(super) fn end(self) -> Result<(), ReadError> {
        let rest = self.builder.rest().map(Message::Chunk);
        let notices = Some(Message::Notices(self.notices.into_vec()));
        for message in rest.into_iter().chain(notices) {
            let sent = self.sender.blocking_send(message);
            sent.map_err(|_| ReadError::Cancelled)?;
        }
        Ok(())
    }
}
