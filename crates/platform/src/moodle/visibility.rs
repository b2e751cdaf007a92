//! Finds out what the token can see of other people, by looking at them.
//!
//! A user sees all of its own data whatever its capabilities, so looking itself up proves nothing. And Moodle leaves out
//! people that the user may not see: an empty answer proves nothing if the token does not see all people.

use selaras_kinds::object::PlatformId;
use serde::Deserialize;

use super::capabilities::{
    Capability, REVIEW_ENROLMENTS, SEE_EMAIL, SEE_GRADE_REPORT, SEE_GRADES, SEE_NAMES, SEE_PARTICIPANTS, SEE_PEOPLE,
    finds_people, of_name,
};
use super::client::Moodle;
use super::form::Form;
use super::found::is_deleted;
use super::name::NAME;
use super::notes::TokenUser;
use super::protocol::decoded;
use super::site_info::Info;
use crate::{Need, PlatformError};

/// Ids of accounts to look at. Every Moodle begins with a guest and an administrator, but not every database counts by one.
const FIRST_PEOPLE: std::ops::RangeInclusive<PlatformId> = 1..=10;
/// Ids of courses to look for, one by one, since a deleted one among several fails the whole call; 1 is the front page.
const FIRST_COURSES: std::ops::RangeInclusive<PlatformId> = 2..=20;
/// The front page, a course without participants.
const FRONT_PAGE: PlatformId = 1;
/// The id of the guest on most Moodles. Its grades cannot be read.
const GUEST: PlatformId = 1;

/// The user may see the report, but not other people's grades in it.
const NO_GRADES: &str = "nopermissiontoviewgrades";

/// What the token was found to see.
#[derive(Debug, Default)]
pub(crate) struct Visibility {
    /// The capabilities that the token lacks.
    pub(crate) missing: Vec<&'static Capability>,
    /// A user who is neither the token's user nor the guest.
    sample_user: Option<PlatformId>,
}

impl Visibility {
    fn lacks(&mut self, name: &str) {
        self.missing.extend(of_name(name));
    }
}

/// Looks at other people's username, idnumber and e-mail address.
pub(crate) async fn people(moodle: &Moodle, own: PlatformId) -> Result<Visibility, PlatformError> {
    #[derive(Deserialize)]
    struct UserReply {
        id: PlatformId,
        username: Option<String>,
        email: Option<String>,
    }
    let mut form = Form::default();
    form.field("field", "id")
        .values("values", FIRST_PEOPLE.filter(|id| *id != own));
    let mut users: Vec<UserReply> = moodle.wire.ask("core_user_get_users_by_field", &form).await?;
    users.retain(|person| person.id != own && !is_deleted(person.username.as_deref(), person.email.as_deref()));
    let mut visibility = Visibility::default();
    if users.is_empty() {
        visibility.lacks(SEE_PEOPLE);
    }
    // One capability shows username and idnumber; an account without idnumber never shows one.
    if users.iter().any(|person| person.username.is_none()) {
        visibility.lacks(SEE_NAMES);
    }
    // Some people show their address to all users.
    if users.iter().any(|person| person.email.is_none()) {
        visibility.lacks(SEE_EMAIL);
    }
    let is_guest = |person: &UserReply| match &person.username {
        Some(username) => username == "guest",
        None => person.id == GUEST,
    };
    visibility.sample_user = users.iter().find(|person| !is_guest(person)).map(|person| person.id);
    Ok(visibility)
}

/// Looks at one person's grades.
pub(crate) async fn grades(moodle: &Moodle, visibility: &mut Visibility) -> Result<(), PlatformError> {
    let Some(sample_user) = visibility.sample_user else {
        return Ok(());
    };
    let mut form = Form::default();
    form.field("userid", sample_user);
    if is_refused(moodle, "gradereport_overview_get_course_grades", &form).await? {
        visibility.lacks(SEE_GRADES);
    }
    let mut form = Form::default();
    form.field("courseid", FRONT_PAGE).field("userid", sample_user);
    let report = moodle
        .wire
        .call_if_permitted("gradereport_user_get_grade_items", &form)
        .await?;
    // Without the grades, but with the report, Moodle answers another code.
    if report.is_err_and(|rejection| rejection.code.starts_with("nopermission") && rejection.code != NO_GRADES) {
        visibility.lacks(SEE_GRADE_REPORT);
    }
    Ok(())
}

/// Looks at the participants and the suspended participants of some course. Returns whether there is such a course.
pub(crate) async fn enrolments(moodle: &Moodle, visibility: &mut Visibility) -> Result<bool, PlatformError> {
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
        visibility.lacks(SEE_PARTICIPANTS);
    } else if is_refused(moodle, function, &form(&[("limitnumber", 1), ("onlysuspended", 1)])).await? {
        visibility.lacks(REVIEW_ENROLMENTS);
    }
    Ok(true)
}

/// True if Moodle refuses because of a missing capability. A missing function of the service is reported elsewhere.
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
    let function = "core_course_get_courses_by_field";
    let root = ("category", moodle.settings.root_category);
    for (field, value) in FIRST_COURSES.map(|id| ("id", id)).chain([root]) {
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

/// The token's user. Moodle is asked once.
pub(crate) async fn token_user(moodle: &Moodle) -> Result<TokenUser, PlatformError> {
    let ask = async { Ok::<_, PlatformError>(Info::ask(moodle).await?.user()) };
    moodle.notes.token_user.get_or_try_init(|| ask).await.copied()
}

/// Refuses needs for which the token does not see enough. A site administrator sees everything and is not checked.
pub(crate) async fn check(moodle: &Moodle, user: TokenUser, needs: &[Need]) -> Result<(), PlatformError> {
    let grading = needs.contains(&Need::Grading);
    let reviewing = needs
        .iter()
        .any(|need| matches!(need, Need::Reviewing | Need::Suspending | Need::Unenrolling));
    let finding = needs.iter().any(|need| finds_people(*need));
    if user.is_administrator || !(grading || reviewing || finding) {
        return Ok(());
    }
    let mut visibility = Visibility::default();
    if finding || grading {
        visibility = people(moodle, user.id).await?;
        if !finding {
            visibility.missing.clear();
        }
    }
    if grading {
        grades(moodle, &mut visibility).await?;
    }
    if reviewing {
        enrolments(moodle, &mut visibility).await?;
    }
    match visibility.missing.first() {
        None => Ok(()),
        Some(capability) => Err(PlatformError::CapabilityMissing {
            platform: NAME,
            capability: capability.name,
            purpose: capability.purpose,
        }),
    }
}
