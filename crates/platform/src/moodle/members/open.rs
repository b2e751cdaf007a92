//! The people who may enter a course, by whatever method they are enrolled.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use selaras_kinds::object::{Membership, PlatformId};

use super::calls::{Answers, by_course, enrol_call};
use super::enrolments::Purpose;
use crate::PlatformError;
use crate::moodle::bisect::Position;
use crate::moodle::client::Moodle;
use crate::moodle::memory::{OpenTo, locked};
use crate::moodle::presence::{EnrolmentFilter, HeldRole, participants, people_in};

/// The people who may enter a course; the people in it if the token may not see more, and `None` if it sees none.
pub(super) async fn people_who_may_enter(
    moodle: &Moodle,
    course: PlatformId,
) -> Result<Option<HashSet<PlatformId>>, PlatformError> {
    for filter in [EnrolmentFilter::Active, EnrolmentFilter::All] {
        if let Ok(people) = people_in(moodle, course, filter).await? {
            return Ok(Some(people.into_iter().collect()));
        }
    }
    Ok(None)
}

/// Asks who may enter a course.
async fn open_to(moodle: &Moodle, course: PlatformId) -> Result<OpenTo, PlatformError> {
    let forbidden = &moodle.notes.may_not_review;
    if forbidden.load(Ordering::Relaxed) {
        return Ok(None);
    }
    match participants(moodle, course, EnrolmentFilter::Active).await? {
        Ok(people) => {
            let roles = people
                .iter()
                .flat_map(|person| person.roles.iter().map(|held| (person.id, held.roleid)));
            Ok(Some(Mutex::new(roles.collect())))
        }
        Err(rejection) => {
            if rejection.is_missing_capability() || rejection.code == "accessexception" {
                forbidden.store(true, Ordering::Relaxed);
            }
            // If the course is gone, the call that enrols says so.
            Ok(None)
        }
    }
}

/// Opens the courses of one call's rows to their people.
///
/// Moodle mails a person at each such call, and drops the end date of the enrolment. So a person who may enter the course in
/// this role already is not sent, and a person of several rows is sent once.
pub(super) async fn activate(
    moodle: &Moodle,
    rows: &[Membership],
    call: &[Position],
) -> Result<Answers, PlatformError> {
    let mut open = BTreeMap::new();
    for course in by_course(rows, call).into_keys() {
        let ask = open_to(moodle, course);
        open.insert(course, moodle.remembered(|memory| &memory.open_to, course, ask).await?);
    }
    let role = |row: Position| (rows[row].user, moodle.role_id(rows[row].role));
    let known = |row: Position| open[&rows[row].course].as_ref().as_ref();
    let (mut first, mut again, mut to_send) = (HashMap::new(), Vec::new(), Vec::new());
    for row in call.iter().copied() {
        if known(row).is_some_and(|people| locked(people).contains(&role(row))) {
            continue;
        }
        match first.entry((rows[row].course, role(row))) {
            Entry::Occupied(sent) => again.push((row, *sent.get())),
            Entry::Vacant(new) => {
                new.insert(row);
                to_send.push(row);
            }
        }
    }
    let mut answers = Answers::well(call);
    if to_send.is_empty() {
        return Ok(answers);
    }
    let mut refused = HashMap::new();
    for (row, answer) in enrol_call(moodle, rows, &to_send, Purpose::Activate).await?.0 {
        match answer {
            Ok(()) => {
                if let Some(people) = known(row) {
                    locked(people).insert(role(row));
                }
            }
            Err(refusal) => {
                refused.insert(row, refusal);
            }
        }
    }
    for (row, sent) in again {
        if let Some(refusal) = refused.get(&sent).cloned() {
            refused.insert(row, refusal);
        }
    }
    for (row, refusal) in refused {
        answers.refuse(row, refusal);
    }
    Ok(answers)
}

/// Another role than the row's that the person holds in the course, by its short name.
pub(super) fn other_role(moodle: &Moodle, row: &Membership, held: &[HeldRole]) -> Option<String> {
    let own = moodle.role_id(row.role);
    held.iter()
        .find(|held| held.roleid != own)
        .map(|held| match held.shortname.as_str() {
            "" => held.roleid.to_string(),
            name => name.to_owned(),
        })
}
