//! Leaving a course: it is closed to a person and keeps their data, or they are removed with their grades.

use std::collections::{BTreeSet, HashMap, HashSet};

use selaras_kinds::object::{Membership, PlatformId, Role, Sort};

use super::calls::{
    Answer, Answers, calls_of_courses, courses_of, enrol_call, in_calls, leave_groups_of_call, people_of, results,
};
use super::enrolments::Purpose;
use super::open::{by_course, other_role};
use super::refusals::{not_removed, people_hidden};
use crate::moodle::accounts;
use crate::moodle::bisect::{Batch, Bisection, Position, bisect};
use crate::moodle::client::{MEMBERSHIP_FIELDS, Moodle};
use crate::moodle::form::Form;
use crate::moodle::found::FoundCourse;
use crate::moodle::presence::{EnrolmentFilter, HeldRole, participants, people_in, refused};
use crate::moodle::protocol::nothing;
use crate::moodle::read::courses_by_id;
use crate::moodle::rejection::Rejection;
use crate::moodle::visibility::token_user;
use crate::{Departure, OpenBy, PlatformError, Refusal};

type Departures = Vec<Result<Departure, Refusal>>;

/// Closes courses to people.
///
/// The call that suspends would enrol an absent person as suspended, take the course from a person who teaches it too, and
/// mail each person again. So the participants are read first. Afterwards they are read once more: a person with another
/// enrolment may still enter, and if Moodle could not send its mail, its answer says nothing about the rows.
///
/// The call gives a role again. A person who holds another one of the list's keeps that one, and gets no second.
pub(crate) async fn suspend(moodle: &Moodle, rows: &[Membership], roles: &[Role]) -> Result<Departures, PlatformError> {
    let answers = in_calls(moodle, calls_of_courses(moodle, courses_of(rows)), |call| async move {
        let mut look = Look::default();
        for (course, asked) in by_course(rows, &call) {
            look.at(moodle, (rows, roles), course, asked).await?;
        }
        let mut sent = rows.to_vec();
        for (row, role) in look.held {
            sent[row].role = role;
        }
        // All rows are looked at below.
        let (answers, unconfirmed) = enrol_call(moodle, &sent, &look.to_send, Purpose::Suspend).await?;
        if !unconfirmed.is_empty() {
            moodle.notes.record_unsent_message();
        }
        look.settled.extend(departures(moodle, rows, answers).await?);
        Ok(look.settled)
    })
    .await?;
    Ok(results(answers))
}

/// The rows of a look at courses.
#[derive(Default)]
struct Look {
    to_send: Vec<Position>,
    /// Rows of people who hold another role of the list than the row's.
    held: Vec<(Position, Role)>,
    /// Rows that need no call.
    settled: Vec<Answer<Departure>>,
}

impl Look {
    /// Looks for people in a course.
    ///
    /// Moodle refuses nothing where it hides people, see [`may_hide`]. There a person with an account counts as hidden, not
    /// as absent. A person who is missing among others was removed.
    async fn at(
        &mut self,
        moodle: &Moodle,
        (rows, roles): (&[Membership], &[Role]),
        course: PlatformId,
        asked: Vec<Position>,
    ) -> Result<(), PlatformError> {
        let people = roles_in(moodle, course).await?;
        let is_there = |row: &Position| {
            people
                .as_ref()
                .is_some_and(|people| people.contains_key(&rows[*row].user))
        };
        let (there, absent): (Vec<Position>, Vec<Position>) = asked.into_iter().partition(is_there);
        let mut doubted = HashSet::new();
        if let Some(people) = &people
            && there.is_empty()
            && may_hide(moodle, course, people).await?
        {
            let users: BTreeSet<PlatformId> = absent.iter().map(|row| rows[*row].user).collect();
            doubted.extend(accounts::known(moodle, users.into_iter().collect()).await?);
        }
        for row in absent {
            let is_doubted = doubted.contains(&rows[row].user);
            let answer = if is_doubted {
                Err(people_hidden())
            } else {
                Ok(Departure::WasNotThere)
            };
            self.settled.push((row, answer));
        }
        if there.is_empty() {
            return Ok(());
        }
        let active = active_in(moodle, course).await?;
        for row in there {
            let held = people.as_ref().and_then(|people| people.get(&rows[row].user));
            if !active.contains(&rows[row].user) {
                self.settled.push((row, Ok(Departure::Closed)));
            } else if let Some(role) = held.and_then(|held| other_role(moodle, &rows[row], roles, held)) {
                self.settled
                    .push((row, Ok(Departure::StillOpen(OpenBy::OtherRole(role)))));
            } else {
                self.to_send.push(row);
                let held = held.map_or(&[][..], Vec::as_slice);
                let own = moodle.role_id(rows[row].role);
                if let Some(first) = held.first()
                    && held.iter().all(|held| held.roleid != own)
                {
                    self.held.push((row, Role::Numbered(first.roleid)));
                }
            }
        }
        Ok(())
    }
}

/// People with the roles that they hold in a course.
type Roles = HashMap<PlatformId, Vec<HeldRole>>;

/// The people of a course; `None` if the course was deleted.
async fn roles_in(moodle: &Moodle, course: PlatformId) -> Result<Option<Roles>, PlatformError> {
    match participants(moodle, course, EnrolmentFilter::All).await? {
        Ok(people) => Ok(Some(
            people.into_iter().map(|person| (person.id, person.roles)).collect(),
        )),
        Err(rejection) if rejection.is_gone() => {
            moodle.notes.record_unknown(Sort::Course, course);
            Ok(None)
        }
        Err(rejection) => Err(refused(&rejection)),
    }
}

/// The people who may enter a course; none if it was deleted.
async fn active_in(moodle: &Moodle, course: PlatformId) -> Result<HashSet<PlatformId>, PlatformError> {
    match people_in(moodle, course, EnrolmentFilter::Active).await? {
        Ok(people) => Ok(people.into_iter().collect()),
        Err(rejection) if rejection.is_gone() => Ok(HashSet::new()),
        Err(rejection) => Err(refused(&rejection)),
    }
}

/// What became of the people of these answers: looks at whether they may still enter their course.
async fn departures(
    moodle: &Moodle,
    rows: &[Membership],
    answers: Answers,
) -> Result<Vec<Answer<Departure>>, PlatformError> {
    let mut still_open = HashSet::new();
    for (course, left) in by_course(rows, &answers.rows()) {
        let active = active_in(moodle, course).await?;
        still_open.extend(left.into_iter().filter(|row| active.contains(&rows[*row].user)));
    }
    let departure = |row: Position| match still_open.contains(&row) {
        true => Departure::StillOpen(OpenBy::OtherMethod),
        false => Departure::Closed,
    };
    let answers = answers.0.into_iter();
    Ok(answers
        .map(|(row, answer)| (row, answer.map(|()| departure(row))))
        .collect())
}

/// True if the course may have other participants than it shows.
///
/// A course with separate groups looks empty to a user who may not access all groups. Only a user who is in one of its
/// groups is shown others, those of the own groups.
async fn may_hide(moodle: &Moodle, course: PlatformId, people: &Roles) -> Result<bool, PlatformError> {
    let user = token_user(moodle).await?;
    if user.is_administrator || !(people.is_empty() || people.contains_key(&user.id)) {
        return Ok(false);
    }
    let found = courses_by_id(moodle, &[course]).await?;
    Ok(found.first().is_none_or(FoundCourse::may_separate_groups))
}

/// Removes people from their courses, and so from all groups there. Deletes their grades too.
///
/// A person with a second enrolment (by themselves, by a cohort) stays in the course and in its groups. So the group is left
/// explicitly first, and the course is looked at afterwards. A person with another role is not touched, as the call would
/// take it away.
pub(crate) async fn unenrol(moodle: &Moodle, rows: &[Membership], roles: &[Role]) -> Result<Departures, PlatformError> {
    let answers = in_calls(moodle, calls_of_courses(moodle, courses_of(rows)), |call| async move {
        let (mut settled, mut leaving) = (Vec::new(), Vec::new());
        for (course, asked) in by_course(rows, &call) {
            let people = roles_in(moodle, course).await?.unwrap_or_default();
            for row in asked {
                let held = people.get(&rows[row].user);
                match held.and_then(|held| other_role(moodle, &rows[row], roles, held)) {
                    Some(role) => settled.push((row, Ok(Departure::StillOpen(OpenBy::OtherRole(role))))),
                    None => leaving.push(row),
                }
            }
        }
        let mut answers = leave_groups_of_call(moodle, rows, &leaving).await?;
        let remaining = answers.rows();
        let mut removals = Unenrolments { moodle, rows };
        let guard = moodle.person_locks.lock(people_of(rows, &remaining)).await;
        let Bisection { rejected, .. } = bisect(&mut removals, &remaining, moodle.rows_of(MEMBERSHIP_FIELDS)).await?;
        drop(guard);
        for (row, rejection) in rejected {
            // A deleted account or course has no enrolments.
            if !rejection.is_gone() {
                answers.refuse(row, not_removed(&rejection));
            }
        }
        settled.extend(departures(moodle, rows, answers).await?);
        Ok(settled)
    })
    .await?;
    Ok(results(answers))
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
