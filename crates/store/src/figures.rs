//! Metrics of the queue: how many jobs wait or run, and since when the oldest does.

use crate::{Result, Store};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Query},
};

/// The states of jobs that have not ended.
const STATES: [&str; 2] = ["queued", "running"];

impl Store {
    /// For each state of a job that has not ended: the number of jobs and the age of the oldest in seconds.
    pub async fn queue_figures(&self) -> Result<Vec<(&'static str, f64, f64)>> {
        let at = self.writer.now();
        let mut figures = Vec::with_capacity(STATES.len());
        let select = Query::select()
            .column("state")
            .expr(Expr::col("id").count())
            .expr(Expr::col("created_at").min())
            .from("job")
            .cond_where(Expr::col("state").is_in(STATES))
            .group_by_col("state")
            .take();
        let rows = self.reader.query_all(&select).await?;
        for state in STATES {
            let mut figure = (state, 0.0, 0.0);
            for row in &rows {
                if row.try_get_by_index::<String>(0)? == state {
                    let (jobs, since): (i64, i64) = (row.try_get_by_index(1)?, row.try_get_by_index(2)?);
                    figure = (state, float(jobs), float(at - since) / 1000.0);
                }
            }
            figures.push(figure);
        }
        Ok(figures)
    }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "counts and milliseconds are exact for longer than anything runs"
)]
fn float(number: i64) -> f64 {
    number as f64
}
