//! Writes a diff of enrolments. Each range of rows is one transaction with its versions, report lines and counters.

use super::{
    apply::{LINES, flag_missing, report_conflicts, take_back_flags, tie, write_conflicts},
    enrolment_diff::EnrolmentDiff,
    held::{changed, disagreement, stored},
};
use crate::{Result, Run};
use selaras_kinds::Kind;
use selaras_store::{
    jobs::{Counts, Line, Outcome},
    staging::{StagedRow, Staging, Verdict},
};

/// Writes what the diff found.
pub(super) async fn apply<K: Kind>(run: &Run, diff: &mut EnrolmentDiff<K>) -> Result<()> {
    let job = run.job()?;
    diff.lists.issues.report(run, &diff.lists.staging).await?;
    let unchanged = diff.unchanged().await?;
    let (lists, staging) = (&diff.lists, &diff.lists.staging);
    if diff.compared.is_none() {
        create_first(run, diff).await?;
    } else if staging.has_rows() {
        report_conflicts(run, staging).await?;
        tie(run, &diff.ties).await?;
        change_people(run, staging).await?;
        staging.create_known(job, || run.checkpoint()).await?;
        let mut last = Some(0);
        while let Some(after) = last {
            run.checkpoint()?;
            last = staging.create_next_enrolments(job, after).await?;
        }
        last = Some(0);
        while let Some(after) = last {
            run.checkpoint()?;
            last = staging.reword_next(after).await?;
        }
        take_back_flags(run, staging).await?;
    }
    flag_missing::<K>(run, &diff.missing).await?;
    if lists.differing > 0 {
        report_others(run, staging).await?;
    }
    let unchanged = Counts::of(Outcome::Unchanged, unchanged);
    Ok(run.store.add_counts(job, K::NAME, &unchanged).await?)
}

/// Writes lists of which the dashboard has no rows.
async fn create_first<K: Kind>(run: &Run, diff: &EnrolmentDiff<K>) -> Result<()> {
    let (job, lists) = (run.job()?, &diff.lists);
    if lists.rows == 0 {
        return Ok(());
    }
    lists.staging.begin_first_load(job, lists.totals.seen).await?;
    let ids = lists.staging.create_people(job, || run.checkpoint()).await?;
    for range in lists.staging.ranges(&lists.sizes) {
        run.checkpoint()?;
        lists.staging.create_enrolments(job, ids, range).await?;
    }
    Ok(())
}

/// Reports rows that describe a person otherwise than an earlier one.
async fn report_others<K: Kind>(run: &Run, staging: &Staging<K>) -> Result<()> {
    let mut after = 0;
    loop {
        let others = staging.next_others(after, LINES).await?;
        let Some((last, ..)) = others.last() else { return Ok(()) };
        after = *last;
        let lines = others.iter().map(|(_, row, first)| {
            Line::on_row(row, Outcome::Conflict).because(disagreement(Some(first), row, run.source.name()))
        });
        write_conflicts::<K>(run, &lines.collect::<Vec<_>>()).await?;
    }
}

async fn change_people<K: Kind>(run: &Run, staging: &Staging<K>) -> Result<()> {
    let mut after = 0;
    loop {
        let people = staging.next_objects(Verdict::Update, after, LINES).await?;
        let Some(last) = people.last().map(|last| last.number) else {
            return Ok(());
        };
        run.checkpoint()?;
        let before = stored(run, &people).await?;
        let lines = people.iter().map(|StagedRow { id, row, .. }| {
            let mut line = Line::on_object(row, Outcome::Updated);
            line.reason = before.get(id).map(|before| changed(before, row));
            line
        });
        let lines: Vec<_> = lines.collect();
        let counts = Counts::of(Outcome::Updated, lines.len() as i64);
        staging
            .change_people(run.job()?, [after, last], &lines, &counts)
            .await?;
        after = last;
    }
}
