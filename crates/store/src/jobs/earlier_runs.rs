//! How long earlier jobs took.

use super::{Counts, JobState, Subject, Verb};
use crate::{Result, Store, statement::all};
use sea_orm::{
    Order,
    sea_query::{Expr, ExprTrait, Query},
};

/// A job that is done, and its duration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EarlierRun {
    /// Its number.
    pub job: i64,
    /// The rows that it went through.
    pub rows: i64,
    /// How long it took.
    pub milliseconds: i64,
}

impl Store {
    /// The latest `most` jobs of that sort that ended well in their first attempt, newest first. In others the duration
    /// includes the time in which nothing ran.
    pub async fn earlier_runs(&self, about: Subject, verb: Verb, most: u64) -> Result<Vec<EarlierRun>> {
        let select = Query::select()
            .column("id")
            .expr(Expr::col("finished_at").sub(Expr::col("started_at")))
            .from("job")
            .and_where(Expr::col("state").eq(JobState::Done))
            .and_where(Expr::col("kind").eq(about))
            .and_where(Expr::col("verb").eq(verb))
            .and_where(Expr::col("attempts").lte(1))
            .order_by("id", Order::Desc)
            .limit(most)
            .take();
        let runs: Vec<(i64, i64)> = all(&self.reader, &select, |row| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
        })
        .await?;
        let counts = Counts::of_jobs(&self.reader, runs.iter().map(|(job, _)| *job).collect()).await?;
        let run = |(job, milliseconds)| {
            let rows = counts.get(&job).map_or(0, Counts::done);
            (rows > 0).then_some(EarlierRun {
                job,
                rows,
                milliseconds,
            })
        };
        Ok(runs.into_iter().filter_map(run).collect())
    }
}
