//! Each verb for each kind, and what jobs do beside them.

use crate::{
    EngineError, Plan, Result, RowsVerb, Run, Task, Verb, campus, comparison,
    comparison::{Courses, Placed},
    delete, enrol, export, inspection, sync, undo, zoom,
};
use futures::future::BoxFuture;
use selaras_kinds::{Kind, OfKind, kelas::Kelas, of_all_kinds};
use selaras_platform::Finding;
use selaras_source::Source;
use selaras_store::{Store, jobs::CAMPUS, summary::Standing};
use std::sync::{Arc, LazyLock};

/// What a job works at: the data of one kind, or what is of no kind.
pub struct Work {
    /// Its name, which its jobs bear: `mata_kuliah`.
    pub name: &'static str,
    /// What people read: `Mata Kuliah`.
    pub label: &'static str,
    /// The columns of the kind's key; none for what is of no kind.
    pub key: &'static [&'static str],
}

/// How a task is done.
pub(crate) struct Action {
    /// Does it. Answers with the outcome in one sentence.
    pub(crate) run: fn(Arc<Run>) -> BoxFuture<'static, Result<String>>,
    /// Says what it would do.
    pub(crate) plan: fn(Arc<Run>) -> BoxFuture<'static, Result<Plan>>,
}

impl Action {
    /// Does it, after what was agreed to has been held against the data. A sync does that itself, when it has read its
    /// list.
    pub(crate) async fn agree_and_run(self, run: Arc<Run>) -> Result<String> {
        let agrees_itself = matches!(run.order.verb, Verb::Sync | Verb::Align | Verb::Plan);
        if !agrees_itself && (run.is_watched() || run.removes_enrolments()) && !run.consented {
            run.agree(&(self.plan)(Arc::clone(&run)).await?)?;
            run.store.consented(run.job).await?;
        }
        (self.run)(run).await
    }
}

/// How a task is done.
///
/// # Errors
/// [`EngineError::Refused`]: a kind that this version does not know any more.
pub(crate) fn action(task: &Task) -> Result<Action> {
    Ok(match task {
        Task::Rows(rows) => (kind(task.about())?.action)(rows.verb),
        Task::Undo(_) if task.about() == CAMPUS => Action {
            run: |run| Box::pin(campus::undo(run)),
            plan: |run| Box::pin(async move { Ok(run.empty_plan()) }),
        },
        Task::Undo(_) => (kind(task.about())?.undo)(),
        // What was agreed to is held against the plan that was kept.
        Task::Align(_) => Action {
            run: |run| Box::pin(campus::run(run)),
            plan: |run| Box::pin(async move { Ok(run.empty_plan()) }),
        },
        Task::PlanAlign(_) => Action {
            run: |run| Box::pin(campus::plan_stages(run)),
            plan: |run| Box::pin(async move { Ok(run.empty_plan()) }),
        },
        Task::Import(_) => Action {
            run: |run| Box::pin(zoom::run(run)),
            plan: |run| Box::pin(zoom::plan(run)),
        },
        Task::Mend(task) => {
            let verbs = task.verbs()?;
            Action {
                run: verbs.run,
                plan: verbs.plan,
            }
        }
        Task::Compare => Action {
            run: |run| Box::pin(comparison::run(run)),
            plan: |_| Box::pin(async { Err(comparison::of_all_kinds()) }),
        },
    })
}

/// One kind: its work, and what else is asked of each kind.
pub struct KindVerbs {
    /// Its verbs.
    pub work: Work,
    /// Whether its rows are objects on the platform, or memberships and nothing else.
    pub is_object: bool,
    /// Whether its objects are people's accounts.
    pub is_person: bool,
    /// Whether its rows are places of people in classes, which can be enrolled.
    pub is_membership: bool,
    /// What a verb does with its rows.
    action: fn(RowsVerb) -> Action,
    /// Takes back what a job did with its rows.
    undo: fn() -> Action,
    /// Its list at the source.
    pub(crate) list: SourceList,
    /// Compares its rows on all sides.
    pub(crate) compare: fn(Arc<Run>) -> BoxFuture<'static, Result<()>>,
    /// Compares its memberships with who is in a few courses on the platform.
    pub(crate) compare_members: CompareMembers,
    /// Counts how it stands, and keeps the numbers.
    pub count: fn(Store) -> BoxFuture<'static, Result<Standing>>,
    /// Makes its rows wait again that a report found missing or changed on the platform.
    pub(crate) wait_again: fn(Store, i64) -> BoxFuture<'static, Result<u64>>,
    /// Throws away what its rows were before that time (milliseconds since 1970), little by little.
    pub(crate) forget: fn(Store, i64) -> BoxFuture<'static, Result<()>>,
}

/// Compares the memberships of a kind with who is in a few courses, and notes who has a place there.
pub(crate) type CompareMembers = for<'a> fn(&'a Arc<Run>, &'a Courses, &'a mut Placed) -> BoxFuture<'a, Result<()>>;

/// A kind's list at the source.
pub(crate) struct SourceList {
    /// Its name in the settings.
    pub(crate) feed: &'static str,
    /// Looks whether it answers, for the class that is given.
    pub(crate) inspect: for<'a> fn(&'a Source, Option<&'a Kelas>) -> BoxFuture<'a, Finding>,
}

impl OfKind for KindVerbs {
    fn of<K: Kind>() -> Self {
        Self {
            work: Work {
                name: K::NAME,
                label: K::LABEL,
                key: K::KEY,
            },
            is_object: K::IS_OBJECT,
            is_person: K::IS_PERSON,
            is_membership: K::MEMBERSHIP.is_some(),
            action: action_on::<K>,
            undo: || Action {
                run: |run| Box::pin(undo::run::<K>(run)),
                plan: |run| Box::pin(undo::plan::<K>(run)),
            },
            list: SourceList {
                feed: K::FEED.name,
                inspect: |source, class| Box::pin(inspection::list::<K>(source, class)),
            },
            compare: |run| Box::pin(comparison::of_kind::<K>(run)),
            compare_members: |run, courses, placed| Box::pin(comparison::members_of_kind::<K>(run, courses, placed)),
            count: |store| Box::pin(async move { Ok(store.keep_standing::<K>().await?) }),
            wait_again: |store, job| Box::pin(async move { Ok(store.wait_again::<K>(job).await?) }),
            forget: |store, before| Box::pin(undo::forget_before::<K>(store, before)),
        }
    }
}

/// What a verb does with the rows of a kind.
fn action_on<K: Kind>(verb: RowsVerb) -> Action {
    match verb {
        RowsVerb::Sync => Action {
            run: |run| Box::pin(sync::run::<K>(run)),
            plan: |run| Box::pin(sync::plan::<K>(run)),
        },
        RowsVerb::Export if K::IS_OBJECT => Action {
            run: |run| Box::pin(export::run::<K>(run)),
            plan: |run| Box::pin(export::plan::<K>(run)),
        },
        // What is no object on the platform is exported by enrolling.
        RowsVerb::Export | RowsVerb::Enrol | RowsVerb::Unenrol => Action {
            run: |run| Box::pin(enrol::run::<K>(run)),
            plan: |run| Box::pin(enrol::plan::<K>(run)),
        },
        RowsVerb::Delete => Action {
            run: |run| Box::pin(delete::run::<K>(run)),
            plan: |run| Box::pin(delete::plan::<K>(run)),
        },
    }
}

/// All kinds, parents first: the order in which a campus is exported.
pub fn kinds() -> &'static [KindVerbs] {
    static KINDS: LazyLock<Vec<KindVerbs>> = LazyLock::new(of_all_kinds);
    &KINDS
}

/// What is of no kind: the attendance at Zoom meetings, and the comparison of all kinds.
const OF_NO_KIND: &[Work] = &[
    Work {
        name: zoom::ZOOM,
        label: "Zoom",
        key: &[],
    },
    Work {
        name: CAMPUS,
        label: "Seluruh Kampus",
        key: &[],
    },
    Work {
        name: comparison::KIND,
        label: "selisih",
        key: &[],
    },
];

/// What people call the work of that name; the name itself where there is none.
pub(crate) fn label(name: &str) -> &str {
    work(name).map_or(name, |work| work.label)
}

/// The work of that name.
///
/// # Errors
/// [`EngineError::Refused`]: there is none. A job of a kind that this version does not know any more.
pub fn work(name: &str) -> Result<&'static Work> {
    kinds()
        .iter()
        .map(|kind| &kind.work)
        .chain(OF_NO_KIND)
        .find(|work| work.name == name)
        .ok_or_else(|| unknown(name))
}

/// The kind of that name.
///
/// # Errors
/// [`EngineError::Refused`]: there is none.
pub(crate) fn kind(name: &str) -> Result<&'static KindVerbs> {
    kinds()
        .iter()
        .find(|kind| kind.work.name == name)
        .ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> EngineError {
    EngineError::Refused(format!("Jenis data {name} tidak dikenal."))
}
