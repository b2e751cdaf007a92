//! One action together with what its rows wait for: a course can only be sent when its parent is on the platform. The
//! actions are stages of one job, planned and done as those of the whole campus are.

use super::{VERBS, planned};
use crate::{
    Engine, EngineError, Order, Result, Task, people, registry,
    task::{RowsTask, RowsVerb},
};
use selaras_kinds::KindName;
use selaras_reasons::Reason;
use selaras_store::log::Author;

impl Engine {
    /// The order of an action on rows of a kind, made the order of that action and of all that has to be done before it.
    /// `only_plan`: it is said what that would do. Whoever agreed to such a plan orders just what was planned.
    ///
    /// # Errors
    /// [`EngineError::Moved`] where what was agreed to was about something else; [`EngineError::Refused`] where the
    /// order is no action on rows.
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
        let task = Task::one_after_the_other(actions, only_plan)?;
        Ok(Order { task, ..order })
    }

    /// The action, with those before it that its rows wait for, and those that the rows of these wait for.
    async fn before(&self, asked: &RowsTask, actor: &Author) -> Result<Vec<RowsTask>> {
        let mut found = vec![asked.clone()];
        // Each kind and verb comes once, so this ends.
        let mut at = 0;
        while let Some(action) = found.get(at).cloned() {
            at += 1;
            // Of a list of the source nobody knows beforehand what its rows will wait for.
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
            // A row tells the first thing that it waits for: whose class is not there may have no account either.
            if let Some(people) = people().iter().find(|people| people.places == kind)
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

/// What has to be done to a kind whose rows others wait for: what is synced only now has to be sent, too.
fn needed(kind: &str, verb: RowsVerb) -> Vec<(KindName, RowsVerb)> {
    let Some(kind) = registry::kinds().iter().find(|known| known.work.name == kind) else {
        return Vec::new();
    };
    match verb {
        RowsVerb::Sync if kind.is_object => vec![(kind.name, RowsVerb::Sync), (kind.name, RowsVerb::Export)],
        verb => vec![(kind.name, verb)],
    }
}

/// Where a stage stands in the order of what needs what.
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
    fn what_is_synced_first_is_also_sent_first() {
        let kelas = KindName::parse("kelas").unwrap();
        assert_eq!(
            needed("kelas", RowsVerb::Sync),
            [(kelas, RowsVerb::Sync), (kelas, RowsVerb::Export)]
        );
        assert!(place(kelas, RowsVerb::Sync) < place(kelas, RowsVerb::Export));
    }
}
