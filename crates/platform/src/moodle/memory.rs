//! A job's cache of Moodle's answers: nothing is asked twice.
//!
//! An answer holds until the job creates something, or until an answer is lost, because that call may have created
//! something. If a dashboard was set up again, its job finds every row on Moodle and creates none: it lists each category
//! once.

use std::collections::{HashMap, HashSet};
use std::future::Future;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use selaras_kinds::object::PlatformId;

use super::found::{CourseIndex, FoundCategory, FoundCourse, FoundGroup};
use super::rejection::Rejection;
use crate::PlatformError;

/// People with the id of a role in which they may enter a course; `None` if the token may not see them.
pub(crate) type OpenTo = Option<Mutex<HashSet<(PlatformId, i64)>>>;

/// The cached answers of one job.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    made: AtomicU64,
    /// The categories inside a category.
    pub(crate) categories: Answers<Vec<FoundCategory>>,
    /// The courses of a category.
    pub(crate) courses: Answers<Vec<FoundCourse>>,
    /// All courses as the job found them at first; none if the token may not list them.
    pub(crate) all_courses: Answers<CourseIndex>,
    /// Rows that the job has looked for among them.
    pub(crate) courses_sought: AtomicUsize,
    /// The groups of a course, or Moodle's reason for not listing them.
    pub(crate) groups: Answers<Result<Vec<FoundGroup>, Rejection>>,
    /// The people who may enter a course. The job adds the people that it enrols.
    pub(crate) open_to: Answers<OpenTo>,
    /// Held while many courses are asked about at once, so that no two batches ask about the same ones.
    pub(crate) asking_together: tokio::sync::Mutex<()>,
    /// Accounts, and whether they exist.
    pub(crate) known_accounts: KnownIds,
    /// Courses, and whether they exist.
    pub(crate) known_courses: KnownIds,
    /// Fields of profiles.
    pub(crate) kept_fields: KeptFields,
}

/// The short names of fields of profiles that Moodle's administrator made, and whether Moodle keeps their values.
pub(crate) type KeptFields = Mutex<HashMap<String, bool>>;

impl Memory {
    /// How often the job has created something.
    pub(super) fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    /// Invalidates the cached answers.
    pub(super) fn made_something(&self) {
        self.made.fetch_add(1, Ordering::Relaxed);
    }
}

/// One answer, and the cache generation that it belongs to.
type Place<T> = Arc<tokio::sync::Mutex<Option<(u64, Arc<T>)>>>;

/// Cached answers by id.
#[derive(Debug)]
pub(crate) struct Answers<T>(Mutex<HashMap<PlatformId, Place<T>>>);

impl<T> Default for Answers<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Answers<T> {
    /// True if the answer is not known, and is not being asked for.
    pub(super) fn lack(&self, id: PlatformId, now: u64) -> bool {
        let place = locked(&self.0).get(&id).cloned();
        let is_old = |known: &Option<(u64, Arc<T>)>| known.as_ref().is_none_or(|(asked, _)| *asked != now);
        place.is_none_or(|place| place.try_lock().is_ok_and(|known| is_old(&known)))
    }

    /// Keeps an answer that came with others.
    pub(super) async fn learn(&self, id: PlatformId, now: u64, answer: T) {
        let place = Arc::clone(locked(&self.0).entry(id).or_default());
        *place.lock().await = Some((now, Arc::new(answer)));
    }

    pub(super) async fn or_ask(
        &self,
        id: PlatformId,
        now: u64,
        ask: impl Future<Output = Result<T, PlatformError>>,
    ) -> Result<Arc<T>, PlatformError> {
        let place = Arc::clone(locked(&self.0).entry(id).or_default());
        // Two batches that need the same answer at the same time ask once.
        let mut known = place.lock().await;
        if let Some((asked, answer)) = &*known
            && *asked == now
        {
            return Ok(Arc::clone(answer));
        }
        let answer = Arc::new(ask.await?);
        *known = Some((now, Arc::clone(&answer)));
        Ok(answer)
    }
}

/// Ids, and whether Moodle knows them. No job creates or deletes any of them.
#[derive(Debug, Default)]
pub(crate) struct KnownIds(Mutex<HashMap<PlatformId, bool>>);

impl KnownIds {
    /// Splits the ids: those known to exist, and those not asked about yet.
    pub(super) fn known(&self, ids: Vec<PlatformId>) -> (Vec<PlatformId>, Vec<PlatformId>) {
        let known = locked(&self.0);
        let (asked, new): (Vec<_>, Vec<_>) = ids.into_iter().partition(|id| known.contains_key(id));
        (asked.into_iter().filter(|id| known[id]).collect(), new)
    }

    pub(super) fn learn(&self, asked: &[PlatformId], there: &[PlatformId]) {
        let mut known = locked(&self.0);
        known.extend(asked.iter().map(|id| (*id, false)));
        known.extend(there.iter().map(|id| (*id, true)));
    }
}

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
