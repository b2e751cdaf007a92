//! Previous versions of rows: kept for undo for some time, then deleted.

use crate::Result;
use selaras_kinds::Kind;
use selaras_store::Store;
use std::time::Duration;

/// Versions deleted by one transaction, per table of a kind.
const FORGOTTEN_TOGETHER: u64 = 2000;
/// Pause between two deleting transactions, in which others can write.
pub(crate) const PAUSE: Duration = Duration::from_millis(20);

/// Deletes versions from before that time, in small steps.
pub(crate) async fn forget_before<K: Kind>(store: Store, before: i64) -> Result<()> {
    while store.forget_versions::<K>(before, FORGOTTEN_TOGETHER).await? {
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}
