//! What the dashboard holds of rows that the source lists, and what the two say differently.

use crate::{PlanRow, Result, Run};
use hashbrown::HashMap;
use selaras_kinds::{Kind, object_hash, value};
use selaras_reasons::Reason;

/// What the dashboard has of rows that are there, by their place among them; of places it is the person.
pub(super) async fn before<K: Kind>(run: &Run, rows: &[(i64, &K)]) -> Result<HashMap<usize, K>> {
    let mut found = HashMap::with_capacity(rows.len());
    if K::PLACES {
        let numbers: Vec<_> = rows.iter().map(|(_, row)| value(*row, K::OBJECT_KEY)).collect();
        let people = run.store.people::<K>(&numbers).await?;
        for (at, (_, row)) in rows.iter().enumerate() {
            found.extend(people.get(&object_hash(*row)).map(|person| (at, person.clone())));
        }
    } else {
        let ids: Vec<_> = rows.iter().map(|(id, _)| *id).collect();
        let stored = run.store.by_ids::<K>(&ids).await?;
        for (at, id) in ids.iter().enumerate() {
            found.extend(stored.get(id).map(|stored| (at, stored.row.clone())));
        }
    }
    Ok(found)
}

/// What two lists say of one person: `held` is the word that holds, where it is known here.
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
