//! A job's cache of Moodle's answers: nothing is asked twice.
//!
//! An answer holds until the job creates something, or until an answer is lost, because that call may have created
//! something. If a dashboard was set up again, its job finds every row on Moodle and creates none: it lists each category
//! once.

use std::collections::{BTreeSet, HashMap};
use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use selaras_kinds::object::PlatformId;

use super::rejection::Rejection;
use super::{Moodle, categories, courses, groups};
use crate::PlatformError;

/// The cached answers of one job.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    made: AtomicU64,
    /// The categories inside a category.
    pub(crate) categories: Answers<Vec<categories::FoundCategory>>,
    /// The courses of a category.
    pub(crate) courses: Answers<Vec<courses::FoundCourse>>,
    /// The groups of a course, or Moodle's reason for not listing them.
    pub(crate) groups: Answers<Result<Vec<groups::FoundGroup>, Rejection>>,
    /// Accounts, and whether they exist.
    pub(crate) known_accounts: KnownIds,
    /// Courses, and whether they exist.
    pub(crate) known_courses: KnownIds,
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
    async fn or_ask(
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
    fn known(&self, ids: Vec<PlatformId>) -> (Vec<PlatformId>, Vec<PlatformId>) {
        let known = locked(&self.0);
        let (asked, new): (Vec<_>, Vec<_>) = ids.into_iter().partition(|id| known.contains_key(id));
        (asked.into_iter().filter(|id| known[id]).collect(), new)
    }

    fn learn(&self, asked: &[PlatformId], there: &[PlatformId]) {
        let mut known = locked(&self.0);
        known.extend(asked.iter().map(|id| (*id, false)));
        known.extend(there.iter().map(|id| (*id, true)));
    }
}

impl Moodle {
    /// Returns this job's cached answer, or asks.
    pub(crate) async fn remembered<T>(
        &self,
        of: impl Fn(&Memory) -> &Answers<T>,
        id: PlatformId,
        ask: impl Future<Output = Result<T, PlatformError>>,
    ) -> Result<Arc<T>, PlatformError> {
        match &self.memory {
            Some(memory) => {
                let now = memory.made.load(Ordering::Relaxed) + self.wire.lost();
                of(memory).or_ask(id, now, ask).await
            }
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
            memory.made.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
