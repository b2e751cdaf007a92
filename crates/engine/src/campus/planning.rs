//! The plan of the whole campus. Later stages depend on the results of earlier ones. So all stages run in order on a copy of
//! the database, against a dry-run platform.

use super::{StageOrder, dry_run::DryRunPlatform, stored_plan::StoredPlan};
use crate::{EngineError, Order, Parts, Plan, Result, Run, Task, expected::expected, registry::verbs_of};
use selaras_reasons::Reason;
use selaras_store::jobs::{Counts, NewPlannedRow, PlannedSort, PlannedStage, StageState};
use std::sync::{Arc, OnceLock};
use tempfile::TempDir;

/// Rows of earlier plans deleted by one statement.
const FORGOTTEN: u64 = 10_000;

/// Plans all stages and stores each plan. Returns the outcome as one sentence.
pub(crate) async fn plan_stages(run: Arc<Run>) -> Result<Reason> {
    let Task::PlanAlign(task) = &run.task else {
        return Err(EngineError::Damaged("this is not about the whole campus".to_owned()));
    };
    let ordered = task.stages();
    task.keep_stages(&run.store, run.job()?).await?;
    while run.store.forget_planned_rows(run.job()?, FORGOTTEN).await? == FORGOTTEN {}
    let folder = TempDir::with_prefix("selaras-rencana-").map_err(EngineError::Spool)?;
    let copy = run.store.scratch_copy(folder.path()).await?;
    let parts = Parts {
        store: copy.clone(),
        // Includes the files that were uploaded when planning began.
        source: run.source.clone(),
        platform: Arc::new(DryRunPlatform::of(Arc::clone(&run.platform))),
        ..run.parts.clone()
    };
    let mut touched = 0;
    for (position, order) in (0..).zip(&ordered) {
        run.checkpoint()?;
        if order.is_left_out() {
            continue;
        }
        let running = StageState::Running;
        run.store.set_stage(run.job()?, position, running, None).await?;
        let (planned, rows, counts) = try_stage(&run, &parts, order).await?;
        for (sort, rows) in rows {
            run.store.keep_planned_rows(run.job()?, position, sort, rows).await?;
        }
        touched += planned.touched();
        run.store
            .plan_stage(
                run.job()?,
                position,
                PlannedStage {
                    state: planned.state(),
                    counts: &counts,
                    plan: &planned.text()?,
                },
            )
            .await?;
    }
    // The folder can only be deleted after the connections have closed its files.
    copy.close().await?;
    tracing::info!(job = run.job()?, rows = touched, "planned");
    let rows = touched.unsigned_abs();
    Ok(Reason::CampusPlanned { rows })
}

/// The rows of a plan by planned outcome.
type Rows = Vec<(PlannedSort, Vec<NewPlannedRow>)>;

/// Runs a stage on the copy. Returns its plan, the plan's rows, and the stage's counters.
async fn try_stage(run: &Run, parts: &Parts, order: &StageOrder) -> Result<(StoredPlan, Rows, Counts)> {
    let task = order.task()?;
    let text = task.text()?;
    let job = parts.store.create_job(task.new_job(&text, &run.actor)).await?;
    let plan = Arc::new(OnceLock::<Plan>::new());
    let action = (verbs_of(order.kind)?.action)(order.verb);
    let (kind, about, verb) = (order.kind, task.about(), task.verb());
    let order = Order::new(task, run.actor.clone());
    let trying = Run::new(parts, &run.queue, order, Some(job)).rehearsing(run.gate.clone(), Arc::clone(&plan));
    let tried = action.confirm_and_run(Arc::new(trying)).await;
    // As at the end of a job: without its indexes, the next stages would scan the kind's tables for each row.
    parts.store.make_postponed_indexes(kind.as_str()).await?;
    let counts = parts.store.job(job).await?.map(|job| job.counts).unwrap_or_default();
    let mut planned = plan.get().cloned().unwrap_or_default();
    planned.expected = expected(&run.store, about, verb, planned.counts.all()).await?;
    let rows = planned.take_rows()?;
    match tried {
        Ok(_) => Ok((StoredPlan::of(planned), rows, counts)),
        // A stage that fails has its failure as its plan; the other stages go on.
        Err(
            error @ (EngineError::Source(_)
            | EngineError::Platform(_)
            | EngineError::Refused(_)
            | EngineError::NotFound(_)),
        ) => Ok((StoredPlan::failed(planned, &error), rows, counts)),
        Err(error) => Err(error),
    }
}
