//! What a job has asked Moodle already, so that it asks nothing twice.
//!
//! An answer holds until the job makes something or an answer is lost, behind which something may have been made. A job
//! of a dashboard that was set up anew finds every row there and makes none: it lists each category once.

use std::collections::{BTreeSet, HashMap};
use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use selaras_kinds::object::PlatformId;

use super::rejection::Rejection;
use super::{Moodle, categories, courses, groups};
use crate::PlatformError;

/// What one job has asked.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    made: AtomicU64,
    /// The categories inside of a category.
    pub(crate) categories: Answers<Vec<categories::FoundCategory>>,
    /// The courses of a category.
    pub(crate) courses: Answers<Vec<courses::FoundCourse>>,
    /// The groups of a course, or why there are none to show.
    pub(crate) groups: Answers<Result<Vec<groups::FoundGroup>, Rejection>>,
    /// Accounts, and whether they are there.
    pub(crate) accounts_there: There,
    /// Courses, and whether they are there.
    pub(crate) courses_there: There,
}

/// One answer, and when it was asked for.
type Place<T> = Arc<tokio::sync::Mutex<Option<(u64, Arc<T>)>>>;

/// Answers about one thing each.
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
        // Two batches that want the same answer at once ask once.
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

/// Things by id, and whether they are there. Nothing that a job does makes them come or go.
#[derive(Debug, Default)]
pub(crate) struct There(Mutex<HashMap<PlatformId, bool>>);

impl There {
    /// Those that are there, and those that have not been asked about.
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
    /// The answer that this job has had, or that it asks for now.
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

    /// The answers about each of several things, in their order.
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

    /// Those of the ids that are there. This job asks about each once.
    pub(crate) async fn those_there<F: Future<Output = Result<Vec<PlatformId>, PlatformError>>>(
        &self,
        of: impl Fn(&Memory) -> &There,
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

    /// Something has been made that the answers so far do not know of.
    pub(crate) fn made_something(&self) {
        if let Some(memory) = &self.memory {
            memory.made.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
