//! How each task is done: a verb on rows of a kind, or what jobs do beside that.

use crate::{
    EngineError, Plan, Result, Run, Task, campus, comparison,
    person::people_of,
    registry::{Action, of_rows, verbs_of},
    zoom,
};
use futures::future::BoxFuture;
use selaras_reasons::Reason;
use selaras_store::jobs::Subject;
use std::sync::Arc;

/// How a task is done.
///
/// # Errors
/// [`crate::EngineError::Refused`]: what it is about cannot be taken back.
pub(crate) fn action(task: &Task) -> Result<Action> {
    Ok(match task {
        Task::Rows(_) => of_rows(task)?,
        Task::Undo(undo) => match undo.kind {
            Subject::Kind(kind) => (verbs_of(kind)?.undo)(),
            // A task about anything else is never made.
            Subject::Campus | Subject::Zoom | Subject::Differences => Action {
                run: |run| Box::pin(campus::undo(run)),
                plan: |run| Box::pin(campus::plan_undo(run)),
            },
        },
        // What was agreed to is held against the plan that was kept.
        Task::Align(_) => Action {
            run: |run| Box::pin(campus::run(run)),
            plan: nothing_planned,
        },
        Task::PlanAlign(_) => Action {
            run: |run| Box::pin(campus::plan_stages(run)),
            plan: nothing_planned,
        },
        Task::Import(_) => Action {
            run: |run| Box::pin(zoom::run(run)),
            plan: |run| Box::pin(zoom::plan(run)),
        },
        Task::Mend(task) => {
            let kind = task.kind;
            let unknown = || {
                EngineError::Refused(Reason::KindUnknown {
                    name: kind.as_str().to_owned(),
                })
            };
            let verbs = people_of(kind.as_str()).ok_or_else(unknown)?;
            Action {
                run: verbs.run,
                plan: verbs.plan,
            }
        }
        Task::Compare => Action {
            run: |run| Box::pin(comparison::run(run)),
            plan: |_| Box::pin(async { Err(comparison::only_together()) }),
        },
    })
}

/// Of what is planned elsewhere nothing is said here.
fn nothing_planned(run: Arc<Run>) -> BoxFuture<'static, Result<Plan>> {
    Box::pin(async move { Ok(run.empty_plan()) })
}
