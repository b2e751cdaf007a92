//! Courses of others that a row of the dashboard means: their idnumber is the row's number, or their short name is the row's in
//! other capitals, which Moodle on PostgreSQL takes for another one.

use std::sync::Arc;

use futures::{StreamExt, TryStreamExt, stream};
use selaras_kinds::number_of;
use selaras_kinds::object::{Course, PlatformId};
use serde::Deserialize;

use super::accounts::OURS;
use super::client::Moodle;
use super::courses::look_up;
use super::form::Form;
use super::found::{FoundCourse, OthersCourses};
use super::protocol::decoded;
use crate::{Candidate, PlatformError};

/// Most rows that are looked up one by one. For more, all courses are listed once in a job, by category.
const FEW: usize = 10;

/// See [`crate::LearningPlatform::adoptable`].
pub(super) async fn adoptable(moodle: &Moodle, rows: &[Course]) -> Result<Vec<Vec<Candidate>>, PlatformError> {
    let all = match rows.len() > FEW {
        true => listed_once(moodle).await?,
        false => Arc::new(None),
    };
    let some;
    let others = match &*all {
        Some(others) => others,
        None => {
            some = looked_up(moodle, rows).await?;
            &some
        }
    };
    Ok(rows.iter().map(|row| others.may_be(row)).collect())
}

async fn listed_once(moodle: &Moodle) -> Result<Arc<Option<OthersCourses>>, PlatformError> {
    // There is one list.
    const LIST: PlatformId = 0;
    match &moodle.memory {
        Some(memory) => memory.courses_of_others.or_ask(LIST, 0, listed(moodle)).await,
        None => listed(moodle).await.map(Arc::new),
    }
}

/// Lists the courses of all categories that have some; `None` if the token may not list categories.
async fn listed(moodle: &Moodle) -> Result<Option<OthersCourses>, PlatformError> {
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
            tracing::debug!(code = rejection.code, "the categories could not be listed");
            return Ok(None);
        }
    };
    let full = categories
        .into_iter()
        .filter(|category| category.coursecount != Some(0));
    let ids: Vec<_> = full.map(|category| ("category", category.id.to_string())).collect();
    Ok(Some(of_others(found(moodle, ids).await?)))
}

/// Looks these rows up by number, and by short name in lower case and in capitals.
async fn looked_up(moodle: &Moodle, rows: &[Course]) -> Result<OthersCourses, PlatformError> {
    let mut asked = Vec::new();
    for row in rows {
        asked.push(("idnumber", number_of(&row.idnumber).to_owned()));
        let spellings = [row.shortname.to_lowercase(), row.shortname.to_uppercase()].into_iter();
        let others = spellings.filter(|spelling| *spelling != row.shortname);
        asked.extend(others.map(|spelling| ("shortname", spelling)));
    }
    Ok(of_others(found(moodle, asked).await?))
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

/// Leaves out the courses with an idnumber of ours.
fn of_others(courses: Vec<FoundCourse>) -> OthersCourses {
    OthersCourses::of(
        courses
            .into_iter()
            .filter(|course| !course.idnumber().starts_with(OURS)),
    )
}
