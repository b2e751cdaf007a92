//! Why Zoom did not do as asked.

/// Why Zoom did not do as asked. The texts are shown to people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ZoomError {
    /// A setting cannot be right.
    #[error("Zoom belum dapat dihubungi: {0}")]
    NotConfigured(String),
    /// Zoom does not let this account or application in.
    #[error("Zoom menolak: {0}")]
    Denied(String),
    /// The day's calls are used up.
    #[error("Batas harian panggilan Zoom sudah tercapai. Coba lagi {0}.")]
    Exhausted(String),
    /// No answer, also after repeats.
    #[error("Zoom tidak menjawab: {0}")]
    Unreachable(String),
    /// Zoom refused this one call.
    #[error("Zoom menolak permintaan ini: {0}")]
    Refused(String),
    /// The answer is not what Zoom documents.
    #[error("Jawaban Zoom tidak dikenali: {0}")]
    Unreadable(String),
}

/// The result of a call to Zoom.
pub type Result<T> = std::result::Result<T, ZoomError>;

impl ZoomError {
    /// Whether it is about the one thing that was asked for, so that other calls may well succeed.
    pub const fn is_of_one_call(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::Unreadable(_))
    }
}
