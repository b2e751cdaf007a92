//! What is in a course, and the import of another course's.

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use serde_json::{Value, json};

use super::form::List;
use super::refusal::Refusal;
use super::reply::{Reply, nothing, written};
use super::site::{Activity, ActivityType, Course, SITE_URL, Site};

/// The forum that each new course has.
const FIRST: &str = "Announcements";

/// Adds everything of a course to another, also what is there already. Its name, dates and visibility stay.
pub(super) fn import(site: &mut Site, form: &List) -> Reply {
    form.allow(&["importfrom", "importto", "deletecontent", "options"])?;
    let course = |field| {
        let unknown = || Refusal::moodle("invalidcourseid", "You are trying to use an invalid course ID");
        site.courses.id(form.number(field)?).ok_or_else(unknown)
    };
    let (from, to) = (course("importfrom")?, course("importto")?);
    for capability in ["moodle/backup:backuptargetimport", "moodle/restore:restoretargetimport"] {
        site.rights.require(capability)?;
    }
    let content: Vec<(u32, ActivityType, String)> = site
        .courses
        .get(from)
        .map(activities)
        .unwrap_or_default()
        .into_iter()
        .map(|activity| (activity.section, activity.of_type, activity.name))
        .collect();
    for (section, of_type, name) in content {
        add(site, to, section, of_type, &name);
    }
    nothing()
}

/// Adds an activity to a section of a course.
pub(super) fn add(site: &mut Site, course: u32, section: u32, of_type: ActivityType, name: &str) {
    site.activities += 1;
    let id = site.activities;
    if let Some(course) = site.courses.get_mut(course) {
        course.activities.push(Activity {
            id,
            section,
            of_type,
            name: name.to_owned(),
        });
    }
}

/// The first forum and the activities that were added. The forum's id is outside the others'.
fn activities(course: &Course) -> Vec<Activity> {
    let first = Activity {
        id: 0,
        section: 0,
        of_type: ActivityType::Forum,
        name: FIRST.to_owned(),
    };
    std::iter::once(first)
        .chain(course.activities.iter().cloned())
        .collect()
}

pub(super) fn get(site: &Site, form: &List) -> Reply {
    form.allow(&["courseid", "options"])?;
    let requested = form.number("courseid")?;
    let id = site.courses.id(requested).ok_or_else(Refusal::missing_record)?;
    let course = site.courses.get(id).ok_or_else(Refusal::missing_record)?;
    let activities = activities(course);
    let last = activities.iter().map(|activity| activity.section).max().unwrap_or(0);
    let section = |number: u32| {
        let modules = activities.iter().filter(|activity| activity.section == number);
        json!({
            "id": u64::from(id) * 100 + u64::from(number),
            "name": section_name(course, number),
            "visible": 1,
            "summary": "",
            "summaryformat": 1,
            "section": number,
            "hiddenbynumsections": 0,
            "uservisible": true,
            "component": null,
            "itemid": null,
            "modules": modules.map(module).collect::<Vec<Value>>(),
        })
    };
    written(&(0..=last).map(section).collect::<Vec<Value>>())
}

fn section_name(course: &Course, number: u32) -> String {
    if number == 0 {
        return "General".to_owned();
    }
    if course.dates.format != "weeks" {
        return format!("Topic {number}");
    }
    let day = |after: u32| -> Option<Date> {
        let begins = Timestamp::from_second(course.dates.start).ok()?;
        let day = begins
            .checked_add(SignedDuration::from_hours(24 * i64::from(after)))
            .ok()?;
        Some(day.to_zoned(TimeZone::UTC).date())
    };
    let spelled = |after: u32| {
        day(after)
            .map(|day| day.strftime("%-d %B").to_string())
            .unwrap_or_default()
    };
    let first = (number - 1) * 7;
    format!("{} - {}", spelled(first), spelled(first + 6))
}

fn module(activity: &Activity) -> Value {
    let id = activity.id;
    let mut module = json!({
        "id": id,
        "name": activity.name,
        "instance": id,
        "contextid": id,
        "visible": 1,
        "uservisible": true,
        "visibleoncoursepage": 1,
        "availability": null,
        "indent": 0,
        "onclick": "",
        "afterlink": null,
        "branded": false,
        "candisplay": true,
        "completion": 0,
        "downloadcontent": 1,
        "dates": [],
        "groupmode": 0,
    });
    let icon = |name: &str| format!("{SITE_URL}/theme/image.php/boost/{name}/1795706861/monologo?filtericon=1");
    let more = match activity.of_type {
        ActivityType::Forum => json!({
            "activitybadge": [],
            "url": format!("{SITE_URL}/mod/forum/view.php?id={id}"),
            "modicon": icon("forum"),
            "modname": "forum",
            "modplural": "Forums",
            "purpose": "collaboration",
            "customdata": "{\"trackingtype\":\"1\"}",
            "noviewlink": false,
        }),
        ActivityType::Label => json!({
            "description": format!("<div class=\"no-overflow\"><p>{}</p></div>", activity.name),
            "modicon": icon("label"),
            "modname": "label",
            "modplural": "Text and media areas",
            "purpose": "content",
            "customdata": "\"\"",
            "noviewlink": true,
        }),
    };
    if let (Some(module), Value::Object(more)) = (module.as_object_mut(), more) {
        module.extend(more);
    }
    module
}
