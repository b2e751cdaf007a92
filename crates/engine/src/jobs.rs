//! Long actions: accepted as orders, run as jobs (`worker`), resumed after a crash.
//!
//! A job can run again from its beginning at any time: finished rows are recognised, and their report lines stay. So after a
//! crash a job only needs to run again. [`Engine::work`] runs every job of a worker that has fallen silent.

mod trace;
mod worker;

pub use trace::within_request;

use crate::{
    Connections, Consent, EngineError, KindVerbs, Order, Parts, Plan, Result, Run, Task, Verb, actions,
    expected::expected, queue::Queue, registry,
};
use selaras_kinds::object::Leaving;
use selaras_notify::Notifier;
use selaras_platform::{Finding, LearningPlatform};
use selaras_reasons::Reason;
use selaras_source::Source;
use selaras_store::{
    Store, StoreError,
    jobs::{Failure, Job, JobState, NewJob, Outcome, Stage, StageState},
    log::{Author, By},
};
use selaras_zoom::Zoom;
use std::{sync::Arc, time::Duration};
use tokio_util::sync::CancellationToken;
use tracing::field;

/// Plans and runs actions.
#[derive(Clone)]
pub struct Engine {
    parts: Parts,
    queue: Queue,
    worker: Arc<str>,
    pub(crate) stop: CancellationToken,
    connections: Connections,
    /// A list of the source that is not in use.
    unused: Option<&'static str>,
    /// Sends notices; `None` if no channel is set up.
    pub(crate) notifier: Option<Arc<Notifier>>,
}

/// Shortest and longest pause between two looks at a job that a caller waits for; the pause doubles each time.
const WAIT_FOR_JOB: [Duration; 2] = [Duration::from_millis(30), Duration::from_millis(400)];

impl Engine {
    /// Creates the engine. `worker` names this process; `stop` ends its work.
    pub fn new(parts: Parts, worker: &str, stop: CancellationToken) -> Self {
        let connections = Connections::new(
            parts.store.clone(),
            parts.source.clone(),
            Arc::clone(&parts.platform),
            parts.zoom.clone(),
        );
        Self {
            parts,
            connections,
            queue: Queue::default(),
            worker: worker.into(),
            stop,
            unused: None,
            notifier: None,
        }
    }

    /// The dashboard's database.
    pub fn store(&self) -> &Store {
        &self.parts.store
    }

    /// The academic system.
    pub fn source(&self) -> &Source {
        &self.parts.source
    }

    /// The connections, for testing.
    pub fn connections(&self) -> &Connections {
        &self.connections
    }

    /// The same engine with one list of the source marked as unused.
    pub fn without_list(mut self, feed: &'static str) -> Self {
        self.connections = self.connections.without_list(feed);
        self.unused = Some(feed);
        self
    }

    /// The same engine with warnings about the settings.
    pub fn cautioned(mut self, cautions: Vec<Finding>) -> Self {
        self.connections = self.connections.with_cautions(cautions);
        self
    }

    /// The default kinds of a run over the whole campus.
    pub fn campus_kinds(&self) -> Vec<String> {
        let used = |kind: &&KindVerbs| self.unused != Some(kind.feed);
        let names = registry::kinds()
            .iter()
            .filter(used)
            .map(|kind| kind.work.name.to_owned());
        names.collect()
    }

    /// The learning platform.
    pub fn platform(&self) -> &dyn LearningPlatform {
        &*self.parts.platform
    }

    /// The account at Zoom, if one is connected.
    pub fn zoom(&self) -> Option<&Zoom> {
        self.parts.zoom.as_ref()
    }

    /// Creates a run that reads from the source as it stands now.
    pub(crate) async fn begin(&self, order: Order, job: Option<i64>) -> Result<Run> {
        let mut run = Run::new(&self.parts, &self.queue, order, job);
        run.source = self.source_now().await?;
        Ok(run)
    }

    /// Plans an order, and does nothing.
    pub async fn plan(&self, order: Order) -> Result<Plan> {
        self.plan_from(order, self.source_now().await?).await
    }

    /// Plans an order with another source than the present one.
    pub(crate) async fn plan_from(&self, order: Order, source: Source) -> Result<Plan> {
        let (subject, verb) = (order.task.about(), order.task.verb());
        let action = actions::action(&order.task)?;
        let mut run = Run::new(&self.parts, &self.queue, order, None);
        run.source = source;
        let mut plan = (action.plan)(Arc::new(run)).await?;
        plan.token = plan.token();
        plan.expected = expected(self.store(), subject, verb, plan.counts.all()).await?;
        plan.guard = self.parts.guard.prompt(&plan, subject, self.parts.source.name());
        Ok(plan)
    }

    /// Stores an order and its queued job in one transaction. Returns the job's number.
    pub async fn submit(&self, order: &Order) -> Result<i64> {
        // A schedule's order runs unattended, so it never removes enrolments.
        let task = order.task.clone().with_leaving(match order.consent.by_itself {
            true => Leaving::Suspend,
            false => self.parts.leaving,
        });
        let (text, consent) = (task.text()?, order.consent.text()?);
        let span = tracing::debug_span!("order", job = field::Empty);
        let (ordered_by, ordered_in) = (trace::request(), trace::encode(&span));
        let job = self
            .parts
            .store
            .create_job(NewJob {
                consent: consent.as_deref(),
                ordered_by: ordered_by.as_deref(),
                ordered_in: ordered_in.as_deref(),
                ..task.new_job(&text, &order.actor)
            })
            .await
            .map_err(|error| match error {
                StoreError::Taken(_) => EngineError::Refused(Reason::AlreadyUndone),
                other => other.into(),
            })?;
        // The stages are stored now, so that they are visible before the job starts.
        if let Task::Align(whole) | Task::PlanAlign(whole) = &task {
            whole.keep_stages(&self.parts.store, job).await?;
        }
        // In the log this line belongs to its request, as its span does in a trace; all later lines of the job have its
        // number.
        span.record("job", job);
        span.in_scope(|| {
            tracing::info!(
                job,
                kind = task.about().as_str(),
                verb = task.verb().as_str(),
                "ordered"
            );
        });
        self.queue.wake();
        Ok(job)
    }

    /// Orders an ended job again: for the rows that failed, and if it broke off, for the rows it did not reach. A task that
    /// cannot be narrowed to rows runs as a whole, with the earlier confirmation. For a cancelled job, only failed rows are
    /// repeated. Returns the number of the new job.
    pub async fn retry(&self, job: &Job, actor: Author) -> Result<i64> {
        if !job.ended() {
            return Err(EngineError::Refused(Reason::JobRuns));
        }
        let task = Task::read(&job.task)?;
        let consent = Consent::read(job.consent.as_deref())?;
        if let Task::Align(_) = task {
            return self
                .resume(job, task.again(job, consent.by_itself), consent, actor)
                .await;
        }
        let stopped = job.state == JobState::Cancelled;
        let broke_off = job.state == JobState::Failed && job.failure != Some(Failure::Rows);
        let left = match stopped {
            true => job.counts.get(Outcome::Failed),
            false => job.counts.sum(Outcome::is_trouble),
        };
        if left == 0 && !broke_off {
            return Err(EngineError::Refused(Reason::NothingFailed));
        }
        let went_through = !stopped && !broke_off;
        // What it confirmed is partly done, and the rest is part of it.
        let is_closing = task.verb() == Verb::Close;
        let order = match is_closing || left > 0 && (went_through || task.repeats_failed_rows_only()) {
            true => Order::new(task.again(job, consent.by_itself), actor),
            false => Order {
                consent,
                ..Order::new(task, actor)
            },
        };
        self.submit(&order).await
    }

    /// Continues a run over the whole campus that was cancelled or had failures, with the same confirmation.
    async fn resume(&self, job: &Job, task: Task, consent: Consent, actor: Author) -> Result<i64> {
        let unfinished = |stage: &Stage| stage.state != StageState::Done || stage.counts.sum(Outcome::is_trouble) > 0;
        let left = job.stages.iter().filter(|stage| stage.state != StageState::LeftOut);
        if job.state == JobState::Done && !left.into_iter().any(unfinished) {
            return Err(EngineError::Refused(Reason::NothingFailed));
        }
        self.submit(&Order {
            consent,
            ..Order::new(task, actor)
        })
        .await
    }

    /// Undoes a job. Returns the number of the job that does so.
    ///
    /// # Errors
    /// [`EngineError::Refused`] if there is nothing to undo, or no longer.
    pub async fn undo(&self, job: &Job, actor: Author) -> Result<i64> {
        self.submit(&undo_order(job, actor)?).await
    }

    /// Counts the rows that undoing a job would examine, and undoes nothing.
    ///
    /// # Errors
    /// [`EngineError::Refused`] if there is nothing to undo, or no longer.
    pub async fn plan_undo(&self, job: &Job, actor: Author) -> Result<Plan> {
        self.plan(undo_order(job, actor)?).await
    }

    /// Cancels a job, with an entry in the activity log. A waiting job ends at once, a job of this process within a second.
    /// Returns true if there is such a job and it has not ended.
    ///
    /// # Errors
    /// The database failed.
    pub async fn cancel(&self, job: i64, did: &Reason, by: By<'_>) -> Result<bool> {
        let found = self.parts.store.cancel_job(job, Some((did, by))).await?;
        self.queue.ask_to_stop();
        Ok(found)
    }

    /// Waits until this process is told to stop.
    pub async fn stopping(&self) {
        self.stop.cancelled().await;
    }

    /// Waits until a job has ended.
    ///
    /// # Errors
    /// [`EngineError::Refused`]: this process is told to stop, and the job goes on at the next start or elsewhere.
    pub async fn ended(&self, job: i64) -> Result<Job> {
        let [mut pause, longest] = WAIT_FOR_JOB;
        loop {
            let Some(found) = self.parts.store.job(job).await? else {
                return Err(EngineError::NotFound(Reason::NoSuchJob));
            };
            if found.ended() {
                return Ok(found);
            }
            let waited = tokio::time::sleep(pause);
            if self.stop.run_until_cancelled(waited).await.is_none() {
                return Err(EngineError::Refused(Reason::ServerStops));
            }
            pause = (pause * 2).min(longest);
        }
    }
}

/// The order to undo a job.
fn undo_order(job: &Job, actor: Author) -> Result<Order> {
    if !job.undoable {
        return Err(EngineError::Refused(match job.undone_by {
            Some(_) => Reason::AlreadyUndone,
            None => Reason::NotUndoable,
        }));
    }
    Ok(Order::new(Task::undo(job)?, actor))
}
