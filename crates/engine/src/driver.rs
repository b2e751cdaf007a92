//! Sending to the platform, whatever is sent: the rows that wait are counted, read in order and decided on, a few batches
//! are under way at once, and what came of a batch is written before the next is taken up.
//!
//! An export sends objects, an enrolment places; each says in [`Sending`] what differs.

use crate::{EngineError, Plan, Result, Run, delete, in_flight::InFlight, plan::Named};
use futures::FutureExt;
use selaras_kinds::Kind;
use selaras_platform::{Finding, Need};
use selaras_reasons::Reason;
use selaras_store::jobs::{Counts, Line, Outcome, Warning};
use std::{pin::pin, sync::Arc};

/// What is read at once: the name of the last row, and what is decided on each; `None` where there are no more.
pub(crate) type Portion<S> = Option<(<S as Sending>::Last, Vec<<S as Sending>::Step>)>;

/// One sort of sending.
pub(crate) trait Sending: Sized + Send + Sync + 'static {
    /// Of which kind the rows are.
    type Row: Kind;
    /// A row, and what is decided on it.
    type Step: Send + 'static;
    /// What of a row's outcome is written beside its line.
    type Kept: Send + 'static;
    /// Names the last row that was read.
    type Last: Send + Sync + 'static;

    /// How many rows wait.
    fn count(&self, run: &Run) -> impl Future<Output = Result<i64>> + Send;

    /// What the platform must allow.
    fn needs(&self) -> Vec<Need>;

    /// Reads the next rows after the last and decides on them; `None` where there are no more.
    fn next(&self, run: &Run, after: Option<Self::Last>) -> impl Future<Output = Result<Portion<Self>>> + Send;

    /// Puts together what goes to the platform in one piece of work.
    fn batches(&self, run: &Run, steps: Vec<Self::Step>) -> Vec<Vec<Self::Step>>;

    /// Sends a batch. Answers with what came of each of its rows.
    fn send(&self, run: &Run, batch: Vec<Self::Step>) -> impl Future<Output = Result<Vec<Told<Self::Kept>>>> + Send;

    /// Writes what came of a batch, with its lines and counters, in one transaction.
    fn record(
        &self,
        run: &Run,
        kept: Vec<Self::Kept>,
        lines: &[Line],
        counts: &Counts,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Names the rows that wait still and have no line: the action broke off before their turn, or their answer was
    /// lost.
    fn untried(&self, run: &Run, reason: &Reason) -> impl Future<Output = Result<()>> + Send;

    /// The outcome in one sentence.
    fn sentence(&self, run: &Run, counts: &Counts) -> Reason;

    /// Adds a row to the plan.
    fn show(&self, plan: &mut Plan, step: Self::Step);
}

/// What came of one row.
pub(crate) struct Told<T> {
    pub(crate) kept: T,
    pub(crate) named: Named,
    pub(crate) outcome: Outcome,
    pub(crate) reason: Option<Reason>,
}

/// Sends all rows that wait. Answers with the outcome in one sentence.
pub(crate) async fn run<S: Sending>(sending: S, run: Arc<Run>) -> Result<Reason> {
    let sending = Arc::new(sending);
    let waiting = sending.count(&run).await?;
    run.set_total(waiting).await?;
    // Where nothing waits there is nothing to ask for.
    let run = match waiting {
        0 => {
            refuse_nobody::<S::Row>(&run).await?;
            run
        }
        _ => run.in_session(&sending.needs()).await?,
    };
    let mut in_flight = InFlight::new(run.platform_requests);
    let mut sent = send_all(&sending, &run, &mut in_flight).await;
    let _held = run.gate.hold().await;
    // Whatever is on its way has an outcome, and it is kept, also when something else went wrong. A platform that is silent when the
    // job is to stop is left: the next export finds what it did all the same.
    let mut last_answers = pin!(run.gate.last_answers());
    loop {
        let told = tokio::select! {
            biased;
            told = in_flight.next() => told,
            () = &mut last_answers => {
                sent = sent.and_then(|()| run.checkpoint());
                break;
            }
        };
        match told {
            Some(Ok(told)) => record(&*sending, &run, told).await?,
            Some(Err(error)) => sent = sent.and(Err(error)),
            None => break,
        }
    }
    drop(in_flight);
    let warnings: Vec<_> = run
        .platform
        .warnings()
        .into_iter()
        .map(|Finding { text, mend, .. }| Warning { text, mend })
        .collect();
    run.store.warn(run.job, &warnings).await?;
    if let Err(error) = sent {
        if error.is_final() {
            sending.untried(&run, &Reason::BrokeOff).await?;
        }
        return Err(error);
    }
    Ok(sending.sentence(&run, &run.counts().await?))
}

/// Refuses an action on one row that the dashboard does not have: there is something to mend in the call.
async fn refuse_nobody<K: Kind>(run: &Run) -> Result<()> {
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
    in_flight: &mut InFlight<Vec<Told<S::Kept>>>,
) -> Result<()> {
    let mut after = None;
    while let Some((last, steps)) = run.gate.while_open(sending.next(run, after)).await? {
        after = Some(last);
        for batch in sending.batches(run, steps) {
            run.checkpoint()?;
            in_flight.allow(run.at_once());
            while let Some(told) = run.gate.while_open(in_flight.room().map(Ok)).await? {
                let told = told?;
                let _held = run.gate.hold().await;
                record(&**sending, run, told).await?;
            }
            let (sending, run) = (Arc::clone(sending), Arc::clone(run));
            in_flight.begin(async move { sending.send(&run, batch).await });
        }
    }
    Ok(())
}

async fn record<S: Sending>(sending: &S, run: &Run, told: Vec<Told<S::Kept>>) -> Result<()> {
    let mut counts = Counts::default();
    let (mut kept, mut lines) = (Vec::with_capacity(told.len()), Vec::with_capacity(told.len()));
    for row in told {
        counts.add(row.outcome, 1);
        // What is as it was has a count alone.
        if row.outcome != Outcome::Unchanged {
            let Named { row: name, key, label } = row.named;
            let line = Line::on(name, row.outcome, key).label(label);
            lines.push(match row.reason {
                Some(reason) => line.because(reason),
                None => line,
            });
        }
        kept.push(row.kept);
    }
    sending.record(run, kept, &lines, &counts).await
}

/// Says what would be sent.
pub(crate) async fn plan<S: Sending>(sending: &S, run: &Run) -> Result<Plan> {
    let mut plan = run.empty_plan();
    each(sending, run, |step| sending.show(&mut plan, step)).await?;
    Ok(plan)
}

/// Decides on all rows that wait, one after the other, and sends nothing.
pub(crate) async fn each<S: Sending>(sending: &S, run: &Run, mut look: impl FnMut(S::Step) + Send) -> Result<()> {
    let mut after = None;
    while let Some((last, steps)) = sending.next(run, after).await? {
        after = Some(last);
        run.checkpoint()?;
        steps.into_iter().for_each(&mut look);
    }
    Ok(())
}

/// Cuts steps into batches of so many rows at most.
pub(crate) fn cut<T>(mut steps: Vec<T>, rows: usize) -> Vec<Vec<T>> {
    let mut batches = Vec::with_capacity(steps.len() / rows.max(1) + 1);
    while steps.len() > rows.max(1) {
        let rest = steps.split_off(rows.max(1));
        batches.push(std::mem::replace(&mut steps, rest));
    }
    batches.push(steps);
    batches
}
