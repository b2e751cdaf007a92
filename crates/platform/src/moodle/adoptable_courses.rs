//! Courses of others that a row of the dashboard means: their idnumber is the row's number, or their short name is the row's in
//! other capitals, which Moodle on PostgreSQL takes for another one.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use futures::{StreamExt, TryStreamExt, stream};
use selaras_kinds::mata_kuliah::MataKuliah;
use selaras_kinds::object::{Course, PlatformId};
use selaras_kinds::{Kind, idnumber_prefix};
use serde::Deserialize;

use super::accounts::OURS;
use super::client::Moodle;
use super::courses::look_up;
use super::form::Form;
use super::found::{CourseIndex, FoundCourse};
use super::protocol::decoded;
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
    let candidate = |course: &FoundCourse| Candidate {
        id: course.id,
        name: course.shortname.clone(),
        label: course.fullname.clone(),
        email: String::new(),
        idnumber: course.idnumber().to_owned(),
    };
    of_others.map(candidate).collect()
}

async fn listed_once(moodle: &Moodle) -> Result<Arc<CourseIndex>, PlatformError> {
    // There is one list.
    const LIST: PlatformId = 0;
    match &moodle.memory {
        Some(memory) => memory.all_courses.or_ask(LIST, 0, listed(moodle)).await,
        None => listed(moodle).await.map(Arc::new),
    }
}

/// Lists the courses of all categories that have some; none if the token may not list categories.
async fn listed(moodle: &Moodle) -> Result<CourseIndex, PlatformError> {
    #[derive(Deserialize)]
    struct Category {
        id: PlatformId,
        coursecount: Option<u64>,
    }
    let function = "core_course_get_categories";
    let mut form = Form::default();
    form.field("addsubcategories", 1);
    let categories: Vec<Category> = match moodle.wire.call(function, &form).await? {
        Ok(reply) => decoded(function, &reply)?,
        Err(rejection) => {
            tracing::warn!(
                code = rejection.code,
                "the courses of others could not be listed, so none is adopted by its number"
            );
            return Ok(CourseIndex::default());
        }
    };
    let full = categories
        .into_iter()
        .filter(|category| category.coursecount != Some(0));
    let ids: Vec<_> = full.map(|category| ("category", category.id.to_string())).collect();
    Ok(CourseIndex::of(found(moodle, ids).await?))
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
