//! Jobs: what was ordered, the progress, and the result.

pub mod outbox;
pub mod report;
pub mod schedule;

mod counts;
mod earlier_runs;
mod lease;
mod new_job;
mod outcome;
mod plan_rows;
mod rivals;
mod row_key;
mod stage;
mod state;
mod subject;
mod verb;

pub use crate::report::Line;
pub use counts::Counts;
pub(crate) use counts::PARTICIPATIONS;
pub use earlier_runs::EarlierRun;
pub use lease::{LEASE_MILLISECONDS, Lease};
pub use new_job::NewJob;
pub use outcome::Outcome;
pub use plan_rows::{NewPlannedRow, PlannedRows, PlannedSort};
pub use row_key::RowKey;
pub use stage::{NewStage, PlannedStage, Stage, StageState};
pub use state::{Failure, JobState};
pub use subject::Subject;
pub use verb::Verb;

use crate::{
    Result, Store,
    log::{Author, By, PRINCIPAL, Principal},
    outbox::Notice,
    rfc3339,
    statement::all,
    versions::KEPT_MILLISECONDS,
};
use new_job::insert;
use rivals::are_rivals;
use sea_orm::{
    ConnectionTrait, FromQueryResult,
    sea_query::{Condition, Expr, ExprTrait, Query, SelectStatement, UnionType},
};
use selaras_reasons::{Language, Reason};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A job, as the browser sees it. Its texts are codes, or sentences in the reader's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(bound = "")]
pub struct Job<R = Reason> {
    /// Its number.
    pub id: i64,
    /// What it is about.
    pub kind: Subject,
    /// What it does.
    pub verb: Verb,
    /// Where it stands.
    pub state: JobState,
    /// Who asked for it.
    pub actor: String,
    /// Who bears that name. `None` in jobs of earlier versions.
    #[serde(skip)]
    pub principal: Option<Principal>,
    /// The outcome in one sentence, or where it stands.
    #[schema(value_type = String)]
    pub message: R,
    /// What sort of failure ended it.
    #[schema(required)]
    pub failure: Option<Failure>,
    /// Rows in all, once that is known.
    #[schema(required)]
    pub total: Option<i64>,
    /// Rows dealt with.
    pub done: i64,
    /// Rows by outcome.
    pub counts: Counts,
    /// When it was asked for; RFC 3339.
    #[schema(required)]
    pub created_at: Option<String>,
    /// When it began.
    #[schema(required)]
    pub started_at: Option<String>,
    /// When it ended.
    #[schema(required)]
    pub finished_at: Option<String>,
    /// Whether it can be taken back: it wrote or deleted rows less than 30 days ago.
    pub undoable: bool,
    /// The job that takes this one back, or took it.
    #[schema(required)]
    pub undone_by: Option<i64>,
    /// The job that this one takes back.
    #[schema(required)]
    pub undo_of: Option<i64>,
    /// The job that a queued one waits for.
    #[schema(required, value_type = Option<Waits>)]
    pub waits_for: Option<Waits<R>>,
    /// Warnings to look at, though the work got done.
    #[schema(value_type = Vec<Warning>)]
    pub warnings: Vec<Warning<R>>,
    /// The job of which this one is a stage.
    #[schema(required)]
    pub part_of: Option<i64>,
    /// Its stages, where it works at the whole campus.
    #[schema(value_type = Vec<Stage>)]
    pub stages: Vec<Stage<R>>,
    /// What it does, in the engine's own format.
    #[serde(skip)]
    pub task: String,
    /// True if a user asked it to stop.
    pub cancel_requested: bool,
    /// What the user who ordered it confirmed, in the engine's own format.
    #[serde(skip)]
    pub consent: Option<String>,
    /// True if the confirmation was checked against the data and the job has begun.
    #[serde(skip)]
    pub consented: bool,
    /// True if its workers died repeatedly, so that it must not be started again.
    #[serde(skip)]
    pub deadly: bool,
    /// The id of the request that ordered it.
    #[serde(skip)]
    pub ordered_by: Option<String>,
    /// The span of the request that ordered it.
    #[serde(skip)]
    pub ordered_in: Option<String>,
}

/// A warning: something to look at, though the job got its work done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(bound = "")]
pub struct Warning<R = Reason> {
    /// What was met.
    #[schema(value_type = String)]
    pub text: R,
    /// What to do about it, where there is something to do.
    #[schema(required, value_type = Option<String>)]
    pub mend: Option<R>,
}

/// The job that another waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(bound = "")]
pub struct Waits<R = Reason> {
    /// Its number.
    pub id: i64,
    /// What it is about.
    pub kind: Subject,
    /// What it does.
    pub verb: Verb,
    /// Where it stands.
    #[schema(value_type = String)]
    pub message: R,
}

impl Job {
    /// True if it has ended.
    pub fn ended(&self) -> bool {
        self.state.is_end()
    }

    /// Who ordered it.
    pub fn author(&self) -> Author {
        Author {
            name: self.actor.clone(),
            principal: self.principal.clone(),
        }
    }

    /// The job with its texts in a language.
    pub fn in_words(self, language: Language) -> Job<String> {
        let said = |reason: Reason| reason.sentence(language);
        Job {
            id: self.id,
            kind: self.kind,
            verb: self.verb,
            state: self.state,
            actor: self.actor,
            principal: self.principal,
            message: said(self.message),
            failure: self.failure,
            total: self.total,
            done: self.done,
            counts: self.counts,
            created_at: self.created_at,
            started_at: self.started_at,
            finished_at: self.finished_at,
            undoable: self.undoable,
            undone_by: self.undone_by,
            undo_of: self.undo_of,
            waits_for: self.waits_for.map(|waits| Waits {
                id: waits.id,
                kind: waits.kind,
                verb: waits.verb,
                message: said(waits.message),
            }),
            warnings: self
                .warnings
                .into_iter()
                .map(|warning| Warning {
                    text: said(warning.text),
                    mend: warning.mend.map(said),
                })
                .collect(),
            part_of: self.part_of,
            stages: self.stages.into_iter().map(|stage| stage.in_words(language)).collect(),
            ordered_by: self.ordered_by,
            ordered_in: self.ordered_in,
            task: self.task,
            cancel_requested: self.cancel_requested,
            consent: self.consent,
            consented: self.consented,
            deadly: self.deadly,
        }
    }

    fn can_be_undone(&self, finished: Option<i64>, now: i64) -> bool {
        // A run over the whole campus is undone by its stages. A plan of it wrote nothing.
        let wrote = wrote_rows(self.verb, &self.counts) || self.verb == Verb::Align;
        let lately = finished.is_some_and(|finished| finished > now - KEPT_MILLISECONDS);
        // Courses that were hidden are remembered as long as their job.
        self.ended() && wrote && (lately || self.verb == Verb::Close) && self.undone_by.is_none()
    }
}

/// True if a job wrote something that can be undone.
fn wrote_rows(verb: Verb, counts: &Counts) -> bool {
    match verb {
        Verb::Sync | Verb::Delete => counts.sum(Outcome::is_written_here) > 0,
        Verb::Unenrol => counts.sum(|outcome| outcome.is_leaving() || outcome.is_written_here()) > 0,
        Verb::Close => counts.get(Outcome::Hidden) > 0,
        Verb::Export
        | Verb::Enrol
        | Verb::Undo
        | Verb::Import
        | Verb::Mend
        | Verb::Compare
        | Verb::Scan
        | Verb::Align
        | Verb::Plan => false,
    }
}

/// Filters of a list of jobs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct JobFilter {
    /// Only jobs that have not ended.
    pub active: bool,
}

/// A row of the table `job`.
#[derive(FromQueryResult)]
struct StoredJob {
    id: i64,
    kind: Subject,
    verb: Verb,
    state: JobState,
    actor: String,
    message: String,
    failure: Option<Failure>,
    total: Option<i64>,
    task: String,
    cancel_requested: bool,
    created_at: Option<i64>,
    started_at: Option<i64>,
    finished_at: Option<i64>,
    undone_by: Option<i64>,
    undo_of: Option<i64>,
    consent: Option<String>,
    consented: bool,
    undo_lost: bool,
    warnings: Option<String>,
    part_of: Option<i64>,
    ordered_by: Option<String>,
    ordered_in: Option<String>,
    attempts: i64,
}

/// The columns of [`StoredJob`].
const COLUMNS: [&str; 23] = [
    "id",
    "kind",
    "verb",
    "state",
    "actor",
    "message",
    "failure",
    "total",
    "task",
    "cancel_requested",
    "created_at",
    "started_at",
    "finished_at",
    "undone_by",
    "undo_of",
    "consent",
    "consented",
    "undo_lost",
    "warnings",
    "part_of",
    "ordered_by",
    "ordered_in",
    "attempts",
];

impl StoredJob {
    fn with(self, principal: Option<Principal>, counts: Counts, now: i64) -> Job {
        let mut job = Job {
            id: self.id,
            kind: self.kind,
            verb: self.verb,
            state: self.state,
            actor: self.actor,
            principal,
            message: Reason::read(self.message),
            failure: self.failure,
            total: self.total,
            done: counts.done(),
            counts,
            task: self.task,
            cancel_requested: self.cancel_requested,
            created_at: rfc3339(self.created_at),
            started_at: rfc3339(self.started_at),
            finished_at: rfc3339(self.finished_at),
            undoable: false,
            undone_by: self.undone_by,
            undo_of: self.undo_of,
            consent: self.consent,
            consented: self.consented,
            deadly: lease::is_deadly(self.attempts, self.started_at, now),
            waits_for: None,
            warnings: self.warnings.as_deref().map(read_warnings).unwrap_or_default(),
            part_of: self.part_of,
            ordered_by: self.ordered_by,
            ordered_in: self.ordered_in,
            stages: Vec::new(),
        };
        // A job that changed students before people had a table of their own has no versions to undo with.
        job.undoable = job.can_be_undone(self.finished_at, now) && !self.undo_lost;
        job
    }
}

/// The stored warnings of a job: reasons, or sentences of an earlier version.
pub(crate) fn read_warnings(kept: &str) -> Vec<Warning> {
    let read = |reason: serde_json::Value| match reason {
        serde_json::Value::String(text) => Reason::Earlier { text },
        reason => Reason::read(reason.to_string()),
    };
    let kept: Vec<Warning<serde_json::Value>> = serde_json::from_str(kept).unwrap_or_default();
    kept.into_iter()
        .map(|Warning { text, mend }| Warning {
            text: read(text),
            mend: mend.map(read),
        })
        .collect()
}

fn select() -> SelectStatement {
    Query::select().columns(COLUMNS).columns(PRINCIPAL).from("job").take()
}

/// How a job ends.
#[derive(Debug, Clone)]
pub struct End {
    /// Done, failed or cancelled.
    pub state: JobState,
    /// Why it failed.
    pub failure: Option<Failure>,
    /// The result in one sentence.
    pub message: Reason,
    /// The entry for the activity log, if any.
    pub log: Option<Reason>,
    /// The notices to send.
    pub notices: Vec<Notice>,
}

/// True for jobs that have not ended.
pub(crate) fn active() -> Expr {
    Expr::col("state").is_in([JobState::Queued, JobState::Running])
}

impl Store {
    /// Inserts a new job. This queues it: the jobs' own table is the queue.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if the job to undo is already undone.
    pub async fn create_job(&self, job: NewJob<'_>) -> Result<i64> {
        let transaction = self.writer.begin().await?;
        let id = insert(&transaction, &job).await?;
        transaction.commit().await?;
        Ok(id)
    }

    /// One job.
    pub async fn job(&self, id: i64) -> Result<Option<Job>> {
        let select = select().cond_where(Expr::col("id").eq(id)).take();
        Ok(self.read_jobs(&select).await?.pop())
    }

    /// The latest jobs, newest first, and all jobs that have not ended, however old.
    pub async fn jobs(&self, filter: JobFilter, latest: u64) -> Result<Vec<Job>> {
        // Stages are listed with the job to which they belong.
        let whole = || {
            let whole = Expr::col("part_of").is_null();
            Query::select().column("id").from("job").cond_where(whole).take()
        };
        let mut shown = whole().cond_where(active()).take();
        if !filter.active {
            let latest = whole().order_by("id", sea_orm::Order::Desc).limit(latest).take();
            let latest = Query::select().column("id").from_subquery(latest, "latest").take();
            shown.union(UnionType::Distinct, latest);
        }
        let select = select()
            .cond_where(Expr::col("id").in_subquery(shown))
            .order_by("id", sea_orm::Order::Desc)
            .take();
        self.read_jobs(&select).await
    }

    /// Reads jobs, their counters, and what they wait for. The counters are read last, so those of an ended job are final.
    async fn read_jobs(&self, select: &SelectStatement) -> Result<Vec<Job>> {
        let kept: Vec<_> = all(&self.reader, select, |row| {
            Ok((StoredJob::from_query_result(row, "")?, Principal::read(row)?))
        })
        .await?;
        let mut counts = Counts::of_jobs(&self.reader, kept.iter().map(|(job, _)| job.id).collect()).await?;
        let now = self.writer.now();
        let mut jobs: Vec<_> = kept
            .into_iter()
            .map(|(job, principal)| {
                let counts = counts.remove(&job.id).unwrap_or_default();
                job.with(principal, counts, now)
            })
            .collect();
        self.fill_waits(&mut jobs).await?;
        self.fill_stages(&mut jobs).await?;
        Ok(jobs)
    }

    async fn fill_stages(&self, jobs: &mut [Job]) -> Result<()> {
        let of_campus = |job: &&mut Job| job.kind == Subject::Campus;
        let ids: Vec<_> = jobs.iter_mut().filter(of_campus).map(|job| job.id).collect();
        if ids.is_empty() {
            return Ok(());
        }
        let mut stages = self.stages_of(&ids).await?;
        for job in jobs.iter_mut().filter(of_campus) {
            job.stages = stages.remove(&job.id).unwrap_or_default();
            let own = || job.stages.iter().filter(|stage| !stage.carried);
            let wrote = own().any(|stage| wrote_rows(stage.verb, &stage.counts));
            // The result of the whole is the sum of its own stages.
            let counts = Counts::from_iter(own().flat_map(|stage| stage.counts.iter()));
            job.undoable &= wrote;
            job.counts = counts;
            job.done = job.counts.done();
        }
        Ok(())
    }

    async fn fill_waits(&self, jobs: &mut [Job]) -> Result<()> {
        if !jobs.iter().any(|job| job.state == JobState::Queued) {
            return Ok(());
        }
        let active = Query::select()
            .columns(["id", "kind", "verb", "message"])
            .from("job")
            .cond_where(active())
            .order_by("id", sea_orm::Order::Asc)
            .take();
        let rivals: Vec<_> = all(&self.reader, &active, |row| {
            Ok(Waits {
                id: row.try_get_by_index(0)?,
                kind: row.try_get_by_index(1)?,
                verb: row.try_get_by_index(2)?,
                message: Reason::read(row.try_get_by_index(3)?),
            })
        })
        .await?;
        for job in jobs.iter_mut().filter(|job| job.state == JobState::Queued) {
            let mine = (job.kind, job.verb);
            let before = |rival: &&Waits| rival.id < job.id && are_rivals(mine, (rival.kind, rival.verb));
            job.waits_for = rivals.iter().find(before).cloned();
        }
        Ok(())
    }

    /// Records that the confirmation was checked against the data and that the job begins.
    pub async fn consented(&self, id: i64) -> Result<()> {
        self.set_job(id, "consented", true.into()).await
    }

    /// Sets a job's progress message.
    pub async fn say(&self, id: i64, message: &Reason) -> Result<()> {
        self.set_job(id, "message", message.kept().into()).await
    }

    /// True if a stored job has a warning of that code.
    pub async fn has_warned(&self, code: &str) -> Result<bool> {
        let select = Query::select()
            .expr(Expr::val(1))
            .from("job")
            .cond_where(Expr::col("warnings").like(format!("%\"code\":\"{code}\"%")))
            .limit(1)
            .take();
        Ok(self.reader.query_one(&select).await?.is_some())
    }

    /// Adds warnings for people to look at; each text once.
    pub async fn warn(&self, id: i64, warnings: &[Warning]) -> Result<()> {
        let mut kept = match (warnings.is_empty(), self.job(id).await?) {
            (false, Some(job)) => job.warnings,
            _ => return Ok(()),
        };
        for warning in warnings {
            if !kept.contains(warning) {
                kept.push(warning.clone());
            }
        }
        let kept = serde_json::to_string(&kept).map_err(|error| sea_orm::DbErr::Custom(error.to_string()))?;
        self.set_job(id, "warnings", kept.into()).await
    }

    /// The number of people who lost, or may have lost, grades because a job removed their enrolments.
    pub async fn grades_lost(&self, id: i64, kind: &str) -> Result<i64> {
        let lines = Condition::all()
            .add(Expr::col("job_id").eq(id))
            .add(Expr::col("kind").eq(kind))
            .add(Expr::col("outcome").eq(Outcome::Unenrolled))
            .add(Expr::col("reason").is_not_null());
        crate::statement::count(&self.reader, "job_row", lines).await
    }

    /// Sets the number of rows in the source's whole list.
    pub async fn set_source_rows(&self, id: i64, rows: i64) -> Result<()> {
        self.set_job(id, "source_rows", rows.into()).await
    }

    /// Sets the number of rows to process.
    pub async fn set_job_total(&self, id: i64, total: i64) -> Result<()> {
        self.set_job(id, "total", total.into()).await
    }

    async fn set_job(&self, id: i64, column: &'static str, value: Expr) -> Result<()> {
        let update = Query::update()
            .table("job")
            .value(column, value)
            .cond_where(Expr::col("id").eq(id))
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }

    /// The latest job of a kind that is done.
    pub async fn latest_done(&self, about: Subject) -> Result<Option<Job>> {
        let select = select()
            .cond_where(Expr::col("state").eq(JobState::Done).and(Expr::col("kind").eq(about)))
            .order_by("id", sea_orm::Order::Desc)
            .limit(1)
            .take();
        Ok(self.read_jobs(&select).await?.pop())
    }

    /// Ends the job that `worker` runs, with its entry in the activity log and its notices, in one transaction. Writes
    /// nothing if another worker has taken the job meanwhile.
    pub async fn finish_job(&self, id: i64, worker: &str, end: &End) -> Result<()> {
        let transaction = self.writer.begin().await?;
        let update = Query::update()
            .table("job")
            .values([
                ("state", end.state.into()),
                ("failure", end.failure.into()),
                ("message", end.message.kept().into()),
                ("finished_at", transaction.now().into()),
            ])
            .cond_where(Expr::col("id").eq(id).and(Expr::col("worker").eq(worker)).and(active()))
            .returning(Query::returning().columns(["actor", "kind", "verb"].into_iter().chain(PRINCIPAL)))
            .take();
        if let Some(row) = transaction.query_one(&update).await? {
            let [actor, kind, verb]: [String; 3] = [
                row.try_get_by_index(0)?,
                row.try_get_by_index(1)?,
                row.try_get_by_index(2)?,
            ];
            let about = crate::log::About {
                job: Some(id),
                kind: Some(&kind),
                verb: Some(&verb),
                ..Default::default()
            };
            // A stage without a job of its own was running in this one.
            if end.state == JobState::Cancelled {
                let stages = Query::update()
                    .table("job_stage")
                    .value("state", StageState::Cancelled)
                    .and_where(Expr::col("job_id").eq(id))
                    .and_where(Expr::col("state").eq(StageState::Running))
                    .and_where(Expr::col("child").is_null())
                    .take();
                transaction.execute(&stages).await?;
            }
            crate::outbox::keep(&transaction, &end.notices).await?;
            if let Some(log) = &end.log {
                let author = Author {
                    name: actor,
                    principal: Principal::read(&row)?,
                };
                crate::log::write(&transaction, log, (&author).into(), about).await?;
            }
        }
        Ok(transaction.commit().await?)
    }

    /// Asks a job to stop, with an entry in the activity log if one is given. A queued job is cancelled at once. Returns
    /// whether there is such a job that has not ended.
    pub async fn cancel_job(&self, id: i64, entry: Option<(&Reason, By<'_>)>) -> Result<bool> {
        let transaction = self.writer.begin().await?;
        let waiting = Query::update()
            .table("job")
            .values([
                ("state", JobState::Cancelled.into()),
                ("message", Reason::CancelledBeforeStart.kept().into()),
                ("finished_at", transaction.now().into()),
            ])
            .cond_where(Expr::col("id").eq(id).and(Expr::col("state").eq(JobState::Queued)))
            .take();
        let mut found = transaction.execute(&waiting).await?.rows_affected() > 0;
        if !found {
            let running = Query::update()
                .table("job")
                .value("cancel_requested", true)
                .cond_where(Expr::col("id").eq(id).and(Expr::col("state").eq(JobState::Running)))
                .take();
            found = transaction.execute(&running).await?.rows_affected() > 0;
        }
        if let (true, Some((log, by))) = (found, entry) {
            crate::log::write(&transaction, log, by, crate::log::About::default()).await?;
        }
        transaction.commit().await?;
        Ok(found)
    }
}
