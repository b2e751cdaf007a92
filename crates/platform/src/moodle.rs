//! Moodle 4.1 and later, through its REST web services.
//!
//! Moodle refuses a whole batch for one bad row, and does not say which. So rows that it is known to refuse are refused
//! here ([`validate`]), the rest is sent as one, and a refused batch is sifted ([`sift`]) until the guilty rows stand
//! alone and can be adopted or explained. Nothing is looked up that was not refused: a look-up costs Moodle as much as
//! a create.

mod accounts;
mod categories;
mod courses;
mod create;
mod form;
mod groups;
mod inspect;
mod members;
mod memory;
mod needs;
mod pace;
mod protocol;
mod read;
mod rejection;
mod settings;
mod sift;
mod validate;
mod warnings;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures::future::BoxFuture;
use selaras_kinds::object::{Account, Category, Course, Group, Membership, Object, PlatformId};

use crate::{Enrolment, Finding, LearningPlatform, Limits, Need, Outcome, PlatformError, Refusal, Site};
pub use needs::all_functions;
pub use settings::MoodleSettings;

/// The connector.
#[derive(Debug, Clone)]
pub struct Moodle {
    settings: MoodleSettings,
    wire: protocol::Wire,
    /// What the job has asked, in its session.
    memory: Option<Arc<memory::Memory>>,
}

/// Fields of every call: token, function and format.
const FIXED_FIELDS: usize = 3;
/// Fields of one membership.
const MEMBERSHIP_FIELDS: usize = 3;

impl Moodle {
    /// Makes the connector. Nothing is sent.
    ///
    /// # Errors
    /// The address or the certificate cannot be used.
    pub fn new(settings: MoodleSettings) -> Result<Self, PlatformError> {
        let wire = protocol::Wire::new(&settings)?;
        Ok(Self {
            settings,
            wire,
            memory: None,
        })
    }

    /// The same connector with another way of waiting between tries.
    pub fn with_pause(mut self, wait: impl Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync + 'static) -> Self {
        self.wire = self.wire.with_pause(wait);
        self
    }

    /// Rows of so many fields that one call may carry. PHP drops the fields beyond its limit without a word.
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

/// The objects of one variant. The engine sends no mixed batch; what does not fit is answered as refused.
fn only<'a, T>(
    objects: impl Iterator<Item = &'a Object>,
    pick: impl Fn(&'a Object) -> Option<&'a T>,
) -> Option<Vec<&'a T>> {
    objects.map(pick).collect()
}

fn account(object: &Object) -> Option<&Account> {
    if let Object::Account(account) = object {
        Some(account)
    } else {
        None
    }
}

fn course(object: &Object) -> Option<&Course> {
    if let Object::Course(course) = object {
        Some(course)
    } else {
        None
    }
}

fn category(object: &Object) -> Option<&Category> {
    if let Object::Category(category) = object {
        Some(category)
    } else {
        None
    }
}

fn group(object: &Object) -> Option<&Group> {
    if let Object::Group(group) = object {
        Some(group)
    } else {
        None
    }
}

fn mixed(rows: usize) -> Vec<Outcome> {
    let refusal = Refusal {
        reason: "Baris ini dikirim bersama jenis data lain. Ekspor satu jenis data dalam satu kiriman.".to_owned(),
        code: "selaras:mixed".to_owned(),
    };
    vec![Outcome::Refused(refusal); rows]
}

#[async_trait]
impl LearningPlatform for Moodle {
    async fn site(&self) -> Result<Site, PlatformError> {
        inspect::site(self).await
    }

    async fn session(&self, needs: &[Need]) -> Result<Arc<dyn LearningPlatform>, PlatformError> {
        let site = self.site().await?;
        tracing::info!(release = site.release, "Moodle answers");
        if needs::version(&site.release).is_some_and(|version| version < needs::OLDEST) {
            return Err(PlatformError::NotConfigured(format!(
                "Moodle {} terlalu lama. Perbarui ke {}.{} atau lebih baru, lalu ulangi. Belum ada baris yang dikirim.",
                site.release,
                needs::OLDEST.0,
                needs::OLDEST.1
            )));
        }
        let missing = needs::missing(needs, &site.functions);
        if !missing.is_empty() {
            return Err(PlatformError::Lacking(missing.into_iter().map(str::to_owned).collect()));
        }
        Ok(Arc::new(Self {
            memory: Some(Arc::default()),
            ..self.clone()
        }))
    }

    async fn inspect(&self) -> Vec<Finding> {
        inspect::inspect(self).await
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        self.settings.described()
    }

    fn limits(&self, sample: &Object) -> Limits {
        self.limits_of(match sample {
            Object::Account(_) => accounts::fields(&self.settings),
            Object::Course(_) => courses::FIELDS,
            Object::Category(_) => categories::FIELDS,
            Object::Group(_) => groups::FIELDS,
        })
    }

    fn membership_limits(&self) -> Limits {
        self.limits_of(MEMBERSHIP_FIELDS)
    }

    async fn create(&self, objects: &[Object]) -> Result<Vec<Outcome>, PlatformError> {
        match objects.first() {
            None => Ok(Vec::new()),
            Some(Object::Account(_)) => match only(objects.iter(), account) {
                Some(rows) => create::create(accounts::Accounts::new(self, rows)).await,
                None => Ok(mixed(objects.len())),
            },
            Some(Object::Course(_)) => match only(objects.iter(), course) {
                Some(rows) => create::create(courses::Courses::new(self, rows)).await,
                None => Ok(mixed(objects.len())),
            },
            Some(Object::Category(_)) => match only(objects.iter(), category) {
                Some(rows) => create::create(categories::Categories::new(self, rows)).await,
                None => Ok(mixed(objects.len())),
            },
            Some(Object::Group(_)) => match only(objects.iter(), group) {
                Some(rows) => create::create(groups::Groups::new(self, rows)).await,
                None => Ok(mixed(objects.len())),
            },
        }
    }

    async fn update(&self, objects: &[(PlatformId, Object)]) -> Result<Vec<Outcome>, PlatformError> {
        let ids = objects.iter().map(|(id, _)| *id);
        let bodies = || objects.iter().map(|(_, object)| object);
        match objects.first().map(|(_, object)| object) {
            None => Ok(Vec::new()),
            Some(Object::Account(_)) => match only(bodies(), account) {
                Some(rows) => accounts::update(self, ids.zip(rows).collect()).await,
                None => Ok(mixed(objects.len())),
            },
            Some(Object::Course(_)) => match only(bodies(), course) {
                Some(rows) => courses::update(self, ids.zip(rows).collect()).await,
                None => Ok(mixed(objects.len())),
            },
            Some(Object::Category(_)) => match only(bodies(), category) {
                Some(rows) => categories::update(self, ids.zip(rows).collect()).await,
                None => Ok(mixed(objects.len())),
            },
            Some(Object::Group(_)) => match only(bodies(), group) {
                Some(rows) => groups::update(self, ids.zip(rows).collect()).await,
                None => Ok(mixed(objects.len())),
            },
        }
    }

    async fn enrol(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError> {
        members::enrol(self, memberships).await
    }

    async fn leave_groups(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError> {
        members::leave_groups(self, memberships).await
    }

    async fn unenrol(&self, memberships: &[Membership]) -> Result<Vec<Result<(), Refusal>>, PlatformError> {
        members::unenrol(self, memberships).await
    }

    async fn read(&self, expected: &[(PlatformId, Object)]) -> Result<Vec<Option<Object>>, PlatformError> {
        read::objects(self, expected).await
    }

    async fn enrolled(&self, course: PlatformId) -> Result<Option<Vec<Enrolment>>, PlatformError> {
        read::enrolled(self, course).await
    }
}
