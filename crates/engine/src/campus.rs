//! The whole campus at once: read all lists, send everything, enrol everybody, then unenrol the people who have left. The
//! stages run in the order of their dependencies. The run is one job; each stage is a job of its own with its own report.
//! `planning` makes the plan of all stages by running them on a copy of the database.

mod dry_run;
mod planning;
mod prerequisites;
mod stage_order;
mod stages;
mod stored_plan;

pub(crate) use planning::plan_stages;
pub use stored_plan::{CampusPlan, RowsAsked, StagePlan, planned, planned_rows};

use crate::{
    Consent, EngineError, Plan, Result, Run, Task, Verb,
    registry::verbs_of,
    task::{CampusTask, RowsVerb},
};
use selaras_kinds::{Kind, kelas::Kelas};
use selaras_reasons::Reason;
use selaras_store::{
    Store, StoreError,
    jobs::{Job, JobState, NewStage, Outcome, Stage, StageState, Subject},
};
use stage_order::{StageOrder, VERBS};
use stages::{Stages, begin, follow};
use std::sync::Arc;

impl CampusTask {
    /// Stores the stages of a job of this task before it begins. Stages that are already stored stay as they are.
    pub(crate) async fn keep_stages(&self, store: &Store, job: i64) -> Result<()> {
        let stages: Vec<_> = self.stages().iter().map(StageOrder::new_stage).collect();
        Ok(store.keep_stages(job, &stages).await?)
    }
}

/// Aligns the whole campus. Returns the outcome as one sentence.
pub(crate) async fn run(run: Arc<Run>) -> Result<Reason> {
    let Task::Align(task) = &run.task else {
        return Err(EngineError::Damaged("this is not about the whole campus".to_owned()));
    };
    let ordered = task.stages();
    // Stages stop by themselves; this run follows them to their ends.
    let _held = run.gate.hold().await;
    let confirmations = stored_plan::confirmations(&run, task).await?;
    task.keep_stages(&run.store, run.job()?).await?;
    carry_over(&run, task).await?;
    Stages::of(&run, &ordered, confirmations.as_ref())
        .await?
        .run_all()
        .await?;
    let stages = run.store.stages(run.job()?).await?;
    if stages.iter().all(|stage| stage.state == StageState::Failed) {
        let first = stages.into_iter().next().map(|stage| stage.message);
        return Err(EngineError::Refused(first.unwrap_or(Reason::NothingToDo)));
    }
    if task.actions.is_some() {
        let ended = stages.into_iter().filter(|stage| stage.job.is_some() && !stage.carried);
        return Ok(Reason::Sentences {
            sentences: ended.map(|stage| stage.message).collect(),
        });
    }
    Ok(sentence(&run, &stages))
}

/// Marks stages of the resumed job as done: reads that finished without failures, and sends up to the first one that did
/// not. Later stages may have more to do now.
async fn carry_over(run: &Run, task: &CampusTask) -> Result<()> {
    let Some(earlier) = task.resumes else { return Ok(()) };
    let done = run.store.stages(earlier).await?;
    let mut all_clean = true;
    // Enrolment lists are read class by class, so they depend on the classes.
    let mut classes_clean = true;
    for stage in run.store.stages(run.job()?).await? {
        let same = |other: &&Stage| other.kind == stage.kind && other.verb == stage.verb;
        let clean = done
            .iter()
            .find(same)
            .filter(|other| other.state == StageState::Done && other.counts.sum(Outcome::is_trouble) == 0);
        let is_read = stage.verb == Verb::Sync && classes_clean;
        match clean {
            Some(clean) if stage.state == StageState::Waiting && (is_read || all_clean) => {
                let (state, child) = (StageState::Done, clean.job);
                run.store.set_stage(run.job()?, stage.position, state, child).await?;
            }
            _ => {
                all_clean &= stage.state.is_end();
                classes_clean &= stage.state.is_end() || stage.kind.as_str() != Kelas::NAME;
            }
        }
    }
    Ok(())
}

fn sentence(run: &Run, stages: &[Stage]) -> Reason {
    let rows = |verbs: &[RowsVerb], of: &dyn Fn(Outcome) -> bool| {
        let stages = stages
            .iter()
            .filter(|stage| !stage.carried && verbs.iter().any(|verb| verb.verb() == stage.verb));
        stages.map(|stage| stage.counts.sum(of)).sum::<i64>().unsigned_abs()
    };
    let changed = |outcome| matches!(outcome, Outcome::Created | Outcome::Updated | Outcome::Missing);
    let unfinished = |stage: &&Stage| matches!(stage.state, StageState::Failed | StageState::Skipped);
    Reason::CampusAligned {
        source: run.source.name().to_owned(),
        platform: run.platform.name().to_owned(),
        read: rows(&[RowsVerb::Sync], &changed),
        sent: rows(&[RowsVerb::Export], &changed),
        enrolled: rows(&[RowsVerb::Enrol], &|outcome| {
            matches!(outcome, Outcome::Enrolled | Outcome::Moved)
        }),
        left: rows(&[RowsVerb::Unenrol], &|outcome| {
            outcome.is_leaving() || outcome == Outcome::Moved
        }),
        failed: rows(&VERBS, &Outcome::is_trouble),
        stages: stages.iter().filter(unfinished).count() as u64,
    }
}

/// Undoes what the stages of a job did, the last one first. Returns the outcome as one sentence.
pub(crate) async fn undo(run: Arc<Run>) -> Result<Reason> {
    let _held = run.gate.hold().await;
    let jobs = stages_to_undo(&run).await?;
    let kept: Vec<_> = jobs
        .iter()
        .map(|job| NewStage {
            kind: job.kind,
            verb: Verb::Undo,
            state: StageState::Waiting,
        })
        .collect();
    run.store.keep_stages(run.job()?, &kept).await?;
    let mut back = 0;
    for (stage, job) in run.store.stages(run.job()?).await?.iter().zip(&jobs) {
        run.checkpoint()?;
        let undoing = match stage.job {
            Some(job) => job,
            None => match begin(&run, stage, &Task::undo(job)?, &Consent::default()).await {
                Ok(undoing) => undoing,
                // This stage was undone alone before.
                Err(EngineError::Store(StoreError::Taken(_))) => {
                    let skipped = StageState::Skipped;
                    run.store.set_stage(run.job()?, stage.position, skipped, None).await?;
                    continue;
                }
                Err(error) => return Err(error),
            },
        };
        let ended = follow(&run, undoing).await?;
        if ended.state == JobState::Done {
            back += ended.counts.sum(|outcome| !outcome.is_trouble());
        }
    }
    let rows = back.unsigned_abs();
    Ok(Reason::CampusUndone { rows })
}

/// Counts the rows that undoing all stages would examine.
pub(crate) async fn plan_undo(run: Arc<Run>) -> Result<Plan> {
    let mut plan = run.empty_plan();
    for job in stages_to_undo(&run).await?.iter().filter(|job| job.undoable) {
        let Subject::Kind(kind) = job.kind else { continue };
        let of_stage = (verbs_of(kind)?.undo)().plan;
        plan.counts.update += of_stage(run.step(Task::undo(job)?)).await?.counts.update;
    }
    Ok(plan)
}

/// The stage jobs of the job to undo that wrote something undoable, the last one first. Includes stages that were undone
/// alone.
async fn stages_to_undo(run: &Run) -> Result<Vec<Job>> {
    let undone = run.task.undo_of();
    let undone = undone.ok_or_else(|| EngineError::Damaged("no job is named to be taken back".to_owned()))?;
    let mut jobs = Vec::new();
    for stage in run.store.stages(undone).await?.iter().rev() {
        let Some(child) = stage.job else { continue };
        // A resumed job lists stages of the job before it; they do not belong to this undo.
        jobs.extend(run.store.job(child).await?.filter(|job| job.part_of == Some(undone)));
    }
    jobs.retain(|job| job.undoable || job.undone_by.is_some());
    Ok(jobs)
}
