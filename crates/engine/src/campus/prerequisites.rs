//! One action with its prerequisites: a course can only be sent if its parent is on the platform. The actions are stages of
//! one job, planned and run like the stages of the whole campus.

use super::{VERBS, planned};
use crate::{
    Engine, EngineError, Order, Result, Task, people, registry,
    task::{RowsTask, RowsVerb},
};
use selaras_kinds::KindName;
use selaras_reasons::Reason;
use selaras_store::log::Author;

impl Engine {
    /// Extends the order of an action on rows to an order of that action and all its prerequisites. `only_plan` makes an
    /// order that only plans them. If the order confirms such a plan, the result holds exactly the planned actions.
    ///
    /// # Errors
    /// [`EngineError::Moved`] if the confirmed plan was about something else; [`EngineError::Refused`] if the order is no
    /// action on rows.
    pub async fn with_what_it_waits_for(&self, order: Order, only_plan: bool) -> Result<Order> {
        let Task::Rows(asked) = &order.task else {
            return Err(EngineError::Refused(Reason::NothingToDo));
        };
        let actions = match &order.consent.plan {
            None => self.before(asked, &order.actor).await?,
            Some(token) => {
                let planned = planned(self.store(), token).await?;
                let actions = planned.and_then(|planned| planned.actions);
                let same = actions.filter(|actions| actions.last() == Some(asked));
                same.ok_or(EngineError::Moved)?
            }
        };
        let task = Task::sequence(actions, only_plan)?;
        Ok(Order { task, ..order })
    }

    /// The action, after its prerequisites and theirs.
    async fn before(&self, asked: &RowsTask, actor: &Author) -> Result<Vec<RowsTask>> {
        let mut found = vec![asked.clone()];
        // Each kind and verb comes once, so this ends.
        let mut at = 0;
        while let Some(action) = found.get(at).cloned() {
            at += 1;
            // What the rows of a list will wait for is unknown until the list is read.
            if action.verb == RowsVerb::Sync {
                continue;
            }
            let (kind, verb) = (action.kind, action.verb);
            let plan = self.plan(Order::new(Task::Rows(action), actor.clone())).await?;
            let mut before: Vec<_> = plan
                .first
                .iter()
                .flat_map(|first| needed(&first.kind, first.verb))
                .collect();
            // A row reports only the first thing it waits for: if its class is not there, its account may be missing as
            // well.
            if let Some(people) = people().iter().find(|people| people.enrolments == kind)
                && verb == RowsVerb::Enrol
                && !plan.first.is_empty()
            {
                let accounts = RowsTask::on_all(people.name, RowsVerb::Export);
                let counts = self.plan(Order::new(Task::Rows(accounts), actor.clone())).await?.counts;
                if counts.create + counts.update > 0 {
                    before.push((people.name, RowsVerb::Export));
                }
            }
            for (kind, verb) in before {
                if !found.iter().any(|one| one.kind == kind && one.verb == verb) {
                    found.push(RowsTask::on_all(kind, verb));
                }
            }
        }
        found[1..].sort_by_key(|action| place(action.kind, action.verb));
        found.rotate_left(1);
        Ok(found)
    }
}

/// The stages that a prerequisite of this kind needs: rows that are only synced now must be sent as well.
fn needed(kind: &str, verb: RowsVerb) -> Vec<(KindName, RowsVerb)> {
    let Some(kind) = registry::kinds().iter().find(|known| known.work.name == kind) else {
        return Vec::new();
    };
    match verb {
        RowsVerb::Sync if kind.is_object => vec![(kind.name, RowsVerb::Sync), (kind.name, RowsVerb::Export)],
        verb => vec![(kind.name, verb)],
    }
}

/// A stage's position in the order of dependencies.
fn place(kind: KindName, verb: RowsVerb) -> (Option<usize>, Option<usize>) {
    (
        VERBS.iter().position(|known| *known == verb),
        registry::kinds().iter().position(|known| known.name == kind),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synced_prerequisite_is_also_exported() {
        let kelas = KindName::parse("kelas").unwrap();
        assert_eq!(
            needed("kelas", RowsVerb::Sync),
            [(kelas, RowsVerb::Sync), (kelas, RowsVerb::Export)]
        );
        assert!(place(kelas, RowsVerb::Sync) < place(kelas, RowsVerb::Export));
    }
}
