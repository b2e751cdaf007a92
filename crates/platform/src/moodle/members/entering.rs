//! Opening courses to people.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use selaras_kinds::object::Membership;

use super::calls::{Answers, enrol_call};
use super::enrolments::Purpose;
use super::open::{by_course, open_to};
use crate::PlatformError;
use crate::moodle::bisect::Position;
use crate::moodle::client::Moodle;
use crate::moodle::memory::locked;

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
