//! The interface to a learning platform.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use async_trait::async_trait;
use selaras_kinds::object::{Cohort, Membership, Object, PlatformId, Role, Sort};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};

use crate::batch::{Batch, InOrder, Known};
use crate::cohort::{CategoryThere, CohortMember, CohortThere, Uses};
use crate::error::{PlatformError, Refusal};
use crate::finding::Finding;
use crate::need::Need;
use crate::platform_file::PlatformFile;
use crate::presence::{AccountAsked, AccountStanding, CourseMember, Departure, Grades, GroupChange, PersonInCourse};

/// The result of sending one object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The platform created it under this id.
    Created(PlatformId),
    /// It existed already under the same natural key, from an earlier export or made by hand. It is ours from now on.
    Adopted(PlatformId),
    /// It existed already under the same natural key, with an idnumber that others gave it. Nothing was written. If no other
    /// row is linked to it, it may be updated; it keeps that idnumber.
    Theirs(PlatformId),
    /// It existed and was changed.
    Updated,
    /// The platform no longer knows its id: it must be created again.
    Gone,
    /// The platform refuses it.
    Refused(Refusal),
}

/// An object to look for on the platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sought {
    /// An account or a course.
    pub object: Object,
    /// The row's own number and code, by which others may know the object, too.
    pub numbers: Vec<String>,
}

/// An account on the platform that may be a person's, or a course that may be a row's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Its id.
    pub id: PlatformId,
    /// Its username or short name.
    pub name: String,
    /// The full name.
    pub label: String,
    /// An account's e-mail address; empty if the platform hides it.
    pub email: String,
    /// Its idnumber; empty if it has none.
    pub idnumber: String,
    /// The category of a course; `None` for an account.
    pub container: Option<PlatformId>,
    /// True if number or name prove that it is the row's, so that an export would adopt it.
    pub proven: bool,
}

/// Whether students see a course.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visible {
    /// They do.
    Yes,
    /// It is hidden.
    No,
    /// The platform does not say so to this token.
    Unknown,
}

/// The size limits of calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Rows in one batch.
    pub rows: usize,
    /// Batches to keep under way at present: one more than the calls in progress, so that the next is ready.
    pub in_flight: usize,
}

/// What the platform reports about itself.
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
/// A method that takes several rows returns one answer per row, in order.
#[async_trait]
pub trait LearningPlatform: Send + Sync {
    /// The platform's display name.
    fn name(&self) -> &'static str;

    /// Name, release and the functions that the token may call.
    async fn site(&self) -> Result<Site, PlatformError>;

    /// Opens the platform for one job that does what `needs` says. It checks permissions once. The session caches answers,
    /// so that nothing is asked twice.
    ///
    /// # Errors
    /// Before anything is sent: [`PlatformError::Lacking`] names all functions that the token may not call,
    /// [`PlatformError::CapabilityMissing`] the first capability that it lacks.
    async fn session(&self, needs: &[Need]) -> Result<Arc<dyn LearningPlatform>, PlatformError>;

    /// Problems that did not stop the session but need an administrator, each once, with the remedy. Call it at the end of
    /// the job.
    fn warnings(&self) -> Vec<Finding>;

    /// The ids that the platform refused as unknown in this session. A refusal may have another cause, so read the objects
    /// before they count as deleted. Call it at the end of the job.
    fn unknown_ids(&self) -> HashSet<(Sort, PlatformId)>;

    /// Adapts an object's names to the settings: an account's username may be its number or its e-mail address.
    fn named(&self, object: Object) -> Object;

    /// True if an account's username is its e-mail address.
    fn usernames_are_addresses(&self) -> bool;

    /// Why the platform is known to refuse this object, as [`Self::named`] returned it. Asks nothing. [`Self::create`] and
    /// [`Self::update`] do not check it again.
    fn refusal_of(&self, object: &Object) -> Option<Refusal>;

    /// Checks everything that an export of a campus with these uses needs. Changes nothing.
    async fn inspect(&self, uses: &Uses) -> Vec<Finding>;

    /// A file for the platform's administrator of a campus with these uses. Asks nothing.
    fn file(&self, file: PlatformFile, uses: &Uses) -> io::Result<Vec<u8>>;

    /// True if an administrator has stated how people with new accounts sign in. Otherwise the platform makes their
    /// passwords and mails them, if it can.
    fn sign_in_is_stated(&self) -> bool;

    /// The settings by name, without secrets.
    fn settings(&self) -> Vec<(&'static str, Reason)>;

    /// Batch limits for objects of a type.
    fn limits(&self, sort: Sort) -> Limits;

    /// How many memberships to pass at once. More are allowed, and more can be distributed better over calls; but all
    /// results come only when all are done.
    fn membership_limits(&self) -> Limits;

    /// Creates the objects. Looks up only rows that were refused.
    async fn create(&self, batch: &Batch) -> Result<Vec<Outcome>, PlatformError>;

    /// Changes objects.
    async fn update(&self, objects: &Known) -> Result<Vec<Outcome>, PlatformError>;

    /// Reads the objects under these ids. Fields that the platform hides are returned as expected. `None` for unknown ids.
    async fn read(&self, expected: &Known) -> Result<Vec<Option<Object>>, PlatformError>;

    /// What the platform has of each of these objects already, although it would take a second one: accounts and courses of
    /// others that bear its number as their idnumber, or courses with its short name in other capitals. A few look-ups for
    /// all: [`Self::create`] looks up only what was refused.
    async fn adoptable(&self, objects: &Batch) -> Result<Vec<Vec<Candidate>>, PlatformError>;

    /// The accounts and courses that may be each row's. One with our idnumber is the only one. Otherwise those with the same
    /// username or short name, ignoring case, or with a number of the row as idnumber; accounts also with the same e-mail address.
    async fn candidates(&self, sought: &[Sought]) -> Result<Vec<Vec<Candidate>>, PlatformError>;

    /// True if the platform has courses that are not ours.
    async fn has_courses_of_others(&self) -> Result<bool, PlatformError>;

    /// Enrols each person and adds them to their group. Repeating it is no error. A suspended person becomes active again. A
    /// person who may enter the course in this role already, by any method, is not enrolled again.
    ///
    /// Memberships of many courses may be passed at once, in any order: the platform is asked for as many together as it
    /// supports.
    async fn enrol(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError>;

    /// Closes the course to each person. Grades and groups stay. It enrols no person who was not in the course. A person with
    /// another role in it than the membership's and `roles` is left alone; `roles` are what memberships of the same list
    /// give. If the platform may be hiding a person from the token, that person is refused.
    async fn suspend(
        &self,
        memberships: &[Membership],
        roles: &[Role],
    ) -> Result<Vec<Result<Departure, Refusal>>, PlatformError>;

    /// Undoes [`Self::suspend`]: the course is open to the person again. Their groups are not touched.
    async fn reactivate(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError>;

    /// Removes each person from the group of the class only, for people who stay in the course through another class. A
    /// person who is not in the group is no error.
    async fn leave_groups(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError>;

    /// Moves each person from one group of a course to another. Repeating it is no error. The enrolment is not touched.
    async fn change_groups(&self, changes: &[GroupChange]) -> Result<Vec<Result<(), Refusal>>, PlatformError>;

    /// Removes each person from the course. A person who is not in it is no error; one who has another role in it, as
    /// in [`Self::suspend`], is left alone. **Grades in the course go with it.**
    ///
    /// Leaving the course means leaving all its groups. A person who stays in the course through another class must go to
    /// [`Self::leave_groups`] instead: the caller decides that, because it knows all memberships. `group` names the group
    /// that is left with the course; it is `None` if the class is a course of its own.
    async fn unenrol(
        &self,
        memberships: &[Membership],
        roles: &[Role],
    ) -> Result<Vec<Result<Departure, Refusal>>, PlatformError>;

    /// All people in a course, including suspended ones. `None` if the course does not exist.
    async fn enrolled(&self, course: PlatformId) -> Result<Option<Vec<CourseMember>>, PlatformError>;

    /// The state of one account. `None` if it does not exist.
    async fn account(&self, asked: &AccountAsked) -> Result<Option<AccountStanding>, PlatformError>;

    /// Whether students see each course; `None` for a course that the platform does not have.
    async fn visibility(&self, courses: &[PlatformId]) -> Result<Vec<Option<Visible>>, PlatformError>;

    /// Shows or hides courses, and changes nothing else of them. Repeating it is no error.
    async fn show(&self, courses: &[PlatformId], visible: bool) -> Result<Vec<Outcome>, PlatformError>;

    /// All categories that the token may see.
    async fn categories(&self) -> Result<Vec<CategoryThere>, PlatformError>;

    /// The cohorts of the site with an idnumber that begins with one of `prefixes`, with all their members.
    async fn cohorts(&self, prefixes: &[String]) -> Result<Vec<CohortThere>, PlatformError>;

    /// Creates cohorts of the site. One with the same idnumber that is there already is adopted.
    async fn create_cohorts(&self, cohorts: &[Cohort]) -> Result<Vec<Outcome>, PlatformError>;

    /// Adds people to cohorts. Returns how many of them are in it now: accounts and cohorts may have been deleted meanwhile.
    async fn add_to_cohorts(&self, members: &[CohortMember]) -> Result<usize, PlatformError>;

    /// Takes people out of cohorts. A person who is in none is no error.
    async fn take_out_of_cohorts(&self, members: &[CohortMember]) -> Result<(), PlatformError>;

    /// Checks whether each person has grades in the course. Costs about one call per person.
    async fn grades(&self, people: &[PersonInCourse]) -> Result<Vec<Grades>, PlatformError>;

    /// Creates objects of any types, one batch per type.
    async fn create_objects(&self, objects: &[Object]) -> Result<Vec<Outcome>, PlatformError> {
        let mut outcomes = InOrder::new();
        for (batch, places) in Batch::sorted(objects.iter().cloned()) {
            outcomes.put(places, self.create(&batch).await?);
        }
        Ok(outcomes.all())
    }

    /// [`Self::adoptable`] for objects of any types.
    async fn adoptable_objects(&self, objects: &[Object]) -> Result<Vec<Vec<Candidate>>, PlatformError> {
        let mut found = InOrder::new();
        for (batch, places) in Batch::sorted(objects.iter().cloned()) {
            found.put(places, self.adoptable(&batch).await?);
        }
        Ok(found.all())
    }

    /// Changes objects of any types, one batch per type.
    async fn update_objects(&self, objects: &[(PlatformId, Object)]) -> Result<Vec<Outcome>, PlatformError> {
        let mut outcomes = InOrder::new();
        for (batch, places) in Known::sorted(objects.iter().cloned()) {
            outcomes.put(places, self.update(&batch).await?);
        }
        Ok(outcomes.all())
    }

    /// Reads objects of any types, one batch per type.
    async fn read_objects(&self, expected: &[(PlatformId, Object)]) -> Result<Vec<Option<Object>>, PlatformError> {
        let mut found = InOrder::new();
        for (batch, places) in Known::sorted(expected.iter().cloned()) {
            found.put(places, self.read(&batch).await?);
        }
        Ok(found.all())
    }
}
