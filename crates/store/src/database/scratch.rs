//! A scratch copy of the database: a plan of the whole campus runs on it, and then it is deleted.

use crate::{Result, Store, StoreError, backup::BackupError};
use sea_orm::{ConnectionTrait, DatabaseBackend, Statement};
use std::path::Path;

impl Store {
    /// Copies the database into an empty folder, always as a SQLite file. The caller must delete the folder, and protect it:
    /// it holds all the data of the database.
    ///
    /// # Errors
    /// [`StoreError::Open`] if the disk does not take it.
    pub async fn scratch_copy(&self, folder: &Path) -> Result<Self> {
        let file = folder.join("salinan.sqlite");
        let url = format!("sqlite:{}", file.display());
        if self.backend() == DatabaseBackend::Sqlite {
            let copy = Statement::from_sql_and_values(
                DatabaseBackend::Sqlite,
                "VACUUM INTO ?",
                [file.display().to_string().into()],
            );
            self.reader.execute_raw(copy).await?;
            return Self::connect(&url).await;
        }
        let backup = folder.join("salinan.backup");
        self.back_up(&backup).await.map_err(not_copied)?;
        let copy = Self::connect(&url).await?;
        copy.restore(&backup).await.map_err(not_copied)?;
        Ok(copy)
    }
}

fn not_copied(error: BackupError) -> StoreError {
    match error {
        BackupError::Store(error) => error,
        other => StoreError::Open(other.to_string()),
    }
}
