//! What can be done with many rows.

use serde::{Deserialize, Serialize};
use std::fmt;

/// An action on the rows of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verb {
    /// Source to dashboard.
    Sync,
    /// Dashboard to platform.
    Export,
    /// Into the courses on the platform.
    #[serde(rename = "enroll")]
    Enrol,
    /// Out of the courses on the platform.
    #[serde(rename = "unenroll")]
    Unenrol,
    /// Out of the dashboard.
    Delete,
    /// What another job did, taken back.
    Undo,
    /// From Zoom's reports into the dashboard.
    Import,
    /// One person, brought in step on all sides.
    Mend,
    /// Source against dashboard against platform.
    Compare,
    /// The whole campus, from the source to the platform.
    Align,
    /// What that would do.
    Plan,
}

impl Verb {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Sync,
        Self::Export,
        Self::Enrol,
        Self::Unenrol,
        Self::Delete,
        Self::Undo,
        Self::Import,
        Self::Mend,
        Self::Compare,
        Self::Align,
        Self::Plan,
    ];

    /// As the database and the browser spell it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sync => "sync",
            Self::Export => "export",
            Self::Enrol => "enroll",
            Self::Unenrol => "unenroll",
            Self::Delete => "delete",
            Self::Undo => "undo",
            Self::Import => "import",
            Self::Mend => "mend",
            Self::Compare => "compare",
            Self::Align => "align",
            Self::Plan => "plan",
        }
    }

    /// The verb of that spelling.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verb| verb.as_str() == text)
    }

    /// As people read the verb of that spelling, known or not.
    pub(crate) fn title_of(text: &str) -> &'static str {
        Self::parse(text).map_or("Tindakan", Self::title)
    }

    /// As people read it, at the beginning of a sentence.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Sync => "Sinkronisasi",
            Self::Export => "Export",
            Self::Enrol => "Enroll",
            Self::Unenrol => "Unenroll",
            Self::Delete => "Penghapusan",
            Self::Undo => "Pengurungan",
            Self::Import => "Import",
            Self::Mend => "Perbaikan",
            Self::Compare => "Pemeriksaan",
            Self::Align => "Penyelarasan",
            Self::Plan => "Rencana",
        }
    }
}

impl fmt::Display for Verb {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}
