//! Locks per id, and the calls that need few of them: conflicting calls wait here and not in Moodle.
//!
//! Moodle changes the groups of a course one call at a time. A second call on the same course occupies one of Moodle's
//! processes and does nothing. Two calls that enrol the same person deadlock in some databases: one of them is refused as a
//! whole. So a course has one group change in progress, and a person one enrolment, across all jobs of this process. A call
//! that waits for a lock holds no permit among the calls in progress.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use selaras_kinds::object::PlatformId;
use tokio::sync::Notify;

/// The locks of all courses, or of all people. Clones share their state.
#[derive(Debug, Clone, Default)]
pub(crate) struct Locks(Arc<State>);

#[derive(Debug, Default)]
struct State {
    held: Mutex<HashSet<PlatformId>>,
    released: Notify,
}

impl State {
    fn held(&self) -> MutexGuard<'_, HashSet<PlatformId>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Locks {
    /// Locks these ids, all at once: a call that waits for one of them does not keep others from the rest. A call with many
    /// ids may be overtaken, at most until its batch is the last one in flight.
    pub(crate) async fn lock(&self, ids: BTreeSet<PlatformId>) -> Guard {
        loop {
            let mut released = pin!(self.0.released.notified());
            // A release between the look and the wait must not be missed.
            released.as_mut().enable();
            if self.try_lock(&ids) {
                let locks = self.clone();
                return Guard { locks, ids };
            }
            released.await;
        }
    }

    fn try_lock(&self, ids: &BTreeSet<PlatformId>) -> bool {
        let mut held = self.0.held();
        let is_free = ids.iter().all(|id| !held.contains(id));
        if is_free {
            held.extend(ids);
        }
        is_free
    }
}

/// Ids that are locked until it is dropped.
#[derive(Debug)]
pub(crate) struct Guard {
    locks: Locks,
    ids: BTreeSet<PlatformId>,
}

impl Drop for Guard {
    fn drop(&mut self) {
        let mut held = self.locks.0.held();
        self.ids.iter().for_each(|id| {
            held.remove(id);
        });
        drop(held);
        self.locks.0.released.notify_waiters();
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
        let mut second = Box::pin(locks.lock(BTreeSet::from([2, 3])));
        assert!((&mut second).now_or_never().is_none());
        assert!(
            locks.lock(BTreeSet::from([3])).now_or_never().is_some(),
            "a call that waits holds nothing"
        );
        drop(first);
        assert!(second.now_or_never().is_some());
    }
}
