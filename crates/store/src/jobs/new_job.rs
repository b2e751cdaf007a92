//! Ordering a job.

use super::{JobState, Subject, Verb};
use crate::{
    Result, StoreError,
    connection::Timed,
    log::{Author, PRINCIPAL, Principal},
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Condition, Expr, ExprTrait, Query},
};
use selaras_reasons::Reason;

/// A job to create.
#[derive(Debug, Clone, Copy)]
pub struct NewJob<'a> {
    /// What it is about.
    pub kind: Subject,
    /// What it does.
    pub verb: Verb,
    /// What it does, in the engine's own format.
    pub task: &'a str,
    /// Who orders it.
    pub actor: &'a Author,
    /// What they confirmed, in the engine's own format.
    pub consent: Option<&'a str>,
    /// The job to undo.
    pub undo_of: Option<i64>,
    /// The job to which it belongs as a stage.
    pub part_of: Option<i64>,
    /// The id of the request that ordered it; `None` if no request did.
    pub ordered_by: Option<&'a str>,
    /// The span in which it was ordered, if traces are sent, in the format of W3C's Trace Context.
    pub ordered_in: Option<&'a str>,
}

/// Inserts a new job and returns its id. If it undoes another job, it claims that one.
///
/// # Errors
/// [`StoreError::Taken`] if the job to undo is already undone. The transaction must then be rolled back.
pub(super) async fn insert(connection: &impl Timed, job: &NewJob<'_>) -> Result<i64> {
    let columns = [
        ("kind", job.kind.into()),
        ("verb", job.verb.into()),
        ("task", job.task.into()),
        ("state", JobState::Queued.into()),
        ("actor", job.actor.name.as_str().into()),
        ("message", Reason::NothingYet.kept().into()),
        ("cancel_requested", false.into()),
        ("lease_until", 0_i64.into()),
        ("created_at", connection.now().into()),
        ("consent", job.consent.into()),
        ("undo_of", job.undo_of.into()),
        ("part_of", job.part_of.into()),
        ("ordered_by", job.ordered_by.into()),
        ("ordered_in", job.ordered_in.into()),
    ];
    let principal = PRINCIPAL
        .into_iter()
        .zip(Principal::values(job.actor.principal.as_ref()));
    let (names, values): (Vec<&str>, Vec<Expr>) = columns.into_iter().chain(principal).unzip();
    let insert = Query::insert()
        .into_table("job")
        .columns(names)
        .values_panic(values)
        .returning_col("id")
        .take();
    let row = connection.query_one(&insert).await?;
    let id = row.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default();
    if let Some(undone) = job.undo_of {
        claim(connection, undone, id).await?;
    }
    Ok(id)
}

/// Records that the job `by` undoes another. A former undo that failed no longer counts.
async fn claim(connection: &impl ConnectionTrait, undone: i64, by: i64) -> Result<()> {
    let in_vain = Query::select()
        .column("id")
        .from("job")
        .cond_where(Expr::col("state").is_in([JobState::Failed, JobState::Cancelled]))
        .take();
    let free = Condition::any()
        .add(Expr::col("undone_by").is_null())
        .add(Expr::col("undone_by").in_subquery(in_vain));
    let update = Query::update()
        .table("job")
        .value("undone_by", by)
        .cond_where(Condition::all().add(Expr::col("id").eq(undone)).add(free))
        .take();
    match connection.execute(&update).await?.rows_affected() {
        0 => Err(StoreError::Taken("undone_by")),
        _ => Ok(()),
    }
}
