//! Long actions: taken as orders, run as jobs, resumed after a crash.
//!
//! A job is safe to run again from its beginning at any time: what was done is seen to be done, and its account keeps
//! the lines of it. So a crash needs no more than that somebody runs the job again: [`Engine::work`] does, for every job
//! whose worker has fallen silent.

use crate::{
    Connections, Consent, EngineError, Guard, Plan, Result, Verb, Work, queue::Queue, registry, words::number,
};
use futures::{FutureExt, future::BoxFuture};
use selaras_kinds::object::PlatformId;
use selaras_notify::Notifier;
use selaras_platform::{LearningPlatform, Need};
use selaras_source::Source;
use selaras_store::{
    FailedIn, Selection, Store, StoreError,
    account::Lines,
    jobs::{Claim, Counts, Job, Lease, NewJob},
};
use selaras_zoom::Zoom;
use std::{
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};
use tokio_util::sync::CancellationToken;

/// What somebody wants done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The kind of data.
    pub kind: &'static str,
    /// The action.
    pub verb: Verb,
    /// The rows.
    pub selection: Selection,
    /// Who wants it.
    pub actor: String,
    /// What they have agreed to.
    pub consent: Consent,
    /// The job to take back, for [`Verb::Undo`].
    pub undo_of: Option<i64>,
}

impl Order {
    /// An order for all rows of a kind, with nothing agreed to.
    pub fn new(kind: &'static str, verb: Verb, actor: impl Into<String>) -> Self {
        Self {
            kind,
            verb,
            selection: Selection::default(),
            actor: actor.into(),
            consent: Consent::default(),
            undo_of: None,
        }
    }
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
    pub(crate) order: Order,
    /// The job; 0 while planning, when nothing is written.
    pub(crate) job: i64,
    /// Whether an earlier, interrupted try of this job has held what was agreed to against the data.
    pub(crate) consented: bool,
    guard: Guard,
    gate: Arc<AtomicU8>,
}

const OPEN: u8 = 0;
const CANCELLED: u8 = 1;
const SUPERSEDED: u8 = 2;

impl Run {
    fn new(parts: &Parts, order: Order, job: i64) -> Self {
        let Parts {
            store,
            source,
            platform,
            zoom,
            root_category,
            source_requests,
            platform_requests,
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
            order,
            job,
            consented: false,
            guard,
            gate: Arc::new(AtomicU8::new(OPEN)),
        }
    }

    /// Whether whoever ordered it agreed to a plan, or nobody looks.
    pub(crate) fn is_watched(&self) -> bool {
        !self.order.consent.is_plain()
    }

    /// Holds what was agreed to against what would be done now.
    pub(crate) fn agree(&self, plan: &Plan) -> Result<()> {
        let label = registry::work(self.order.kind)?.label;
        self.guard.agree(&self.order.consent, plan, label, self.source.name())
    }

    /// Whether an action has ended before its time for good: another process will not take it up again.
    pub(crate) fn broke_off(&self, error: &EngineError) -> bool {
        !matches!(error, EngineError::Superseded)
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
        match self.gate.load(Ordering::Relaxed) {
            CANCELLED => Err(EngineError::Cancelled),
            SUPERSEDED => Err(EngineError::Superseded),
            _ => Ok(()),
        }
    }
}

/// Plans and runs actions.
#[derive(Clone)]
pub struct Engine {
    parts: Parts,
    queue: Queue,
    worker: Arc<str>,
    pub(crate) stop: CancellationToken,
    connections: Connections,
    /// Who is told of what goes wrong by itself.
    pub(crate) notifier: Option<Arc<Notifier>>,
}

/// How often a worker says that it is still at its job, and learns whether it is to stop.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// How often jobs of silent workers are looked for.
const LOOK_ROUND: Duration = Duration::from_secs(5);
/// How often a job that waits for another of its kind tries again.
const WAIT_FOR_KIND: Duration = Duration::from_millis(150);
/// How often somebody who waits for a job looks at it; twice as long each time, up to the second.
const WAIT_FOR_JOB: [Duration; 2] = [Duration::from_millis(30), Duration::from_millis(400)];

impl Engine {
    /// Makes the engine. `worker` names this process; `stop` ends its work.
    pub async fn new(parts: Parts, worker: &str, stop: CancellationToken) -> Result<Self> {
        let queue = Queue::open(parts.store.writer()).await?;
        let connections = Connections::new(
            parts.store.clone(),
            parts.source.clone(),
            Arc::clone(&parts.platform),
            parts.zoom.clone(),
        );
        Ok(Self {
            parts,
            connections,
            queue,
            worker: worker.into(),
            stop,
            notifier: None,
        })
    }

    /// The dashboard's database.
    pub fn store(&self) -> &Store {
        &self.parts.store
    }

    /// The academic system.
    pub fn source(&self) -> &Source {
        &self.parts.source
    }

    /// The connections, to be looked at.
    pub fn connections(&self) -> &Connections {
        &self.connections
    }

    /// The same engine, where one list of the source is not in use.
    pub fn without_list(mut self, feed: &'static str) -> Self {
        self.connections = self.connections.without_list(feed);
        self
    }

    /// The learning platform.
    pub fn platform(&self) -> &dyn LearningPlatform {
        &*self.parts.platform
    }

    /// The account at Zoom, where there is one.
    pub fn zoom(&self) -> Option<&Zoom> {
        self.parts.zoom.as_ref()
    }

    /// Says what an order would do, and does nothing.
    pub async fn plan(&self, order: Order) -> Result<Plan> {
        let work = registry::work(order.kind)?;
        let mut plan = work.plan(Arc::new(Run::new(&self.parts, order, 0))).await?;
        plan.token = plan.token();
        plan.guard = self.parts.guard.asks(&plan, work.label, self.parts.source.name());
        Ok(plan)
    }

    /// Takes an order. It is kept before this answers, with the number of its job.
    pub async fn submit(&self, order: &Order) -> Result<i64> {
        let consent = match order.consent.is_plain() {
            true => None,
            false => serde_json::to_string(&order.consent).ok(),
        };
        let job = self
            .parts
            .store
            .create_job(NewJob {
                kind: order.kind,
                verb: order.verb.as_str(),
                selection: &order.selection,
                actor: &order.actor,
                consent: consent.as_deref(),
                undo_of: order.undo_of,
            })
            .await
            .map_err(|error| match error {
                StoreError::Taken(_) => EngineError::Refused("Tugas ini sudah diurungkan.".to_owned()),
                other => other.into(),
            })?;
        self.queue.push(job).await?;
        Ok(job)
    }

    /// Takes the order of a job again that has ended: for the rows that failed, where the job came to its end; for all,
    /// where it broke off. Answers with the number of the new job.
    pub async fn retry(&self, job: &Job, actor: String) -> Result<i64> {
        if !job.ended() {
            return Err(EngineError::Refused("Tugas ini masih berjalan.".to_owned()));
        }
        let work = registry::work(&job.kind)?;
        let verb = verb(job)?;
        let mut selection = job.selection.clone();
        if job.state == "done" || job.failure.as_deref() == Some("rows") {
            if job.counts.failed + job.counts.conflict == 0 {
                return Err(EngineError::Refused(
                    "Tidak ada baris yang gagal dalam tugas ini.".to_owned(),
                ));
            }
            // A row of the source that could not be read has no key: a sync reads its lists again.
            if verb != Verb::Sync {
                selection.failed_in = Some(FailedIn {
                    job: job.id,
                    key: work.key.iter().map(|column| (*column).to_owned()).collect(),
                });
            }
        }
        self.submit(&Order {
            selection,
            undo_of: job.undo_of,
            ..Order::new(work.name, verb, actor)
        })
        .await
    }

    /// Takes back what a job did. Answers with the number of the job that does so.
    ///
    /// # Errors
    /// [`EngineError::Refused`] where there is nothing to take back, or no longer.
    pub async fn undo(&self, job: &Job, actor: String) -> Result<i64> {
        if !job.undoable {
            return Err(EngineError::Refused(match job.undone_by {
                Some(_) => "Tugas ini sudah diurungkan.".to_owned(),
                None => {
                    "Tugas ini tidak dapat diurungkan: tidak ada yang ditulisnya, atau sudah lewat 30 hari.".to_owned()
                }
            }));
        }
        self.submit(&Order {
            undo_of: Some(job.id),
            ..Order::new(registry::work(&job.kind)?.name, Verb::Undo, actor)
        })
        .await
    }

    /// Waits until a job has ended.
    pub async fn ended(&self, job: i64) -> Result<Job> {
        let [mut pause, longest] = WAIT_FOR_JOB;
        loop {
            let Some(found) = self.parts.store.job(job).await? else {
                return Err(EngineError::NotFound("Tugas ini tidak ada.".to_owned()));
            };
            if found.ended() {
                return Ok(found);
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(longest);
        }
    }

    /// Works on jobs until the token that was given to [`Engine::new`] is cancelled. `alone` says that no other process
    /// uses the database, so that whatever was running has died with the last one.
    pub fn work(self, alone: bool) -> BoxFuture<'static, Result<()>> {
        // Boxed, so that whoever spawns it need not see into the store's futures.
        self.work_until_stopped(alone).boxed()
    }

    async fn work_until_stopped(self, alone: bool) -> Result<()> {
        if alone {
            self.parts.store.release_all_jobs().boxed().await?;
        }
        let waiting = self.parts.store.abandoned_jobs(true).boxed().await?;
        for job in waiting {
            self.queue.push(job).boxed().await?;
        }
        let looking = tokio::spawn(self.clone().look_round());
        let engine = self.clone();
        let perform = move |job| engine.clone().perform(job).boxed();
        let worked = self
            .queue
            .work(Arc::clone(&self.worker), self.stop.clone(), perform)
            .boxed()
            .await;
        looking.abort();
        worked
    }

    /// Looks for jobs whose worker is gone, again and again.
    async fn look_round(self) {
        let mut ticks = tokio::time::interval(LOOK_ROUND);
        while self.stop.run_until_cancelled(ticks.tick()).await.is_some() {
            if let Err(error) = self.take_over().await {
                tracing::warn!(%error, "looking for abandoned jobs failed");
            }
        }
    }

    async fn take_over(&self) -> Result<()> {
        for job in self.parts.store.abandoned_jobs(false).await? {
            tracing::info!(job, "taking over a job whose worker is gone");
            self.queue.push(job).await?;
        }
        Ok(())
    }

    /// Runs one job, if it is to be had.
    async fn perform(self, id: i64) {
        loop {
            match self.parts.store.claim_job(id, &self.worker).await {
                Ok(Claim::Taken) => break,
                Ok(Claim::Gone) => return,
                Ok(Claim::Wait) => {}
                Err(error) => tracing::warn!(job = id, %error, "claiming a job failed"),
            }
            // A job that waits when the process ends stays queued and is found by the next one.
            if self
                .stop
                .run_until_cancelled(tokio::time::sleep(WAIT_FOR_KIND))
                .await
                .is_none()
            {
                return;
            }
        }
        let outcome = match self.parts.store.job(id).await {
            Ok(Some(job)) => self.run(&job).await,
            Ok(None) => return,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = self.finish(id, outcome).await {
            // The job stays as it is and its lease runs out: it will be run again.
            tracing::error!(job = id, %error, "the end of a job could not be written");
        }
    }

    async fn run(&self, job: &Job) -> Result<String> {
        let work = registry::work(&job.kind)?;
        let verb = verb(job)?;
        let consent = job.consent.as_deref().map(serde_json::from_str).transpose();
        let order = Order {
            selection: job.selection.clone(),
            consent: consent
                .map_err(|error| EngineError::Queue(error.to_string()))?
                .unwrap_or_default(),
            undo_of: job.undo_of,
            ..Order::new(work.name, verb, job.actor.clone())
        };
        let mut run = Run::new(&self.parts, order, job.id);
        run.consented = job.consented;
        let run = Arc::new(run);
        let heartbeat = self.heartbeat(job.id, Arc::clone(&run.gate));
        tracing::info!(job = job.id, kind = job.kind, verb = job.verb, "begins");
        tokio::select! {
            outcome = agree_and_run(work, run) => outcome,
            () = heartbeat => Err(EngineError::Superseded),
        }
    }

    /// Renews the lease until it is lost; passes on whether to stop. Ends only when the job is no longer ours.
    async fn heartbeat(&self, job: i64, gate: Arc<AtomicU8>) {
        let mut ticks = tokio::time::interval(HEARTBEAT);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.stop.cancelled() => {
                    gate.store(SUPERSEDED, Ordering::Relaxed);
                    // The verb stops at its next boundary by itself.
                    return std::future::pending().await;
                }
            }
            match self.parts.store.renew_job(job, &self.worker).await {
                Ok(Lease::Held) => {}
                Ok(Lease::Cancelled) => gate.store(CANCELLED, Ordering::Relaxed),
                Ok(Lease::Lost) => return,
                Err(error) => tracing::warn!(job, %error, "renewing a lease failed"),
            }
        }
    }

    async fn finish(&self, id: i64, outcome: Result<String>) -> std::result::Result<(), StoreError> {
        let store = &self.parts.store;
        let Some(job) = store.job(id).await? else { return Ok(()) };
        let title = format!("{} data {}", title(&job.verb), label(&job.kind));
        let (state, failure, message) = match outcome {
            Ok(message) => match nothing_done(&job.counts) {
                false => ("done", None, message),
                true => ("failed", Some("rows"), self.with_reason(&job, message).await?),
            },
            Err(EngineError::Superseded) => return store.free_job(id, &self.worker).await,
            Err(EngineError::Cancelled) => (
                "cancelled",
                None,
                format!("{title} dibatalkan; {} baris sudah dikerjakan.", number(job.done)),
            ),
            Err(error) => {
                tracing::warn!(job = id, ?error, "failed");
                ("failed", Some(error.class()), error.to_string())
            }
        };
        let log = if state == "failed" {
            format!("{title} gagal: {message}")
        } else {
            message.clone()
        };
        let notices = self.notices_of_end(&job, &title, state, &message);
        store.finish_job(id, state, failure, &message, &log, &notices).await?;
        count(&job, state);
        tracing::info!(job = id, state, "ended");
        Ok(())
    }

    /// The outcome of a job whose every row failed: one row's reason says more than a count.
    async fn with_reason(&self, job: &Job, message: String) -> std::result::Result<String, StoreError> {
        let rows = self
            .parts
            .store
            .account_page(job, &[], &Lines::default(), 0, 1)
            .await?
            .rows;
        let reason = rows.into_iter().next().and_then(|line| line.reason);
        Ok(match reason {
            Some(reason) if job.counts.failed + job.counts.conflict == 1 => reason,
            Some(reason) => format!("{message} {reason}"),
            None => message,
        })
    }
}

/// Runs a verb, after what was agreed to has been held against the data. A sync does that itself, when it has read its
/// list.
async fn agree_and_run(work: &Work, run: Arc<Run>) -> Result<String> {
    if run.order.verb != Verb::Sync && run.is_watched() && !run.consented {
        run.agree(&work.plan(Arc::clone(&run)).await?)?;
        run.store.consented(run.job).await?;
    }
    work.run(run).await
}

/// Adds an ended job to the process's figures.
fn count(job: &Job, state: &'static str) {
    let labels = [
        ("kind", job.kind.clone()),
        ("verb", job.verb.clone()),
        ("state", state.to_owned()),
    ];
    metrics::counter!("selaras_jobs_total", &labels).increment(1);
    for (outcome, rows) in job.counts.named() {
        let labels = [
            ("kind", job.kind.clone()),
            ("verb", job.verb.clone()),
            ("outcome", outcome.to_owned()),
        ];
        metrics::counter!("selaras_rows_total", &labels).increment(rows.unsigned_abs());
    }
}

fn verb(job: &Job) -> Result<Verb> {
    Verb::parse(&job.verb).ok_or_else(|| EngineError::Refused(format!("Tindakan {} tidak dikenal.", job.verb)))
}

fn nothing_done(counts: &Counts) -> bool {
    counts.failed + counts.conflict > 0 && counts.created + counts.updated + counts.unchanged + counts.missing == 0
}

fn title(verb: &str) -> &'static str {
    Verb::parse(verb).map_or("Tindakan", Verb::title)
}

fn label(kind: &str) -> &str {
    registry::work(kind).map_or(kind, |work| work.label)
}
