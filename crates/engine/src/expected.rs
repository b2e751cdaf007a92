//! How long an action will probably take, by earlier jobs of the same sort.

use crate::Result;
use selaras_store::{
    Store,
    jobs::{EarlierRun, Subject, Verb},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Earlier jobs that are looked at.
const RUNS: u64 = 20;

/// From this many rows on, a job's duration grows with its rows. Below, connecting and asking decide.
const STEADY: i64 = 1000;

/// How long an action will probably take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Expected {
    /// Seconds from its start to its end; at least one.
    pub seconds: i64,
    /// The earlier job that this was computed from.
    pub job: i64,
    /// How many rows that job went through.
    pub rows: i64,
}

/// The expected duration of an action on `rows` rows; `None` if no earlier job was similar.
pub(crate) async fn expected(store: &Store, about: Subject, verb: Verb, rows: i64) -> Result<Option<Expected>> {
    if rows == 0 {
        return Ok(None);
    }
    let runs = store.earlier_runs(about, verb, RUNS).await?;
    let similar = runs.into_iter().find(|run| is_similar(run.rows, rows));
    Ok(similar.map(
        |EarlierRun {
             job,
             rows: earlier,
             milliseconds,
         }| Expected {
            seconds: (milliseconds.saturating_mul(rows) / earlier / 1000).max(1),
            job,
            rows: earlier,
        },
    ))
}

/// True if the duration for some rows says something about that for others: both are many, or neither is more than twice
/// the other.
const fn is_similar(rows: i64, others: i64) -> bool {
    let both_many = rows >= STEADY && others >= STEADY;
    both_many || (rows <= others * 2 && others <= rows * 2)
}
