//! What the rows of the dashboard become on Moodle (contract, section 10).

use super::prefix::MAIN;
use crate::{
    ApiError, App,
    body::{Failures, Fields, known, word_of},
    document::{Call, Routes, route, some, text},
    error::shown,
    language::Reader,
    reply::{self, Told},
    session::Actor,
};
use axum::{extract::State, response::Response};
use selaras_engine::{CampusShape, ShapePreview};
use selaras_kinds::object::ProfileField;
use selaras_reasons::Reason;
use selaras_shape::{
    CoursePer, Dates, Ended, LONGEST, Level, Names, NewCourses, Pattern, PatternFault, Shape, ShapeFault, SharedEmails,
    Values,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::{borrow::Cow, collections::BTreeMap};
use utoipa::{PartialSchema, ToSchema};

/// The shape in force, and what can be chosen.
#[derive(Serialize, ToSchema)]
#[schema(as = PlatformShape)]
struct Shown {
    course: CoursePer,
    /// Outermost first.
    categories: Vec<Level>,
    /// The pattern of full names; empty for the usual one.
    fullname: String,
    /// The pattern of short names; empty for the usual one.
    shortname: String,
    /// The pattern of groups' names; empty for the usual one.
    group: String,
    names: Names,
    new_courses: NewCourses,
    /// The domain of addresses for people who have none; empty if they get no account.
    email_domain: String,
    /// When courses begin and end.
    dates: Dates,
    /// What becomes of courses when their semester has ended.
    ended: Ended,
    /// Short names of template courses, by study program; `*` stands for all others.
    templates: BTreeMap<String, String>,
    /// Who set it; empty if it was never set.
    actor: String,
    /// RFC 3339.
    #[schema(required)]
    changed_at: Option<String>,
    choices: Vec<Choice>,
    /// The patterns of profile fields.
    profile: BTreeMap<String, String>,
    /// The profile fields that each Moodle has.
    profile_fields: Vec<Cow<'static, str>>,
    /// The fields that patterns for people may read.
    person_fields: Vec<&'static str>,
    /// The pattern of usernames; empty for the number.
    username: String,
    shared_emails: SharedEmails,
    /// The ids of the roles of teachers who are not in charge, by what they are.
    roles: BTreeMap<String, i64>,
    /// The patterns of students' cohorts.
    cohorts: Vec<String>,
    /// The fields that patterns for students' cohorts may read.
    student_fields: Vec<&'static str>,
}

/// What there can be one course for, with the usual patterns and the fields that patterns may read then.
#[derive(Serialize, ToSchema)]
#[schema(as = PlatformShapeChoice)]
struct Choice {
    course: CoursePer,
    fullname: String,
    shortname: String,
    group: String,
    course_fields: Vec<&'static str>,
    group_fields: Vec<&'static str>,
}

impl Choice {
    fn of(course: CoursePer) -> Self {
        let shape = Shape {
            course,
            ..Shape::default()
        };
        let usual = |name| shape.pattern(name).0;
        Self {
            course,
            fullname: usual("fullname"),
            shortname: usual("shortname"),
            group: usual("group"),
            course_fields: shape.fields_of("fullname"),
            group_fields: shape.fields_of("group"),
        }
    }
}

impl From<CampusShape> for Shown {
    fn from(
        CampusShape {
            shape,
            actor,
            changed_at,
        }: CampusShape,
    ) -> Self {
        Self {
            course: shape.course,
            categories: shape.categories,
            fullname: shape.fullname.0,
            shortname: shape.shortname.0,
            group: shape.group.0,
            names: shape.names,
            new_courses: shape.new_courses,
            email_domain: shape.email_domain,
            dates: shape.dates,
            ended: shape.ended,
            templates: shape.templates,
            actor,
            changed_at,
            choices: CoursePer::ALL.map(Choice::of).into(),
            profile: shape
                .profile
                .into_iter()
                .map(|(field, pattern)| (field.into(), pattern.0))
                .collect(),
            profile_fields: ProfileField::COMMON.iter().map(ProfileField::name).collect(),
            person_fields: Values::names_of_people(),
            username: shape.username.0,
            shared_emails: shape.shared_emails,
            roles: shape.roles,
            cohorts: shape.cohorts.into_iter().map(|pattern| pattern.0).collect(),
            student_fields: Values::names_of_students(),
        }
    }
}

pub(crate) fn routes() -> Routes<App> {
    let path = |rest: &str| format!("{MAIN}/platform/shape{rest}");
    let fields: [(&str, Value); 17] = [
        ("course", json!(CoursePer::schema())),
        ("categories", some(json!(Level::schema()))),
        ("fullname", text()),
        ("shortname", text()),
        ("group", text()),
        ("names", json!(Names::schema())),
        ("new_courses", json!(NewCourses::schema())),
        ("email_domain", text()),
        ("dates", json!(Dates::schema())),
        ("ended", json!(Ended::schema())),
        ("templates", json!(BTreeMap::<String, String>::schema())),
        ("name", text()),
        ("profile", json!(BTreeMap::<String, String>::schema())),
        ("username", text()),
        ("shared_emails", json!(SharedEmails::schema())),
        ("roles", json!(BTreeMap::<String, i64>::schema())),
        ("cohorts", some(text())),
    ];
    let get = Call::get(path(""), "Bentuk di Moodle")
        .tag("Moodle")
        .gives_one::<Shown>();
    let put = Call::put(path(""), "Ubah bentuk di Moodle")
        .tag("Moodle")
        .body(&fields, &["course", "categories"])
        .gives::<Told>();
    let preview = Call::post(path("/preview"), "Lihat yang akan dibuat oleh sebuah bentuk")
        .tag("Moodle")
        .body(&fields, &["course", "categories"])
        .gives_one::<ShapePreview>();
    Routes::new()
        .with(route(get, self::get))
        .with(route(put, self::put))
        .with(route(preview, self::preview))
}

async fn get(State(app): State<App>) -> Result<Response, ApiError> {
    Ok(reply::one(Shown::from(app.engine.campus_shape().await?)))
}

async fn put(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let shape = shape(&body)?;
    Ok(reply::sentence(app.engine.set_campus_shape(&shape, actor.by()).await?))
}

async fn preview(State(app): State<App>, Reader(language): Reader, body: Fields) -> Result<Response, ApiError> {
    Ok(reply::one(app.engine.preview_shape(shape(&body)?, language).await?))
}

/// The shape in a body, checked. All faults are told at once.
fn shape(body: &Fields) -> Result<Shape, ApiError> {
    let mut failures = Failures::default();
    let mut pattern = |name| {
        failures
            .take(body.text(name))
            .map(|text| Pattern(text.unwrap_or_default()))
    };
    let (fullname, shortname, group) = (pattern("fullname")?, pattern("shortname")?, pattern("group")?);
    let levels = failures.take(body.texts("categories"))?.unwrap_or_default();
    let mut categories = Vec::with_capacity(levels.len());
    for level in levels {
        categories.extend(failures.take(known::<Level>("categories", &level, &Level::USUAL).map(Some))?);
    }
    let empty = Reason::Empty {
        field: "course".to_owned(),
    };
    let course = body
        .required("course", empty)
        .and_then(|word| known("course", &word, &CoursePer::ALL));
    let course = failures.take(course)?;
    let names = failures.take(body.text("names"))?;
    let names = names.map_or(Ok(Names::default()), |word| known("names", &word, &Names::ALL));
    let new_courses = failures.take(body.text("new_courses"))?;
    let new_courses = new_courses.map_or(Ok(NewCourses::default()), |word| {
        known("new_courses", &word, &NewCourses::ALL)
    });
    let shared_emails = failures.take(body.text("shared_emails"))?;
    let shared_emails = shared_emails.map_or(Ok(SharedEmails::default()), |word| {
        known("shared_emails", &word, &SharedEmails::ALL)
    });
    let mut profile = BTreeMap::new();
    for (name, pattern) in failures.take(body.named_texts("profile"))?.unwrap_or_default() {
        match ProfileField::parse(&name) {
            Some(field) => drop(profile.insert(field, Pattern(pattern))),
            None => {
                let known: Vec<_> = ProfileField::COMMON.iter().map(ProfileField::name).collect();
                let reason = Reason::ProfileFieldUnknown {
                    name: shown(&name),
                    known: known.join(", "),
                };
                failures.take::<()>(Err(ApiError::field(&format!("profile.{name}"), reason)))?;
            }
        }
    }
    let ended = failures.take(body.text("ended"))?;
    let ended = ended.map_or(Ok(Ended::default()), |word| known("ended", &word, &Ended::ALL));
    let dates = failures.take(body.text("dates"))?;
    let dates = dates.map_or(Ok(Dates::default()), |word| known("dates", &word, &Dates::ALL));
    let shape = Shape {
        course,
        categories,
        fullname,
        shortname,
        group,
        names: failures.take(names)?,
        new_courses: failures.take(new_courses)?,
        email_domain: failures.take(body.text("email_domain"))?.unwrap_or_default(),
        profile,
        username: Pattern(failures.take(body.text("username"))?.unwrap_or_default()),
        shared_emails: failures.take(shared_emails)?,
        dates: failures.take(dates)?,
        ended: failures.take(ended)?,
        templates: failures.take(body.named_texts("templates"))?.unwrap_or_default(),
        roles: failures
            .take(body.named_numbers("roles"))?
            .unwrap_or_default()
            .into_iter()
            .map(|(peran, role)| (peran.trim().to_lowercase(), role))
            .collect(),
        cohorts: failures
            .take(body.texts("cohorts"))?
            .unwrap_or_default()
            .into_iter()
            .map(Pattern)
            .filter(|pattern| !pattern.is_empty())
            .collect(),
    };
    for (field, fault) in shape.faults() {
        failures.take::<()>(Err(ApiError::field(&field, said(&field, fault, &shape))))?;
    }
    failures.end()?;
    Ok(shape)
}

/// A fault in words.
fn said(field: &str, fault: ShapeFault, shape: &Shape) -> Reason {
    let name = field.to_owned();
    match fault {
        ShapeFault::Twice(level) => Reason::LevelTwice { name: word_of(&level) },
        ShapeFault::Domain => Reason::DomainInvalid,
        ShapeFault::NoSemester => Reason::DatesWithoutSemester,
        ShapeFault::NeverEnds => Reason::EndedWithoutSemester,
        ShapeFault::RoleName => Reason::RoleNameInvalid,
        ShapeFault::RoleId => Reason::RoleIdInvalid,
        ShapeFault::CohortTwice => Reason::CohortTwice,
        ShapeFault::Pattern(PatternFault::TooLong) => Reason::TooLong {
            field: name,
            most: LONGEST as u64,
        },
        ShapeFault::Pattern(PatternFault::Unreadable(fault)) => Reason::PatternUnreadable { name, fault },
        ShapeFault::Pattern(PatternFault::UnknownField(unknown)) => Reason::PatternFieldUnknown {
            name,
            unknown: shown(&unknown),
            known: shape.fields_of(field).join(", "),
        },
    }
}
