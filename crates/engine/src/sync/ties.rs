//! Enrolments that named their class and now say its id.

use crate::{Result, Run, enrol::first_bearers, impact::Digest};
use selaras_kinds::{CLASS_ID, Kind, class_id, key_hash};
use selaras_reasons::Reason;
use selaras_store::{
    rows::{EnrolmentState, Stored},
    staging::{StagedRow, Staging, Verdict},
};
use std::collections::{HashMap, HashSet};

/// Staged rows read at once.
const TOGETHER: usize = 1000;

/// Finds stored rows without the id of their class, for new rows that say it, see [`tied`]. Returns them as they are with the id,
/// and whether a staged row is now the same as a stored one.
pub(super) async fn find_ties<K: Kind>(
    run: &Run,
    staging: &Staging<K>,
    digest: &mut Digest,
) -> Result<(Vec<(i64, K)>, bool)> {
    let untied: HashMap<i64, i64> = staging.untied().await?.into_iter().map(<(i64, i64)>::from).collect();
    let (mut after, mut ties, mut same) = (0, Vec::new(), Vec::new());
    // The ids of the rows that are tied, by the key that they have then.
    let mut keys: HashMap<i64, i64> = HashMap::new();
    let mut done: HashSet<i64> = HashSet::new();
    while !untied.is_empty() {
        let new = staging.next(Verdict::Create, after, TOGETHER).await?;
        let Some(last) = new.last() else { break };
        after = last.number;
        let new: Vec<_> = new
            .into_iter()
            .filter_map(|staged| Some((*untied.get(&staged.number)?, staged)))
            .collect();
        let ids: Vec<_> = new.iter().map(|(id, _)| *id).collect();
        let stored = run.store.by_ids::<K>(&ids).await?;
        let rows: Vec<_> = stored.values().map(|stored| &stored.row).collect();
        let first = first_bearers::<K>(&run.store, &rows).await?;
        let first: HashMap<_, _> = stored.keys().zip(first).collect();
        let with_class =
            |(id, staged): &(i64, StagedRow<K>)| Some(tied(stored.get(id)?, first[id].as_deref(), &staged.row));
        let tied: Vec<Option<K>> = new.iter().map(with_class).collect();
        let taken = run.store.keys_there(tied.iter().flatten()).await?;
        for ((id, StagedRow { number, row, .. }), tied) in new.into_iter().zip(tied) {
            let Some(tied) = tied else { continue };
            let is_first = done.insert(id);
            let key = key_hash(&tied);
            if is_first && !keys.contains_key(&key) && !taken.contains(&key) {
                keys.insert(key, id);
                digest.add([key, id]);
                ties.push((id, tied));
            }
            if keys.get(&key_hash(&row)) == Some(&id) {
                same.push([number, id]);
            }
        }
    }
    staging.tie(&same).await?;
    Ok((ties, !same.is_empty()))
}

/// A stored enrolment with the id of its class, for a `row` of the source that now says it: a row that gains the id is the
/// same enrolment. One that is on the platform is of the class that had the name `first`. If the row says another class, its
/// person changes classes: the enrolment gets the id of the former class, and the row is a new one.
fn tied<K: Kind>(before: &Stored<K>, first: Option<&str>, row: &K) -> K {
    let on_platform = match before.state.enrolment {
        EnrolmentState::Sudah | EnrolmentState::Ditangguhkan => true,
        EnrolmentState::Belum => before.state.enrolment_reason == Some(Reason::Recreated),
        EnrolmentState::Gagal => false,
    };
    let class = first.filter(|_| on_platform).unwrap_or(class_id(row));
    let mut tied = before.row.clone();
    if let Some(field) = K::FIELDS.iter().find(|field| field.name == CLASS_ID) {
        (field.set)(&mut tied, class.into());
    }
    tied
}
