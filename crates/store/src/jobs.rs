//! Jobs: what was asked, how far each is, and how it ended.

use crate::{Result, Selection, Store, StoreError, now, outbox::Notice, rfc3339, undo::KEPT_MILLISECONDS};
use sea_orm::{
    ConnectionTrait, QueryResult, TransactionTrait,
    sea_query::{Condition, Expr, ExprTrait, Func, Query},
};
use serde::Serialize;

/// A job, as the browser sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Job {
    /// Its number.
    pub id: i64,
    /// The kind of data it is about.
    pub kind: String,
    /// `sync`, `export`, `enroll`, `unenroll`, `delete` or `import`.
    pub verb: String,
    /// `queued`, `running`, `done`, `failed` or `cancelled`.
    pub state: String,
    /// Who asked for it.
    pub actor: String,
    /// The outcome in one sentence, or where it stands.
    pub message: String,
    /// What sort of failure ended it: `rows` (each failed), `source`, `platform`, `zoom`, `not_found`, `refused`, `internal`.
    pub failure: Option<String>,
    /// Rows in all, once that is known.
    pub total: Option<i64>,
    /// Rows dealt with.
    pub done: i64,
    /// Rows by outcome.
    #[serde(flatten)]
    pub counts: Counts,
    /// When it was asked for; RFC 3339.
    pub created_at: Option<String>,
    /// When it began.
    pub started_at: Option<String>,
    /// When it ended.
    pub finished_at: Option<String>,
    /// Whether it can be taken back: it wrote or deleted rows less than 30 days ago.
    pub undoable: bool,
    /// The job that takes this one back, or took it.
    pub undone_by: Option<i64>,
    /// The job that this one takes back.
    pub undo_of: Option<i64>,
    /// The job that a queued one waits for.
    pub waits_for: Option<Waits>,
    /// The rows it is about.
    #[serde(skip)]
    pub selection: Selection,
    /// Whether somebody asked for it to stop.
    #[serde(skip)]
    pub cancel_requested: bool,
    /// What whoever ordered it agreed to; the engine's own words.
    #[serde(skip)]
    pub consent: Option<String>,
    /// Whether the agreement has been held against the data, and the job begun.
    #[serde(skip)]
    pub consented: bool,
}

/// The job that another waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Waits {
    /// Its number.
    pub id: i64,
    /// The kind of data it is about.
    pub kind: String,
    /// What it does.
    pub verb: String,
    /// Where it stands.
    pub message: String,
}

/// A job to be kept.
#[derive(Debug, Clone, Copy)]
pub struct NewJob<'a> {
    /// The kind of data.
    pub kind: &'a str,
    /// The action.
    pub verb: &'a str,
    /// The rows.
    pub selection: &'a Selection,
    /// Who wants it.
    pub actor: &'a str,
    /// What they agreed to.
    pub consent: Option<&'a str>,
    /// The job to take back.
    pub undo_of: Option<i64>,
}

impl Job {
    /// Whether it has ended.
    pub fn ended(&self) -> bool {
        matches!(self.state.as_str(), "done" | "failed" | "cancelled")
    }

    fn can_be_undone(&self, finished: Option<i64>) -> bool {
        let wrote = self.counts.created + self.counts.updated + self.counts.missing > 0;
        let lately = finished.is_some_and(|finished| finished > now() - KEPT_MILLISECONDS);
        self.ended() && wrote && lately && self.undone_by.is_none() && matches!(self.verb.as_str(), "sync" | "delete")
    }
}

/// Rows by outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// New; or enrolled, unenrolled, deleted.
    pub created: i64,
    /// Changed.
    pub updated: i64,
    /// As they were.
    pub unchanged: i64,
    /// Gone from the source.
    pub missing: i64,
    /// Changed on both sides, or twice in the source.
    pub conflict: i64,
    /// Not done, for a reason of their own.
    pub failed: i64,
}

impl Counts {
    const COLUMNS: [&'static str; 6] = ["created", "updated", "unchanged", "missing", "conflict", "failed"];

    const fn values(self) -> [i64; 6] {
        [
            self.created,
            self.updated,
            self.unchanged,
            self.missing,
            self.conflict,
            self.failed,
        ]
    }

    /// The number of rows of each outcome.
    pub fn named(self) -> impl Iterator<Item = (&'static str, i64)> {
        Self::COLUMNS.into_iter().zip(self.values())
    }

    /// All rows dealt with. A row that is gone from the source was not sent, so it is not one of them.
    pub fn done(self) -> i64 {
        self.created + self.updated + self.unchanged + self.conflict + self.failed
    }

    pub(crate) async fn add(self, connection: &impl ConnectionTrait, job: i64) -> Result<()> {
        if self == Self::default() {
            return Ok(());
        }
        let mut update = Query::update();
        update.table("job").cond_where(Expr::col("id").eq(job));
        for (column, value) in self.named() {
            if value != 0 {
                update.value(column, Expr::col(column).add(value));
            }
        }
        connection.execute(&update).await?;
        Ok(())
    }
}

/// What became of one row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// `created`, `updated`, `missing`, `conflict`, `failed` and so on.
    pub outcome: String,
    /// The row's key.
    pub key: String,
    /// What people call the row.
    pub label: Option<String>,
    /// Why, and what to do.
    pub reason: Option<String>,
}

impl Line {
    /// A line without a reason.
    pub fn new(outcome: &str, key: String) -> Self {
        Self {
            outcome: outcome.to_owned(),
            key,
            label: None,
            reason: None,
        }
    }

    /// Names the row for people.
    pub fn label(mut self, label: String) -> Self {
        self.label = Some(label);
        self
    }

    /// Says why.
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }

    pub(crate) async fn write(connection: &impl ConnectionTrait, job: i64, lines: &[Self]) -> Result<()> {
        for lines in lines.chunks(1000) {
            let mut insert = Query::insert();
            insert
                .into_table("job_row")
                .columns(["job_id", "outcome", "key", "label", "reason"]);
            for line in lines {
                insert.values_panic([
                    job.into(),
                    line.outcome.as_str().into(),
                    line.key.as_str().into(),
                    line.label.as_deref().into(),
                    line.reason.as_deref().into(),
                ]);
            }
            connection.execute(&insert).await?;
        }
        Ok(())
    }
}

/// What a list of jobs is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct JobFilter {
    /// Only those that have not ended.
    pub active: bool,
}

const COLUMNS: [&str; 23] = [
    "id",
    "kind",
    "verb",
    "state",
    "actor",
    "message",
    "total",
    "created",
    "updated",
    "unchanged",
    "missing",
    "conflict",
    "failed",
    "selection",
    "cancel_requested",
    "created_at",
    "started_at",
    "finished_at",
    "failure",
    "undone_by",
    "undo_of",
    "consent",
    "consented",
];

fn read(row: &QueryResult) -> std::result::Result<Job, sea_orm::DbErr> {
    let counts = Counts {
        created: row.try_get_by_index(7)?,
        updated: row.try_get_by_index(8)?,
        unchanged: row.try_get_by_index(9)?,
        missing: row.try_get_by_index(10)?,
        conflict: row.try_get_by_index(11)?,
        failed: row.try_get_by_index(12)?,
    };
    let finished = row.try_get_by_index(17)?;
    let mut job = Job {
        id: row.try_get_by_index(0)?,
        kind: row.try_get_by_index(1)?,
        verb: row.try_get_by_index(2)?,
        state: row.try_get_by_index(3)?,
        actor: row.try_get_by_index(4)?,
        message: row.try_get_by_index(5)?,
        total: row.try_get_by_index(6)?,
        done: counts.done(),
        counts,
        selection: serde_json::from_str(&row.try_get_by_index::<String>(13)?).unwrap_or_default(),
        cancel_requested: row.try_get_by_index(14)?,
        created_at: rfc3339(row.try_get_by_index(15)?),
        started_at: rfc3339(row.try_get_by_index(16)?),
        finished_at: rfc3339(finished),
        failure: row.try_get_by_index(18)?,
        undoable: false,
        undone_by: row.try_get_by_index(19)?,
        undo_of: row.try_get_by_index(20)?,
        consent: row.try_get_by_index(21)?,
        consented: row.try_get_by_index(22)?,
        waits_for: None,
    };
    job.undoable = job.can_be_undone(finished);
    Ok(job)
}

/// How long a worker may be silent before another takes its job over.
pub const LEASE_MILLISECONDS: i64 = 15_000;

impl Store {
    /// Keeps a new job, queued.
    ///
    /// # Errors
    /// [`StoreError::Taken`]: the job to take back is taken back already.
    pub async fn create_job(&self, job: NewJob<'_>) -> Result<i64> {
        let columns = [
            "kind",
            "verb",
            "selection",
            "state",
            "actor",
            "message",
            "cancel_requested",
            "lease_until",
            "created_at",
            "consent",
            "undo_of",
        ];
        let insert = Query::insert()
            .into_table("job")
            .columns(columns.into_iter().chain(Counts::COLUMNS))
            .values_panic(
                [
                    job.kind.into(),
                    job.verb.into(),
                    serde_json::to_string(job.selection).unwrap_or_default().into(),
                    "queued".into(),
                    job.actor.into(),
                    "".into(),
                    false.into(),
                    0_i64.into(),
                    now().into(),
                    job.consent.into(),
                    job.undo_of.into(),
                ]
                .into_iter()
                .chain(Counts::default().values().map(Expr::val)),
            )
            .returning_col("id")
            .take();
        let transaction = self.writer.begin().await?;
        let row = transaction.query_one(&insert).await?;
        let id = row.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default();
        if let Some(undone) = job.undo_of {
            let in_vain = Query::select()
                .column("id")
                .from("job")
                .cond_where(Expr::col("state").is_in(["failed", "cancelled"]))
                .take();
            let free = Condition::any()
                .add(Expr::col("undone_by").is_null())
                .add(Expr::col("undone_by").in_subquery(in_vain));
            let update = Query::update()
                .table("job")
                .value("undone_by", id)
                .cond_where(Condition::all().add(Expr::col("id").eq(undone)).add(free))
                .take();
            if transaction.execute(&update).await?.rows_affected() == 0 {
                transaction.rollback().await?;
                return Err(StoreError::Taken("undone_by"));
            }
        }
        transaction.commit().await?;
        Ok(id)
    }

    /// One job.
    pub async fn job(&self, id: i64) -> Result<Option<Job>> {
        let select = Query::select()
            .columns(COLUMNS)
            .from("job")
            .cond_where(Expr::col("id").eq(id))
            .take();
        let row = self.reader.query_one(&select).await?;
        let mut jobs: Vec<_> = row.as_ref().map(read).transpose()?.into_iter().collect();
        self.say_what_they_wait_for(&mut jobs).await?;
        Ok(jobs.pop())
    }

    /// The latest jobs, newest first.
    pub async fn jobs(&self, filter: JobFilter, limit: u64) -> Result<Vec<Job>> {
        let mut select = Query::select();
        select
            .columns(COLUMNS)
            .from("job")
            .order_by("id", sea_orm::Order::Desc)
            .limit(limit);
        if filter.active {
            select.cond_where(Expr::col("state").is_in(["queued", "running"]));
        }
        let rows = self.reader.query_all(&select).await?;
        let mut jobs = rows.iter().map(read).collect::<std::result::Result<Vec<_>, _>>()?;
        self.say_what_they_wait_for(&mut jobs).await?;
        Ok(jobs)
    }

    async fn say_what_they_wait_for(&self, jobs: &mut [Job]) -> Result<()> {
        if !jobs.iter().any(|job| job.state == "queued") {
            return Ok(());
        }
        let active = Query::select()
            .columns(["id", "kind", "verb", "message"])
            .from("job")
            .cond_where(Expr::col("state").is_in(["queued", "running"]))
            .order_by("id", sea_orm::Order::Asc)
            .take();
        let mut rivals = Vec::new();
        for row in self.reader.query_all(&active).await? {
            rivals.push(Waits {
                id: row.try_get_by_index(0)?,
                kind: row.try_get_by_index(1)?,
                verb: row.try_get_by_index(2)?,
                message: row.try_get_by_index(3)?,
            });
        }
        for job in jobs.iter_mut().filter(|job| job.state == "queued") {
            let before = |rival: &&Waits| rival.id < job.id && rival.kind == job.kind;
            job.waits_for = rivals.iter().find(before).cloned();
        }
        Ok(())
    }

    /// Says that what the job was ordered on has been held against the data, and that it begins.
    pub async fn consented(&self, id: i64) -> Result<()> {
        self.set_job(id, "consented", true.into()).await
    }

    /// Says in words where a job stands.
    pub async fn say(&self, id: i64, message: &str) -> Result<()> {
        self.set_job(id, "message", message.into()).await
    }

    /// Says how many rows the source's whole list had.
    pub async fn set_source_rows(&self, id: i64, rows: i64) -> Result<()> {
        self.set_job(id, "source_rows", rows.into()).await
    }

    /// Says how many rows there will be.
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

    /// The latest job of a kind that came to its end.
    pub async fn latest_done(&self, kind: &str) -> Result<Option<Job>> {
        let select = Query::select()
            .columns(COLUMNS)
            .from("job")
            .cond_where(Expr::col("state").eq("done").and(Expr::col("kind").eq(kind)))
            .order_by("id", sea_orm::Order::Desc)
            .limit(1)
            .take();
        Ok(self.reader.query_one(&select).await?.as_ref().map(read).transpose()?)
    }

    /// Takes a job for `worker`, unless another worker has it, it has ended, or a job of the same kind is running. Lines
    /// of rows that an earlier, interrupted try did not do are struck: they are tried again now.
    pub async fn claim_job(&self, id: i64, worker: &str) -> Result<Claim> {
        let transaction = self.writer.begin().await?;
        let at = now();
        let free = Condition::any()
            .add(Expr::col("state").eq("queued"))
            .add(Expr::col("state").eq("running").and(Expr::col("lease_until").lt(at)));
        // One statement decides, so that of two workers on PostgreSQL only one gets it.
        let kind = Query::select()
            .column("kind")
            .from("job")
            .cond_where(Expr::col("id").eq(id))
            .take();
        let rival = Query::select()
            .expr(Func::count(Expr::val(1)))
            .from("job")
            .cond_where(
                Condition::all()
                    .add(Expr::col("kind").in_subquery(kind))
                    .add(Expr::col("id").ne(id))
                    .add(
                        Condition::any()
                            .add(Expr::col("state").eq("running").and(Expr::col("lease_until").gte(at)))
                            .add(
                                Expr::col("state")
                                    .is_in(["queued", "running"])
                                    .and(Expr::col("id").lt(id)),
                            ),
                    ),
            )
            .take();
        let rivals: i64 = transaction
            .query_one(&rival)
            .await?
            .map(|row| row.try_get_by_index(0))
            .transpose()?
            .unwrap_or_default();
        if rivals > 0 {
            transaction.rollback().await?;
            return Ok(Claim::Wait);
        }
        let update = Query::update()
            .table("job")
            .values([
                ("state", "running".into()),
                ("worker", worker.into()),
                ("lease_until", (at + LEASE_MILLISECONDS).into()),
                (
                    "started_at",
                    Func::coalesce([Expr::col("started_at"), at.into()]).into(),
                ),
                ("unchanged", 0_i64.into()),
                ("conflict", 0_i64.into()),
                ("failed", 0_i64.into()),
            ])
            .cond_where(Condition::all().add(Expr::col("id").eq(id)).add(free))
            .take();
        if transaction.execute(&update).await?.rows_affected() == 0 {
            transaction.rollback().await?;
            return Ok(Claim::Gone);
        }
        let strike = Query::delete()
            .from_table("job_row")
            .cond_where(Expr::col("job_id").eq(id).and(Expr::col("outcome").is_in([
                "failed",
                "conflict",
                "unchanged",
                "untried",
            ])))
            .take();
        transaction.execute(&strike).await?;
        transaction.commit().await?;
        Ok(Claim::Taken)
    }

    /// Says that `worker` is still at it. Answers whether it still has the job, and whether it is to stop.
    pub async fn renew_job(&self, id: i64, worker: &str) -> Result<Lease> {
        let update = Query::update()
            .table("job")
            .value("lease_until", now() + LEASE_MILLISECONDS)
            .cond_where(
                Expr::col("id")
                    .eq(id)
                    .and(Expr::col("worker").eq(worker))
                    .and(Expr::col("state").eq("running")),
            )
            .returning_col("cancel_requested")
            .take();
        Ok(match self.writer.query_one(&update).await? {
            None => Lease::Lost,
            Some(row) if row.try_get_by_index(0)? => Lease::Cancelled,
            Some(_) => Lease::Held,
        })
    }

    /// Counts rows that needed no write.
    pub async fn add_counts(&self, job: i64, counts: Counts) -> Result<()> {
        counts.add(&self.writer, job).await
    }

    /// Writes lines and counters that go with no other write.
    pub async fn account(&self, job: i64, lines: &[Line], counts: Counts) -> Result<()> {
        let transaction = self.writer.begin().await?;
        Line::write(&transaction, job, lines).await?;
        counts.add(&transaction, job).await?;
        Ok(transaction.commit().await?)
    }

    /// Ends a job: its state, its outcome in one sentence, its entry in the activity log, and the notices of it, at once.
    pub async fn finish_job(
        &self,
        id: i64,
        state: &str,
        failure: Option<&str>,
        message: &str,
        log: &str,
        notices: &[Notice],
    ) -> Result<()> {
        let transaction = self.writer.begin().await?;
        let update = Query::update()
            .table("job")
            .values([
                ("state", state.into()),
                ("failure", failure.into()),
                ("message", message.into()),
                ("finished_at", now().into()),
            ])
            .cond_where(
                Expr::col("id")
                    .eq(id)
                    .and(Expr::col("state").is_in(["queued", "running"])),
            )
            .returning_col("actor")
            .take();
        if let Some(row) = transaction.query_one(&update).await? {
            let actor: String = row.try_get_by_index(0)?;
            crate::log::write(&transaction, log, &actor, Some(id)).await?;
            crate::outbox::keep(&transaction, notices).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Asks a job to stop. One that waits is cancelled at once. Answers whether there is such a job that has not ended.
    pub async fn cancel_job(&self, id: i64) -> Result<bool> {
        let waiting = Query::update()
            .table("job")
            .values([
                ("state", "cancelled".into()),
                ("message", "Dibatalkan sebelum dimulai.".into()),
                ("finished_at", now().into()),
            ])
            .cond_where(Expr::col("id").eq(id).and(Expr::col("state").eq("queued")))
            .take();
        if self.writer.execute(&waiting).await?.rows_affected() > 0 {
            return Ok(true);
        }
        let running = Query::update()
            .table("job")
            .value("cancel_requested", true)
            .cond_where(Expr::col("id").eq(id).and(Expr::col("state").eq("running")))
            .take();
        Ok(self.writer.execute(&running).await?.rows_affected() > 0)
    }

    /// Jobs whose worker has fallen silent, and, `with_waiting`, those that wait.
    pub async fn abandoned_jobs(&self, with_waiting: bool) -> Result<Vec<i64>> {
        let silent = Expr::col("state").eq("running").and(Expr::col("lease_until").lt(now()));
        let select = Query::select()
            .column("id")
            .from("job")
            .cond_where(if with_waiting {
                silent.or(Expr::col("state").eq("queued"))
            } else {
                silent
            })
            .order_by("id", sea_orm::Order::Asc)
            .take();
        let rows = self.reader.query_all(&select).await?;
        Ok(rows
            .iter()
            .map(|row| row.try_get_by_index(0))
            .collect::<std::result::Result<_, _>>()?)
    }

    /// Gives a job back unfinished, for another worker or the next start.
    pub async fn free_job(&self, id: i64, worker: &str) -> Result<()> {
        let update = Query::update()
            .table("job")
            .value("lease_until", 0_i64)
            .cond_where(
                Expr::col("id")
                    .eq(id)
                    .and(Expr::col("worker").eq(worker))
                    .and(Expr::col("state").eq("running")),
            )
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }

    /// Frees the jobs of workers that cannot be alive: this process has just started and owns the database alone.
    pub async fn release_all_jobs(&self) -> Result<()> {
        let update = Query::update()
            .table("job")
            .value("lease_until", 0_i64)
            .cond_where(Expr::col("state").eq("running"))
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }
}

/// What came of [`Store::claim_job`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// The job is the caller's.
    Taken,
    /// An earlier job of the same kind is not done: try again later.
    Wait,
    /// It has ended, or another worker has it.
    Gone,
}

/// What came of [`Store::renew_job`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lease {
    /// Go on.
    Held,
    /// Stop at the next clean boundary.
    Cancelled,
    /// Another worker has taken the job: write nothing more.
    Lost,
}
