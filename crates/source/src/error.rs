//! Why a list could not be had.

use selaras_reasons::Reason;
use std::fmt;
use std::time::Duration;

pub use crate::table_fault::{Origin, TableFault};

/// The source did not give a whole list. Its [`Reason`] says what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError {
    /// What people call the source.
    pub name: String,
    /// What went wrong.
    pub fault: Fault,
}

/// What went wrong with a reply of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The settings cannot be used. Holds the technical reason.
    Settings(String),
    /// No connection: refused, or an unknown host. Holds the technical reason.
    Connect(String),
    /// The certificate of `source.base_url` is not trusted. Holds the technical reason.
    Untrusted(String),
    /// Nothing came in the time that was given.
    Timeout(Duration),
    /// A query that the database was at gave nothing in the time that was given.
    Overdue(Duration),
    /// An HTTP status that is no success; with the pause that the source asks for.
    Status {
        /// The HTTP status.
        status: u16,
        /// What `Retry-After` says.
        retry_after: Option<Duration>,
    },
    /// The source sends the caller to another address, which is not followed.
    Redirected {
        /// The other address.
        to: String,
    },
    /// The source said itself that it failed, with this text.
    Reported(String),
    /// The source said itself, with HTTP 404, that it does not know what it was asked for, with this text.
    NotThere(String),
    /// The reply is not a list. Holds why.
    Malformed(Box<Reason>),
    /// The reply ended before the list did.
    Truncated {
        /// Rows that had arrived.
        rows: u64,
    },
    /// The connection broke while the reply was read. Holds the technical reason.
    Broken {
        /// Rows that had arrived.
        rows: u64,
        /// The technical reason.
        reason: String,
    },
    /// The replies of a list are larger than allowed.
    TooLarge {
        /// Bytes that are allowed.
        limit: u64,
    },
    /// A reply that has to be held whole is larger than allowed.
    PageTooLarge {
        /// Bytes that are allowed.
        limit: u64,
    },
    /// The database of `source.sql.url` does not let Selaras in. Holds the database's own words.
    NoEntry(String),
    /// The folder of `source.files.folder` cannot be read. Holds the technical reason.
    NoFolder(String),
    /// The folder of `source.files.folder` did not answer in its time.
    FolderSilent,
    /// Nothing says where this list is read from.
    Unset {
        /// The list.
        list: &'static str,
    },
    /// A query or a file is not a table of its list.
    Table {
        /// Which query or file.
        origin: Origin,
        /// What is wrong with it.
        what: TableFault,
    },
}

impl SourceError {
    /// Whether the source was too slow, rather than wrong.
    pub fn is_timeout(&self) -> bool {
        matches!(self.fault, Fault::Timeout(_) | Fault::Overdue(_) | Fault::FolderSilent)
    }

    /// Whether the source does not know what it was asked for: a class that there is not, or an address that is wrong.
    pub fn is_absence(&self) -> bool {
        matches!(self.fault, Fault::Status { status: 404, .. } | Fault::NotThere(_))
    }
}

impl Fault {
    /// A reply that is no list, and why.
    pub(crate) fn malformed(why: Reason) -> Self {
        Self::Malformed(Box::new(why))
    }

    /// Whatever was to read a file, or to look for it, ended in a way that nobody foresaw.
    pub(crate) fn stopped() -> Self {
        Self::Broken {
            rows: 0,
            reason: "its reader stopped".to_owned(),
        }
    }

    /// Whether the same call may succeed a moment later. A query that was slow once is as slow again, and the database may
    /// still be at it.
    pub(crate) fn is_passing(&self) -> bool {
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
            Fault::Untrusted(message) => Self::SourceUntrusted {
                source,
                message: message.clone(),
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

/// A source that took longer than `waited`, as people say times.
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
