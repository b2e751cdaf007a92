//! The state of the setup's handlers.

use super::{gate::Gate, installer::Installer};
use crate::password::Passwords;
use std::sync::Arc;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// State of the setup's handlers.
#[derive(Clone)]
pub(crate) struct Setup {
    pub(super) installer: Arc<dyn Installer>,
    pub(super) gate: Arc<Gate>,
    pub(super) passwords: Passwords,
    /// Locked during an installation, so that it happens once.
    pub(super) installing: Arc<Mutex<()>>,
    pub(super) done: CancellationToken,
}
