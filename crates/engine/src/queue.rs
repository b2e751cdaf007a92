//! Which job is next, and when to look: the jobs' own table is the queue.
//!
//! Whoever takes an order keeps a job that is queued, in one transaction, and wakes the worker of the same process. The
//! worker takes the next job straight from the table; the database decides between workers. Of one kind one job is worked
//! at, so that never more are under way than there are kinds.

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

/// How often the table is looked at when nobody has woken the worker: for orders that other processes took, and for jobs
/// whose worker has fallen silent. One question that an index answers.
const LOOK: Duration = Duration::from_millis(500);

/// How long a look may take: PostgreSQL may have fallen silent, and the next look has another connection. A job that was taken
/// meanwhile is taken again when its lease has run out.
const PATIENCE: Duration = Duration::from_secs(10);

/// Wakes the worker of this process. Clones are one.
#[derive(Clone, Default)]
pub(crate) struct Queue {
    wake: Arc<Notify>,
    under_way: Arc<Mutex<BTreeSet<i64>>>,
    asked_to_stop: watch::Sender<()>,
}

impl Queue {
    /// There may be a job to take.
    pub(crate) fn wake(&self) {
        self.wake.notify_one();
    }

    /// A job was asked to stop: the workers of this process look whether it is theirs.
    pub(crate) fn ask_to_stop(&self) {
        self.asked_to_stop.send_replace(());
    }

    /// Learns that some job was asked to stop in this process.
    pub(crate) fn asked_to_stop(&self) -> watch::Receiver<()> {
        self.asked_to_stop.subscribe()
    }

    fn with_under_way<T>(&self, with: impl FnOnce(&mut BTreeSet<i64>) -> T) -> T {
        // Whoever broke off while it held the lock had only looked, or added or removed one number.
        with(&mut self.under_way.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Hands jobs to `perform` as they can be taken, until `stop` is cancelled; then waits for those under way, which come
    /// to their next clean boundary by themselves.
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
                        // A task of its own, so that one that panics is still told of.
                        if let Err(error) = tokio::spawn(perform(job)).await {
                            tracing::error!(job, %error, "a job broke off");
                        }
                        queue.with_under_way(|under_way| under_way.remove(&job));
                        // The next of its kind need not wait for a look.
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
