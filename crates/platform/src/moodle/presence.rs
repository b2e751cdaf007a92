//! Reads who is in a course, and the state of their enrolments.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use selaras_kinds::object::{PlatformId, Role};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::client::Moodle;
use super::form::Form;
use super::protocol::{self, Answer, call_refused, decoded, denied};
use super::read::unescaped;
use super::rejection::Rejection;
use crate::{CourseMember, LastAccess, MemberState, PlatformError};

pub(crate) const FUNCTION: &str = "core_enrol_get_enrolled_users";
/// Lists the people of several courses.
const OF_COURSES: &str = "core_enrol_get_enrolled_users_with_capability";
/// People of a course in one call, with all fields.
const PEOPLE: usize = 500;
/// People of a course in one call, with the id only.
const IDS: usize = 5000;

/// The fields of a person in a course for the role that the person has there.
const ID_AND_ROLES: &str = "id,roles";

/// Which enrolments to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EnrolmentFilter {
    All,
    /// People who may enter the course, by any method of enrolment. Moodle lists them only to a token that may review
    /// enrolments.
    Active,
    /// People in the course who may not enter it. Moodle lists them only to a token that may review enrolments.
    Suspended,
}

impl EnrolmentFilter {
    const fn option(self) -> Option<&'static str> {
        match self {
            Self::All => None,
            Self::Active => Some("onlyactive"),
            Self::Suspended => Some("onlysuspended"),
        }
    }
}

/// A person in a course, with the roles that the person holds there by any method of enrolment.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Participant {
    pub(crate) id: PlatformId,
    #[serde(default)]
    pub(crate) roles: Vec<HeldRole>,
}

/// A role of a person in a course.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct HeldRole {
    pub(crate) roleid: i64,
    #[serde(default)]
    pub(crate) shortname: String,
}

/// One page of the people of a course.
async fn page(
    moodle: &Moodle,
    course: PlatformId,
    fields: &str,
    filter: EnrolmentFilter,
    from: usize,
    number: usize,
) -> Result<Answer, PlatformError> {
    let mut form = Form::default();
    form.field("courseid", course);
    add_options(&mut form, fields, filter, from, number);
    moodle.wire.call_if_permitted(FUNCTION, &form).await
}

fn add_options(form: &mut Form, fields: &str, filter: EnrolmentFilter, from: usize, number: usize) {
    let mut options = vec![
        ("userfields", fields.to_owned()),
        ("limitfrom", from.to_string()),
        ("limitnumber", number.to_string()),
    ];
    if let Some(option) = filter.option() {
        options.push((option, "1".to_owned()));
    }
    for (at, (name, value)) in options.into_iter().enumerate() {
        form.row("options", at, "name", name).row("options", at, "value", value);
    }
}

/// All people of a course, page by page, or Moodle's reason for not listing them.
async fn all<T: DeserializeOwned>(
    moodle: &Moodle,
    course: PlatformId,
    fields: &str,
    filter: EnrolmentFilter,
    number: usize,
) -> Result<Result<Vec<T>, Rejection>, PlatformError> {
    let mut people = Vec::new();
    loop {
        let found: Vec<T> = match page(moodle, course, fields, filter, people.len(), number).await? {
            Ok(reply) => decoded(FUNCTION, &reply)?,
            Err(rejection) => return Ok(Err(rejection)),
        };
        let full = found.len() >= number;
        people.extend(found);
        if !full {
            return Ok(Ok(people));
        }
    }
}

/// The ids of the people of a course, or Moodle's reason for not listing them.
pub(crate) async fn people_in(
    moodle: &Moodle,
    course: PlatformId,
    filter: EnrolmentFilter,
) -> Result<Result<Vec<PlatformId>, Rejection>, PlatformError> {
    let people = all::<Participant>(moodle, course, "id", filter, IDS).await?;
    Ok(people.map(|people| people.into_iter().map(|person| person.id).collect()))
}

/// The people of a course with their roles, or Moodle's reason for not listing them.
pub(crate) async fn participants(
    moodle: &Moodle,
    course: PlatformId,
    filter: EnrolmentFilter,
) -> Result<Result<Vec<Participant>, Rejection>, PlatformError> {
    all(moodle, course, ID_AND_ROLES, filter, PEOPLE).await
}

/// The people of several courses with their roles, by one call, or Moodle's reason for not listing them: it refuses all if
/// one does not exist. A course with more people than one answer holds is left out.
pub(crate) async fn participants_of_each(
    moodle: &Moodle,
    courses: &[PlatformId],
    filter: EnrolmentFilter,
) -> Result<Result<Vec<(PlatformId, Vec<Participant>)>, Rejection>, PlatformError> {
    #[derive(Deserialize)]
    struct Course {
        courseid: PlatformId,
        users: Vec<Participant>,
    }
    let mut form = Form::default();
    for (row, course) in courses.iter().enumerate() {
        form.row("coursecapabilities", row, "courseid", course)
            // Everyone in the course has the capability without a name.
            .row("coursecapabilities", row, "capabilities][0", "");
    }
    add_options(&mut form, ID_AND_ROLES, filter, 0, PEOPLE);
    let found: Vec<Course> = match moodle.wire.call_if_permitted(OF_COURSES, &form).await? {
        Ok(reply) => decoded(OF_COURSES, &reply)?,
        Err(rejection) => return Ok(Err(rejection)),
    };
    let whole = found
        .into_iter()
        .filter(|course| courses.contains(&course.courseid) && course.users.len() < PEOPLE);
    Ok(Ok(whole.map(|course| (course.courseid, course.users)).collect()))
}

pub(crate) fn refused(rejection: &Rejection) -> PlatformError {
    if rejection.is_forbidden() {
        return denied(call_refused(FUNCTION, rejection));
    }
    protocol::refused(FUNCTION, rejection)
}

/// The enrolments of a course; `None` if the course does not exist.
///
/// Moodle lists suspended people among the others without marking them, so they are read separately.
pub(crate) async fn enrolled(moodle: &Moodle, course: PlatformId) -> Result<Option<Vec<CourseMember>>, PlatformError> {
    #[derive(Deserialize)]
    struct Enrolment {
        id: PlatformId,
    }
    #[derive(Deserialize)]
    struct Member {
        id: PlatformId,
        #[serde(default)]
        username: String,
        #[serde(default)]
        fullname: String,
        #[serde(default)]
        roles: Vec<HeldRole>,
        #[serde(default)]
        groups: Vec<Enrolment>,
        lastcourseaccess: Option<i64>,
    }
    let fields = "id,username,fullname,roles,groups,lastcourseaccess";
    let people = match all::<Member>(moodle, course, fields, EnrolmentFilter::All, PEOPLE).await? {
        Ok(people) => people,
        Err(rejection) if rejection.is_gone() => return Ok(None),
        Err(rejection) => return Err(refused(&rejection)),
    };
    let suspended = match people.is_empty() {
        true => Some(HashSet::new()),
        false => suspended(moodle, course).await?,
    };
    let named = |role: i64| match role {
        role if role == moodle.settings.student_role => Some(Role::Student),
        role if role == moodle.settings.teacher_role => Some(Role::EditingTeacher),
        _ => None,
    };
    let roles = |held: &HeldRole| [named(held.roleid), Some(Role::Numbered(held.roleid))];
    let enrolment = |found: Member| CourseMember {
        user: found.id,
        username: found.username,
        name: unescaped(&found.fullname),
        roles: found.roles.iter().flat_map(roles).flatten().collect(),
        groups: found.groups.iter().map(|enrolment| enrolment.id).collect(),
        state: match &suspended {
            None => MemberState::Unknown,
            Some(suspended) if suspended.contains(&found.id) => MemberState::Suspended,
            Some(_) => MemberState::Active,
        },
        last_access: match found.lastcourseaccess {
            None => LastAccess::Unknown,
            Some(0) => LastAccess::Never,
            Some(at) => LastAccess::At(at),
        },
    };
    Ok(Some(people.into_iter().map(enrolment).collect()))
}

/// The suspended people of a course; `None` if the token may not see that, which a job asks once.
async fn suspended(moodle: &Moodle, course: PlatformId) -> Result<Option<HashSet<PlatformId>>, PlatformError> {
    let forbidden = &moodle.notes.may_not_review;
    if forbidden.load(Ordering::Relaxed) {
        return Ok(None);
    }
    match people_in(moodle, course, EnrolmentFilter::Suspended).await? {
        Ok(people) => Ok(Some(people.into_iter().collect())),
        Err(rejection) if rejection.is_missing_capability() => {
            forbidden.store(true, Ordering::Relaxed);
            Ok(None)
        }
        // The course was deleted since the first call.
        Err(rejection) if rejection.is_gone() => Ok(Some(HashSet::new())),
        Err(rejection) => Err(refused(&rejection)),
    }
}
