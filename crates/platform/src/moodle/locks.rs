//! Locks per id, and the calls that need few of them: conflicting calls wait here and not in Moodle.
//!
//! Moodle changes the groups of a course one call at a time. A second call on the same course occupies one of Moodle's
//! processes and does nothing. Two calls that enrol the same person deadlock in some databases: one of them is refused as a
//! whole. So a course has one group change in progress, and a person one enrolment, across all jobs of this process. A call
//! that waits for a lock holds no permit among the calls in progress.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use selaras_kinds::object::PlatformId;
use tokio::sync::OwnedMutexGuard;

/// The locks of all courses, or of all people. Clones share their state.
#[derive(Debug, Clone, Default)]
pub(crate) struct Locks(Arc<Mutex<HashMap<PlatformId, Weak<tokio::sync::Mutex<()>>>>>);

impl Locks {
    /// Locks these ids. It locks in their order, which prevents a deadlock.
    pub(crate) async fn lock(&self, ids: BTreeSet<PlatformId>) -> Vec<OwnedMutexGuard<()>> {
        let mut guards = Vec::with_capacity(ids.len());
        for id in ids {
            guards.push(self.lock_of(id).lock_owned().await);
        }
        guards
    }

    fn lock_of(&self, id: PlatformId) -> Arc<tokio::sync::Mutex<()>> {
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = locks.get(&id).and_then(Weak::upgrade) {
            return lock;
        }
        // Drops the locks without a holder or waiter.
        locks.retain(|_, lock| lock.strong_count() > 0);
        let lock = Arc::default();
        locks.insert(id, Arc::downgrade(&lock));
        lock
    }
}

/// Splits rows into calls of up to `limit`, so that calls are about different people. Rows of one person stay together; only
/// a person with more rows than a call is divided.
pub(crate) fn plan_calls_of_people(people: &[PlatformId], limit: usize) -> Vec<Vec<usize>> {
    let limit = limit.max(1);
    let mut calls: Vec<Vec<usize>> = Vec::new();
    for rows in grouped(people) {
        for rows in rows.chunks(limit) {
            match calls.last_mut() {
                Some(call) if call.len() + rows.len() <= limit => call.extend(rows),
                _ => calls.push(rows.to_vec()),
            }
        }
    }
    calls
}

/// The rows of each id, in the order of their first rows.
fn grouped(ids: &[PlatformId]) -> Vec<Vec<usize>> {
    let mut rows_of: HashMap<PlatformId, Vec<usize>> = HashMap::new();
    for (row, id) in ids.iter().enumerate() {
        rows_of.entry(*id).or_default().push(row);
    }
    let mut groups: Vec<Vec<usize>> = rows_of.into_values().collect();
    groups.sort_unstable_by_key(|rows| rows[0]);
    groups
}

/// Splits rows into calls of up to `limit`, so that successive calls are about different courses where possible. Rows of one
/// course stay together; small courses share a call.
pub(crate) fn plan_calls_of_courses(courses: &[PlatformId], limit: usize) -> Vec<Vec<usize>> {
    let limit = limit.max(1);
    // A queue holds the calls of one course, which wait for each other, or one call of several small courses.
    let (mut queues, mut shared): (Vec<Vec<Vec<usize>>>, Vec<usize>) = (Vec::new(), Vec::new());
    for rows in grouped(courses) {
        if rows.len() * 2 > limit {
            queues.push(rows.chunks(limit).rev().map(<[usize]>::to_vec).collect());
            continue;
        }
        if shared.len() + rows.len() > limit {
            queues.push(vec![std::mem::take(&mut shared)]);
        }
        shared.extend(rows);
    }
    if !shared.is_empty() {
        queues.push(vec![shared]);
    }
    // The longest queue goes first, because it ends last; but never twice in a row while another queue has calls.
    let mut calls = Vec::new();
    let mut last = None;
    loop {
        let next = (0..queues.len())
            .filter(|at| !queues[*at].is_empty())
            .max_by_key(|at| (Some(*at) != last, queues[*at].len(), usize::MAX - *at));
        let Some(at) = next else { return calls };
        calls.extend(queues[at].pop());
        last = Some(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    #[test]
    fn successive_calls_are_about_different_courses() {
        // 500 rows of course 1, 250 of course 2, 30 of each of ten others.
        let mut courses = vec![1; 500];
        courses.extend(vec![2; 250]);
        (10..20).for_each(|course| courses.extend(vec![course; 30]));
        let calls = plan_calls_of_courses(&courses, 100);
        let mut rows: Vec<usize> = calls.iter().flatten().copied().collect();
        rows.sort_unstable();
        assert_eq!(rows, (0..courses.len()).collect::<Vec<_>>(), "each row once");
        assert!(calls.iter().all(|call| call.len() <= 100));
        let of = |call: &Vec<usize>| call.iter().map(|row| courses[*row]).collect::<BTreeSet<_>>();
        for pair in calls.windows(2) {
            assert!(
                of(&pair[0]).is_disjoint(&of(&pair[1])),
                "{:?}",
                calls.iter().map(of).collect::<Vec<_>>()
            );
        }
        assert_eq!(calls.len(), 5 + 3 + 4);
    }

    #[test]
    fn single_course_is_split_in_order() {
        assert_eq!(plan_calls_of_courses(&[7; 5], 2), [vec![0, 1], vec![2, 3], vec![4]]);
        assert!(plan_calls_of_courses(&[], 2).is_empty());
    }

    #[test]
    fn calls_are_about_different_people() {
        // Person 1 has seven rows, the others three, in the order of courses.
        let people: Vec<i64> = (0..3).flat_map(|_| 1..=4).chain([1; 4]).collect();
        let calls = plan_calls_of_people(&people, 6);
        let of = |call: &Vec<usize>| call.iter().map(|row| people[*row]).collect::<Vec<_>>();
        assert_eq!(
            calls.iter().map(of).collect::<Vec<_>>(),
            [vec![1; 6], vec![1, 2, 2, 2], vec![3, 3, 3, 4, 4, 4]]
        );
        assert!(plan_calls_of_people(&[], 6).is_empty());
    }

    #[tokio::test]
    async fn lock_is_exclusive_and_other_ids_do_not_wait() {
        let locks = Locks::default();
        let first = locks.lock(BTreeSet::from([1, 2])).await;
        assert!(locks.lock(BTreeSet::from([2, 3])).now_or_never().is_none());
        assert!(locks.lock(BTreeSet::from([3])).now_or_never().is_some());
        drop(first);
        assert!(locks.lock(BTreeSet::from([2, 3])).now_or_never().is_some());
    }
}
