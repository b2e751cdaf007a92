//! The time limit for a system's answers.

use selaras_reasons::Reason;
use std::time::Duration;

/// Longest time in which a system may answer all calls about a person or a class.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// The reason if the system did not answer in that time.
pub(super) fn late(system: &str) -> Reason {
    Reason::NotAnsweredInTime {
        system: system.to_owned(),
        seconds: PATIENCE.as_secs(),
    }
}
