//! Moodle 4.1 and later, through its REST web services.
//!
//! Moodle refuses a whole batch for one bad row, and does not say which. So callers leave out rows that Moodle is known
//! to refuse ([`validate`]), and the connector sends the rest as one batch. It bisects a refused batch ([`bisect`]) until the
//! rejected rows stand alone and can be adopted or explained. It looks up only rows that were refused or got no answer: a
//! look-up costs Moodle as much as a create.
//!
//! Modules, each using only those before it:
//!
//! - `name`, `capabilities`, `required_functions`, `form`, `rejection`, `settings`
//! - `role_preset`, `plugin`: files for Moodle's administrator
//! - `pace`, `protocol`: one call
//! - `found`, `memory`, `notes`, `locks`, then `client`, which joins all of these
//! - `bisect`, `validate`, `create`, `change`: what the object types share
//! - `site_info`, `visibility`, `inspect`: the site and the token
//! - `read`, `presence`, `grades`: reading
//! - `accounts`, `courses`, `categories`, `groups`, `cohorts`, then `members` and `templates`
//!
//! This file implements [`LearningPlatform`] with them.

mod accounts;
mod adoptable_courses;
mod bisect;
mod capabilities;
mod categories;
mod change;
mod client;
mod cohorts;
mod courses;
mod create;
mod form;
mod found;
mod grades;
mod groups;
mod inspect;
mod locks;
mod members;
mod memory;
mod name;
mod notes;
mod pace;
mod plugin;
mod presence;
mod protocol;
mod read;
mod rejection;
mod required_functions;
mod role_preset;
mod settings;
mod site_info;
mod templates;
mod validate;
mod visibility;

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use async_trait::async_trait;
use selaras_kinds::object::{Account, Cohort, Membership, Object, PlatformId, Role, Sort};
use selaras_reasons::Reason;

use crate::batch::InOrder;
use crate::{
    AccountAsked, AccountStanding, Batch, Candidate, CategoryThere, CohortMember, CohortThere, CourseMember, Departure,
    Finding, Grades, GroupChange, Known, LearningPlatform, Limits, Need, Outcome, PersonInCourse, PlatformError,
    PlatformFile, Refusal, Site, Sought, Uses, Visible,
};
use client::MEMBERSHIP_FIELDS;
pub use name::NAME;
use name::platform;

pub use capabilities::{CAPABILITIES, Capability};
pub use client::Moodle;
pub use required_functions::all_functions;
pub use settings::{MoodleSettings, STUDENT_ROLE, TEACHER_ROLE, Username};

/// Calls' worth of memberships to pass at once: enough to distribute them by course, and few enough for results every few
/// seconds.
const CALLS_TOGETHER: usize = 5;

/// A file for Moodle's administrator, if `roles` are given to people. The roles of `uses` are among them.
pub fn file(file: PlatformFile, roles: &[i64], uses: &Uses) -> io::Result<Vec<u8>> {
    match file {
        PlatformFile::RolePreset => role_preset::role_preset(roles, uses),
        PlatformFile::Plugin => plugin::plugin(uses),
    }
}

#[async_trait]
impl LearningPlatform for Moodle {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn site(&self) -> Result<Site, PlatformError> {
        Ok(site_info::Info::ask(self).await?.site())
    }

    async fn session(&self, needs: &[Need]) -> Result<Arc<dyn LearningPlatform>, PlatformError> {
        let info = site_info::Info::ask(self).await?;
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
        visibility::check(self, info.user(), needs).await?;
        Ok(Arc::new(Self {
            wire: self.wire.of_job(),
            memory: Some(Arc::default()),
            notes: Arc::new(notes::Notes::of_job(info.user())),
            ..self.clone()
        }))
    }

    fn warnings(&self) -> Vec<Finding> {
        self.notes.findings()
    }

    fn unknown_ids(&self) -> HashSet<(Sort, PlatformId)> {
        self.notes.unknown()
    }

    fn usernames_are_addresses(&self) -> bool {
        self.settings.username == Username::Email
    }

    fn refusal_of(&self, object: &Object) -> Option<Refusal> {
        validate::object(object)
    }

    fn named(&self, object: Object) -> Object {
        match (self.settings.username, object) {
            (Username::Email, Object::Account(account)) if !account.keeps_username => Object::Account(Account {
                username: account.email.to_lowercase(),
                ..account
            }),
            (_, object) => object,
        }
    }

    async fn inspect(&self, uses: &Uses) -> Vec<Finding> {
        inspect::inspect(self, uses).await
    }

    fn file(&self, file: PlatformFile, uses: &Uses) -> io::Result<Vec<u8>> {
        let usual = [Role::Student, Role::EditingTeacher];
        let roles = usual.iter().chain(&uses.roles).map(|role| self.role_id(*role));
        self::file(file, &roles.collect::<Vec<_>>(), uses)
    }

    fn sign_in_is_stated(&self) -> bool {
        self.settings.auth.is_some()
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
        let outcomes = match batch {
            Batch::Accounts(rows) => accounts::create(self, rows).await,
            Batch::Courses(rows) => templates::create_with_content(self, rows).await,
            Batch::Categories(rows) => {
                create::create(&mut categories::Categories::new(self, rows.iter().collect())).await
            }
            Batch::Groups(rows) => create::create(&mut groups::Groups::new(self, rows.iter().collect())).await,
        }?;
        self.note_unknown(batch, &[], &outcomes);
        Ok(outcomes)
    }

    async fn update(&self, objects: &Known) -> Result<Vec<Outcome>, PlatformError> {
        fn by_id<'a, T>(ids: &[PlatformId], rows: &'a [T]) -> Vec<(PlatformId, &'a T)> {
            ids.iter().copied().zip(rows).collect()
        }
        let ids = objects.ids();
        let outcomes = match objects.batch() {
            Batch::Accounts(rows) => accounts::update(self, by_id(ids, rows)).await,
            Batch::Courses(rows) => courses::update(self, by_id(ids, rows)).await,
            Batch::Categories(rows) => categories::update(self, by_id(ids, rows)).await,
            Batch::Groups(rows) => groups::update(self, by_id(ids, rows)).await,
        }?;
        self.note_unknown(objects.batch(), ids, &outcomes);
        Ok(outcomes)
    }

    async fn read(&self, expected: &Known) -> Result<Vec<Option<Object>>, PlatformError> {
        read::objects(self, expected).await
    }

    async fn adoptable(&self, objects: &Batch) -> Result<Vec<Vec<Candidate>>, PlatformError> {
        match objects {
            Batch::Accounts(people) => accounts::with_number(self, people).await,
            Batch::Courses(courses) => adoptable_courses::adoptable(self, courses).await,
            Batch::Categories(_) | Batch::Groups(_) => Ok(vec![Vec::new(); objects.len()]),
        }
    }

    async fn candidates(&self, sought: &[Sought]) -> Result<Vec<Vec<Candidate>>, PlatformError> {
        let mut found = InOrder::new();
        for (batch, places) in Batch::sorted(sought.iter().map(|one| one.object.clone())) {
            let of_batch = match &batch {
                Batch::Accounts(people) => accounts::candidates(self, people).await?,
                Batch::Courses(courses) => {
                    let numbers = places.iter().map(|place| sought[*place].numbers.as_slice());
                    adoptable_courses::candidates(self, courses.iter().zip(numbers)).await?
                }
                Batch::Categories(_) | Batch::Groups(_) => vec![Vec::new(); batch.len()],
            };
            found.put(places, of_batch);
        }
        Ok(found.all())
    }

    async fn has_courses_of_others(&self) -> Result<bool, PlatformError> {
        adoptable_courses::has_others(self).await
    }

    async fn enrol(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError> {
        members::enrol(self, memberships).await
    }

    async fn suspend(
        &self,
        memberships: &[Membership],
        roles: &[Role],
    ) -> Result<Vec<Result<Departure, Refusal>>, PlatformError> {
        members::suspend(self, memberships, roles).await
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

    async fn unenrol(
        &self,
        memberships: &[Membership],
        roles: &[Role],
    ) -> Result<Vec<Result<Departure, Refusal>>, PlatformError> {
        members::unenrol(self, memberships, roles).await
    }

    async fn enrolled(&self, course: PlatformId) -> Result<Option<Vec<CourseMember>>, PlatformError> {
        presence::enrolled(self, course).await
    }

    async fn account(&self, asked: &AccountAsked) -> Result<Option<AccountStanding>, PlatformError> {
        accounts::standing(self, asked).await
    }

    async fn visibility(&self, courses: &[PlatformId]) -> Result<Vec<Option<Visible>>, PlatformError> {
        courses::visibility(self, courses).await
    }

    async fn show(&self, courses: &[PlatformId], visible: bool) -> Result<Vec<Outcome>, PlatformError> {
        courses::show(self, courses, visible).await
    }

    async fn categories(&self) -> Result<Vec<CategoryThere>, PlatformError> {
        categories::all(self).await
    }

    async fn cohorts(&self, prefixes: &[String]) -> Result<Vec<CohortThere>, PlatformError> {
        cohorts::cohorts(self, prefixes).await
    }

    async fn create_cohorts(&self, cohorts: &[Cohort]) -> Result<Vec<Outcome>, PlatformError> {
        cohorts::create(self, cohorts).await
    }

    async fn add_to_cohorts(&self, members: &[CohortMember]) -> Result<usize, PlatformError> {
        cohorts::add(self, members).await
    }

    async fn take_out_of_cohorts(&self, members: &[CohortMember]) -> Result<(), PlatformError> {
        cohorts::remove(self, members).await
    }

    async fn grades(&self, people: &[PersonInCourse]) -> Result<Vec<Grades>, PlatformError> {
        grades::grades(self, people).await
    }
}

impl Moodle {
    /// Notes the ids that Moodle refused as unknown: of the objects themselves, and of what contains them.
    fn note_unknown(&self, batch: &Batch, ids: &[PlatformId], outcomes: &[Outcome]) {
        for (at, outcome) in outcomes.iter().enumerate() {
            let container = || batch.container(at);
            let unknown = match outcome {
                Outcome::Gone => ids.get(at).map(|id| (batch.sort(), *id)),
                Outcome::Refused(refusal) => match refusal.reason {
                    Reason::CourseCategoryGone { .. } | Reason::ParentCategoryGone { .. } => {
                        container().map(|id| (Sort::Category, id))
                    }
                    Reason::ClassCourseGone { .. } => container().map(|id| (Sort::Course, id)),
                    _ => None,
                },
                _ => None,
            };
            if let Some((sort, id)) = unknown {
                self.notes.record_unknown(sort, id);
            }
        }
    }
}
