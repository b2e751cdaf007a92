//! What the token can see of others, found by looking and not by asking about the token's own user.
//!
//! A user sees itself whole whatever its capabilities, so looking itself up proves nothing. And Moodle leaves out whom it
//! may not show: "nobody" is no answer from a token that does not see everybody.

use selaras_kinds::object::PlatformId;
use serde::Deserialize;

use super::capabilities::{
    Capability, REVIEW_ENROLMENTS, SEE_EMAIL, SEE_GRADE_REPORT, SEE_GRADES, SEE_NAMES, SEE_PARTICIPANTS, SEE_PEOPLE,
    finds_people, of_name,
};
use super::form::Form;
use super::inspect::Info;
use super::protocol::decoded;
use super::{Moodle, NAME};
use crate::{Need, PlatformError};

/// Accounts that are looked at: every Moodle begins with a guest and an administrator, though not every database counts
/// by one.
const FIRST_PEOPLE: std::ops::RangeInclusive<PlatformId> = 1..=10;
/// Courses that are looked for; 1 is the front page.
const FIRST_COURSES: std::ops::RangeInclusive<PlatformId> = 2..=60;
/// The front page, a course in which nobody is.
const FRONT_PAGE: PlatformId = 1;
/// The guest of most Moodles, of whom grades cannot be asked for.
const GUEST: PlatformId = 1;

/// The report may be seen, and other people's grades in it may not.
const NO_GRADES: &str = "nopermissiontoviewgrades";

/// What was seen.
#[derive(Debug, Default)]
pub(crate) struct Sight {
    /// What the token lacks.
    pub(crate) missing: Vec<&'static Capability>,
    /// Somebody who is neither the token's user nor the guest.
    somebody: Option<PlatformId>,
}

impl Sight {
    fn lacks(&mut self, name: &str) {
        self.missing.extend(of_name(name));
    }
}

/// Looks at other people's username, idnumber and e-mail address.
pub(crate) async fn people(moodle: &Moodle, own: PlatformId) -> Result<Sight, PlatformError> {
    #[derive(Deserialize)]
    struct Seen {
        id: PlatformId,
        username: Option<String>,
        email: Option<String>,
    }
    let mut form = Form::default();
    form.field("field", "id")
        .values("values", FIRST_PEOPLE.filter(|id| *id != own));
    let mut seen: Vec<Seen> = moodle.wire.ask("core_user_get_users_by_field", &form).await?;
    seen.retain(|person| person.id != own);
    let mut sight = Sight::default();
    if seen.is_empty() {
        sight.lacks(SEE_PEOPLE);
    }
    // One capability shows username and idnumber; an account without idnumber shows none in any case.
    if seen.iter().any(|person| person.username.is_none()) {
        sight.lacks(SEE_NAMES);
    }
    // Some people show their address to everybody.
    if seen.iter().any(|person| person.email.is_none()) {
        sight.lacks(SEE_EMAIL);
    }
    let is_guest = |person: &Seen| match &person.username {
        Some(username) => username == "guest",
        None => person.id == GUEST,
    };
    sight.somebody = seen.iter().find(|person| !is_guest(person)).map(|person| person.id);
    Ok(sight)
}

/// Looks at somebody's grades.
pub(crate) async fn grades(moodle: &Moodle, sight: &mut Sight) -> Result<(), PlatformError> {
    let Some(somebody) = sight.somebody else {
        return Ok(());
    };
    let mut form = Form::default();
    form.field("userid", somebody);
    if is_refused(moodle, "gradereport_overview_get_course_grades", &form).await? {
        sight.lacks(SEE_GRADES);
    }
    let mut form = Form::default();
    form.field("courseid", FRONT_PAGE).field("userid", somebody);
    let report = moodle
        .wire
        .call_if_permitted("gradereport_user_get_grade_items", &form)
        .await?;
    // Who may see the report and not the grades is told so in another way.
    if report.is_err_and(|rejection| rejection.code.starts_with("nopermission") && rejection.code != NO_GRADES) {
        sight.lacks(SEE_GRADE_REPORT);
    }
    Ok(())
}

/// Looks at who is in some course, and at who is suspended there. Says whether there is a course to look at.
pub(crate) async fn enrolments(moodle: &Moodle, sight: &mut Sight) -> Result<bool, PlatformError> {
    let Some(course) = some_course(moodle).await? else {
        return Ok(false);
    };
    let form = |options: &[(&str, i64)]| {
        let mut form = Form::default();
        form.field("courseid", course)
            .row("options", 0, "name", "userfields")
            .row("options", 0, "value", "id");
        for (at, (name, value)) in (1..).zip(options) {
            form.row("options", at, "name", name).row("options", at, "value", value);
        }
        form
    };
    let function = "core_enrol_get_enrolled_users";
    if is_refused(moodle, function, &form(&[("limitnumber", 1)])).await? {
        sight.lacks(SEE_PARTICIPANTS);
    } else if is_refused(moodle, function, &form(&[("limitnumber", 1), ("onlysuspended", 1)])).await? {
        sight.lacks(REVIEW_ENROLMENTS);
    }
    Ok(true)
}

/// Whether Moodle refuses for want of a capability. A function that the token's service lacks is told elsewhere.
async fn is_refused(moodle: &Moodle, function: &'static str, form: &Form) -> Result<bool, PlatformError> {
    let answer = moodle.wire.call_if_permitted(function, form).await?;
    Ok(answer.is_err_and(|rejection| rejection.is_missing_capability()))
}

async fn some_course(moodle: &Moodle) -> Result<Option<PlatformId>, PlatformError> {
    #[derive(Deserialize)]
    struct CourseReply {
        id: PlatformId,
    }
    #[derive(Deserialize)]
    struct Reply {
        courses: Vec<CourseReply>,
    }
    let ids: Vec<String> = FIRST_COURSES.map(|id| id.to_string()).collect();
    let function = "core_course_get_courses_by_field";
    for (field, value) in [
        ("ids", ids.join(",")),
        ("category", moodle.settings.root_category.to_string()),
    ] {
        let mut form = Form::default();
        form.field("field", field).field("value", value);
        let reply = match moodle.wire.call_if_permitted(function, &form).await? {
            Ok(reply) => reply,
            Err(_) => continue,
        };
        let found = decoded::<Reply>(function, &reply)?.courses;
        if let Some(course) = found.into_iter().find(|course| course.id != FRONT_PAGE) {
            return Ok(Some(course.id));
        }
    }
    Ok(None)
}

/// Whether nobody is hidden from the token's user, since it is an administrator of the site. It is asked once.
pub(crate) async fn sees_everybody(moodle: &Moodle) -> Result<bool, PlatformError> {
    let ask = async { Ok::<_, PlatformError>(Info::ask(moodle).await?.is_administrator()) };
    let known = &moodle.notes.is_administrator;
    known.get_or_try_init(|| ask).await.copied()
}

/// Refuses needs for which the token does not see enough. A site's administrator sees everything, and is not asked.
pub(crate) async fn check(
    moodle: &Moodle,
    own: PlatformId,
    is_administrator: bool,
    needs: &[Need],
) -> Result<(), PlatformError> {
    let (grading, reviewing) = (needs.contains(&Need::Grading), needs.contains(&Need::Reviewing));
    let suspending = needs.contains(&Need::Suspending);
    let finding = needs.iter().any(|need| finds_people(*need));
    if is_administrator || !(grading || reviewing || suspending || finding) {
        return Ok(());
    }
    let mut sight = Sight::default();
    if finding || grading {
        sight = people(moodle, own).await?;
        if !finding {
            sight.missing.clear();
        }
    }
    if grading {
        grades(moodle, &mut sight).await?;
    }
    if reviewing || suspending {
        enrolments(moodle, &mut sight).await?;
    }
    let review_is_needed = |capability: &&&Capability| reviewing || capability.name != REVIEW_ENROLMENTS;
    match sight.missing.iter().find(review_is_needed) {
        None => Ok(()),
        Some(capability) => Err(PlatformError::CapabilityMissing {
            platform: NAME,
            capability: capability.name,
            purpose: capability.purpose,
        }),
    }
}
