//! The outcomes of a row in any job. Each word has the same meaning from the database to the browser.

use sea_orm::{ActiveEnum, DeriveActiveEnum, EnumIter, Iterable};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What became of one row in a job.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    EnumIter,
    DeriveActiveEnum,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Outcome {
    /// Not done, for a reason of its own.
    Failed,
    /// Unknown: the job broke off before its turn, or its answer was lost.
    Untried,
    /// Changed on both sides, or twice in the source, or written again since: left alone.
    Conflict,
    /// New in the dashboard, or on the platform.
    Created,
    /// Changed in the dashboard, or on the platform.
    Updated,
    /// Unchanged.
    Unchanged,
    /// Gone from the source, and flagged so.
    Missing,
    /// Put into its course on the platform.
    Enrolled,
    /// Taken out of its course on the platform. If another class keeps it in the course, only taken out of the group of its
    /// class.
    Unenrolled,
    /// Its enrolment on the platform is suspended.
    Suspended,
    /// Its person should have left, but its course on the platform is still open to them.
    StillOpen,
    /// Its enrolment on the platform is active again.
    Reactivated,
    /// Moved from the group of one class to that of another in the same course, with no other change.
    Moved,
    /// Its course on the platform was hidden from students.
    Hidden,
    /// Its course on the platform was shown to students again.
    Shown,
    /// Deleted from the dashboard.
    Deleted,
    /// Restored to its state before another job.
    Restored,
    /// Deleted again, because another job had created it.
    Removed,
    /// Compared: equal on all sides.
    InStep,
    /// Compared: in the source, but not in the dashboard.
    MissingHere,
    /// Compared: in the dashboard from the source, which no longer lists it.
    MissingSource,
    /// Compared: missing on the platform.
    MissingThere,
    /// Compared: changed at the source.
    ChangedSource,
    /// Compared: changed in the dashboard.
    ChangedHere,
    /// Compared: changed on the platform.
    ChangedThere,
    /// Compared: changed on two sides.
    ChangedBoth,
    /// Not in its course on the platform: found by a comparison, or when it should have been suspended.
    NotEnrolled,
    /// Compared: in a course on the platform, but not put there by the dashboard.
    ByHand,
}

impl Outcome {
    /// All outcomes in the order of their declaration: those that need a person's attention come first.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }

    /// The word in the database and in the API.
    pub fn word(self) -> String {
        self.to_value()
    }

    /// The outcome of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::try_from_value(&word.to_owned()).ok()
    }

    /// True if a row of this outcome has been processed. A row gone from the source was not sent, and of an untried row
    /// nothing is known.
    pub const fn is_done(self) -> bool {
        !matches!(self, Self::Missing | Self::Untried)
    }

    /// True if a resumed job processes such a row again.
    pub const fn is_tried_again(self) -> bool {
        matches!(
            self,
            Self::Failed | Self::Conflict | Self::Unchanged | Self::Untried | Self::StillOpen
        )
    }

    /// True if such a row was not done.
    pub const fn is_trouble(self) -> bool {
        matches!(self, Self::Failed | Self::Conflict | Self::Untried | Self::StillOpen)
    }

    /// True if a row of the dashboard was written, so that it can be restored.
    pub const fn is_written_here(self) -> bool {
        matches!(self, Self::Created | Self::Updated | Self::Missing | Self::Deleted)
    }

    /// True if a comparison found the row different on the platform.
    pub const fn is_different_there(self) -> bool {
        matches!(
            self,
            Self::MissingThere | Self::ChangedThere | Self::ChangedBoth | Self::NotEnrolled | Self::ByHand
        )
    }

    /// True if a person left a course on the platform and can be brought back.
    pub const fn is_leaving(self) -> bool {
        matches!(self, Self::Suspended | Self::Unenrolled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn database_and_api_spell_outcomes_alike() {
        for outcome in Outcome::all() {
            assert_eq!(serde_json::to_value(outcome).unwrap(), outcome.word());
            assert_eq!(Outcome::parse(&outcome.word()), Some(outcome));
        }
        for word in ["", "Failed", "in step", "gagal"] {
            assert_eq!(Outcome::parse(word), None);
        }
    }
}
