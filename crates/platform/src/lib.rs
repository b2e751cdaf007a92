//! The interface to a learning platform, and the connector for Moodle.
//!
//! The engine knows only [`LearningPlatform`]. A call takes one batch and returns one answer per row, in order. Batching,
//! bisecting and look-ups stay inside the connector.
//!
//! Modules, each using only those before it: `batch`, `cohort`, `error`, `finding`, `need`, `platform_file` and `presence`;
//! `learning_platform`, the interface; `moodle`, the connector.

mod batch;
mod cohort;
mod error;
mod finding;
mod learning_platform;
pub mod moodle;
mod need;
mod platform_file;
mod presence;

pub use batch::{Batch, Known};
pub use cohort::{CategoryThere, CohortMember, CohortThere, Uses};
pub use error::{PlatformError, Refusal};
pub use finding::{Finding, Standing};
pub use learning_platform::{Candidate, LearningPlatform, Limits, Outcome, Site, Sought, Visible};
pub use need::Need;
pub use platform_file::PlatformFile;
pub use presence::{
    AccountAsked, AccountStanding, CourseMember, Departure, Grades, GroupChange, LastAccess, MemberState, OpenBy,
    PersonInCourse,
};
