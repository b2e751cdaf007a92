//! The people who may enter a course, by whatever method they are enrolled.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use futures::stream::{self, StreamExt, TryStreamExt};
use selaras_kinds::object::{Membership, PlatformId, Role};

use crate::PlatformError;
use crate::moodle::bisect::Position;
use crate::moodle::client::Moodle;
use crate::moodle::memory::{Memory, OpenTo};
use crate::moodle::presence::{EnrolmentFilter, HeldRole, Participant, participants, participants_of_each, people_in};

/// Courses in one call. Moodle reads their people one by one, so a call about more takes too long where courses are full.
const COURSES: usize = 50;

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

/// Who may enter each of these courses: what the job knows already, and else what Moodle says.
pub(super) async fn open_to_each(
    moodle: &Moodle,
    courses: BTreeSet<PlatformId>,
) -> Result<BTreeMap<PlatformId, Arc<OpenTo>>, PlatformError> {
    if let Some(memory) = &moodle.memory {
        ask_together(moodle, memory, &courses).await?;
    }
    let ask = |course| async move {
        let people = moodle.remembered(|memory| &memory.open_to, course, open_to(moodle, course));
        Ok::<_, PlatformError>((course, people.await?))
    };
    stream::iter(courses.into_iter().map(ask))
        .buffer_unordered(moodle.wire.at_once())
        .try_collect()
        .await
}

/// Asks about the courses that the job does not know yet, many by a call: a course by a call of its own cost a real Moodle
/// 4.4 ms, and 0.7 ms among fifty. What the call does not answer is asked course by course.
async fn ask_together(moodle: &Moodle, memory: &Memory, courses: &BTreeSet<PlatformId>) -> Result<(), PlatformError> {
    let _turn = memory.asking_together.lock().await;
    let now = moodle.generation(memory);
    let mut new = courses.iter().copied().collect::<Vec<_>>();
    new.retain(|course| memory.open_to.lack(*course, now));
    for courses in new.chunks(moodle.rows_of(2).min(COURSES)) {
        let forbidden = [&moodle.notes.may_not_list_together, &moodle.notes.may_not_review];
        if courses.len() == 1 || forbidden.iter().any(|flag| flag.load(Ordering::Relaxed)) {
            return Ok(());
        }
        match participants_of_each(moodle, courses, EnrolmentFilter::Active).await? {
            Ok(found) => {
                for (course, people) in found {
                    memory.open_to.learn(course, now, roles_of(&people)).await;
                }
            }
            // This Moodle may also not know the function.
            Err(rejection) if rejection.is_forbidden() || rejection.code == "invalidrecordunknown" => {
                moodle.notes.may_not_list_together.store(true, Ordering::Relaxed);
            }
            // One of them is gone.
            Err(_) => {}
        }
    }
    Ok(())
}

fn roles_of(people: &[Participant]) -> OpenTo {
    let roles = people
        .iter()
        .flat_map(|person| person.roles.iter().map(|held| (person.id, held.roleid)));
    Some(Mutex::new(roles.collect()))
}

/// Asks who may enter a course.
async fn open_to(moodle: &Moodle, course: PlatformId) -> Result<OpenTo, PlatformError> {
    let forbidden = &moodle.notes.may_not_review;
    if forbidden.load(Ordering::Relaxed) {
        return Ok(None);
    }
    match participants(moodle, course, EnrolmentFilter::Active).await? {
        Ok(people) => Ok(roles_of(&people)),
        Err(rejection) => {
            if rejection.is_forbidden() {
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
