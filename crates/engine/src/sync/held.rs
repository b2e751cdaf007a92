//! The stored rows behind rows of the source, and the differences between the two.

use crate::{PlanRow, Result, Run};
use hashbrown::HashMap;
use selaras_kinds::{Kind, object_hash, value};
use selaras_reasons::Reason;

/// The stored rows of these rows, by index; for enrolments, the stored people.
pub(super) async fn before<K: Kind>(run: &Run, rows: &[(i64, &K)]) -> Result<HashMap<usize, K>> {
    let mut found = HashMap::with_capacity(rows.len());
    if K::PERSON_AND_ENROLMENT {
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
