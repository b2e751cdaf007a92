//! The stored plan of all stages: how it is shown, and what its confirmation means for each stage.

use crate::{
    Asked, EngineError, Plan, PlanRow, Result, Run, Task,
    guard::AtMost,
    impact::Digest,
    task::{CampusTask, LeftOut, RowsVerb},
};
use jiff::Timestamp;
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
    /// Rows that would be touched, in all stages, with the changes of cohorts.
    pub touched: i64,
    /// What the guard wants typed before this is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Asked>)]
    pub guard: Option<Asked<String>>,
    /// What is left out of it.
    pub leave_out: Vec<LeftOut>,
    /// Names this plan: it is sent along when the plan is confirmed.
    pub token: String,
}

/// The job that a plan's token names, and its task; `None` if the token names no plan.
async fn planning_job(store: &Store, token: &str) -> Result<Option<(Job, CampusTask)>> {
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

/// The order that was planned under this token, so that confirming need not repeat it. `None` if there is no such plan.
pub async fn planned(store: &Store, token: &str) -> Result<Option<CampusTask>> {
    Ok(planning_job(store, token).await?.map(|(_, planned)| planned))
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

/// A stage's plan, as it is stored.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StoredPlan {
    plan: Plan,
    /// The limit that running the stage must not exceed.
    at_most: AtMost,
    /// True if the stage would fail as a whole.
    failed: bool,
    /// People who have grades that would be lost, or may have some.
    grades: i64,
}

/// The confirmation of one stage.
pub(super) struct StageConfirmation {
    /// The exact plan, if the plan does not depend on replies of the platform.
    pub(super) token: Option<String>,
    /// What the guard wants typed for the stage.
    pub(super) typed: Option<String>,
    pub(super) at_most: AtMost,
}

impl StoredPlan {
    pub(super) fn of(plan: Plan) -> Self {
        Self {
            at_most: AtMost::of(&plan),
            grades: plan.people_with_grades,
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
        counts.create + counts.update + counts.leaving + counts.moved + counts.missing + self.plan.besides
    }
}

/// A stage and its plan.
type StageAndPlan = (Stage, Option<StoredPlan>);

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

/// The token of a plan: its job, and a digest of all its stages.
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

/// The guard's prompts for all stages, as one.
fn prompt(stages: &[StageAndPlan], task: Option<&CampusTask>) -> Option<Asked> {
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
        // If people would lose grades, their number is typed.
        name: match grades {
            0 => task.map_or(Subject::Campus, CampusTask::subject).name(),
            people => Reason::verbatim(people.to_string()),
        },
        asks_plain_calls: true,
    })
}

impl CampusPlan {
    /// The plan that a job made; `None` if it made none.
    ///
    /// # Errors
    /// The database failed, or the stored plan cannot be read.
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
            guard: prompt(&stages, task.as_ref()).map(|asked| asked.in_words(language)),
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

/// Which rows of a plan to read.
#[derive(Debug, Clone, Copy)]
pub struct RowsAsked<'a> {
    /// The stage's verb.
    pub verb: RowsVerb,
    /// The stage's kind.
    pub kind: KindName,
    /// The rows' planned outcome.
    pub sort: PlannedSort,
    /// Text to search for.
    pub search: &'a str,
}

/// A page of the rows of one stage in a job's plan; pages count from 0. `None` if the job made no such plan.
///
/// # Errors
/// The database failed, or the stored plan cannot be read.
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

/// Checks the confirmation of the whole run against the plan that its token names. Returns the confirmation of each stage by
/// its position; `None` if no plan was confirmed.
pub(super) async fn confirmations(run: &Run, task: &CampusTask) -> Result<Option<HashMap<i32, StageConfirmation>>> {
    let Some(seen) = &run.consent().plan else {
        return Ok(None);
    };
    let planning = planning_job(&run.store, seen).await?;
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
    // A plan by another shape foresaw other objects.
    let moment = |text: Option<&str>| text.and_then(|text| text.parse::<Timestamp>().ok());
    let shape = run.store.shape().await?.and_then(|stored| stored.changed_at);
    if moment(shape.as_deref()) > moment(job.created_at.as_deref()) {
        return Err(EngineError::Moved);
    }
    let typed = run.consent().typed.as_deref();
    if let Some(asked) = prompt(&stages, Some(task)).filter(|asked| !asked.is_typed(typed)) {
        return Err(asked.refusal());
    }
    let of_stage = |(stage, planned): StageAndPlan| {
        let planned = planned?;
        let exact = stage.verb == Verb::Sync && task.resumes.is_none() && !planned.failed;
        let consent = StageConfirmation {
            token: exact.then(|| planned.plan.token.clone()),
            typed: planned
                .plan
                .guard
                .map(|asked| asked.name.sentence(Language::Indonesian)),
            at_most: planned.at_most,
        };
        Some((stage.position, consent))
    };
    Ok(Some(stages.into_iter().filter_map(of_stage).collect()))
}
