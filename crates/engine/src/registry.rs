//! The verbs of each kind.

use crate::{
    EngineError, Plan, Result, RowsVerb, Run, Task, Verb, closing, delete, enrol, export, sync, undo, versions,
};
use futures::future::BoxFuture;
use selaras_kinds::{Kind, KindName, MembershipOf, OfKind, of_all_kinds};
use selaras_reasons::Reason;
use selaras_store::Store;
use std::sync::{Arc, LazyLock};

/// The data of one kind, on which jobs work.
pub struct Work {
    /// Its name, as in its jobs: `mata_kuliah`.
    pub name: &'static str,
    /// Its label: `Mata Kuliah`.
    pub label: &'static str,
    /// The columns of its key.
    pub key: &'static [&'static str],
}

/// The functions that run and plan a task.
pub(crate) struct Action {
    /// Runs it. Returns the outcome as one sentence.
    pub(crate) run: fn(Arc<Run>) -> BoxFuture<'static, Result<Reason>>,
    /// Plans it.
    pub(crate) plan: fn(Arc<Run>) -> BoxFuture<'static, Result<Plan>>,
}

impl Action {
    /// Checks the confirmation and runs the task. A sync checks it by itself, after it has read its list.
    pub(crate) async fn confirm_and_run(self, mut run: Arc<Run>) -> Result<Reason> {
        let checks_itself = matches!(run.order.verb, Verb::Sync | Verb::Align | Verb::Plan);
        if !checks_itself && (run.must_check_plan() || run.removes_enrolments()) && !run.consented {
            let plan = (self.plan)(Arc::clone(&run)).await?;
            run.check_confirmation(&plan)?;
            run.store.consented(run.job()?).await?;
            run = run.with_confirmed_plan(&plan);
        }
        (self.run)(run).await
    }
}

/// One kind: its data, its verbs, and what else is needed of each kind.
pub struct KindVerbs {
    /// Its name, as a value.
    pub name: KindName,
    /// The name of its list at the source, in the settings.
    pub feed: &'static str,
    /// Its verbs.
    pub work: Work,
    /// True if its rows are objects on the platform, false if they are only memberships.
    pub is_object: bool,
    /// True if its objects are people's accounts.
    pub is_person: bool,
    /// How its rows are enrolments; `None` if they are none.
    pub membership: Option<MembershipOf>,
    /// The function of a verb on its rows.
    pub(crate) action: fn(RowsVerb) -> Action,
    /// Undoes what a job did with its rows.
    pub(crate) undo: fn() -> Action,
    /// Deletes previous versions of its rows from before that time (milliseconds since 1970), in small steps.
    pub(crate) forget: fn(Store, i64) -> BoxFuture<'static, Result<()>>,
}

impl OfKind for KindVerbs {
    fn of<K: Kind>() -> Self {
        Self {
            name: KindName::of::<K>(),
            feed: K::FEED.name,
            work: Work {
                name: K::NAME,
                label: K::LABEL,
                key: K::KEY,
            },
            is_object: K::IS_OBJECT,
            is_person: K::IS_PERSON,
            membership: K::MEMBERSHIP,
            action: action_on::<K>,
            undo: || Action {
                run: |run| Box::pin(undo::run::<K>(run)),
                plan: |run| Box::pin(undo::plan::<K>(run)),
            },
            forget: |store, before| Box::pin(versions::forget_before::<K>(store, before)),
        }
    }
}

/// The function of a verb on the rows of a kind.
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
        // Kinds that are no objects on the platform are exported by enrolling.
        RowsVerb::Export | RowsVerb::Enrol | RowsVerb::Unenrol => Action {
            run: |run| Box::pin(enrol::run::<K>(run)),
            plan: |run| Box::pin(enrol::plan::<K>(run)),
        },
        RowsVerb::Close => Action {
            run: |run| Box::pin(closing::run(run)),
            plan: |run| Box::pin(closing::plan(run)),
        },
        RowsVerb::Delete => Action {
            run: |run| Box::pin(delete::run::<K>(run)),
            plan: |run| Box::pin(delete::plan::<K>(run)),
        },
    }
}

/// The function of a verb on rows of a kind.
///
/// # Errors
/// [`EngineError::Damaged`]: the task is no verb on rows.
pub(crate) fn of_rows(task: &Task) -> Result<Action> {
    match task {
        Task::Rows(rows) => Ok((verbs_of(rows.kind)?.action)(rows.verb)),
        _ => Err(EngineError::Damaged("this is no verb on rows".to_owned())),
    }
}

/// All kinds, parents first: the order in which a campus is exported.
pub fn kinds() -> &'static [KindVerbs] {
    static KINDS: LazyLock<Vec<KindVerbs>> = LazyLock::new(of_all_kinds);
    &KINDS
}

/// The verbs of a kind.
///
/// # Errors
/// [`EngineError::Refused`]: there is no such kind.
pub(crate) fn verbs_of(name: KindName) -> Result<&'static KindVerbs> {
    kinds().iter().find(|kind| kind.name == name).ok_or_else(|| {
        EngineError::Refused(Reason::NoSuchKind {
            name: name.as_str().to_owned(),
        })
    })
}
