//! Who works at a job: a worker takes it for a while, says again and again that it is still at it, and gives it back. The
//! job of a worker that falls silent is another's to take.

use super::{JobState, Outcome};
use crate::{
    Result, Store, now,
    rows::{all, count},
};
use sea_orm::{
    ConnectionTrait, TransactionTrait,
    sea_query::{Condition, Expr, ExprTrait, Func, Query},
};

/// How long a worker may be silent before another takes its job over.
pub const LEASE_MILLISECONDS: i64 = 15_000;

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

impl Store {
    /// Takes a job for `worker`, unless another worker has it, it has ended, or a job of the same kind is running. Lines
    /// and counts of rows that an earlier, interrupted try did not do are struck: they are tried again now.
    pub async fn claim_job(&self, id: i64, worker: &str) -> Result<Claim> {
        let transaction = self.writer.begin().await?;
        let at = now();
        let free = Condition::any().add(Expr::col("state").eq(JobState::Queued)).add(
            Expr::col("state")
                .eq(JobState::Running)
                .and(Expr::col("lease_until").lt(at)),
        );
        // One statement decides, so that of two workers on PostgreSQL only one gets it.
        let kind = Query::select()
            .column("kind")
            .from("job")
            .cond_where(Expr::col("id").eq(id))
            .take();
        let rivals = Condition::all()
            .add(Expr::col("kind").in_subquery(kind))
            .add(Expr::col("id").ne(id))
            .add(
                Condition::any()
                    .add(
                        Expr::col("state")
                            .eq(JobState::Running)
                            .and(Expr::col("lease_until").gte(at)),
                    )
                    .add(
                        Expr::col("state")
                            .is_in([JobState::Queued, JobState::Running])
                            .and(Expr::col("id").lt(id)),
                    ),
            );
        if count(&transaction, "job", rivals).await? > 0 {
            transaction.rollback().await?;
            return Ok(Claim::Wait);
        }
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
            ])
            .cond_where(Condition::all().add(Expr::col("id").eq(id)).add(free))
            .take();
        if transaction.execute(&update).await?.rows_affected() == 0 {
            transaction.rollback().await?;
            return Ok(Claim::Gone);
        }
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
                    .and(Expr::col("state").eq(JobState::Running)),
            )
            .returning_col("cancel_requested")
            .take();
        Ok(match self.writer.query_one(&update).await? {
            None => Lease::Lost,
            Some(row) if row.try_get_by_index(0)? => Lease::Cancelled,
            Some(_) => Lease::Held,
        })
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
                    .and(Expr::col("state").eq(JobState::Running)),
            )
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }

    /// Jobs whose worker has fallen silent, and, `with_waiting`, those that wait.
    pub async fn abandoned_jobs(&self, with_waiting: bool) -> Result<Vec<i64>> {
        let silent = Expr::col("state")
            .eq(JobState::Running)
            .and(Expr::col("lease_until").lt(now()));
        let select = Query::select()
            .column("id")
            .from("job")
            .cond_where(if with_waiting {
                silent.or(Expr::col("state").eq(JobState::Queued))
            } else {
                silent
            })
            .order_by("id", sea_orm::Order::Asc)
            .take();
        all(&self.reader, &select, |row| row.try_get_by_index(0)).await
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
