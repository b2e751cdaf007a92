//! Why a backup or a restore failed.

use crate::StoreError;
use sea_orm::DbErr;
use selaras_reasons::Reason;
use std::path::{Path, PathBuf};

pub(super) type Result<T> = std::result::Result<T, BackupError>;

/// Why a backup or a restore failed.
#[derive(Debug, thiserror::Error)]
#[error("{}", Reason::from(self))]
pub enum BackupError {
    /// The file exists; files are never overwritten.
    Exists(PathBuf),
    /// Another process is making the same file.
    BeingMade(PathBuf),
    /// The file cannot be written or read.
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file differs from what was written. The database is unchanged.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: Box<Reason>,
    },
    /// The file has steps of the schema that this version does not know.
    Newer {
        /// The version that made it.
        version: String,
        /// The first step that is not known here.
        step: String,
    },
    /// Another process uses the database that is to be replaced.
    InUse,
    /// The database failed.
    Store(#[from] StoreError),
}

impl From<&BackupError> for Reason {
    fn from(error: &BackupError) -> Self {
        let shown = |path: &Path| path.display().to_string();
        match error {
            BackupError::Exists(path) => Self::BackupExists { file: shown(path) },
            BackupError::BeingMade(path) => Self::BackupBeingMade { file: shown(path) },
            BackupError::File { path, source } => Self::BackupFile {
                file: shown(path),
                said: source.to_string(),
            },
            BackupError::Damaged { path, reason } => Self::BackupDamaged {
                file: shown(path),
                why: reason.clone(),
            },
            BackupError::Newer { version, step } => Self::BackupNewer {
                version: version.clone(),
                step: step.clone(),
            },
            BackupError::InUse => Self::BackupInUse,
            BackupError::Store(error) => Self::verbatim(error.to_string()),
        }
    }
}

impl From<DbErr> for BackupError {
    fn from(error: DbErr) -> Self {
        Self::Store(error.into())
    }
}
