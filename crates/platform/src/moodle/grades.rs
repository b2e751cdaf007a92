//! Finds out who has grades in a course: a removal of the enrolment would delete them.
//!
//! One call returns a person's totals in all courses that show grades to students. For other courses, and if there is no
//! total, one call returns the items of one person. Only the presence of a grade is checked, never its value.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};

use futures::stream::{self, StreamExt, TryStreamExt};
use selaras_kinds::object::PlatformId;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::client::Moodle;
use super::form::Form;
use super::protocol::decoded;
use super::rejection::Rejection;
use crate::{Grades, PersonInCourse, PlatformError};

/// The grades of one person in all courses.
type Totals = HashMap<PlatformId, Grades>;

/// Whether each person has grades in a course, in order.
pub(crate) async fn grades(moodle: &Moodle, people: &[PersonInCourse]) -> Result<Vec<Grades>, PlatformError> {
    // After the token was refused, no further call is made.
    let refused = &AtomicBool::new(false);
    let users: BTreeSet<PlatformId> = people.iter().map(|person| person.user).collect();
    let totals: HashMap<PlatformId, Result<Totals, Grades>> = stream::iter(users)
        .map(|user| async move { Ok::<_, PlatformError>((user, totals(moodle, user, refused).await?)) })
        .buffer_unordered(moodle.wire.at_once())
        .try_collect()
        .await?;
    let mut found: Vec<Option<Grades>> = people
        .iter()
        .map(|person| match &totals[&person.user] {
            Ok(totals) => totals.get(&person.course).cloned(),
            Err(grades) => Some(grades.clone()),
        })
        .collect();
    let left: BTreeMap<usize, PersonInCourse> = people
        .iter()
        .enumerate()
        .filter(|(at, _)| found[*at].is_none())
        .map(|(at, person)| (at, *person))
        .collect();
    let of_items: Vec<(usize, Grades)> = stream::iter(left)
        .map(|(at, person)| async move { Ok::<_, PlatformError>((at, items(moodle, person).await?)) })
        .buffer_unordered(moodle.wire.at_once())
        .try_collect()
        .await?;
    for (at, grades) in of_items {
        found[at] = Some(grades);
    }
    Ok(found
        .into_iter()
        .map(|grades| grades.unwrap_or(Grades::Unknown))
        .collect())
}

/// Maps a refusal to what it says about grades.
fn grades_of_refusal(rejection: &Rejection) -> Grades {
    if rejection.is_forbidden() {
        Grades::MayNotSee
    } else {
        // A locked or deleted account has no report.
        Grades::Unknown
    }
}

/// A person's totals, or the answer that replaces them.
async fn totals(
    moodle: &Moodle,
    user: PlatformId,
    refused: &AtomicBool,
) -> Result<Result<Totals, Grades>, PlatformError> {
    #[derive(Deserialize)]
    struct Total {
        courseid: PlatformId,
        grade: Option<String>,
        rawgrade: Option<IgnoredAny>,
    }
    #[derive(Deserialize)]
    struct Reply {
        grades: Vec<Total>,
    }
    if refused.load(Ordering::Relaxed) {
        return Ok(Err(Grades::MayNotSee));
    }
    let function = "gradereport_overview_get_course_grades";
    let mut form = Form::default();
    form.field("userid", user);
    let reply = match moodle.wire.call_if_permitted(function, &form).await? {
        Ok(reply) => decoded::<Reply>(function, &reply)?,
        Err(rejection) => {
            let grades = grades_of_refusal(&rejection);
            refused.fetch_or(grades == Grades::MayNotSee, Ordering::Relaxed);
            return Ok(Err(grades));
        }
    };
    // A total that is hidden from the token's user is reported as none, so the items are read.
    let there = |total: &Total| total.rawgrade.is_some();
    Ok(Ok(reply
        .grades
        .into_iter()
        .filter(there)
        .map(|total| (total.courseid, Grades::Some(total.grade)))
        .collect()))
}

/// Whether a person has grades in a course that the totals do not cover. A hidden item counts as a possible grade.
async fn items(moodle: &Moodle, person: PersonInCourse) -> Result<Grades, PlatformError> {
    #[derive(Deserialize)]
    struct Item {
        #[serde(default)]
        itemtype: String,
        graderaw: Option<IgnoredAny>,
        gradeishidden: Option<bool>,
        gradehiddenbydate: Option<bool>,
    }
    #[derive(Deserialize)]
    struct OfPerson {
        gradeitems: Vec<Item>,
    }
    #[derive(Deserialize)]
    struct Reply {
        usergrades: Vec<OfPerson>,
    }
    let function = "gradereport_user_get_grade_items";
    let mut form = Form::default();
    form.field("courseid", person.course).field("userid", person.user);
    let reply = match moodle.wire.call_if_permitted(function, &form).await? {
        Ok(reply) => decoded::<Reply>(function, &reply)?,
        Err(rejection) => return Ok(grades_of_refusal(&rejection)),
    };
    let items: Vec<_> = reply.usergrades.iter().flat_map(|person| &person.gradeitems).collect();
    let is_graded = |item: &&Item| item.graderaw.is_some();
    // A report that is not empty contains the course's total, unless the total is hidden.
    let shows_total = items.iter().any(|item| item.itemtype == "course");
    let is_hidden = |item: &&Item| [item.gradeishidden, item.gradehiddenbydate].contains(&Some(true));
    Ok(if items.iter().any(is_graded) {
        Grades::Some(None)
    } else if items.iter().any(is_hidden) || !(items.is_empty() || shows_total) {
        Grades::Unknown
    } else {
        Grades::None
    })
}
