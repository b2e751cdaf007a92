//! A learning platform, and the connector for Moodle.
//!
//! The engine knows only [`LearningPlatform`]. A call takes one batch and answers for each row of it, in order: nothing
//! about batching, splitting or looking up leaves the connector.

mod finding;
pub mod moodle;

use std::sync::Arc;

use async_trait::async_trait;
use selaras_kinds::object::{Membership, Object, PlatformId, Role, Sort};

pub use finding::{Finding, Standing};

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
    /// A sentence in Indonesian that tells an administrator what is wrong and what to do.
    pub reason: String,
    /// The platform's own code, for the technical log.
    pub code: String,
}

/// Why a whole call came to nothing. The rows of the batch are not to blame.
#[derive(Debug, thiserror::Error)]
pub enum PlatformError {
    /// No platform is configured, or a setting is wrong. Holds a sentence in Indonesian.
    #[error("{0}")]
    NotConfigured(String),
    /// The platform did not answer, or answered with something that is no answer, after all retries.
    #[error("Moodle tidak menjawab: {0}")]
    Unreachable(String),
    /// The token is unknown, expired or may not call this function.
    #[error("Moodle menolak token: {0}")]
    Denied(String),
    /// The token lives, but may not call all that the job takes. Holds the functions that it lacks.
    #[error(
        "Token Moodle belum boleh memanggil {}. Tambahkan ke layanan web Selaras di Moodle (Administrasi situs > Server > Layanan web > Layanan eksternal > Fungsi), lalu ulangi. Belum ada baris yang dikirim.",
        .0.join(", ")
    )]
    Lacking(Vec<String>),
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
    /// Taking people out of courses and groups.
    Unenrolling,
    /// Reading back what is there, for the report of differences.
    Comparing,
}

impl Need {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Categories,
        Self::Courses,
        Self::Groups,
        Self::Accounts,
        Self::Enrolling,
        Self::Unenrolling,
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

/// A person's place in a course, as the platform has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enrolment {
    /// The person's account.
    pub user: PlatformId,
    /// The account's login name.
    pub username: String,
    /// What people call the person.
    pub name: String,
    /// The person's parts, as far as they are ours to give.
    pub roles: Vec<Role>,
    /// The groups of the course that the person is in.
    pub groups: Vec<PlatformId>,
}

/// A learning platform.
#[async_trait]
pub trait LearningPlatform: Send + Sync {
    /// Name, release and the functions that may be called.
    async fn site(&self) -> Result<Site, PlatformError>;

    /// The platform for one job that does what `needs` says. Asks once whether it may, and remembers what it asks later,
    /// so that nothing is asked twice.
    ///
    /// # Errors
    /// [`PlatformError::Lacking`]: names all that the token may not call, before anything is sent.
    async fn session(&self, needs: &[Need]) -> Result<Arc<dyn LearningPlatform>, PlatformError>;

    /// Looks at everything that an export needs. Changes nothing.
    async fn inspect(&self) -> Vec<Finding>;

    /// The settings by name, without secrets.
    fn settings(&self) -> Vec<(&'static str, String)>;

    /// How the engine is to cut batches of the variant of `sample`.
    fn limits(&self, sample: &Object) -> Limits;

    /// How the engine is to cut batches of memberships.
    fn membership_limits(&self) -> Limits;

    /// Makes the objects, all of one variant. Answers for each, in order. Nothing is looked up that was not refused.
    async fn create(&self, objects: &[Object]) -> Result<Vec<Outcome>, PlatformError>;

    /// Changes objects of one variant whose ids are known. Answers for each, in order.
    async fn update(&self, objects: &[(PlatformId, Object)]) -> Result<Vec<Outcome>, PlatformError>;

    /// Enrols each person and puts them in their group; again is no error. Answers for each, in order.
    async fn enrol(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError>;

    /// Takes each person out of the group of the class alone, for those who stay in the course through another class;
    /// who is not in it is no error. Answers for each, in order.
    async fn leave_groups(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError>;

    /// Takes each person out of the course; who is not in it is no error. Answers for each, in order.
    ///
    /// Leaving the course is leaving all groups of it. A person who stays in the course through another class must not
    /// be among these but among those of [`Self::leave_groups`]: the caller decides that, for it knows all memberships.
    /// `group` names the group that is left with the course; `None` where the class is a course of its own.
    async fn unenrol(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError>;

    /// What the platform has under these ids, beside what it should have there; what it does not tell counts as it should
    /// be. Answers for each, in order: nothing where it knows the id not.
    async fn read(&self, expected: &[(PlatformId, Object)]) -> Result<Vec<Option<Object>>, PlatformError>;

    /// Everybody who is in a course; nothing where there is no such course.
    async fn enrolled(&self, course: PlatformId) -> Result<Option<Vec<Enrolment>>, PlatformError>;
}
