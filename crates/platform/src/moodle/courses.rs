//! Courses.

use std::collections::{HashMap, HashSet};

use selaras_kinds::object::{Course, OURS, PlatformId};
use selaras_reasons::Reason;
use serde::Deserialize;

use super::bisect::{Batch, Position};
use super::change::{Change, ChangeResult, Wanted, is_theirs};
use super::client::Moodle;
use super::create::{CreateBatch, Ledger};
use super::form::Form;
use super::found::FoundCourse;
use super::name::platform;
use super::protocol::{decoded, refused};
use super::read::courses_by_id;
use super::rejection::{Rejection, own};
use crate::{Outcome, PlatformError, Refusal, Visible};

/// Fields of one course without dates in a call, at most: an update also has its id.
pub(crate) const FIELDS: usize = 5;
/// Fields of a course's dates.
const DATE_FIELDS: usize = 4;

/// Fields of one of these courses in a call, at most.
fn most_fields<'a>(courses: impl IntoIterator<Item = &'a Course>) -> usize {
    match courses.into_iter().any(|course| course.term.is_some()) {
        true => FIELDS + DATE_FIELDS,
        false => FIELDS,
    }
}

/// Courses to create.
pub(crate) struct Courses<'a> {
    moodle: &'a Moodle,
    rows: Vec<&'a Course>,
    ledger: Ledger,
    shortnames: HashMap<&'a str, Position>,
    idnumbers: HashMap<&'a str, Position>,
    /// Rows with a course that had our idnumber already.
    ours: HashSet<Position>,
}

impl<'a> Courses<'a> {
    pub(crate) fn new(moodle: &'a Moodle, rows: Vec<&'a Course>) -> Self {
        let ledger = Ledger::new(rows.len());
        Self {
            moodle,
            rows,
            ledger,
            shortnames: HashMap::new(),
            idnumbers: HashMap::new(),
            ours: HashSet::new(),
        }
    }

    /// True if the row's course was found by our idnumber.
    pub(crate) fn was_ours(&self, row: Position) -> bool {
        self.ours.contains(&row)
    }

    /// Settles a row by the courses that have its idnumber or its short name. Returns whether it did.
    fn judge<'f>(&mut self, row: Position, found: impl IntoIterator<Item = &'f FoundCourse> + Clone) -> bool {
        let course = self.rows[row];
        let mut ours = found
            .clone()
            .into_iter()
            .filter(|found| found.idnumber() == course.idnumber);
        if let Some(found) = ours.next() {
            if ours.next().is_none() {
                self.ours.insert(row);
                self.ledger.found(row, found.id, found.is(course));
                return true;
            }
            self.ledger.refuse(
                row,
                own(
                    "idnumberdouble",
                    Reason::CourseTwiceThere {
                        platform: platform(),
                        value: course.idnumber.clone(),
                    },
                ),
            );
            return true;
        }
        // Databases differ in whether they compare short names without regard to case.
        let shortname = course.shortname.to_lowercase();
        let named: Vec<&FoundCourse> = found
            .into_iter()
            .filter(|found| found.shortname.to_lowercase() == shortname)
            .collect();
        let exact = named.iter().find(|found| found.shortname == course.shortname);
        let found = match (exact, &named[..]) {
            (Some(found), _) | (None, [found]) => *found,
            (None, []) => return false,
            (None, several) => {
                let names: Vec<&str> = several.iter().map(|found| found.shortname.as_str()).collect();
                let reason = Reason::CourseAmbiguous {
                    platform: platform(),
                    value: course.shortname.clone(),
                    found: names.join(", "),
                };
                self.ledger.refuse(row, own("ambiguous", reason));
                return true;
            }
        };
        if found.idnumber().is_empty() {
            self.ledger.found(row, found.id, false);
        } else if found.idnumber().starts_with(OURS) {
            self.ledger.refuse(
                row,
                own(
                    "shortnametaken",
                    Reason::ShortNameTakenBy {
                        platform: platform(),
                        value: course.shortname.clone(),
                        other: found.fullname.clone(),
                        idnumber: found.idnumber().to_owned(),
                    },
                ),
            );
        } else {
            self.ledger.settle(row, Outcome::Theirs(found.id));
        }
        true
    }
}

impl Batch for Courses<'_> {
    // A refusal names the taken short name or idnumber, so the first few cost two calls each. Many refusals point to a lost
    // answer or to a dashboard that was set up again; then listing the categories settles them all.
    const PATIENCE: usize = 3;

    async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
        #[derive(Deserialize)]
        struct Created {
            id: PlatformId,
            shortname: String,
        }
        let function = "core_course_create_courses";
        let mut form = Form::default();
        for (at, row) in rows.iter().enumerate() {
            let course = self.rows[*row];
            form.row("courses", at, "idnumber", &course.idnumber);
            fields(&mut form, at, course, days_of(self.moodle, course));
            names(&mut form, at, course);
            if course.hidden {
                form.row("courses", at, "visible", 0);
            }
        }
        let made = self.moodle.wire.make(function, &form).await?;
        let reply = match self.ledger.reply(made, rows, self.moodle.settings.retries)? {
            Err(instead) => return Ok(instead),
            Ok(reply) => reply,
        };
        let made: Vec<Created> = decoded(function, &reply)?;
        let mut made: HashMap<String, PlatformId> = made.into_iter().map(|made| (made.shortname, made.id)).collect();
        let mut silent = Vec::new();
        for row in rows {
            match made.remove(&self.rows[*row].shortname) {
                Some(id) => self.ledger.settle(*row, Outcome::Created(id)),
                None => silent.push(*row),
            }
        }
        self.moodle.made_something();
        Ok(Ok(silent))
    }

    fn named(&self, rejection: &Rejection, rows: &[Position]) -> Vec<Position> {
        let is_named = |course: &Course| match rejection.code.as_str() {
            // Databases that compare without regard to case return the other course's spelling.
            "shortnametaken" => rejection
                .named_value()
                .is_some_and(|name| name.to_lowercase() == course.shortname.to_lowercase()),
            "courseidnumbertaken" => rejection.named_value() == Some(&course.idnumber),
            "errorcatcontextnotvalid" => rejection.first_number() == Some(course.category),
            _ => false,
        };
        rows.iter().copied().filter(|row| is_named(self.rows[*row])).collect()
    }

    async fn look_up(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        let categories = rows.iter().map(|row| self.rows[*row].category).collect();
        let moodle = self.moodle;
        let inside = |category: PlatformId| async move { look_up(moodle, "category", &category.to_string()).await };
        let found = moodle
            .remembered_each(|memory| &memory.courses, categories, inside)
            .await?;
        let mut left = Vec::new();
        for row in rows {
            if !self.judge(*row, found.iter().flat_map(|found| found.iter())) {
                left.push(*row);
            }
        }
        Ok(left)
    }
}

impl CreateBatch for Courses<'_> {
    fn ledger(&mut self) -> &mut Ledger {
        &mut self.ledger
    }

    fn limit(&self) -> usize {
        self.moodle.rows_of(most_fields(self.rows.iter().copied()))
    }

    fn duplicate(&mut self, row: Position) -> Result<Option<Position>, Box<Refusal>> {
        let course = self.rows[row];
        let first = self
            .shortnames
            .get(course.shortname.as_str())
            .or(self.idnumbers.get(course.idnumber.as_str()));
        let Some(first) = first.copied() else {
            self.shortnames.insert(&course.shortname, row);
            self.idnumbers.insert(&course.idnumber, row);
            return Ok(None);
        };
        if self.rows[first] == course {
            return Ok(Some(first));
        }
        Err(own(
            "shortnametaken",
            Reason::CourseCodeTwice {
                value: course.shortname.clone(),
            },
        )
        .into())
    }

    async fn explain(&mut self, rejected: Vec<(Position, Rejection)>) -> Result<Vec<Position>, PlatformError> {
        for (row, rejection) in rejected {
            let course = self.rows[row];
            if rejection.code == "errorcatcontextnotvalid" {
                self.ledger.refuse(
                    row,
                    rejection.because(Reason::CourseCategoryGone { platform: platform() }),
                );
                continue;
            }
            let mut found = look_up(self.moodle, "idnumber", &course.idnumber).await?;
            if found.is_empty() {
                found = look_up(self.moodle, "shortname", &course.shortname).await?;
            }
            if !self.judge(row, &found) {
                self.ledger.refuse(row, unexplained(course, &rejection));
            }
        }
        Ok(Vec::new())
    }

    async fn take_over(&mut self, found: &[(Position, PlatformId)]) -> Result<Vec<Outcome>, PlatformError> {
        let rows = found.iter().map(|(row, id)| (*id, self.rows[*row]));
        change(self.moodle, Wanted::ours(rows)).await
    }
}

fn unexplained(course: &Course, rejection: &Rejection) -> Refusal {
    rejection.because(match rejection.code.as_str() {
        "shortnametaken" => Reason::ShortNameTaken {
            platform: platform(),
            value: course.shortname.clone(),
        },
        "errorcatcontextnotvalid" | "unknowncategory" | "unknowcategory" => {
            Reason::CourseCategoryGone { platform: platform() }
        }
        _ => Reason::CourseRefused {
            platform: platform(),
            value: course.shortname.clone(),
            message: rejection.message.clone(),
        },
    })
}

/// When a course begins and ends, in seconds, if that is sent.
type Days = Option<(i64, Option<i64>)>;

fn days_of(moodle: &Moodle, course: &Course) -> Days {
    moodle.settings.seconds_of(course.term?)
}

/// The fields that creating and updating share.
fn fields(form: &mut Form, at: usize, course: &Course, days: Days) {
    form.row("courses", at, "categoryid", course.category);
    if let Some((start, end)) = days {
        let options = format!("courses[{at}][courseformatoptions]");
        // 0 is no end. The format "weeks" moves the end by itself unless its option says not to; other formats ignore it.
        form.row("courses", at, "startdate", start)
            .row("courses", at, "enddate", end.unwrap_or(0))
            .row(&options, 0, "name", "automaticenddate")
            .row(&options, 0, "value", 0);
    }
}

fn names(form: &mut Form, at: usize, course: &Course) {
    form.row("courses", at, "fullname", &course.fullname)
        .row("courses", at, "shortname", &course.shortname);
}

pub(super) async fn look_up(moodle: &Moodle, field: &str, value: &str) -> Result<Vec<FoundCourse>, PlatformError> {
    #[derive(Deserialize)]
    struct Reply {
        courses: Vec<FoundCourse>,
    }
    let mut form = Form::default();
    form.field("field", field).field("value", value);
    let function = "core_course_get_courses_by_field";
    match moodle.wire.call(function, &form).await? {
        Ok(reply) => Ok(decoded::<Reply>(function, &reply)?.courses),
        // A deleted category has no courses.
        Err(rejection) if field == "category" => {
            tracing::debug!(code = rejection.code, "a category could not be listed");
            Ok(Vec::new())
        }
        Err(rejection) => Err(refused(function, &rejection)),
    }
}

/// Those of the ids that Moodle has a course for.
pub(crate) async fn known(moodle: &Moodle, ids: Vec<PlatformId>) -> Result<Vec<PlatformId>, PlatformError> {
    let there = |ids: Vec<PlatformId>| async move {
        let found = courses_by_id(moodle, &ids).await?;
        Ok(found.into_iter().map(|found| found.id).collect())
    };
    moodle.existing(|memory| &memory.known_courses, ids, there).await
}

/// Changes courses. Looks them up first: one may have an idnumber that is not ours.
pub(crate) async fn update(moodle: &Moodle, rows: Vec<(PlatformId, &Course)>) -> Result<Vec<Outcome>, PlatformError> {
    let ids: Vec<PlatformId> = rows.iter().map(|(id, _)| *id).collect();
    let found: HashMap<PlatformId, FoundCourse> = courses_by_id(moodle, &ids)
        .await?
        .into_iter()
        .map(|found| (found.id, found))
        .collect();
    let rows = rows.into_iter().map(|(id, object)| {
        let is_theirs = found
            .get(&id)
            .is_some_and(|found| is_theirs(found.idnumber(), &object.idnumber));
        (id, Wanted { object, is_theirs })
    });
    change(moodle, rows.collect()).await
}

/// Whether students see these courses.
pub(crate) async fn visibility(moodle: &Moodle, ids: &[PlatformId]) -> Result<Vec<Option<Visible>>, PlatformError> {
    let found: HashMap<PlatformId, Visible> = courses_by_id(moodle, ids)
        .await?
        .into_iter()
        .map(|found| {
            let visible = match found.visible {
                None => Visible::Unknown,
                Some(0) => Visible::No,
                Some(_) => Visible::Yes,
            };
            (found.id, visible)
        })
        .collect();
    Ok(ids.iter().map(|id| found.get(id).copied()).collect())
}

/// Shows or hides courses.
pub(crate) async fn show(moodle: &Moodle, ids: &[PlatformId], visible: bool) -> Result<Vec<Outcome>, PlatformError> {
    let change = Change {
        function: "core_course_update_courses",
        fields: 2,
        fill: |form, at, id, visible: &bool| {
            form.row("courses", at, "id", id)
                .row("courses", at, "visible", u8::from(*visible));
        },
        named: |_, _, _| false,
    };
    let rows: Vec<_> = ids.iter().map(|id| (*id, &visible)).collect();
    let refusal = |rejection: &Rejection| {
        rejection.because(Reason::CourseNotHidden {
            platform: platform(),
            message: rejection.message.clone(),
        })
    };
    let results = change.send(moodle, &rows).await?;
    Ok(results
        .into_iter()
        .map(|result| result.outcome(|_| true, refusal))
        .collect())
}

async fn change(moodle: &Moodle, rows: Vec<(PlatformId, Wanted<'_, Course>)>) -> Result<Vec<Outcome>, PlatformError> {
    let change = Change {
        function: "core_course_update_courses",
        fields: most_fields(rows.iter().map(|(_, wanted)| wanted.object)),
        fill: |form, at, id, (wanted, days): &(&Wanted<'_, Course>, Days)| {
            form.row("courses", at, "id", id);
            if !wanted.is_theirs {
                form.row("courses", at, "idnumber", &wanted.object.idnumber);
            }
            fields(form, at, wanted.object, *days);
            if !wanted.object.named_once {
                names(form, at, wanted.object);
            }
        },
        named: |_, _, _| false,
    };
    let dated: Vec<_> = rows
        .iter()
        .map(|(_, wanted)| (wanted, days_of(moodle, wanted.object)))
        .collect();
    let ids = rows.iter().map(|(id, _)| *id);
    let results = change.send(moodle, &ids.zip(&dated).collect::<Vec<_>>()).await?;
    let outcome = |(result, (_, wanted)): (ChangeResult, &(PlatformId, Wanted<'_, Course>))| {
        result.outcome(|_| true, |rejection| unexplained(wanted.object, rejection))
    };
    Ok(results.into_iter().zip(&rows).map(outcome).collect())
}
