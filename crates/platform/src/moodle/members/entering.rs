//! Opening courses to people.

use std::collections::HashMap;
use std::collections::hash_map;

use selaras_kinds::object::Membership;

use super::calls::{Answer, Answers, enrol_call};
use super::enrolments::Purpose;
use super::open::{by_course, open_to_each, people_who_may_enter};
use super::refusals::message_unsent;
use crate::moodle::bisect::Position;
use crate::moodle::client::Moodle;
use crate::moodle::memory::locked;
use crate::{PlatformError, Refusal};

/// What Moodle says of a row that it did not refuse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    Confirmed,
    /// Only that a message was not sent.
    Unconfirmed,
}

/// Opens the courses of one call's rows to their people.
///
/// Moodle mails a person at each such call, and drops the end date of the enrolment. So a person who may enter the course in
/// this role already is not sent, and a person of several rows is sent once.
pub(super) async fn activate(
    moodle: &Moodle,
    rows: &[Membership],
    call: &[Position],
) -> Result<Vec<Answer<Entry>>, PlatformError> {
    // People of one call are in many courses.
    let open = open_to_each(moodle, by_course(rows, call).into_keys().collect()).await?;
    let role = |row: Position| (rows[row].user, moodle.role_id(rows[row].role));
    let known = |row: Position| open[&rows[row].course].as_ref().as_ref();
    let (mut first, mut again, mut to_send) = (HashMap::new(), Vec::new(), Vec::new());
    for row in call.iter().copied() {
        if known(row).is_some_and(|people| locked(people).contains(&role(row))) {
            continue;
        }
        match first.entry((rows[row].course, role(row))) {
            hash_map::Entry::Occupied(sent) => again.push((row, *sent.get())),
            hash_map::Entry::Vacant(new) => {
                new.insert(row);
                to_send.push(row);
            }
        }
    }
    let mut sent: HashMap<Position, Result<Entry, Refusal>> = HashMap::new();
    if !to_send.is_empty() {
        let (answers, unconfirmed) = enrol_call(moodle, rows, &to_send, Purpose::Activate).await?;
        for (row, answer) in answers.0 {
            let entry = match unconfirmed.contains(&row) {
                true => Entry::Unconfirmed,
                false => Entry::Confirmed,
            };
            if let (Entry::Confirmed, true, Some(people)) = (entry, answer.is_ok(), known(row)) {
                locked(people).insert(role(row));
            }
            sent.insert(row, answer.map(|()| entry));
        }
    }
    for (row, first) in again {
        if let Some(answer) = sent.get(&first).cloned() {
            sent.insert(row, answer);
        }
    }
    let answer = |row: &Position| (*row, sent.remove(row).unwrap_or(Ok(Entry::Confirmed)));
    Ok(call.iter().map(answer).collect())
}

/// Looks for the people of unconfirmed rows, and refuses those who are not there.
pub(super) async fn confirm(
    moodle: &Moodle,
    rows: &[Membership],
    unconfirmed: &[Position],
    answers: &mut Answers,
) -> Result<(), PlatformError> {
    for (course, rows_there) in by_course(rows, unconfirmed) {
        let Some(people) = people_who_may_enter(moodle, course).await? else {
            // If the token may not look, assume what Moodle is known to do.
            tracing::warn!(course, "who is enrolled cannot be seen");
            continue;
        };
        for row in rows_there {
            if !people.contains(&rows[row].user) {
                answers.refuse(row, message_unsent());
            }
        }
    }
    Ok(())
}
