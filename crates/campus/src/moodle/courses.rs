//! The functions about courses.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::categories::Tree;
use super::course_dates::CourseDates;
use super::form::List;
use super::gradebook::Gradebook;
use super::refusal::Refusal;
use super::reply::{Reply, warning, written};
use super::site::{Course, SITE_URL, Site};
use super::user_rules::has_markup;

const FIELDS: [&str; 27] = [
    "id",
    "fullname",
    "shortname",
    "categoryid",
    "idnumber",
    "summary",
    "summaryformat",
    "format",
    "showgrades",
    "newsitems",
    "startdate",
    "enddate",
    "numsections",
    "maxbytes",
    "showreports",
    "visible",
    "hiddensections",
    "groupmode",
    "groupmodeforce",
    "defaultgroupingid",
    "enablecompletion",
    "completionnotify",
    "lang",
    "forcetheme",
    "courseformatoptions",
    "customfields",
    "showactivitydates",
];

pub(super) fn create(site: &mut Site, form: &List) -> Reply {
    let rows = form.rows("courses")?;
    for row in &rows {
        row.allow(&FIELDS[1..])?;
        row.number("categoryid")?;
        if has_markup(row.text("fullname")?) || has_markup(row.text("shortname")?) {
            return Err(Refusal::invalid_parameter());
        }
    }
    let mut created = Vec::with_capacity(rows.len());
    for row in rows {
        match create_one(site, row) {
            Ok(id) => created.push(id),
            Err(refusal) => {
                for id in created {
                    remove(site, id);
                }
                return Err(refusal);
            }
        }
    }
    let row = |id: &u32| json!({"id": id, "shortname": site.courses.get(*id).map(|course| &course.shortname)});
    written(&created.iter().map(row).collect::<Vec<_>>())
}

fn create_one(site: &mut Site, row: &List) -> Result<u32, Refusal> {
    let requested = row.number("categoryid")?;
    let category = site
        .categories
        .id(requested)
        .ok_or_else(|| Refusal::no_category_context(requested))?;
    let (fullname, shortname) = (row.text("fullname")?, row.text("shortname")?);
    site.check_name(fullname)?;
    for (field, value) in [("fullname", fullname), ("shortname", shortname)] {
        if value.trim().is_empty() {
            return Err(Refusal::moodle(
                "errorinvalidparam",
                format!("The param \"{field}\" is invalid."),
            ));
        }
    }
    let idnumber = row.optional("idnumber")?.unwrap_or("");
    check_shortname(site, shortname, None)?;
    check_idnumber(site, idnumber, None)?;
    let dates = CourseDates::from(row, &CourseDates::default())?;
    let created = site.now();
    let id = site.courses.add(Course {
        fullname: fullname.to_owned(),
        shortname: shortname.to_owned(),
        idnumber: idnumber.to_owned(),
        summary: row.optional("summary")?.unwrap_or("").to_owned(),
        category,
        visible: row.switch("visible")?.unwrap_or(true),
        separate_groups: row.optional_number("groupmode")? == Some(SEPARATE_GROUPS),
        manual_off: false,
        dates,
        created,
        modified: created,
        enrolled: BTreeMap::new(),
        groups: Vec::new(),
        grades: Gradebook::default(),
        activities: Vec::new(),
    });
    site.course_of_shortname.insert(shortname.to_owned(), id);
    if !idnumber.is_empty() {
        site.course_of_idnumber.insert(idnumber.to_owned(), id);
    }
    move_to(site, id, category);
    Ok(id)
}

/// Deletes a course with its groups and enrolments.
pub(super) fn remove(site: &mut Site, id: u32) -> bool {
    let Some(course) = site.courses.remove(id) else {
        return false;
    };
    site.course_of_shortname.remove(&course.shortname);
    site.course_of_idnumber.remove(&course.idnumber);
    if let Some(category) = site.categories.get_mut(course.category) {
        category.courses.retain(|other| *other != id);
    }
    for group in course.groups {
        site.groups.remove(group);
    }
    for user in course.enrolled.into_keys() {
        if let Some(user) = site.users.get_mut(user) {
            user.courses.retain(|other| *other != id);
        }
    }
    true
}

/// The course with a short name, and its own spelling of that.
fn of_shortname<'a>(site: &'a Site, shortname: &str) -> Option<(&'a str, u32)> {
    let courses = &site.course_of_shortname;
    let found = match courses.get_key_value(shortname) {
        None if site.ignores_capitals => courses
            .iter()
            .find(|(name, _)| name.to_lowercase() == shortname.to_lowercase()),
        found => found,
    };
    found.map(|(name, id)| (name.as_str(), *id))
}

fn check_shortname(site: &Site, shortname: &str, own: Option<u32>) -> Result<(), Refusal> {
    match of_shortname(site, shortname) {
        Some((taken, other)) if Some(other) != own => {
            let message = format!("Short name is already used for another course ({taken})");
            Err(Refusal::moodle("shortnametaken", message))
        }
        _ => Ok(()),
    }
}

fn check_idnumber(site: &Site, idnumber: &str, own: Option<u32>) -> Result<(), Refusal> {
    match site.course_of_idnumber.get(idnumber) {
        Some(other) if !idnumber.is_empty() && Some(*other) != own => {
            let message = format!("ID number is already used for another course ({idnumber})");
            Err(Refusal::moodle("courseidnumbertaken", message))
        }
        _ => Ok(()),
    }
}

pub(super) fn move_to(site: &mut Site, id: u32, category: u32) {
    let Some(course) = site.courses.get_mut(id) else { return };
    if let Some(old) = site.categories.get_mut(course.category) {
        old.courses.retain(|other| *other != id);
    }
    course.category = category;
    if let Some(new) = site.categories.get_mut(category) {
        new.courses.push(id);
    }
}

pub(super) fn update(site: &mut Site, form: &List) -> Reply {
    let rows = form.rows("courses")?;
    for row in &rows {
        row.allow(&FIELDS)?;
        row.number("id")?;
        row.optional_number("categoryid")?;
        for field in ["fullname", "shortname"] {
            if row.optional(field)?.is_some_and(has_markup) {
                return Err(Refusal::invalid_parameter());
            }
        }
    }
    let mut warnings = Vec::new();
    for row in rows {
        if let Err(refusal) = update_one(site, row) {
            warnings.push(warning("course", row.number("id")?, &refusal));
        }
    }
    written(&json!({"warnings": warnings}))
}

fn update_one(site: &mut Site, row: &List) -> Result<(), Refusal> {
    let id = site.courses.id(row.number("id")?).ok_or_else(Refusal::missing_record)?;
    let category = match row.optional_number("categoryid")? {
        Some(requested) => Some(site.categories.id(requested).ok_or_else(Refusal::missing_record)?),
        None => None,
    };
    let (shortname, idnumber) = (row.optional("shortname")?, row.optional("idnumber")?);
    for (field, value) in [("fullname", row.optional("fullname")?), ("shortname", shortname)] {
        if value.is_some_and(|value| value.trim().is_empty()) {
            return Err(Refusal::moodle(
                "errorinvalidparam",
                format!("The param \"{field}\" is invalid."),
            ));
        }
    }
    if let Some(shortname) = shortname {
        check_shortname(site, shortname, Some(id))?;
    }
    if let Some(idnumber) = idnumber {
        check_idnumber(site, idnumber, Some(id))?;
    }
    let before = site
        .courses
        .get(id)
        .map(|course| course.dates.clone())
        .unwrap_or_default();
    let dates = CourseDates::from(row, &before)?;
    let visible = row.switch("visible")?;
    let now = site.now();
    let course = site.courses.get_mut(id).ok_or_else(Refusal::missing_record)?;
    course.modified = now;
    course.visible = visible.unwrap_or(course.visible);
    course.dates = dates;
    if let Some(fullname) = row.optional("fullname")? {
        fullname.clone_into(&mut course.fullname);
    }
    if let Some(summary) = row.optional("summary")? {
        summary.clone_into(&mut course.summary);
    }
    if let Some(shortname) = shortname {
        site.course_of_shortname.remove(&course.shortname);
        shortname.clone_into(&mut course.shortname);
        site.course_of_shortname.insert(shortname.to_owned(), id);
    }
    if let Some(idnumber) = idnumber {
        site.course_of_idnumber.remove(&course.idnumber);
        idnumber.clone_into(&mut course.idnumber);
        if !idnumber.is_empty() {
            site.course_of_idnumber.insert(idnumber.to_owned(), id);
        }
    }
    let moved = category.filter(|category| *category != course.category);
    if let Some(category) = moved {
        move_to(site, id, category);
    }
    Ok(())
}

/// One field, one value; a list of values only for `ids`, which fails as a whole if one is unknown. Without a field, all
/// courses.
pub(super) fn get_by_field(site: &Site, form: &List) -> Reply {
    form.allow(&["field", "value"])?;
    let (field, value) = (
        form.optional("field")?.unwrap_or(""),
        form.optional("value")?.unwrap_or(""),
    );
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| Refusal::invalid_parameter());
    let mut ids: Vec<u32> = match field {
        "" => site.courses.iter().map(|(id, _)| id).collect(),
        "id" => site.courses.id(number(value)?).into_iter().collect(),
        "ids" => {
            let requested = value.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
            let found = requested
                .into_iter()
                .map(|id| site.courses.id(id))
                .collect::<Option<_>>();
            found.ok_or_else(|| Refusal::php("Attempt to assign property \"contextvalidated\" on null"))?
        }
        "shortname" => of_shortname(site, value).map(|(_, id)| id).into_iter().collect(),
        "idnumber" if value.is_empty() => site
            .courses
            .iter()
            .filter(|(_, course)| course.idnumber.is_empty())
            .map(|(id, _)| id)
            .collect(),
        "idnumber" => site.course_of_idnumber.get(value).copied().into_iter().collect(),
        "category" => {
            let category = site
                .categories
                .id(number(value)?)
                .and_then(|id| site.categories.get(id));
            category.map(|category| category.courses.clone()).unwrap_or_default()
        }
        _ => return Err(Refusal::invalid_parameter()),
    };
    ids.sort_unstable();
    ids.dedup();
    let tree = Tree::of(site);
    let row = |id: &u32| Some(course_row(site, &tree, *id, site.courses.get(*id)?));
    written(&json!({"courses": ids.iter().filter_map(row).collect::<Vec<Value>>(), "warnings": []}))
}

/// A group mode in which groups do not see each other.
const SEPARATE_GROUPS: i64 = 1;

/// Moodle's generated picture of a course. Its number is that of the course's context.
pub(super) fn image(id: u32) -> String {
    format!("{SITE_URL}/pluginfile.php/{}/course/generated/course.svg", id + 13)
}

fn course_row(site: &Site, tree: &Tree, id: u32, course: &Course) -> Value {
    let category = site.categories.get(course.category);
    // The newest course of a category comes first.
    let place = category
        .and_then(|category| category.courses.iter().rev().position(|other| *other == id))
        .unwrap_or(0);
    let filter = |name: &str| json!({"filter": name, "localstate": 0, "inheritedstate": 1});
    let filters = [
        "displayh5p",
        "activitynames",
        "mathjaxloader",
        "emoticon",
        "urltolink",
        "mediaplugin",
    ]
    .map(filter);
    json!({
        "id": id,
        "fullname": course.fullname,
        "displayname": course.fullname,
        "shortname": course.shortname,
        "courseimage": image(id),
        "categoryid": course.category,
        "categoryname": category.map_or("", |category| &category.name),
        "sortorder": tree.sortorder(course.category) + place + 1,
        "summary": course.summary,
        "summaryformat": 1,
        "summaryfiles": [],
        "overviewfiles": [],
        "showactivitydates": true,
        "showcompletionconditions": true,
        "contacts": [],
        "enrollmentmethods": ["manual"],
        "idnumber": course.idnumber,
        "format": course.dates.format,
        "showgrades": 1,
        "newsitems": 5,
        "startdate": course.dates.start,
        "enddate": course.dates.end,
        "maxbytes": 0,
        "showreports": 0,
        "visible": u8::from(course.visible),
        "groupmode": u8::from(course.separate_groups),
        "groupmodeforce": 0,
        "defaultgroupingid": 0,
        "enablecompletion": 1,
        "completionnotify": 0,
        "lang": "",
        "theme": "",
        "marker": 0,
        "legacyfiles": 0,
        "calendartype": "",
        "timecreated": course.created,
        "timemodified": course.modified,
        "requested": 0,
        "cacherev": course.modified,
        "filters": filters,
        "courseformatoptions": [
            {"name": "hiddensections", "value": 1},
            {"name": "coursedisplay", "value": 0},
            {"name": "indentation", "value": "1"}
        ],
    })
}
