//! Leaving a course: closed to somebody with all that is theirs in it, or removed with their grades.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use selaras_kinds::object::{Membership, PlatformId};

use super::enrolments::Purpose;
use super::refusals::{not_removed, people_hidden};
use super::{Results, courses_of, enrol_call, in_calls, leave_groups_of_call};
use crate::moodle::form::Form;
use crate::moodle::presence::{FUNCTION as PARTICIPANTS, Whose, people_in};
use crate::moodle::protocol::{nothing, refused};
use crate::moodle::rejection::Rejection;
use crate::moodle::sift::{Batch, Position, Sifted, sift};
use crate::moodle::sight::sees_everybody;
use crate::moodle::{MEMBERSHIP_FIELDS, Moodle, accounts};
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
        let mut of_course: BTreeMap<PlatformId, Vec<Position>> = BTreeMap::new();
        for row in call {
            of_course.entry(rows[row].course).or_default().push(row);
        }
        let mut seen = Seen::default();
        for (course, asked) in of_course {
            seen.join(look(moodle, rows, course, asked).await?);
        }
        let answers = enrol_call(moodle, rows, &seen.there, Purpose::Suspend).await?;
        let suspended = answers
            .0
            .into_iter()
            .map(|(row, answer)| (row, answer.map(|()| Suspension::Suspended)));
        let out = seen.out.into_iter().map(|row| (row, Ok(Suspension::WasNotThere)));
        let unseen = seen.hidden.into_iter().map(|row| (row, Err(people_hidden())));
        Ok(suspended.chain(out).chain(unseen).collect())
    })
    .await
}

/// Who was looked for in courses.
#[derive(Default)]
struct Seen {
    there: Vec<Position>,
    out: Vec<Position>,
    /// Moodle shows none of them, and may hide them.
    hidden: Vec<Position>,
}

impl Seen {
    fn join(&mut self, other: Self) {
        self.there.extend(other.there);
        self.out.extend(other.out);
        self.hidden.extend(other.hidden);
    }
}

/// Looks for people in a course.
///
/// A course whose groups are separate is empty for whoever may not access all of them, and nothing is refused. So "nobody" is
/// not believed of people whose accounts are there: where the course shows nobody at all, or none of several. One who is missing
/// among others was taken out.
async fn look(
    moodle: &Moodle,
    rows: &[Membership],
    course: PlatformId,
    asked: Vec<Position>,
) -> Result<Seen, PlatformError> {
    let people: HashSet<PlatformId> = match people_in(moodle, course, Whose::Everybodys).await? {
        Ok(people) => people.into_iter().collect(),
        // Nobody is in a course that is gone.
        Err(rejection) if rejection.is_gone() => {
            return Ok(Seen {
                out: asked,
                ..Seen::default()
            });
        }
        Err(rejection) => return Err(refused(PARTICIPANTS, &rejection)),
    };
    let is_there = |row: &Position| people.contains(&rows[*row].user);
    let (there, absent): (Vec<Position>, Vec<Position>) = asked.into_iter().partition(is_there);
    let mut doubted = HashSet::new();
    if there.is_empty() && !sees_everybody(moodle).await? {
        let users: BTreeSet<PlatformId> = absent.iter().map(|row| rows[*row].user).collect();
        let known = accounts::known(moodle, users.into_iter().collect()).await?;
        if people.is_empty() || known.len() > 1 {
            doubted.extend(known);
        }
    }
    let is_doubted = |row: &Position| doubted.contains(&rows[*row].user);
    let (hidden, out): (Vec<Position>, Vec<Position>) = absent.into_iter().partition(is_doubted);
    Ok(Seen { there, out, hidden })
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
