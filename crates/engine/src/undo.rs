//! Undo: what a sync or a delete did is taken back.

use crate::{EngineError, Plan, Result, Run, Verb, enrol, words::number};
use selaras_kinds::Kind;
use selaras_store::{Store, jobs::Outcome, undo::KEPT_MILLISECONDS};
use std::sync::Arc;

/// Rows taken back in one transaction.
const TOGETHER: u64 = 2000;

/// Throws away what is too old to be taken back.
pub(crate) async fn forget<K: Kind>(run: &Run) -> Result<()> {
    let oldest = jiff::Timestamp::now().as_millisecond() - KEPT_MILLISECONDS;
    run.store.forget_administrators(oldest).await?;
    Ok(run.store.forget_versions::<K>(oldest).await?)
}

/// The versions that are thrown away by one transaction: those of so many milliseconds.
const FORGOTTEN_TOGETHER: i64 = 1000;

/// Throws away what is older than that, little by little.
pub(crate) async fn forget_before<K: Kind>(store: Store, before: i64) -> Result<()> {
    while let Some(oldest) = store.oldest_version::<K>().await?.filter(|oldest| *oldest < before) {
        store
            .forget_versions::<K>((oldest + FORGOTTEN_TOGETHER).min(before))
            .await?;
    }
    Ok(())
}

/// Takes a job back. Answers with the outcome in one sentence.
pub(crate) async fn run<K: Kind>(run: Arc<Run>) -> Result<String> {
    let of = undone(&run)?;
    let waiting = run.store.count_undo::<K>(of).await?;
    let left = is_leaving(&run, of).await?;
    run.set_total(waiting).await?;
    while run.store.undo_versions::<K>(run.job, of, TOGETHER).await? {
        run.checkpoint()?;
    }
    let mut after = 0;
    while let Some(last) = run.store.undo_created::<K>(run.job, of, after, TOGETHER).await? {
        run.checkpoint()?;
        after = last;
    }
    if left {
        return enrol::bring_back::<K>(run, of).await;
    }
    let counts = run.counts().await?;
    let back = counts.get(Outcome::Restored) + counts.get(Outcome::Removed);
    Ok(match (back, counts.get(Outcome::Conflict)) {
        (0, 0) => format!("Pengurungan data {}: tidak ada yang perlu dikembalikan.", K::LABEL),
        (back, 0) => format!("{} baris {} dikembalikan seperti semula.", number(back), K::LABEL),
        (back, left) => format!(
            "{} baris {} dikembalikan seperti semula, {} dibiarkan karena sudah ditulis lagi sesudahnya.",
            number(back),
            K::LABEL,
            number(left)
        ),
    })
}

/// Says how many rows an undo would look at.
pub(crate) async fn plan<K: Kind>(run: Arc<Run>) -> Result<Plan> {
    let mut plan = run.empty_plan();
    let of = undone(&run)?;
    plan.counts.update = match is_leaving(&run, of).await? {
        true => enrol::count_returning::<K>(&run, of).await?,
        false => run.store.count_undo::<K>(of).await?,
    };
    Ok(plan)
}

/// Whether people left their courses by that job, so that undoing it goes over the platform.
async fn is_leaving(run: &Run, job: i64) -> Result<bool> {
    let job = run.store.job(job).await?;
    Ok(job.is_some_and(|job| job.verb == Verb::Unenrol.as_str()))
}

fn undone(run: &Run) -> Result<i64> {
    run.task
        .undo_of()
        .ok_or_else(|| EngineError::Refused("Tugas yang diurungkan tidak disebut.".to_owned()))
}
