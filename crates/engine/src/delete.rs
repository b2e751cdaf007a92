//! Delete: removes rows from the dashboard only.

use crate::{
    EngineError, Plan, PlanRow, Result, Run,
    impact::{Counted, Impact},
};
use futures::TryStreamExt;
use selaras_kinds::Kind;
use selaras_reasons::Reason;
use selaras_store::{Selection, jobs::Outcome, rows::ListQuery};
use std::{pin::pin, sync::Arc};

/// Rows deleted in one transaction.
const TOGETHER: u64 = 5000;

/// Runs a delete. Returns its outcome as one sentence.
pub(crate) async fn run<K: Kind>(run: Arc<Run>) -> Result<Reason> {
    let selection = &run.order.selection;
    run.set_total(count::<K>(&run, selection).await?).await?;
    rows::<K>(&run, selection).await?;
    let deleted = run.counts().await?.get(Outcome::Deleted);
    if deleted == 0 && *selection != Selection::default() {
        return Err(EngineError::NotFound(Reason::RowNotHere {
            kind: K::LABEL.to_owned(),
        }));
    }
    Ok(Reason::RowsDeleted {
        rows: deleted.unsigned_abs(),
        kind: K::LABEL.to_owned(),
    })
}

/// Deletes all rows of a selection and returns their number.
pub(crate) async fn rows<K: Kind>(run: &Run, selection: &Selection) -> Result<i64> {
    let mut deleted = 0;
    loop {
        run.checkpoint()?;
        match run.store.delete::<K>(run.job()?, selection, TOGETHER).await? {
            0 => return Ok(deleted),
            some => deleted += some,
        }
    }
}

/// The number of rows in a selection.
pub(crate) async fn count<K: Kind>(run: &Run, selection: &Selection) -> Result<i64> {
    let all = ListQuery {
        selection: selection.clone(),
        ..ListQuery::default()
    };
    Ok(run.store.count::<K>(&all).await?)
}

/// Plans a delete.
pub(crate) async fn plan<K: Kind>(run: Arc<Run>) -> Result<Plan> {
    let selection = &run.order.selection;
    let mut plan = run.empty_plan();
    let mut known = pin!(run.store.known_rows::<K>(selection).await?);
    while let Some(row) = known.try_next().await? {
        plan.counts.missing += 1;
        plan.digest.add([row.key_hash, row.fingerprint]);
    }
    plan.impacts.push(Impact {
        what: Counted::Rows,
        touched: plan.counts.missing,
        of: count::<K>(&run, &Selection::default()).await?,
        does: Reason::Deletes,
        program: None,
    });
    let first = run.store.first::<K>(selection, plan.sample() as u64).await?;
    plan.rows.missing = first.iter().map(|stored| PlanRow::of(&stored.row)).collect();
    Ok(plan)
}
