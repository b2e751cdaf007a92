//! A copy of the whole database in one file, and the way back, onto either of the two databases.
//!
//! The copy is taken in one transaction that sees one instant, while others write. It knows no table by name: which tables
//! there are, with which columns, the database's own `catalogue` says. The `file` holds rows as JSON, which both databases
//! make and read themselves, and ends with a sum over all that stands before; it is read again before it counts as made.
//!
//! What comes back is written in one transaction too: the schema as the file's version had it, the rows, and then the
//! steps that came since. Until its end nothing has changed, and a failure leaves the old state.

mod catalogue;
mod file;
mod restore;

pub use file::{Contents, read as read_backup};
pub use restore::Restored;

use crate::{Store, StoreError, migrations::Migrations, now};
use catalogue::Catalogue;
use file::{Part, Writer};
use futures::TryStreamExt;
use sea_orm::{AccessMode, DatabaseBackend, DbErr, IsolationLevel, StreamTrait, TransactionTrait};
use sea_orm_migration::MigratorTrait;
use std::path::{Path, PathBuf};
use tokio::sync::mpsc;

/// Why there is no backup, or why it does not come back. The texts are shown to people.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A file is never written over.
    #[error("{} sudah ada. Pilih nama lain, atau hapus dahulu berkas itu.", .0.display())]
    Exists(PathBuf),
    /// The file cannot be written or read.
    #[error("{} tidak dapat ditulis atau dibaca: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is not what was written. Nothing was changed by it.
    #[error("{} bukan berkas cadangan yang utuh: {reason}. Pakai berkas lain.", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file has steps of the schema that this version does not know.
    #[error(
        "Berkas ini dibuat oleh Selaras {version} yang lebih baru (skema {step}). Pasang versi itu dahulu, lalu coba lagi."
    )]
    Newer {
        /// The version that made it.
        version: String,
        /// The first step that is not known here.
        step: String,
    },
    /// Somebody works with the database that is to be replaced.
    #[error("Database ini sedang dipakai. Hentikan dahulu `selaras serve`, lalu coba lagi.")]
    InUse,
    /// The database does not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<DbErr> for BackupError {
    fn from(error: DbErr) -> Self {
        Self::Store(error.into())
    }
}

type Result<T> = std::result::Result<T, BackupError>;

/// Parts of the file that wait for the disk.
const WAITING: usize = 4;
/// Bytes of rows in one part, about.
const PART: usize = 256 * 1024;

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
        // SQLite's transactions see one instant as they are.
        let (isolation, access) = match self.backend() {
            DatabaseBackend::Sqlite => (None, None),
            _ => (Some(IsolationLevel::RepeatableRead), Some(AccessMode::ReadOnly)),
        };
        let instant = self.reader.begin_with_config(isolation, access).await?;
        let steps = Migrations::get_applied_migrations_read_only(&instant).await?;
        let steps = steps.iter().map(|step| step.name().to_owned()).collect();
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
