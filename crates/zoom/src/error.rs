//! The errors of Zoom calls.

use selaras_reasons::Reason;

/// Why Zoom did not do as asked. Most variants hold the reason, as the end of a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", Reason::from(self))]
pub enum ZoomError {
    /// A setting is wrong.
    NotConfigured(Reason),
    /// Zoom denies access to this account or application.
    Denied(Reason),
    /// The daily quota is used up; with the time at which it is renewed, as Zoom reports it.
    Exhausted(Option<String>),
    /// No answer after all retries.
    Unreachable(Reason),
    /// Zoom refused this call only.
    Refused {
        /// Zoom's message.
        said: String,
        /// The HTTP status.
        status: u16,
    },
    /// The answer does not match Zoom's documentation.
    Unreadable(Reason),
}

/// The result of a call to Zoom.
pub type Result<T> = std::result::Result<T, ZoomError>;

impl ZoomError {
    /// True if the error concerns only the requested item, so that other calls may succeed.
    pub const fn is_of_one_call(&self) -> bool {
        matches!(self, Self::Refused { .. } | Self::Unreadable(_))
    }
}

impl From<&ZoomError> for Reason {
    fn from(error: &ZoomError) -> Self {
        let boxed = |why: &Self| Box::new(why.clone());
        match error {
            ZoomError::NotConfigured(why) => Self::ZoomNotReady { why: boxed(why) },
            ZoomError::Denied(why) => Self::ZoomDenied { why: boxed(why) },
            ZoomError::Exhausted(None) => Self::ZoomExhausted,
            ZoomError::Exhausted(Some(time)) => Self::ZoomExhaustedUntil { time: time.clone() },
            ZoomError::Unreachable(why) => Self::ZoomUnanswered { why: boxed(why) },
            ZoomError::Refused { said, status } => Self::ZoomRefused {
                said: said.clone(),
                status: u64::from(*status),
            },
            ZoomError::Unreadable(why) => Self::ZoomUnreadable { why: boxed(why) },
        }
    }
}
