//! The stages of a job over the whole campus. Each stage is a job of its own; in a plan it is what that job would do.

use super::{Counts, Failure, JobState, NewJob, Subject, Verb, new_job::insert};
use crate::{Result, Store, statement::all};
use sea_orm::{
    ActiveEnum, ConnectionTrait, DeriveActiveEnum, EnumIter, Iterable, QueryResult,
    sea_query::{Condition, Expr, ExprTrait, LockType, OnConflict, Query},
};
use selaras_reasons::{Language, Reason};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Where a stage stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, EnumIter, DeriveActiveEnum, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum StageState {
    /// Its turn has not come.
    Waiting,
    /// It is under way.
    Running,
    /// It came to its end. Its counts say whether rows failed, some or all.
    Done,
    /// It broke off.
    Failed,
    /// A prerequisite failed, so it was not tried.
    Skipped,
    /// The user who ordered the job left it out.
    LeftOut,
    /// A user stopped it.
    Cancelled,
}

impl StageState {
    /// All states.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }

    /// The word in the database and in the API.
    pub fn word(self) -> String {
        self.to_value()
    }

    /// True if nothing more will happen to it.
    pub const fn is_end(self) -> bool {
        !matches!(self, Self::Waiting | Self::Running)
    }

    /// The state of a stage after its job ended like this.
    pub const fn of_end(state: JobState, failure: Option<Failure>) -> Self {
        match (state, failure) {
            (JobState::Queued | JobState::Running, _) => Self::Running,
            (JobState::Done, _) | (JobState::Failed, Some(Failure::Rows)) => Self::Done,
            (JobState::Failed, _) => Self::Failed,
            (JobState::Cancelled, _) => Self::Cancelled,
        }
    }
}

/// One stage. Its texts are codes, or sentences in the reader's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(bound = "")]
pub struct Stage<R = Reason> {
    /// What it is about.
    pub kind: Subject,
    /// What is done to it.
    pub verb: Verb,
    /// Where it stands.
    pub state: StageState,
    /// Rows by outcome; of a plan, the outcomes that they would come to.
    pub counts: Counts,
    /// Its job; none while it waits, and where the job only plans.
    #[schema(required)]
    pub job: Option<i64>,
    /// True if its job is of the run that this one continues: its rows were done then.
    pub carried: bool,
    /// Rows in all, once that is known.
    #[schema(required)]
    pub total: Option<i64>,
    /// The outcome in one sentence, or where it stands.
    #[schema(value_type = String)]
    pub message: R,
    /// Its position among the stages, from 0.
    #[serde(skip)]
    pub position: i32,
}

impl Stage {
    /// The stage with its texts in a language.
    pub fn in_words(self, language: Language) -> Stage<String> {
        Stage {
            kind: self.kind,
            verb: self.verb,
            state: self.state,
            counts: self.counts,
            job: self.job,
            carried: self.carried,
            total: self.total,
            message: self.message.sentence(language),
            position: self.position,
        }
    }
}

/// A stage to create.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewStage {
    /// What it is about.
    pub kind: Subject,
    /// What is done to it.
    pub verb: Verb,
    /// Its first state.
    pub state: StageState,
}

/// The result of a stage of a plan.
#[derive(Debug, Clone, Copy)]
pub struct PlannedStage<'a> {
    /// Its state.
    pub state: StageState,
    /// The outcomes that its rows would have.
    pub counts: &'a Counts,
    /// What it would do, in the engine's own format.
    pub plan: &'a str,
}

/// All columns but the plan, which is large and not needed to follow a job.
const COLUMNS: [&str; 7] = ["job_id", "position", "kind", "verb", "state", "child", "counts"];

fn read(row: &QueryResult) -> std::result::Result<(i64, Stage), sea_orm::DbErr> {
    let counts: Option<String> = row.try_get_by_index(6)?;
    let stage = Stage {
        position: row.try_get_by_index(1)?,
        kind: row.try_get_by_index(2)?,
        verb: row.try_get_by_index(3)?,
        state: row.try_get_by_index(4)?,
        job: row.try_get_by_index(5)?,
        counts: counts
            .and_then(|kept| serde_json::from_str(&kept).ok())
            .unwrap_or_default(),
        carried: false,
        total: None,
        message: Reason::NothingYet,
    };
    Ok((row.try_get_by_index(0)?, stage))
}

fn at(job: i64, position: i32) -> Condition {
    Condition::all()
        .add(Expr::col("job_id").eq(job))
        .add(Expr::col("position").eq(position))
}

/// What a stage shows of its job.
struct Child {
    state: JobState,
    failure: Option<Failure>,
    total: Option<i64>,
    message: Reason,
    part_of: Option<i64>,
}

impl Store {
    /// Creates the stages of a job. Stages of an earlier, interrupted try stay as they are.
    pub async fn keep_stages(&self, job: i64, stages: &[NewStage]) -> Result<()> {
        let mut insert = Query::insert();
        insert
            .into_table("job_stage")
            .columns(["job_id", "position", "kind", "verb", "state"]);
        for (position, stage) in (0_i32..).zip(stages) {
            insert.values_panic([
                job.into(),
                position.into(),
                stage.kind.into(),
                stage.verb.into(),
                stage.state.into(),
            ]);
        }
        insert.on_conflict(OnConflict::columns(["job_id", "position"]).do_nothing().to_owned());
        if !stages.is_empty() {
            self.writer.execute(&insert).await?;
        }
        Ok(())
    }

    /// The current stages of a job, in order.
    pub async fn stages(&self, job: i64) -> Result<Vec<Stage>> {
        Ok(self.stages_of(&[job]).await?.remove(&job).unwrap_or_default())
    }

    /// The stages of several jobs; a job without stages is missing. The state of a stage's own job takes precedence.
    pub(crate) async fn stages_of(&self, jobs: &[i64]) -> Result<HashMap<i64, Vec<Stage>>> {
        let select = Query::select()
            .columns(COLUMNS)
            .from("job_stage")
            .cond_where(Expr::col("job_id").is_in(jobs.iter().copied()))
            .order_by("position", sea_orm::Order::Asc)
            .take();
        let found: Vec<_> = all(&self.reader, &select, read).await?;
        let children: Vec<_> = found.iter().filter_map(|(_, stage)| stage.job).collect();
        let told = self.children(&children).await?;
        let counts = Counts::of_jobs(&self.reader, children).await?;
        let mut stages: HashMap<i64, Vec<Stage>> = HashMap::new();
        for (job, mut stage) in found {
            // A stage that was carried over belongs to two jobs.
            if let Some((child, told)) = stage.job.and_then(|child| Some((child, told.get(&child)?))) {
                stage.state = StageState::of_end(told.state, told.failure);
                stage.carried = told.part_of != Some(job);
                stage.total = told.total;
                stage.message = told.message.clone();
                stage.counts = counts.get(&child).cloned().unwrap_or_default();
            }
            stages.entry(job).or_default().push(stage);
        }
        Ok(stages)
    }

    /// The plans of a job's stages, in the engine's own format, by position. Stages without a plan are missing.
    pub async fn stage_plans(&self, job: i64) -> Result<HashMap<i32, String>> {
        let select = Query::select()
            .columns(["position", "plan"])
            .from("job_stage")
            .cond_where(Expr::col("job_id").eq(job).and(Expr::col("plan").is_not_null()))
            .take();
        let plans: Vec<(i32, String)> = all(&self.reader, &select, |row| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
        })
        .await?;
        Ok(plans.into_iter().collect())
    }

    async fn children(&self, jobs: &[i64]) -> Result<HashMap<i64, Child>> {
        if jobs.is_empty() {
            return Ok(HashMap::new());
        }
        let select = Query::select()
            .columns(["id", "state", "total", "message", "failure", "part_of"])
            .from("job")
            .cond_where(Expr::col("id").is_in(jobs.iter().copied()))
            .take();
        let told: Vec<(i64, Child)> = all(&self.reader, &select, |row| {
            let child = Child {
                state: row.try_get_by_index(1)?,
                total: row.try_get_by_index(2)?,
                message: Reason::read(row.try_get_by_index(3)?),
                failure: row.try_get_by_index(4)?,
                part_of: row.try_get_by_index(5)?,
            };
            Ok((row.try_get_by_index(0)?, child))
        })
        .await?;
        Ok(told.into_iter().collect())
    }

    /// Creates the job of a stage and records it in the stage, in one transaction. If an earlier, interrupted try has
    /// created it, returns that one.
    pub async fn begin_stage(&self, job: i64, position: i32, child: NewJob<'_>) -> Result<i64> {
        let transaction = self.writer.begin().await?;
        let select = Query::select()
            .column("child")
            .from("job_stage")
            .cond_where(at(job, position))
            // Two workers may run the job if one was thought dead. The lock lets the second see what the first has created.
            .lock(LockType::Update)
            .take();
        let made: Option<i64> = match transaction.query_one(&select).await? {
            Some(row) => row.try_get_by_index(0)?,
            None => None,
        };
        if let Some(made) = made {
            transaction.rollback().await?;
            return Ok(made);
        }
        let made = insert(&transaction, &child).await?;
        let update = Query::update()
            .table("job_stage")
            .values([("child", made.into()), ("state", StageState::Running.into())])
            .cond_where(at(job, position))
            .take();
        transaction.execute(&update).await?;
        transaction.commit().await?;
        Ok(made)
    }

    /// Sets the state of a stage without a job, or with a job of another run.
    pub async fn set_stage(&self, job: i64, position: i32, state: StageState, child: Option<i64>) -> Result<()> {
        let update = Query::update()
            .table("job_stage")
            .values([("state", state.into()), ("child", child.into())])
            .cond_where(at(job, position))
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }

    /// Stores what a stage would do.
    pub async fn plan_stage(&self, job: i64, position: i32, planned: PlannedStage<'_>) -> Result<()> {
        let counts =
            serde_json::to_string(planned.counts).map_err(|error| sea_orm::DbErr::Custom(error.to_string()))?;
        let update = Query::update()
            .table("job_stage")
            .values([
                ("state", planned.state.into()),
                ("counts", counts.into()),
                ("plan", planned.plan.into()),
            ])
            .cond_where(at(job, position))
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn database_and_api_spell_stage_states_alike() {
        for state in StageState::all() {
            assert_eq!(serde_json::to_value(state).unwrap(), state.word());
        }
    }
}
