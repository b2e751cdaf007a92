//! Calls that would stand in each other's way wait here, and not in Moodle.
//!
//! Moodle changes the groups of a course one call at a time: a second call on the same course takes a process of Moodle's
//! and gets nothing done. So a course has one change of its groups under way, of all jobs of this process, and whoever waits
//! for it holds no place among the calls that may be made at once.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use selaras_kinds::object::PlatformId;
use tokio::sync::OwnedMutexGuard;

/// The turns of all courses. Clones are the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct Turns(Arc<Mutex<HashMap<PlatformId, Weak<tokio::sync::Mutex<()>>>>>);

impl Turns {
    /// Waits until nobody else changes the groups of these courses. In the order of their ids, so that no two wait for each
    /// other.
    pub(crate) async fn of(&self, courses: BTreeSet<PlatformId>) -> Vec<OwnedMutexGuard<()>> {
        let mut held = Vec::with_capacity(courses.len());
        for course in courses {
            held.push(self.turn(course).lock_owned().await);
        }
        held
    }

    fn turn(&self, course: PlatformId) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(&course).and_then(Weak::upgrade) {
            return turn;
        }
        // Nobody waits for courses that are done with.
        turns.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::default();
        turns.insert(course, Arc::downgrade(&turn));
        turn
    }
}

/// Cuts rows into calls of up to `limit`, so that calls that follow each other are about different courses as far as may
/// be. Rows of one course stand together; small courses share a call.
pub(crate) fn laid_out(courses: &[PlatformId], limit: usize) -> Vec<Vec<usize>> {
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
    // The longest queue first, for it ends last; but never twice on end while another has something.
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
    fn calls_that_follow_each_other_are_about_different_courses() {
        // 500 rows of course 1, 250 of course 2, 30 of each of ten others.
        let mut courses = vec![1; 500];
        courses.extend(vec![2; 250]);
        (10..20).for_each(|course| courses.extend(vec![course; 30]));
        let calls = laid_out(&courses, 100);
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
    fn one_course_alone_is_cut_in_order() {
        assert_eq!(laid_out(&[7; 5], 2), [vec![0, 1], vec![2, 3], vec![4]]);
        assert!(laid_out(&[], 2).is_empty());
    }

    #[tokio::test]
    async fn a_course_has_one_turn_at_a_time_and_others_do_not_wait() {
        let turns = Turns::default();
        let first = turns.of(BTreeSet::from([1, 2])).await;
        assert!(turns.of(BTreeSet::from([2, 3])).now_or_never().is_none());
        assert!(turns.of(BTreeSet::from([3])).now_or_never().is_some());
        drop(first);
        assert!(turns.of(BTreeSet::from([2, 3])).now_or_never().is_some());
    }
}
