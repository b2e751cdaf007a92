//! Memberships: who is in which course and group.
//!
//! Rows of many courses come at once. They are distributed over calls so that calls in progress belong to different courses
//! ([`course_locks`](super::course_locks)): a course takes one change of its groups at a time. Enrolments of one course run
//! beside group changes of another.

mod calls;
mod enrolments;
mod entering;
mod groups;
mod leaving;
mod open;
mod refusals;

use std::collections::BTreeSet;

use selaras_kinds::object::{Membership, PlatformId, Sort};

use super::accounts;
use super::bisect::Position;
use super::client::Moodle;
use crate::{GroupChange, PlatformError};
use calls::{Answers, Results, change_groups_of, courses_of, in_calls, leave_groups_of_call};
use entering::activate;
use groups::Direction;
use refusals::{account_gone, not_grouped, not_left};

pub(crate) use leaving::{suspend, unenrol};

/// Enrols, then adds to groups. Both may be repeated.
pub(crate) async fn enrol(moodle: &Moodle, rows: &[Membership]) -> Result<Results, PlatformError> {
    in_calls(moodle, courses_of(rows), |call| async move {
        let mut answers = activate(moodle, rows, &call).await?;
        let grouped: Vec<Position> = answers
            .rows()
            .into_iter()
            .filter(|row| rows[*row].group.is_some())
            .collect();
        let joining = |row: Position| (rows[row].course, rows[row].group, rows[row].user);
        for (row, rejection) in change_groups_of(moodle, &grouped, joining, Direction::Into).await? {
            // Moodle has just taken the person, so it means the group.
            if let (true, Some(group)) = (rejection.is_gone(), rows[row].group) {
                moodle.notes.record_unknown(Sort::Group, group);
            }
            answers.refuse(row, not_grouped(&rejection));
        }
        Ok(answers.0)
    })
    .await
}

/// Makes enrolments active again. Does not touch groups.
pub(crate) async fn reactivate(moodle: &Moodle, rows: &[Membership]) -> Result<Results, PlatformError> {
    in_calls(moodle, courses_of(rows), |call| async move {
        Ok(activate(moodle, rows, &call).await?.0)
    })
    .await
}

/// Removes the people from the groups of their classes.
pub(crate) async fn leave_groups(moodle: &Moodle, rows: &[Membership]) -> Result<Results, PlatformError> {
    in_calls(moodle, courses_of(rows), |call| async move {
        Ok(leave_groups_of_call(moodle, rows, &call).await?.0)
    })
    .await
}

/// Moves people from one group of their course to another: into the new one first.
pub(crate) async fn change_groups(moodle: &Moodle, changes: &[GroupChange]) -> Result<Results, PlatformError> {
    let courses = changes.iter().map(|change| change.course).collect();
    in_calls(moodle, courses, |call| async move {
        let mut answers = Answers::well(&call);
        let joining = |row: Position| (changes[row].course, changes[row].to, changes[row].user);
        let rejected = change_groups_of(moodle, &call, joining, Direction::Into).await?;
        // Moodle says the same of a deleted account and of a deleted group.
        let gone = rejected.iter().filter(|(_, rejection)| rejection.is_gone());
        let users: BTreeSet<PlatformId> = gone.map(|(row, _)| changes[*row].user).collect();
        let known = accounts::known(moodle, users.iter().copied().collect()).await?;
        for (row, rejection) in rejected {
            let GroupChange { user, to, .. } = changes[row];
            if users.contains(&user) && !known.contains(&user) {
                moodle.notes.record_unknown(Sort::Account, user);
                answers.refuse(row, account_gone());
                continue;
            }
            if let (true, Some(group)) = (rejection.is_gone(), to) {
                moodle.notes.record_unknown(Sort::Group, group);
            }
            answers.refuse(row, not_grouped(&rejection));
        }
        // A person who could not join the new group stays in the old one.
        let moved = answers.rows();
        let leaving = |row: Position| (changes[row].course, changes[row].from, changes[row].user);
        for (row, rejection) in change_groups_of(moodle, &moved, leaving, Direction::OutOf).await? {
            if !rejection.is_gone() {
                answers.refuse(row, not_left(&rejection));
            }
        }
        Ok(answers.0)
    })
    .await
}
