//! Who works at a job: a worker takes it for a while, says again and again that it is still at it, and gives it back. The
//! job of a worker that falls silent is another's to take.

use super::{JobState, Outcome, Subject, rivals::rivals as rivals_of};
use crate::{Result, Store, now};
use sea_orm::{
    ConnectionTrait, DatabaseBackend,
    sea_query::{Condition, Expr, ExprTrait, Func, LockBehavior, LockType, Query, SelectStatement},
};

/// How long a worker may be silent before another takes its job over.
pub const LEASE_MILLISECONDS: i64 = 6_000;

/// How often a job is begun whose workers fall silent, one after the other, before it is taken to be what they die of.
const MOST_ATTEMPTS: i64 = 5;

/// How long after its first beginning that is never said of a job, in milliseconds: a server that is killed again and again for
/// another reason begins it more often than that within minutes.
const NEVER_WITHIN: i64 = 300_000;

/// Whether a job is taken to be what its workers die of, by how often it was begun and when first.
pub(super) fn is_deadly(attempts: i64, started_at: Option<i64>) -> bool {
    attempts > MOST_ATTEMPTS && started_at.is_some_and(|started| started <= now() - NEVER_WITHIN)
}

/// How often a job will have been begun that is begun now. While a stage of a larger job is under way, the larger one is not counted: its
/// workers died of the stage, if of either.
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

/// How long a stage of a larger job is left to workers that are at nothing, by those that are at something, in
/// milliseconds: long enough for each to have looked.
const LEFT_TO_OTHERS: i64 = 1_000;

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

/// A job that waits, or whose worker had fallen silent by `at`.
fn free(table: &'static str, at: i64) -> Condition {
    let state = || Expr::col((table, "state"));
    Condition::any().add(state().eq(JobState::Queued)).add(
        state()
            .eq(JobState::Running)
            .and(Expr::col((table, "lease_until")).lt(at)),
    )
}

/// The oldest job that can be begun: nobody is at it, and of its rivals none is being worked at and none is older. `mine`
/// are jobs that the caller is at, whatever their leases say.
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
    // A file has one process, which leaves nothing to others.
    if backend == DatabaseBackend::Postgres {
        next.cond_where(others_had_their_chance(at, mine))
            .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
    }
    next
}

/// Whether a job is no stage, or has waited for workers that are at nothing, or the caller is one of them: of the jobs that
/// it is at, `mine`, one over the whole campus only waits for its stages.
fn others_had_their_chance(at: i64, mine: &[i64]) -> Condition {
    let busy = Query::select()
        .expr(Expr::val(1))
        .from_as("job", "busy")
        .and_where(Expr::col(("busy", "id")).is_in(mine.iter().copied()))
        .and_where(Expr::col(("busy", "kind")).ne(Subject::Campus))
        .take();
    Condition::any()
        .add(Expr::col(("job", "part_of")).is_null())
        .add(Expr::col(("job", "created_at")).lte(at - LEFT_TO_OTHERS))
        .add(Expr::exists(busy).not())
}

impl Store {
    /// Takes the next job for `worker`: the oldest of which no other has hold, and whose rivals nobody is working at. Lines
    /// and counts of rows that an earlier, interrupted try did not do are struck: they are tried again now. `mine` are the
    /// jobs that this very worker is at.
    pub async fn take_job(&self, worker: &str, mine: &[i64]) -> Result<Option<i64>> {
        let at = now();
        // Most looks find nothing: this one locks nothing. It is asked of whoever writes, so that a file's readers can rest.
        let waiting = next(DatabaseBackend::Sqlite, at, mine);
        if self.writer.query_one(&waiting).await?.is_none() {
            return Ok(None);
        }
        let transaction = self.writer.begin().await?;
        // One statement decides, so that of two workers only one gets it.
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

    /// Says that `worker` is still at it. Answers whether it still has the job, and whether it is to stop.
    pub async fn renew_job(&self, id: i64, worker: &str) -> Result<Lease> {
        let update = Query::update()
            .table("job")
            .value("lease_until", now() + LEASE_MILLISECONDS)
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

    /// Gives a job back unfinished, for another worker or the next start. Nobody has died of it.
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

    /// Frees the jobs of workers that cannot be alive: this process has just started and owns the database alone.
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
