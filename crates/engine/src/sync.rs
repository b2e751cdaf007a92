//! Sync: from the source to the dashboard.
//!
//! A list without enrolments is staged (`ingest`), compared by the database (`diff`) and written (`apply`).
//!
//! Lists of people in classes are read a few at once (`ahead`). If the dashboard has none yet, they are staged and written as they
//! are (`first`). Otherwise they are decided on in order, chunk by chunk (`deciding`). What is found is spooled into a temporary
//! file (`spool`) until all lists are known, the confirmation fits and the guard agrees. Then it is written batch by batch
//! (`batch`), each while the next is prepared (`behind`). Memory holds a few chunks and some words per key; a list of very many
//! classes is partitioned, and memory then holds the keys of one partition (`parting`).

mod ahead;
mod apply;
mod batch;
mod behind;
mod class_ids;
mod classes;
mod deciding;
mod diff;
mod enrolments;
mod first;
mod held;
mod ingest;
mod kept;
mod list;
mod parting;
mod progress;
mod reading;
mod scopes;
mod spellings;
mod spool;
mod ties;
mod totals;
mod unknown_classes;
mod unplaced;

use crate::{
    EngineError, Plan, PlanCounts, PlanRow, Result, Run, impact::Digest, plan::add_sample, sentences::outcome,
    undecided_numbers,
};
use ahead::{Ahead, OpenList};
use batch::Batches;
use deciding::Reconciler;
use diff::{Diff, refuse_empty_list};
use first::FirstLists;
use held::{before, disagreement};
use parting::{Lists, in_parts};
use progress::Progress;
use reading::{ListResult, Record, readings};
use selaras_kinds::Kind;
use selaras_reasons::Reason;
use selaras_store::{
    enrolments::NewEnrolment,
    jobs::{Outcome, RowKey},
};
use spool::{ALONE, Spool, Spooled};
use std::sync::Arc;
use tokio::sync::mpsc;
use totals::{Totals, Unread, add_impacts};

pub(crate) use class_ids::ClassIds;
pub use reading::source_rows;
pub(crate) use reading::{Unreadable, read_row, scopes};
pub(crate) use scopes::Scope;

/// Chunks of decided rows that may wait for the writer.
const WAITING: usize = 4;

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
    if counts.get(Outcome::Created) + counts.get(Outcome::Missing) > 0 {
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
    let readings = readings::<K>(run).await?;
    if !kind_is_empty {
        return write_when_agreed::<K>(run, in_parts::<K>(readings).await?).await;
    }
    let mut lists = FirstLists::<K>::of(run, readings).await?;
    if run.needs_confirmation() {
        agree(run, &lists.plan(run).await?).await?;
    }
    lists.apply(run).await?;
    Ok(lists.totals)
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

/// Reads all lists, a few at once, and hands the records to `take`.
async fn read_all<K: Kind>(run: &Arc<Run>, lists: Lists, take: mpsc::Sender<Vec<Record<K>>>) -> Result<Totals> {
    let readings = match lists {
        Lists::Read(readings) => readings,
        Lists::Same { rows, classes, notices } => {
            let notices = notices.into_iter().map(Record::Notice);
            send(&take, notices.chain([Record::Unchanged(rows)]).collect()).await?;
            return Ok(Totals {
                lists: classes,
                seen: rows,
                ..Totals::default()
            });
        }
    };
    let alone = readings.len() == 1;
    let chosen = readings.first().is_some_and(|reading| !reading.takes_all());
    let whole = readings.first().is_some_and(|reading| reading.classes.is_whole_list());
    let mut progress = Progress::new(run);
    let mut reconciler = Reconciler::of::<K>(run, &readings).await?;
    let mut totals = Totals::default();
    let mut ahead = Ahead::new(run, readings, false);
    while let Some(begun) = ahead.next().await? {
        let reading = Arc::clone(&begun.reading);
        let (digest, ended, unread) = match read::<K>(begun, alone, &mut reconciler, &take, &mut progress).await {
            Err(error) if alone => return Err(error),
            Err(error) => {
                send(&take, vec![totals.fail(reading.named(), error)?]).await?;
                continue;
            }
            Ok(ended) => ended,
        };
        totals.digest.join(digest);
        totals.add_unread(unread);
        for listed in ended {
            if let Some(record) = totals.add(run.guard, listed) {
                send(&take, vec![record]).await?;
            }
        }
    }
    // A list of all classes without people is empty, whatever classes it has.
    if whole && !chosen {
        refuse_empty_list(
            run,
            totals.seen,
            totals.held,
            &totals.unread,
            reconciler.origin.as_ref(),
        )?;
    }
    totals.refuse_nothing::<K>(run, chosen)?;
    // An order of some rows flags none.
    if !chosen {
        let none_gone = totals.none_gone(reconciler.origin.as_ref());
        let stay = (totals.stay > 0).then(|| Reason::StayOfUnknownClasses {
            rows: totals.stay as u64,
            source: run.source.name().to_owned(),
        });
        let notices = none_gone.into_iter().chain(stay).map(Record::Notice).collect();
        send(&take, notices).await?;
    }
    Ok(totals)
}

/// The digest of a list's diff, the result of each of its classes, and what it left unread.
type Ended = (Digest, Vec<ListResult>, Unread);

/// Decides on one list as it arrives; `alone` means that there is no other.
async fn read<K: Kind>(
    mut begun: OpenList<K>,
    alone: bool,
    reconciler: &mut Reconciler,
    take: &mpsc::Sender<Vec<Record<K>>>,
    progress: &mut Progress,
) -> Result<Ended> {
    let mut list = reconciler.list(&begun.reading, begun.enrolments);
    let (mut rows_came, mut unknown) = (false, false);
    while let Some(parsed) = begun.said.recv().await {
        let parsed = match parsed {
            // The class has left the timetable and the list of students, so it has no people.
            Err(EngineError::Source(error))
                if error.is_absence() && !alone && !rows_came && begun.reading.is_of_class_that_left() =>
            {
                unknown = true;
                break;
            }
            parsed => parsed?,
        };
        rows_came = true;
        // The rows of a partition were counted when the list was read.
        if !begun.reading.is_part() {
            progress.add(parsed.len()).await?;
        }
        send(take, reconciler.decide(&begun.reading, &mut list, parsed).await?).await?;
    }
    let mut untaken = list.unknown_classes(begun.reading.run.source.name());
    untaken.extend(reconciler.doubtful::<K>(&list, &begun.reading));
    if !untaken.is_empty() {
        send(take, untaken).await?;
    }
    let mut ended = reconciler.end(&list, &begun.reading)?;
    for listed in &mut ended {
        listed.unknown = unknown;
    }
    let unread = Unread {
        rows: std::mem::take(&mut list.unread),
        in_doubt: std::mem::take(&mut list.in_doubt),
        of_list: list.unreadable,
        classes: list.classes.iter().filter(|class| class.unreadable).count(),
    };
    Ok((list.digest, ended, unread))
}

async fn send<K>(take: &mpsc::Sender<Vec<Record<K>>>, records: Vec<Record<K>>) -> Result<()> {
    // The receiver is gone only when it failed; its own error is the one to report.
    take.send(records)
        .await
        .map_err(|_| EngineError::Queue("the task that takes the rows has stopped".to_owned()))
}

/// Runs the producer and the consumer of records side by side. An error of the consumer has precedence: the producer then
/// only reports that the channel is closed.
async fn both<T, U>(made: impl Future<Output = Result<T>>, taken: impl Future<Output = Result<U>>) -> Result<(T, U)> {
    let (made, taken) = tokio::join!(made, taken);
    let taken = taken?;
    Ok((made?, taken))
}

async fn write_when_agreed<K: Kind>(run: &Arc<Run>, lists: Lists) -> Result<Totals> {
    let (sender, mut receiver) = mpsc::channel::<Vec<Record<K>>>(WAITING);
    let mut spool = Spool::<Record<K>>::new(ALONE)?;
    let spooled = async {
        let mut plan = run.empty_plan();
        while let Some(records) = receiver.recv().await {
            add_to_plan::<K>(run, &records, &mut plan).await?;
            for record in &records {
                spool.add(record)?;
            }
            spool.relieve().await?;
        }
        Ok((plan, spool.turn().await?))
    };
    let (totals, (mut plan, mut spooled)) = both(read_all::<K>(run, lists, sender), spooled).await?;
    add_impacts::<K>(run, &mut plan, &totals).await?;
    agree(run, &plan).await?;
    let mut batches = Batches::<K>::new(run)?;
    let taken = take_all(&mut batches, &mut spooled).await;
    batches.end(taken).await?;
    Ok(totals)
}

/// Writes all staged records.
async fn take_all<K: Kind>(batches: &mut Batches<K>, spooled: &mut Spooled<Record<K>>) -> Result<()> {
    loop {
        let records = spooled.next().await?;
        if records.is_empty() {
            return Ok(());
        }
        batches.take(records).await?;
    }
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
    let readings = readings::<K>(run).await?;
    if !run.store.has_rows(K::NAME).await? {
        return FirstLists::<K>::of(run, readings).await?.plan(run).await;
    }
    let lists = in_parts::<K>(readings).await?;
    let (sender, mut receiver) = mpsc::channel::<Vec<Record<K>>>(WAITING);
    let planned = async {
        let mut plan = run.empty_plan();
        while let Some(records) = receiver.recv().await {
            add_to_plan::<K>(run, &records, &mut plan).await?;
        }
        Ok(plan)
    };
    let (totals, mut plan) = both(read_all::<K>(run, lists, sender), planned).await?;
    add_impacts::<K>(run, &mut plan, &totals).await?;
    Ok(plan)
}

/// Rows looked up at once.
const LOOKED_UP: usize = 500;

async fn add_to_plan<K: Kind>(run: &Run, records: &[Record<K>], plan: &mut Plan) -> Result<()> {
    // Updates are shown with their old values, which are looked up together.
    let updates = records.iter().filter_map(|record| match record {
        Record::Update(id, row) => Some((*id, row)),
        _ => None,
    });
    let shown = plan.sample() - plan.rows.update.len();
    let updates: Vec<_> = updates.take(shown).collect();
    for some in updates.chunks(LOOKED_UP) {
        let before = before(run, some).await?;
        for (at, (_, row)) in some.iter().enumerate() {
            let shown = PlanRow::of_object(*row);
            plan.rows.update.push(match before.get(&at) {
                Some(before) => shown.changing(before, *row),
                None => shown,
            });
        }
    }
    for record in records {
        match record {
            Record::Create(NewEnrolment { row, .. }) => {
                plan.counts.create += 1;
                add_sample(plan.sample(), &mut plan.rows.create, || PlanRow::of(row));
            }
            Record::Update(..) => plan.counts.update += 1,
            Record::Tied(..) => {}
            Record::Unchanged(rows) => plan.counts.unchanged += rows,
            Record::Notice(reason) => plan.notes.push(reason.clone()),
            Record::UnchangedRow(key, label) => plan.unchanged(|| PlanRow::named(key.clone(), label.clone())),
            Record::Returned(_) | Record::Reworded(..) => plan.counts.unchanged += 1,
            Record::Disagreement(row) => {
                plan.counts.conflicts += 1;
                if plan.rows.conflicts.len() < plan.sample() {
                    let before = before(run, &[(0, row)]).await?;
                    let reason = disagreement(before.get(&0), row, run.source.name());
                    plan.rows.conflicts.push(PlanRow::of(row).because(reason));
                }
            }
            Record::Conflict(hash, key, label, reason) => {
                plan.counts.conflicts += 1;
                let row = RowKey {
                    kind: K::NAME.into(),
                    hash: *hash,
                };
                add_sample(plan.sample(), &mut plan.rows.conflicts, || {
                    PlanRow::named(key.clone(), label.clone())
                        .about(&row)
                        .because(reason.clone())
                });
            }
            Record::Failed(what, reason) => {
                plan.counts.conflicts += 1;
                add_sample(plan.sample(), &mut plan.rows.conflicts, || {
                    PlanRow::named(what.clone(), String::new()).because(reason.clone())
                });
            }
            Record::Missing(ids) => {
                plan.counts.missing += ids.len() as i64;
                let shown = &ids[..ids.len().min(plan.sample() - plan.rows.missing.len())];
                for some in shown.chunks(LOOKED_UP) {
                    let rows = run.store.by_ids::<K>(some).await?;
                    plan.rows
                        .missing
                        .extend(rows.values().map(|stored| PlanRow::of(&stored.row)));
                }
            }
        }
    }
    Ok(())
}
