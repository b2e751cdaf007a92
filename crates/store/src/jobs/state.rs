//! The states of a job, and the kinds of failure.

use sea_orm::{ActiveEnum, DeriveActiveEnum, EnumIter, Iterable};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, EnumIter, DeriveActiveEnum, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum JobState {
    /// It waits for a worker.
    Queued,
    /// A worker runs it.
    Running,
    /// It came to its end.
    Done,
    /// It broke off, or none of its rows could be done.
    Failed,
    /// A user stopped it.
    Cancelled,
}

impl JobState {
    /// All states.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }

    /// The word in the database and in the API.
    pub fn word(self) -> String {
        self.to_value()
    }

    /// True if the job has ended.
    pub const fn is_end(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// What sort of failure ended a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, EnumIter, DeriveActiveEnum, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[schema(as = JobFailure)]
pub enum Failure {
    /// No row could be done, each for a reason of its own.
    Rows,
    /// The source did not give its list.
    Source,
    /// The source did not give its list in time.
    SourceLate,
    /// The platform failed.
    Platform,
    /// The platform did not answer in time.
    PlatformLate,
    /// The platform's token lacks a capability without which nothing is sent.
    Capability,
    /// Zoom failed.
    Zoom,
    /// There is no such row.
    NotFound,
    /// It cannot be done as ordered.
    Refused,
    /// Its task in the database is unreadable.
    Damaged,
    /// The data has changed since the confirmation.
    Moved,
    /// The guard asks to type the kind's name.
    Guard,
    /// The disk that holds the dashboard's data is full.
    DiskFull,
    /// Selaras itself failed.
    Internal,
}

impl Failure {
    /// All failures.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }

    /// The word in the database and in the API.
    pub fn word(self) -> String {
        self.to_value()
    }

    /// True if the platform is the cause.
    pub const fn is_platforms(self) -> bool {
        matches!(self, Self::Platform | Self::PlatformLate | Self::Capability)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn database_and_api_spell_states_and_failures_alike() {
        for state in JobState::all() {
            assert_eq!(serde_json::to_value(state).unwrap(), state.word());
        }
        for failure in Failure::all() {
            assert_eq!(serde_json::to_value(failure).unwrap(), failure.word());
        }
    }
}
