//! The dry-run platform: it accepts every write and does nothing. The stages of a campus plan run against it, so that later
//! stages see the objects of earlier ones. Reads of existing objects go to the real platform.

use async_trait::async_trait;
use selaras_kinds::object::{Cohort, Membership, Object, PlatformId, Role, Sort};
use selaras_platform::{
    AccountAsked, AccountStanding, Batch, Candidate, CategoryThere, CohortMember, CohortThere, CourseMember, Departure,
    Finding, Grades, GroupChange, Known, LearningPlatform, Limits, Need, Outcome, PersonInCourse, PlatformError,
    PlatformFile, Refusal, Site, Sought, Uses, Visible,
};
use selaras_reasons::Reason;
use std::{
    collections::HashSet,
    io,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

/// It gives out negative ids; a real platform has none.
#[derive(Clone)]
pub(super) struct DryRunPlatform {
    real: Arc<dyn LearningPlatform>,
    last: Arc<AtomicI64>,
}

/// Every write succeeds.
type AllDone = Result<Vec<Result<(), Refusal>>, PlatformError>;
/// Every person leaves.
type AllClosed = Result<Vec<Result<Departure, Refusal>>, PlatformError>;

const fn is_dry_run_id(id: PlatformId) -> bool {
    id < 0
}

impl DryRunPlatform {
    pub(super) fn of(real: Arc<dyn LearningPlatform>) -> Self {
        Self {
            real,
            last: Arc::default(),
        }
    }

    fn next(&self) -> PlatformId {
        self.last.fetch_sub(1, Ordering::Relaxed) - 1
    }
}

#[async_trait]
impl LearningPlatform for DryRunPlatform {
    fn name(&self) -> &'static str {
        self.real.name()
    }

    async fn site(&self) -> Result<Site, PlatformError> {
        self.real.site().await
    }

    /// Asks the real platform whether it allows the functions, so that the plan reports missing ones.
    async fn session(&self, needs: &[Need]) -> Result<Arc<dyn LearningPlatform>, PlatformError> {
        Ok(Arc::new(Self {
            real: self.real.session(needs).await?,
            last: Arc::clone(&self.last),
        }))
    }

    fn warnings(&self) -> Vec<Finding> {
        Vec::new()
    }

    /// A plan marks nothing.
    fn unknown_ids(&self) -> HashSet<(Sort, PlatformId)> {
        HashSet::new()
    }

    fn named(&self, object: Object) -> Object {
        self.real.named(object)
    }

    fn usernames_are_addresses(&self) -> bool {
        self.real.usernames_are_addresses()
    }

    fn refusal_of(&self, object: &Object) -> Option<Refusal> {
        self.real.refusal_of(object)
    }

    async fn inspect(&self, uses: &Uses) -> Vec<Finding> {
        self.real.inspect(uses).await
    }

    fn file(&self, file: PlatformFile, uses: &Uses) -> io::Result<Vec<u8>> {
        self.real.file(file, uses)
    }

    fn sign_in_is_stated(&self) -> bool {
        self.real.sign_in_is_stated()
    }

    fn settings(&self) -> Vec<(&'static str, Reason)> {
        self.real.settings()
    }

    fn limits(&self, sort: Sort) -> Limits {
        self.real.limits(sort)
    }

    fn membership_limits(&self) -> Limits {
        self.real.membership_limits()
    }

    async fn create(&self, batch: &Batch) -> Result<Vec<Outcome>, PlatformError> {
        Ok((0..batch.len()).map(|_| Outcome::Created(self.next())).collect())
    }

    async fn update(&self, objects: &Known) -> Result<Vec<Outcome>, PlatformError> {
        Ok(vec![Outcome::Updated; objects.ids().len()])
    }

    async fn read(&self, expected: &Known) -> Result<Vec<Option<Object>>, PlatformError> {
        self.real.read(expected).await
    }

    async fn adoptable(&self, objects: &Batch) -> Result<Vec<Vec<Candidate>>, PlatformError> {
        self.real.adoptable(objects).await
    }

    async fn candidates(&self, sought: &[Sought]) -> Result<Vec<Vec<Candidate>>, PlatformError> {
        self.real.candidates(sought).await
    }

    async fn has_courses_of_others(&self) -> Result<bool, PlatformError> {
        self.real.has_courses_of_others().await
    }

    async fn enrol(&self, memberships: &[Membership]) -> AllDone {
        Ok(vec![Ok(()); memberships.len()])
    }

    async fn suspend(&self, memberships: &[Membership], _roles: &[Role]) -> AllClosed {
        Ok(vec![Ok(Departure::Closed); memberships.len()])
    }

    async fn reactivate(&self, memberships: &[Membership]) -> AllDone {
        Ok(vec![Ok(()); memberships.len()])
    }

    async fn leave_groups(&self, memberships: &[Membership]) -> AllDone {
        Ok(vec![Ok(()); memberships.len()])
    }

    async fn change_groups(&self, changes: &[GroupChange]) -> AllDone {
        Ok(vec![Ok(()); changes.len()])
    }

    async fn unenrol(&self, memberships: &[Membership], _roles: &[Role]) -> AllClosed {
        Ok(vec![Ok(Departure::Closed); memberships.len()])
    }

    async fn enrolled(&self, course: PlatformId) -> Result<Option<Vec<CourseMember>>, PlatformError> {
        match is_dry_run_id(course) {
            true => Ok(Some(Vec::new())),
            false => self.real.enrolled(course).await,
        }
    }

    async fn account(&self, asked: &AccountAsked) -> Result<Option<AccountStanding>, PlatformError> {
        match asked.id.is_some_and(is_dry_run_id) {
            true => Ok(None),
            false => self.real.account(asked).await,
        }
    }

    async fn visibility(&self, courses: &[PlatformId]) -> Result<Vec<Option<Visible>>, PlatformError> {
        self.real.visibility(courses).await
    }

    async fn show(&self, courses: &[PlatformId], _: bool) -> Result<Vec<Outcome>, PlatformError> {
        Ok(vec![Outcome::Updated; courses.len()])
    }

    async fn categories(&self) -> Result<Vec<CategoryThere>, PlatformError> {
        self.real.categories().await
    }

    async fn cohorts(&self, prefixes: &[String]) -> Result<Vec<CohortThere>, PlatformError> {
        self.real.cohorts(prefixes).await
    }

    async fn create_cohorts(&self, cohorts: &[Cohort]) -> Result<Vec<Outcome>, PlatformError> {
        Ok(cohorts.iter().map(|_| Outcome::Created(self.next())).collect())
    }

    async fn add_to_cohorts(&self, members: &[CohortMember]) -> Result<usize, PlatformError> {
        Ok(members.len())
    }

    async fn take_out_of_cohorts(&self, _: &[CohortMember]) -> Result<(), PlatformError> {
        Ok(())
    }

    async fn grades(&self, people: &[PersonInCourse]) -> Result<Vec<Grades>, PlatformError> {
        let is_real = |person: &&PersonInCourse| !is_dry_run_id(person.course) && !is_dry_run_id(person.user);
        let real: Vec<_> = people.iter().filter(is_real).copied().collect();
        let mut answers = match real.is_empty() {
            true => Vec::new(),
            false => self.real.grades(&real).await?,
        }
        .into_iter();
        // People who are not on the platform yet have no grades to lose.
        let answer = |person| match is_real(&person) {
            true => answers.next().unwrap_or(Grades::Unknown),
            false => Grades::None,
        };
        Ok(people.iter().map(answer).collect())
    }
}
