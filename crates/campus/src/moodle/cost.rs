//! What calls cost in time, for benchmarks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Semaphore;

/// How long a Moodle takes for a call: a price for the call, a price for each row, and so many calls at once.
#[derive(Clone, Debug, PartialEq)]
pub struct CostModel {
    /// Price of a call, whatever it does.
    pub call: Duration,
    /// Price of a row that is created or updated.
    pub write: Duration,
    /// Price of a row that is enrolled, unenrolled, or put into a group.
    pub enrol: Duration,
    /// Price of a row that is looked up.
    pub lookup: Duration,
    /// Calls that are worked on at once; the others wait.
    pub workers: usize,
    /// By how much everything slows down while calls wait: the processes get into each other's way.
    pub crowded: f64,
    /// Rows of a call beyond which each one costs more, and how much more: long transactions are tiring.
    pub long_batch: (usize, f64),
}

impl CostModel {
    /// Close to what was measured of a Moodle on two cores: about 24 accounts a second one by one, about 200 in batches
    /// of 100 to 200, and fewer beyond; enrolments at about 330 a second in batches; look-ups at about 215.
    #[must_use]
    pub fn measured() -> Self {
        Self {
            call: Duration::from_millis(32),
            write: Duration::from_micros(8900),
            enrol: Duration::from_micros(5700),
            lookup: Duration::from_micros(4600),
            workers: 2,
            crowded: 1.15,
            long_batch: (200, 1.6),
        }
    }

    /// The same Moodle on a machine `times` as fast, so that a benchmark need not last as long as an export.
    #[must_use]
    pub fn faster(mut self, times: f64) -> Self {
        for price in [&mut self.call, &mut self.write, &mut self.enrol, &mut self.lookup] {
            *price = price.div_f64(times);
        }
        self
    }

    fn price(&self, function: &str, rows: usize) -> Duration {
        let row = match function {
            name if name.contains("enrol_users") || name.contains("group_members") => self.enrol,
            name if name.contains("_create_") || name.contains("_update_") => self.write,
            _ => self.lookup,
        };
        let (long, factor) = self.long_batch;
        let tiring = if row == self.write {
            rows.saturating_sub(long)
        } else {
            0
        };
        self.call + row.mul_f64((rows - tiring) as f64 + tiring as f64 * factor)
    }
}

/// The workers that calls queue for.
pub(super) struct Till {
    model: CostModel,
    workers: Arc<Semaphore>,
    present: AtomicUsize,
}

impl Till {
    pub(super) fn new(model: CostModel) -> Self {
        let workers = Arc::new(Semaphore::new(model.workers.max(1)));
        Self {
            model,
            workers,
            present: AtomicUsize::new(0),
        }
    }

    /// Waits for a worker and for as long as the work takes.
    pub(super) async fn pay(&self, function: &str, rows: usize) {
        self.present.fetch_add(1, Ordering::Relaxed);
        // The semaphore is never closed.
        if let Ok(_worker) = self.workers.acquire().await {
            let crowd = self.present.load(Ordering::Relaxed) > self.model.workers;
            let price = self.model.price(function, rows);
            tokio::time::sleep(if crowd {
                price.mul_f64(self.model.crowded)
            } else {
                price
            })
            .await;
        }
        self.present.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_measured_prices_give_the_measured_rates() {
        let model = CostModel::measured();
        // (function, rows of a call, calls at once, rows per second as measured), for no more calls than cores.
        for (function, rows, calls, rate) in [
            ("core_user_create_users", 1, 1, 24.0),
            ("core_user_create_users", 100, 2, 195.0),
            ("core_user_create_users", 200, 2, 214.0),
            ("core_user_create_users", 500, 2, 165.0),
            ("enrol_manual_enrol_users", 1, 1, 28.0),
            ("enrol_manual_enrol_users", 250, 2, 339.0),
            ("core_user_get_users_by_field", 500, 1, 215.0),
        ] {
            let modelled = f64::from(rows * calls) / model.price(function, rows as usize).as_secs_f64();
            assert!(
                (modelled / rate - 1.0).abs() < 0.12,
                "{function} of {rows}: {modelled:.0} for {rate}"
            );
        }
    }
}
