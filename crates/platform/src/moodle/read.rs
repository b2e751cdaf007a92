//! Reads objects from Moodle by their ids.

use std::collections::{BTreeSet, HashMap};

use selaras_kinds::object::{Account, Category, Course, Group, IdNumber, Object, PlatformId, ProfileField};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::bisect::{self, Position, bisect};
use super::capabilities::names_hidden;
use super::change::is_theirs;
use super::client::Moodle;
use super::form::Form;
use super::found::{FoundCourse, FoundField, is_deleted};
use super::protocol::{decoded, refused};
use super::rejection::Rejection;
use crate::{Batch, Known, PlatformError};

/// Ids in one call.
const IDS: usize = 200;

/// Moodle writes names as HTML, even in replies to programs.
pub(crate) fn unescaped(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#039;", "'"),
        ("&amp;", "&"),
    ]
    .iter()
    .fold(text.to_owned(), |text, (written, meant)| text.replace(written, meant))
}

/// A field that this token may not see counts as expected.
fn or_expected(found: Option<String>, expected: &str) -> String {
    found.unwrap_or_else(|| expected.to_owned())
}

/// True if others gave the object its idnumber: it keeps that, so nothing is compared with it.
fn is_others(found: Option<&str>, expected: &str) -> bool {
    found.is_some_and(|found| is_theirs(found, expected))
}

/// The objects under these ids, in order; `None` for unknown ids.
pub(crate) async fn objects(moodle: &Moodle, expected: &Known) -> Result<Vec<Option<Object>>, PlatformError> {
    let mut found: Vec<Option<Object>> = vec![None; expected.ids().len()];
    fn queries<'a, T>(ids: &[PlatformId], rows: &'a [T]) -> Vec<Query<'a, T>> {
        let ids = ids.iter().zip(rows).enumerate();
        ids.map(|(at, (id, row))| (at, *id, row)).collect()
    }
    let ids = expected.ids();
    match expected.batch() {
        Batch::Accounts(rows) => accounts(moodle, &queries(ids, rows), &mut found).await?,
        Batch::Courses(rows) => courses(moodle, &queries(ids, rows), &mut found).await?,
        Batch::Categories(rows) => categories(moodle, &queries(ids, rows), &mut found).await?,
        Batch::Groups(rows) => groups(moodle, &queries(ids, rows), &mut found).await?,
    }
    Ok(found)
}

/// A row's position, its id, and its expected object.
type Query<'a, T> = (usize, PlatformId, &'a T);

/// Assigns the objects that Moodle found to the rows with their ids, converted by `object`.
fn settle<'a, T: 'a, F>(
    queries: impl IntoIterator<Item = &'a Query<'a, T>>,
    reply: Vec<F>,
    id: impl Fn(&F) -> PlatformId,
    object: impl Fn(F, &T) -> Object,
    found: &mut [Option<Object>],
) {
    let mut by_id: HashMap<_, _> = reply.into_iter().map(|one| (id(&one), one)).collect();
    for (at, id, expected) in queries {
        found[*at] = by_id.remove(id).map(|one| object(one, expected));
    }
}

fn ids<T>(queries: &[Query<'_, T>]) -> Vec<String> {
    queries.iter().map(|(_, id, _)| id.to_string()).collect()
}

async fn accounts(
    moodle: &Moodle,
    queries: &[Query<'_, Account>],
    found: &mut [Option<Object>],
) -> Result<(), PlatformError> {
    #[derive(Deserialize)]
    struct UserReply {
        id: PlatformId,
        username: Option<String>,
        firstname: Option<String>,
        lastname: Option<String>,
        email: Option<String>,
        idnumber: Option<IdNumber>,
        #[serde(default)]
        department: String,
        #[serde(default)]
        institution: String,
        #[serde(default)]
        city: String,
        phone1: Option<String>,
        lang: Option<String>,
        #[serde(default)]
        customfields: Vec<FoundField>,
    }
    impl UserReply {
        /// The value of a field; `None` if Moodle does not show it.
        fn value(&self, field: &ProfileField) -> Option<String> {
            let value = match field {
                ProfileField::Department => &self.department,
                ProfileField::Institution => &self.institution,
                ProfileField::City => &self.city,
                ProfileField::Phone => self.phone1.as_ref()?,
                ProfileField::Language => self.lang.as_ref()?,
                ProfileField::Custom(name) => {
                    let mut found = self.customfields.iter().filter(|field| field.shortname == *name);
                    found.next().map_or(const { &String::new() }, |field| &field.value)
                }
            };
            Some(unescaped(value))
        }
    }
    let mut reply: Vec<UserReply> = moodle.users_by_field("id", &ids(queries)).await?;
    reply.retain(|found| !is_deleted(found.username.as_deref(), found.email.as_deref()));
    if reply.iter().any(|found| found.username.is_none()) {
        return Err(names_hidden());
    }
    let account = |found: UserReply, expected: &Account| {
        let is_theirs = is_others(found.idnumber.as_deref(), &expected.idnumber);
        // Without a language the person's own choice stays.
        let is_sent = |field: &ProfileField, value: &str| *field != ProfileField::Language || !value.is_empty();
        let profile = expected.profile.iter().map(|(field, value)| {
            let there = found.value(field).filter(|_| is_sent(field, value));
            (field.clone(), there.unwrap_or_else(|| value.clone()))
        });
        let profile = profile.collect();
        Object::Account(Account {
            profile,
            keeps_username: expected.keeps_username,
            idnumber: or_expected(found.idnumber.filter(|_| !is_theirs), &expected.idnumber),
            username: or_expected(found.username.filter(|_| !is_theirs), &expected.username),
            firstname: unescaped(&or_expected(found.firstname, &expected.firstname)),
            lastname: unescaped(&or_expected(found.lastname, &expected.lastname)),
            email: or_expected(found.email, &expected.email),
        })
    };
    settle(queries, reply, |found| found.id, account, found);
    Ok(())
}

async fn courses(
    moodle: &Moodle,
    queries: &[Query<'_, Course>],
    found: &mut [Option<Object>],
) -> Result<(), PlatformError> {
    let ids: Vec<PlatformId> = queries.iter().map(|(_, id, _)| *id).collect();
    let course = |found: FoundCourse, expected: &Course| {
        let is_theirs = is_others(found.idnumber.as_deref(), &expected.idnumber);
        Object::Course(Course {
            idnumber: or_expected(found.idnumber.filter(|_| !is_theirs), &expected.idnumber),
            shortname: unescaped(&found.shortname),
            fullname: unescaped(&found.fullname),
            category: found.categoryid,
            // Dates that are not sent are the teachers'.
            term: match (expected.term, found.startdate) {
                (Some(_), Some(start)) => moodle.settings.term_of(start, found.enddate.unwrap_or_default()),
                (term, _) => term,
            },
            ..expected.clone()
        })
    };
    settle(
        queries,
        courses_by_id(moodle, &ids).await?,
        |found| found.id,
        course,
        found,
    );
    Ok(())
}

/// Moodle's courses among these ids.
pub(crate) async fn courses_by_id(moodle: &Moodle, ids: &[PlatformId]) -> Result<Vec<FoundCourse>, PlatformError> {
    let mut courses = CoursesById {
        moodle,
        ids,
        found: Vec::new(),
    };
    let all: Vec<Position> = (0..ids.len()).collect();
    match bisect(&mut courses, &all, IDS).await?.rejected.first() {
        Some((_, rejection)) => Err(refused(COURSES, rejection)),
        None => Ok(courses.found),
    }
}

const COURSES: &str = "core_course_get_courses_by_field";

/// Courses to look up. One deleted course among several fails the whole call; asked for alone, it is not found.
struct CoursesById<'a> {
    moodle: &'a Moodle,
    ids: &'a [PlatformId],
    found: Vec<FoundCourse>,
}

impl bisect::Batch for CoursesById<'_> {
    const PATIENCE: usize = usize::MAX;

    async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
        #[derive(Deserialize)]
        struct Reply {
            courses: Vec<FoundCourse>,
        }
        let ids: Vec<String> = rows.iter().map(|row| self.ids[*row].to_string()).collect();
        let field = if rows.len() == 1 { "id" } else { "ids" };
        let mut form = Form::default();
        form.field("field", field).field("value", ids.join(","));
        match self.moodle.wire.call(COURSES, &form).await? {
            Ok(reply) => {
                self.found.extend(decoded::<Reply>(COURSES, &reply)?.courses);
                Ok(Ok(Vec::new()))
            }
            Err(rejection) => Ok(Err(rejection)),
        }
    }

    async fn look_up(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        Ok(rows.to_vec())
    }
}

async fn categories(
    moodle: &Moodle,
    queries: &[Query<'_, Category>],
    found: &mut [Option<Object>],
) -> Result<(), PlatformError> {
    #[derive(Deserialize)]
    struct CategoryReply {
        id: PlatformId,
        name: String,
        idnumber: Option<IdNumber>,
        parent: PlatformId,
    }
    for queries in queries.chunks(IDS) {
        let mut form = Form::default();
        form.row("criteria", 0, "key", "ids")
            .row("criteria", 0, "value", ids(queries).join(","))
            .field("addsubcategories", 0);
        let reply: Vec<CategoryReply> = moodle.wire.ask("core_course_get_categories", &form).await?;
        let category = |found: CategoryReply, expected: &Category| {
            Object::Category(Category {
                idnumber: or_expected(found.idnumber, &expected.idnumber),
                name: unescaped(&found.name),
                parent: found.parent,
            })
        };
        settle(queries, reply, |found| found.id, category, found);
    }
    Ok(())
}

/// Groups are listed course by course.
async fn groups(
    moodle: &Moodle,
    queries: &[Query<'_, Group>],
    found: &mut [Option<Object>],
) -> Result<(), PlatformError> {
    #[derive(Deserialize)]
    struct GroupReply {
        id: PlatformId,
        name: String,
        idnumber: Option<IdNumber>,
    }
    let courses: BTreeSet<_> = queries.iter().map(|(_, _, group)| group.course).collect();
    for course in courses {
        let mut form = Form::default();
        form.field("courseid", course);
        let reply = in_course::<Vec<GroupReply>>(moodle, "core_group_get_course_groups", &form).await?;
        let of_course = queries.iter().filter(|(_, _, group)| group.course == course);
        let group = |found: GroupReply, expected: &Group| {
            Object::Group(Group {
                idnumber: or_expected(found.idnumber, &expected.idnumber),
                name: unescaped(&found.name),
                course,
                ..expected.clone()
            })
        };
        settle(of_course, reply.unwrap_or_default(), |found| found.id, group, found);
    }
    Ok(())
}

/// Calls a function about one course; `None` if the course does not exist.
async fn in_course<T: DeserializeOwned>(
    moodle: &Moodle,
    function: &'static str,
    form: &Form,
) -> Result<Option<T>, PlatformError> {
    match moodle.wire.call(function, form).await? {
        Ok(reply) => decoded(function, &reply).map(Some),
        Err(rejection) if rejection.is_gone() => Ok(None),
        Err(rejection) => Err(refused(function, &rejection)),
    }
}

#[cfg(test)]
mod tests {
    use super::unescaped;

    #[test]
    fn html_entities_in_names_are_decoded() {
        assert_eq!(unescaped("Teknologi &amp; Masyarakat"), "Teknologi & Masyarakat");
        assert_eq!(unescaped("Jum&#039;at &lt;A&gt;"), "Jum'at <A>");
        assert_eq!(unescaped("Tarif & Pajak"), "Tarif & Pajak");
    }
}
