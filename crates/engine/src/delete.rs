//! Delete: from the dashboard, and from nowhere else.

use crate::{EngineError, Plan, PlanRow, Result, Run, plan::SAMPLE, words::number};
use selaras_kinds::Kind;
use selaras_store::rows::ListQuery;
use std::sync::Arc;

/// Does a delete. Answers with its outcome in one sentence.
pub(crate) async fn run<K: Kind>(run: Arc<Run>) -> Result<String> {
    run.checkpoint()?;
    let deleted = run.store.delete::<K>(run.job, &run.order.selection).await?;
    let chosen = run.order.selection != selaras_store::Selection::default();
    let before = run.store.job(run.job).await?.map_or(deleted, |job| job.counts.created);
    if before == 0 && chosen {
        return Err(EngineError::NotFound(format!(
            "{} ini tidak ada di dashboard.",
            K::LABEL
        )));
    }
    Ok(format!("{} baris {} dihapus dari dashboard.", number(before), K::LABEL))
}

/// Says what a delete would do.
pub(crate) async fn plan<K: Kind>(run: Arc<Run>) -> Result<Plan> {
    let selection = &run.order.selection;
    let mut plan = Plan::default();
    plan.counts.missing = run
        .store
        .count::<K>(&ListQuery {
            selection: selection.clone(),
            ..ListQuery::default()
        })
        .await?;
    let first = run.store.first::<K>(selection, SAMPLE as u64).await?;
    plan.rows.missing = first.iter().map(|stored| PlanRow::of(&stored.row)).collect();
    Ok(plan)
}
