//! The sections `[retention]` and `[backup]`: how long data is kept, and the nightly backup.

use anyhow::{Context, Result};
use jiff::civil::Time;
use selaras_engine::{Kept, Nightly};
use serde::Deserialize;
use std::path::PathBuf;

/// Days for which data is kept; 0: for ever.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RetentionSection {
    jobs_days: u32,
    rows_days: u32,
    log_days: u32,
    notices_days: u32,
    attendance_days: u32,
}

impl RetentionSection {
    pub(crate) fn kept(&self) -> Kept {
        Kept {
            jobs: self.jobs_days,
            lines: self.rows_days,
            log: self.log_days,
            notices: self.notices_days,
            attendance: self.attendance_days,
        }
    }
}

/// Folder and time of the nightly backup, and for how many days backups are kept (0: for ever). No folder: no backup.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BackupSection {
    folder: String,
    at: String,
    keep_days: u32,
}

impl BackupSection {
    /// # Errors
    /// One sentence that names the setting that is wrong.
    pub(crate) fn nightly(&self) -> Result<Option<Nightly>> {
        if self.folder.trim().is_empty() {
            return Ok(None);
        }
        let at = Time::strptime("%H:%M", &self.at).with_context(|| {
            format!(
                "the setting backup.at (or SELARAS_BACKUP__AT) is no time of day: {}; write one such as 02:00",
                self.at
            )
        })?;
        Ok(Some(Nightly {
            folder: PathBuf::from(&self.folder),
            at,
            days: self.keep_days,
        }))
    }
}
