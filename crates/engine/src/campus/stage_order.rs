//! The stages of an order: what each does, and which earlier stages it waits for.

use crate::{
    Result, Task, registry,
    task::{CampusTask, LeftOut, RowsTask, RowsVerb},
};
use selaras_kinds::{KindName, object::Leaving};
use selaras_store::{
    Except, Selection,
    jobs::{NewStage, StageState, Subject},
};

/// The verbs of the stages, in their order.
pub(super) const VERBS: [RowsVerb; 4] = [RowsVerb::Sync, RowsVerb::Export, RowsVerb::Enrol, RowsVerb::Unenrol];

/// The order of one stage.
pub(crate) struct StageOrder {
    pub(crate) verb: RowsVerb,
    pub(crate) kind: KindName,
    /// Rows that the stage skips; `None` leaves out the whole stage.
    rows: Option<Vec<i64>>,
    /// The action, if it does not cover all rows.
    action: Option<RowsTask>,
    /// How people leave, if the whole order says so.
    leaving: Option<Leaving>,
}

impl StageOrder {
    pub(crate) const fn is_left_out(&self) -> bool {
        self.rows.is_none()
    }

    pub(super) const fn new_stage(&self) -> NewStage {
        NewStage {
            kind: Subject::Kind(self.kind),
            verb: self.verb.verb(),
            state: match self.is_left_out() {
                true => StageState::LeftOut,
                false => StageState::Waiting,
            },
        }
    }

    /// The task of the stage's job.
    pub(crate) fn task(&self) -> Result<Task> {
        let except = self.rows.as_ref().filter(|rows| !rows.is_empty()).map(|rows| Except {
            kind: self.kind.as_str().to_owned(),
            keys: rows.iter().copied().collect(),
        });
        if let Some(action) = &self.action {
            let mut action = action.clone();
            action.selection.except = except;
            return Ok(Task::Rows(action));
        }
        let selection = Selection {
            except,
            missing: (self.verb == RowsVerb::Unenrol).then_some(true),
            ..Selection::default()
        };
        match self.verb {
            RowsVerb::Unenrol => Task::leaving(self.kind.as_str(), selection, self.leaving, false),
            verb => Task::rows(self.kind.as_str(), verb, selection),
        }
    }

    /// True if this stage must wait for the end of the earlier stage `before`: it depends on its results, or both would read
    /// lists from the source, which takes one at a time.
    pub(super) fn waits_for(&self, before: &Self) -> bool {
        if self.action.is_some() || before.action.is_some() {
            // Actions are ordered by their dependencies.
            return true;
        }
        let every_kind = registry::kinds();
        let place = |of: &Self| every_kind.iter().position(|kind| kind.name == of.kind);
        let (Some(mine), Some(others)) = (place(self), place(before)) else {
            return true;
        };
        let (kind, other) = (&every_kind[mine], &every_kind[others]);
        match (self.verb, before.verb) {
            // A sent object needs its parents, which are read with it or before it.
            (RowsVerb::Export | RowsVerb::Enrol, RowsVerb::Sync) => others <= mine,
            // Accounts depend on nothing else. Two lists of people may have the same person, so they go one after the other.
            (RowsVerb::Export, RowsVerb::Export) => kind.is_person == other.is_person,
            // An enrolment needs its course and its person's account.
            (RowsVerb::Enrol, RowsVerb::Export) => {
                !other.is_person || kind.membership.is_none_or(|of| of.person_kind == other.work.name)
            }
            // Lists are read one by one, and so are enrolments written. Unenrolling waits until all enrolments are done.
            _ => true,
        }
    }
}

impl CampusTask {
    /// The stages, in the order of their dependencies.
    pub(crate) fn stages(&self) -> Vec<StageOrder> {
        if let Some(actions) = &self.actions {
            let stage = |action: &RowsTask| StageOrder {
                verb: action.verb,
                kind: action.kind,
                rows: self.left_out(action.verb, action.kind.as_str()),
                action: Some(action.clone()),
                leaving: None,
            };
            return actions.iter().map(stage).collect();
        }
        let mut stages = Vec::new();
        for verb in VERBS {
            for kind in registry::kinds() {
                let has = match verb {
                    RowsVerb::Sync | RowsVerb::Delete => true,
                    RowsVerb::Export => kind.is_object,
                    RowsVerb::Enrol | RowsVerb::Unenrol => kind.membership.is_some(),
                    // An administrator closes a semester by itself.
                    RowsVerb::Close => false,
                };
                if has && self.kinds.iter().any(|name| name == kind.work.name) {
                    stages.push(StageOrder {
                        verb,
                        kind: kind.name,
                        rows: self.left_out(verb, kind.work.name),
                        action: None,
                        leaving: self.leaving,
                    });
                }
            }
        }
        stages
    }

    fn left_out(&self, verb: RowsVerb, kind: &str) -> Option<Vec<i64>> {
        let mut rows = Vec::new();
        for left_out in self.leave_out.iter().filter(|out| out.verb == verb && out.kind == kind) {
            let LeftOut { rows: Some(some), .. } = left_out else {
                return None;
            };
            // A task with unreadable row keys is refused before it begins.
            rows.extend(some.iter().filter_map(|row| row.parse::<i64>().ok()));
        }
        Some(rows)
    }
}
