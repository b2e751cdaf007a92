//! Creates objects: one call, then the work that a refusal by Moodle requires.

use std::future::Future;

use selaras_kinds::object::PlatformId;
use selaras_reasons::Reason;

use super::bisect::{Batch, Bisection, Position, bisect};
use super::name::platform;
use super::protocol::{CreateReply, Json};
use super::rejection::{Rejection, own};
use crate::{Outcome, PlatformError, Refusal};

/// Objects of one type that can be created.
pub(crate) trait CreateBatch: Batch {
    /// The results of the rows so far.
    fn ledger(&mut self) -> &mut Ledger;

    /// Rows that one call may carry.
    fn limit(&self) -> usize;

    /// An earlier row of the batch that is the same object.
    fn duplicate(&mut self, row: Position) -> Result<Option<Position>, Box<Refusal>>;

    /// True if the row may be refused because of an earlier one, so that it is sent when that one is there.
    fn comes_later(&mut self, _row: Position) -> bool {
        false
    }

    /// Settles refused rows by looking them up. Returns rows that were changed and must be sent again.
    fn explain(
        &mut self,
        rejected: Vec<(Position, Rejection)>,
    ) -> impl Future<Output = Result<Vec<Position>, PlatformError>> + Send;

    /// Writes our name and data to objects that were found.
    fn take_over(
        &mut self,
        found: &[(Position, PlatformId)],
    ) -> impl Future<Output = Result<Vec<Outcome>, PlatformError>> + Send;
}

/// Moodle's answer, or the value that [`Batch::send`] must return instead.
pub(crate) type Reply = Result<Json, Result<Vec<Position>, Rejection>>;

/// The results of the rows so far.
#[derive(Debug)]
pub(crate) struct Ledger {
    outcomes: Vec<Option<Outcome>>,
    /// Rows found on Moodle with other data than ours.
    to_take_over: Vec<(Position, PlatformId)>,
    /// Calls without an answer that Moodle may have executed.
    lost: usize,
}

impl Ledger {
    pub(crate) fn new(rows: usize) -> Self {
        Self {
            outcomes: vec![None; rows],
            to_take_over: Vec::new(),
            lost: 0,
        }
    }

    pub(crate) fn settle(&mut self, row: Position, outcome: Outcome) {
        self.outcomes[row] = Some(outcome);
    }

    /// Unwraps the reply to a create of these rows. If no answer came, the result of every row is unknown.
    ///
    /// # Errors
    /// Gives up after `most` such calls.
    pub(crate) fn reply(&mut self, made: CreateReply, rows: &[Position], most: usize) -> Result<Reply, PlatformError> {
        match made {
            CreateReply::Answered(Ok(reply)) => Ok(Ok(reply)),
            CreateReply::Answered(Err(rejection)) => Ok(Err(Err(rejection))),
            CreateReply::Lost(why) if self.lost >= most => Err(why),
            CreateReply::Lost(_) => {
                self.lost += 1;
                Ok(Err(Ok(rows.to_vec())))
            }
        }
    }

    pub(crate) fn refuse(&mut self, row: Position, refusal: Refusal) {
        self.settle(row, Outcome::Refused(refusal));
    }

    /// Settles the row with this object of Moodle's; `same` means that the object has our data already.
    pub(crate) fn found(&mut self, row: Position, id: PlatformId, same: bool) {
        if same {
            self.settle(row, Outcome::Adopted(id));
        } else {
            self.to_take_over.push((row, id));
        }
    }
}

/// Creates the rows and returns one outcome per row, in order.
pub(crate) async fn create<C: CreateBatch>(kind: &mut C) -> Result<Vec<Outcome>, PlatformError> {
    let rows = kind.ledger().outcomes.len();
    let mut duplicates = Vec::new();
    let (mut now, mut later) = (Vec::with_capacity(rows), Vec::new());
    for row in 0..rows {
        match kind.duplicate(row) {
            Err(refusal) => kind.ledger().refuse(row, *refusal),
            Ok(Some(first)) => duplicates.push((row, first)),
            Ok(None) if kind.comes_later(row) => later.push(row),
            Ok(None) => now.push(row),
        }
    }
    for pending in [now, later] {
        send(kind, pending).await?;
    }

    let found = std::mem::take(&mut kind.ledger().to_take_over);
    if !found.is_empty() {
        let outcomes = kind.take_over(&found).await?;
        for ((row, id), outcome) in found.into_iter().zip(outcomes) {
            kind.ledger().settle(
                row,
                match outcome {
                    Outcome::Updated => Outcome::Adopted(id),
                    Outcome::Gone => {
                        Outcome::Refused(own("changing", Reason::BeingChangedThere { platform: platform() }))
                    }
                    other => other,
                },
            );
        }
    }
    let ledger = kind.ledger();
    for (row, first) in duplicates {
        let outcome = match &ledger.outcomes[first] {
            Some(Outcome::Created(id) | Outcome::Adopted(id)) => Outcome::Adopted(*id),
            Some(other) => other.clone(),
            None => unexplained(),
        };
        ledger.settle(row, outcome);
    }
    Ok(ledger
        .outcomes
        .drain(..)
        .map(|outcome| outcome.unwrap_or_else(unexplained))
        .collect())
}

/// Sends the rows until each is settled.
async fn send<C: CreateBatch>(kind: &mut C, mut pending: Vec<Position>) -> Result<(), PlatformError> {
    let mut limit = kind.limit();
    while !pending.is_empty() {
        let lost_before = kind.ledger().lost;
        let Bisection { rejected, unanswered } = bisect(kind, &pending, limit).await?;
        pending = if rejected.is_empty() {
            Vec::new()
        } else {
            kind.explain(rejected).await?
        };
        if unanswered.is_empty() {
            continue;
        }
        // PHP silently drops the fields beyond its limit: these rows were never created, or were created but not reported.
        // The same is true if no answer came at all; then, too, a smaller call is more likely to succeed.
        let lost = kind.ledger().lost > lost_before;
        if !lost {
            tracing::warn!(
                rows = unanswered.len(),
                limit,
                "Moodle did not answer for all rows; is max_input_vars lower than set?"
            );
        }
        let unmade = kind.look_up(&unanswered).await?;
        if limit == 1 && !lost {
            for row in unmade {
                kind.ledger()
                    .refuse(row, own("silent", Reason::NoIdGiven { platform: platform() }));
            }
        } else {
            limit = (limit / 2).max(1);
            pending.extend(unmade);
        }
    }
    Ok(())
}

fn unexplained() -> Outcome {
    Outcome::Refused(own("unexplained", Reason::NoAnswerGiven { platform: platform() }))
}
