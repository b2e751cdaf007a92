//! What rows were before: kept for a time, so that a job can be taken back, and then thrown away.

use crate::Result;
use selaras_kinds::Kind;
use selaras_store::Store;
use std::time::Duration;

/// The versions that are thrown away by one transaction, of each of a kind's tables.
const FORGOTTEN_TOGETHER: u64 = 2000;
/// Pause between two transactions that throw something away, in which others write.
pub(crate) const PAUSE: Duration = Duration::from_millis(20);

/// Throws away what is older than that, little by little.
pub(crate) async fn forget_before<K: Kind>(store: Store, before: i64) -> Result<()> {
    while store.forget_versions::<K>(before, FORGOTTEN_TOGETHER).await? {
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}
