//! The time and random bytes: the only places that ask the machine for them. `clippy.toml` forbids the calls elsewhere
//! ([decision 57](../../../docs/decisions/0057-one-clock.md)).

use jiff::{SignedDuration, Timestamp};
use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

/// The clock. Clones share it, so that a test that moves one moves all.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    /// Milliseconds ahead of the machine's clock; 0 outside of tests.
    ahead: Arc<AtomicI64>,
}

impl Clock {
    /// The current time.
    #[allow(clippy::disallowed_methods, reason = "this is the place")]
    pub fn now(&self) -> Timestamp {
        let ahead = SignedDuration::from_millis(self.ahead.load(Ordering::Relaxed));
        // The sum only fails at the ends of the calendar.
        let now = Timestamp::now();
        now.saturating_add(ahead).unwrap_or(now)
    }

    /// Moves the clock of a test forward, or back by a negative duration.
    pub fn advance(&self, by: SignedDuration) {
        let by = i64::try_from(by.as_millis()).unwrap_or_default();
        self.ahead.fetch_add(by, Ordering::Relaxed);
    }
}

/// The machine gave no random bytes.
#[derive(Debug, thiserror::Error)]
#[error("the machine gives no random bytes")]
pub struct NoRandomness;

/// Random bytes, fit for keys.
///
/// # Errors
/// [`NoRandomness`]: the machine gave none.
#[allow(clippy::disallowed_methods, reason = "this is the place")]
pub fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_of_a_clock_move_together() {
        let clock = Clock::default();
        let (other, before) = (clock.clone(), clock.now());
        clock.advance(SignedDuration::from_hours(24));
        assert!(other.now().duration_since(before) >= SignedDuration::from_hours(24));
    }
}
