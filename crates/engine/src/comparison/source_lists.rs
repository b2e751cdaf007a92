//! Compares the dashboard's rows with the source's lists, which are staged and compared as for a sync.

use super::findings::Report;
use crate::{
    EngineError, PlanRow, Result, Run,
    sync::{Differences, stored},
};
use selaras_kinds::{Kind, key, object_name};
use selaras_reasons::Reason;
use selaras_store::{
    jobs::{Outcome, RowKey},
    rows::Stored,
    staging::{StagedRow, Verdict},
};
use std::sync::Arc;

/// Rows looked up and reported at once.
const TOGETHER: usize = 1000;

/// Compares a kind with its lists. Lists that cannot be read are findings.
pub(super) async fn compare<K: Kind>(run: &Arc<Run>) -> Result<()> {
    // A kind that was never synced is not read class by class: the source may have no such list.
    if !K::FEED.scope.is_empty() && !run.store.has_rows(K::NAME).await? {
        return Ok(());
    }
    let mut report = Report::of::<K>(run);
    match Differences::<K>::of(run).await {
        Ok(mut differences) => {
            differences.tell_unread(run).await?;
            report.in_step(differences.unchanged);
            for verdict in REPORTED {
                report_rows(run, &differences, verdict, &mut report).await?;
            }
            report_disagreements(run, &differences, &mut report).await?;
            report_missing::<K>(run, &differences.missing, &mut report).await?;
        }
        // There are no classes yet.
        Err(EngineError::NotFound(_)) => {}
        Err(error @ (EngineError::Source(_) | EngineError::Refused(_))) => {
            report.add_without_row(Outcome::Failed, "daftar", K::LABEL, error.reason());
        }
        Err(error) => return Err(error),
    }
    report.write().await
}

/// Verdicts on rows that may differ.
const REPORTED: [Verdict; 7] = [
    Verdict::Create,
    Verdict::Update,
    Verdict::EditedHere,
    Verdict::Returned,
    Verdict::BothSides,
    Verdict::EnteredHere,
    Verdict::Twice,
];

/// Reports the rows of a verdict; of enrolments that differ, each person once.
async fn report_rows<K: Kind>(
    run: &Run,
    differences: &Differences<K>,
    verdict: Verdict,
    report: &mut Report,
) -> Result<()> {
    let source = || run.source.name().to_owned();
    let mut after = 0;
    loop {
        let rows = match verdict {
            Verdict::Create => differences.staging.next(verdict, after, TOGETHER).await?,
            _ => differences.staging.next_objects(verdict, after, TOGETHER).await?,
        };
        let Some(last) = rows.last() else { return Ok(()) };
        after = last.number;
        run.checkpoint()?;
        match verdict {
            Verdict::Create => {
                for StagedRow { row, .. } in &rows {
                    let kind = K::LABEL.to_owned();
                    add(
                        report,
                        Outcome::MissingHere,
                        row,
                        Reason::NotSynced { source: source(), kind },
                    );
                }
            }
            Verdict::Twice => {
                for StagedRow { row, .. } in &rows {
                    add(report, Outcome::Failed, row, Reason::KeyTwice { source: source() });
                }
            }
            _ => report_changed(run, verdict, &rows, report).await?,
        }
        report.write_if_full().await?;
    }
}

async fn report_changed<K: Kind>(
    run: &Run,
    verdict: Verdict,
    rows: &[StagedRow<K>],
    report: &mut Report,
) -> Result<()> {
    let before = stored(run, rows).await?;
    for StagedRow { id, row, .. } in rows {
        // The row may have been deleted meanwhile.
        let Some(before) = before.get(id) else { continue };
        let changes = PlanRow::default().changing(before, row).changes.into_iter();
        let changes = changes.map(|change| Reason::Differs {
            field: change.field.to_owned(),
            here: change.from,
            system: run.source.name().to_owned(),
            there: change.to,
        });
        let (changes, source): (Vec<_>, _) = (changes.collect(), run.source.name().to_owned());
        // It was entered by form as the source has it now, or flagged as gone.
        if changes.is_empty() {
            report.in_step(1);
            continue;
        }
        let (outcome, reason) = match verdict {
            Verdict::EditedHere | Verdict::Returned => {
                (Outcome::ChangedHere, Reason::ChangedHereSinceSync { source, changes })
            }
            Verdict::Update => {
                let kind = K::LABEL.to_owned();
                (
                    Outcome::ChangedSource,
                    Reason::ChangedAtSource { source, kind, changes },
                )
            }
            _ => (Outcome::ChangedBoth, Reason::ChangedHereAndAtSource { source, changes }),
        };
        // Its number may have been corrected here.
        report.add(
            outcome,
            RowKey::of_object(before),
            object_name(before),
            &before.label(),
            reason,
        );
    }
    Ok(())
}

/// Reports rows that describe a person otherwise than an earlier one.
async fn report_disagreements<K: Kind>(run: &Run, differences: &Differences<K>, report: &mut Report) -> Result<()> {
    let mut after = 0;
    loop {
        let rows = differences.next_disagreements(run, after, TOGETHER).await?;
        let Some((last, ..)) = rows.last() else { return Ok(()) };
        after = *last;
        run.checkpoint()?;
        for (_, row, reason) in rows {
            add(report, Outcome::Failed, &row, reason);
        }
        report.write_if_full().await?;
    }
}

/// Reports rows of the source that it no longer lists.
async fn report_missing<K: Kind>(run: &Run, missing: &[i64], report: &mut Report) -> Result<()> {
    for ids in missing.chunks(TOGETHER) {
        run.checkpoint()?;
        for Stored { row, .. } in run.store.by_ids::<K>(ids).await?.values() {
            let source = run.source.name().to_owned();
            add(report, Outcome::MissingSource, row, Reason::NotAtSource { source });
        }
        report.write_if_full().await?;
    }
    Ok(())
}

fn add<K: Kind>(report: &mut Report, outcome: Outcome, row: &K, reason: Reason) {
    report.add(outcome, RowKey::of(row), key(row), &row.label(), reason);
}
