//! A copy of the whole database in one file, and the way back, onto either of the two databases.
//!
//! The copy is taken in one transaction that sees one instant, while others write. It knows no table by name: which tables
//! there are, with which columns, the database's own `catalogue` says. The `file` holds rows as JSON, which both databases
//! make and read themselves, and ends with a sum over all that stands before; it is read again before it counts as made.
//!
//! What comes back is written in one transaction too: the schema as the file's version had it, the rows, and then the
//! steps that came since. Until its end nothing has changed, and a failure leaves the old state.

mod catalogue;
mod error;
mod file;
mod restore;

pub use error::BackupError;
pub use file::{Contents, read as read_backup};
pub use restore::Restored;

use crate::{Store, now, schema};
use catalogue::Catalogue;
use error::Result;
use file::{Part, Writer};
use futures::TryStreamExt;
use std::path::Path;
use tokio::sync::mpsc;

/// Parts of the file that wait for the disk.
const WAITING: usize = 4;

impl Store {
    /// Copies the database to a new file, while others work with it. Answers with what the file holds, as it was read
    /// again.
    ///
    /// # Errors
    /// [`BackupError`]; there is no file then.
    pub async fn back_up(&self, to: &Path) -> Result<Contents> {
        let (parts, waiting) = mpsc::channel(WAITING);
        let path = to.to_owned();
        let writing = tokio::task::spawn_blocking(move || file::write(&path, waiting));
        let copied = self.copy(Writer::new(parts)).await;
        // The writer ends when the last part is in, or when the copy broke off without its end.
        let written = writing.await.map_err(|error| BackupError::File {
            path: to.to_owned(),
            source: std::io::Error::other(error),
        })?;
        match (copied, written) {
            // Where the disk is full, the copy fails for want of a writer: the writer knows why.
            (_, Err(error)) | (Err(error), _) => Err(error),
            (Ok(()), Ok(contents)) => Ok(contents),
        }
    }

    async fn copy(&self, mut writer: Writer) -> Result<()> {
        let instant = self.reader.begin_instant().await?;
        let steps = schema::applied(&instant).await?;
        let catalogue = Catalogue::read(&instant).await?;
        writer.put(Part::begin(steps, now())).await?;
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
