//! Locks per course: conflicting calls wait here and not in Moodle.
//!
//! Moodle changes the groups of a course one call at a time. A second call on the same course occupies one of Moodle's
//! processes and does nothing. So a course has one group change in progress, across all jobs of this process. A call that
//! waits for the lock holds no permit among the calls in progress.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use selaras_kinds::object::PlatformId;
use tokio::sync::OwnedMutexGuard;

/// The locks of all courses. Clones share their state.
#[derive(Debug, Clone, Default)]
pub(crate) struct CourseLocks(Arc<Mutex<HashMap<PlatformId, Weak<tokio::sync::Mutex<()>>>>>);

impl CourseLocks {
    /// Locks the groups of these courses. It locks in the order of their ids, which prevents a deadlock.
    pub(crate) async fn lock(&self, courses: BTreeSet<PlatformId>) -> Vec<OwnedMutexGuard<()>> {
        let mut guards = Vec::with_capacity(courses.len());
        for course in courses {
            guards.push(self.lock_of(course).lock_owned().await);
        }
        guards
    }

    fn lock_of(&self, course: PlatformId) -> Arc<tokio::sync::Mutex<()>> {
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = locks.get(&course).and_then(Weak::upgrade) {
            return lock;
        }
        // Drops the locks without a holder or waiter.
        locks.retain(|_, lock| lock.strong_count() > 0);
        let lock = Arc::default();
        locks.insert(course, Arc::downgrade(&lock));
        lock
    }
}

/// Splits rows into calls of up to `limit`, so that successive calls are about different courses where possible. Rows of one
/// course stay together; small courses share a call.
pub(crate) fn plan_calls(courses: &[PlatformId], limit: usize) -> Vec<Vec<usize>> {
    let limit = limit.max(1);
    let mut rows_of: HashMap<PlatformId, Vec<usize>> = HashMap::new();
    for (row, course) in courses.iter().enumerate() {
        rows_of.entry(*course).or_default().push(row);
    }
    let mut of_course: Vec<Vec<usize>> = rows_of.into_values().collect();
    of_course.sort_by_key(|rows| rows[0]);
    // A queue holds the calls of one course, which wait for each other, or one call of several small courses.
    let (mut queues, mut shared): (Vec<Vec<Vec<usize>>>, Vec<usize>) = (Vec::new(), Vec::new());
    for rows in of_course {
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
        let calls = plan_calls(&courses, 100);
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
        assert_eq!(plan_calls(&[7; 5], 2), [vec![0, 1], vec![2, 3], vec![4]]);
        assert!(plan_calls(&[], 2).is_empty());
    }

    #[tokio::test]
    async fn course_lock_is_exclusive_and_other_courses_do_not_wait() {
        let locks = CourseLocks::default();
        let first = locks.lock(BTreeSet::from([1, 2])).await;
        assert!(locks.lock(BTreeSet::from([2, 3])).now_or_never().is_none());
        assert!(locks.lock(BTreeSet::from([3])).now_or_never().is_some());
        drop(first);
        assert!(locks.lock(BTreeSet::from([2, 3])).now_or_never().is_some());
    }
}
