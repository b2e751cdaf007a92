//! The plan of the whole campus. What a later stage will do depends on what the earlier ones do, so all are tried, one
//! after the other, on a copy of the database and on a platform that only seems to take what is sent.

use super::{Ordered, pretended::Pretended, whole::Planned};
use crate::{EngineError, Order, Parts, Plan, Result, Run, Task, registry::verbs_of};
use selaras_reasons::Reason;
use selaras_store::jobs::{Counts, NewPlannedRow, PlannedSort, PlannedStage, StageState};
use std::sync::{Arc, OnceLock};
use tempfile::TempDir;

/// Rows of earlier plans thrown away at once.
const FORGOTTEN: u64 = 10_000;

/// Plans all stages, and keeps what each would do. Answers with the outcome in one sentence.
pub(crate) async fn plan_stages(run: Arc<Run>) -> Result<Reason> {
    let Task::PlanAlign(task) = &run.task else {
        return Err(EngineError::Damaged("this is not about the whole campus".to_owned()));
    };
    let ordered = task.stages();
    task.keep_stages(&run.store, run.job).await?;
    while run.store.forget_planned_rows(run.job, FORGOTTEN).await? == FORGOTTEN {}
    let folder = TempDir::with_prefix("selaras-rencana-").map_err(EngineError::Spool)?;
    let copy = run.store.scratch_copy(folder.path()).await?;
    let parts = Parts {
        store: copy.clone(),
        // With the files that were uploaded when the plan was begun.
        source: run.source.clone(),
        platform: Arc::new(Pretended::of(Arc::clone(&run.platform))),
        ..run.parts.clone()
    };
    let mut touched = 0;
    for (position, order) in (0..).zip(&ordered) {
        run.checkpoint()?;
        if order.is_left_out() {
            continue;
        }
        let running = StageState::Running;
        run.store.set_stage(run.job, position, running, None).await?;
        let (planned, rows, counts) = try_stage(&run, &parts, order).await?;
        for (sort, rows) in rows {
            run.store.keep_planned_rows(run.job, position, sort, rows).await?;
        }
        touched += planned.touched();
        run.store
            .plan_stage(
                run.job,
                position,
                PlannedStage {
                    state: planned.state(),
                    counts: &counts,
                    plan: &planned.text()?,
                },
            )
            .await?;
    }
    // The folder goes with its files; the connections must have let go of them.
    copy.close().await?;
    tracing::info!(job = run.job, rows = touched, "planned");
    let rows = touched.unsigned_abs();
    Ok(Reason::CampusPlanned { rows })
}

/// The rows of a plan by what would become of them.
type Rows = Vec<(PlannedSort, Vec<NewPlannedRow>)>;

/// Does a stage on the copy. Answers with what it planned, and what its rows came to there.
async fn try_stage(run: &Run, parts: &Parts, order: &Ordered) -> Result<(Planned, Rows, Counts)> {
    let task = order.task()?;
    let text = task.text()?;
    let job = parts.store.create_job(task.new_job(&text, &run.actor)).await?;
    let plan = Arc::new(OnceLock::<Plan>::new());
    let action = (verbs_of(order.kind)?.action)(order.verb);
    let order = Order::new(task, run.actor.clone());
    let trying = Run::new(parts, &run.queue, order, job).rehearsing(run.gate.clone(), Arc::clone(&plan));
    let tried = action.agree_and_run(Arc::new(trying)).await;
    let counts = parts.store.job(job).await?.map(|job| job.counts).unwrap_or_default();
    let mut planned = plan.get().cloned().unwrap_or_default();
    let rows = planned.part_rows()?;
    match tried {
        Ok(_) => Ok((Planned::of(planned), rows, counts)),
        // The stage would not come about. That is what the plan says of it; the others go on.
        Err(
            error @ (EngineError::Source(_)
            | EngineError::Platform(_)
            | EngineError::Refused(_)
            | EngineError::NotFound(_)),
        ) => Ok((Planned::failed(planned, &error), rows, counts)),
        Err(error) => Err(error),
    }
}
