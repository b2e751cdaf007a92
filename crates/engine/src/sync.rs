//! Sync: from the source to the dashboard.
//!
//! A list is read into temporary tables (`ingest`), and the database compares it with the dashboard's rows (`diff`). It is written
//! (`apply`) when the confirmation fits and the guard agrees. For lists of people in classes these are `staged_lists`,
//! `enrolment_diff` and `enrolment_apply`. The report of differences has the same diff (`differences`). Memory holds a chunk of rows, and a few words per person and class.

mod ahead;
mod apply;
mod class_ids;
mod classes;
mod diff;
mod differences;
mod enrolment_apply;
mod enrolment_diff;
mod held;
mod ingest;
mod issue;
mod progress;
mod same_list;
mod scopes;
mod source_lists;
mod spellings;
mod spool;
mod staged_lists;
mod ties;
mod totals;
mod unknown_classes;
mod unplaced;

use crate::{EngineError, Plan, PlanCounts, Result, Run, sentences::outcome, undecided_numbers};
use diff::Diff;
use enrolment_diff::EnrolmentDiff;
use selaras_kinds::Kind;
use selaras_reasons::Reason;
use selaras_store::jobs::Outcome;
use std::sync::Arc;
use totals::Totals;

pub(crate) use class_ids::ClassIds;
pub(crate) use differences::Differences;
pub(crate) use held::stored;
pub(crate) use scopes::Scope;
pub(crate) use source_lists::read_row;
pub use source_lists::source_rows;

/// Runs a sync. Returns its outcome as one sentence.
pub(crate) async fn run<K: Kind>(run: Arc<Run>) -> Result<Reason> {
    let whole = run.order.selection == selaras_store::Selection::default();
    let kind_is_empty = !run.store.has_rows(K::NAME).await?;
    let totals = match K::PERSON_AND_ENROLMENT {
        true => sync_enrolments::<K>(&run, kind_is_empty).await?,
        false => sync_rows::<K>(&run, kind_is_empty).await?,
    };
    if whole && totals.failed_lists == 0 {
        run.store.set_source_rows(run.job()?, totals.seen).await?;
    }
    let counts = run.counts().await?;
    // A pair has a person who is gone.
    if !kind_is_empty && counts.get(Outcome::Created) + counts.get(Outcome::Missing) > 0 {
        undecided_numbers::propose(&run.store, K::NAME).await?;
    }
    Ok(Reason::Synced {
        kind: K::LABEL.to_owned(),
        parts: outcome(&counts, run.source.name()),
    })
}

/// Syncs a list of rows that are no enrolments.
async fn sync_rows<K: Kind>(run: &Arc<Run>, kind_is_empty: bool) -> Result<Totals> {
    let mut diff = Diff::<K>::of(run, kind_is_empty).await?;
    if !kind_is_empty || run.needs_confirmation() {
        let plan = diff.plan(run).await?;
        agree(run, &plan).await?;
    }
    apply::apply(run, &mut diff, kind_is_empty).await?;
    Ok(diff.totals)
}

/// Syncs lists of enrolments.
async fn sync_enrolments<K: Kind>(run: &Arc<Run>, kind_is_empty: bool) -> Result<Totals> {
    let mut diff = EnrolmentDiff::<K>::of(run, kind_is_empty).await?;
    if !kind_is_empty || run.needs_confirmation() {
        let plan = diff.plan(run).await?;
        agree(run, &plan).await?;
    }
    enrolment_apply::apply(run, &mut diff).await?;
    Ok(diff.lists.totals)
}

/// Checks the confirmation, and records that the job begins.
async fn agree(run: &Run, plan: &Plan) -> Result<()> {
    run.check_confirmation(plan)?;
    let job = run.job()?;
    run.store.consented(job).await?;
    run.store.say(job, &Reason::NothingYet).await?;
    let PlanCounts {
        create,
        update,
        unchanged,
        conflicts,
        ..
    } = plan.counts;
    let total = create + update + unchanged + conflicts;
    Ok(run.store.set_job_total(job, total).await?)
}

/// Plans a sync.
pub(crate) async fn plan<K: Kind>(run: Arc<Run>) -> Result<Plan> {
    let planned = match K::PERSON_AND_ENROLMENT {
        true => plan_enrolments::<K>(&run).await,
        false => plan_rows::<K>(&run).await,
    };
    match planned {
        // A sync that is refused does nothing, and its plan says why.
        Err(EngineError::Refused(warning)) => Ok(Plan {
            warning: Some(warning),
            ..Plan::default()
        }),
        planned => planned,
    }
}

async fn plan_rows<K: Kind>(run: &Arc<Run>) -> Result<Plan> {
    Diff::<K>::of(run, false).await?.plan(run).await
}

async fn plan_enrolments<K: Kind>(run: &Arc<Run>) -> Result<Plan> {
    let kind_is_empty = !run.store.has_rows(K::NAME).await?;
    EnrolmentDiff::<K>::of(run, kind_is_empty).await?.plan(run).await
}
