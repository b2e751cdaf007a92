//! What rows were before: kept for a time, so that a job can be taken back, and then thrown away.

use crate::Result;
use selaras_kinds::Kind;
use selaras_store::Store;

/// The versions that are thrown away by one transaction: those of so many milliseconds.
const FORGOTTEN_TOGETHER: i64 = 1000;

/// Throws away what is older than that, little by little.
pub(crate) async fn forget_before<K: Kind>(store: Store, before: i64) -> Result<()> {
    while let Some(oldest) = store.oldest_version::<K>().await?.filter(|oldest| *oldest < before) {
        store
            .forget_versions::<K>((oldest + FORGOTTEN_TOGETHER).min(before))
            .await?;
    }
    Ok(())
}
