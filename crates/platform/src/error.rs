//! Why a row or a whole call failed.

use selaras_reasons::{Reason, Word};

/// Why the platform refuses a row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Refusal {
    /// What is wrong and what to do, for an administrator.
    pub reason: Reason,
    /// The platform's own code, for the technical log.
    pub code: String,
}

/// Why a whole call failed. No row of the batch is the cause.
#[derive(Debug, thiserror::Error)]
#[error("{}", Reason::from(self))]
pub enum PlatformError {
    /// No platform is configured, or a setting is wrong.
    NotConfigured(Reason),
    /// The platform gave no answer, or an invalid one, after all retries.
    Unreachable(Reason),
    /// The platform did not answer within the time-out, after all retries.
    Late(Reason),
    /// A proxy before the platform refuses the call because of its length. A smaller call may pass.
    TooLarge(Reason),
    /// The token is unknown, expired or may not call this function.
    Denied(Reason),
    /// The token is valid, but may not call all functions that the job needs.
    Lacking {
        /// The platform's display name.
        platform: &'static str,
        /// The functions that the token may not call.
        functions: Vec<String>,
    },
    /// The token's user lacks a capability. Without it the job would treat existing people as absent, or fail half way.
    CapabilityMissing {
        /// The platform's display name.
        platform: &'static str,
        /// The capability's name on the platform.
        capability: &'static str,
        /// The purpose of the capability.
        purpose: Word,
    },
}

impl From<&PlatformError> for Reason {
    fn from(error: &PlatformError) -> Self {
        match error {
            PlatformError::NotConfigured(reason)
            | PlatformError::Unreachable(reason)
            | PlatformError::Late(reason)
            | PlatformError::TooLarge(reason)
            | PlatformError::Denied(reason) => reason.clone(),
            PlatformError::Lacking { platform, functions } => Self::FunctionsLacking {
                platform: (*platform).to_owned(),
                names: functions.join(", "),
            },
            PlatformError::CapabilityMissing {
                platform,
                capability,
                purpose,
            } => Self::CapabilityMissing {
                platform: (*platform).to_owned(),
                capability: (*capability).to_owned(),
                purpose: *purpose,
            },
        }
    }
}
