//! What a job can do with many rows.

use sea_orm::{DeriveActiveEnum, EnumIter, Iterable};
use selaras_reasons::Word;
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// What a job does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, EnumIter, DeriveActiveEnum, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum Verb {
    /// Source to dashboard.
    Sync,
    /// Dashboard to platform.
    Export,
    /// Into the courses on the platform.
    #[serde(rename = "enroll")]
    #[sea_orm(string_value = "enroll")]
    Enrol,
    /// Out of the courses on the platform.
    #[serde(rename = "unenroll")]
    #[sea_orm(string_value = "unenroll")]
    Unenrol,
    /// Out of the dashboard.
    Delete,
    /// Undoes another job.
    Undo,
    /// From Zoom's reports into the dashboard.
    Import,
    /// Brings one person in step on all sides.
    Mend,
    /// Source against dashboard against platform.
    Compare,
    /// The whole campus, from the source to the platform.
    Align,
    /// Plans an align.
    Plan,
    /// Hides the courses of a semester that has ended.
    Close,
    /// Looks on the platform for what rows may have there already.
    Scan,
}

impl Verb {
    /// All verbs.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }

    /// The name in the database and in the API.
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
            Self::Close => "close",
            Self::Scan => "scan",
        }
    }

    /// The name for people, at the beginning of a sentence.
    pub const fn title(self) -> Word {
        match self {
            Self::Sync => Word::Sync,
            Self::Export => Word::Export,
            Self::Enrol => Word::Enroll,
            Self::Unenrol => Word::Unenroll,
            Self::Delete => Word::Deletion,
            Self::Undo => Word::Undoing,
            Self::Import => Word::Import,
            Self::Mend => Word::Mending,
            Self::Compare => Word::Comparison,
            Self::Align => Word::Alignment,
            Self::Plan => Word::Plan,
            Self::Close => Word::Closing,
            Self::Scan => Word::Scan,
        }
    }
}

impl fmt::Display for Verb {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sea_orm::ActiveEnum;

    #[test]
    fn database_and_api_spell_verbs_alike() {
        for verb in Verb::all() {
            assert_eq!(verb.to_value(), verb.as_str());
            assert_eq!(serde_json::to_value(verb).unwrap(), verb.as_str());
        }
    }
}
