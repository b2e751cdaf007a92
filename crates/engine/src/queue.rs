//! The queue of jobs is their table; this decides when to look into it.
//!
//! An order stores a queued job in one transaction and wakes the worker of its process. The worker takes the next job from
//! the table; the database decides between workers. Only one job per kind runs at a time, so there are never more running
//! jobs than kinds.

use crate::Result;
use futures::future::BoxFuture;
use selaras_store::Store;
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{Notify, watch},
    time::timeout,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// How often the table is looked at without being woken: for orders from other processes, and for jobs of workers that have
/// fallen silent. It is one query on an index.
const LOOK: Duration = Duration::from_millis(500);

/// Longest time for a look: PostgreSQL may have fallen silent, and the next look gets another connection. A job that was
/// taken meanwhile is taken again when its lease has expired.
const PATIENCE: Duration = Duration::from_secs(10);

/// Wakes the worker of this process. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Queue {
    wake: Arc<Notify>,
    under_way: Arc<Mutex<BTreeSet<i64>>>,
    asked_to_stop: watch::Sender<()>,
}

impl Queue {
    /// Tells the worker that there may be a job to take.
    pub(crate) fn wake(&self) {
        self.wake.notify_one();
    }

    /// Tells the workers of this process that a job was cancelled; each checks its own.
    pub(crate) fn ask_to_stop(&self) {
        self.asked_to_stop.send_replace(());
    }

    /// Receives the signals of [`Self::ask_to_stop`].
    pub(crate) fn asked_to_stop(&self) -> watch::Receiver<()> {
        self.asked_to_stop.subscribe()
    }

    fn with_under_way<T>(&self, with: impl FnOnce(&mut BTreeSet<i64>) -> T) -> T {
        // A poisoned lock is harmless: each holder only reads the set, or adds or removes one number.
        with(&mut self.under_way.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Hands jobs to `perform` as they become runnable, until `stop` is cancelled. Then it waits for the running jobs, which
    /// stop at their next boundary.
    pub(crate) async fn work(
        self,
        store: Store,
        worker: Arc<str>,
        stop: CancellationToken,
        perform: impl Fn(i64) -> BoxFuture<'static, ()> + Send + Sync + 'static,
    ) -> Result<()> {
        let perform = Arc::new(perform);
        let jobs = TaskTracker::new();
        while !stop.is_cancelled() {
            let mine: Vec<_> = self.with_under_way(|under_way| under_way.iter().copied().collect());
            let taken = timeout(PATIENCE, store.take_job(&worker, &mine)).await;
            match taken.unwrap_or(Ok(None)) {
                Ok(Some(job)) => {
                    self.with_under_way(|under_way| under_way.insert(job));
                    let (queue, perform) = (self.clone(), Arc::clone(&perform));
                    jobs.spawn(async move {
                        // A task of its own, so that a panic is logged.
                        if let Err(error) = tokio::spawn(perform(job)).await {
                            tracing::error!(job, %error, "a job broke off");
                        }
                        queue.with_under_way(|under_way| under_way.remove(&job));
                        // The next job of its kind need not wait for the next look.
                        queue.wake();
                    });
                    continue;
                }
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "looking for a job failed"),
            }
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.wake.notified() => {}
                () = tokio::time::sleep(LOOK) => {}
            }
        }
        jobs.close();
        jobs.wait().await;
        Ok(())
    }
}
