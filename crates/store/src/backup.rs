//! Backups: a copy of the whole database in one file, and the restore, onto either of the two databases.
//!
//! The copy is taken in one transaction that sees one instant, while others write. The code names no table: the database's
//! own `catalogue` lists tables and columns. The `file` holds rows as JSON, which both databases write and read themselves,
//! and ends with a checksum. It is read again before the backup counts as made.
//!
//! A restore is one transaction too: the schema as the file's version had it, the rows, and then the newer schema steps. A
//! failure leaves the old state.

mod catalogue;
mod error;
mod file;
mod last_failure;
mod restore;

pub use error::BackupError;
pub use file::{Contents, read as read_backup};
pub use restore::Restored;

use crate::{Store, schema};
use catalogue::Catalogue;
use error::Result;
use file::{Part, Writer};
use futures::TryStreamExt;
use std::path::Path;
use tokio::sync::mpsc;

/// Parts of the file that may wait for the disk.
const WAITING: usize = 4;

impl Store {
    /// Copies the database to a new file while others work with it. Returns the contents of the file as it was read again.
    ///
    /// # Errors
    /// [`BackupError`]; then there is no file.
    pub async fn back_up(&self, to: &Path) -> Result<Contents> {
        let (parts, waiting) = mpsc::channel(WAITING);
        let path = to.to_owned();
        let writing = tokio::task::spawn_blocking(move || file::write(&path, waiting));
        let copied = self.copy(Writer::new(parts)).await;
        // The writer ends after the last part, or if the copy breaks off.
        let written = writing.await.map_err(|error| BackupError::File {
            path: to.to_owned(),
            source: std::io::Error::other(error),
        })?;
        match (copied, written) {
            // If the disk is full, the copy fails because the writer is gone; the writer knows the cause.
            (_, Err(error)) | (Err(error), _) => Err(error),
            (Ok(()), Ok(contents)) => Ok(contents),
        }
    }

    async fn copy(&self, mut writer: Writer) -> Result<()> {
        let instant = self.reader.begin_snapshot().await?;
        let steps = schema::applied(&instant).await?;
        let catalogue = Catalogue::read(&instant).await?;
        writer.put(Part::begin(steps, self.writer.now())).await?;
        for table in &catalogue.tables {
            writer.put(Part::Table(table.clone())).await?;
            let mut rows = instant.stream_raw(table.select(self.backend())).await?;
            while let Some(row) = rows.try_next().await? {
                let row: String = row.try_get_by_index(0)?;
                writer.row(row).await?;
            }
        }
        writer.end().await?;
        Ok(instant.rollback().await?)
    }
}
