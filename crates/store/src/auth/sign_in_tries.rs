//! Sign-in tries, counted for all processes that share the database. Failed tries delay the next one, longer each time.

use crate::{Result, Store};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, OnConflict, Query},
};
use std::{cmp, time::Duration};

/// Milliseconds of a minute.
const MINUTE: i64 = 60_000;

/// How many tries of a name are admitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// Tries per minute, all at once or evenly. After so many failed ones in a row, each further one doubles the wait.
    pub per_minute: u32,
    /// The longest wait. With [`Duration::ZERO`] waits do not grow.
    pub longest_wait: Duration,
    /// How long failed tries are remembered after the last wait has ended.
    pub memory: Duration,
}

/// A row of `sign_in_try`. Times are milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Tries {
    /// When the next try is due if tries come evenly.
    due_at: i64,
    /// Tries since the last that succeeded.
    failed: i64,
    /// When the row is deleted.
    forget_at: i64,
}

fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// The tries after one more, or how many milliseconds it has to wait.
fn one_more(found: Option<Tries>, now: i64, allowance: Allowance) -> std::result::Result<Tries, i64> {
    let free = i64::from(cmp::max(allowance.per_minute, 1));
    let apart = MINUTE / free;
    let longest = cmp::max(milliseconds(allowance.longest_wait), apart);
    // Times further ahead were written before the clock was set back.
    let counts = |tries: &Tries| tries.forget_at >= now && tries.due_at <= now + longest + 2 * MINUTE;
    let (due_at, failed) = match found.filter(counts) {
        Some(tries) => (tries.due_at, tries.failed + 1),
        None => (now, 1),
    };
    let latest = now + MINUTE - apart;
    if due_at > latest {
        return Err(due_at - latest);
    }
    let doublings = u32::try_from(cmp::max(failed - free, 0)).unwrap_or(u32::MAX);
    let grown = apart.checked_mul(2_i64.saturating_pow(doublings)).unwrap_or(i64::MAX);
    let due_at = cmp::max(due_at, now) + cmp::min(grown, longest);
    let forget_at = due_at + milliseconds(allowance.memory);
    Ok(Tries {
        due_at,
        failed,
        forget_at,
    })
}

impl Store {
    /// Counts a try of a name as failed. `name` may be a hash. Returns the wait if it is one too many; then it is not
    /// counted.
    pub async fn count_try(&self, name: &str, allowance: Allowance) -> Result<Option<Duration>> {
        loop {
            let (found, now) = (self.tries(name).await?, self.writer.now());
            // A refused try writes nothing.
            match one_more(found, now, allowance) {
                Err(wait) => return Ok(Some(Duration::from_millis(wait.unsigned_abs()))),
                Ok(tries) if self.keep_tries(name, found, tries).await? => break,
                // Another try of the name was counted meanwhile.
                Ok(_) => {}
            }
        }
        let quiet = Query::delete()
            .from_table("sign_in_try")
            .and_where(Expr::col("forget_at").lt(self.writer.now()))
            .take();
        self.writer.execute(&quiet).await?;
        Ok(None)
    }

    /// Clears the failed tries of these names after a success. The success still counts within its minute.
    pub async fn forgive_tries(&self, names: &[String]) -> Result<()> {
        let latest = self.writer.now() + MINUTE;
        let due_at = Expr::case(Expr::col("due_at").gt(latest), latest).finally(Expr::col("due_at"));
        let update = Query::update()
            .table("sign_in_try")
            .values([("failed", 0_i64.into()), ("due_at", due_at.into())])
            .and_where(Expr::col("name").is_in(names.iter().map(String::as_str)))
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }

    async fn tries(&self, name: &str) -> Result<Option<Tries>> {
        let select = Query::select()
            .columns(["due_at", "failed", "forget_at"])
            .from("sign_in_try")
            .and_where(Expr::col("name").eq(name))
            .take();
        let Some(row) = self.reader.query_one(&select).await? else {
            return Ok(None);
        };
        Ok(Some(Tries {
            due_at: row.try_get_by_index(0)?,
            failed: row.try_get_by_index(1)?,
            forget_at: row.try_get_by_index(2)?,
        }))
    }

    /// Overwrites the tries that were found. Returns false if they have changed meanwhile.
    async fn keep_tries(&self, name: &str, found: Option<Tries>, tries: Tries) -> Result<bool> {
        let values = [
            ("due_at", Expr::val(tries.due_at)),
            ("failed", Expr::val(tries.failed)),
            ("forget_at", Expr::val(tries.forget_at)),
        ];
        let written = match found {
            Some(found) => {
                let update = Query::update()
                    .table("sign_in_try")
                    .values(values)
                    .and_where(Expr::col("name").eq(name))
                    .and_where(Expr::col("due_at").eq(found.due_at))
                    .and_where(Expr::col("failed").eq(found.failed))
                    .take();
                self.writer.execute(&update).await?
            }
            None => {
                let [due_at, failed, forget_at] = values;
                let insert = Query::insert()
                    .into_table("sign_in_try")
                    .columns(["name", due_at.0, failed.0, forget_at.0])
                    .values_panic([name.into(), due_at.1, failed.1, forget_at.1])
                    .on_conflict(OnConflict::column("name").do_nothing().to_owned())
                    .take();
                self.writer.execute(&insert).await?
            }
        };
        Ok(written.rows_affected() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 60 * MINUTE;

    const GROWING: Allowance = Allowance {
        per_minute: 10,
        longest_wait: Duration::from_secs(3600),
        memory: Duration::from_secs(24 * 3600),
    };

    /// The number of tries of an attacker who tries whenever admitted, and pauses for so long after each `run` tries.
    fn tries_in(days: i64, allowance: Allowance, run: usize, pause: i64) -> usize {
        let (mut now, mut tries, mut found) = (0, 0, None);
        while now < days * DAY {
            match one_more(found, now, allowance) {
                Ok(next) => {
                    (found, tries) = (Some(next), tries + 1);
                    if tries % run == 0 {
                        now += pause;
                    }
                }
                Err(wait) => now += wait,
            }
        }
        tries
    }

    #[test]
    fn failed_tries_wait_longer_each_time() {
        let (mut found, mut waits) = (None, Vec::new());
        let mut now = 0;
        for _ in 0..24 {
            let waited = one_more(found, now, GROWING).err().unwrap_or_default();
            now += waited;
            waits.push(waited / 1000);
            found = Some(one_more(found, now, GROWING).unwrap());
        }
        assert_eq!(waits[..10], [0; 10]);
        assert_eq!(
            waits[10..],
            [6, 12, 24, 48, 96, 192, 384, 768, 1536, 3072, 3600, 3600, 3600, 3600]
        );
    }

    #[test]
    fn guesser_gets_few_tries_a_day_despite_pauses() {
        for (run, pause) in [(usize::MAX, 0), (10, 60 * MINUTE), (10, DAY), (20, DAY + 60 * MINUTE)] {
            let tries = tries_in(30, GROWING, run, pause);
            assert!(tries < 30 * 50, "{tries} with pauses of {pause} after {run}");
        }
        let even = Allowance {
            longest_wait: Duration::ZERO,
            ..GROWING
        };
        assert!(
            tries_in(1, even, usize::MAX, 0) > 14_000,
            "what it is without growing waits"
        );
    }
}
