//! Problems that a job has met and that its users must hear of once, although the work was done.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use selaras_kinds::object::{PlatformId, Sort};
use selaras_reasons::Reason;
use tokio::sync::OnceCell;

use super::name::platform;
use crate::Finding;

/// The problems of one job.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    unsent_messages: AtomicBool,
    /// Ids that Moodle refused as unknown.
    unknown: Mutex<HashSet<(Sort, PlatformId)>>,
    /// The token's user.
    pub(crate) token_user: OnceCell<TokenUser>,
    /// The token may not see which enrolments are suspended.
    pub(crate) may_not_review: AtomicBool,
    /// The token may not list the people of several courses by one call.
    pub(crate) may_not_list_together: AtomicBool,
}

/// The token's user.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TokenUser {
    pub(crate) id: PlatformId,
    /// A site administrator sees all people.
    pub(crate) is_administrator: bool,
}

impl Notes {
    /// The notes of a new job.
    pub(crate) fn of_job(user: TokenUser) -> Self {
        Self {
            token_user: OnceCell::from(user),
            ..Self::default()
        }
    }

    /// Moodle refused an id as unknown.
    pub(crate) fn record_unknown(&self, sort: Sort, id: PlatformId) {
        let mut unknown = self.unknown.lock().unwrap_or_else(PoisonError::into_inner);
        unknown.insert((sort, id));
    }

    /// The ids that Moodle refused as unknown.
    pub(crate) fn unknown(&self) -> HashSet<(Sort, PlatformId)> {
        self.unknown.lock().unwrap_or_else(PoisonError::into_inner).clone()
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
