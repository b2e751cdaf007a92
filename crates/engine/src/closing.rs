//! Closing a semester: hides the courses that belong to it alone. People stay enrolled, and nothing is deleted. Undoing it shows
//! the courses that it hid and that are still hidden.
//!
//! A course is noted before it is hidden. So a job that was killed in between knows afterwards which hidden course was visible
//! before.

use crate::{
    EngineError, Plan, PlanRow, Result, Run,
    driver::{self, RowResult, Sending},
    export::named_row,
    plan::{RowName, add_sample},
    sentences::{parts, rows_of},
};
use selaras_kinds::{
    Kind, day, idnumber,
    kelas::Kelas,
    mata_kuliah::MataKuliah,
    number_of,
    object::{PlatformId, Sort},
    object_name,
    semester::Semester,
    value,
};
use selaras_platform::{Need, Outcome, Visible};
use selaras_reasons::Reason;
use selaras_shape::Ended;
use selaras_store::{
    closing::{CourseOfSemester, Hiding},
    jobs::{Counts, Line, Outcome as Became, RowKey},
};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

/// Courses looked up in one statement.
const TOGETHER: usize = 500;
/// Other rows that are named for one shared course.
const NAMED: usize = 3;

/// A course of the semester.
#[derive(Clone)]
struct Own {
    course: CourseOfSemester,
    /// People in its classes.
    people: i64,
    /// Rows of other semesters that use it too.
    others: Vec<String>,
}

/// The courses of a semester.
struct Courses {
    own: Vec<Own>,
    /// Courses of several semesters in which classes of this one are groups.
    shared: usize,
}

/// What to do with one course.
pub(crate) struct Step {
    course: CourseOfSemester,
    people: i64,
    task: CourseTask,
}

enum CourseTask {
    Hide,
    Show,
    /// Nothing is sent. A course with `settles` counts as hidden, or as shown, by this job.
    Stay {
        outcome: Became,
        reason: Option<Reason>,
        settles: bool,
    },
}

impl CourseTask {
    fn stay(outcome: Became, reason: impl Into<Option<Reason>>) -> Self {
        Self::Stay {
            outcome,
            reason: reason.into(),
            settles: false,
        }
    }
}

/// Hides the courses of a semester.
struct Close {
    semester: Semester,
    courses: Courses,
}

/// Runs the closing of a semester. Returns the outcome as one sentence.
pub(crate) async fn run(run: Arc<Run>) -> Result<Reason> {
    let semester = ended_semester(&run).await?.map_err(EngineError::Refused)?;
    let courses = courses(&run, &semester).await?;
    driver::run(Close { semester, courses }, run).await
}

/// Plans the closing of a semester.
pub(crate) async fn plan(run: Arc<Run>) -> Result<Plan> {
    let semester = match ended_semester(&run).await? {
        Ok(semester) => semester,
        Err(reason) => {
            return Ok(Plan {
                warning: Some(reason),
                ..run.empty_plan()
            });
        }
    };
    let courses = courses(&run, &semester).await?;
    let close = Close { semester, courses };
    let run = run.in_session(&close.needs()).await?;
    let mut people = 0;
    let mut plan = run.empty_plan();
    driver::each(&close, &run, |step| {
        if matches!(step.task, CourseTask::Hide) {
            people += step.people;
        }
        close.show(&mut plan, step);
    })
    .await?;
    let platform = || run.platform.name().to_owned();
    let code = close.code().to_owned();
    let Courses { own, shared } = &close.courses;
    if own.is_empty() {
        plan.warning = Some(Reason::SemesterWithoutCourses {
            semester: code.clone(),
            platform: platform(),
        });
    }
    if close.semester.tanggal_selesai.is_empty() {
        plan.notes.push(Reason::SemesterEndUnknown { semester: code });
    }
    if people > 0 {
        plan.notes.push(Reason::PeopleStayInCourses {
            people: people.unsigned_abs(),
            platform: platform(),
        });
    }
    if *shared > 0 {
        plan.notes.push(Reason::CoursesStayShared {
            courses: *shared as u64,
        });
    }
    Ok(plan)
}

/// The semester to close; or why it is not closed: it is not over, or courses are to stay visible.
async fn ended_semester(run: &Run) -> Result<std::result::Result<Semester, Reason>> {
    let found = run.store.first::<Semester>(&run.order.selection, 1).await?.pop();
    let Some(semester) = found.map(|stored| stored.row) else {
        return Err(EngineError::NotFound(Reason::RowNotHere {
            kind: Semester::LABEL.to_owned(),
        }));
    };
    let refused = |reason| Ok(Err(reason));
    if run.shape().await?.ended == Ended::Leave {
        return refused(Reason::CoursesStayVisible {
            platform: run.platform.name().to_owned(),
        });
    }
    let code = || semester.kode_semester.to_string();
    let today = run.store.now().to_zoned(run.parts.zone.clone()).date();
    if let Some(first) = day(semester.tanggal_mulai.as_str()).filter(|first| *first > today) {
        return refused(Reason::SemesterAhead {
            semester: code(),
            first: first.to_string(),
        });
    }
    let last = semester.tanggal_selesai.as_str();
    match day(last) {
        Some(last) if last >= today => refused(Reason::SemesterRuns {
            semester: code(),
            last: last.to_string(),
        }),
        None if !last.trim().is_empty() => refused(Reason::SemesterEndUnreadable {
            semester: code(),
            last: last.to_owned(),
        }),
        _ => Ok(Ok(semester)),
    }
}

/// The courses of a semester on the platform: of its classes, and of the catalogue's courses in it. Whatever shape made them.
async fn courses(run: &Run, semester: &Semester) -> Result<Courses> {
    let code = semester.kode_semester.as_str();
    let classes = run
        .store
        .rows_by::<Kelas>(&["semester"], &[vec![code.to_owned()]])
        .await?;
    let people = run.store.people_in_classes().await?;
    let names: Vec<_> = classes.iter().map(|class| idnumber(&class.row)).collect();
    let mut links = HashMap::new();
    for names in names.chunks(TOGETHER) {
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        links.extend(run.store.links_named(&names).await?);
    }
    let mut own: BTreeMap<PlatformId, Own> = BTreeMap::new();
    // People by the course of which their class is a group.
    let mut in_groups: HashMap<PlatformId, i64> = HashMap::new();
    let mut own_names: HashSet<String> = HashSet::new();
    for (class, name) in classes.iter().zip(names) {
        let Some(link) = links.get(&name) else { continue };
        own_names.insert(name);
        let people = people.of(&class.row);
        match (link.is_group, link.container_id) {
            (true, Some(course)) => *in_groups.entry(course).or_default() += people,
            (true, None) => {}
            (false, _) => {
                let course = CourseOfSemester {
                    id: link.platform_id,
                    row: RowKey::of_object(&class.row),
                    key: object_name(&class.row),
                    label: class.row.label(),
                };
                let new = Own {
                    course,
                    people: 0,
                    others: Vec::new(),
                };
                own.entry(link.platform_id).or_insert(new).people += people;
            }
        }
    }
    let made = run.store.made_courses_of(code).await?;
    let catalogue = |name: &str| number_of(name).rsplit_once('@').map(|(course, _)| course.to_owned());
    let of_made: Vec<_> = made
        .iter()
        .filter_map(|(name, _)| Some(vec![catalogue(name)?]))
        .collect();
    let mut of_catalogue = HashMap::new();
    for keys in of_made.chunks(TOGETHER) {
        let found = run.store.rows_by::<MataKuliah>(&[MataKuliah::OBJECT_KEY], keys).await?;
        let by_key = |row: MataKuliah| (value(&row, MataKuliah::OBJECT_KEY).to_owned(), row);
        of_catalogue.extend(found.into_iter().map(|stored| by_key(stored.row)));
    }
    for (name, link) in made {
        let row = catalogue(&name).and_then(|key| of_catalogue.get(&key));
        let (row, key, label) = match row {
            Some(row) => (RowKey::of_object(row), object_name(row), row.label()),
            None => (
                RowKey::named(MataKuliah::NAME, &name),
                number_of(&name).into(),
                number_of(&name).to_owned(),
            ),
        };
        let id = link.platform_id;
        let course = CourseOfSemester { id, row, key, label };
        own_names.insert(name);
        own.entry(id).or_insert_with(|| Own {
            course,
            people: 0,
            others: Vec::new(),
        });
    }
    let mut shared = 0;
    for (course, people) in in_groups {
        match own.get_mut(&course) {
            Some(own) => own.people += people,
            None => shared += 1,
        }
    }
    let ids: Vec<_> = own.keys().copied().collect();
    for ids in ids.chunks(TOGETHER) {
        let linked = run.store.linked_to(Sort::Course, ids).await?;
        let groups = run.store.groups_in(ids).await?;
        for (course, names) in linked.into_iter().chain(groups) {
            let others = names.into_iter().filter(|name| !own_names.contains(name));
            if let Some(own) = own.get_mut(&course) {
                own.others.extend(others.map(|name| named_row(&name)));
            }
        }
    }
    Ok(Courses {
        own: own.into_values().collect(),
        shared,
    })
}

impl Close {
    fn code(&self) -> &str {
        self.semester.kode_semester.as_str()
    }

    /// The courses that this job has not hidden yet, and those that a job was about to hide when it broke off.
    async fn left(&self, run: &Run) -> Result<(Vec<Own>, HashSet<PlatformId>)> {
        let hiding = run.store.hiding(self.code()).await?;
        let by_this_job = |hiding: &&Hiding| hiding.done && Some(hiding.job) == run.job;
        let done: HashSet<_> = hiding.iter().filter(by_this_job).map(|hiding| hiding.course).collect();
        let begun = hiding.iter().filter(|hiding| !hiding.done);
        let left = self.courses.own.iter().filter(|own| !done.contains(&own.course.id));
        Ok((left.cloned().collect(), begun.map(|hiding| hiding.course).collect()))
    }
}

impl Sending for Close {
    type Row = Semester;
    type Step = Step;
    type Record = Option<PlatformId>;
    type Last = ();

    async fn count(&self, run: &Run) -> Result<i64> {
        Ok(self.left(run).await?.0.len() as i64)
    }

    fn needs(&self) -> Vec<Need> {
        vec![Need::Courses]
    }

    async fn next(&self, run: &Run, after: Option<()>) -> Result<Option<((), Vec<Step>)>> {
        if after.is_some() {
            return Ok(None);
        }
        let (own, begun) = self.left(run).await?;
        let ids: Vec<_> = own.iter().map(|own| own.course.id).collect();
        let visible = run.platform.visibility(&ids).await?;
        let step = |(own, visible): (Own, Option<Visible>)| {
            let platform = || run.platform.name().to_owned();
            let task = match visible {
                None => CourseTask::stay(Became::Failed, Reason::ClosedCourseGone { platform: platform() }),
                Some(_) if !own.others.is_empty() => {
                    let others: Vec<_> = own.others.iter().take(NAMED).map(String::as_str).collect();
                    let others = others.join(", ");
                    CourseTask::stay(Became::Conflict, Reason::CourseSharedWithOthers { others })
                }
                Some(Visible::Unknown) => {
                    CourseTask::stay(Became::Failed, Reason::CourseVisibilityUnknown { platform: platform() })
                }
                // An earlier attempt hid it and did not come to say so.
                Some(Visible::No) if begun.contains(&own.course.id) => CourseTask::Stay {
                    outcome: Became::Hidden,
                    reason: None,
                    settles: true,
                },
                Some(Visible::No) => CourseTask::stay(Became::Unchanged, None),
                Some(Visible::Yes) => CourseTask::Hide,
            };
            Step {
                course: own.course,
                people: own.people,
                task,
            }
        };
        Ok(Some(((), own.into_iter().zip(visible).map(step).collect())))
    }

    fn batches(&self, run: &Run, steps: Vec<Step>) -> Vec<Vec<Step>> {
        batches(run, steps)
    }

    async fn send(&self, run: &Run, batch: Vec<Step>) -> Result<Vec<RowResult<Option<PlatformId>>>> {
        let by_this_job = |step: &&Step| matches!(step.task, CourseTask::Hide | CourseTask::Stay { settles: true, .. });
        let courses: Vec<_> = batch
            .iter()
            .filter(by_this_job)
            .map(|step| step.course.clone())
            .collect();
        if !courses.is_empty() {
            run.store.begin_hiding(run.job()?, self.code(), &courses).await?;
        }
        send(run, batch, false).await
    }

    async fn record(&self, run: &Run, ids: Vec<Option<PlatformId>>, lines: &[Line], counts: &Counts) -> Result<()> {
        let ids: Vec<_> = ids.into_iter().flatten().collect();
        Ok(run.store.record_hidden(run.job()?, &ids, lines, counts).await?)
    }

    async fn untried(&self, run: &Run, reason: &Reason) -> Result<()> {
        let left = self.left(run).await?.0.into_iter().map(|own| own.course);
        let (lines, counts) = untried(run, left, reason).await?;
        Ok(run.store.record_hidden(run.job()?, &[], &lines, &counts).await?)
    }

    fn sentence(&self, _: &Run, counts: &Counts) -> Reason {
        let of = |outcome| rows_of(counts, outcome);
        let (hidden, already) = (of(Became::Hidden), of(Became::Unchanged));
        let (shared, failed) = (of(Became::Conflict), of(Became::Failed));
        Reason::SemesterClosed {
            semester: self.code().to_owned(),
            parts: parts(
                [
                    (hidden, Reason::RowsHidden { rows: hidden }),
                    (already, Reason::RowsHiddenAlready { rows: already }),
                    (shared, Reason::RowsInConflict { rows: shared }),
                    (failed, Reason::RowsNotDone { rows: failed }),
                ],
                Reason::NothingToDo,
            ),
        }
    }

    fn show(&self, plan: &mut Plan, Step { course, task, .. }: Step) {
        let (id, hash) = (course.id, course.row.hash);
        let row = || PlanRow::of_named(named(course));
        match task {
            CourseTask::Stay { reason: None, .. } => plan.unchanged(row),
            CourseTask::Stay {
                reason: Some(reason), ..
            } => plan.refuse(row(), reason.into()),
            CourseTask::Hide | CourseTask::Show => {
                plan.counts.update += 1;
                plan.digest.add([id, hash]);
                add_sample(plan.sample(), &mut plan.rows.update, row);
            }
        }
    }
}

/// Shows the courses that a job hid.
struct ShowAgain {
    /// The job that hid them.
    of: i64,
}

/// Shows the courses that the job `of` hid. Returns the outcome as one sentence.
pub(crate) async fn show_again(run: Arc<Run>, of: i64) -> Result<Reason> {
    driver::run(ShowAgain { of }, run).await
}

/// The number of courses that the job `of` hid and that were not shown again from here.
pub(crate) async fn count_hidden(run: &Run, of: i64) -> Result<i64> {
    Ok(run.store.hidden_courses(of).await?.len() as i64)
}

impl Sending for ShowAgain {
    type Row = Semester;
    type Step = Step;
    type Record = Option<PlatformId>;
    type Last = ();

    async fn count(&self, run: &Run) -> Result<i64> {
        count_hidden(run, self.of).await
    }

    fn needs(&self) -> Vec<Need> {
        vec![Need::Courses]
    }

    async fn next(&self, run: &Run, after: Option<()>) -> Result<Option<((), Vec<Step>)>> {
        if after.is_some() {
            return Ok(None);
        }
        let courses = run.store.hidden_courses(self.of).await?;
        let ids: Vec<_> = courses.iter().map(|course| course.id).collect();
        let visible = run.platform.visibility(&ids).await?;
        let step = |(course, visible): (CourseOfSemester, Option<Visible>)| {
            let platform = || run.platform.name().to_owned();
            let task = match visible {
                None => CourseTask::stay(Became::Failed, Reason::ClosedCourseGone { platform: platform() }),
                Some(Visible::Unknown) => {
                    CourseTask::stay(Became::Failed, Reason::CourseVisibilityUnknown { platform: platform() })
                }
                Some(Visible::Yes) => CourseTask::Stay {
                    outcome: Became::Unchanged,
                    reason: Some(Reason::CourseShownAlready),
                    settles: true,
                },
                Some(Visible::No) => CourseTask::Show,
            };
            Step {
                course,
                people: 0,
                task,
            }
        };
        Ok(Some(((), courses.into_iter().zip(visible).map(step).collect())))
    }

    fn batches(&self, run: &Run, steps: Vec<Step>) -> Vec<Vec<Step>> {
        batches(run, steps)
    }

    async fn send(&self, run: &Run, batch: Vec<Step>) -> Result<Vec<RowResult<Option<PlatformId>>>> {
        send(run, batch, true).await
    }

    async fn record(&self, run: &Run, ids: Vec<Option<PlatformId>>, lines: &[Line], counts: &Counts) -> Result<()> {
        let ids: Vec<_> = ids.into_iter().flatten().collect();
        let done = (self.of, ids.as_slice());
        Ok(run.store.record_shown(run.job()?, done, lines, counts).await?)
    }

    async fn untried(&self, run: &Run, reason: &Reason) -> Result<()> {
        let left = run.store.hidden_courses(self.of).await?;
        let (lines, counts) = untried(run, left, reason).await?;
        Ok(run
            .store
            .record_shown(run.job()?, (self.of, &[]), &lines, &counts)
            .await?)
    }

    fn sentence(&self, _: &Run, counts: &Counts) -> Reason {
        let of = |outcome| rows_of(counts, outcome);
        let (shown, already, failed) = (of(Became::Shown), of(Became::Unchanged), of(Became::Failed));
        Reason::BroughtBack {
            kind: Semester::LABEL.to_owned(),
            parts: parts(
                [
                    (shown, Reason::RowsShown { rows: shown }),
                    (already, Reason::RowsShownAlready { rows: already }),
                    (failed, Reason::RowsNotDone { rows: failed }),
                ],
                Reason::NothingToBringBack,
            ),
        }
    }

    fn show(&self, plan: &mut Plan, step: Step) {
        plan.counts.update += 1;
        add_sample(plan.sample(), &mut plan.rows.update, || {
            PlanRow::of_named(named(step.course))
        });
    }
}

fn named(course: CourseOfSemester) -> RowName {
    RowName {
        row: course.row,
        key: course.key,
        label: course.label,
    }
}

/// The courses to send in batches for the platform, and apart from them those that stay.
fn batches(run: &Run, steps: Vec<Step>) -> Vec<Vec<Step>> {
    let stays = |step: &Step| matches!(step.task, CourseTask::Stay { .. });
    let (staying, sent): (Vec<_>, Vec<_>) = steps.into_iter().partition(stays);
    let mut batches = driver::cut(sent, run.platform.limits(Sort::Course).rows);
    batches.push(staying);
    batches.retain(|batch| !batch.is_empty());
    batches
}

/// Shows or hides the courses of a batch. A record is a course that is settled.
async fn send(run: &Run, batch: Vec<Step>, visible: bool) -> Result<Vec<RowResult<Option<PlatformId>>>> {
    let is_sent = |step: &&Step| !matches!(step.task, CourseTask::Stay { .. });
    let ids: Vec<_> = batch.iter().filter(is_sent).map(|step| step.course.id).collect();
    let mut outcomes = match ids.is_empty() {
        true => Vec::new(),
        false => run.platform.show(&ids, visible).await?,
    }
    .into_iter();
    let done = match visible {
        true => Became::Shown,
        false => Became::Hidden,
    };
    let result = |Step { course, task, .. }: Step| {
        let (outcome, reason, settles) = match task {
            CourseTask::Stay {
                outcome,
                reason,
                settles,
            } => (outcome, reason, settles),
            CourseTask::Hide | CourseTask::Show => match outcomes.next() {
                Some(Outcome::Updated) => (done, None, true),
                Some(Outcome::Refused(refusal)) => (Became::Failed, Some(refusal.reason), false),
                _ => {
                    let platform = run.platform.name().to_owned();
                    (Became::Failed, Some(Reason::ClosedCourseGone { platform }), false)
                }
            },
        };
        RowResult {
            record: settles.then_some(course.id),
            named: named(course),
            outcome,
            reason,
        }
    };
    Ok(batch.into_iter().map(result).collect())
}

/// Lines for courses that the job did not reach.
async fn untried(
    run: &Run,
    courses: impl IntoIterator<Item = CourseOfSemester>,
    reason: &Reason,
) -> Result<(Vec<Line>, Counts)> {
    let reported = run.store.reported(run.job()?).await?;
    let left = courses.into_iter().filter(|course| !reported.contains(&course.row));
    let line = |course: CourseOfSemester| {
        Line::on(course.row, Became::Untried, course.key)
            .label(course.label)
            .because(reason.clone())
    };
    let lines: Vec<_> = left.map(line).collect();
    let counts = Counts::of(Became::Untried, lines.len() as i64);
    Ok((lines, counts))
}
