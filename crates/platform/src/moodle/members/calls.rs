//! Distributes memberships over calls, and makes these calls.

use std::collections::BTreeSet;

use futures::stream::{self, StreamExt};
use selaras_kinds::object::{Membership, PlatformId};

use super::enrolments::{Enrolments, Purpose};
use super::groups::{Direction, Groups};
use super::refusals::{not_answered, not_left};
use crate::moodle::bisect::{Bisection, Position, bisect};
use crate::moodle::client::{MEMBERSHIP_FIELDS, Moodle};
use crate::moodle::locks::{plan_calls_of_courses, plan_calls_of_people};
use crate::moodle::rejection::Rejection;
use crate::{PlatformError, Refusal};

pub(super) type Results = Vec<Result<(), Refusal>>;

/// Calls' worth of rows to work on at once, for each call that may be in progress: some wait for the lock of a course while
/// others are enrolled.
const LOOK_AHEAD: usize = 3;

/// The result of the row at a position.
pub(super) type Answer<T> = (Position, Result<T, Refusal>);

/// The rows of each call, so that calls in progress are about different people.
pub(super) fn calls_of_people(moodle: &Moodle, rows: &[Membership]) -> Vec<Vec<Position>> {
    let people: Vec<PlatformId> = rows.iter().map(|row| row.user).collect();
    plan_calls_of_people(&people, moodle.rows_of(MEMBERSHIP_FIELDS))
}

/// These rows, with their courses, as calls, so that calls in progress are about different courses.
pub(super) fn calls_of_courses(
    moodle: &Moodle,
    rows: impl IntoIterator<Item = (Position, PlatformId)>,
) -> Vec<Vec<Position>> {
    let (rows, courses): (Vec<Position>, Vec<PlatformId>) = rows.into_iter().unzip();
    let calls = plan_calls_of_courses(&courses, moodle.rows_of(MEMBERSHIP_FIELDS));
    let positions = |call: Vec<usize>| call.into_iter().map(|at| rows[at]).collect();
    calls.into_iter().map(positions).collect()
}

/// Runs `work` on the rows of each call, several at once. Returns one result per row, in the order of the rows. If Moodle
/// gives one call no answer, the results of the others are kept; the unanswered rows are refused, because their state is
/// unknown.
///
/// # Errors
/// No call was answered.
pub(super) async fn in_calls<T, F>(
    moodle: &Moodle,
    calls: Vec<Vec<Position>>,
    work: impl Fn(Vec<Position>) -> F,
) -> Result<Vec<Answer<T>>, PlatformError>
where
    F: Future<Output = Result<Vec<Answer<T>>, PlatformError>>,
{
    let at_once = moodle.wire.at_once() * LOOK_AHEAD;
    let call = move |rows: Vec<Position>| {
        let answers = work(rows.clone());
        async move { (rows, answers.await) }
    };
    let ended: Vec<_> = stream::iter(calls.into_iter().map(call))
        .buffer_unordered(at_once)
        .collect()
        .await;
    let (mut done, mut given_up, mut failure) = (Vec::new(), Vec::new(), None);
    for (rows, answers) in ended {
        match answers {
            Ok(answers) => done.extend(answers),
            Err(error) => {
                tracing::warn!(rows = rows.len(), %error, "a call about memberships was given up");
                given_up.extend(rows);
                failure.get_or_insert(error);
            }
        }
    }
    match failure {
        Some(error) if done.is_empty() => return Err(error),
        _ => done.extend(given_up.into_iter().map(|row| (row, Err(not_answered())))),
    }
    done.sort_unstable_by_key(|(row, _)| *row);
    Ok(done)
}

pub(super) fn courses_of(rows: &[Membership]) -> impl Iterator<Item = (Position, PlatformId)> {
    rows.iter().map(|row| row.course).enumerate()
}

/// The results without their positions.
pub(super) fn results<T>(answers: Vec<Answer<T>>) -> Vec<Result<T, Refusal>> {
    let (_, results): (Vec<Position>, _) = answers.into_iter().unzip();
    results
}

/// The results of some rows so far.
pub(super) struct Answers(pub(super) Vec<(Position, Result<(), Refusal>)>);

impl Answers {
    pub(super) fn well(rows: &[Position]) -> Self {
        Self(rows.iter().map(|row| (*row, Ok(()))).collect())
    }

    pub(super) fn refuse(&mut self, row: Position, refusal: Refusal) {
        if let Some((_, answer)) = self.0.iter_mut().find(|(at, _)| *at == row) {
            *answer = Err(refusal);
        }
    }

    pub(super) fn refuse_all(&mut self, answers: Vec<Answer<()>>) {
        for (row, answer) in answers {
            if let Err(refusal) = answer {
                self.refuse(row, refusal);
            }
        }
    }

    /// The rows without an error.
    pub(super) fn rows(&self) -> Vec<Position> {
        self.0
            .iter()
            .filter(|(_, answer)| answer.is_ok())
            .map(|(row, _)| *row)
            .collect()
    }
}

/// Enrols the rows of one call, for one purpose, under the locks of the people. Returns also the rows of which Moodle says
/// only that a message was not sent.
pub(super) async fn enrol_call(
    moodle: &Moodle,
    rows: &[Membership],
    call: &[Position],
    purpose: Purpose,
) -> Result<(Answers, Vec<Position>), PlatformError> {
    let mut answers = Answers::well(call);
    let mut enrolments = Enrolments::new(moodle, rows, purpose);
    let guard = moodle.person_locks.lock(people_of(rows, call)).await;
    let Bisection { rejected, .. } = bisect(&mut enrolments, call, moodle.rows_of(purpose.fields())).await?;
    drop(guard);
    for (row, rejection) in &rejected {
        answers.refuse(*row, purpose.refusal(rejection));
    }
    // Moodle refused the row alone and gave no reason. One look-up tells whether its account or course is gone.
    let wordless = |code: &str| matches!(code, "invalidrecordunknown" | "invalidparameter" | "userdeleted");
    let unexplained: Vec<Position> = rejected
        .into_iter()
        .filter(|(_, rejection)| wordless(&rejection.code))
        .map(|(row, _)| row)
        .collect();
    enrolments.explain(&unexplained).await?;
    let (refused, unconfirmed) = enrolments.into_rows();
    for (row, refusal) in refused {
        answers.refuse(row, refusal);
    }
    Ok((answers, unconfirmed))
}

pub(super) fn people_of(rows: &[Membership], call: &[Position]) -> BTreeSet<PlatformId> {
    call.iter().map(|row| rows[*row].user).collect()
}

/// Adds people to groups or removes them, under the locks of the courses. Returns the rows that Moodle refuses.
pub(super) async fn change_groups_of(
    moodle: &Moodle,
    rows: &[Position],
    member: impl Fn(Position) -> (PlatformId, Option<PlatformId>, PlatformId) + Send + Sync,
    direction: Direction,
) -> Result<Vec<(Position, Rejection)>, PlatformError> {
    let rows: Vec<Position> = rows.iter().copied().filter(|row| member(*row).1.is_some()).collect();
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let courses: BTreeSet<PlatformId> = rows.iter().map(|row| member(*row).0).collect();
    let _guard = moodle.course_locks.lock(courses).await;
    let mut groups = Groups::new(moodle, direction, |row| {
        let (_, group, user) = member(row);
        group.map(|group| (group, user))
    });
    let Bisection { rejected, .. } = bisect(&mut groups, &rows, moodle.rows_of(MEMBERSHIP_FIELDS)).await?;
    Ok(rejected)
}

pub(super) async fn leave_groups_of_call(
    moodle: &Moodle,
    rows: &[Membership],
    call: &[Position],
) -> Result<Answers, PlatformError> {
    let mut answers = Answers::well(call);
    let leaving = |row: Position| (rows[row].course, rows[row].group, rows[row].user);
    for (row, rejection) in change_groups_of(moodle, call, leaving, Direction::OutOf).await? {
        // A deleted group or account has no memberships.
        if !rejection.is_gone() {
            answers.refuse(row, not_left(&rejection));
        }
    }
    Ok(answers)
}
