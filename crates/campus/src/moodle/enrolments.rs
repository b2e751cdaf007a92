//! The functions about people in courses.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Value, json};

use super::cost::enrols;
use super::courses::image;
use super::form::List;
use super::refusal::Refusal;
use super::reply::{Reply, nothing, written};
use super::site::{Course, Enrolment, Manual, ROLES, Roles, SITE_COURSE, Site, WelcomeMessage};
use super::users_calls::fullname;

/// One bad row rolls back all. An existing enrolment is no bad row; its suspension is set, and its end date, to none if the
/// row has none. Each row sends its person a welcome message again.
///
/// The welcome message follows the commit, so one that cannot be sent refuses completed work.
pub(super) fn enrol(site: &mut Site, form: &List) -> Reply {
    let rows = form.rows("enrolments")?;
    for row in &rows {
        row.allow(&["roleid", "userid", "courseid", "timestart", "timeend", "suspend"])?;
        for field in ["roleid", "userid", "courseid"] {
            row.number(field)?;
        }
    }
    let mut enrolments = Vec::with_capacity(rows.len());
    for row in rows {
        let (role, user, course) = (row.number("roleid")?, row.number("userid")?, row.number("courseid")?);
        let course_id = site.courses.id(course).ok_or_else(Refusal::invalid_parameter)?;
        let assignable = |id: &u8| i64::from(*id) == role && !site.unassignable.has(*id);
        let Some(role_id) = ROLES.into_iter().map(|(id, _)| id).find(assignable) else {
            let message = format!(
                "You don't have the permission to assign this role ({role}) to this user ({user}) in this course ({course})."
            );
            return Err(Refusal::moodle("wsusercannotassign", message));
        };
        check_manual(site, course_id)?;
        if site.users.deleted(user).is_some() {
            return Err(Refusal::moodle("userdeleted", "error/userdeleted"));
        }
        let user_id = site.users.id(user).ok_or_else(Refusal::missing_record)?;
        let manual = Manual {
            suspended: row.switch("suspend")?.unwrap_or(false),
            ends: row.optional_number("timeend")?.unwrap_or(0) as u32,
        };
        enrolments.push((course_id, user_id, role_id, manual));
    }
    for (course_id, user_id, role, manual) in enrolments {
        site.welcomed += 1;
        let Some(course) = site.courses.get_mut(course_id) else {
            continue;
        };
        let before = course.enrolled.get(&user_id).copied();
        let now = before.unwrap_or_default();
        let roles = now.roles.with(role);
        course.enrolled.insert(
            user_id,
            Enrolment {
                roles,
                manual: Some(manual),
                ..now
            },
        );
        if before.is_some() {
            continue;
        }
        if site.recovers_grades {
            course.grades.recover(user_id);
        }
        if let Some(user) = site.users.get_mut(user_id) {
            user.courses.push(course_id);
        }
    }
    match site.welcome {
        WelcomeMessage::Fine => nothing(),
        WelcomeMessage::CannotBeSent => {
            let said = "Message was not sent.";
            Err(Refusal::moodle(said, format!("error/{said}")))
        }
    }
}

/// The front page is a course without enrolments.
fn check_manual(site: &Site, course: u32) -> Result<(), Refusal> {
    let off = site.courses.get(course).is_none_or(|course| course.manual_off);
    if course != SITE_COURSE && !off {
        return Ok(());
    }
    let message =
        format!("Manual enrolment plugin instance doesn't exist or is disabled for the course (id = {course})");
    Err(Refusal::moodle("wsnoinstance", message))
}

/// The people that a call enrols, by the ids that it sends.
pub(super) fn people_enrolled(function: &str, form: &List) -> BTreeSet<i64> {
    let rows = match enrols(function) {
        true => form.rows("enrolments").unwrap_or_default(),
        false => Vec::new(),
    };
    rows.into_iter().filter_map(|row| row.number("userid").ok()).collect()
}

/// Deletes the manual enrolment, in any role. With a person's last enrolment go the grades and the membership of the course's
/// groups.
pub(super) fn unenrol(site: &mut Site, form: &List) -> Reply {
    let rows = form.rows("enrolments")?;
    for row in &rows {
        row.allow(&["userid", "courseid", "roleid"])?;
        row.number("userid")?;
        row.number("courseid")?;
    }
    let mut leaving = Vec::with_capacity(rows.len());
    for row in rows {
        let course = site
            .courses
            .id(row.number("courseid")?)
            .ok_or_else(Refusal::missing_record)?;
        check_manual(site, course)?;
        let user = site
            .users
            .id(row.number("userid")?)
            .ok_or_else(Refusal::missing_record)?;
        leaving.push((course, user));
    }
    for (course, user) in leaving {
        let place = site
            .courses
            .get_mut(course)
            .and_then(|course| course.enrolled.get_mut(&user));
        match place {
            Some(place) if place.other.is_some() => place.manual = None,
            _ => leave(site, course, user),
        }
    }
    nothing()
}

/// Removes a person from a course and its groups, with the grades.
pub(super) fn leave(site: &mut Site, course_id: u32, user_id: u32) {
    let Some(course) = site.courses.get_mut(course_id) else {
        return;
    };
    if course.enrolled.remove(&user_id).is_none() {
        return;
    }
    course.grades.leave(user_id);
    for group in &course.groups {
        if let Some(group) = site.groups.get_mut(*group) {
            group.members.remove(&user_id);
        }
    }
    if let Some(user) = site.users.get_mut(user_id) {
        user.courses.retain(|other| *other != course_id);
    }
}

/// A person in a course, as sent. Fields that were not requested are omitted.
#[derive(Serialize)]
struct Enrolled<'a> {
    id: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    username: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    firstname: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lastname: Option<&'a str>,
    fullname: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    idnumber: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lastcourseaccess: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    roles: Option<Vec<RoleRow>>,
}

#[derive(Serialize)]
struct RoleRow {
    roleid: u8,
    name: &'static str,
    shortname: &'static str,
    sortorder: u8,
}

/// The options of a question about the people of a course.
struct Asked<'a> {
    /// The fields to return; all, if none is named.
    fields: Option<Vec<&'a str>>,
    from: usize,
    limit: usize,
    group: Option<u32>,
    /// Only people who may enter the course, or only those who may not.
    active: Option<bool>,
}

impl<'a> Asked<'a> {
    fn read(form: &'a List, ignored: &[&str]) -> Result<Self, Refusal> {
        let mut asked = Self {
            fields: None,
            from: 0,
            limit: usize::MAX,
            group: None,
            active: None,
        };
        for option in form.optional_rows("options")?.unwrap_or_default() {
            let value = option.text("value")?;
            let number = || value.parse::<usize>().map_err(|_| Refusal::invalid_parameter());
            match option.text("name")? {
                "userfields" => asked.fields = Some(value.split(',').map(str::trim).collect()),
                "limitfrom" => asked.from = number()?,
                "limitnumber" => asked.limit = if number()? == 0 { usize::MAX } else { number()? },
                "groupid" => asked.group = Some(number()? as u32).filter(|group| *group > 0),
                "onlyactive" | "onlysuspended" if number()? == 0 => {}
                "onlyactive" => asked.active = Some(true),
                "onlysuspended" => asked.active = Some(false),
                other if ignored.contains(&other) => {}
                _ => return Err(Refusal::invalid_parameter()),
            }
        }
        Ok(asked)
    }

    fn check_rights(&self, site: &Site) -> Result<(), Refusal> {
        site.rights.require("moodle/course:viewparticipants")?;
        match self.active {
            Some(_) => site.rights.require("moodle/course:enrolreview"),
            None => Ok(()),
        }
    }

    fn people<'s>(&self, site: &'s Site, course: &'s Course, is_seen: impl Fn(&u32) -> bool) -> Vec<Enrolled<'s>> {
        let wants = |field: &str| self.fields.as_ref().is_none_or(|fields| fields.contains(&field));
        let in_group = |user: &u32| {
            let has = |group: u32| site.groups.get(group).is_some_and(|group| group.members.contains(user));
            self.group.is_none_or(has)
        };
        let page = course
            .enrolled
            .iter()
            .filter(|(user, _)| is_seen(user))
            .filter(|(user, place)| {
                in_group(user) && self.active.is_none_or(|active| course.is_open_to(place) == active)
            })
            .skip(self.from)
            .take(self.limit);
        let row = |(user_id, place): (&u32, &Enrolment)| {
            let user = site.users.get(*user_id)?;
            let own = *user_id == site.rights.user();
            let may = |capability: &str| own || site.rights.may(capability);
            let (all, email) = (may("moodle/user:viewalldetails"), may("moodle/course:useremail"));
            Some(Enrolled {
                id: *user_id,
                username: (wants("username") && all).then_some(&user.username),
                firstname: wants("firstname").then_some(&user.firstname),
                lastname: wants("lastname").then_some(&user.lastname),
                fullname: fullname(user),
                email: (wants("email") && (email || may("moodle/site:viewuseridentity"))).then_some(&user.email),
                idnumber: (wants("idnumber") && all).then_some(&user.idnumber),
                lastcourseaccess: wants("lastcourseaccess").then_some(place.last_access),
                groups: if wants("groups") {
                    groups_of(site, course, *user_id)
                } else {
                    Vec::new()
                },
                roles: wants("roles").then(|| role_rows(place.roles)),
            })
        };
        page.filter_map(row).collect()
    }
}

pub(super) fn get_enrolled(site: &Site, form: &List) -> Reply {
    form.allow(&["courseid", "options"])?;
    let requested = form.number("courseid")?;
    let id = site.courses.id(requested).ok_or_else(Refusal::missing_record)?;
    let course = site.courses.get(id).ok_or_else(Refusal::missing_record)?;
    let asked = Asked::read(form, &["withcapability", "sortby", "sortdirection"])?;
    asked.check_rights(site)?;
    // With separate groups, a caller who is in none of them gets an empty list, not a refusal.
    let sees_all = !course.separate_groups || site.rights.may("moodle/site:accessallgroups");
    let own = site.rights.user();
    let is_seen = |user: &u32| {
        let mut groups = course.groups.iter().filter_map(|group| site.groups.get(*group));
        sees_all || groups.any(|group| group.members.contains(&own) && group.members.contains(user))
    };
    written(&asked.people(site, course, is_seen))
}

/// The people of several courses who have a capability; the double knows only the one without a name, which everyone has. One
/// unknown course refuses all. Separate groups hide no one here.
pub(super) fn get_enrolled_of_courses(site: &Site, form: &List) -> Reply {
    form.allow(&["coursecapabilities", "options"])?;
    let asked = Asked::read(form, &[])?;
    if asked.active == Some(false) {
        return Err(Refusal::invalid_parameter());
    }
    let mut found = Vec::new();
    for row in form.rows("coursecapabilities")? {
        row.allow(&["courseid", "capabilities"])?;
        if row.texts("capabilities")?.iter().any(|name| !name.is_empty()) {
            return Err(Refusal::invalid_parameter());
        }
        let id = site
            .courses
            .id(row.number("courseid")?)
            .ok_or_else(Refusal::missing_course)?;
        let course = site.courses.get(id).ok_or_else(Refusal::missing_course)?;
        asked.check_rights(site)?;
        site.rights.require("moodle/role:review")?;
        let users = asked.people(site, course, |_| true);
        found.push(json!({"courseid": id, "capability": "", "users": users}));
    }
    written(&found)
}

fn role_rows(roles: Roles) -> Vec<RoleRow> {
    roles
        .iter()
        .map(|(roleid, shortname)| RoleRow {
            roleid,
            name: "",
            shortname,
            sortorder: 0,
        })
        .collect()
}

fn groups_of(site: &Site, course: &Course, user: u32) -> Vec<Value> {
    let groups = course.groups.iter().filter_map(|id| Some((id, site.groups.get(*id)?)));
    groups
        .filter(|(_, group)| group.members.contains(&user))
        .map(|(id, group)| {
            json!({"id": id, "name": group.name, "description": group.description, "descriptionformat": 1})
        })
        .collect()
}

/// The self-enrolment methods of a course: none, as enrolments are manual only.
pub(super) fn get_methods(site: &Site, form: &List) -> Reply {
    form.allow(&["courseid"])?;
    let requested = form.number("courseid")?;
    site.courses
        .id(requested)
        .ok_or_else(|| Refusal::no_course_context(requested))?;
    written(&Vec::<Value>::new())
}

/// The courses in which a person is active.
pub(super) fn get_users_courses(site: &Site, form: &List) -> Reply {
    form.allow(&["userid", "returnusercount"])?;
    let user_id = site
        .users
        .id(form.number("userid")?)
        .ok_or_else(Refusal::missing_record)?;
    let user = site.users.get(user_id).ok_or_else(Refusal::missing_record)?;
    let active = |course: &Course| {
        course
            .enrolled
            .get(&user_id)
            .is_some_and(|place| course.is_open_to(place))
    };
    let count = form.switch("returnusercount")?.unwrap_or(true);
    let courses = user.courses.iter().filter_map(|id| Some((*id, site.courses.get(*id)?)));
    written(
        &courses
            .filter(|(_, course)| active(course))
            .map(|(id, course)| users_course(id, course, count))
            .collect::<Vec<_>>(),
    )
}

fn users_course(id: u32, course: &Course, count: bool) -> Value {
    let mut row = json!({
        "id": id,
        "shortname": course.shortname,
        "fullname": course.fullname,
        "displayname": course.fullname,
        "idnumber": course.idnumber,
        "visible": u8::from(course.visible),
        "summary": course.summary,
        "summaryformat": 1,
        "format": course.dates.format,
        "courseimage": image(id),
        "showgrades": true,
        "lang": "",
        "enablecompletion": true,
        "completionhascriteria": false,
        "completionusertracked": true,
        "category": course.category,
        "progress": null,
        "completed": false,
        "startdate": course.dates.start,
        "enddate": course.dates.end,
        "marker": 0,
        "lastaccess": null,
        "isfavourite": false,
        "hidden": false,
        "overviewfiles": [],
        "showactivitydates": true,
        "showcompletionconditions": true,
        "timemodified": course.modified,
    });
    if count {
        row["enrolledusercount"] = json!(course.enrolled.len());
    }
    row
}
