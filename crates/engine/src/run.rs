//! The context of a verb: the order, and the systems to work with.

use crate::{Consent, EngineError, Guard, Plan, Result, Task, Verb, queue::Queue};
use jiff::tz::TimeZone;
use selaras_kinds::object::{Leaving, PlatformId};
use selaras_platform::{LearningPlatform, Need, Uses};
use selaras_shape::Shape;
use selaras_source::Source;
use selaras_store::{Selection, Store, jobs::Counts, log::Author, shapes::StoredShape};
use selaras_zoom::Zoom;
use std::{
    collections::{BTreeSet, HashSet},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};
use tokio::sync::{OnceCell, OwnedRwLockReadGuard, RwLock};
use tokio_util::sync::CancellationToken;

/// A request for work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The work.
    pub task: Task,
    /// The user who gives the order.
    pub actor: Author,
    /// What the user has confirmed.
    pub consent: Consent,
}

impl Order {
    /// An order without a confirmation.
    pub fn new(task: Task, actor: impl Into<Author>) -> Self {
        Self {
            task,
            actor: actor.into(),
            consent: Consent::default(),
        }
    }
}

/// What a run does: the verb, and the rows.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    /// The verb.
    pub(crate) verb: Verb,
    /// The rows.
    pub(crate) selection: Selection,
    /// How people leave.
    pub(crate) leaving: Leaving,
    /// True if the rows of people who have left are deleted from the dashboard.
    pub(crate) remove: bool,
}

/// The systems and settings that the engine works with.
#[derive(Clone)]
pub struct Parts {
    /// The dashboard's database.
    pub store: Store,
    /// The academic system.
    pub source: Source,
    /// The learning platform.
    pub platform: Arc<dyn LearningPlatform>,
    /// The account at Zoom, if one is connected.
    pub zoom: Option<Zoom>,
    /// The platform's category for objects without a category of their own.
    pub root_category: PlatformId,
    /// Lists read from the source at once.
    pub source_requests: usize,
    /// Batches in flight to the platform.
    pub platform_requests: usize,
    /// How people leave a course, if the order does not say it.
    pub leaving: Leaving,
    /// The limits above which an action needs more than a click.
    pub guard: Guard,
    /// The time zone of the campus.
    pub zone: TimeZone,
}

/// One run of a verb: its context and its options.
#[derive(Clone)]
pub struct Run {
    pub(crate) store: Store,
    pub(crate) source: Source,
    pub(crate) platform: Arc<dyn LearningPlatform>,
    pub(crate) zoom: Option<Zoom>,
    pub(crate) root_category: PlatformId,
    pub(crate) source_requests: usize,
    pub(crate) platform_requests: usize,
    /// The task.
    pub(crate) task: Task,
    /// The task as the verbs on rows see it.
    pub(crate) order: Options,
    /// Who ordered it.
    pub(crate) actor: Author,
    consent: Consent,
    /// The job; `None` for a run that writes nothing: a plan, or a look at one person.
    pub(crate) job: Option<i64>,
    /// True if an earlier, interrupted attempt of this job has checked the confirmation.
    pub(crate) consented: bool,
    /// Enrolments that may lose grades, as confirmed in this attempt of the job.
    pub(crate) graded: Option<Arc<HashSet<i64>>>,
    /// The number of the request that ordered the job.
    pub(crate) ordered_by: Option<String>,
    /// The span of the request that ordered the job.
    pub(crate) ordered_in: Option<String>,
    pub(crate) guard: Guard,
    pub(crate) gate: Gate,
    /// For the jobs of this run's stages.
    pub(crate) parts: Parts,
    pub(crate) queue: Queue,
    /// The plan that a rehearsal fills; `None` for a real run.
    rehearsed: Option<Arc<OnceLock<Plan>>>,
    shape: Arc<OnceCell<Arc<Shape>>>,
    closed: Arc<OnceCell<Arc<HashSet<String>>>>,
}

impl Run {
    pub(crate) fn new(parts: &Parts, queue: &Queue, order: Order, job: Option<i64>) -> Self {
        let Parts {
            store,
            source,
            platform,
            zoom,
            root_category,
            source_requests,
            platform_requests,
            leaving,
            guard,
            zone: _,
        } = parts.clone();
        Self {
            store,
            source,
            platform,
            zoom,
            root_category,
            source_requests: source_requests.max(1),
            platform_requests: platform_requests.max(1),
            order: Options {
                verb: order.task.verb(),
                selection: order.task.selection(),
                // A schedule's order runs unattended, so it never removes enrolments.
                leaving: match order.consent.by_itself {
                    true => Leaving::Suspend,
                    false => order.task.ordered_leaving().unwrap_or(leaving),
                },
                remove: order.task.removes_rows(),
            },
            task: order.task,
            actor: order.actor,
            consent: order.consent,
            job,
            consented: false,
            graded: None,
            ordered_by: None,
            ordered_in: None,
            guard,
            gate: Gate::default(),
            parts: parts.clone(),
            queue: queue.clone(),
            rehearsed: None,
            shape: Arc::default(),
            closed: Arc::default(),
        }
    }

    /// The same run as a rehearsal on a copy of the database: its plan goes into `plan`, and no confirmation is needed.
    pub(crate) fn rehearsing(mut self, gate: Gate, plan: Arc<OnceLock<Plan>>) -> Self {
        self.gate = gate;
        self.rehearsed = Some(plan);
        self
    }

    /// The job.
    ///
    /// # Errors
    /// [`EngineError::Queue`]: the run writes nothing, so it has none.
    pub(crate) fn job(&self) -> Result<i64> {
        self.job
            .ok_or_else(|| EngineError::Queue("this run has no job".to_owned()))
    }

    /// The hashed keys of the rows that the order leaves out; for enrolments, also those of people.
    pub(crate) fn left_out(&self) -> BTreeSet<i64> {
        let except = self.order.selection.except.as_ref();
        except.map(|except| except.keys.clone()).unwrap_or_default()
    }

    /// True for the report of differences: it is about all kinds, and nothing but the report is written.
    pub(crate) fn compares(&self) -> bool {
        self.order.verb == Verb::Compare
    }

    /// The shape of the campus. A run reads it once.
    pub(crate) async fn shape(&self) -> Result<Arc<Shape>> {
        let read = || async { stored_shape(self.store.shape().await?.as_ref()).map(Arc::new) };
        Ok(Arc::clone(self.shape.get_or_try_init(read).await?))
    }

    /// The codes of the semesters that are closed. A run reads them once.
    pub(crate) async fn closed_semesters(&self) -> Result<Arc<HashSet<String>>> {
        let read = || async { Ok::<_, EngineError>(Arc::new(self.store.closed_semesters().await?)) };
        Ok(Arc::clone(self.closed.get_or_try_init(read).await?))
    }

    /// An empty plan.
    pub(crate) fn empty_plan(&self) -> Plan {
        Plan {
            wide: self.rehearsed.is_some(),
            ..Plan::default()
        }
    }

    /// The order's confirmation.
    pub(crate) const fn consent(&self) -> &Consent {
        &self.consent
    }

    /// A part of this run: another task in the same job. The confirmation was for the whole run.
    pub(crate) fn step(&self, task: Task) -> Arc<Self> {
        Arc::new(Self {
            order: Options {
                verb: task.verb(),
                selection: task.selection(),
                leaving: task.ordered_leaving().unwrap_or(self.order.leaving),
                remove: task.removes_rows(),
            },
            task,
            consent: Consent::default(),
            ..self.clone()
        })
    }

    /// True if the run must check a plan: it has a confirmation, was ordered by a schedule, or is a rehearsal.
    pub(crate) fn must_check_plan(&self) -> bool {
        self.rehearsed.is_some() || !self.consent.is_plain()
    }

    /// True if a plan must be checked before anything is written.
    pub(crate) fn needs_confirmation(&self) -> bool {
        self.must_check_plan() && !self.consented
    }

    /// True if enrolments are removed, which never happens on one click.
    pub(crate) fn removes_enrolments(&self) -> bool {
        self.order.verb == Verb::Unenrol && self.order.leaving == Leaving::Unenrol
    }

    /// The number of people with grades that was typed; 0 if a kind's name was typed.
    pub(crate) fn typed_people(&self) -> usize {
        let typed = self.consent.typed.as_deref().unwrap_or_default();
        typed.trim().parse().unwrap_or_default()
    }

    /// True for a rehearsal.
    pub(crate) const fn is_rehearsal(&self) -> bool {
        self.rehearsed.is_some()
    }

    /// The same run with this plan confirmed.
    pub(crate) fn with_confirmed_plan(self: Arc<Self>, plan: &Plan) -> Arc<Self> {
        Arc::new(Self {
            graded: Some(Arc::new(plan.graded.keys().copied().collect())),
            ..Arc::unwrap_or_clone(self)
        })
    }

    /// Checks the confirmation against what would be done now.
    pub(crate) fn check_confirmation(&self, plan: &Plan) -> Result<()> {
        let subject = self.task.about();
        if let Some(rehearsed) = &self.rehearsed {
            let mut plan = plan.clone();
            plan.token = plan.token();
            plan.guard = self.guard.prompt(&plan, subject, self.source.name());
            // It plans once.
            let _ = rehearsed.set(plan);
            return Ok(());
        }
        match self.consented {
            true => self.guard.check_again(&self.consent, plan, subject, self.source.name()),
            false => self.guard.check(&self.consent, plan, subject, self.source.name()),
        }
    }

    /// The same run in a session of the platform, which allows the needed functions.
    pub(crate) async fn in_session(self: Arc<Self>, needs: &[Need]) -> Result<Arc<Self>> {
        let platform = self.platform.session(needs).await?;
        Ok(Arc::new(Self {
            platform,
            ..Arc::unwrap_or_clone(self)
        }))
    }

    /// The number of batches to have in flight now.
    pub(crate) fn at_once(&self) -> usize {
        self.platform.membership_limits().in_flight.min(self.platform_requests)
    }

    /// The outcomes of the job's rows so far, in all attempts.
    pub(crate) async fn counts(&self) -> Result<Counts> {
        let job = self.store.job(self.job()?).await?;
        Ok(job.map(|job| job.counts).unwrap_or_default())
    }

    /// Sets the job's total: the waiting rows, and those that earlier attempts have done.
    pub(crate) async fn set_total(&self, waiting: i64) -> Result<()> {
        let done = self.counts().await?.done();
        Ok(self.store.set_job_total(self.job()?, waiting + done).await?)
    }

    /// A boundary at which the run may stop: an error if it must.
    pub(crate) fn checkpoint(&self) -> Result<()> {
        self.gate.pass()
    }
}

/// The shape that is stored, or the usual one if none was ever set.
pub(crate) fn stored_shape(stored: Option<&StoredShape>) -> Result<Shape> {
    let unreadable = |error| EngineError::Damaged(format!("the stored shape: {error}"));
    stored.map_or_else(
        || Ok(Shape::default()),
        |stored| serde_json::from_str(&stored.shape).map_err(unreadable),
    )
}

/// What a campus with this shape uses of the platform.
pub(crate) fn uses_of(shape: &Shape) -> Uses {
    Uses {
        roles: shape.roles(),
        cohorts: !shape.cohorts.is_empty(),
    }
}

/// How long answers in flight are still awaited after the gate has closed.
const LAST_ANSWERS: Duration = Duration::from_millis(400);
/// How long a run may take to reach a boundary after the gate has closed.
const GRACE: Duration = Duration::from_millis(700);

/// Tells a run whether to go on. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Gate {
    state: Arc<AtomicU8>,
    closed: CancellationToken,
    /// Read-locked by code that must not be dropped.
    held: Arc<RwLock<()>>,
}

const CANCELLED: u8 = 1;
const SUPERSEDED: u8 = 2;

impl Gate {
    /// Closes it because the job was cancelled.
    pub(crate) fn cancel(&self) {
        self.close(CANCELLED);
    }

    /// Closes it because another process is to continue the job.
    pub(crate) fn supersede(&self) {
        self.close(SUPERSEDED);
    }

    /// True after [`Self::supersede`].
    pub(crate) fn is_superseded(&self) -> bool {
        self.state.load(Ordering::Relaxed) == SUPERSEDED
    }

    /// Returns when the gate has closed.
    pub(crate) async fn closed(&self) {
        self.closed.cancelled().await;
    }

    /// Returns when answers in flight need not be awaited any longer.
    pub(crate) async fn last_answers(&self) {
        self.closed().await;
        tokio::time::sleep(LAST_ANSWERS).await;
    }

    /// Keeps [`Self::bounded`] from dropping the run until the guard is dropped.
    pub(crate) async fn hold(&self) -> OwnedRwLockReadGuard<()> {
        Arc::clone(&self.held).read_owned().await
    }

    /// Does some work, and drops it at once when the gate closes. The work must only read.
    pub(crate) async fn while_open<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        tokio::select! {
            biased;
            () = self.closed() => Err(self.why_closed()),
            done = work => done,
        }
    }

    /// Does a run. If it reaches no boundary within [`GRACE`] after the gate has closed, it is dropped where it waits, as in
    /// a crash.
    pub(crate) async fn bounded<T>(&self, run: impl Future<Output = Result<T>>) -> Result<T> {
        let overdue = async {
            self.closed().await;
            tokio::time::sleep(GRACE).await;
            // A boundary that is being written is waited for.
            let _all = self.held.write().await;
        };
        tokio::select! {
            biased;
            ended = run => ended,
            () = overdue => Err(self.why_closed()),
        }
    }

    fn close(&self, state: u8) {
        self.state.store(state, Ordering::Relaxed);
        self.closed.cancel();
    }

    fn why_closed(&self) -> EngineError {
        match self.state.load(Ordering::Relaxed) {
            CANCELLED => EngineError::Cancelled,
            _ => EngineError::Superseded,
        }
    }

    fn pass(&self) -> Result<()> {
        match self.state.load(Ordering::Relaxed) {
            CANCELLED => Err(EngineError::Cancelled),
            SUPERSEDED => Err(EngineError::Superseded),
            _ => Ok(()),
        }
    }
}
