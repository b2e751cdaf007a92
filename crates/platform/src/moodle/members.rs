//! Memberships: who is in which course and group.
//!
//! Rows of many people and courses come at once. They are distributed over calls so that calls in progress that enrol are
//! about different people, and those that change groups about different courses ([`locks`](super::locks)). Enrolments run
//! beside group changes.

mod calls;
mod enrolments;
mod entering;
mod groups;
mod leaving;
mod open;
mod refusals;

use std::collections::{BTreeSet, HashSet};

use selaras_kinds::object::{Membership, PlatformId, Sort};

use super::accounts;
use super::bisect::Position;
use super::client::Moodle;
use crate::{GroupChange, PlatformError};
use calls::{
    Answer, Answers, Results, calls_of_courses, calls_of_people, change_groups_of, courses_of, in_calls,
    leave_groups_of_call, results,
};
use entering::{Entry, activate, confirm};
use groups::Direction;
use refusals::{account_gone, not_answered, not_grouped, not_left};

pub(crate) use leaving::{suspend, unenrol};

/// Enrols, then adds to groups. Both may be repeated.
///
/// Calls that enrol are cut between people, calls that change groups between courses.
pub(crate) async fn enrol(moodle: &Moodle, rows: &[Membership]) -> Result<Results, PlatformError> {
    let (mut answers, unconfirmed) = open(moodle, rows).await?;
    let mut grouped = answers.rows();
    grouped.retain(|row| rows[*row].group.is_some());
    if !grouped.is_empty() {
        match join(moodle, rows, &grouped).await {
            Ok(joined) => answers.refuse_all(joined),
            Err(error) if grouped.len() == rows.len() => return Err(error),
            // What is known of the other rows is kept.
            Err(_) => grouped.iter().for_each(|row| answers.refuse(*row, not_answered())),
        }
    }
    confirmed(moodle, rows, &unconfirmed, answers).await
}

/// Makes enrolments active again. Does not touch groups.
pub(crate) async fn reactivate(moodle: &Moodle, rows: &[Membership]) -> Result<Results, PlatformError> {
    let (answers, unconfirmed) = open(moodle, rows).await?;
    confirmed(moodle, rows, &unconfirmed, answers).await
}

/// Opens the courses to the people. Returns also the rows that Moodle did not confirm.
async fn open(moodle: &Moodle, rows: &[Membership]) -> Result<(Answers, Vec<Position>), PlatformError> {
    let opened = in_calls(moodle, calls_of_people(moodle, rows), |call| async move {
        activate(moodle, rows, &call).await
    })
    .await?;
    let unconfirmed = opened
        .iter()
        .filter(|(_, answer)| matches!(answer, Ok(Entry::Unconfirmed)));
    let unconfirmed = unconfirmed.map(|(row, _)| *row).collect();
    let answers = opened.into_iter().map(|(row, answer)| (row, answer.map(|_| ())));
    Ok((Answers(answers.collect()), unconfirmed))
}

/// Adds the people of these rows to their groups.
async fn join(moodle: &Moodle, rows: &[Membership], grouped: &[Position]) -> Result<Vec<Answer<()>>, PlatformError> {
    let calls = calls_of_courses(moodle, grouped.iter().map(|row| (*row, rows[*row].course)));
    in_calls(moodle, calls, |call| async move {
        let mut answers = Answers::well(&call);
        let joining = |row: Position| (rows[row].course, rows[row].group, rows[row].user);
        for (row, rejection) in change_groups_of(moodle, &call, joining, Direction::Into).await? {
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

/// The results. People of unconfirmed rows who joined a group are in the course, as Moodle adds no others. The rest is looked
/// for.
async fn confirmed(
    moodle: &Moodle,
    rows: &[Membership],
    unconfirmed: &[Position],
    mut answers: Answers,
) -> Result<Results, PlatformError> {
    let joined: HashSet<Position> = answers
        .rows()
        .into_iter()
        .filter(|row| rows[*row].group.is_some())
        .collect();
    let to_look: Vec<Position> = unconfirmed
        .iter()
        .copied()
        .filter(|row| !joined.contains(row))
        .collect();
    if let Err(error) = confirm(moodle, rows, &to_look, &mut answers).await {
        tracing::warn!(rows = to_look.len(), %error, "a look for enrolments was given up");
        to_look.iter().for_each(|row| answers.refuse(*row, not_answered()));
    }
    let enrolled: HashSet<Position> = answers.rows().into_iter().collect();
    if unconfirmed.iter().any(|row| enrolled.contains(row)) {
        moodle.notes.record_unsent_message();
    }
    Ok(results(answers.0))
}

/// Removes the people from the groups of their classes.
pub(crate) async fn leave_groups(moodle: &Moodle, rows: &[Membership]) -> Result<Results, PlatformError> {
    let answers = in_calls(moodle, calls_of_courses(moodle, courses_of(rows)), |call| async move {
        Ok(leave_groups_of_call(moodle, rows, &call).await?.0)
    })
    .await?;
    Ok(results(answers))
}

/// Moves people from one group of their course to another: into the new one first.
pub(crate) async fn change_groups(moodle: &Moodle, changes: &[GroupChange]) -> Result<Results, PlatformError> {
    let courses = changes.iter().map(|change| change.course).enumerate();
    let answers = in_calls(moodle, calls_of_courses(moodle, courses), |call| async move {
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
    .await?;
    Ok(results(answers))
}
