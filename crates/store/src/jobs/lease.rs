//! Leases: a worker takes a job for a while, renews the lease, and gives the job back. If a worker falls silent, its lease
//! expires and another worker may take the job.

use super::{JobState, Outcome, Subject, rivals::rivals as rivals_of};
use crate::{Result, Store, statement::alone};
use sea_orm::{
    ConnectionTrait, DatabaseBackend,
    sea_query::{Condition, Expr, ExprTrait, Func, LockBehavior, LockType, Query, SelectStatement},
};

/// How long a lease lasts without renewal, in milliseconds.
pub const LEASE_MILLISECONDS: i64 = 6_000;

/// How often a job is started although its workers die one after the other. After that the job counts as the cause.
const MOST_ATTEMPTS: i64 = 5;

/// The time after its first start before a job can count as deadly, in milliseconds. A server that is killed repeatedly for
/// another reason exceeds the attempts within minutes.
const DEADLY_AFTER: i64 = 300_000;

/// True if a job counts `now` as the cause of its workers' deaths, by the number of attempts and the first start.
pub(super) fn is_deadly(attempts: i64, started_at: Option<i64>, now: i64) -> bool {
    attempts > MOST_ATTEMPTS && started_at.is_some_and(|started| started <= now - DEADLY_AFTER)
}

/// The attempts of a job that is started now. While one of its stages runs, the larger job is not counted: if either killed
/// the workers, it was the stage.
fn attempts() -> Expr {
    let stages = Query::select()
        .expr(Expr::val(1))
        .from_as("job", "stage")
        .and_where(Expr::col(("stage", "part_of")).equals(("job", "id")))
        .and_where(Expr::col(("stage", "state")).eq(JobState::Running))
        .take();
    let so_far = || Expr::col(("job", "attempts"));
    Expr::case(Expr::exists(stages), so_far())
        .finally(so_far().add(1))
        .into()
}

/// How long busy workers leave a stage to idle ones, in milliseconds: long enough for each to have looked.
const IDLE_WORKERS_FIRST: i64 = 1_000;

/// The result of [`Store::renew_job`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lease {
    /// Go on.
    Held,
    /// Stop at the next clean boundary.
    Cancelled,
    /// Another worker has taken the job: write nothing more.
    Lost,
}

/// True for a job that is queued, or that has a lease that had expired by `at`.
fn free(table: &'static str, at: i64) -> Condition {
    let state = || Expr::col((table, "state"));
    Condition::any().add(state().eq(JobState::Queued)).add(
        state()
            .eq(JobState::Running)
            .and(Expr::col((table, "lease_until")).lt(at)),
    )
}

/// The oldest job that can start: it has no worker, none of its rivals is running, and no rival is older. `mine` are jobs of
/// the caller, whatever their leases say.
fn next(backend: DatabaseBackend, at: i64, mine: &[i64]) -> SelectStatement {
    let rival = |column: &'static str| Expr::col(("rival", column));
    let rivals = Query::select()
        .expr(Expr::val(1))
        .from_as("job", "rival")
        .and_where(rival("state").is_in([JobState::Queued, JobState::Running]))
        .and_where(rival("id").not_equals(("job", "id")))
        .cond_where(rivals_of("rival", "job"))
        .cond_where(
            Condition::any()
                .add(rival("state").eq(JobState::Running).and(rival("lease_until").gte(at)))
                .add(rival("id").lt(Expr::col(("job", "id")))),
        )
        .take();
    let mut next = Query::select();
    next.column(("job", "id"))
        .from("job")
        .cond_where(free("job", at))
        .and_where(Expr::exists(rivals).not())
        .order_by(("job", "id"), sea_orm::Order::Asc)
        .limit(1);
    if !mine.is_empty() {
        next.and_where(Expr::col(("job", "id")).is_not_in(mine.iter().copied()));
    }
    // A SQLite file has one process, so there are no others to leave a stage to.
    if backend == DatabaseBackend::Postgres {
        next.cond_where(idle_workers_had_time(at, mine))
            .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
    }
    next
}

/// True if a job is no stage, or has waited long enough for idle workers, or the caller is idle. A run over the whole campus
/// among the caller's jobs, `mine`, does not make it busy: it only waits for its stages.
fn idle_workers_had_time(at: i64, mine: &[i64]) -> Condition {
    let busy = Query::select()
        .expr(Expr::val(1))
        .from_as("job", "busy")
        .and_where(Expr::col(("busy", "id")).is_in(mine.iter().copied()))
        .and_where(Expr::col(("busy", "kind")).ne(Subject::Campus))
        .take();
    Condition::any()
        .add(Expr::col(("job", "part_of")).is_null())
        .add(Expr::col(("job", "created_at")).lte(at - IDLE_WORKERS_FIRST))
        .add(Expr::exists(busy).not())
}

/// The advisory lock of taking a job.
const LOCK: u32 = 7010;

impl Store {
    /// Takes the next job for `worker`: the oldest that no other holds and that has no running rival. Deletes the lines and
    /// counts of rows that an earlier, interrupted try did not finish, because they are tried again now. `mine` are this
    /// worker's own jobs.
    pub async fn take_job(&self, worker: &str, mine: &[i64]) -> Result<Option<i64>> {
        let at = self.writer.now();
        // Most looks find nothing, and this one locks nothing. It uses the writer, so that a file's readers can close.
        let waiting = next(DatabaseBackend::Sqlite, at, mine);
        if self.writer.query_one(&waiting).await?.is_none() {
            return Ok(None);
        }
        let transaction = self.writer.begin().await?;
        // One worker takes at a time: of two rivals that are submitted at once, each could otherwise miss the other.
        alone(&transaction, LOCK).await?;
        // A single statement decides, so that only one of two workers gets the job.
        let update = Query::update()
            .table("job")
            .values([
                ("state", JobState::Running.into()),
                ("worker", worker.into()),
                ("lease_until", (at + LEASE_MILLISECONDS).into()),
                (
                    "started_at",
                    Func::coalesce([Expr::col("started_at"), at.into()]).into(),
                ),
                ("attempts", attempts()),
            ])
            .and_where(Expr::col("id").eq(Expr::SubQuery(None, Box::new(next(self.backend(), at, mine).into()))))
            .cond_where(free("job", at))
            .returning_col("id")
            .take();
        let Some(taken) = transaction.query_one(&update).await? else {
            transaction.rollback().await?;
            return Ok(None);
        };
        let id: i64 = taken.try_get("", "id")?;
        for table in ["job_row", "job_count"] {
            let strike = Query::delete()
                .from_table(table)
                .cond_where(
                    Expr::col("job_id")
                        .eq(id)
                        .and(Expr::col("outcome").is_in(Outcome::all().filter(|outcome| outcome.is_tried_again()))),
                )
                .take();
            transaction.execute(&strike).await?;
        }
        transaction.commit().await?;
        Ok(Some(id))
    }

    /// Renews `worker`'s lease. Returns whether it still has the job, and whether the job should stop.
    pub async fn renew_job(&self, id: i64, worker: &str) -> Result<Lease> {
        let update = Query::update()
            .table("job")
            .value("lease_until", self.writer.now() + LEASE_MILLISECONDS)
            .cond_where(
                Expr::col("id")
                    .eq(id)
                    .and(Expr::col("worker").eq(worker))
                    .and(Expr::col("state").eq(JobState::Running)),
            )
            .returning_col("cancel_requested")
            .take();
        Ok(match self.writer.query_one(&update).await? {
            None => Lease::Lost,
            Some(row) if row.try_get("", "cancel_requested")? => Lease::Cancelled,
            Some(_) => Lease::Held,
        })
    }

    /// Gives an unfinished job back, for another worker or the next start. It does not count as an attempt.
    pub async fn free_job(&self, id: i64, worker: &str) -> Result<()> {
        let update = Query::update()
            .table("job")
            .values([("lease_until", 0_i64.into()), ("attempts", 0_i64.into())])
            .cond_where(
                Expr::col("id")
                    .eq(id)
                    .and(Expr::col("worker").eq(worker))
                    .and(Expr::col("state").eq(JobState::Running)),
            )
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }

    /// Frees the jobs of all workers. They must be dead: this process has just started and owns the database alone.
    pub async fn release_all_jobs(&self) -> Result<()> {
        let update = Query::update()
            .table("job")
            .value("lease_until", 0_i64)
            .cond_where(Expr::col("state").eq(JobState::Running))
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }
}
