//! The stages as they are ordered: what each does, and which of those before it each waits for.

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

/// One stage as it is ordered.
pub(crate) struct Ordered {
    pub(crate) verb: RowsVerb,
    pub(crate) kind: KindName,
    /// Rows that it leaves alone; `None`: the whole stage is left out.
    rows: Option<Vec<i64>>,
    /// The action, where it is not on all rows.
    action: Option<RowsTask>,
    /// How people leave, where the order of the whole says so.
    leaving: Option<Leaving>,
}

impl Ordered {
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

    /// The job of the stage.
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

    /// Whether this waits until `before`, which is ordered before it, has ended: what it reads or changes depends on that,
    /// or the two would ask more of the source than one list at a time.
    pub(super) fn waits_for(&self, before: &Self) -> bool {
        if self.action.is_some() || before.action.is_some() {
            // Some rows of a kind are sent before others, because those need them.
            return true;
        }
        let every_kind = registry::kinds();
        let place = |of: &Self| every_kind.iter().position(|kind| kind.name == of.kind);
        let (Some(mine), Some(others)) = (place(self), place(before)) else {
            return true;
        };
        let (kind, other) = (&every_kind[mine], &every_kind[others]);
        match (self.verb, before.verb) {
            // What is sent stands under what was read with it or before it.
            (RowsVerb::Export | RowsVerb::Enrol, RowsVerb::Sync) => others <= mine,
            // Accounts need nothing but themselves; one person may be in two lists of people.
            (RowsVerb::Export, RowsVerb::Export) => kind.is_person == other.is_person,
            // A place needs its course and its person's account.
            (RowsVerb::Enrol, RowsVerb::Export) => {
                !other.is_person || kind.membership.is_none_or(|of| of.person_kind == other.work.name)
            }
            // Lists are read one by one, and so are places taken; nobody leaves before everybody is where they belong.
            _ => true,
        }
    }
}

impl CampusTask {
    /// The stages, in the order of what needs what.
    pub(crate) fn stages(&self) -> Vec<Ordered> {
        if let Some(actions) = &self.actions {
            let stage = |action: &RowsTask| Ordered {
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
                };
                if has && self.kinds.iter().any(|name| name == kind.work.name) {
                    stages.push(Ordered {
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
            // A task whose rows are not to be read is refused before it begins.
            rows.extend(some.iter().filter_map(|row| row.parse::<i64>().ok()));
        }
        Some(rows)
    }
}
