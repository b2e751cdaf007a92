//! Moodle 4.1 and later, through its REST web services.
//!
//! Moodle refuses a whole batch for one bad row, and does not say which. So the connector itself refuses rows that Moodle is
//! known to refuse ([`validate`]) and sends the rest as one batch. It bisects a refused batch ([`bisect`]) until the
//! rejected rows stand alone and can be adopted or explained. It looks up only rows that were refused or got no answer: a
//! look-up costs Moodle as much as a create.

mod accounts;
mod bisect;
mod capabilities;
mod categories;
mod change;
mod course_locks;
mod courses;
mod create;
mod form;
mod grades;
mod groups;
mod inspect;
mod members;
mod memory;
mod notes;
mod pace;
mod presence;
mod protocol;
mod read;
mod rejection;
mod required_functions;
mod settings;
mod validate;
mod visibility;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures::future::BoxFuture;
use selaras_kinds::object::{Account, Membership, Object, PlatformId, Sort};
use selaras_reasons::Reason;

use crate::{
    AccountAsked, AccountStanding, Batch, CourseMember, Finding, Grades, GroupChange, Known, LearningPlatform, Limits,
    Need, Outcome, PersonInCourse, PlatformError, Refusal, Site, Suspension,
};
pub use capabilities::{CAPABILITIES, Capability};
pub use required_functions::all_functions;
pub use settings::{MoodleSettings, Username};

/// The connector.
#[derive(Debug, Clone)]
pub struct Moodle {
    settings: MoodleSettings,
    wire: protocol::Wire,
    /// Serialises changes to the groups of a course, across all jobs.
    course_locks: course_locks::CourseLocks,
    /// Answers that the job's session has cached.
    memory: Option<Arc<memory::Memory>>,
    /// Problems that the job's session has met.
    notes: Arc<notes::Notes>,
}

/// Moodle's display name.
pub(crate) const NAME: &str = "Moodle";

/// Moodle's display name, as a parameter of a `Reason`.
pub(crate) fn platform() -> String {
    NAME.to_owned()
}

/// Fields of every call: token, function and format.
const FIXED_FIELDS: usize = 3;
/// Fields of one membership.
const MEMBERSHIP_FIELDS: usize = 3;
/// Calls' worth of memberships to pass at once: enough to distribute them by course, and few enough for results every few
/// seconds.
const CALLS_TOGETHER: usize = 5;

impl Moodle {
    /// Builds the connector. Sends nothing.
    ///
    /// # Errors
    /// The address or the certificate cannot be used.
    pub fn new(settings: MoodleSettings) -> Result<Self, PlatformError> {
        let wire = protocol::Wire::new(&settings)?;
        Ok(Self {
            settings,
            wire,
            course_locks: course_locks::CourseLocks::default(),
            memory: None,
            notes: Arc::default(),
        })
    }

    /// Replaces the wait between tries.
    pub fn with_pause(mut self, wait: impl Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync + 'static) -> Self {
        self.wire = self.wire.with_pause(wait);
        self
    }

    /// Rows that one call may carry, for this many fields per row. PHP silently drops the fields beyond its limit.
    fn rows_of(&self, fields: usize) -> usize {
        let room = self.settings.max_input_vars.saturating_sub(FIXED_FIELDS + 1);
        (room / fields).min(self.settings.rows_per_call).max(1)
    }

    fn limits_of(&self, fields: usize) -> Limits {
        Limits {
            rows: self.rows_of(fields),
            in_flight: self.wire.at_once() + 1,
        }
    }
}

#[async_trait]
impl LearningPlatform for Moodle {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn site(&self) -> Result<Site, PlatformError> {
        Ok(inspect::Info::ask(self).await?.site())
    }

    async fn session(&self, needs: &[Need]) -> Result<Arc<dyn LearningPlatform>, PlatformError> {
        let info = inspect::Info::ask(self).await?;
        let site = info.site();
        tracing::info!(release = site.release, "Moodle answers");
        if required_functions::version(&site.release).is_some_and(|version| version < required_functions::OLDEST) {
            return Err(PlatformError::NotConfigured(Reason::PlatformTooOld {
                platform: platform(),
                release: site.release,
                least: required_functions::oldest(),
            }));
        }
        let missing = required_functions::missing(needs, &site.functions);
        if !missing.is_empty() {
            return Err(PlatformError::Lacking {
                platform: NAME,
                functions: missing.into_iter().map(str::to_owned).collect(),
            });
        }
        visibility::check(self, info.user(), info.is_administrator(), needs).await?;
        Ok(Arc::new(Self {
            memory: Some(Arc::default()),
            notes: Arc::new(notes::Notes::of_job(info.is_administrator())),
            ..self.clone()
        }))
    }

    fn warnings(&self) -> Vec<Finding> {
        self.notes.findings()
    }

    fn named(&self, object: Object) -> Object {
        match (self.settings.username, object) {
            (Username::Email, Object::Account(account)) => Object::Account(Account {
                username: account.email.to_lowercase(),
                ..account
            }),
            (_, object) => object,
        }
    }

    async fn inspect(&self) -> Vec<Finding> {
        inspect::inspect(self).await
    }

    fn settings(&self) -> Vec<(&'static str, Reason)> {
        self.settings.described()
    }

    fn limits(&self, sort: Sort) -> Limits {
        self.limits_of(match sort {
            Sort::Account => accounts::fields(&self.settings),
            Sort::Course => courses::FIELDS,
            Sort::Category => categories::FIELDS,
            Sort::Group => groups::FIELDS,
        })
    }

    fn membership_limits(&self) -> Limits {
        let Limits { rows, in_flight } = self.limits_of(MEMBERSHIP_FIELDS);
        Limits {
            rows: rows * CALLS_TOGETHER,
            in_flight,
        }
    }

    async fn create(&self, batch: &Batch) -> Result<Vec<Outcome>, PlatformError> {
        match batch {
            Batch::Accounts(rows) => create::create(accounts::Accounts::new(self, rows.iter().collect())).await,
            Batch::Courses(rows) => create::create(courses::Courses::new(self, rows.iter().collect())).await,
            Batch::Categories(rows) => create::create(categories::Categories::new(self, rows.iter().collect())).await,
            Batch::Groups(rows) => create::create(groups::Groups::new(self, rows.iter().collect())).await,
        }
    }

    async fn update(&self, objects: &Known) -> Result<Vec<Outcome>, PlatformError> {
        fn by_id<'a, T>(ids: &[PlatformId], rows: &'a [T]) -> Vec<(PlatformId, &'a T)> {
            ids.iter().copied().zip(rows).collect()
        }
        let ids = objects.ids();
        match objects.batch() {
            Batch::Accounts(rows) => accounts::update(self, by_id(ids, rows)).await,
            Batch::Courses(rows) => courses::update(self, by_id(ids, rows)).await,
            Batch::Categories(rows) => categories::update(self, by_id(ids, rows)).await,
            Batch::Groups(rows) => groups::update(self, by_id(ids, rows)).await,
        }
    }

    async fn read(&self, expected: &Known) -> Result<Vec<Option<Object>>, PlatformError> {
        read::objects(self, expected).await
    }

    async fn enrol(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError> {
        members::enrol(self, memberships).await
    }

    async fn suspend(&self, memberships: &[Membership]) -> Result<Vec<Result<Suspension, Refusal>>, PlatformError> {
        members::suspend(self, memberships).await
    }

    async fn reactivate(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError> {
        members::reactivate(self, memberships).await
    }

    async fn leave_groups(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError> {
        members::leave_groups(self, memberships).await
    }

    async fn change_groups(&self, changes: &[GroupChange]) -> Result<Vec<Result<(), Refusal>>, PlatformError> {
        members::change_groups(self, changes).await
    }

    async fn unenrol(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError> {
        members::unenrol(self, memberships).await
    }

    async fn enrolled(&self, course: PlatformId) -> Result<Option<Vec<CourseMember>>, PlatformError> {
        presence::enrolled(self, course).await
    }

    async fn account(&self, asked: &AccountAsked) -> Result<Option<AccountStanding>, PlatformError> {
        accounts::standing(self, asked).await
    }

    async fn grades(&self, people: &[PersonInCourse]) -> Result<Vec<Grades>, PlatformError> {
        grades::grades(self, people).await
    }
}
