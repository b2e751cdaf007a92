//! What can become of a row, by whatever a job does: each word has one meaning, from the database to the browser.

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
    /// Not known: the job broke off before its turn, or its answer was lost.
    Untried,
    /// Changed on both sides, or twice in the source, or written again since: left as it is.
    Conflict,
    /// New in the dashboard, or on the platform.
    Created,
    /// Changed in the dashboard, or on the platform.
    Updated,
    /// As it was.
    Unchanged,
    /// Gone from the source, and flagged so.
    Missing,
    /// Put into its course on the platform.
    Enrolled,
    /// Taken out of its course on the platform, or of the group of its class where another class keeps it in the course.
    Unenrolled,
    /// Its enrolment on the platform is suspended.
    Suspended,
    /// Its enrolment on the platform is active again.
    Reactivated,
    /// Changed from the group of one class to that of another of the same course, and in nothing else.
    Moved,
    /// Deleted from the dashboard.
    Deleted,
    /// Brought back as it was before another job.
    Restored,
    /// Taken away again, for another job had made it.
    Removed,
    /// Compared: alike on all sides.
    InStep,
    /// Compared: the source has it, the dashboard does not.
    MissingHere,
    /// Compared: the dashboard has it of the source, which does not list it any more.
    MissingSource,
    /// Compared: the platform does not have it.
    MissingThere,
    /// Compared: changed at the source.
    ChangedSource,
    /// Compared: changed in the dashboard.
    ChangedHere,
    /// Compared: changed on the platform.
    ChangedThere,
    /// Compared: changed on two sides.
    ChangedBoth,
    /// Not in its course on the platform: compared, or found so when it was to be suspended.
    NotEnrolled,
    /// Compared: in a course on the platform, and not by the dashboard.
    ByHand,
}

impl Outcome {
    /// All of them, in the order of their declaration: what needs a person comes first.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }

    /// As the database and the browser spell it.
    pub fn word(self) -> String {
        self.to_value()
    }

    /// The outcome of that spelling.
    pub fn parse(word: &str) -> Option<Self> {
        Self::try_from_value(&word.to_owned()).ok()
    }

    /// Whether a row of this outcome has been dealt with. One that is gone from the source was not sent, and of one that
    /// was not tried nothing is known.
    pub const fn is_done(self) -> bool {
        !matches!(self, Self::Missing | Self::Untried)
    }

    /// Whether a job that is taken up again deals with such a row once more, as though it had not.
    pub const fn is_tried_again(self) -> bool {
        matches!(self, Self::Failed | Self::Conflict | Self::Unchanged | Self::Untried)
    }

    /// Whether such a row was not done.
    pub const fn is_trouble(self) -> bool {
        matches!(self, Self::Failed | Self::Conflict | Self::Untried)
    }

    /// Whether a row of the dashboard was written, so that it can be written back.
    pub const fn is_written_here(self) -> bool {
        matches!(self, Self::Created | Self::Updated | Self::Missing | Self::Deleted)
    }

    /// Whether a comparison found the row otherwise on the platform than here.
    pub const fn is_different_there(self) -> bool {
        matches!(
            self,
            Self::MissingThere | Self::ChangedThere | Self::ChangedBoth | Self::NotEnrolled | Self::ByHand
        )
    }

    /// Whether somebody left a course on the platform, into which they can be brought back.
    pub const fn is_leaving(self) -> bool {
        matches!(self, Self::Suspended | Self::Unenrolled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_and_the_browser_spell_an_outcome_alike() {
        for outcome in Outcome::all() {
            assert_eq!(serde_json::to_value(outcome).unwrap(), outcome.word());
            assert_eq!(Outcome::parse(&outcome.word()), Some(outcome));
        }
        for word in ["", "Failed", "in step", "gagal"] {
            assert_eq!(Outcome::parse(word), None);
        }
    }
}
