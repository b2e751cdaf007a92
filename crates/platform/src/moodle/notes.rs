//! What a job has met that its people should hear of once, though the work got done.

use std::sync::atomic::{AtomicBool, Ordering};

use selaras_reasons::Reason;
use tokio::sync::OnceCell;

use crate::Finding;
use crate::moodle::platform;

/// What one job has met.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    unsent_messages: AtomicBool,
    /// Whether the token's user is an administrator of the site, from whom nobody is hidden.
    pub(crate) is_administrator: OnceCell<bool>,
    /// The token may not see whose enrolment is suspended.
    pub(crate) may_not_review: AtomicBool,
    /// Whether people were enrolled although their message could not be sent, once that has been looked at.
    pub(crate) enrolled_all_the_same: OnceCell<bool>,
}

impl Notes {
    /// Those of a job whose token's user is an administrator of the site, or is none.
    pub(crate) fn of_job(is_administrator: bool) -> Self {
        Self {
            is_administrator: OnceCell::from(is_administrator),
            ..Self::default()
        }
    }

    /// Moodle could not send its welcome message.
    pub(crate) fn message_was_not_sent(&self) {
        self.unsent_messages.store(true, Ordering::Relaxed);
    }

    /// What there is to tell.
    pub(crate) fn told(&self) -> Vec<Finding> {
        let unsent = Finding::warning(
            Reason::MessagesUnsent { platform: platform() },
            Reason::SwitchMessagesOff { platform: platform() },
        );
        let is_so = self.unsent_messages.load(Ordering::Relaxed);
        is_so.then_some(unsent).into_iter().collect()
    }
}
