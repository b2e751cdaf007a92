//! Maps each task to the functions that run and plan it.

use crate::{
    EngineError, Plan, Result, Run, Task, campus, comparison, matches,
    person::people_of,
    registry::{Action, of_rows, verbs_of},
    zoom,
};
use futures::future::BoxFuture;
use selaras_reasons::Reason;
use selaras_store::jobs::Subject;
use std::sync::Arc;

/// The functions that run and plan a task.
///
/// # Errors
/// [`crate::EngineError::Refused`]: the subject of an undo cannot be undone.
pub(crate) fn action(task: &Task) -> Result<Action> {
    Ok(match task {
        Task::Rows(_) => of_rows(task)?,
        Task::Undo(undo) => match undo.kind {
            Subject::Kind(kind) => (verbs_of(kind)?.undo)(),
            // No such task is ever made.
            Subject::Campus | Subject::Zoom | Subject::Differences | Subject::Matches => Action {
                run: |run| Box::pin(campus::undo(run)),
                plan: |run| Box::pin(campus::plan_undo(run)),
            },
        },
        // Confirmation is checked against the stored plan.
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
        Task::Scan => Action {
            run: |run| Box::pin(matches::scan(run)),
            plan: nothing_planned,
        },
        Task::Compare => Action {
            run: |run| Box::pin(comparison::run(run)),
            plan: |_| Box::pin(async { Err(comparison::only_together()) }),
        },
    })
}

/// An empty plan, for tasks that are planned elsewhere.
fn nothing_planned(run: Arc<Run>) -> BoxFuture<'static, Result<Plan>> {
    Box::pin(async move { Ok(run.empty_plan()) })
}
