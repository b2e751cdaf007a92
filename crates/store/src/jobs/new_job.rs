//! A job that is ordered.

use super::{JobState, Subject, Verb};
use crate::{Result, now};
use sea_orm::{ConnectionTrait, sea_query::Query};
use selaras_reasons::Reason;

/// A job to be kept.
#[derive(Debug, Clone, Copy)]
pub struct NewJob<'a> {
    /// What it is about.
    pub kind: Subject,
    /// What it does.
    pub verb: Verb,
    /// What it does, in the engine's own words.
    pub task: &'a str,
    /// Who wants it.
    pub actor: &'a str,
    /// What they agreed to.
    pub consent: Option<&'a str>,
    /// The job to take back.
    pub undo_of: Option<i64>,
    /// The job of which it is a stage.
    pub part_of: Option<i64>,
    /// The number of the request that ordered it; nothing where no request did.
    pub ordered_by: Option<&'a str>,
    /// The span in which it was ordered, where traces are sent: as W3C's Trace Context writes it.
    pub ordered_in: Option<&'a str>,
}

/// Writes a new job, and answers with its number.
pub(super) async fn insert(connection: &impl ConnectionTrait, job: &NewJob<'_>) -> Result<i64> {
    let insert = Query::insert()
        .into_table("job")
        .columns([
            "kind",
            "verb",
            "task",
            "state",
            "actor",
            "message",
            "cancel_requested",
            "lease_until",
            "created_at",
            "consent",
            "undo_of",
            "part_of",
            "ordered_by",
            "ordered_in",
        ])
        .values_panic([
            job.kind.into(),
            job.verb.into(),
            job.task.into(),
            JobState::Queued.into(),
            job.actor.into(),
            Reason::NothingYet.kept().into(),
            false.into(),
            0_i64.into(),
            now().into(),
            job.consent.into(),
            job.undo_of.into(),
            job.part_of.into(),
            job.ordered_by.into(),
            job.ordered_in.into(),
        ])
        .returning_col("id")
        .take();
    let row = connection.query_one(&insert).await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default())
}
