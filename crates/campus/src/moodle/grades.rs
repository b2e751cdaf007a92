//! Grading, and the functions that show grades.

use serde_json::{Value, json};

use super::form::List;
use super::gradebook::{Grade, Item};
use super::refusal::Refusal;
use super::reply::{Reply, written};
use super::site::Site;
use super::users::User;
use super::users_calls::fullname;

/// Grades a person by hand for an item of a course. Creates the item if it is missing.
pub(super) fn grade(site: &mut Site, course: u32, user: u32, item: &str, points: f64) {
    let given = site.now();
    let mut fresh = || {
        site.grade_items += 1;
        site.grade_items
    };
    let Some(book) = site.courses.get_mut(course).map(|course| &mut course.grades) else {
        return;
    };
    if book.total == 0 {
        book.total = fresh();
    }
    let id = match book.items.iter().find(|known| known.name == item) {
        Some(known) => known.id,
        None => {
            let id = fresh();
            let name = item.to_owned();
            book.items.push(Item { id, name });
            id
        }
    };
    book.grades.entry(user).or_default().insert(id, Grade { points, given });
}

/// One person's total in each of their courses. The person is checked before the right to see grades.
pub(super) fn get_course_grades(site: &Site, form: &List) -> Reply {
    form.allow(&["userid"])?;
    let own = site.rights.user();
    let requested = form.optional_number("userid")?.filter(|user| *user != 0);
    let (id, user) = active_user(site, requested.unwrap_or_else(|| i64::from(own)))?;
    if id != own {
        site.rights.require("moodle/grade:viewall")?;
    }
    let total = |course_id: &u32| {
        let book = &site.courses.get(*course_id)?.grades;
        let total = book.total_of(id).filter(|_| book.shows_total(&site.rights));
        let (shown, raw) = match total {
            Some(Grade { points, .. }) => (format!("{points:.2}"), json!(format!("{points:.5}"))),
            None => ("-".to_owned(), Value::Null),
        };
        Some(json!({"courseid": course_id, "grade": shown, "rawgrade": raw}))
    };
    let grades: Vec<Value> = user.courses.iter().filter_map(total).collect();
    written(&json!({"grades": grades, "warnings": []}))
}

/// The items of one person in one course.
pub(super) fn get_grade_items(site: &Site, form: &List) -> Reply {
    form.allow(&["courseid", "userid", "groupid"])?;
    let requested = form.number("courseid")?;
    let course_id = site.courses.id(requested).ok_or_else(Refusal::missing_record)?;
    site.rights.require("gradereport/user:view")?;
    let (id, user) = active_user(site, form.number("userid")?)?;
    if !site.rights.may("moodle/grade:viewall") {
        return Err(Refusal::moodle("nopermissiontoviewgrades", "Cannot view grades."));
    }
    let course = site.courses.get(course_id).ok_or_else(Refusal::missing_record)?;
    let book = &course.grades;
    let mut items: Vec<Value> = book
        .items
        .iter()
        .map(|item| {
            let grade = book.grades.get(&id).and_then(|grades| grades.get(&item.id)).copied();
            let mut row = item_row(item.id, Some(&item.name), "manual", grade);
            if grade.is_some() {
                row["weightraw"] = json!(1);
                row["weightformatted"] = json!("100.00 %");
            }
            row
        })
        .collect();
    if book.total != 0 && book.shows_total(&site.rights) {
        let total = book.total_of(id);
        let mut row = item_row(book.total, None, "course", total);
        row["iteminstance"] = json!(1);
        row["itemnumber"] = Value::Null;
        row["feedbackformat"] = json!(if total.is_some() { 2 } else { 0 });
        items.push(row);
    }
    written(&json!({
        "usergrades": [{
            "courseid": course_id,
            "courseidnumber": course.idnumber,
            "userid": id,
            "userfullname": fullname(user),
            "useridnumber": user.idnumber,
            "maxdepth": 2,
            "gradeitems": items,
        }],
        "warnings": [],
    }))
}

fn active_user(site: &Site, requested: i64) -> Result<(u32, &User), Refusal> {
    let id = site.users.id(requested).ok_or_else(Refusal::missing_record)?;
    let user = site.users.get(id).ok_or_else(Refusal::missing_record)?;
    match (&*user.username, user.suspended) {
        ("guest", _) => Err(Refusal::moodle(
            "guestsarenotallowed",
            "The guest user is not allowed to do this",
        )),
        (_, true) => Err(Refusal::moodle("suspended", "Suspended account")),
        _ => Ok((id, user)),
    }
}

fn item_row(id: u32, name: Option<&str>, sort: &str, grade: Option<Grade>) -> Value {
    let shown = |unit: &str| grade.map_or_else(|| "-".to_owned(), |grade| format!("{:.2}{unit}", grade.points));
    json!({
        "id": id,
        "itemname": name,
        "itemtype": sort,
        "itemmodule": null,
        "iteminstance": null,
        "itemnumber": 0,
        "idnumber": null,
        "categoryid": name.map(|_| 1),
        "outcomeid": null,
        "scaleid": null,
        "locked": false,
        "graderaw": grade.map(|grade| json_number(grade.points)),
        "gradedatesubmitted": null,
        "gradedategraded": grade.map(|grade| grade.given),
        "gradehiddenbydate": false,
        "gradeneedsupdate": false,
        "gradeishidden": false,
        "gradeislocked": false,
        "gradeisoverridden": false,
        "gradeformatted": shown(""),
        "grademin": 0,
        "grademax": 100,
        "rangeformatted": "0&ndash;100",
        "percentageformatted": shown(" %"),
        "feedback": "",
        "feedbackformat": 0,
    })
}

/// PHP writes a whole number without a decimal point.
fn json_number(points: f64) -> Value {
    if points.fract() == 0.0 {
        json!(points as i64)
    } else {
        json!(points)
    }
}
