//! The content of new courses, imported from a template.
//!
//! An import adds to what is there: twice gives everything twice. So it follows the creation of a course, and is never repeated
//! blindly: if no answer came, or a course is found that an earlier try made, the course is looked into first.

use std::collections::{BTreeSet, HashMap};

use selaras_kinds::object::{Course, PlatformId};
use selaras_reasons::Reason;
use serde::Deserialize;

use super::client::Moodle;
use super::courses::{Courses, look_up};
use super::create::create;
use super::form::Form;
use super::name::platform;
use super::protocol::{CreateReply, decoded};
use super::rejection::own;
use crate::{Outcome, PlatformError, Refusal};

const CONTENTS: &str = "core_course_get_contents";
const IMPORT: &str = "core_course_import_course";

/// Creates courses, and imports the content of their templates.
pub(crate) async fn create_with_content(moodle: &Moodle, rows: &[Course]) -> Result<Vec<Outcome>, PlatformError> {
    let mut templates: HashMap<&str, Result<PlatformId, Refusal>> = HashMap::new();
    let names: BTreeSet<&str> = rows.iter().map(|course| course.template.as_str()).collect();
    for name in names.into_iter().filter(|name| !name.is_empty()) {
        templates.insert(name, template(moodle, name).await?);
    }
    // Without its template a course is not made: it would stay without content.
    let unusable = |course: &Course| templates.get(course.template.as_str())?.as_ref().err().cloned();
    let wanted: Vec<&Course> = rows.iter().filter(|course| unusable(course).is_none()).collect();
    let mut courses = Courses::new(moodle, wanted.clone());
    let mut made = create(&mut courses).await?;
    for (position, course) in wanted.into_iter().enumerate() {
        let Some(Ok(template)) = templates.get(course.template.as_str()) else {
            continue;
        };
        let filled = match &made[position] {
            Outcome::Created(id) => fill(moodle, course, (*template, *id)).await?,
            // An earlier try made it, and may not have come to the import.
            Outcome::Adopted(id) if courses.was_ours(position) && is_empty(moodle, *id).await? => {
                fill(moodle, course, (*template, *id)).await?
            }
            _ => Ok(()),
        };
        if let Err(refusal) = filled {
            made[position] = Outcome::Refused(refusal);
        }
    }
    let mut made = made.into_iter();
    let outcome = |course: &Course| match unusable(course) {
        Some(refusal) => Some(Outcome::Refused(refusal)),
        None => made.next(),
    };
    Ok(rows.iter().filter_map(outcome).collect())
}

/// The course with this short name.
async fn template(moodle: &Moodle, name: &str) -> Result<Result<PlatformId, Refusal>, PlatformError> {
    let found = look_up(moodle, "shortname", name).await?;
    let id = found.into_iter().map(|course| course.id).next();
    Ok(id.ok_or_else(|| {
        let reason = Reason::TemplateNotThere {
            platform: platform(),
            template: name.to_owned(),
        };
        own("notemplate", reason)
    }))
}

/// Imports a template into an empty course.
async fn fill(
    moodle: &Moodle,
    course: &Course,
    (template, id): (PlatformId, PlatformId),
) -> Result<Result<(), Refusal>, PlatformError> {
    let mut form = Form::default();
    form.field("importfrom", template).field("importto", id);
    let (platform, template) = (platform(), course.template.clone());
    match moodle.wire.make_if_permitted(IMPORT, &form).await? {
        CreateReply::Answered(Ok(_)) => Ok(Ok(())),
        CreateReply::Answered(Err(rejection)) => Ok(Err(match rejection.is_missing_capability() {
            true => rejection.because(Reason::TemplateNotAllowed { platform, template }),
            false => rejection.because(Reason::TemplateRefused {
                platform,
                template,
                message: rejection.message.clone(),
            }),
        })),
        CreateReply::Lost(_) if !is_empty(moodle, id).await? => Ok(Ok(())),
        CreateReply::Lost(_) => Ok(Err(own(
            "templatelost",
            Reason::TemplateUnanswered { platform, template },
        ))),
    }
}

/// True if a course has nothing but the forum that Moodle gives to each.
async fn is_empty(moodle: &Moodle, id: PlatformId) -> Result<bool, PlatformError> {
    #[derive(Deserialize)]
    struct Module {
        modname: String,
    }
    #[derive(Deserialize)]
    struct Section {
        modules: Vec<Module>,
    }
    let mut form = Form::default();
    form.field("courseid", id);
    let sections: Vec<Section> = match moodle.wire.call(CONTENTS, &form).await? {
        Ok(reply) => decoded(CONTENTS, &reply)?,
        // It is not known to be empty.
        Err(rejection) => {
            tracing::warn!(code = rejection.code, "a course could not be looked into");
            return Ok(false);
        }
    };
    let modules: Vec<_> = sections.into_iter().flat_map(|section| section.modules).collect();
    Ok(modules.len() <= 1 && modules.iter().all(|module| module.modname == "forum"))
}
