//! A learning platform, and the connector for Moodle.
//!
//! The engine knows only [`LearningPlatform`]. A call takes one batch and answers for each row of it, in order: nothing
//! about batching, splitting or looking up leaves the connector.

mod batch;
mod finding;
pub mod moodle;
mod presence;

use std::sync::Arc;

use async_trait::async_trait;
use selaras_kinds::object::{Membership, Object, PlatformId, Sort};
use selaras_reasons::{Reason, Word};

use batch::InOrder;
pub use batch::{Batch, Known};
pub use finding::{Finding, Standing};
pub use presence::{
    AccountAsked, AccountStanding, Enrolment, EnrolmentState, Grades, GroupChange, LastAccess, PersonInCourse,
    Suspension,
};

/// What became of one object that was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The platform made it and gave it this id.
    Created(PlatformId),
    /// It was there already, made by an earlier export or by hand under the same natural key, and is ours now.
    Adopted(PlatformId),
    /// It was there and has been changed.
    Updated,
    /// It was there under an id that the platform does not know any more: it must be created again.
    Gone,
    /// The platform does not take it.
    Refused(Refusal),
}

/// Why the platform does not take a row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Refusal {
    /// What is wrong and what to do, for an administrator.
    pub reason: Reason,
    /// The platform's own code, for the technical log.
    pub code: String,
}

/// Why a whole call came to nothing. The rows of the batch are not to blame.
#[derive(Debug, thiserror::Error)]
#[error("{}", Reason::from(self))]
pub enum PlatformError {
    /// No platform is configured, or a setting is wrong.
    NotConfigured(Reason),
    /// The platform did not answer, or answered with something that is no answer, after all retries.
    Unreachable(Reason),
    /// The platform did not answer in the time given, after all retries.
    Late(Reason),
    /// The token is unknown, expired or may not call this function.
    Denied(Reason),
    /// The token lives, but may not call all that the job takes.
    Lacking {
        /// What people call the platform.
        platform: &'static str,
        /// The functions that it lacks.
        functions: Vec<String>,
    },
    /// The token's user lacks a capability without which the job would take people who are there for nobody, or fail half
    /// way.
    CapabilityMissing {
        /// What people call the platform.
        platform: &'static str,
        /// The capability's name on the platform.
        capability: &'static str,
        /// What it is for.
        purpose: Word,
    },
}

impl From<&PlatformError> for Reason {
    fn from(error: &PlatformError) -> Self {
        match error {
            PlatformError::NotConfigured(reason)
            | PlatformError::Unreachable(reason)
            | PlatformError::Late(reason)
            | PlatformError::Denied(reason) => reason.clone(),
            PlatformError::Lacking { platform, functions } => Self::FunctionsLacking {
                platform: (*platform).to_owned(),
                names: functions.join(", "),
            },
            PlatformError::CapabilityMissing {
                platform,
                capability,
                purpose,
            } => Self::CapabilityMissing {
                platform: (*platform).to_owned(),
                capability: (*capability).to_owned(),
                purpose: *purpose,
            },
        }
    }
}

/// Something that a job does on the platform, and that its token must allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Need {
    /// Making and changing categories.
    Categories,
    /// Making and changing courses.
    Courses,
    /// Making and changing groups.
    Groups,
    /// Making and changing accounts.
    Accounts,
    /// Putting people into courses and groups.
    Enrolling,
    /// Removing people from courses and groups.
    Unenrolling,
    /// Closing courses to people without removing them.
    Suspending,
    /// Moving people from one group of a course to another.
    Regrouping,
    /// Seeing which enrolments are suspended.
    Reviewing,
    /// Seeing who has grades, before enrolments are removed.
    Grading,
    /// Reading back what is there, for the report of differences.
    Comparing,
}

impl Need {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Categories,
        Self::Courses,
        Self::Groups,
        Self::Accounts,
        Self::Enrolling,
        Self::Unenrolling,
        Self::Suspending,
        Self::Regrouping,
        Self::Reviewing,
        Self::Grading,
        Self::Comparing,
    ];

    /// What making objects of this sort takes.
    pub const fn of(sort: Sort) -> Self {
        match sort {
            Sort::Category => Self::Categories,
            Sort::Course => Self::Courses,
            Sort::Group => Self::Groups,
            Sort::Account => Self::Accounts,
        }
    }
}

/// How much one call may carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Rows in one batch.
    pub rows: usize,
    /// Batches to have under way at once as things stand: one more than calls are made, so that the next is at hand.
    pub in_flight: usize,
}

/// What the platform says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// Its name.
    pub name: String,
    /// Its release, such as `5.1+ (Build: 20251017)`.
    pub release: String,
    /// The functions that the token may call.
    pub functions: Vec<String>,
}

/// A learning platform.
///
/// An answer of several rows has one for each, in their order.
#[async_trait]
pub trait LearningPlatform: Send + Sync {
    /// What people call it.
    fn name(&self) -> &'static str;

    /// Name, release and the functions that may be called.
    async fn site(&self) -> Result<Site, PlatformError>;

    /// The platform for one job that does what `needs` says. Asks once whether it may, and remembers what it asks later,
    /// so that nothing is asked twice.
    ///
    /// # Errors
    /// Before anything is sent: [`PlatformError::Lacking`] names all functions that the token may not call,
    /// [`PlatformError::CapabilityMissing`] the first capability that it lacks.
    async fn session(&self, needs: &[Need]) -> Result<Arc<dyn LearningPlatform>, PlatformError>;

    /// What a session has met that somebody should look at, though the work got done: each once, with the mend. To be
    /// asked at the end of the job.
    fn warnings(&self) -> Vec<Finding>;

    /// An object as it is called here: what an account's username is may be a setting.
    fn named(&self, object: Object) -> Object;

    /// Looks at everything that an export needs. Changes nothing.
    async fn inspect(&self) -> Vec<Finding>;

    /// The settings by name, without secrets.
    fn settings(&self) -> Vec<(&'static str, Reason)>;

    /// How the engine is to cut batches of objects of a sort.
    fn limits(&self, sort: Sort) -> Limits;

    /// How many memberships the engine had best hand over at once. It may hand over more, and the more there are, the
    /// better the calls can be laid out; what came of them is told when all of them are through.
    fn membership_limits(&self) -> Limits;

    /// Makes the objects. Nothing is looked up that was not refused.
    async fn create(&self, batch: &Batch) -> Result<Vec<Outcome>, PlatformError>;

    /// Changes objects.
    async fn update(&self, objects: &Known) -> Result<Vec<Outcome>, PlatformError>;

    /// What the platform has under these ids; what it does not tell counts as it should be. Nothing where it knows the id
    /// not.
    async fn read(&self, expected: &Known) -> Result<Vec<Option<Object>>, PlatformError>;

    /// Enrols each person and puts them in their group; again is no error. Who was suspended is active again.
    ///
    /// Memberships of many courses may be handed over at once: the platform is asked for as much together as it does
    /// together, whatever their order.
    async fn enrol(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError>;

    /// Closes the course to each person. Grades and groups stay. Nobody is enrolled by this who was not in the course; whoever may
    /// only be hidden from the token is refused.
    async fn suspend(&self, memberships: &[Membership]) -> Result<Vec<Result<Suspension, Refusal>>, PlatformError>;

    /// Opens the course again to those to whom [`Self::suspend`] closed it. Their groups are not touched.
    async fn reactivate(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError>;

    /// Takes each person out of the group of the class alone, for those who stay in the course through another class;
    /// who is not in it is no error.
    async fn leave_groups(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError>;

    /// Moves each person from one group of a course to another; again is no error. The enrolment is not touched.
    async fn change_groups(&self, changes: &[GroupChange]) -> Result<Vec<Result<(), Refusal>>, PlatformError>;

    /// Removes each person from the course; who is not in it is no error. **Grades in the course go with it.**
    ///
    /// Leaving the course is leaving all groups of it. A person who stays in the course through another class must not
    /// be among these but among those of [`Self::leave_groups`]: the caller decides that, for it knows all memberships.
    /// `group` names the group that is left with the course; `None` where the class is a course of its own.
    async fn unenrol(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError>;

    /// Everybody who is in a course, the suspended too; nothing where there is no such course.
    async fn enrolled(&self, course: PlatformId) -> Result<Option<Vec<Enrolment>>, PlatformError>;

    /// How one account stands; nothing where there is none.
    async fn account(&self, asked: &AccountAsked) -> Result<Option<AccountStanding>, PlatformError>;

    /// Whether each person has grades in the course. Costs about one call for each person.
    async fn grades(&self, people: &[PersonInCourse]) -> Result<Vec<Grades>, PlatformError>;

    /// Makes objects of any sorts, a batch for each sort.
    async fn create_objects(&self, objects: &[Object]) -> Result<Vec<Outcome>, PlatformError> {
        let mut outcomes = InOrder::new();
        for (batch, places) in Batch::sorted(objects.iter().cloned()) {
            outcomes.put(places, self.create(&batch).await?);
        }
        Ok(outcomes.all())
    }

    /// Changes objects of any sorts, a batch for each sort.
    async fn update_objects(&self, objects: &[(PlatformId, Object)]) -> Result<Vec<Outcome>, PlatformError> {
        let mut outcomes = InOrder::new();
        for (batch, places) in Known::sorted(objects.iter().cloned()) {
            outcomes.put(places, self.update(&batch).await?);
        }
        Ok(outcomes.all())
    }

    /// Reads objects of any sorts, a batch for each sort.
    async fn read_objects(&self, expected: &[(PlatformId, Object)]) -> Result<Vec<Option<Object>>, PlatformError> {
        let mut found = InOrder::new();
        for (batch, places) in Known::sorted(expected.iter().cloned()) {
            found.put(places, self.read(&batch).await?);
        }
        Ok(found.all())
    }
}
