//! Courses of others that a row of the dashboard means: their idnumber is the row's number, or their short name is the row's in
//! other capitals, which Moodle on PostgreSQL takes for another one.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use futures::{StreamExt, TryStreamExt, stream};
use selaras_kinds::mata_kuliah::MataKuliah;
use selaras_kinds::object::{Course, OURS, PlatformId};
use selaras_kinds::{Kind, idnumber_prefix};
use serde::Deserialize;

use super::client::Moodle;
use super::courses::look_up;
use super::form::Form;
use super::found::{CourseIndex, FoundCourse};
use super::protocol::{decoded, refused};
use super::read::unescaped;
use super::rejection::Rejection;
use crate::{Candidate, PlatformError};

/// Most rows that a job looks up one by one. For more, it lists all courses once, by category.
const FEW: usize = 10;

/// See [`crate::LearningPlatform::adoptable`].
pub(super) async fn adoptable(moodle: &Moodle, rows: &[Course]) -> Result<Vec<Vec<Candidate>>, PlatformError> {
    let sought = match &moodle.memory {
        Some(memory) => memory.courses_sought.fetch_add(rows.len(), Ordering::Relaxed) + rows.len(),
        None => rows.len(),
    };
    let courses = match sought > FEW {
        true => listed_once(moodle).await?,
        false => Arc::new(looked_up(moodle, rows).await?),
    };
    Ok(rows.iter().map(|row| meant(&courses, row)).collect())
}

/// The number of a course by which others may know it too. A class that is a course has a number of another kind.
fn number(row: &Course) -> Option<&str> {
    row.idnumber.strip_prefix(&idnumber_prefix(MataKuliah::NAME))
}

/// The courses of others that a row means. None if Moodle refuses the row, because a course has its idnumber or exactly its
/// short name: that one is adopted then.
fn meant(courses: &CourseIndex, row: &Course) -> Vec<Candidate> {
    let named = courses.with_shortname(&row.shortname);
    let is_there = named.iter().any(|course| course.shortname == row.shortname);
    if is_there || !courses.with_idnumber(&row.idnumber).is_empty() {
        return Vec::new();
    }
    let numbered = number(row).map_or_else(Vec::new, |number| courses.with_idnumber(number));
    let found = if numbered.is_empty() { named } else { numbered };
    let of_others = found.into_iter().filter(|course| !course.idnumber().starts_with(OURS));
    of_others.map(|course| candidate(course, true)).collect()
}

fn candidate(course: &FoundCourse, proven: bool) -> Candidate {
    Candidate {
        id: course.id,
        name: unescaped(&course.shortname),
        label: unescaped(&course.fullname),
        email: String::new(),
        idnumber: course.idnumber().to_owned(),
        container: Some(course.categoryid),
        proven,
    }
}

/// What may be each of these rows' course, see [`crate::LearningPlatform::candidates`].
pub(super) async fn candidates<'a>(
    moodle: &Moodle,
    rows: impl Iterator<Item = (&'a Course, &'a [String])>,
) -> Result<Vec<Vec<Candidate>>, PlatformError> {
    let courses = listed_for_all(moodle).await?;
    let of = |(row, numbers): (&Course, &[String])| {
        let ours = courses.with_idnumber(&row.idnumber);
        let found = match ours.is_empty() {
            true => {
                let numbered = numbers.iter().flat_map(|number| courses.with_idnumber(number));
                let mut found = courses.with_shortname(&row.shortname);
                found.extend(numbered);
                found
            }
            false => ours,
        };
        let found: BTreeMap<_, _> = found.into_iter().map(|course| (course.id, course)).collect();
        // An idnumber of ours names another row.
        let is_proven =
            |course: &FoundCourse| course.idnumber() == row.idnumber || !course.idnumber().starts_with(OURS);
        found
            .into_values()
            .map(|course| candidate(course, is_proven(course)))
            .collect()
    };
    Ok(rows.map(of).collect())
}

/// See [`crate::LearningPlatform::has_courses_of_others`].
pub(super) async fn has_others(moodle: &Moodle) -> Result<bool, PlatformError> {
    let courses = listed_for_all(moodle).await?;
    Ok(courses.all().iter().any(|course| !course.idnumber().starts_with(OURS)))
}

/// The courses of Moodle, listed once.
///
/// # Errors
/// Moodle refuses to list categories: without them no course can be told to be missing.
async fn listed_for_all(moodle: &Moodle) -> Result<Arc<CourseIndex>, PlatformError> {
    let list = async {
        listed(moodle)
            .await?
            .map_err(|rejection| refused(CATEGORIES, &rejection))
    };
    remembered(moodle, list).await
}

/// [`listed_for_all`]; none if the token may not list categories.
async fn listed_once(moodle: &Moodle) -> Result<Arc<CourseIndex>, PlatformError> {
    let list = async {
        Ok(listed(moodle).await?.unwrap_or_else(|rejection| {
            tracing::warn!(
                code = rejection.code,
                "the courses of others could not be listed, so none is adopted by its number"
            );
            CourseIndex::default()
        }))
    };
    remembered(moodle, list).await
}

/// This job's list of all courses, or the result of `list`.
async fn remembered(
    moodle: &Moodle,
    list: impl Future<Output = Result<CourseIndex, PlatformError>>,
) -> Result<Arc<CourseIndex>, PlatformError> {
    // There is one list.
    const LIST: PlatformId = 0;
    match &moodle.memory {
        Some(memory) => memory.all_courses.or_ask(LIST, 0, list).await,
        None => list.await.map(Arc::new),
    }
}

const CATEGORIES: &str = "core_course_get_categories";

/// Lists the courses of all categories that have some.
async fn listed(moodle: &Moodle) -> Result<Result<CourseIndex, Rejection>, PlatformError> {
    #[derive(Deserialize)]
    struct Category {
        id: PlatformId,
        coursecount: Option<u64>,
    }
    let mut form = Form::default();
    form.field("addsubcategories", 1);
    let categories: Vec<Category> = match moodle.wire.call(CATEGORIES, &form).await? {
        Ok(reply) => decoded(CATEGORIES, &reply)?,
        Err(rejection) => return Ok(Err(rejection)),
    };
    let full = categories
        .into_iter()
        .filter(|category| category.coursecount != Some(0));
    let ids: Vec<_> = full.map(|category| ("category", category.id.to_string())).collect();
    Ok(Ok(CourseIndex::of(found(moodle, ids).await?)))
}

/// Looks these rows up by both numbers, and by short name as it is, in lower case and in capitals.
async fn looked_up(moodle: &Moodle, rows: &[Course]) -> Result<CourseIndex, PlatformError> {
    let mut asked = Vec::new();
    for row in rows {
        asked.push(("idnumber", row.idnumber.clone()));
        asked.extend(number(row).map(|number| ("idnumber", number.to_owned())));
        let name = &row.shortname;
        let mut spellings = vec![name.clone(), name.to_lowercase(), name.to_uppercase()];
        spellings.sort_unstable();
        spellings.dedup();
        asked.extend(spellings.into_iter().map(|spelling| ("shortname", spelling)));
    }
    Ok(CourseIndex::of(found(moodle, asked).await?))
}

/// The courses with these values of these fields.
async fn found(moodle: &Moodle, asked: Vec<(&'static str, String)>) -> Result<Vec<FoundCourse>, PlatformError> {
    let mut calls = Vec::with_capacity(asked.len());
    for (field, value) in asked {
        calls.push(async move { look_up(moodle, field, &value).await });
    }
    let found: Vec<_> = stream::iter(calls)
        .buffered(moodle.wire.at_once())
        .try_collect()
        .await?;
    Ok(found.into_iter().flatten().collect())
}
