//! Why an action came to nothing.

use selaras_platform::PlatformError;
use selaras_reasons::Reason;
use selaras_source::SourceError;
use selaras_store::{StoreError, jobs::Failure};
use selaras_zoom::ZoomError;

/// Why a whole action came to nothing.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.reason())]
pub enum EngineError {
    /// The source did not give its list.
    Source(#[from] SourceError),
    /// The platform did not take part.
    Platform(#[from] PlatformError),
    /// Zoom did not take part.
    Zoom(#[from] ZoomError),
    /// The dashboard's own database failed. The reason is for the technical log.
    Store(#[from] StoreError),
    /// The action cannot be done as asked.
    Refused(Reason),
    /// What was agreed to is not what would be done now.
    Moved,
    /// The guard wants the kind's name typed.
    Guarded(Reason),
    /// The file that a list waits in failed. The reason is for the technical log.
    Spool(std::io::Error),
    /// There is no such row.
    NotFound(Reason),
    /// What a job does cannot be read from the database. The reason is for the technical log.
    Damaged(String),
    /// The queue did not take the job. The reason is for the technical log.
    Queue(String),
    /// Somebody asked the job to stop.
    Cancelled,
    /// Another process has taken the job over: this one writes nothing more.
    Superseded,
    /// The job panicked.
    BrokeOff,
    /// Those who were at the job died again and again.
    Deadly,
}

/// The result of an action.
pub type Result<T> = std::result::Result<T, EngineError>;

impl EngineError {
    /// Whether the action has ended before its time for good: another process will not take it up again.
    pub(crate) const fn is_final(&self) -> bool {
        !matches!(self, Self::Superseded)
    }

    /// True if the database or a temporary file found no room on its disk.
    pub fn is_disk_full(&self) -> bool {
        match self {
            Self::Store(error) => error.is_disk_full(),
            Self::Spool(error) => selaras_store::is_storage_full(error),
            _ => false,
        }
    }

    /// What people read of it.
    pub fn reason(&self) -> Reason {
        match self {
            Self::Source(error) => Reason::from(error),
            Self::Platform(error) => Reason::from(error),
            Self::Zoom(error) => Reason::from(error),
            Self::Refused(reason) | Self::Guarded(reason) | Self::NotFound(reason) => reason.clone(),
            _ if self.is_disk_full() => Reason::DiskFull,
            Self::Store(_) => Reason::DatabaseTroubled,
            Self::Moved => Reason::PlanMoved,
            Self::Spool(_) => Reason::SpoolTroubled,
            Self::Damaged(_) => Reason::JobDamaged,
            Self::Queue(_) => Reason::QueueTroubled,
            Self::Cancelled => Reason::Cancelled,
            Self::Superseded => Reason::Superseded,
            Self::BrokeOff => Reason::JobBrokeOff,
            Self::Deadly => Reason::JobDeadly,
        }
    }

    /// What sort of failure it is, for whoever must answer with a status.
    pub fn class(&self) -> Failure {
        match self {
            Self::Source(error) if error.is_timeout() => Failure::SourceLate,
            Self::Source(_) => Failure::Source,
            Self::Platform(PlatformError::CapabilityMissing { .. }) => Failure::Capability,
            Self::Platform(PlatformError::Late(_)) => Failure::PlatformLate,
            Self::Platform(_) => Failure::Platform,
            Self::Zoom(_) => Failure::Zoom,
            Self::NotFound(_) => Failure::NotFound,
            Self::Refused(_) | Self::Cancelled | Self::Superseded => Failure::Refused,
            Self::Damaged(_) => Failure::Damaged,
            Self::Store(_) | Self::Spool(_) if self.is_disk_full() => Failure::DiskFull,
            Self::Moved => Failure::Moved,
            Self::Guarded(_) => Failure::Guard,
            Self::Store(_) | Self::Queue(_) | Self::Spool(_) | Self::BrokeOff | Self::Deadly => Failure::Internal,
        }
    }
}
