//! Makes objects: local refusals, one call, and whatever a refusal of Moodle's asks for.

use std::future::Future;

use selaras_kinds::object::PlatformId;
use selaras_reasons::Reason;

use super::protocol::{Json, Made};
use super::rejection::{Rejection, own};
use super::sift::{Batch, Position, Sifted, sift};
use crate::moodle::platform;
use crate::{Outcome, PlatformError, Refusal};

/// A variant of objects that can be made.
pub(crate) trait Creating: Batch {
    /// What is known of each row's fate.
    fn ledger(&mut self) -> &mut Ledger;

    /// Rows that one call may carry.
    fn limit(&self) -> usize;

    /// Why Moodle is known not to take this row; asked before anything is sent.
    fn refused_here(&mut self, row: Position) -> Option<Refusal>;

    /// An earlier row of the batch that is the same object.
    fn duplicate(&mut self, row: Position) -> Result<Option<Position>, Box<Refusal>>;

    /// Settles rows that were refused, by looking them up. Answers those that are to be sent again, changed.
    fn explain(
        &mut self,
        rejected: Vec<(Position, Rejection)>,
    ) -> impl Future<Output = Result<Vec<Position>, PlatformError>> + Send;

    /// Gives objects that were found our name and data.
    fn take_over(
        &mut self,
        found: &[(Position, PlatformId)],
    ) -> impl Future<Output = Result<Vec<Outcome>, PlatformError>> + Send;
}

/// What Moodle answered, or what [`Batch::send`] is to answer instead.
pub(crate) type Reply = Result<Json, Result<Vec<Position>, Rejection>>;

/// What has become of the rows so far.
#[derive(Debug)]
pub(crate) struct Ledger {
    outcomes: Vec<Option<Outcome>>,
    /// Rows that were found on Moodle with other data than ours.
    to_take_over: Vec<(Position, PlatformId)>,
    /// Calls that were not answered, though Moodle may have done them.
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

    /// The reply to a call that was to make these rows, as [`Batch::send`] goes on with it: where none came, nothing is known of any row.
    ///
    /// # Errors
    /// It is given up after `most` such calls.
    pub(crate) fn reply(&mut self, made: Made, rows: &[Position], most: usize) -> Result<Reply, PlatformError> {
        match made {
            Made::Answered(Ok(reply)) => Ok(Ok(reply)),
            Made::Answered(Err(rejection)) => Ok(Err(Err(rejection))),
            Made::Perhaps(why) if self.lost >= most => Err(why),
            Made::Perhaps(_) => {
                self.lost += 1;
                Ok(Err(Ok(rows.to_vec())))
            }
        }
    }

    pub(crate) fn refuse(&mut self, row: Position, refusal: Refusal) {
        self.settle(row, Outcome::Refused(refusal));
    }

    /// The row is this object of Moodle's; `same` when that one bears our data already.
    pub(crate) fn found(&mut self, row: Position, id: PlatformId, same: bool) {
        if same {
            self.settle(row, Outcome::Adopted(id));
        } else {
            self.to_take_over.push((row, id));
        }
    }
}

/// Makes the rows and answers for each, in order.
pub(crate) async fn create<C: Creating>(mut kind: C) -> Result<Vec<Outcome>, PlatformError> {
    let rows = kind.ledger().outcomes.len();
    let mut duplicates = Vec::new();
    let mut pending = Vec::with_capacity(rows);
    for row in 0..rows {
        if let Some(refusal) = kind.refused_here(row) {
            kind.ledger().refuse(row, refusal);
            continue;
        }
        match kind.duplicate(row) {
            Err(refusal) => kind.ledger().refuse(row, *refusal),
            Ok(Some(first)) => duplicates.push((row, first)),
            Ok(None) => pending.push(row),
        }
    }

    let mut limit = kind.limit();
    while !pending.is_empty() {
        let lost_before = kind.ledger().lost;
        let Sifted { rejected, unanswered } = sift(&mut kind, &pending, limit).await?;
        pending = if rejected.is_empty() {
            Vec::new()
        } else {
            kind.explain(rejected).await?
        };
        if unanswered.is_empty() {
            continue;
        }
        // PHP drops the fields beyond its limit without a word: these were never made, or made and not told of. So it is where no answer
        // came at all; then, too, fewer at once have more of a chance.
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

fn unexplained() -> Outcome {
    Outcome::Refused(own("unexplained", Reason::NoAnswerGiven { platform: platform() }))
}
