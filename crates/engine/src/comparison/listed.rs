//! Compares the dashboard's rows with the source's list, which is streamed.

use super::findings::Report;
use crate::{
    EngineError, PlanRow, Result, Run,
    in_flight::InFlight,
    sync::{ClassIds, Scope, Unreadable, read_row, scopes},
};
use selaras_kinds::{Key, Kind, fingerprint, key, key_hash};
use selaras_reasons::Reason;
use selaras_source::Call;
use selaras_store::{
    Selection,
    jobs::{Outcome, RowKey},
    rows::{EnrolmentState, ListQuery},
    sync::Known,
};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// Compares a kind with all its lists, a few at a time.
pub(super) async fn compare<K: Kind>(run: &Arc<Run>) -> Result<()> {
    let by_class = !K::FEED.scope.is_empty();
    // A kind that was never synced is not read class by class: the source may have no such list.
    if by_class && run.store.count::<K>(&ListQuery::default()).await? == 0 {
        return Ok(());
    }
    let scopes = match scopes::<K>(run, false).await {
        Err(EngineError::NotFound(_)) => return Ok(()),
        scopes => scopes?,
    };
    let class_ids = Arc::new(ClassIds::of::<K>(run).await?);
    // A query or a file has the rows of all classes, each with its class, so it is read once. If its folder does not answer,
    // reading reports that.
    if run.source.whole(&K::FEED).await.unwrap_or(true) {
        return compare_list::<K>(run, Scope::new(), false, &class_ids).await;
    }
    let mut in_flight = InFlight::new(run.source_requests);
    for (scope, left) in scopes.iter() {
        if let Some(ended) = in_flight.room().await {
            ended?;
        }
        let (run, class_ids) = (Arc::clone(run), Arc::clone(&class_ids));
        in_flight.begin(async move { compare_list::<K>(&run, scope, left, &class_ids).await });
    }
    while let Some(ended) = in_flight.next().await {
        ended?;
    }
    Ok(())
}

/// Compares a kind with one list. A list that cannot be read is a finding; the other lists are still compared. `left` means
/// that the class has left the timetable, so an empty list is no fault.
async fn compare_list<K: Kind>(run: &Arc<Run>, scope: Scope, left: bool, class_ids: &ClassIds) -> Result<()> {
    let named: Vec<_> = scope.iter().map(|(_, value)| value.clone()).collect();
    let mut report = Report::of::<K>(run);
    match read_list::<K>(run, scope, left, class_ids, &mut report).await {
        Err(EngineError::Source(error)) => {
            let key = match named.is_empty() {
                true => Key::from("daftar"),
                false => Key::of(named),
            };
            report.add_without_row(Outcome::Failed, key, K::LABEL, EngineError::Source(error).reason());
        }
        read => read?,
    }
    report.write().await
}

async fn read_list<K: Kind>(
    run: &Arc<Run>,
    scope: Scope,
    left: bool,
    class_ids: &ClassIds,
    report: &mut Report,
) -> Result<()> {
    let selection = Selection::equal(scope.iter().map(|(column, value)| (*column, value.as_str())));
    let known: HashMap<i64, Known> = run
        .store
        .known::<K>(&selection)
        .await?
        .into_iter()
        .map(|known| (known.key_hash, known))
        .collect();
    let (mut seen, mut unreadable) = (HashSet::new(), 0);
    let mut rows = run.source.rows(Call::scoped(&K::FEED, scope.clone()));
    while let Some(chunk) = rows.next().await? {
        run.checkpoint()?;
        class_ids.prepare::<K>(run, &chunk).await?;
        let mut differing = Vec::new();
        for raw in chunk {
            let mut row = match read_row::<K>(raw, &scope) {
                Ok(row) => row,
                Err(Unreadable { reason, .. }) if *reason == Reason::RowOfPlaceholders => continue,
                Err(Unreadable { position, reason, .. }) => {
                    unreadable += 1;
                    report.add_without_row(Outcome::Failed, position, "", *reason);
                    continue;
                }
            };
            // A class that is not here is reported by the row, which is not here either.
            let _ = class_ids.settle(&mut row, &scope);
            let hash = key_hash(&row);
            if !seen.insert(hash) {
                continue;
            }
            match known.get(&hash) {
                None => report.add(
                    Outcome::MissingHere,
                    RowKey::of(&row),
                    key(&row),
                    &row.label(),
                    Reason::NotSynced {
                        source: run.source.name().to_owned(),
                        kind: K::LABEL.to_owned(),
                    },
                ),
                Some(known) if known.fingerprint == fingerprint(&row) => report.in_step(),
                Some(known) => differing.push((*known, row)),
            }
        }
        report_differences::<K>(run, &differing, report).await?;
        report.write_if_full().await?;
    }
    for notice in rows.take_notices().iter().filter(|notice| notice.may_have_rows()) {
        unreadable += 1;
        report.add_without_row(Outcome::Failed, notice.said.as_str(), "", Reason::from(notice));
    }
    if unreadable == 0 {
        report_missing::<K>(run, &known, &seen, left, report).await?;
    }
    Ok(())
}

async fn report_differences<K: Kind>(run: &Run, differing: &[(Known, K)], report: &mut Report) -> Result<()> {
    if differing.is_empty() {
        return Ok(());
    }
    let source = run.source.name();
    let ids: Vec<_> = differing.iter().map(|(known, _)| known.id).collect();
    let here = run.store.by_ids::<K>(&ids).await?;
    for (known, row) in differing {
        // The row may have been deleted since `known` was read.
        let Some(stored) = here.get(&known.id) else { continue };
        let changes = PlanRow::default().changing(&stored.row, row).changes;
        let changes = changes.into_iter().map(|change| Reason::Differs {
            field: change.field.to_owned(),
            here: change.from,
            system: source.to_owned(),
            there: change.to,
        });
        let (changes, source, kind) = (changes.collect(), source.to_owned(), K::LABEL.to_owned());
        let (outcome, reason) = match known.source_fingerprint {
            Some(before) if before == fingerprint(row) => {
                (Outcome::ChangedHere, Reason::ChangedHereSinceSync { source, changes })
            }
            Some(before) if before == known.fingerprint => (
                Outcome::ChangedSource,
                Reason::ChangedAtSource { source, kind, changes },
            ),
            _ => (Outcome::ChangedBoth, Reason::ChangedHereAndAtSource { source, changes }),
        };
        report.add(outcome, RowKey::of(row), key(row), &row.label(), reason);
    }
    Ok(())
}

/// Reports rows of the source that it no longer lists.
async fn report_missing<K: Kind>(
    run: &Run,
    known: &HashMap<i64, Known>,
    seen: &HashSet<i64>,
    left: bool,
    report: &mut Report,
) -> Result<()> {
    let source = run.source.name();
    let of_source = || known.iter().filter(|(_, known)| known.source_fingerprint.is_some());
    let gone: Vec<_> = of_source()
        .filter(|(hash, _)| !seen.contains(hash))
        .map(|(_, known)| known.id)
        .collect();
    // A list that is suddenly empty is more often a fault of the source than the truth.
    if seen.is_empty() && !gone.is_empty() && !left {
        let reason = Reason::ListEmpty {
            source: source.to_owned(),
            rows: gone.len() as u64,
        };
        report.add_without_row(Outcome::Failed, "daftar", K::LABEL, reason);
        return Ok(());
    }
    for ids in gone.chunks(500) {
        run.checkpoint()?;
        for stored in run.store.by_ids::<K>(ids).await?.values() {
            // A sync has told it, and its person has left: nothing is to be done.
            if stored.state.missing_since.is_some() && stored.state.enrolment != EnrolmentState::Sudah {
                continue;
            }
            report.add(
                Outcome::MissingSource,
                RowKey::of(&stored.row),
                key(&stored.row),
                &stored.row.label(),
                Reason::NotAtSource {
                    source: source.to_owned(),
                },
            );
        }
        report.write_if_full().await?;
    }
    Ok(())
}
