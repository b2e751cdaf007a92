//! Works on jobs: a worker takes a job, renews its lease while it runs, and writes its end.

use super::{Engine, trace};
use crate::{Consent, EngineError, Order, Result, Task, actions, panics::unless_it_panics, registry, run::Gate};
use futures::{FutureExt, future::BoxFuture};
use sea_orm::DatabaseBackend;
use selaras_kinds::KindName;
use selaras_reasons::Reason;
use selaras_store::{
    StoreError, is_storage_full,
    jobs::{Counts, End, Failure, Job, JobState, LEASE_MILLISECONDS, Lease, Outcome, Verb},
    report::Lines,
};
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, timeout_at};
use tracing::Instrument;

/// How often a worker renews its lease and learns whether the job is cancelled.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// The pause before the start is tried again.
const AGAIN: Duration = Duration::from_secs(1);
/// The pause before writing to the database is tried again.
const UNAVAILABLE: Duration = Duration::from_secs(5);
/// How long a job's lease lasts.
const LEASE: Duration = Duration::from_millis(LEASE_MILLISECONDS.unsigned_abs());

impl Engine {
    /// Works on jobs until the token given to [`Engine::new`] is cancelled. `alone` means that no other process uses the
    /// database, so every running job died with the last process.
    pub fn work(self, alone: bool) -> BoxFuture<'static, Result<()>> {
        // Boxed, so that spawning it does not make the compiler examine the store's futures.
        self.work_until_stopped(alone).boxed()
    }

    async fn work_until_stopped(self, alone: bool) -> Result<()> {
        // If the database is busy or full at the start, this is tried again: otherwise no job would ever run.
        while alone && let Err(error) = self.parts.store.release_all_jobs().boxed().await {
            tracing::warn!(%error, "the jobs of the process before could not be let go");
            if self.stop.run_until_cancelled(tokio::time::sleep(AGAIN)).await.is_none() {
                return Ok(());
            }
        }
        let engine = self.clone();
        let perform = move |job| engine.clone().perform(job).boxed();
        let (store, stop) = (self.parts.store.clone(), self.stop.clone());
        self.queue
            .work(store, Arc::clone(&self.worker), stop, perform)
            .boxed()
            .await
    }

    /// Runs a job that was taken. The lease is renewed until the end is written: work after the last row, such as the
    /// indexes of a first load, may take longer than a lease.
    async fn perform(self, id: i64) {
        let gate = Gate::default();
        let ended = tokio::select! {
            ended = self.run_to_end(id, gate.clone()) => ended,
            () = self.heartbeat(id, &gate) => {
                // Code that still writes stops at its next boundary.
                gate.supersede();
                tracing::warn!(job = id, "the lease is lost: another process has the job, or takes it");
                return;
            }
        };
        let written = match ended {
            Ok(Some((job, end))) => {
                let finished = self.parts.store.finish_job(id, &self.worker, &end).await;
                finished.inspect(|()| {
                    count(&job, end.state);
                    tracing::info!(job = id, state = end.state.word(), "ended");
                })
            }
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = written {
            // The job keeps its state and its lease expires, so it runs again.
            tracing::error!(job = id, %error, "a job could not come to its end; it is taken up again");
            if error.is_unavailable() {
                self.wait_for_database(id).await;
            }
        }
    }

    /// Holds a job until the database accepts writes, so that it does not start over and over meanwhile. The failed start
    /// does not count against the job.
    async fn wait_for_database(&self, id: i64) {
        let store = &self.parts.store;
        let freed = async {
            loop {
                match store.try_writing().await {
                    Ok(()) => break,
                    Err(error) => tracing::warn!(job = id, %error, "a job waits for the database"),
                }
                tokio::time::sleep(UNAVAILABLE).await;
            }
            store.free_job(id, &self.worker).await
        };
        if let Some(Err(error)) = self.stop.run_until_cancelled(freed).await {
            tracing::warn!(job = id, %error, "a job is taken up again when its lease has run out");
        }
    }

    /// Runs a job up to writing its end. `None` if there is no such job, or another process continues it.
    async fn run_to_end(&self, id: i64, gate: Gate) -> std::result::Result<Option<(Job, End)>, StoreError> {
        let outcome = match self.parts.store.job(id).await {
            Ok(Some(job)) if job.deadly => Err(EngineError::Deadly),
            Ok(Some(job)) => {
                let span = trace::of_job(&job);
                let ran = unless_it_panics(gate.bounded(self.run(&job, gate.clone()).instrument(span))).await;
                ran.unwrap_or_else(|| {
                    // Its tasks that still write stop at their next boundary.
                    gate.supersede();
                    Err(EngineError::BrokeOff)
                })
            }
            Ok(None) => return Ok(None),
            Err(error) => Err(error.into()),
        };
        self.end(id, outcome).await
    }

    async fn run(&self, job: &Job, gate: Gate) -> Result<Reason> {
        let task = Task::read(&job.task)?;
        let action = actions::action(&task)?;
        let order = Order {
            consent: Consent::read(job.consent.as_deref())?,
            ..Order::new(task, job.author())
        };
        let mut run = self.begin(order, Some(job.id)).await?;
        run.gate = gate;
        run.consented = job.consented;
        run.ordered_by.clone_from(&job.ordered_by);
        run.ordered_in.clone_from(&job.ordered_in);
        tracing::info!(
            job = job.id,
            kind = job.kind.as_str(),
            verb = job.verb.as_str(),
            "begins"
        );
        action.confirm_and_run(Arc::new(run)).await
    }

    /// Renews the lease until it is lost, and passes on a cancellation. Ends if the job belongs to another worker, or if
    /// PostgreSQL has not answered for the duration of a lease: then it may belong to another.
    async fn heartbeat(&self, job: i64, gate: &Gate) {
        let shared = self.parts.store.backend() == DatabaseBackend::Postgres;
        let mut ticks = tokio::time::interval(HEARTBEAT);
        let mut renewed = Instant::now();
        let mut asked = self.queue.asked_to_stop();
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                Ok(()) = asked.changed() => {}
                // The verb stops at its next boundary. Until then no other worker may take the job.
                () = self.stop.cancelled(), if !gate.is_superseded() => gate.supersede(),
            }
            let renewal = self.parts.store.renew_job(job, &self.worker);
            let lease = if shared {
                timeout_at(renewed + LEASE, renewal).await
            } else {
                // An SQLite file has one process, and its one connection may be busy for longer.
                Ok(renewal.await)
            };
            match lease {
                Ok(Ok(Lease::Lost)) => return,
                Ok(Ok(lease)) => {
                    renewed = Instant::now();
                    if lease == Lease::Cancelled && !gate.is_superseded() {
                        gate.cancel();
                    }
                }
                Ok(Err(error)) if !shared || renewed.elapsed() < LEASE => {
                    tracing::warn!(job, %error, "renewing a lease failed");
                }
                Ok(Err(_)) | Err(_) => return,
            }
        }
    }

    /// The end of a job with this outcome.
    async fn end(&self, id: i64, outcome: Result<Reason>) -> std::result::Result<Option<(Job, End)>, StoreError> {
        let store = &self.parts.store;
        let Some(job) = store.job(id).await? else {
            return Ok(None);
        };
        let title = Box::new(job.kind.title(job.verb));
        let (state, failure, message) = match outcome {
            Ok(message) => match nothing_done(&job.counts) && store.participations_of_job(id).await?.is_empty() {
                false => (JobState::Done, None, message),
                true => (
                    JobState::Failed,
                    Some(Failure::Rows),
                    self.with_reason(&job, message).await?,
                ),
            },
            Err(EngineError::Superseded) => {
                store.free_job(id, &self.worker).await?;
                return Ok(None);
            }
            Err(EngineError::Cancelled) => (
                JobState::Cancelled,
                None,
                Reason::JobCancelled {
                    title: title.clone(),
                    rows: job.done.unsigned_abs(),
                },
            ),
            // The database may be back in a moment; the job is then taken up as after a crash.
            Err(EngineError::Store(error)) if error.is_unavailable() => return Err(error),
            Err(EngineError::Spool(error)) if is_storage_full(&error) => return Err(error.into()),
            Err(error) => {
                tracing::warn!(job = id, ?error, "failed");
                (JobState::Failed, Some(error.class()), error.reason())
            }
        };
        if let Some(kind) = job.kind.kind()
            && let Err(error) = store.make_postponed_indexes(kind.as_str()).await
        {
            tracing::warn!(job = id, %error, "the indexes that a first load put off could not be made; the next job tries again");
        }
        if let Err(error) = store.give_back().await {
            tracing::debug!(job = id, %error, "the database keeps what it kept of the job");
        }
        self.announce_changes(&job).await?;
        // The sentence about several rows begins with the title already.
        let names_job = failure == Some(Failure::Rows) && job.counts.sum(Outcome::is_trouble) != 1;
        let log = if state == JobState::Failed && !names_job {
            Reason::JobFailed {
                title: title.clone(),
                why: Box::new(message.clone()),
            }
        } else {
            message.clone()
        };
        let notices = self.notices_of_end(&job, title, state, &message);
        // A stage with nothing to do gets no log entry of its own.
        let nothing = job.part_of.is_some() && job.counts.sum(|outcome| outcome != Outcome::Unchanged) == 0;
        let log = (state == JobState::Failed || !nothing).then_some(log);
        let end = End {
            state,
            failure,
            message,
            log,
            notices,
        };
        Ok(Some((job, end)))
    }

    /// Announces that an ended job has changed kinds: its own, and others in which it wrote rows.
    async fn announce_changes(&self, job: &Job) -> std::result::Result<(), StoreError> {
        let Some(own) = job.kind.kind() else {
            return Ok(());
        };
        // A sync without changes cannot have changed its kind. Rows that returned are announced when they are written.
        let changed = job.counts.sum(|outcome| outcome != Outcome::Unchanged);
        if job.verb == Verb::Sync && changed == 0 {
            return Ok(());
        }
        let written = self.parts.store.counts_by_kind(job.id).await?;
        let others = written
            .keys()
            .filter_map(|name| KindName::parse(name))
            .filter(|kind| *kind != own);
        for kind in others.chain([own]) {
            let Ok(verbs) = registry::verbs_of(kind) else { continue };
            self.parts.store.changed(verbs.work.name).await?;
        }
        Ok(())
    }

    /// The message of a job in which every row failed: with the reason of one row, which says more than a count.
    async fn with_reason(&self, job: &Job, message: Reason) -> std::result::Result<Reason, StoreError> {
        let rows = self
            .parts
            .store
            .report_page(job, &[], &Lines::default(), 0, 1)
            .await?
            .rows;
        let reason = rows.into_iter().next().and_then(|line| line.reason);
        Ok(match reason {
            Some(reason) if job.counts.sum(Outcome::is_trouble) == 1 => reason,
            Some(reason) => Reason::RowsFailed {
                first: Box::new(message),
                second: Box::new(reason),
            },
            None => message,
        })
    }
}

/// Adds an ended job to the process's metrics.
fn count(job: &Job, state: JobState) {
    let labels = [
        ("kind", job.kind.as_str().to_owned()),
        ("verb", job.verb.as_str().to_owned()),
        ("state", state.word()),
    ];
    metrics::counter!("selaras_jobs_total", &labels).increment(1);
    // The rows of a campus run are counted with its stages.
    for (outcome, rows) in job.counts.iter().filter(|_| job.stages.is_empty()) {
        let labels = [
            ("kind", job.kind.as_str().to_owned()),
            ("verb", job.verb.as_str().to_owned()),
            ("outcome", outcome.word()),
        ];
        metrics::counter!("selaras_rows_total", &labels).increment(rows.unsigned_abs());
    }
}

fn nothing_done(counts: &Counts) -> bool {
    counts.sum(Outcome::is_trouble) > 0 && counts.sum(|outcome| !outcome.is_trouble()) == 0
}
