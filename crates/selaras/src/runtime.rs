//! The asynchronous runtime of every command.

use anyhow::{Context, Result};
use tokio::runtime::{Builder, Runtime};

/// The asynchronous runtime.
pub(crate) fn runtime() -> Result<Runtime> {
    Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the runtime cannot start")
}
