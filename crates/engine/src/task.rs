//! The task of a job, stored as one value in one column and read strictly. A job with an unreadable task fails and touches
//! nothing.

use crate::{EngineError, Result, Verb};
use jiff::civil::Date;
use selaras_kinds::{Kind, KindName, object::Leaving, semester::Semester};
use selaras_reasons::{Reason, Word};
use selaras_store::{
    FailedIn, Selection,
    jobs::{Job, JobState, NewJob, Subject},
    log::Author,
};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use utoipa::ToSchema;

/// The work of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// A verb on rows of a kind.
    Rows(RowsTask),
    /// Undoes another job.
    Undo(UndoTask),
    /// Imports Zoom's reports of past meetings.
    Import(ImportTask),
    /// Aligns one person on all sides.
    Mend(MendTask),
    /// Compares source, dashboard and platform, for all kinds.
    Compare,
    /// Looks on the platform for what rows may have there already.
    Scan,
    /// Aligns the whole campus.
    Align(CampusTask),
    /// Plans the alignment of the whole campus.
    PlanAlign(CampusTask),
}

/// What can be done with chosen rows of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RowsVerb {
    /// Source to dashboard.
    Sync,
    /// Dashboard to platform.
    Export,
    /// Into the courses on the platform.
    #[serde(rename = "enroll")]
    Enrol,
    /// Out of the courses on the platform.
    #[serde(rename = "unenroll")]
    Unenrol,
    /// Out of the dashboard.
    Delete,
    /// Hides the courses of a semester that has ended.
    Close,
}

/// A verb on rows of a kind. Tasks are only made of it after a check that the kind has the verb.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowsTask {
    pub(crate) verb: RowsVerb,
    pub(crate) kind: KindName,
    pub(crate) selection: Selection,
    /// How people leave; `None` until the order is stored: then the setting's value is written here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) leaving: Option<Leaving>,
    /// True if the rows of people who have left are deleted from the dashboard.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) remove: bool,
}

/// The undo of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UndoTask {
    pub(crate) kind: Subject,
    /// The job to undo.
    pub(crate) job: i64,
}

/// The import of the meetings of some days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportTask {
    /// The first day, for display.
    pub(crate) first: Date,
    /// The last day, for display.
    pub(crate) last: Date,
    /// Meetings began at this instant or later; milliseconds since 1970.
    from: i64,
    /// Meetings began before this instant; milliseconds since 1970.
    until: i64,
    /// Only what failed in this earlier import.
    #[serde(deserialize_with = "Option::deserialize")]
    pub(crate) failed_in: Option<i64>,
}

/// The alignment of the whole campus, in stages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampusTask {
    /// The kinds that take part.
    pub kinds: Vec<String>,
    /// What is left out.
    pub leave_out: Vec<LeftOut>,
    /// A cancelled or failed job that this one resumes.
    #[serde(deserialize_with = "Option::deserialize")]
    pub(crate) resumes: Option<i64>,
    /// The actions in their order, for one action with its prerequisites. `None`: every stage of the kinds, with all rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) actions: Option<Vec<RowsTask>>,
    /// How people leave; `None` until the order is stored: then the setting's value is written here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) leaving: Option<Leaving>,
}

/// A stage, or rows of one, that is left out of a run over the whole campus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// What is not done.
    pub verb: RowsVerb,
    /// To rows of which kind.
    pub kind: String,
    /// The rows, as the plan names them: by their hashed keys. `None`: the whole stage.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    pub rows: Option<Vec<String>>,
}

impl UndoTask {
    fn validate(&self) -> Result<()> {
        match self.kind {
            Subject::Kind(_) | Subject::Campus => Ok(()),
            Subject::Zoom | Subject::Differences | Subject::Matches => Err(EngineError::Refused(Reason::NotUndoable)),
        }
    }
}

impl CampusTask {
    /// Its subject. The guard wants its name typed.
    pub(crate) fn subject(&self) -> Subject {
        let last = self.actions.as_ref().and_then(|actions| actions.last());
        last.map_or(Subject::Campus, |action| Subject::Kind(action.kind))
    }

    fn validate(&self) -> Result<()> {
        let left_out = self.leave_out.iter().map(|left_out| &left_out.kind);
        for kind in self.kinds.iter().chain(left_out) {
            named(kind)?;
        }
        let mut rows = self.leave_out.iter().flat_map(|out| out.rows.iter().flatten());
        if let Some(row) = rows.find(|row| row.parse::<i64>().is_err()) {
            return Err(EngineError::Damaged(format!("{row} names no row")));
        }
        if self.kinds.is_empty() || self.actions.as_ref().is_some_and(Vec::is_empty) {
            return Err(EngineError::Refused(Reason::NothingChosen));
        }
        self.actions.iter().flatten().try_for_each(RowsTask::validate)
    }
}

impl ImportTask {
    /// The range of instants in which the meetings began; milliseconds since 1970.
    pub(crate) fn began(&self) -> Range<i64> {
        self.from..self.until
    }
}

impl RowsVerb {
    /// The spelling in the database and in the API.
    pub const fn as_str(self) -> &'static str {
        self.verb().as_str()
    }

    /// The verb as one on rows; `None` if it is none.
    pub fn of(verb: Verb) -> Option<Self> {
        [
            Self::Sync,
            Self::Export,
            Self::Enrol,
            Self::Unenrol,
            Self::Delete,
            Self::Close,
        ]
        .into_iter()
        .find(|one| one.verb() == verb)
    }

    /// Its label, for the beginning of a sentence.
    pub const fn title(self) -> Word {
        self.verb().title()
    }

    /// The same among all verbs.
    pub const fn verb(self) -> Verb {
        match self {
            Self::Sync => Verb::Sync,
            Self::Export => Verb::Export,
            Self::Enrol => Verb::Enrol,
            Self::Unenrol => Verb::Unenrol,
            Self::Delete => Verb::Delete,
            Self::Close => Verb::Close,
        }
    }
}

impl Task {
    /// A verb on chosen rows of a kind.
    ///
    /// # Errors
    /// [`EngineError::Refused`] if there is no such kind, or the kind does not have the verb. Nothing checks this later.
    pub fn rows(kind: &str, verb: RowsVerb, selection: Selection) -> Result<Self> {
        let task = RowsTask {
            verb,
            kind: named(kind)?,
            selection,
            leaving: None,
            remove: false,
        };
        task.validate()?;
        Ok(Self::Rows(task))
    }

    /// Unenrols people. `leaving` overrides the setting once; `remove` deletes the rows of people who have left from the
    /// dashboard afterwards.
    ///
    /// # Errors
    /// [`EngineError::Refused`] if the kind has no enrolments, or rows would be deleted that the source still lists.
    pub fn leaving(kind: &str, selection: Selection, leaving: Option<Leaving>, remove: bool) -> Result<Self> {
        let task = RowsTask {
            verb: RowsVerb::Unenrol,
            kind: named(kind)?,
            selection,
            leaving,
            remove,
        };
        task.validate()?;
        Ok(Self::Rows(task))
    }

    /// The undo of a job.
    ///
    /// # Errors
    /// [`EngineError::Refused`]: such a job cannot be undone.
    pub(crate) fn undo(job: &Job) -> Result<Self> {
        let task = UndoTask {
            kind: job.kind,
            job: job.id,
        };
        task.validate()?;
        Ok(Self::Undo(task))
    }

    /// The import of the meetings that began within these instants (milliseconds since 1970). `first` and `last` are the
    /// same as days, for display.
    pub fn import(first: Date, last: Date, began: &Range<i64>) -> Self {
        Self::Import(ImportTask {
            first,
            last,
            from: began.start,
            until: began.end,
            failed_in: None,
        })
    }

    /// The alignment of the whole campus: these kinds, except what is left out. `only_plan` makes it a plan.
    ///
    /// # Errors
    /// [`EngineError::Refused`] if a kind is unknown, or none is named.
    pub fn align(kinds: Vec<String>, leave_out: Vec<LeftOut>, only_plan: bool) -> Result<Self> {
        Self::campus(
            CampusTask {
                kinds,
                leave_out,
                resumes: None,
                actions: None,
                leaving: None,
            },
            only_plan,
        )
    }

    /// Some actions, one after the other. `only_plan` makes it a plan.
    ///
    /// # Errors
    /// [`EngineError::Refused`] if there are none.
    pub(crate) fn sequence(actions: Vec<RowsTask>, only_plan: bool) -> Result<Self> {
        Self::campus(
            CampusTask {
                kinds: actions.iter().map(|action| action.kind.as_str().to_owned()).collect(),
                leave_out: Vec::new(),
                resumes: None,
                actions: Some(actions),
                leaving: None,
            },
            only_plan,
        )
    }

    fn campus(task: CampusTask, only_plan: bool) -> Result<Self> {
        task.validate()?;
        Ok(match only_plan {
            true => Self::PlanAlign(task),
            false => Self::Align(task),
        })
    }

    /// The alignment of one person.
    pub fn mend(kind: KindName, enrolments: KindName, target: Target) -> Self {
        Self::Mend(MendTask {
            kind,
            enrolments,
            number: target.number,
            class: target.class,
        })
    }

    /// Reads a stored task.
    ///
    /// # Errors
    /// [`EngineError::Damaged`]: it cannot be read, or is invalid. Then nothing may be done.
    pub(crate) fn read(kept: &str) -> Result<Self> {
        let damaged = |reason: String| EngineError::Damaged(reason);
        let task: Self = serde_json::from_str(kept).map_err(|error| damaged(error.to_string()))?;
        match &task {
            Self::Rows(task) => task.validate().map_err(|error| damaged(error.to_string()))?,
            Self::Align(task) | Self::PlanAlign(task) => {
                task.validate().map_err(|error| damaged(error.to_string()))?;
            }
            Self::Undo(task) => task.validate().map_err(|error| damaged(error.to_string()))?,
            Self::Mend(_) | Self::Import(_) | Self::Compare | Self::Scan => {}
        }
        Ok(task)
    }

    /// The stored form.
    pub(crate) fn text(&self) -> Result<String> {
        serde_json::to_string(self).map_err(|error| EngineError::Queue(error.to_string()))
    }

    /// The job of this task, for `actor`; `text` is its stored form. It has no confirmation and is no stage.
    pub(crate) fn new_job<'a>(&self, text: &'a str, actor: &'a Author) -> NewJob<'a> {
        NewJob {
            kind: self.about(),
            verb: self.verb(),
            task: text,
            actor,
            consent: None,
            undo_of: self.undo_of(),
            part_of: None,
            ordered_by: None,
            ordered_in: None,
        }
    }

    /// The verb among all verbs.
    pub fn verb(&self) -> Verb {
        match self {
            Self::Rows(task) => task.verb.verb(),
            Self::Undo(_) => Verb::Undo,
            Self::Import(_) => Verb::Import,
            Self::Mend(_) => Verb::Mend,
            Self::Compare => Verb::Compare,
            Self::Scan => Verb::Scan,
            Self::Align(_) => Verb::Align,
            Self::PlanAlign(_) => Verb::Plan,
        }
    }

    /// The subject. Of two jobs about one subject the younger waits; an alignment of a person also waits for jobs on what it
    /// sends, and they for it.
    pub fn about(&self) -> Subject {
        match self {
            Self::Rows(task) => Subject::Kind(task.kind),
            Self::Undo(task) => task.kind,
            Self::Mend(task) => Subject::Kind(task.enrolments),
            Self::Import(_) => Subject::Zoom,
            Self::Compare => Subject::Differences,
            Self::Scan => Subject::Matches,
            Self::Align(_) | Self::PlanAlign(_) => Subject::Campus,
        }
    }

    /// The job that it undoes.
    pub(crate) fn undo_of(&self) -> Option<i64> {
        match self {
            Self::Undo(task) => Some(task.job),
            _ => None,
        }
    }

    /// The chosen rows of a kind; the default for all other tasks.
    pub(crate) fn selection(&self) -> Selection {
        match self {
            Self::Rows(task) => task.selection.clone(),
            _ => Selection::default(),
        }
    }

    /// How people leave, if the order says so.
    pub(crate) fn ordered_leaving(&self) -> Option<Leaving> {
        match self {
            Self::Rows(task) => task.leaving,
            _ => None,
        }
    }

    /// The same task with the way of leaving written into it, if it names none. So a change of the settings does not change
    /// an order that was given before.
    pub(crate) fn with_leaving(mut self, leaving: Leaving) -> Self {
        match &mut self {
            Self::Rows(task) if task.verb == RowsVerb::Unenrol => {
                task.leaving.get_or_insert(leaving);
            }
            Self::Align(task) | Self::PlanAlign(task) => {
                task.leaving.get_or_insert(leaving);
            }
            Self::Rows(_) | Self::Undo(_) | Self::Import(_) | Self::Mend(_) | Self::Compare | Self::Scan => {}
        }
        self
    }

    /// True if the rows of people who have left are deleted from the dashboard.
    pub(crate) fn removes_rows(&self) -> bool {
        matches!(self, Self::Rows(task) if task.remove)
    }

    /// True if [`Self::again`] narrows the task to the failed rows.
    pub(crate) fn repeats_failed_rows_only(&self) -> bool {
        match self {
            Self::Rows(task) => task.verb != RowsVerb::Sync,
            Self::Import(_) => true,
            Self::Undo(_) | Self::Mend(_) | Self::Compare | Self::Scan | Self::Align(_) | Self::PlanAlign(_) => false,
        }
    }

    /// The same task for what failed in an earlier job, and if that broke off, for what it did not reach. A sync reads its
    /// lists again, because an unreadable row of the source has no key. An undo and a comparison find out themselves what is
    /// left to do. `by_itself`: the earlier job was unattended, so it removed no enrolment, and this one must not either.
    pub(crate) fn again(mut self, job: &Job, by_itself: bool) -> Self {
        match &mut self {
            // It finds out itself which courses are still visible.
            Self::Rows(task) if task.verb == RowsVerb::Close => {}
            Self::Rows(task) if task.verb != RowsVerb::Sync => {
                if by_itself && task.verb == RowsVerb::Unenrol {
                    task.leaving = Some(Leaving::Suspend);
                }
                // A failed row no longer has the state that the job selected.
                task.selection
                    .equals
                    .retain(|(column, _)| !matches!(column.as_str(), "migration" | "enroll"));
                task.selection.failed_in = Some(FailedIn {
                    job: job.id,
                    kind: task.kind.as_str().to_owned(),
                    untried: job.state == JobState::Failed,
                });
            }
            Self::Import(task) => task.failed_in = Some(job.id),
            // The new job skips what the earlier one has done.
            Self::Align(task) => task.resumes = Some(job.id),
            Self::Rows(_) | Self::Undo(_) | Self::Mend(_) | Self::Compare | Self::Scan | Self::PlanAlign(_) => {}
        }
        self
    }
}

/// The person to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The person's number.
    pub number: String,
    /// Another class to look at, by its number in the timetable: it may list a person that the dashboard does not have.
    pub class: Option<String>,
}

/// The alignment of one person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MendTask {
    /// The kind of the person.
    pub(crate) kind: KindName,
    /// The kind of the person's enrolments.
    enrolments: KindName,
    pub(crate) number: String,
    /// The only class that it covers; `None` for all of the person's classes.
    #[serde(deserialize_with = "Option::deserialize")]
    pub(crate) class: Option<String>,
}

impl MendTask {
    pub(crate) fn target(&self) -> Target {
        Target {
            number: self.number.clone(),
            class: self.class.clone(),
        }
    }
}

/// The kind of that name.
fn named(name: &str) -> Result<KindName> {
    KindName::parse(name).ok_or_else(|| EngineError::Refused(Reason::NoSuchKind { name: name.to_owned() }))
}

impl RowsTask {
    /// A verb on all rows of a kind that has the verb.
    pub(crate) fn on_all(kind: KindName, verb: RowsVerb) -> Self {
        Self {
            verb,
            kind,
            selection: Selection::default(),
            leaving: None,
            remove: false,
        }
    }

    fn validate(&self) -> Result<()> {
        if matches!(self.verb, RowsVerb::Enrol | RowsVerb::Unenrol) && !self.kind.has_enrolments() {
            return Err(EngineError::Refused(Reason::NotEnrollable {
                kind: self.kind.label().to_owned(),
            }));
        }
        if self.verb == RowsVerb::Close && self.kind.as_str() != Semester::NAME {
            return Err(EngineError::Refused(Reason::OnlySemestersClose {
                kind: self.kind.label().to_owned(),
            }));
        }
        let leaves = self.verb == RowsVerb::Unenrol;
        if !leaves && (self.leaving.is_some() || self.remove) {
            return Err(EngineError::Refused(Reason::OnlyUnenrollLeaves));
        }
        if self.remove && self.selection.missing != Some(true) {
            return Err(EngineError::Refused(Reason::OnlyMissingRemoved));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Task> {
        Task::read(text)
    }

    #[test]
    fn task_round_trips_through_its_stored_form() {
        let chosen = Selection {
            ids: vec![7],
            any_of: Some(("NPK".to_owned(), vec!["a \"b\"".to_owned()])),
            ..Selection::equal([("nama_mk", "Aljabar I")])
        };
        let tasks = [
            Task::rows("mahasiswa", RowsVerb::Enrol, chosen).unwrap(),
            Task::rows("prodi", RowsVerb::Sync, Selection::default()).unwrap(),
            Task::Undo(UndoTask {
                kind: Subject::parse("prodi").unwrap(),
                job: 4,
            }),
            Task::import("2026-09-01".parse().unwrap(), "2026-09-30".parse().unwrap(), &(1..9)),
            Task::mend(
                KindName::parse("mahasiswa").unwrap(),
                KindName::parse("mahasiswa").unwrap(),
                Target {
                    number: "260001".to_owned(),
                    class: None,
                },
            ),
            Task::Compare,
            Task::Scan,
        ];
        for task in tasks {
            assert_eq!(read(&task.text().unwrap()).unwrap(), task);
        }
    }

    #[test]
    fn leaving_setting_is_written_only_into_leaving_orders_without_one() {
        let all = Selection::default;
        let leaves = |said| Task::leaving("mahasiswa", all(), said, false).unwrap();
        let by = |task: Task| task.with_leaving(Leaving::Suspend).ordered_leaving();
        assert_eq!(by(leaves(None)), Some(Leaving::Suspend));
        assert_eq!(by(leaves(Some(Leaving::Unenrol))), Some(Leaving::Unenrol));
        assert_eq!(by(Task::rows("mahasiswa", RowsVerb::Enrol, all()).unwrap()), None);
        for only_plan in [false, true] {
            let whole = Task::align(vec!["mahasiswa".to_owned()], Vec::new(), only_plan).unwrap();
            let kept = whole.with_leaving(Leaving::Suspend).text().unwrap();
            let (Task::Align(whole) | Task::PlanAlign(whole)) = read(&kept).unwrap() else {
                panic!("{kept}");
            };
            let mut stages = whole.stages().into_iter();
            let leaving = stages.find(|stage| stage.verb == RowsVerb::Unenrol).unwrap();
            assert_eq!(leaving.task().unwrap().ordered_leaving(), Some(Leaving::Suspend));
        }
    }

    #[test]
    fn damaged_task_is_refused() {
        let whole = Task::rows("prodi", RowsVerb::Export, Selection::equal([("program_id", "1")]))
            .unwrap()
            .text()
            .unwrap();
        let damaged = [
            String::new(),
            "{}".to_owned(),
            "null".to_owned(),
            whole[..whole.len() - 1].to_owned(),
            whole.replace("equals", "equal"),
            whole.replace("\"equals\":[[\"program_id\",\"1\"]],", ""),
            whole.replace("\"ids\":[],", ""),
            whole.replace("\"any_of\":null,", ""),
            whole.replace(",\"failed_in\":null", ""),
            whole.replace("\"failed_in\":null", "\"failed_in\":null,\"more\":1"),
            whole.replace("\"failed_in\":null", "\"failed_in\":{\"job\":1}"),
            whole.replace("export", "exports"),
            whole.replace("\"prodi\"", "\"prody\""),
            whole.replace("export", "enroll"),
        ];
        for text in damaged {
            assert_ne!(text, whole);
            assert!(matches!(read(&text), Err(EngineError::Damaged(_))), "{text}");
        }
    }
}
