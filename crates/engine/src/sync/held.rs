//! The stored rows behind rows of the source, and the differences between the two.

use crate::{PlanRow, Result, Run};
use hashbrown::HashMap;
use selaras_kinds::{Kind, object_hash, value};
use selaras_reasons::Reason;
use selaras_store::staging::StagedRow;

/// The stored people of these rows, by index.
pub(super) async fn before<K: Kind>(run: &Run, rows: &[&K]) -> Result<HashMap<usize, K>> {
    let numbers: Vec<_> = rows.iter().map(|row| value(*row, K::OBJECT_KEY)).collect();
    let people = run.store.people::<K>(&numbers).await?;
    let found = rows
        .iter()
        .enumerate()
        .filter_map(|(at, row)| Some((at, people.get(&object_hash(*row))?.clone())));
    Ok(found.collect())
}

/// The stored rows behind staged ones, by index; of enrolments, the people.
pub(super) async fn stored<K: Kind>(run: &Run, rows: &[StagedRow<K>]) -> Result<HashMap<usize, K>> {
    if K::PERSON_AND_ENROLMENT {
        return before(run, &rows.iter().map(|staged| &staged.row).collect::<Vec<_>>()).await;
    }
    let ids: Vec<_> = rows.iter().map(|staged| staged.id).collect();
    let stored = run.store.by_ids::<K>(&ids).await?;
    let found = ids.iter().enumerate();
    let found = found.filter_map(|(at, id)| Some((at, stored.get(id)?.row.clone())));
    Ok(found.collect())
}

/// The reason of a changed row: the fields in which it differs.
pub(super) fn changed<K: Kind>(before: &K, row: &K) -> Reason {
    let changes = PlanRow::default().changing(before, row).changes.into_iter();
    let changes = changes.map(|change| Reason::Change {
        field: change.field,
        from: change.from,
        to: change.to,
    });
    Reason::Changed {
        changes: changes.collect(),
    }
}

/// The reason of a person that two lists describe differently. `held` is the description that has precedence, if it is
/// known.
pub(super) fn disagreement<K: Kind>(held: Option<&K>, row: &K, source: &str) -> Reason {
    let changes = held.map(|held| PlanRow::default().changing(held, row).changes);
    let changes: Vec<_> = changes
        .into_iter()
        .flatten()
        .map(|change| Reason::SaidOtherwise {
            field: change.field.to_owned(),
            held: change.from,
            said: change.to,
        })
        .collect();
    let source = source.to_owned();
    if changes.is_empty() {
        Reason::PersonDescribedOtherwise { source }
    } else {
        Reason::PersonDescribedOtherwiseIn { source, changes }
    }
}
