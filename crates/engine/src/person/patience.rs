//! How long whoever looks waits for a system.

use selaras_reasons::Reason;
use std::time::Duration;

/// How long a system may take to answer all questions about a person or a class.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// The system did not answer in that time.
pub(super) fn late(system: &str) -> Reason {
    Reason::NotAnsweredInTime {
        system: system.to_owned(),
        seconds: PATIENCE.as_secs(),
    }
}
