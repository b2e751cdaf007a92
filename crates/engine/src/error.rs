//! Why an action failed.

use selaras_platform::PlatformError;
use selaras_reasons::Reason;
use selaras_source::SourceError;
use selaras_store::{StoreError, jobs::Failure};
use selaras_zoom::ZoomError;

/// Why a whole action failed.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.reason())]
pub enum EngineError {
    /// The source did not deliver its list.
    Source(#[from] SourceError),
    /// The platform failed.
    Platform(#[from] PlatformError),
    /// Zoom failed.
    Zoom(#[from] ZoomError),
    /// The dashboard's own database failed. The reason is for the technical log.
    Store(#[from] StoreError),
    /// The action cannot be done as requested.
    Refused(Reason),
    /// The confirmed plan is not what would be done now.
    Moved,
    /// The guard wants the kind's name typed.
    Guarded(Reason),
    /// The temporary file of a list failed. The reason is for the technical log.
    Spool(std::io::Error),
    /// There is no such row.
    NotFound(Reason),
    /// The stored task of a job cannot be read. The reason is for the technical log.
    Damaged(String),
    /// The queue did not accept the job. The reason is for the technical log.
    Queue(String),
    /// The job was cancelled.
    Cancelled,
    /// Another process has taken the job over; this one must write nothing more.
    Superseded,
    /// The job panicked.
    BrokeOff,
    /// The job's processes died again and again.
    Deadly,
}

/// The result of an action.
pub type Result<T> = std::result::Result<T, EngineError>;

impl EngineError {
    /// True if the action ended early for good: no other process will take it up again.
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

    /// The reason that people read.
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

    /// The class of the failure, which decides the HTTP status.
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
