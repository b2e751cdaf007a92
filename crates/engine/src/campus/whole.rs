//! The plan of all stages as it was kept: what is shown of it, and what whoever agreed to it agreed to for each stage.

use crate::{
    Asked, EngineError, Plan, PlanRow, Result, Run, Task,
    guard::AtMost,
    stake::Digest,
    task::{CampusTask, LeftOut, RowsVerb},
};
use selaras_kinds::KindName;
use selaras_reasons::{Language, Reason};
use selaras_store::{
    Page, Store,
    jobs::{Job, JobState, PlannedRows, PlannedSort, Stage, StageState, Subject, Verb},
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// What all stages together would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CampusPlan {
    /// The job that made it.
    pub job: i64,
    /// The stages, in their order.
    pub stages: Vec<StagePlan>,
    /// Rows that would be touched, in all stages.
    pub touched: i64,
    /// What the guard wants typed before this is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Asked>)]
    pub guard: Option<Asked<String>>,
    /// What is left out of it.
    pub leave_out: Vec<LeftOut>,
    /// Names this very plan: whoever agrees to it sends it along.
    pub token: String,
}

/// The job that a plan's token names, and what it planned; `None` where it is none.
async fn planning_of(store: &Store, token: &str) -> Result<Option<(Job, CampusTask)>> {
    let Some(job) = token.split('-').next().and_then(|job| job.parse().ok()) else {
        return Ok(None);
    };
    let Some(job) = store.job(job).await?.filter(|job| job.kind == Subject::Campus) else {
        return Ok(None);
    };
    match Task::read(&job.task)? {
        Task::PlanAlign(planned) => Ok(Some((job, planned))),
        _ => Ok(None),
    }
}

/// The order that was planned under this token: whoever agrees need not repeat it. `None` where there is no such plan.
pub async fn planned(store: &Store, token: &str) -> Result<Option<CampusTask>> {
    Ok(planning_of(store, token).await?.map(|(_, planned)| planned))
}

/// What one stage would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct StagePlan {
    /// What it is about.
    pub kind: Subject,
    /// What people call it.
    pub label: &'static str,
    /// What is done to it.
    pub verb: RowsVerb,
    /// Where it stands: planned (`done`), not to be done (`failed`), or left out.
    pub state: StageState,
    /// The plan; none where the stage is left out.
    #[schema(required, value_type = Option<Plan>)]
    pub plan: Option<Plan<String>>,
}

/// A stage's plan as it is kept.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Planned {
    plan: Plan,
    /// What it must not be more than.
    at_most: AtMost,
    /// Whether the stage would not come about at all.
    failed: bool,
    /// People who have grades that would be lost, or may have some.
    grades: i64,
}

/// What whoever agreed to the whole has agreed to for one stage.
pub(super) struct StageConsent {
    /// The very plan, where it depends on nothing that the platform says.
    pub(super) token: Option<String>,
    /// What the guard wanted typed for it.
    pub(super) typed: Option<String>,
    pub(super) at_most: AtMost,
}

impl Planned {
    pub(super) fn of(plan: Plan) -> Self {
        Self {
            at_most: AtMost::of(&plan),
            grades: plan.grades_at_stake,
            failed: false,
            plan,
        }
    }

    pub(super) fn failed(plan: Plan, error: &EngineError) -> Self {
        Self {
            failed: true,
            ..Self::of(Plan {
                warning: Some(error.reason()),
                ..plan
            })
        }
    }

    pub(super) const fn state(&self) -> StageState {
        match self.failed {
            true => StageState::Failed,
            false => StageState::Done,
        }
    }

    pub(super) fn text(&self) -> Result<String> {
        serde_json::to_string(self).map_err(|error| EngineError::Queue(error.to_string()))
    }

    pub(super) const fn touched(&self) -> i64 {
        let counts = &self.plan.counts;
        counts.create + counts.update + counts.leaving + counts.moved + counts.missing
    }
}

/// A stage, and what was planned for it.
type StageAndPlan = (Stage, Option<Planned>);

async fn read(store: &Store, job: i64) -> Result<Vec<StageAndPlan>> {
    let stages = store.stages(job).await?;
    let plans = store.stage_plans(job).await?;
    let read = |stage: Stage| {
        let kept = plans.get(&stage.position).map(String::as_str);
        let planned = kept.map(serde_json::from_str).transpose();
        Ok((stage, planned.map_err(|error| EngineError::Damaged(error.to_string()))?))
    };
    stages.into_iter().map(read).collect()
}

/// Names a plan: its job, and all that its stages would do.
fn token(job: i64, stages: &[StageAndPlan]) -> String {
    let mut digest = Digest::default();
    for (position, (_, planned)) in (0..).zip(stages) {
        if let Some(planned) = planned {
            let token = u64::from_str_radix(&planned.plan.token, 16).unwrap_or_default();
            digest.add([position, token.cast_signed()]);
        }
    }
    format!("{job}-{}", digest.text())
}

/// What the guard asks of whoever agrees to the whole: what it asks for its stages, at once.
fn asked(stages: &[StageAndPlan], task: Option<&CampusTask>) -> Option<Asked> {
    let of_stages = stages
        .iter()
        .filter_map(|(_, planned)| planned.as_ref()?.plan.guard.as_ref());
    let sentences: Vec<_> = of_stages.map(|asked| asked.reason.clone()).collect();
    if sentences.is_empty() {
        return None;
    }
    let grades: i64 = stages
        .iter()
        .filter_map(|(_, planned)| Some(planned.as_ref()?.grades))
        .sum();
    Some(Asked {
        reason: Reason::Sentences { sentences },
        // Who would lose grades is counted, and the number is typed.
        name: match grades {
            0 => task.map_or(Subject::Campus.label(), CampusTask::label).to_owned(),
            people => people.to_string(),
        },
        of_everybody: true,
    })
}

impl CampusPlan {
    /// The plan that a job has made; `None` where the job made none.
    ///
    /// # Errors
    /// The database failed, or what it keeps of the plan cannot be read.
    pub async fn of(store: &Store, job: &Job, language: Language) -> Result<Option<Self>> {
        if job.kind != Subject::Campus || job.state != JobState::Done {
            return Ok(None);
        }
        let stages = read(store, job.id).await?;
        if stages.iter().all(|(_, planned)| planned.is_none()) {
            return Ok(None);
        }
        let task = match Task::read(&job.task)? {
            Task::PlanAlign(planned) => Some(planned),
            _ => None,
        };
        Ok(Some(Self {
            job: job.id,
            touched: stages
                .iter()
                .filter_map(|(_, planned)| Some(planned.as_ref()?.touched()))
                .sum(),
            guard: asked(&stages, task.as_ref()).map(|asked| asked.in_words(language)),
            token: token(job.id, &stages),
            leave_out: task.map(|task| task.leave_out).unwrap_or_default(),
            stages: stages
                .into_iter()
                .filter_map(|(stage, planned)| {
                    Some(StagePlan {
                        label: stage.kind.label(),
                        verb: RowsVerb::of(stage.verb)?,
                        state: stage.state,
                        plan: planned.map(|planned| planned.plan.in_words(language)),
                        kind: stage.kind,
                    })
                })
                .collect(),
        }))
    }
}

/// Which rows of a plan are asked for.
#[derive(Debug, Clone, Copy)]
pub struct RowsAsked<'a> {
    /// What the stage does.
    pub verb: RowsVerb,
    /// To which kind.
    pub kind: KindName,
    /// What would become of them.
    pub sort: PlannedSort,
    /// Text that they hold.
    pub search: &'a str,
}

/// A page of the rows of a stage of the plan that a job has made, counted from 0; `None` where the job made no such plan.
///
/// # Errors
/// The database failed, or what it keeps of the plan cannot be read.
pub async fn planned_rows(
    store: &Store,
    job: i64,
    asked: RowsAsked<'_>,
    (page, per_page): (u64, u64),
    language: Language,
) -> Result<Option<Page<PlanRow<String>>>> {
    let stages = store.stages(job).await?;
    let of = |stage: &Stage| stage.verb == asked.verb.verb() && stage.kind == Subject::Kind(asked.kind);
    let Some(stage) = stages.into_iter().find(of) else {
        return Ok(None);
    };
    let rows = PlannedRows {
        job,
        position: stage.position,
        sort: asked.sort,
        search: asked.search,
    };
    let Page { rows, total, more } = store.planned_rows(rows, page, per_page).await?;
    let read = |row: String| {
        let row: PlanRow = serde_json::from_str(&row).map_err(|error| EngineError::Damaged(error.to_string()))?;
        Ok(row.in_words(language))
    };
    let rows = rows.into_iter().map(read).collect::<Result<_>>()?;
    Ok(Some(Page { rows, total, more }))
}

/// Holds what whoever ordered the whole agreed to against the plan that they saw. Answers with what that means for each
/// stage, by its place; `None` where they saw no plan.
pub(super) async fn agreed(run: &Run, task: &CampusTask) -> Result<Option<HashMap<i32, StageConsent>>> {
    let Some(seen) = &run.consent().plan else {
        return Ok(None);
    };
    let planning = planning_of(&run.store, seen).await?;
    let Some((job, planned_for)) = planning.filter(|(job, _)| job.state == JobState::Done) else {
        return Err(EngineError::Moved);
    };
    let stages = read(&run.store, job.id).await?;
    let same_order = planned_for.kinds == task.kinds
        && planned_for.leave_out == task.leave_out
        && planned_for.leaving == task.leaving
        && planned_for.actions == task.actions;
    if token(job.id, &stages) != *seen || !same_order {
        return Err(EngineError::Moved);
    }
    let typed = run.consent().typed.as_deref();
    if let Some(asked) = asked(&stages, Some(task)).filter(|asked| !asked.is_typed(typed)) {
        return Err(asked.refusal());
    }
    let of_stage = |(stage, planned): StageAndPlan| {
        let planned = planned?;
        let exact = stage.verb == Verb::Sync && task.resumes.is_none() && !planned.failed;
        let consent = StageConsent {
            token: exact.then(|| planned.plan.token.clone()),
            typed: planned.plan.guard.map(|asked| asked.name),
            at_most: planned.at_most,
        };
        Some((stage.position, consent))
    };
    Ok(Some(stages.into_iter().filter_map(of_stage).collect()))
}
