//! Sync: from the source to the dashboard.
//!
//! The list streams in and is decided on chunk by chunk in one task, while another writes what was decided: each batch is
//! one transaction of rows, account and counters. Nothing is in memory but a few chunks and some words for each key.

use crate::{
    Before, Conflict, EngineError, Plan, PlanRow, Planner, Result, Run, Verdict,
    in_flight::InFlight,
    plan::keep,
    words::{number, outcome},
};
use selaras_kinds::{Kind, fingerprint, key, key_hash, read_source_row, value};
use selaras_source::{Call, SourceError};
use selaras_store::{
    Selection,
    jobs::{Counts, Line},
    sync::Upsert,
};
use std::{collections::HashSet, sync::Arc};
use tokio::sync::mpsc;

/// Columns and values that one request to the source is limited to.
pub(crate) type Scope = Vec<(&'static str, String)>;

/// Which rows of a list the action is about.
enum Wanted {
    All,
    Keys(HashSet<i64>),
    Values(&'static str, HashSet<String>),
    /// One row, by all columns that name it.
    One(Vec<(&'static str, String)>),
}

impl Wanted {
    fn takes<K: Kind>(&self, row: &K, key_hash: i64) -> bool {
        match self {
            Self::All => true,
            Self::Keys(keys) => keys.contains(&key_hash),
            Self::Values(column, values) => values.contains(value(row, column)),
            Self::One(columns) => columns.iter().all(|(column, wanted)| value(row, column) == wanted),
        }
    }
}

/// A row of the source with the decision on it, or a row that cannot be read: its place and why.
type Decided<K> = std::result::Result<(K, Verdict), (u64, String)>;

/// All rows of one list of the source, as the dashboard would keep them. Rows that cannot be read are left out and
/// counted.
pub async fn source_rows<K: Kind>(
    source: &selaras_source::Source,
    scope: Scope,
) -> std::result::Result<(Vec<K>, u64), SourceError> {
    let mut rows = source.rows(Call::scoped(&K::FEED, scope.clone()));
    let (mut good, mut bad) = (Vec::new(), 0);
    while let Some(chunk) = rows.next().await? {
        for row in chunk {
            match row
                .ok()
                .and_then(|row| read_source_row::<K>(row.json.get(), &scope, row.group.as_deref()).ok())
            {
                Some(row) => good.push(row),
                None => bad += 1,
            }
        }
    }
    Ok((good, bad))
}

/// One list of the source that the action reads, and what it takes of it.
struct Reading {
    run: Arc<Run>,
    scope: Scope,
    wanted: Wanted,
}

/// A list of the source as it arrives, decided on.
struct Decisions<'a> {
    reading: &'a Reading,
    rows: selaras_source::Rows,
    planner: Planner,
    unreadable: u64,
}

impl Decisions<'_> {
    /// The next rows, each with the decision on it; `None` when the list has come to its end.
    async fn next<K: Kind>(&mut self) -> Result<Option<Vec<Decided<K>>>> {
        let Reading { run, scope, wanted } = self.reading;
        run.checkpoint()?;
        let Some(chunk) = self.rows.next().await? else {
            self.refuse_shrunk_list()?;
            return Ok(None);
        };
        let mut decided = Vec::with_capacity(chunk.len());
        for raw in chunk {
            let position = raw.as_ref().map_or_else(|error| error.position, |row| row.position);
            let row = raw.map_err(|error| error.fault.to_string()).and_then(|raw| {
                read_source_row::<K>(raw.json.get(), scope, raw.group.as_deref()).map_err(|error| error.to_string())
            });
            match row {
                Ok(row) => {
                    let hash = key_hash(&row);
                    if wanted.takes(&row, hash) {
                        let verdict = self.planner.decide(hash, fingerprint(&row));
                        decided.push(Ok((row, verdict)));
                    }
                }
                Err(reason) => {
                    self.unreadable += 1;
                    decided.push(Err((position, reason)));
                }
            }
        }
        Ok(Some(decided))
    }

    /// Rows that the source does not list any more. A row that cannot be read may be any of them, so then none is.
    fn missing(&self) -> Vec<i64> {
        match self.reading.wanted {
            Wanted::All if self.unreadable == 0 => self.planner.missing(),
            _ => Vec::new(),
        }
    }

    /// A list that is suddenly empty is a fault of the source more often than the truth.
    fn refuse_shrunk_list(&self) -> Result<()> {
        let source = self.reading.run.source.name();
        if matches!(self.reading.wanted, Wanted::All) && self.planner.seen() == 0 && self.planner.held() > 0 {
            return Err(EngineError::Refused(format!(
                "{source} mengirim daftar kosong, padahal dashboard memuat {} baris. Tidak ada yang diubah. Periksa {source} lalu coba lagi.",
                number(self.planner.held()),
            )));
        }
        Ok(())
    }
}

impl Reading {
    async fn open<K: Kind>(&self) -> Result<Decisions<'_>> {
        let planner = self.planner::<K>().await?;
        let rows = self.run.source.rows(Call::scoped(&K::FEED, self.scope.clone()));
        Ok(Decisions {
            reading: self,
            rows,
            planner,
            unreadable: 0,
        })
    }

    /// What people call the list.
    fn named(&self) -> String {
        self.scope
            .iter()
            .map(|(_, value)| value.as_str())
            .collect::<Vec<_>>()
            .join(" · ")
    }

    async fn planner<K: Kind>(&self) -> Result<Planner> {
        let selection = match &self.wanted {
            Wanted::All => Selection::default(),
            Wanted::Keys(_) => Selection {
                ids: self.run.order.selection.ids.clone(),
                ..Selection::default()
            },
            Wanted::One(columns) => Selection::equal(columns.iter().map(|(column, value)| (*column, value.as_str()))),
            Wanted::Values(column, values) => Selection {
                any_of: Some(((*column).to_owned(), values.iter().cloned().collect())),
                ..Selection::default()
            },
        };
        let mut scoped = selection;
        scoped.equals.extend(
            self.scope
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.clone())),
        );
        let known = self.run.store.known::<K>(&scoped).await?.into_iter().map(|known| {
            let before = Before {
                id: known.id,
                fingerprint: known.fingerprint,
                source: known.source_fingerprint,
                missing: known.missing,
            };
            (known.key_hash, before)
        });
        let planner = Planner::new(known);
        Ok(if matches!(self.wanted, Wanted::All) {
            planner
        } else {
            planner.insisting()
        })
    }
}

/// The lists that an order reads: one, or one for each class.
async fn readings<K: Kind>(run: &Arc<Run>) -> Result<Vec<Reading>> {
    let selection = &run.order.selection;
    let one: Vec<_> = K::CALLS
        .one
        .iter()
        .filter_map(|column| Some((*column, selection.value(column)?.to_owned())))
        .collect();
    let chosen = if selection.ids.is_empty() {
        HashSet::new()
    } else {
        run.store
            .known::<K>(selection)
            .await?
            .iter()
            .map(|known| known.key_hash)
            .collect()
    };
    let wanted = || match &selection.any_of {
        Some((_, values)) => Wanted::Values(K::CALLS.one[0], values.iter().cloned().collect()),
        None if one.len() == K::CALLS.one.len() => Wanted::One(one.clone()),
        None if selection.ids.is_empty() => Wanted::All,
        None => Wanted::Keys(chosen.clone()),
    };
    let some = !matches!(wanted(), Wanted::All);
    let mut readings = Vec::new();
    for scope in scopes::<K>(run, some).await? {
        readings.push(Reading {
            run: Arc::clone(run),
            scope,
            wanted: wanted(),
        });
    }
    Ok(readings)
}

/// The requests that an order needs, by the columns that the source wants named.
pub(crate) async fn scopes<K: Kind>(run: &Run, chosen_rows: bool) -> Result<Vec<Scope>> {
    let columns = K::FEED.scope;
    if columns.is_empty() {
        return Ok(vec![Vec::new()]);
    }
    let named: Scope = columns
        .iter()
        .filter_map(|column| Some((*column, run.order.selection.value(column)?.to_owned())))
        .collect();
    if named.len() == columns.len() {
        return Ok(vec![named]);
    }
    let classes = if chosen_rows {
        run.store.distinct(K::NAME, columns, &run.order.selection).await?
    } else {
        let row = K::default();
        let class_columns: Vec<_> = row
            .class()
            .into_iter()
            .map(|(column, _)| column)
            .take(columns.len())
            .collect();
        let narrowed = named.iter().filter_map(|(column, value)| {
            let at = columns.iter().position(|name| name == column)?;
            Some((class_columns[at], value.as_str()))
        });
        run.store
            .distinct("kelas", &class_columns, &Selection::equal(narrowed))
            .await?
    };
    if classes.is_empty() {
        return Err(EngineError::NotFound(if chosen_rows {
            format!(
                "{} ini belum ada di dashboard. Pilih kelasnya dahulu, lalu sync.",
                K::LABEL
            )
        } else {
            "Belum ada kelas di dashboard. Sync data Kelas dahulu.".to_owned()
        }));
    }
    Ok(classes
        .into_iter()
        .map(|class| columns.iter().copied().zip(class).collect())
        .collect())
}

/// Does a sync. Answers with its outcome in one sentence.
pub(crate) async fn run<K: Kind>(run: Arc<Run>) -> Result<String> {
    let readings = readings::<K>(&run).await?;
    let lists = readings.len();
    let mut failed = 0;
    let mut in_flight = InFlight::new(run.source_requests);
    for reading in readings {
        if let Some(listed) = in_flight.room().await {
            failed += list_ended(&run, lists, listed?).await?;
        }
        in_flight.begin(async move {
            let result = apply::<K>(&reading).await;
            Ok((reading.named(), result))
        });
    }
    while let Some(listed) = in_flight.next().await {
        failed += list_ended(&run, lists, listed?).await?;
    }
    if failed == lists {
        return Err(EngineError::Refused(format!(
            "Tidak satu pun kelas dapat dibaca dari {}.",
            run.source.name()
        )));
    }
    let counts = run
        .store
        .job(run.job)
        .await?
        .map_or_else(Counts::default, |job| job.counts);
    Ok(format!(
        "Sinkronisasi data {}: {}.",
        K::LABEL,
        outcome(&counts, run.source.name())
    ))
}

/// Accounts for a list that failed beside others, which go on. Answers how many lists failed: none or one.
async fn list_ended(run: &Run, lists: usize, (named, result): (String, Result<()>)) -> Result<usize> {
    match result {
        Ok(()) => Ok(0),
        Err(error @ (EngineError::Source(_) | EngineError::Refused(_))) if lists > 1 => {
            let line = Line::new("failed", named).because(error.to_string());
            run.store
                .account(
                    run.job,
                    &[line],
                    Counts {
                        failed: 1,
                        ..Counts::default()
                    },
                )
                .await?;
            Ok(1)
        }
        Err(error) => Err(error),
    }
}

/// What the reading task hands to the writing one.
struct Batch<K> {
    rows: Vec<K>,
    lines: Vec<Line>,
    counts: Counts,
    returned: Vec<i64>,
}

impl<K> Default for Batch<K> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            lines: Vec::new(),
            counts: Counts::default(),
            returned: Vec::new(),
        }
    }
}

async fn apply<K: Kind>(reading: &Reading) -> Result<()> {
    let run = &reading.run;
    let mut decisions = reading.open::<K>().await?;
    let (sender, mut receiver) = mpsc::channel::<Batch<K>>(2);
    let upsert = Upsert::<K>::new(&run.store);
    let full = upsert.batch();
    let store = run.store.clone();
    let job = run.job;
    // The writer runs beside the reader, on the other core where there is one.
    let writer = tokio::spawn(async move {
        while let Some(batch) = receiver.recv().await {
            if batch.rows.is_empty() && batch.lines.is_empty() {
                store.add_counts(job, batch.counts).await?;
            } else {
                upsert.write(job, &batch.rows, &batch.lines, batch.counts).await?;
            }
            if !batch.returned.is_empty() {
                store.unflag_missing::<K>(job, &batch.returned).await?;
            }
        }
        Ok::<_, EngineError>(())
    });
    let read = read_into::<K>(&mut decisions, &sender, full).await;
    drop(sender);
    let written = writer.await.map_err(|error| EngineError::Queue(error.to_string()))?;
    // Why writing failed says more than that nobody took the batch.
    written?;
    read?;
    flag_missing::<K>(run, &decisions.missing()).await?;
    if !matches!(reading.wanted, Wanted::All) && decisions.planner.seen() == 0 {
        return Err(EngineError::NotFound(format!(
            "{} ini tidak ada di {}.",
            K::LABEL,
            run.source.name()
        )));
    }
    Ok(())
}

async fn read_into<K: Kind>(decisions: &mut Decisions<'_>, sender: &mpsc::Sender<Batch<K>>, full: usize) -> Result<()> {
    let mut batch = Batch::default();
    while let Some(chunk) = decisions.next::<K>().await? {
        collect(&decisions.reading.run, chunk, &mut batch).await?;
        if batch.rows.len() >= full {
            send(sender, std::mem::take(&mut batch)).await?;
        }
    }
    send(sender, batch).await
}

async fn send<K>(sender: &mpsc::Sender<Batch<K>>, batch: Batch<K>) -> Result<()> {
    // The receiver is gone only when writing failed; the writer's own error is the one to report.
    sender
        .send(batch)
        .await
        .map_err(|_| EngineError::Queue("the writer has stopped".to_owned()))
}

async fn collect<K: Kind>(run: &Run, chunk: Vec<Decided<K>>, batch: &mut Batch<K>) -> Result<()> {
    let changed: Vec<_> = chunk
        .iter()
        .filter_map(|decided| match decided {
            Ok((_, Verdict::Update { id })) => Some(*id),
            _ => None,
        })
        .collect();
    let before = if changed.is_empty() {
        Default::default()
    } else {
        run.store.by_ids::<K>(&changed).await?
    };
    for decided in chunk {
        match decided {
            Err((position, reason)) => {
                batch.counts.failed += 1;
                batch
                    .lines
                    .push(Line::new("failed", format!("baris {position}")).because(reason));
            }
            Ok((row, Verdict::Create)) => {
                batch.counts.created += 1;
                batch.lines.push(Line::new("created", key(&row)));
                batch.rows.push(row);
            }
            Ok((row, Verdict::Update { id })) => {
                batch.counts.updated += 1;
                let mut line = Line::new("updated", key(&row)).label(row.label());
                if let Some(before) = before.get(&id) {
                    let changes = PlanRow::default().changing(&before.row, &row).changes;
                    let changes = changes
                        .iter()
                        .map(|change| format!("{}: {} → {}", change.field, change.from, change.to));
                    line = line.because(changes.collect::<Vec<_>>().join("; "));
                }
                batch.lines.push(line);
                batch.rows.push(row);
            }
            Ok((row, Verdict::Unchanged)) => batch.counts.unchanged += i64::from(!run.did(&row)),
            Ok((_, Verdict::Returned { id })) => {
                batch.counts.unchanged += 1;
                batch.returned.push(id);
            }
            Ok((row, Verdict::Conflict(conflict))) => {
                batch.counts.conflict += 1;
                batch.lines.push(
                    Line::new("conflict", key(&row))
                        .label(row.label())
                        .because(conflict.reason(run.source.name())),
                );
            }
        }
    }
    Ok(())
}

async fn flag_missing<K: Kind>(run: &Run, ids: &[i64]) -> Result<()> {
    for ids in ids.chunks(1000) {
        run.checkpoint()?;
        let rows = run.store.by_ids::<K>(ids).await?;
        let lines: Vec<_> = rows
            .values()
            .map(|stored| Line::new("missing", key(&stored.row)).label(stored.row.label()))
            .collect();
        let counts = Counts {
            missing: ids.len() as i64,
            ..Counts::default()
        };
        run.store.flag_missing::<K>(run.job, ids, &lines, counts).await?;
    }
    Ok(())
}

impl Conflict {
    /// Why the row was left as it is, and what to do.
    pub fn reason(self, source: &str) -> String {
        match self {
            Self::Twice => format!(
                "Ada dua baris dengan kunci ini di {source}, isinya berbeda. Yang pertama dipakai; perbaiki di {source}."
            ),
            Self::BothSides { .. } => {
                format!("Diubah di dashboard dan juga di {source}. Sync baris ini sendiri untuk memakai isi {source}.")
            }
            Self::EnteredHere { .. } => {
                format!(
                    "Dibuat lewat formulir di dashboard, dan {source} mengirim isi yang berbeda. Sync baris ini sendiri untuk memakai isi {source}."
                )
            }
        }
    }
}

/// Says what a sync would do.
pub(crate) async fn plan<K: Kind>(run: Arc<Run>) -> Result<Plan> {
    let mut plan = Plan::default();
    let readings = readings::<K>(&run).await?;
    let alone = readings.len() == 1;
    for reading in readings {
        let mut decisions = reading.open::<K>().await?;
        let read = add_to_plan::<K>(&mut decisions, &mut plan).await;
        match read {
            Ok(()) => {}
            Err(error @ (EngineError::Source(_) | EngineError::Refused(_))) if !alone => {
                plan.counts.conflict += 1;
                keep(&mut plan.rows.conflict, || {
                    PlanRow {
                        key: reading.named(),
                        ..PlanRow::default()
                    }
                    .because(error.to_string())
                });
                continue;
            }
            // Nothing would be done: that is the plan.
            Err(EngineError::Refused(warning)) => {
                plan.warning = Some(warning);
                continue;
            }
            Err(error) => return Err(error),
        }
        let missing = decisions.missing();
        plan.counts.missing += missing.len() as i64;
        let shown = &missing[..missing.len().min(crate::plan::SAMPLE)];
        for stored in run.store.by_ids::<K>(shown).await?.values() {
            keep(&mut plan.rows.missing, || PlanRow::of(&stored.row));
        }
    }
    Ok(plan)
}

async fn add_to_plan<K: Kind>(decisions: &mut Decisions<'_>, plan: &mut Plan) -> Result<()> {
    let run = Arc::clone(&decisions.reading.run);
    while let Some(chunk) = decisions.next::<K>().await? {
        for decided in chunk {
            match decided {
                Err((position, reason)) => {
                    plan.counts.conflict += 1;
                    keep(&mut plan.rows.conflict, || {
                        PlanRow {
                            key: format!("baris {position}"),
                            ..PlanRow::default()
                        }
                        .because(reason)
                    });
                }
                Ok((row, Verdict::Create)) => {
                    plan.counts.create += 1;
                    keep(&mut plan.rows.create, || PlanRow::of(&row));
                }
                Ok((row, Verdict::Update { id })) => {
                    plan.counts.update += 1;
                    if plan.rows.update.len() < crate::plan::SAMPLE {
                        let before = run.store.by_ids::<K>(&[id]).await?.remove(&id);
                        let shown = PlanRow::of(&row);
                        plan.rows.update.push(match before {
                            Some(before) => shown.changing(&before.row, &row),
                            None => shown,
                        });
                    }
                }
                Ok((_, Verdict::Unchanged | Verdict::Returned { .. })) => plan.counts.unchanged += 1,
                Ok((row, Verdict::Conflict(conflict))) => {
                    plan.counts.conflict += 1;
                    keep(&mut plan.rows.conflict, || {
                        PlanRow::of(&row).because(conflict.reason(run.source.name()))
                    });
                }
            }
        }
    }
    Ok(())
}
