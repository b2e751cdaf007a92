//! What a verb is given: the order, and what to work with.

use crate::{Consent, EngineError, Guard, Plan, Result, Task, Verb, queue::Queue};
use selaras_kinds::object::{Leaving, PlatformId};
use selaras_platform::{LearningPlatform, Need};
use selaras_source::Source;
use selaras_store::{Selection, Store, jobs::Counts, log::Author};
use selaras_zoom::Zoom;
use std::{
    collections::HashSet,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};
use tokio::sync::{OwnedRwLockReadGuard, RwLock};
use tokio_util::sync::CancellationToken;

/// What somebody wants done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// What is to be done.
    pub task: Task,
    /// Who wants it.
    pub actor: Author,
    /// What they have agreed to.
    pub consent: Consent,
}

impl Order {
    /// An order with nothing agreed to.
    pub fn new(task: Task, actor: impl Into<Author>) -> Self {
        Self {
            task,
            actor: actor.into(),
            consent: Consent::default(),
        }
    }
}

/// What a run of a verb was asked: the verb, and the rows.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// The verb.
    pub(crate) verb: Verb,
    /// The rows.
    pub(crate) selection: Selection,
    /// How people leave.
    pub(crate) leaving: Leaving,
    /// Whether the rows of those who have left are deleted from the dashboard.
    pub(crate) remove: bool,
}

/// What the engine works with.
#[derive(Clone)]
pub struct Parts {
    /// The dashboard's database.
    pub store: Store,
    /// The academic system.
    pub source: Source,
    /// The learning platform.
    pub platform: Arc<dyn LearningPlatform>,
    /// The account at Zoom, where there is one.
    pub zoom: Option<Zoom>,
    /// The platform's category that everything goes under whose own is not there.
    pub root_category: PlatformId,
    /// Lists asked of the source at once.
    pub source_requests: usize,
    /// Batches on their way to the platform at once.
    pub platform_requests: usize,
    /// How people leave a course, where an order does not say it.
    pub leaving: Leaving,
    /// From which share on an action wants more than a click.
    pub guard: Guard,
}

/// One run of a verb: what it works with and what it was asked.
#[derive(Clone)]
pub struct Run {
    pub(crate) store: Store,
    pub(crate) source: Source,
    pub(crate) platform: Arc<dyn LearningPlatform>,
    pub(crate) zoom: Option<Zoom>,
    pub(crate) root_category: PlatformId,
    pub(crate) source_requests: usize,
    pub(crate) platform_requests: usize,
    /// What is done.
    pub(crate) task: Task,
    /// The same as the verbs on rows look at it.
    pub(crate) order: Asked,
    /// Who ordered it.
    pub(crate) actor: Author,
    consent: Consent,
    /// The job; 0 while planning, when nothing is written.
    pub(crate) job: i64,
    /// Whether an earlier, interrupted try of this job has held what was agreed to against the data.
    pub(crate) consented: bool,
    /// Places whose people's grades may be lost, as was agreed to in this try of the job.
    pub(crate) graded: Option<Arc<HashSet<i64>>>,
    /// The number of the request that ordered the job.
    pub(crate) ordered_by: Option<String>,
    /// The span of the request that ordered the job.
    pub(crate) ordered_in: Option<String>,
    pub(crate) guard: Guard,
    pub(crate) gate: Gate,
    /// What other jobs are made with, where this one has stages.
    pub(crate) parts: Parts,
    pub(crate) queue: Queue,
    /// Where it only tries what it would do, on a copy: its plan.
    rehearsed: Option<Arc<OnceLock<Plan>>>,
}

impl Run {
    pub(crate) fn new(parts: &Parts, queue: &Queue, order: Order, job: i64) -> Self {
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
        } = parts.clone();
        Self {
            store,
            source,
            platform,
            zoom,
            root_category,
            source_requests: source_requests.max(1),
            platform_requests: platform_requests.max(1),
            order: Asked {
                verb: order.task.verb(),
                selection: order.task.selection(),
                // Nobody looks at what a schedule does: it never removes.
                leaving: match order.consent.by_itself {
                    true => Leaving::Suspend,
                    false => order.task.says_leaving().unwrap_or(leaving),
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
        }
    }

    /// The same on a copy of the database, to see what it would do: what it plans goes into `plan`, and nobody is asked.
    pub(crate) fn rehearsing(mut self, gate: Gate, plan: Arc<OnceLock<Plan>>) -> Self {
        self.gate = gate;
        self.rehearsed = Some(plan);
        self
    }

    /// A plan in which nothing stands yet.
    pub(crate) fn empty_plan(&self) -> Plan {
        Plan {
            wide: self.rehearsed.is_some(),
            ..Plan::default()
        }
    }

    /// What whoever ordered it agreed to.
    pub(crate) const fn consent(&self) -> &Consent {
        &self.consent
    }

    /// One part of what this run does, as a run of the part's verb in the same job. What was agreed to was the whole.
    pub(crate) fn step(&self, task: Task) -> Arc<Self> {
        Arc::new(Self {
            order: Asked {
                verb: task.verb(),
                selection: task.selection(),
                leaving: task.says_leaving().unwrap_or(self.order.leaving),
                remove: task.removes_rows(),
            },
            task,
            consent: Consent::default(),
            ..self.clone()
        })
    }

    /// Whether whoever ordered it agreed to a plan, or nobody looks.
    pub(crate) fn is_watched(&self) -> bool {
        self.rehearsed.is_some() || !self.consent.is_plain()
    }

    /// Whether somebody wants to see what would be done before it is, and has not agreed to it yet.
    pub(crate) fn waits_for_a_word(&self) -> bool {
        self.is_watched() && !self.consented
    }

    /// Whether enrolments are really removed, which is never done on one click.
    pub(crate) fn removes_enrolments(&self) -> bool {
        self.order.verb == Verb::Unenrol && self.order.leaving == Leaving::Unenrol
    }

    /// How many people have grades, as whoever ordered it typed. A kind's name is typed where nobody had any.
    pub(crate) fn typed_people(&self) -> usize {
        let typed = self.consent.typed.as_deref().unwrap_or_default();
        typed.trim().parse().unwrap_or_default()
    }

    /// Whether it is only tried.
    pub(crate) const fn is_rehearsal(&self) -> bool {
        self.rehearsed.is_some()
    }

    /// The same run, now that this plan has been agreed to.
    pub(crate) fn agreed_to(self: Arc<Self>, plan: &Plan) -> Arc<Self> {
        Arc::new(Self {
            graded: Some(Arc::new(plan.graded.keys().copied().collect())),
            ..Arc::unwrap_or_clone(self)
        })
    }

    /// Holds what was agreed to against what would be done now.
    pub(crate) fn agree(&self, plan: &Plan) -> Result<()> {
        let label = self.task.about().label();
        if let Some(rehearsed) = &self.rehearsed {
            let mut plan = plan.clone();
            plan.token = plan.token();
            plan.guard = self.guard.asks(&plan, label, self.source.name());
            // It plans once.
            let _ = rehearsed.set(plan);
            return Ok(());
        }
        match self.consented {
            true => self.guard.agree_again(&self.consent, plan, label, self.source.name()),
            false => self.guard.agree(&self.consent, plan, label, self.source.name()),
        }
    }

    /// The same run in a session of the platform's, which has been asked whether it allows what the job does.
    pub(crate) async fn in_session(self: Arc<Self>, needs: &[Need]) -> Result<Arc<Self>> {
        let platform = self.platform.session(needs).await?;
        Ok(Arc::new(Self {
            platform,
            ..Arc::unwrap_or_clone(self)
        }))
    }

    /// Batches to have on their way to the platform as things stand.
    pub(crate) fn at_once(&self) -> usize {
        self.platform.membership_limits().in_flight.min(self.platform_requests)
    }

    /// What has become of the job's rows so far, in this try and in earlier ones.
    pub(crate) async fn counts(&self) -> Result<Counts> {
        Ok(self
            .store
            .job(self.job)
            .await?
            .map(|job| job.counts)
            .unwrap_or_default())
    }

    /// Says how many rows there will be: those that wait, and those that an earlier, interrupted try has done.
    pub(crate) async fn set_total(&self, waiting: i64) -> Result<()> {
        let done = self.counts().await?.done();
        Ok(self.store.set_job_total(self.job, waiting + done).await?)
    }

    /// A clean boundary: whether to go on.
    pub(crate) fn checkpoint(&self) -> Result<()> {
        self.gate.pass()
    }
}

/// How long answers are waited for that are on their way when the gate closes.
const LAST_ANSWERS: Duration = Duration::from_millis(400);
/// How long a run has after the gate has closed to come to a clean boundary by itself.
const GRACE: Duration = Duration::from_millis(700);

/// Whether a run is to go on. Clones are one gate.
#[derive(Clone, Default)]
pub(crate) struct Gate {
    word: Arc<AtomicU8>,
    closed: CancellationToken,
    /// Read-locked by what must not be dropped.
    held: Arc<RwLock<()>>,
}

const CANCELLED: u8 = 1;
const SUPERSEDED: u8 = 2;

impl Gate {
    /// Somebody asked the job to stop.
    pub(crate) fn cancel(&self) {
        self.close(CANCELLED);
    }

    /// Another process is to go on with the job.
    pub(crate) fn supersede(&self) {
        self.close(SUPERSEDED);
    }

    /// Whether it has been superseded.
    pub(crate) fn is_superseded(&self) -> bool {
        self.word.load(Ordering::Relaxed) == SUPERSEDED
    }

    /// Returns when the gate has closed.
    pub(crate) async fn closed(&self) {
        self.closed.cancelled().await;
    }

    /// Returns when an answer that was on its way when the gate closed need not be waited for any longer.
    pub(crate) async fn last_answers(&self) {
        self.closed().await;
        tokio::time::sleep(LAST_ANSWERS).await;
    }

    /// Keeps [`Self::bounded`] from dropping the run until the guard is dropped.
    pub(crate) async fn hold(&self) -> OwnedRwLockReadGuard<()> {
        Arc::clone(&self.held).read_owned().await
    }

    /// Does some work that is dropped at once when the gate closes: it only asks.
    pub(crate) async fn while_open<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        tokio::select! {
            biased;
            () = self.closed() => Err(self.why_closed()),
            done = work => done,
        }
    }

    /// Does a run, whatever it waits for when the gate closes: one that reaches no boundary within [`GRACE`] is dropped where it waits,
    /// which leaves what a crash would leave.
    pub(crate) async fn bounded<T>(&self, run: impl Future<Output = Result<T>>) -> Result<T> {
        let overdue = async {
            self.closed().await;
            tokio::time::sleep(GRACE).await;
            // A boundary that is being written is reached.
            let _all = self.held.write().await;
        };
        tokio::select! {
            biased;
            ended = run => ended,
            () = overdue => Err(self.why_closed()),
        }
    }

    fn close(&self, word: u8) {
        self.word.store(word, Ordering::Relaxed);
        self.closed.cancel();
    }

    fn why_closed(&self) -> EngineError {
        match self.word.load(Ordering::Relaxed) {
            CANCELLED => EngineError::Cancelled,
            _ => EngineError::Superseded,
        }
    }

    fn pass(&self) -> Result<()> {
        match self.word.load(Ordering::Relaxed) {
            CANCELLED => Err(EngineError::Cancelled),
            SUPERSEDED => Err(EngineError::Superseded),
            _ => Ok(()),
        }
    }
}
