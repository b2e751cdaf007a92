//! The connector with its settings, its HTTP client, the locks, and the cache of the job.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use selaras_kinds::object::{PlatformId, Role};
use serde::de::DeserializeOwned;

use super::form::Form;
use super::locks::Locks;
use super::memory::{Answers, KnownIds, Memory};
use super::notes::Notes;
use super::protocol::Wire;
use super::settings::MoodleSettings;
use crate::{Limits, PlatformError};

/// The connector.
#[derive(Debug, Clone)]
pub struct Moodle {
    pub(super) settings: MoodleSettings,
    pub(super) wire: Wire,
    /// Serialises changes to the groups of a course, across all jobs.
    pub(super) course_locks: Locks,
    /// Serialises enrolments of a person, across all jobs.
    pub(super) person_locks: Locks,
    /// Answers that the job's session has cached.
    pub(super) memory: Option<Arc<Memory>>,
    /// Problems that the job's session has met.
    pub(super) notes: Arc<Notes>,
}

/// Fields of every call: token, function and format.
pub(super) const FIXED_FIELDS: usize = 3;
/// Values in one look-up of accounts.
const LOOK_UP: usize = 500;
/// Fields of one membership.
pub(super) const MEMBERSHIP_FIELDS: usize = 3;

impl Moodle {
    /// Builds the connector. Sends nothing.
    ///
    /// # Errors
    /// The address or the certificate cannot be used.
    pub fn new(settings: MoodleSettings) -> Result<Self, PlatformError> {
        let wire = Wire::new(&settings)?;
        Ok(Self {
            settings,
            wire,
            course_locks: Locks::default(),
            person_locks: Locks::default(),
            memory: None,
            notes: Arc::default(),
        })
    }

    /// Replaces the wait between tries.
    pub fn with_pause(mut self, wait: impl Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync + 'static) -> Self {
        self.wire = self.wire.with_pause(wait);
        self
    }

    /// Fields that one call has room for. PHP silently drops the fields beyond its limit; a proxy refuses the call.
    fn room(&self) -> usize {
        let most = self.settings.max_input_vars.min(self.wire.most_fields());
        most.saturating_sub(FIXED_FIELDS + 1).max(1)
    }

    /// Rows that one call may carry, for this many fields per row.
    pub(super) fn rows_of(&self, fields: usize) -> usize {
        (self.room() / fields).min(self.settings.rows_per_call).max(1)
    }

    pub(super) fn limits_of(&self, fields: usize) -> Limits {
        Limits {
            rows: self.rows_of(fields),
            in_flight: self.wire.at_once() + 1,
        }
    }

    /// Looks accounts up by one field, in as few calls as possible. A call that a proxy refuses as too large is made again
    /// with fewer values.
    pub(super) async fn users_by_field<T: DeserializeOwned>(
        &self,
        field: &str,
        values: &[String],
    ) -> Result<Vec<T>, PlatformError> {
        let (mut found, mut left) = (Vec::new(), values);
        while !left.is_empty() {
            // The name of the field takes room too.
            let most = self.room().saturating_sub(1).clamp(1, LOOK_UP);
            let (call, later) = left.split_at(left.len().min(most));
            let mut form = Form::default();
            form.field("field", field).values("values", call);
            match self.wire.ask::<Vec<T>>("core_user_get_users_by_field", &form).await {
                Err(PlatformError::TooLarge(_)) if call.len() > 1 => {}
                users => {
                    found.extend(users?);
                    left = later;
                }
            }
        }
        Ok(found)
    }

    /// The id of a role.
    pub(super) const fn role_id(&self, role: Role) -> i64 {
        match role {
            Role::Student => self.settings.student_role,
            Role::EditingTeacher => self.settings.teacher_role,
            Role::Numbered(id) => id,
        }
    }

    /// The generation of cached answers that holds now.
    pub(super) fn generation(&self, memory: &Memory) -> u64 {
        memory.made() + self.wire.lost()
    }

    /// Returns this job's cached answer, or asks.
    pub(crate) async fn remembered<T>(
        &self,
        of: impl Fn(&Memory) -> &Answers<T>,
        id: PlatformId,
        ask: impl Future<Output = Result<T, PlatformError>>,
    ) -> Result<Arc<T>, PlatformError> {
        match &self.memory {
            Some(memory) => of(memory).or_ask(id, self.generation(memory), ask).await,
            None => ask.await.map(Arc::new),
        }
    }

    /// Returns the answer for each id, in their order.
    pub(crate) async fn remembered_each<T, F: Future<Output = Result<T, PlatformError>>>(
        &self,
        of: impl Fn(&Memory) -> &Answers<T>,
        ids: BTreeSet<PlatformId>,
        ask: impl Fn(PlatformId) -> F,
    ) -> Result<Vec<Arc<T>>, PlatformError> {
        let mut found = Vec::with_capacity(ids.len());
        for id in ids {
            found.push(self.remembered(&of, id, ask(id)).await?);
        }
        Ok(found)
    }

    /// Those of the ids that exist. This job asks about each once.
    pub(crate) async fn existing<F: Future<Output = Result<Vec<PlatformId>, PlatformError>>>(
        &self,
        of: impl Fn(&Memory) -> &KnownIds,
        ids: Vec<PlatformId>,
        ask: impl FnOnce(Vec<PlatformId>) -> F,
    ) -> Result<Vec<PlatformId>, PlatformError> {
        let there = self.memory.as_deref().map(of);
        let (mut known, new) = match there {
            Some(there) => there.known(ids),
            None => (Vec::new(), ids),
        };
        if !new.is_empty() {
            let found = ask(new.clone()).await?;
            if let Some(there) = there {
                there.learn(&new, &found);
            }
            known.extend(found);
        }
        Ok(known)
    }

    /// Invalidates the cached answers after the job created something.
    pub(crate) fn made_something(&self) {
        if let Some(memory) = &self.memory {
            memory.made_something();
        }
    }
}
