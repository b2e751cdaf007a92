//! Undo: reverts what a sync or a delete did.

use crate::{EngineError, Plan, Result, Run, Verb, closing, enrol, sentences::rows_of};
use selaras_kinds::Kind;
use selaras_reasons::Reason;
use selaras_store::jobs::Outcome;
use std::sync::Arc;

/// Rows reverted in one transaction.
const TOGETHER: u64 = 2000;

/// Undoes a job. Returns the outcome as one sentence.
pub(crate) async fn run<K: Kind>(run: Arc<Run>) -> Result<Reason> {
    let of = undone(&run)?;
    if verb_of(&run, of).await? == Some(Verb::Close) {
        return closing::show_again(run, of).await;
    }
    let waiting = run.store.count_undo::<K>(of).await?;
    // People left their courses in that job, so undoing it calls the platform.
    let left = verb_of(&run, of).await? == Some(Verb::Unenrol);
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
    plan.counts.update = match verb_of(&run, of).await? {
        Some(Verb::Unenrol) => enrol::count_returning::<K>(&run, of).await?,
        Some(Verb::Close) => closing::count_hidden(&run, of).await?,
        _ => run.store.count_undo::<K>(of).await?,
    };
    Ok(plan)
}

async fn verb_of(run: &Run, job: i64) -> Result<Option<Verb>> {
    Ok(run.store.job(job).await?.map(|job| job.verb))
}

fn undone(run: &Run) -> Result<i64> {
    run.task
        .undo_of()
        .ok_or_else(|| EngineError::Refused(Reason::UndoneNotNamed))
}
