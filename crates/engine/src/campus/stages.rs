//! Runs the stages of a campus run. Each starts as soon as the stages it waits for have ended. Running stages are followed,
//! whichever process works on them.

use super::{stage_order::StageOrder, stored_plan::StageConfirmation};
use crate::{Consent, EngineError, Result, Run, Task, task::RowsVerb};
use futures::{StreamExt, stream::FuturesUnordered};
use selaras_store::jobs::{Failure, Job, NewJob, Stage, StageState};
use std::{collections::HashMap, time::Duration};

/// Shortest and longest pause between two looks at a stage's job; the pause doubles each time.
const LOOK: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(400)];

/// A stage's progress, as this run sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Waiting,
    UnderWay,
    Ended,
}

/// One stage of a run.
struct StageRun<'a> {
    stage: Stage,
    order: &'a StageOrder,
    progress: Progress,
}

/// The stages of one run, in their order.
pub(super) struct Stages<'a> {
    run: &'a Run,
    stages: Vec<StageRun<'a>>,
    /// Confirmations by the stages' positions; `None` if no plan was confirmed.
    confirmations: Option<&'a HashMap<i32, StageConfirmation>>,
    /// True if the platform failed a stage: no further stage that needs it is started.
    platform_failed: bool,
}

impl<'a> Stages<'a> {
    /// Loads the stages of a run.
    pub(super) async fn of(
        run: &'a Run,
        ordered: &'a [StageOrder],
        confirmations: Option<&'a HashMap<i32, StageConfirmation>>,
    ) -> Result<Self> {
        let stages = run.store.stages(run.job()?).await?.into_iter().zip(ordered);
        let one = |(stage, order): (Stage, &'a StageOrder)| StageRun {
            progress: match stage.job.is_none() && stage.state.is_end() {
                true => Progress::Ended,
                false => Progress::Waiting,
            },
            stage,
            order,
        };
        Ok(Self {
            run,
            stages: stages.map(one).collect(),
            confirmations,
            platform_failed: false,
        })
    }

    /// Runs all stages. After an error or a cancellation it starts no more stages, and waits for the running ones.
    pub(super) async fn run_all(mut self) -> Result<()> {
        let mut under_way = FuturesUnordered::new();
        let mut going = Ok(());
        loop {
            while going.is_ok()
                && let Some(at) = self.next_free()
            {
                match self.job_of(at).await {
                    Ok(Some(job)) => {
                        self.stages[at].progress = Progress::UnderWay;
                        let run = self.run;
                        under_way.push(async move { (at, follow(run, job).await) });
                    }
                    Ok(None) => self.stages[at].progress = Progress::Ended,
                    Err(error) => going = Err(error),
                }
            }
            let Some((at, ended)) = under_way.next().await else {
                return going;
            };
            self.stages[at].progress = Progress::Ended;
            match ended {
                Ok(job) => self.platform_failed |= job.failure.is_some_and(Failure::is_platforms),
                Err(error) => going = going.and(Err(error)),
            }
        }
    }

    /// The first stage that can start now.
    fn next_free(&self) -> Option<usize> {
        let is_free = |(at, one): &(usize, &StageRun<'_>)| {
            let mut before = self.stages[..*at].iter();
            one.progress == Progress::Waiting
                // A stage that already has a job is followed: an interrupted attempt started it, or the resumed job did.
                && (one.stage.job.is_some()
                    || before.all(|before| before.progress == Progress::Ended || !one.order.waits_for(before.order)))
        };
        self.stages.iter().enumerate().find(is_free).map(|(at, _)| at)
    }

    /// The job of a stage, created if there is none yet. `None` if the stage is skipped.
    async fn job_of(&self, at: usize) -> Result<Option<i64>> {
        let Self { run, confirmations, .. } = self;
        let StageRun { stage, order, .. } = &self.stages[at];
        if stage.job.is_some() {
            return Ok(stage.job);
        }
        if self.platform_failed && order.verb != RowsVerb::Sync {
            let skipped = StageState::Skipped;
            run.store.set_stage(run.job()?, stage.position, skipped, None).await?;
            return Ok(None);
        }
        run.checkpoint()?;
        let consent = match confirmations {
            None => confirmation_of(run, None),
            // A stage outside the confirmed plan must not run.
            Some(confirmations) => {
                confirmation_of(run, Some(confirmations.get(&stage.position).ok_or(EngineError::Moved)?))
            }
        };
        Ok(Some(begin(run, stage, &order.task()?, &consent).await?))
    }
}

/// The confirmation that one stage gets from that of the whole run.
fn confirmation_of(run: &Run, confirmation: Option<&StageConfirmation>) -> Consent {
    let whole = run.consent();
    match confirmation {
        None => Consent {
            by_itself: whole.by_itself,
            ..Consent::default()
        },
        Some(stage) => Consent {
            plan: stage.token.clone(),
            typed: stage.typed.clone(),
            by_itself: whole.by_itself,
            at_most: Some(stage.at_most),
        },
    }
}

/// Creates the job of a stage.
pub(super) async fn begin(run: &Run, stage: &Stage, task: &Task, consent: &Consent) -> Result<i64> {
    let (text, consent) = (task.text()?, consent.text()?);
    let job = NewJob {
        consent: consent.as_deref(),
        part_of: Some(run.job()?),
        ordered_by: run.ordered_by.as_deref(),
        ordered_in: run.ordered_in.as_deref(),
        ..task.new_job(&text, &run.actor)
    };
    let job = run.store.begin_stage(run.job()?, stage.position, job).await?;
    run.queue.wake();
    Ok(job)
}

/// Waits until a stage's job has ended. If the whole run is cancelled, the stage is cancelled too.
pub(super) async fn follow(run: &Run, job: i64) -> Result<Job> {
    let [mut pause, longest] = LOOK;
    let mut stopping = false;
    loop {
        let Some(found) = run.store.job(job).await? else {
            return Err(EngineError::Damaged(format!("the job {job} of a stage is gone")));
        };
        match run.checkpoint() {
            Err(EngineError::Cancelled) if found.ended() => return Err(EngineError::Cancelled),
            _ if found.ended() => return Ok(found),
            Err(EngineError::Cancelled) if !stopping => {
                run.store.cancel_job(job, None).await?;
                run.queue.ask_to_stop();
                stopping = true;
            }
            Ok(()) | Err(EngineError::Cancelled) => {}
            // Another process continues the whole run; the stage's job goes on by itself.
            Err(error) => return Err(error),
        }
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = run.gate.closed(), if !stopping => {}
        }
        pause = (pause * 2).min(longest);
    }
}
