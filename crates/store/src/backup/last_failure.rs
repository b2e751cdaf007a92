//! Why the latest backup failed, until one is made.

use crate::{Result, Store, setting};
use selaras_reasons::Reason;

/// The setting with the reason.
const FAILED: &str = "backup_failed";

impl Store {
    /// Remembers why a backup failed, or with `None` that one was made.
    pub async fn remember_backup(&self, why: Option<&Reason>) -> Result<()> {
        match why {
            Some(why) => setting::set(&self.writer, FAILED, &why.kept()).await,
            None => setting::unset(&self.writer, FAILED).await,
        }
    }

    /// Why the latest backup failed; `None` if it was made, or none was tried.
    pub async fn failed_backup(&self) -> Result<Option<Reason>> {
        Ok(setting::setting(&self.reader, FAILED).await?.map(Reason::read))
    }
}
