//! Finds the rejected rows of a batch that Moodle refuses whole.

use std::collections::HashSet;
use std::future::Future;

use super::rejection::Rejection;
use crate::PlatformError;

/// A row's place in what the caller handed over.
pub(crate) type Position = usize;

/// A call that takes all rows of a batch, or none.
pub(crate) trait Batch: Send {
    /// Guilty rows to find by splitting before all rows of a refused batch are looked up at once.
    ///
    /// Splitting costs about `2 log2(n)` calls for each rejected row, the look-up its fixed price. 0 where one call
    /// looks up all rows.
    const PATIENCE: usize;

    /// Sends the rows. Answers the rows of which the reply says nothing, or why all were refused.
    fn send(
        &mut self,
        rows: &[Position],
    ) -> impl Future<Output = Result<Result<Vec<Position>, Rejection>, PlatformError>> + Send;

    /// The rows that the refusal itself names.
    fn named(&self, _rejection: &Rejection, _rows: &[Position]) -> Vec<Position> {
        Vec::new()
    }

    /// Looks up all rows of a refused batch and settles what can be settled. Answers the rows that are left.
    fn look_up(&mut self, rows: &[Position]) -> impl Future<Output = Result<Vec<Position>, PlatformError>> + Send;
}

/// What is left to explain after a batch has been sent.
#[derive(Debug, Default)]
pub(crate) struct Sifted {
    /// Rows that Moodle refuses, each with the refusal that it met.
    pub(crate) rejected: Vec<(Position, Rejection)>,
    /// Rows of which an accepted call said nothing.
    pub(crate) unanswered: Vec<Position>,
}

/// Sends the rows in calls of up to `limit`; a refused call is taken apart until the rejected rows stand alone.
pub(crate) async fn sift<B: Batch>(batch: &mut B, rows: &[Position], limit: usize) -> Result<Sifted, PlatformError> {
    let mut sifted = Sifted::default();
    for chunk in rows.chunks(limit.max(1)) {
        sift_one(batch, chunk, &mut sifted).await?;
    }
    Ok(sifted)
}

async fn sift_one<B: Batch>(batch: &mut B, rows: &[Position], sifted: &mut Sifted) -> Result<(), PlatformError> {
    let mut to_send = vec![rows.to_vec()];
    let mut rejected: Vec<(Position, Rejection)> = Vec::new();
    let mut looked_up = false;
    while let Some(rows) = to_send.pop() {
        let rejection = match batch.send(&rows).await? {
            Ok(silent) => {
                sifted.unanswered.extend(silent);
                continue;
            }
            Err(rejection) => rejection,
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
            // Those that are known to be rejected are out, so the rest has a good chance as one batch again.
            let rest: Vec<Position> = left.into_iter().filter(|row| pending.contains(row)).collect();
            if !rest.is_empty() {
                to_send.push(rest);
            }
        }
    }
    sifted.rejected.append(&mut rejected);
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
    async fn the_rejected_stand_alone_and_every_other_row_is_sent_once() {
        let mut fake = Fake {
            bad: vec![3, 77, 199],
            sent: 0,
            kept: Vec::new(),
        };
        let rows: Vec<Position> = (0..200).collect();
        let sifted = sift(&mut fake, &rows, 200).await.unwrap();
        let mut rejected: Vec<Position> = sifted.rejected.iter().map(|(row, _)| *row).collect();
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
