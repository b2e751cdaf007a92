//! Why Zoom did not do as asked.

use selaras_reasons::Reason;

/// Why Zoom did not do as asked. Most hold why, in the rest of a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", Reason::from(self))]
pub enum ZoomError {
    /// A setting cannot be right.
    NotConfigured(Reason),
    /// Zoom does not let this account or application in.
    Denied(Reason),
    /// The day's calls are used up; with the time from which on there are new ones, as Zoom says it.
    Exhausted(Option<String>),
    /// No answer, also after repeats.
    Unreachable(Reason),
    /// Zoom refused this one call.
    Refused {
        /// What Zoom says of it.
        said: String,
        /// The HTTP status.
        status: u16,
    },
    /// The answer is not what Zoom documents.
    Unreadable(Reason),
}

/// The result of a call to Zoom.
pub type Result<T> = std::result::Result<T, ZoomError>;

impl ZoomError {
    /// Whether it is about the one thing that was asked for, so that other calls may well succeed.
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
