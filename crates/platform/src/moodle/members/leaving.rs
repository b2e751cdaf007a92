//! Leaving a course: closed to somebody with all that is theirs in it, or removed with their grades.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use selaras_kinds::object::{Membership, PlatformId};

use super::enrolments::Purpose;
use super::refusals::not_removed;
use super::{Results, courses_of, enrol_call, in_calls, leave_groups_of_call};
use crate::moodle::form::Form;
use crate::moodle::presence::{FUNCTION as PARTICIPANTS, Whose, people_in};
use crate::moodle::protocol::{nothing, refused};
use crate::moodle::rejection::Rejection;
use crate::moodle::sift::{Batch, Position, Sifted, sift};
use crate::moodle::{MEMBERSHIP_FIELDS, Moodle};
use crate::{PlatformError, Refusal, Suspension};

/// Closes courses to people.
///
/// The call that suspends would enrol whoever is not there, as suspended; somebody whom a teacher has removed would be back
/// in the course when the suspension is taken back. So it is looked first who is there, once for each course.
pub(crate) async fn suspend(
    moodle: &Moodle,
    rows: &[Membership],
) -> Result<Vec<Result<Suspension, Refusal>>, PlatformError> {
    in_calls(moodle, courses_of(rows), |call| async move {
        let mut of_course: HashMap<PlatformId, HashSet<PlatformId>> = HashMap::new();
        for row in &call {
            let course = rows[*row].course;
            if let Entry::Vacant(unknown) = of_course.entry(course) {
                unknown.insert(there(moodle, course).await?);
            }
        }
        let is_there = |row: &Position| {
            let Membership { user, course, .. } = rows[*row];
            of_course.get(&course).is_some_and(|people| people.contains(&user))
        };
        let (present, absent): (Vec<Position>, Vec<Position>) = call.into_iter().partition(is_there);
        let answers = enrol_call(moodle, rows, &present, Purpose::Suspend).await?;
        let suspended = answers
            .0
            .into_iter()
            .map(|(row, answer)| (row, answer.map(|()| Suspension::Suspended)));
        let others = absent.into_iter().map(|row| (row, Ok(Suspension::WasNotThere)));
        Ok(suspended.chain(others).collect())
    })
    .await
}

/// Everybody who is in a course. Nobody is in one that is gone.
async fn there(moodle: &Moodle, course: PlatformId) -> Result<HashSet<PlatformId>, PlatformError> {
    match people_in(moodle, course, Whose::Everybodys).await? {
        Ok(people) => Ok(people.into_iter().collect()),
        Err(rejection) if rejection.is_gone() => Ok(HashSet::new()),
        Err(rejection) => Err(refused(PARTICIPANTS, &rejection)),
    }
}

/// Removes people from their courses, and so from all groups there. Their grades go too.
///
/// A person who is enrolled in another way as well (by themselves, by a cohort) stays in the course and in its groups,
/// which is why the group is left by name first.
pub(crate) async fn unenrol(moodle: &Moodle, rows: &[Membership]) -> Result<Results, PlatformError> {
    in_calls(moodle, courses_of(rows), |call| async move {
        let mut answers = leave_groups_of_call(moodle, rows, &call).await?;
        let remaining = answers.rows();
        let mut leaving = Unenrolments { moodle, rows };
        let Sifted { rejected, .. } = sift(&mut leaving, &remaining, moodle.rows_of(MEMBERSHIP_FIELDS)).await?;
        for (row, rejection) in rejected {
            // An account or course that is gone holds no enrolment.
            if !rejection.is_gone() {
                answers.refuse(row, not_removed(&rejection));
            }
        }
        Ok(answers.0)
    })
    .await
}

struct Unenrolments<'a> {
    moodle: &'a Moodle,
    rows: &'a [Membership],
}

impl Batch for Unenrolments<'_> {
    const PATIENCE: usize = usize::MAX;

    async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
        let mut form = Form::default();
        for (at, row) in rows.iter().enumerate() {
            let Membership { user, course, .. } = self.rows[*row];
            form.row("enrolments", at, "userid", user)
                .row("enrolments", at, "courseid", course);
        }
        let function = "enrol_manual_unenrol_users";
        let answer = self.moodle.wire.call(function, &form).await?;
        Ok(nothing(function, answer)?.map(|()| Vec::new()))
    }

    async fn look_up(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        Ok(rows.to_vec())
    }
}
