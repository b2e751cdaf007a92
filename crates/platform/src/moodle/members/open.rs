//! The people who may enter a course, by whatever method they are enrolled.

use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use selaras_kinds::object::{Membership, PlatformId, Role};

use crate::PlatformError;
use crate::moodle::bisect::Position;
use crate::moodle::client::Moodle;
use crate::moodle::memory::OpenTo;
use crate::moodle::presence::{EnrolmentFilter, HeldRole, participants, people_in};

/// The rows by course.
pub(super) fn by_course(rows: &[Membership], call: &[Position]) -> BTreeMap<PlatformId, Vec<Position>> {
    let mut of_course: BTreeMap<PlatformId, Vec<Position>> = BTreeMap::new();
    for row in call {
        of_course.entry(rows[*row].course).or_default().push(*row);
    }
    of_course
}

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
pub(super) async fn open_to(moodle: &Moodle, course: PlatformId) -> Result<OpenTo, PlatformError> {
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

/// A role that the person holds in the course beside the row's and `roles`, by its short name.
pub(super) fn other_role(moodle: &Moodle, row: &Membership, roles: &[Role], held: &[HeldRole]) -> Option<String> {
    let is_own = |held: &HeldRole| {
        let mut own = roles.iter().chain([&row.role]);
        own.any(|role| moodle.role_id(*role) == held.roleid)
    };
    held.iter()
        .find(|held| !is_own(held))
        .map(|held| match held.shortname.as_str() {
            "" => held.roleid.to_string(),
            name => name.to_owned(),
        })
}
