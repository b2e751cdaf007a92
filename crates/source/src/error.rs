//! The errors of reading a list.

use selaras_reasons::Reason;
use std::fmt;
use std::time::Duration;

pub use crate::table_fault::{Disguise, Origin, TableFault};

/// The source did not give a complete list. Its [`Reason`] says what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError {
    /// The source's display name.
    pub name: String,
    /// What went wrong.
    pub fault: Fault,
}

/// What went wrong with a reply of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The settings cannot be used: the technical reason.
    Settings(String),
    /// No connection, refused or to an unknown host: the technical reason.
    Connect(String),
    /// The certificate of `source.base_url` is not trusted, for this reason.
    Untrusted(Box<Reason>),
    /// Nothing arrived within the time-out.
    Timeout(Duration),
    /// A running query returned nothing within the time-out.
    Overdue(Duration),
    /// An HTTP status other than success, with the pause that the source asks for.
    Status {
        /// The HTTP status.
        status: u16,
        /// The value of `Retry-After`.
        retry_after: Option<Duration>,
    },
    /// The source redirects the caller to another address, which is not followed.
    Redirected {
        /// The other address.
        to: String,
    },
    /// The source itself reported a failure, with this text.
    Reported(String),
    /// The source itself answered, with HTTP 404 and this text, that the requested thing is unknown.
    NotThere(String),
    /// The reply is not a list, for this reason.
    Malformed(Box<Reason>),
    /// The reply ended before the list did.
    Truncated {
        /// Rows that had arrived.
        rows: u64,
    },
    /// The connection broke during the reply: the technical reason.
    Broken {
        /// Rows that had arrived.
        rows: u64,
        /// The technical reason.
        reason: String,
    },
    /// The replies of a list exceed the size limit.
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// A reply that must be held in memory as a whole exceeds the size limit.
    PageTooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// The database of `source.sql.url` denies access: its own words.
    NoEntry(String),
    /// The folder of `source.files.folder` cannot be read: the technical reason.
    NoFolder(String),
    /// The folder of `source.files.folder` did not answer in time.
    FolderSilent,
    /// No setting says where this list is read from.
    Unset {
        /// The list.
        list: &'static str,
    },
    /// A query or a file is not a valid table of its list.
    Table {
        /// The query or file.
        origin: Origin,
        /// What is wrong with it.
        what: TableFault,
    },
}

impl SourceError {
    /// True if the source was too slow.
    pub fn is_timeout(&self) -> bool {
        matches!(self.fault, Fault::Timeout(_) | Fault::Overdue(_) | Fault::FolderSilent)
    }

    /// True if the source does not know the requested thing: a class that does not exist, or a wrong address.
    pub fn is_absence(&self) -> bool {
        matches!(self.fault, Fault::Status { status: 404, .. } | Fault::NotThere(_))
    }
}

impl Fault {
    /// A reply that is not a list, with the reason.
    pub(crate) fn malformed(why: Reason) -> Self {
        Self::Malformed(Box::new(why))
    }

    /// The task that reads or looks for a file ended unexpectedly.
    pub(crate) fn stopped() -> Self {
        Self::Broken {
            rows: 0,
            reason: "its reader stopped".to_owned(),
        }
    }

    /// True if the same call may succeed soon after. A slow query would be as slow again, and the database may still be
    /// running it.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            Self::Connect(_) | Self::Timeout(_) | Self::Truncated { .. } | Self::Broken { .. } => true,
            Self::Status { status, .. } => *status == 429 || *status >= 500,
            _ => false,
        }
    }
}

impl From<&SourceError> for Reason {
    fn from(error: &SourceError) -> Self {
        let source = error.name.clone();
        match &error.fault {
            Fault::Settings(message) => Self::SourceSettings {
                source,
                message: message.clone(),
            },
            Fault::Connect(message) => Self::SourceAway {
                source,
                message: message.clone(),
            },
            Fault::Untrusted(why) => Self::SourceUntrusted {
                source,
                why: why.clone(),
            },
            Fault::Timeout(waited) | Fault::Overdue(waited) => slow(source, *waited),
            Fault::Status { status: 429, .. } => Self::SourceBusy { source },
            Fault::Status {
                status: status @ (401 | 403),
                ..
            } => Self::SourceRefuses {
                source,
                status: u64::from(*status),
            },
            Fault::Status { status: 404, .. } => Self::SourceAddressUnknown { source },
            Fault::Status { status, .. } => Self::SourceTroubled {
                source,
                status: u64::from(*status),
            },
            Fault::Redirected { to } => Self::SourceRedirects { source, to: to.clone() },
            Fault::Reported(text) if text.is_empty() => Self::SourceReportedNothing { source },
            Fault::Reported(text) | Fault::NotThere(text) => Self::SourceReported {
                source,
                message: text.clone(),
            },
            Fault::Malformed(why) => Self::SourceUnreadable {
                source,
                why: why.clone(),
            },
            Fault::Truncated { rows } | Fault::Broken { rows, .. } => Self::SourceBrokeOff { source, found: *rows },
            Fault::TooLarge { limit } => Self::SourceTooLarge {
                source,
                limit: limit / 1_000_000,
            },
            Fault::PageTooLarge { limit } => Self::SourcePageTooLarge {
                source,
                limit: limit / 1_000_000,
            },
            Fault::NoEntry(message) => Self::SourceNoEntry {
                source,
                message: message.clone(),
            },
            Fault::NoFolder(message) => Self::SourceNoFolder {
                source,
                message: message.clone(),
            },
            Fault::FolderSilent => Self::SourceFolderSilent { source },
            Fault::Unset { list } => Self::SourceListUnset {
                source,
                list: (*list).to_owned(),
            },
            Fault::Table { origin, what } => Self::SourceTable {
                origin: Box::new(Self::from(origin)),
                what: Box::new(Self::from(what)),
            },
        }
    }
}

/// The reason for a source that took longer than `waited`, with the time in words.
fn slow(source: String, waited: Duration) -> Reason {
    match waited.as_secs() {
        0 => Reason::SourceSlowMilliseconds {
            source,
            milliseconds: u64::from(waited.subsec_millis()),
        },
        seconds if seconds >= 120 && seconds % 60 == 0 => Reason::SourceSlowMinutes {
            source,
            minutes: seconds / 60,
        },
        seconds => Reason::SourceSlow { source, seconds },
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        Reason::from(self).fmt(out)
    }
}

impl std::error::Error for SourceError {}
