//! Writes a diff. Each range of rows is one transaction with its versions, report lines and counters.

use super::{
    diff::{CONFLICTS, Diff, TOGETHER, conflict},
    held::{changed, stored},
};
use crate::{Result, Run};
use selaras_kinds::{
    Kind,
    kelas::{Kelas, NAMED_BY},
};
use selaras_reasons::Reason;
use selaras_store::{
    jobs::{Counts, Line, Outcome},
    staging::{StagedRow, Staging, Verdict},
    sync::Upsert,
};

/// Rows of one transaction with a report line each: a changed row is read first and stored as a version.
pub(super) const LINES: usize = 2000;

/// A changed row.
struct Changed<K> {
    id: i64,
    row: K,
    line: Line,
}

impl<K: Kind> Changed<K> {
    /// A changed row, with the fields in which it differs from the stored one.
    fn of(staged: StagedRow<K>, before: Option<&K>) -> Self {
        let StagedRow { id, row, .. } = staged;
        let mut line = Line::on_object(&row, Outcome::Updated);
        line.reason = before.map(|before| changed(before, &row));
        Self { id, row, line }
    }

    /// True for a class that gets another name.
    fn is_renamed(&self) -> bool {
        let is_name =
            |change: &Reason| matches!(change, Reason::Change { field, .. } if NAMED_BY.contains(&field.as_str()));
        match &self.line.reason {
            Some(Reason::Changed { changes }) if K::NAME == Kelas::NAME => changes.iter().any(is_name),
            _ => false,
        }
    }
}

/// Writes what the diff found. `kind_is_empty` means that the dashboard had no rows of the kind.
pub(super) async fn apply<K: Kind>(run: &Run, diff: &mut Diff<K>, kind_is_empty: bool) -> Result<()> {
    let job = run.job()?;
    diff.issues.report(run, &diff.staging).await?;
    report_conflicts(run, &diff.staging).await?;
    tie(run, &diff.ties).await?;
    let mut upsert = Upsert::new(&run.store, job);
    // Two classes may have exchanged their names, so all that get another one are written together.
    let renamed = change(run, diff, &mut upsert).await?;
    if kind_is_empty {
        diff.staging.begin_first_load(job, diff.count(Verdict::Create)).await?;
    }
    let mut last = Some(0);
    while let Some(after) = last {
        run.checkpoint()?;
        last = diff.staging.create_next(job, after).await?;
    }
    take_back_flags(run, &diff.staging).await?;
    flag_missing::<K>(run, &diff.missing).await?;
    if !renamed.is_empty() {
        write_changed(&mut upsert, renamed).await?;
    }
    let unchanged = Counts::of(Outcome::Unchanged, diff.unchanged());
    Ok(run.store.add_counts(job, K::NAME, &unchanged).await?)
}

/// Reports rows that a person must decide on.
pub(super) async fn report_conflicts<K: Kind>(run: &Run, staging: &Staging<K>) -> Result<()> {
    for verdict in CONFLICTS {
        let mut after = 0;
        loop {
            let rows = staging.next_objects(verdict, after, LINES).await?;
            let Some(last) = rows.last() else { break };
            after = last.number;
            let reason = || conflict(verdict, run.source.name());
            let lines = rows
                .iter()
                .map(|staged| Line::on_row(&staged.row, Outcome::Conflict).because(reason()));
            write_conflicts::<K>(run, &lines.collect::<Vec<_>>()).await?;
        }
    }
    Ok(())
}

/// Writes lines on conflicts, with their counter.
pub(super) async fn write_conflicts<K: Kind>(run: &Run, lines: &[Line]) -> Result<()> {
    run.checkpoint()?;
    let counts = Counts::of(Outcome::Conflict, lines.len() as i64);
    Ok(run.store.report(run.job()?, K::NAME, lines, &counts).await?)
}

/// Gives stored rows the ids of their classes.
pub(super) async fn tie<K: Kind>(run: &Run, ties: &[(i64, K)]) -> Result<()> {
    for ties in ties.chunks(TOGETHER) {
        run.checkpoint()?;
        run.store.tie_to_classes(ties.to_vec()).await?;
    }
    Ok(())
}

/// Writes the changed rows but those of classes that get another name, which it returns.
async fn change<K: Kind>(run: &Run, diff: &Diff<K>, upsert: &mut Upsert<K>) -> Result<Vec<Changed<K>>> {
    let (mut after, mut renamed) = (0, Vec::new());
    loop {
        let rows = diff.staging.next(Verdict::Update, after, LINES).await?;
        let Some(last) = rows.last() else {
            return Ok(renamed);
        };
        after = last.number;
        run.checkpoint()?;
        let before = stored(run, &rows).await?;
        let changed = rows.into_iter().map(|staged| {
            let before = before.get(&staged.id);
            Changed::of(staged, before)
        });
        let (of_names, changed) = changed.partition(Changed::is_renamed);
        renamed.extend::<Vec<_>>(of_names);
        write_changed(upsert, changed).await?;
    }
}

async fn write_changed<K: Kind>(upsert: &mut Upsert<K>, changed: Vec<Changed<K>>) -> Result<()> {
    let (mut ids, mut rows, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    for Changed { id, row, line } in changed {
        ids.push(id);
        rows.push(row);
        lines.push(line);
    }
    let counts = Counts::of(Outcome::Updated, ids.len() as i64);
    Ok(upsert.write(&rows, &ids, &lines, &counts).await?)
}

/// Takes the flag off rows that the source lists again.
pub(super) async fn take_back_flags<K: Kind>(run: &Run, staging: &Staging<K>) -> Result<()> {
    let mut after = 0;
    loop {
        let rows = staging.next(Verdict::Returned, after, TOGETHER).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        if after == 0 {
            // Such rows have no counter, but lists show the flag.
            run.store.changed(K::NAME).await?;
        }
        after = last.number;
        run.checkpoint()?;
        let ids: Vec<_> = rows.iter().map(|staged| staged.id).collect();
        run.store.unflag_missing::<K>(&ids).await?;
    }
}

/// Flags rows as gone from the source.
pub(super) async fn flag_missing<K: Kind>(run: &Run, ids: &[i64]) -> Result<()> {
    for ids in ids.chunks(TOGETHER) {
        run.checkpoint()?;
        let rows = run.store.by_ids::<K>(ids).await?;
        let lines: Vec<_> = rows
            .values()
            .map(|stored| Line::on_row(&stored.row, Outcome::Missing))
            .collect();
        let counts = Counts::of(Outcome::Missing, ids.len() as i64);
        run.store.flag_missing::<K>(run.job()?, ids, &lines, &counts).await?;
    }
    Ok(())
}
