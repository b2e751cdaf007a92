//! The time that calls cost, for benchmarks.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Mutex as Turn, OwnedMutexGuard, Semaphore};

use super::refusal::Refusal;

/// The time model of a Moodle: a price per call, a price per row, a number of concurrent calls, one change of groups at a
/// time in a course, and deadlocks of calls that enrol the same people.
#[derive(Clone, Debug, PartialEq)]
pub struct CostModel {
    /// Price of a call, regardless of its work.
    pub call: Duration,
    /// Price of a created or updated row.
    pub write: Duration,
    /// Price of an enrolled or unenrolled row.
    pub enrol: Duration,
    /// Price of a row that joins or leaves a group.
    pub group: Duration,
    /// Price of a row that is looked up.
    pub lookup: Duration,
    /// Concurrent calls; the others wait.
    pub workers: usize,
    /// The slowdown factor while calls wait: the processes interfere with each other.
    pub crowded: f64,
    /// The batch size above which each row costs more, and the factor: long transactions are slower.
    pub long_batch: (usize, f64),
    /// True if a call that enrols people is refused while an earlier one that enrols some of them is in progress.
    pub deadlocks: bool,
}

impl CostModel {
    /// Close to a Moodle measured on two cores: about 24 accounts a second one by one, about 200 in batches of 100 to 200,
    /// and fewer beyond; enrolments without a welcome message at about 412 a second in batches; about 100 members of one
    /// group a second in any manner, and 203 of two groups of two courses; look-ups at about 215.
    #[must_use]
    pub fn measured() -> Self {
        Self {
            call: Duration::from_millis(32),
            write: Duration::from_micros(8900),
            enrol: Duration::from_micros(4730),
            group: Duration::from_micros(9500),
            lookup: Duration::from_micros(4600),
            workers: 2,
            crowded: 1.15,
            long_batch: (200, 1.6),
            deadlocks: false,
        }
    }

    /// Close to a Moodle measured on MariaDB: 3.8 to 6.1 ms for the enrolment of a row and 3.5 ms for its group, by a call
    /// alone. Enrolments batched by person came to 500 a second, groups batched by course to 457 and by person to 257. Calls
    /// in progress that enrol the same people deadlock.
    #[must_use]
    pub fn mariadb() -> Self {
        Self {
            enrol: Duration::from_micros(3900),
            // 3.5 ms would come to 556 a second with two calls at once.
            group: Duration::from_micros(3900),
            deadlocks: true,
            ..Self::measured()
        }
    }

    /// The same Moodle on a machine `times` as fast, so that a benchmark is shorter than an export.
    #[must_use]
    pub fn faster(mut self, times: f64) -> Self {
        for price in [
            &mut self.call,
            &mut self.write,
            &mut self.enrol,
            &mut self.group,
            &mut self.lookup,
        ] {
            *price = price.div_f64(times);
        }
        self
    }

    fn price(&self, function: &str, rows: usize) -> Duration {
        let row = match function {
            name if changes_groups(name) => self.group,
            name if name.contains("enrol_users") => self.enrol,
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

/// True if a function changes group members.
pub(super) fn changes_groups(function: &str) -> bool {
    matches!(
        function,
        "core_group_add_group_members" | "core_group_delete_group_members"
    )
}

/// True if a function enrols people.
pub(super) fn enrols(function: &str) -> bool {
    function == "enrol_manual_enrol_users"
}

/// What a call occupies.
#[derive(Clone, Debug, Default)]
pub(super) struct Claim {
    pub(super) rows: usize,
    /// The courses in which it changes group members.
    pub(super) courses: BTreeSet<u32>,
    /// The people that it enrols.
    pub(super) people: BTreeSet<i64>,
}

/// The worker limit, the lock for each course's groups, and the people who are being enrolled.
pub(super) struct CallQueue {
    model: CostModel,
    workers: Arc<Semaphore>,
    present: AtomicUsize,
    turns: Mutex<HashMap<u32, Arc<Turn<()>>>>,
    /// Calls that waited for another change of groups in the same course.
    waited: AtomicUsize,
    changing: AtomicUsize,
    most_changing: AtomicUsize,
    /// The people of each call in progress that enrols.
    enrolling: Mutex<Vec<Arc<BTreeSet<i64>>>>,
    deadlocks: AtomicU64,
}

impl CallQueue {
    pub(super) fn new(model: CostModel) -> Self {
        let workers = Arc::new(Semaphore::new(model.workers.max(1)));
        Self {
            model,
            workers,
            present: AtomicUsize::new(0),
            turns: Mutex::default(),
            waited: AtomicUsize::new(0),
            changing: AtomicUsize::new(0),
            most_changing: AtomicUsize::new(0),
            enrolling: Mutex::default(),
            deadlocks: AtomicU64::new(0),
        }
    }

    /// How many calls were refused because of a deadlock.
    pub(super) fn deadlocks(&self) -> u64 {
        self.deadlocks.load(Ordering::Relaxed)
    }

    /// How many calls waited for another change of groups in the same course, and the most concurrent changes of groups.
    pub(super) fn group_changes(&self) -> (usize, usize) {
        let read = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        (read(&self.waited), read(&self.most_changing))
    }

    /// Locks the groups of these courses. Always in the order of ids, so that no deadlock occurs.
    async fn turns(&self, courses: BTreeSet<u32>) -> Vec<OwnedMutexGuard<()>> {
        let turn = |course: u32| {
            let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(turns.entry(course).or_default())
        };
        let mut guards = Vec::with_capacity(courses.len());
        for course in courses {
            let turn = turn(course);
            guards.push(match Arc::clone(&turn).try_lock_owned() {
                Ok(turn) => turn,
                Err(_) => {
                    self.waited.fetch_add(1, Ordering::Relaxed);
                    turn.lock_owned().await
                }
            });
        }
        guards
    }

    /// Waits for the locks of its courses, for a worker, and for the duration of the work.
    ///
    /// # Errors
    /// The call deadlocks. It costs the same: what it did until then is undone.
    pub(super) async fn pay(&self, function: &str, claim: Claim) -> Result<(), Refusal> {
        let Claim { rows, courses, people } = claim;
        let changes_groups = !courses.is_empty();
        let _turns = self.turns(courses).await;
        if changes_groups {
            let changing = self.changing.fetch_add(1, Ordering::Relaxed) + 1;
            self.most_changing.fetch_max(changing, Ordering::Relaxed);
        }
        self.present.fetch_add(1, Ordering::Relaxed);
        let mut result = Ok(());
        // The semaphore is never closed.
        if let Ok(_worker) = self.workers.acquire().await {
            let crowd = self.present.load(Ordering::Relaxed) > self.model.workers;
            let price = self.model.price(function, rows);
            let people = Arc::new(people);
            result = self.begin_enrolling(&people);
            tokio::time::sleep(if crowd {
                price.mul_f64(self.model.crowded)
            } else {
                price
            })
            .await;
            self.enrolling().retain(|other| !Arc::ptr_eq(other, &people));
        }
        self.present.fetch_sub(1, Ordering::Relaxed);
        if changes_groups {
            self.changing.fetch_sub(1, Ordering::Relaxed);
        }
        result
    }

    fn begin_enrolling(&self, people: &Arc<BTreeSet<i64>>) -> Result<(), Refusal> {
        if !self.model.deadlocks || people.is_empty() {
            return Ok(());
        }
        let mut enrolling = self.enrolling();
        let deadlocks = enrolling.iter().any(|others| !others.is_disjoint(people));
        enrolling.push(Arc::clone(people));
        if deadlocks {
            self.deadlocks.fetch_add(1, Ordering::Relaxed);
            return Err(Refusal::database());
        }
        Ok(())
    }

    fn enrolling(&self) -> MutexGuard<'_, Vec<Arc<BTreeSet<i64>>>> {
        self.enrolling.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_measured_prices_give_the_measured_rates() {
        // (function, rows per call, concurrent calls, measured rows per second), for no more calls than cores.
        let close = |model: CostModel, measured: &[(&str, u32, u32, f64)]| {
            for (function, rows, calls, rate) in measured.iter().copied() {
                let modelled = f64::from(rows * calls) / model.price(function, rows as usize).as_secs_f64();
                assert!(
                    (modelled / rate - 1.0).abs() < 0.12,
                    "{function} of {rows}: {modelled:.0} for {rate}"
                );
            }
        };
        close(
            CostModel::measured(),
            &[
                ("core_user_create_users", 1, 1, 24.0),
                ("core_user_create_users", 100, 2, 195.0),
                ("core_user_create_users", 200, 2, 214.0),
                ("core_user_create_users", 500, 2, 165.0),
                ("enrol_manual_enrol_users", 1, 1, 28.0),
                ("enrol_manual_enrol_users", 250, 2, 412.0),
                ("core_group_add_group_members", 1, 1, 24.0),
                ("core_group_add_group_members", 50, 1, 98.0),
                ("core_group_add_group_members", 250, 1, 100.0),
                ("core_group_add_group_members", 125, 2, 203.0),
                ("core_user_get_users_by_field", 500, 1, 215.0),
            ],
        );
        close(
            CostModel::mariadb(),
            &[
                ("enrol_manual_enrol_users", 330, 2, 500.0),
                ("core_group_add_group_members", 330, 2, 457.0),
                ("core_group_add_group_members", 330, 1, 257.0),
            ],
        );
    }

    #[tokio::test(start_paused = true)]
    async fn only_calls_on_groups_of_one_course_wait_for_each_other() {
        let model = CostModel {
            crowded: 1.0,
            ..CostModel::measured()
        };
        let queue = CallQueue::new(model.clone());
        let one = model.price("core_group_add_group_members", 125);
        let pay = |course: u32| {
            let courses = BTreeSet::from([course]);
            queue.pay(
                "core_group_add_group_members",
                Claim {
                    rows: 125,
                    courses,
                    ..Claim::default()
                },
            )
        };
        for (courses, times) in [([7, 7], 2), ([7, 8], 1)] {
            let before = tokio::time::Instant::now();
            let both = tokio::join!(pay(courses[0]), pay(courses[1]));
            assert_eq!(both, (Ok(()), Ok(())));
            let took = before.elapsed();
            assert!(
                took >= one * times && took < one * times + one / 4,
                "{courses:?}: {took:?}"
            );
        }
    }

    #[tokio::test(start_paused = true)]
    async fn only_calls_in_progress_that_enrol_the_same_people_deadlock() {
        let enrol = "enrol_manual_enrol_users";
        let claim = |people: [i64; 2]| Claim {
            rows: 2,
            people: people.into(),
            ..Claim::default()
        };
        for (model, refused) in [(CostModel::mariadb(), 1), (CostModel::measured(), 0)] {
            let queue = CallQueue::new(model);
            let pay = |people| queue.pay(enrol, claim(people));
            let (one, other) = tokio::join!(pay([3, 4]), pay([4, 5]));
            assert_eq!(
                (one, other.is_err()),
                (Ok(()), refused > 0),
                "the later call is refused"
            );
            let (one, other) = tokio::join!(pay([3, 4]), pay([5, 6]));
            assert_eq!((one, other), (Ok(()), Ok(())), "of different people");
            assert_eq!(
                (pay([3, 4]).await, pay([3, 4]).await),
                (Ok(()), Ok(())),
                "one after the other"
            );
            assert_eq!(queue.deadlocks(), refused);
        }
    }
}
