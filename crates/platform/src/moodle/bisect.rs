//! Finds the rejected rows of a batch that Moodle refuses as a whole.

use std::collections::HashSet;
use std::future::Future;

use super::rejection::Rejection;
use crate::PlatformError;

/// A row's index in the caller's rows.
pub(crate) type Position = usize;

/// A call that accepts all rows of a batch, or none.
pub(crate) trait Batch: Send {
    /// Rejected rows to find by bisecting before all rows of a refused batch are looked up at once.
    ///
    /// Bisecting costs about `2 log2(n)` calls per rejected row; the look-up has a fixed price. 0 if one call looks up all
    /// rows.
    const PATIENCE: usize;

    /// Sends the rows. Returns the rows that the reply does not mention, or why all were refused.
    fn send(
        &mut self,
        rows: &[Position],
    ) -> impl Future<Output = Result<Result<Vec<Position>, Rejection>, PlatformError>> + Send;

    /// The rows that the refusal itself names.
    fn named(&self, _rejection: &Rejection, _rows: &[Position]) -> Vec<Position> {
        Vec::new()
    }

    /// Looks up all rows of a refused batch and settles those it can. Returns the rows that are left.
    fn look_up(&mut self, rows: &[Position]) -> impl Future<Output = Result<Vec<Position>, PlatformError>> + Send;
}

/// The rows that are left to explain after a batch was sent.
#[derive(Debug, Default)]
pub(crate) struct Bisection {
    /// Rows that Moodle refuses, each with its refusal.
    pub(crate) rejected: Vec<(Position, Rejection)>,
    /// Rows that an accepted call did not mention.
    pub(crate) unanswered: Vec<Position>,
}

/// Sends the rows in calls of up to `limit`. Bisects a refused call until the rejected rows stand alone.
pub(crate) async fn bisect<B: Batch>(
    batch: &mut B,
    rows: &[Position],
    limit: usize,
) -> Result<Bisection, PlatformError> {
    let mut bisection = Bisection::default();
    for chunk in rows.chunks(limit.max(1)) {
        bisect_call(batch, chunk, &mut bisection).await?;
    }
    Ok(bisection)
}

async fn bisect_call<B: Batch>(
    batch: &mut B,
    rows: &[Position],
    bisection: &mut Bisection,
) -> Result<(), PlatformError> {
    let mut to_send = vec![rows.to_vec()];
    let mut rejected: Vec<(Position, Rejection)> = Vec::new();
    let mut looked_up = false;
    while let Some(rows) = to_send.pop() {
        let rejection = match batch.send(&rows).await {
            // Each half may pass. No row is the cause, so none is looked up.
            Err(PlatformError::TooLarge(_)) if rows.len() > 1 => {
                let (left, right) = rows.split_at(rows.len() / 2);
                to_send.extend([right.to_vec(), left.to_vec()]);
                continue;
            }
            Err(error) => return Err(error),
            Ok(Ok(silent)) => {
                bisection.unanswered.extend(silent);
                continue;
            }
            Ok(Err(rejection)) => rejection,
        };
        tracing::debug!(rows = rows.len(), code = rejection.code, "a batch was refused");
        let mut tells_row = false;
        if let [row] = rows[..] {
            rejected.push((row, rejection));
        } else {
            let named: HashSet<Position> = batch.named(&rejection, &rows).into_iter().collect();
            tells_row = !named.is_empty();
            if named.is_empty() {
                let (left, right) = rows.split_at(rows.len() / 2);
                to_send.push(right.to_vec());
                to_send.push(left.to_vec());
            } else {
                let rest: Vec<Position> = rows.into_iter().filter(|row| !named.contains(row)).collect();
                rejected.extend(named.into_iter().map(|row| (row, rejection.clone())));
                if !rest.is_empty() {
                    to_send.push(rest);
                }
            }
        }
        let patient = rejected.len() < B::PATIENCE || (B::PATIENCE == 0 && tells_row);
        if !looked_up && !to_send.is_empty() && !patient {
            looked_up = true;
            let mut asked: Vec<Position> = to_send.drain(..).flatten().collect();
            let pending: HashSet<Position> = asked.iter().copied().collect();
            asked.extend(rejected.iter().map(|(row, _)| *row));
            asked.sort_unstable();
            let left = batch.look_up(&asked).await?;
            let kept: HashSet<Position> = left.iter().copied().collect();
            rejected.retain(|(row, _)| kept.contains(row));
            // The rows known to be rejected are out, so the rest is likely to succeed as one batch.
            let rest: Vec<Position> = left.into_iter().filter(|row| pending.contains(row)).collect();
            if !rest.is_empty() {
                to_send.push(rest);
            }
        }
    }
    bisection.rejected.append(&mut rejected);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fake {
        bad: Vec<Position>,
        sent: usize,
        kept: Vec<Position>,
    }

    impl Batch for Fake {
        const PATIENCE: usize = usize::MAX;

        async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
            self.sent += 1;
            if rows.iter().any(|row| self.bad.contains(row)) {
                return Ok(Err(Rejection::new("invalidparameter", "")));
            }
            self.kept.extend(rows);
            Ok(Ok(Vec::new()))
        }

        async fn look_up(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
            Ok(rows.to_vec())
        }
    }

    #[tokio::test]
    async fn rejected_rows_are_isolated_and_others_sent_once() {
        let mut fake = Fake {
            bad: vec![3, 77, 199],
            sent: 0,
            kept: Vec::new(),
        };
        let rows: Vec<Position> = (0..200).collect();
        let bisection = bisect(&mut fake, &rows, 200).await.unwrap();
        let mut rejected: Vec<Position> = bisection.rejected.iter().map(|(row, _)| *row).collect();
        rejected.sort_unstable();
        assert_eq!(rejected, fake.bad);
        fake.kept.sort_unstable();
        assert_eq!(
            fake.kept,
            rows.into_iter()
                .filter(|row| !rejected.contains(row))
                .collect::<Vec<_>>()
        );
        assert!(fake.sent < 50, "{}", fake.sent);
    }
}
