//! The stored rows behind rows of the source, and the differences between the two.

use crate::{PlanRow, Result, Run};
use selaras_kinds::Kind;
use selaras_reasons::Reason;
use selaras_store::staging::StagedRow;
use std::collections::HashMap;

/// The stored rows behind staged ones, by id; of enrolments, the people.
pub(crate) async fn stored<K: Kind>(run: &Run, rows: &[StagedRow<K>]) -> Result<HashMap<i64, K>> {
    let ids: Vec<_> = rows.iter().map(|staged| staged.id).collect();
    if K::PERSON_AND_ENROLMENT {
        return Ok(run.store.described_people(&ids).await?.into_iter().collect());
    }
    let stored = run.store.by_ids(&ids).await?.into_iter();
    Ok(stored.map(|(id, stored)| (id, stored.row)).collect())
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
