//! Leaving a course: it is closed to a person and keeps their data, or they are removed with their grades.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use selaras_kinds::object::{Membership, PlatformId, Sort};

use super::calls::{Results, courses_of, enrol_call, in_calls, leave_groups_of_call};
use super::enrolments::Purpose;
use super::refusals::{not_removed, people_hidden};
use crate::moodle::accounts;
use crate::moodle::bisect::{Batch, Bisection, Position, bisect};
use crate::moodle::client::{MEMBERSHIP_FIELDS, Moodle};
use crate::moodle::form::Form;
use crate::moodle::found::FoundCourse;
use crate::moodle::presence::{EnrolmentFilter, FUNCTION as PARTICIPANTS, people_in};
use crate::moodle::protocol::{nothing, refused};
use crate::moodle::read::courses_by_id;
use crate::moodle::rejection::Rejection;
use crate::moodle::visibility::token_user;
use crate::{PlatformError, Refusal, Suspension};

/// Closes courses to people.
///
/// The call that suspends would enrol an absent person as suspended. If a teacher had removed that person, undoing the
/// suspension would put them back into the course. So the participants are read first, once per course.
pub(crate) async fn suspend(
    moodle: &Moodle,
    rows: &[Membership],
) -> Result<Vec<Result<Suspension, Refusal>>, PlatformError> {
    in_calls(moodle, courses_of(rows), |call| async move {
        let mut of_course: BTreeMap<PlatformId, Vec<Position>> = BTreeMap::new();
        for row in call {
            of_course.entry(rows[row].course).or_default().push(row);
        }
        let mut found = CourseLookUp::default();
        for (course, asked) in of_course {
            found.join(look(moodle, rows, course, asked).await?);
        }
        let answers = enrol_call(moodle, rows, &found.there, Purpose::Suspend).await?;
        let suspended = answers
            .0
            .into_iter()
            .map(|(row, answer)| (row, answer.map(|()| Suspension::Suspended)));
        let out = found.out.into_iter().map(|row| (row, Ok(Suspension::WasNotThere)));
        let unseen = found.hidden.into_iter().map(|row| (row, Err(people_hidden())));
        Ok(suspended.chain(out).chain(unseen).collect())
    })
    .await
}

/// The rows of a look-up, by whether the person is in the course.
#[derive(Default)]
struct CourseLookUp {
    there: Vec<Position>,
    out: Vec<Position>,
    /// Moodle shows none of them, but may be hiding them.
    hidden: Vec<Position>,
}

impl CourseLookUp {
    fn join(&mut self, other: Self) {
        self.there.extend(other.there);
        self.out.extend(other.out);
        self.hidden.extend(other.hidden);
    }
}

/// Looks for people in a course.
///
/// Moodle refuses nothing where it hides people, see [`may_hide`]. There a person with an account counts as hidden, not as
/// absent. A person who is missing among others was removed.
async fn look(
    moodle: &Moodle,
    rows: &[Membership],
    course: PlatformId,
    asked: Vec<Position>,
) -> Result<CourseLookUp, PlatformError> {
    let people: HashSet<PlatformId> = match people_in(moodle, course, EnrolmentFilter::All).await? {
        Ok(people) => people.into_iter().collect(),
        // A deleted course has no participants.
        Err(rejection) if rejection.is_gone() => {
            moodle.notes.record_unknown(Sort::Course, course);
            return Ok(CourseLookUp {
                out: asked,
                ..CourseLookUp::default()
            });
        }
        Err(rejection) => return Err(refused(PARTICIPANTS, &rejection)),
    };
    let is_there = |row: &Position| people.contains(&rows[*row].user);
    let (there, absent): (Vec<Position>, Vec<Position>) = asked.into_iter().partition(is_there);
    let mut doubted = HashSet::new();
    if there.is_empty() && may_hide(moodle, course, &people).await? {
        let users: BTreeSet<PlatformId> = absent.iter().map(|row| rows[*row].user).collect();
        doubted.extend(accounts::known(moodle, users.into_iter().collect()).await?);
    }
    let is_doubted = |row: &Position| doubted.contains(&rows[*row].user);
    let (hidden, out): (Vec<Position>, Vec<Position>) = absent.into_iter().partition(is_doubted);
    Ok(CourseLookUp { there, out, hidden })
}

/// True if the course may have other participants than it shows.
///
/// A course with separate groups looks empty to a user who may not access all groups. Only a user who is in one of its
/// groups is shown others, those of the own groups.
async fn may_hide(moodle: &Moodle, course: PlatformId, people: &HashSet<PlatformId>) -> Result<bool, PlatformError> {
    let user = token_user(moodle).await?;
    if user.is_administrator || !(people.is_empty() || people.contains(&user.id)) {
        return Ok(false);
    }
    let found = courses_by_id(moodle, &[course]).await?;
    Ok(found.first().is_none_or(FoundCourse::may_separate_groups))
}

/// Removes people from their courses, and so from all groups there. Deletes their grades too.
///
/// A person with a second enrolment (by themselves, by a cohort) stays in the course and in its groups. So the group is left
/// explicitly first.
pub(crate) async fn unenrol(moodle: &Moodle, rows: &[Membership]) -> Result<Results, PlatformError> {
    in_calls(moodle, courses_of(rows), |call| async move {
        let mut answers = leave_groups_of_call(moodle, rows, &call).await?;
        let remaining = answers.rows();
        let mut leaving = Unenrolments { moodle, rows };
        let Bisection { rejected, .. } = bisect(&mut leaving, &remaining, moodle.rows_of(MEMBERSHIP_FIELDS)).await?;
        for (row, rejection) in rejected {
            // A deleted account or course has no enrolments.
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
