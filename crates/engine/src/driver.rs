//! The loop that sends rows to the platform. It counts the waiting rows, reads them in order, decides on each, and keeps a
//! few batches in flight. It records the results of a batch before it starts the next one.
//!
//! An export sends objects and an enrolment sends memberships; each implements [`Sending`].

use crate::{EngineError, Plan, Result, Run, delete, gone, in_flight::InFlight, plan::RowName};
use futures::FutureExt;
use selaras_kinds::Kind;
use selaras_platform::{Finding, Need};
use selaras_reasons::Reason;
use selaras_store::jobs::{Counts, Line, Outcome, Warning};
use std::{pin::pin, sync::Arc};

/// The rows of one read: the name of the last row, and a step for each; `None` at the end.
pub(crate) type Portion<S> = Option<(<S as Sending>::Last, Vec<<S as Sending>::Step>)>;

/// One kind of sending, such as an export.
pub(crate) trait Sending: Sized + Send + Sync + 'static {
    /// The kind of the rows.
    type Row: Kind;
    /// A row, and what to do with it.
    type Step: Send + 'static;
    /// What is recorded of a row beside its report line.
    type Record: Send + 'static;
    /// Names the last row that was read.
    type Last: Send + Sync + 'static;

    /// The number of rows that wait.
    fn count(&self, run: &Run) -> impl Future<Output = Result<i64>> + Send;

    /// The functions that the platform must allow.
    fn needs(&self) -> Vec<Need>;

    /// Reads the rows after the last one and decides on them; `None` at the end.
    fn next(&self, run: &Run, after: Option<Self::Last>) -> impl Future<Output = Result<Portion<Self>>> + Send;

    /// True if the rows after the last one are decided on by the results of those before.
    fn needs_results(&self, _after: &Self::Last) -> bool {
        false
    }

    /// Groups steps into batches; a batch is one piece of work for the platform.
    fn batches(&self, run: &Run, steps: Vec<Self::Step>) -> Vec<Vec<Self::Step>>;

    /// Sends a batch. Returns the result of each of its rows.
    fn send(
        &self,
        run: &Run,
        batch: Vec<Self::Step>,
    ) -> impl Future<Output = Result<Vec<RowResult<Self::Record>>>> + Send;

    /// Records the results of a batch, with lines and counters, in one transaction.
    fn record(
        &self,
        run: &Run,
        records: Vec<Self::Record>,
        lines: &[Line],
        counts: &Counts,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Reports the rows that still wait and have no line: the action broke off before it reached them, or their answer was
    /// lost.
    fn untried(&self, run: &Run, reason: &Reason) -> impl Future<Output = Result<()>> + Send;

    /// The outcome as one sentence.
    fn sentence(&self, run: &Run, counts: &Counts) -> Reason;

    /// Adds a row to the plan.
    fn show(&self, plan: &mut Plan, step: Self::Step);
}

/// The result of one row.
pub(crate) struct RowResult<T> {
    pub(crate) record: T,
    pub(crate) named: RowName,
    pub(crate) outcome: Outcome,
    pub(crate) reason: Option<Reason>,
}

/// Sends all waiting rows. Returns the outcome as one sentence.
pub(crate) async fn run<S: Sending>(sending: S, run: Arc<Run>) -> Result<Reason> {
    let sending = Arc::new(sending);
    let waiting = sending.count(&run).await?;
    run.set_total(waiting).await?;
    // If nothing waits, the platform is not asked.
    let run = match waiting {
        0 => {
            refuse_unknown_row::<S::Row>(&run).await?;
            run
        }
        _ => run.in_session(&sending.needs()).await?,
    };
    let mut in_flight = InFlight::new(run.platform_requests);
    let mut sent = send_all(&sending, &run, &mut in_flight).await;
    let _held = run.gate.hold().await;
    // Every answer that still arrives is recorded, even after an error. If the job must stop and the platform is silent, its
    // answers are given up: the next export finds what it did.
    let mut last_answers = pin!(run.gate.last_answers());
    loop {
        let results = tokio::select! {
            biased;
            results = in_flight.next() => results,
            () = &mut last_answers => {
                sent = sent.and_then(|()| run.checkpoint());
                break;
            }
        };
        match results {
            Some(Ok(results)) => record(&*sending, &run, results).await?,
            Some(Err(error)) => sent = sent.and(Err(error)),
            None => break,
        }
    }
    drop(in_flight);
    sent = sent.and(gone::mark(&run).await);
    let warnings: Vec<_> = run
        .platform
        .warnings()
        .into_iter()
        .map(|Finding { text, mend, .. }| Warning { text, mend })
        .collect();
    run.store.warn(run.job()?, &warnings).await?;
    if let Err(error) = sent {
        if error.is_final() {
            sending.untried(&run, &Reason::BrokeOff).await?;
        }
        return Err(error);
    }
    Ok(sending.sentence(&run, &run.counts().await?))
}

/// Refuses an action on one row that the dashboard does not have: the call itself is wrong.
async fn refuse_unknown_row<K: Kind>(run: &Run) -> Result<()> {
    let selection = &run.order.selection;
    let is_one = K::CALLS.one.iter().all(|column| selection.value(column).is_some());
    if is_one && delete::count::<K>(run, selection).await? == 0 {
        return Err(EngineError::NotFound(Reason::RowNotHere {
            kind: K::LABEL.to_owned(),
        }));
    }
    Ok(())
}

async fn send_all<S: Sending>(
    sending: &Arc<S>,
    run: &Arc<Run>,
    in_flight: &mut InFlight<Vec<RowResult<S::Record>>>,
) -> Result<()> {
    let mut after = None;
    while let Some((last, steps)) = run.gate.while_open(sending.next(run, after)).await? {
        let needs_results = sending.needs_results(&last);
        after = Some(last);
        for batch in sending.batches(run, steps) {
            run.checkpoint()?;
            in_flight.allow(run.at_once());
            while let Some(results) = run.gate.while_open(in_flight.room().map(Ok)).await? {
                let results = results?;
                let _held = run.gate.hold().await;
                record(&**sending, run, results).await?;
            }
            let (sending, run) = (Arc::clone(sending), Arc::clone(run));
            in_flight.begin(async move { sending.send(&run, batch).await });
        }
        while needs_results && let Some(results) = run.gate.while_open(in_flight.next().map(Ok)).await? {
            let results = results?;
            let _held = run.gate.hold().await;
            record(&**sending, run, results).await?;
        }
    }
    Ok(())
}

async fn record<S: Sending>(sending: &S, run: &Run, results: Vec<RowResult<S::Record>>) -> Result<()> {
    let mut counts = Counts::default();
    let (mut records, mut lines) = (Vec::with_capacity(results.len()), Vec::with_capacity(results.len()));
    for row in results {
        counts.add(row.outcome, 1);
        // Unchanged rows are only counted.
        if row.outcome != Outcome::Unchanged {
            let RowName { row: name, key, label } = row.named;
            let line = Line::on(name, row.outcome, key).label(label);
            lines.push(match row.reason {
                Some(reason) => line.because(reason),
                None => line,
            });
        }
        records.push(row.record);
    }
    sending.record(run, records, &lines, &counts).await
}

/// Plans what would be sent.
pub(crate) async fn plan<S: Sending>(sending: &S, run: &Run) -> Result<Plan> {
    let mut plan = run.empty_plan();
    each(sending, run, |step| sending.show(&mut plan, step)).await?;
    Ok(plan)
}

/// Decides on all waiting rows in order, and sends nothing.
pub(crate) async fn each<S: Sending>(sending: &S, run: &Run, mut look: impl FnMut(S::Step) + Send) -> Result<()> {
    let mut after = None;
    while let Some((last, steps)) = sending.next(run, after).await? {
        after = Some(last);
        run.checkpoint()?;
        steps.into_iter().for_each(&mut look);
    }
    Ok(())
}

/// Cuts steps into batches of at most `rows` rows.
pub(crate) fn cut<T>(mut steps: Vec<T>, rows: usize) -> Vec<Vec<T>> {
    let mut batches = Vec::with_capacity(steps.len() / rows.max(1) + 1);
    while steps.len() > rows.max(1) {
        let rest = steps.split_off(rows.max(1));
        batches.push(std::mem::replace(&mut steps, rest));
    }
    batches.push(steps);
    batches
}

/// Cuts steps into batches of at most `rows` rows, between groups: steps of one group come together, and only a group with
/// more rows is divided.
pub(crate) fn cut_between<T, G: PartialEq>(steps: Vec<T>, rows: usize, group: impl Fn(&T) -> G) -> Vec<Vec<T>> {
    let rows = rows.max(1);
    let mut batches: Vec<Vec<T>> = Vec::new();
    let mut steps = steps.into_iter().peekable();
    while let Some(first) = steps.next() {
        let of = group(&first);
        let mut whole = vec![first];
        while let Some(step) = steps.next_if(|step| group(step) == of) {
            whole.push(step);
        }
        for part in cut(whole, rows) {
            match batches.last_mut() {
                Some(batch) if batch.len() + part.len() <= rows => batch.extend(part),
                _ => batches.push(part),
            }
        }
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_cut_between_groups() {
        let steps = vec![1, 1, 2, 2, 3, 4, 4, 4, 4, 4, 5];
        assert_eq!(
            cut_between(steps, 4, |step| *step),
            [vec![1, 1, 2, 2], vec![3], vec![4; 4], vec![4, 5]]
        );
        assert!(cut_between(Vec::<i32>::new(), 4, |step| *step).is_empty());
    }
}
