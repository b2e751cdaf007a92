//! Why a notice did not go out.

/// Why a notice did not go out.
#[derive(Debug, thiserror::Error)]
pub enum NotifyError {
    /// A setting is wrong.
    #[error("the setting notify.{setting} (or SELARAS_NOTIFY__{variable}) is wrong: {reason}", variable = setting.to_uppercase())]
    Setting {
        /// The setting.
        setting: &'static str,
        /// What is wrong with it. It never holds the value, which may be a secret.
        reason: String,
    },
    /// The receiver was not reached or refused the notice.
    #[error("{0}")]
    NotTaken(String),
}
