//! The stages of a run: each is begun as soon as those have ended that it waits for, and all that are under way are followed,
//! whichever process is at them.

use super::{ordered::Ordered, whole::StageConsent};
use crate::{Consent, EngineError, Result, Run, Task, task::RowsVerb};
use futures::{StreamExt, stream::FuturesUnordered};
use selaras_store::jobs::{Failure, Job, NewJob, Stage, StageState};
use std::{collections::HashMap, time::Duration};

/// How often a stage's job is looked at; twice as long each time, up to the second.
const LOOK: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(400)];

/// Where a run stands with one of its stages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Waiting,
    UnderWay,
    Ended,
}

/// One stage of a run.
struct One<'a> {
    stage: Stage,
    order: &'a Ordered,
    progress: Progress,
}

/// The stages of one run, in their order.
pub(super) struct Stages<'a> {
    run: &'a Run,
    stages: Vec<One<'a>>,
    /// What whoever saw the plan agreed to, by the stages' places; `None` where nobody did.
    agreed: Option<&'a HashMap<i32, StageConsent>>,
    /// Whether the platform failed a stage: then none is begun any more that needs it.
    platform_failed: bool,
}

impl<'a> Stages<'a> {
    /// Those of a run, as they stand.
    pub(super) async fn of(
        run: &'a Run,
        ordered: &'a [Ordered],
        agreed: Option<&'a HashMap<i32, StageConsent>>,
    ) -> Result<Self> {
        let stages = run.store.stages(run.job).await?.into_iter().zip(ordered);
        let one = |(stage, order): (Stage, &'a Ordered)| One {
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
            agreed,
            platform_failed: false,
        })
    }

    /// Does them all. Where something goes wrong, or somebody stops the run, no more are begun, and those under way are
    /// waited for.
    pub(super) async fn bring_to_their_ends(mut self) -> Result<()> {
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

    /// The first stage that nothing keeps from being begun.
    fn next_free(&self) -> Option<usize> {
        let is_free = |(at, one): &(usize, &One<'_>)| {
            let mut before = self.stages[..*at].iter();
            one.progress == Progress::Waiting
                // What an earlier, interrupted try has begun, or was done for the job that this one goes on with, is followed.
                && (one.stage.job.is_some()
                    || before.all(|before| before.progress == Progress::Ended || !one.order.waits_for(before.order)))
        };
        self.stages.iter().enumerate().find(is_free).map(|(at, _)| at)
    }

    /// The job of a stage, which is made where there is none yet. `None`: the stage is skipped.
    async fn job_of(&self, at: usize) -> Result<Option<i64>> {
        let Self { run, agreed, .. } = self;
        let One { stage, order, .. } = &self.stages[at];
        if stage.job.is_some() {
            return Ok(stage.job);
        }
        if self.platform_failed && order.verb != RowsVerb::Sync {
            let skipped = StageState::Skipped;
            run.store.set_stage(run.job, stage.position, skipped, None).await?;
            return Ok(None);
        }
        run.checkpoint()?;
        let consent = match agreed {
            None => consent_of(run, None),
            // Nobody has seen what it would do.
            Some(agreed) => consent_of(run, Some(agreed.get(&stage.position).ok_or(EngineError::Moved)?)),
        };
        Ok(Some(begin(run, stage, &order.task()?, &consent).await?))
    }
}

/// What whoever agreed to the whole has agreed to for one stage.
fn consent_of(run: &Run, agreed: Option<&StageConsent>) -> Consent {
    let whole = run.consent();
    match agreed {
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

/// Makes the job of a stage.
pub(super) async fn begin(run: &Run, stage: &Stage, task: &Task, consent: &Consent) -> Result<i64> {
    let (text, consent) = (task.text()?, consent.text()?);
    let job = NewJob {
        consent: consent.as_deref(),
        part_of: Some(run.job),
        ordered_by: run.ordered_by.as_deref(),
        ordered_in: run.ordered_in.as_deref(),
        ..task.new_job(&text, &run.actor)
    };
    let job = run.store.begin_stage(run.job, stage.position, job).await?;
    run.queue.wake();
    Ok(job)
}

/// Waits until a stage's job has ended. Whoever stops the whole stops the stage.
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
            // Another process goes on with the whole; the stage goes on by itself.
            Err(error) => return Err(error),
        }
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = run.gate.closed(), if !stopping => {}
        }
        pause = (pause * 2).min(longest);
    }
}
