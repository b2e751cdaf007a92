//! Why an action came to nothing.

use selaras_platform::PlatformError;
use selaras_reasons::Reason;
use selaras_source::SourceError;
use selaras_store::{StoreError, jobs::Failure};
use selaras_zoom::ZoomError;

/// Why a whole action came to nothing. The texts are shown to people.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The source did not give its list.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The platform did not take part.
    #[error(transparent)]
    Platform(#[from] PlatformError),
    /// Zoom did not take part.
    #[error(transparent)]
    Zoom(#[from] ZoomError),
    /// The dashboard's own database failed. The reason is for the technical log.
    #[error("Database Selaras bermasalah. Coba lagi; bila terulang, hubungi pengelola server.")]
    Store(#[from] StoreError),
    /// The action cannot be done as asked.
    #[error("{0}")]
    Refused(String),
    /// What was agreed to is not what would be done now.
    #[error("Data sudah berubah sejak rencana ini ditampilkan. Tidak ada yang diubah. Lihat rencana yang baru.")]
    Moved,
    /// The guard wants the kind's name typed.
    #[error("{0}")]
    Guarded(String),
    /// The file that a list waits in failed. The reason is for the technical log.
    #[error("Berkas sementara Selaras bermasalah. Periksa ruang disk, lalu coba lagi.")]
    Spool(std::io::Error),
    /// There is no such row.
    #[error("{0}")]
    NotFound(String),
    /// What a job does cannot be read from the database. The reason is for the technical log.
    #[error(
        "Isi tugas ini rusak di database, jadi tidak dijalankan dan tidak ada yang diubah. Jalankan tindakannya sekali lagi."
    )]
    Damaged(String),
    /// The queue did not take the job. The reason is for the technical log.
    #[error("Antrean tugas bermasalah. Coba lagi; bila terulang, hubungi pengelola server.")]
    Queue(String),
    /// Somebody asked the job to stop.
    #[error("Dibatalkan.")]
    Cancelled,
    /// Another process has taken the job over: this one writes nothing more.
    #[error("Tugas dilanjutkan oleh proses lain.")]
    Superseded,
}

/// The result of an action.
pub type Result<T> = std::result::Result<T, EngineError>;

impl EngineError {
    /// Whether the action has ended before its time for good: another process will not take it up again.
    pub(crate) const fn is_final(&self) -> bool {
        !matches!(self, Self::Superseded)
    }

    /// What people read of it.
    pub(crate) fn reason(&self) -> Reason {
        let text = self.to_string();
        match self {
            Self::Source(_) => Reason::SourceFailed { text },
            Self::Platform(PlatformError::CapabilityMissing { .. }) => Reason::CapabilityMissing { text },
            Self::Platform(_) => Reason::PlatformFailed { text },
            Self::Zoom(_) => Reason::ZoomFailed { text },
            _ => Reason::Refused { text },
        }
    }

    /// What sort of failure it is, for whoever must answer with a status.
    pub fn class(&self) -> Failure {
        match self {
            Self::Source(error) if error.is_timeout() => Failure::SourceLate,
            Self::Source(_) => Failure::Source,
            Self::Platform(PlatformError::CapabilityMissing { .. }) => Failure::Capability,
            Self::Platform(_) => Failure::Platform,
            Self::Zoom(_) => Failure::Zoom,
            Self::NotFound(_) => Failure::NotFound,
            Self::Refused(_) | Self::Cancelled | Self::Superseded => Failure::Refused,
            Self::Damaged(_) => Failure::Damaged,
            Self::Moved => Failure::Moved,
            Self::Guarded(_) => Failure::Guard,
            Self::Store(_) | Self::Queue(_) | Self::Spool(_) => Failure::Internal,
        }
    }
}
