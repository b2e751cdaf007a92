//! Undo: reverts what a sync or a delete did.

use crate::{EngineError, Plan, Result, Run, Verb, enrol, sentences::rows_of};
use selaras_kinds::Kind;
use selaras_reasons::Reason;
use selaras_store::jobs::Outcome;
use std::sync::Arc;

/// Rows reverted in one transaction.
const TOGETHER: u64 = 2000;

/// Undoes a job. Returns the outcome as one sentence.
pub(crate) async fn run<K: Kind>(run: Arc<Run>) -> Result<Reason> {
    let of = undone(&run)?;
    let waiting = run.store.count_undo::<K>(of).await?;
    let left = is_leaving(&run, of).await?;
    run.set_total(waiting).await?;
    while run.store.undo_versions::<K>(run.job()?, of, TOGETHER).await? {
        run.checkpoint()?;
    }
    let mut after = 0;
    while let Some(last) = run.store.undo_created::<K>(run.job()?, of, after, TOGETHER).await? {
        run.checkpoint()?;
        after = last;
    }
    if left {
        return enrol::bring_back::<K>(run, of).await;
    }
    let counts = run.counts().await?;
    let back = rows_of(&counts, Outcome::Restored) + rows_of(&counts, Outcome::Removed);
    let kind = K::LABEL.to_owned();
    Ok(match (back, rows_of(&counts, Outcome::Conflict)) {
        (0, 0) => Reason::BroughtBack {
            kind,
            parts: vec![Reason::NothingToBringBack],
        },
        (rows, 0) => Reason::PutBack { rows, kind },
        (rows, left) => Reason::PutBackBut { rows, kind, left },
    })
}

/// Counts the rows that an undo would examine.
pub(crate) async fn plan<K: Kind>(run: Arc<Run>) -> Result<Plan> {
    let mut plan = run.empty_plan();
    let of = undone(&run)?;
    plan.counts.update = match is_leaving(&run, of).await? {
        true => enrol::count_returning::<K>(&run, of).await?,
        false => run.store.count_undo::<K>(of).await?,
    };
    Ok(plan)
}

/// True if people left their courses in that job, so that undoing it calls the platform.
async fn is_leaving(run: &Run, job: i64) -> Result<bool> {
    let job = run.store.job(job).await?;
    Ok(job.is_some_and(|job| job.verb == Verb::Unenrol))
}

fn undone(run: &Run) -> Result<i64> {
    run.task
        .undo_of()
        .ok_or_else(|| EngineError::Refused(Reason::UndoneNotNamed))
}
