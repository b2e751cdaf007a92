//! Problems that a job has met and that its users must hear of once, although the work was done.

use std::sync::atomic::{AtomicBool, Ordering};

use selaras_reasons::Reason;
use tokio::sync::OnceCell;

use super::name::platform;
use crate::Finding;

/// The problems of one job.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    unsent_messages: AtomicBool,
    /// True if the token's user is a site administrator, who sees all people.
    pub(crate) is_administrator: OnceCell<bool>,
    /// The token may not see which enrolments are suspended.
    pub(crate) may_not_review: AtomicBool,
}

impl Notes {
    /// The notes of a new job.
    pub(crate) fn of_job(is_administrator: bool) -> Self {
        Self {
            is_administrator: OnceCell::from(is_administrator),
            ..Self::default()
        }
    }

    /// Moodle could not send its welcome message.
    pub(crate) fn record_unsent_message(&self) {
        self.unsent_messages.store(true, Ordering::Relaxed);
    }

    /// The problems to report.
    pub(crate) fn findings(&self) -> Vec<Finding> {
        let unsent = Finding::warning(
            Reason::MessagesUnsent { platform: platform() },
            Reason::SwitchMessagesOff { platform: platform() },
        );
        let is_so = self.unsent_messages.load(Ordering::Relaxed);
        is_so.then_some(unsent).into_iter().collect()
    }
}
