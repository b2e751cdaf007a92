//! Deletes old data: jobs and their reports, the log, notices and attendance. Each call is one short transaction over a few
//! hundred rows, so that it delays no one; the caller repeats it until nothing is left. SQLite reuses the freed pages, and
//! its file keeps its size.

use crate::{
    Result, Store,
    enrol::STATE_CHANGES,
    statement::{all, number},
    versions::KEPT_MILLISECONDS,
};
use sea_orm::{
    ConnectionTrait, DatabaseBackend,
    sea_query::{Condition, Expr, ExprTrait, Query, SelectStatement},
};
use selaras_kinds::Kind;
use std::collections::BTreeSet;

/// What is deleted by age.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    /// The lines of jobs' reports.
    Lines,
    /// Jobs that have ended, with the rest of their reports.
    Jobs,
    /// Entries of the activity log.
    Log,
    /// Notices that have arrived or were given up.
    Notices,
    /// Attendance at meetings, and series of meetings without any left.
    Attendance,
}

impl Subject {
    /// All subjects; lines before their jobs.
    pub const ALL: [Self; 5] = [Self::Lines, Self::Jobs, Self::Log, Self::Notices, Self::Attendance];

    /// The name in metrics and in the log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lines => "lines",
            Self::Jobs => "jobs",
            Self::Log => "log",
            Self::Notices => "notices",
            Self::Attendance => "attendance",
        }
    }
}

/// Jobs that ended before `time`.
fn old_jobs(time: i64) -> SelectStatement {
    Query::select()
        .column("id")
        .from("job")
        .cond_where(Expr::col("finished_at").lt(time))
        .take()
}

/// The lines of such jobs.
fn lines_before(time: i64) -> Condition {
    Condition::all().add(Expr::col("job_id").in_subquery(old_jobs(time)))
}

impl Store {
    /// Deletes up to `limit` rows of a subject from before `time` (milliseconds since 1970). Returns how many.
    pub async fn throw_away(&self, subject: Subject, time: i64, limit: u64) -> Result<u64> {
        let before = |column: &'static str| Condition::all().add(Expr::col(column).lt(time));
        match subject {
            Subject::Lines => {
                // The lines on enrolments that left are needed as long as their job can be undone.
                let needed = self.writer.now() - KEPT_MILLISECONDS;
                let is_free = (needed < time).then(|| {
                    let is_old = Expr::col("job_id").in_subquery(old_jobs(needed));
                    Condition::any()
                        .add(Expr::col("outcome").is_not_in(STATE_CHANGES))
                        .add(is_old)
                });
                self.delete_some("job_row", "id", lines_before(time).add_option(is_free), limit)
                    .await
            }
            Subject::Jobs => self.delete_jobs(time, limit).await,
            Subject::Log => self.cut_log(time, limit).await,
            Subject::Notices => self.delete_some("outbox", "id", before("ended_at"), limit).await,
            Subject::Attendance => {
                let meetings = self
                    .delete_some("zoom_meeting", "uuid", before("ended_at"), limit)
                    .await?;
                let attendance = self
                    .delete_some("attendance", "id", before("meeting_start"), limit)
                    .await?;
                match meetings + attendance {
                    0 => self.delete_series(limit).await,
                    rows => Ok(rows),
                }
            }
        }
    }

    /// Deletes series of meetings without attendance: it was deleted, or has another topic by now.
    async fn delete_series(&self, limit: u64) -> Result<u64> {
        let same = |column: &'static str| Expr::col(("attendance", column)).equals(("zoom_series", column));
        let attendance = Query::select()
            .expr(Expr::val(1))
            .from("attendance")
            .and_where(same("meeting_id"))
            .and_where(same("topic"))
            .take();
        let unattended = Expr::exists(attendance).not();
        let some = Query::select()
            .column("meeting_id")
            .from("zoom_series")
            .and_where(unattended.clone())
            .limit(limit)
            .take();
        let meetings: BTreeSet<String> = all(&self.reader, &some, |row| row.try_get_by_index(0)).await?;
        if meetings.is_empty() {
            return Ok(0);
        }
        // The lock keeps others from storing attendance, which would need a series again.
        let transaction = self.attendance_transaction().await?;
        let delete = Query::delete()
            .from_table("zoom_series")
            .and_where(Expr::col("meeting_id").is_in(meetings))
            .and_where(unattended)
            .take();
        let deleted = transaction.execute(&delete).await?.rows_affected();
        transaction.commit().await?;
        Ok(deleted)
    }

    pub(crate) async fn delete_some(
        &self,
        table: &'static str,
        key: &'static str,
        old: Condition,
        limit: u64,
    ) -> Result<u64> {
        let some = Query::select()
            .column(key)
            .from(table)
            .cond_where(old)
            .limit(limit)
            .take();
        let delete = Query::delete()
            .from_table(table)
            .cond_where(Expr::col(key).in_subquery(some))
            .take();
        Ok(self.writer.execute(&delete).await?.rows_affected())
    }

    /// Deletes jobs without report lines, together with their counters.
    async fn delete_jobs(&self, time: i64, limit: u64) -> Result<u64> {
        let lines = self.delete_some("job_row", "id", lines_before(time), limit).await?;
        if lines > 0 {
            return Ok(lines);
        }
        let transaction = self.writer.begin().await?;
        let some = old_jobs(time).limit(limit).take();
        for table in ["job_count", "job_stage", "plan_row"] {
            let parts = Query::delete()
                .from_table(table)
                .cond_where(Expr::col("job_id").in_subquery(some.clone()))
                .take();
            transaction.execute(&parts).await?;
        }
        let jobs = Query::delete()
            .from_table("job")
            .cond_where(Expr::col("id").in_subquery(some))
            .take();
        let deleted = transaction.execute(&jobs).await?.rows_affected();
        transaction.commit().await?;
        Ok(deleted)
    }

    /// The time of the oldest version of a kind's rows; milliseconds since 1970.
    pub async fn oldest_version<K: Kind>(&self) -> Result<Option<i64>> {
        let mut oldest = None;
        for versions in crate::undo::version_tables::<K>() {
            let select = Query::select().expr(Expr::col("taken_at").min()).from(versions).take();
            if let Some(row) = self.reader.query_one(&select).await? {
                let taken: Option<i64> = row.try_get_by_index(0)?;
                oldest = oldest.into_iter().chain(taken).min();
            }
        }
        Ok(oldest)
    }

    /// The number of pages of a SQLite file, and of free ones; `None` on PostgreSQL, which reclaims its own.
    pub async fn pages(&self) -> Result<Option<(i64, i64)>> {
        if self.backend() != DatabaseBackend::Sqlite {
            return Ok(None);
        }
        let pragma = |name: &str| {
            Query::select()
                .expr(Expr::cust(format!("(SELECT * FROM pragma_{name})")))
                .take()
        };
        let all = number(&self.reader, &pragma("page_count")).await?;
        Ok(Some((all, number(&self.reader, &pragma("freelist_count")).await?)))
    }
}
