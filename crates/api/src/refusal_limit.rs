//! The limit on log entries of refused sign-ins.

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use std::{
    num::NonZeroU32,
    sync::atomic::{AtomicU64, Ordering},
};

/// Maximum number of entries per minute.
const WRITTEN: NonZeroU32 = NonZeroU32::new(60).expect("sixty is not zero");

/// Limits the entries and counts those left out.
pub(crate) struct RefusalLimit {
    limiter: DefaultDirectRateLimiter,
    left_out: AtomicU64,
}

impl Default for RefusalLimit {
    fn default() -> Self {
        Self {
            limiter: RateLimiter::direct(Quota::per_minute(WRITTEN)),
            left_out: AtomicU64::default(),
        }
    }
}

impl RefusalLimit {
    /// True if an entry is within the limit. Otherwise counts it as left out.
    pub(crate) fn admits(&self) -> bool {
        let admitted = self.limiter.check().is_ok();
        if !admitted {
            self.left_out.fetch_add(1, Ordering::Relaxed);
        }
        admitted
    }

    /// The number of entries left out since the last call.
    pub(crate) fn take_left_out(&self) -> u64 {
        self.left_out.swap(0, Ordering::Relaxed)
    }
}
