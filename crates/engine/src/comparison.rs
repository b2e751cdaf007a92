//! The comparison of source, dashboard and platform. It writes nothing but the report of its job.
//!
//! It compares each kind's rows with the source's lists (`source_lists`) and its objects with those on the platform (`objects`).
//! Then it compares the enrolments of each course with its members on the platform (`members`). Each difference is a line of
//! the report: outcome, row, and what to do about it.

mod findings;
mod members;
pub(crate) mod objects;
mod source_lists;

use crate::{
    EngineError, Result, Run,
    sentences::{parts, rows_of},
};
use futures::future::BoxFuture;
use selaras_kinds::{Kind, OfKind, of_all_kinds};
use selaras_platform::Need;
use selaras_reasons::Reason;
use selaras_store::jobs::Outcome;
use std::sync::Arc;

/// Runs a comparison. Returns its outcome as one sentence.
pub(crate) async fn run(run: Arc<Run>) -> Result<Reason> {
    let run = run.in_session(&[Need::Comparing]).await?;
    run.store.begin_comparison(run.job()?).await?;
    for Rows(compare) in of_all_kinds() {
        run.checkpoint()?;
        compare(Arc::clone(&run)).await?;
    }
    members::compare(&run).await?;
    let found = run.counts().await?;
    let of = |outcome, part: &dyn Fn(u64) -> Reason| {
        let rows = rows_of(&found, outcome);
        (rows, part(rows))
    };
    let source = || run.source.name().to_owned();
    let platform = || run.platform.name().to_owned();
    let parts = parts(
        [
            of(Outcome::MissingHere, &|rows| Reason::RowsMissingHere { rows }),
            of(Outcome::MissingSource, &|rows| Reason::RowsGone {
                rows,
                source: source(),
            }),
            of(Outcome::MissingThere, &|rows| Reason::RowsMissingThere {
                rows,
                platform: platform(),
            }),
            of(Outcome::ChangedSource, &|rows| Reason::RowsChangedAtSource {
                rows,
                source: source(),
            }),
            of(Outcome::ChangedHere, &|rows| Reason::RowsChangedHere { rows }),
            of(Outcome::ChangedThere, &|rows| Reason::RowsChangedThere {
                rows,
                platform: platform(),
            }),
            of(Outcome::ChangedBoth, &|rows| Reason::RowsChangedOnBothSides { rows }),
            of(Outcome::NotEnrolled, &|rows| Reason::RowsNotEnrolled {
                rows,
                platform: platform(),
            }),
            of(Outcome::ByHand, &|rows| Reason::RowsEnrolledByHand {
                rows,
                platform: platform(),
            }),
            of(Outcome::Failed, &|rows| Reason::RowsUnreadable { rows }),
        ],
        Reason::NothingToDo,
    );
    Ok(match &parts[..] {
        [Reason::NothingToDo] => Reason::NoDifferences {
            rows: rows_of(&found, Outcome::InStep),
        },
        _ => Reason::Compared { parts },
    })
}

/// The function that compares the rows of a kind.
struct Rows(fn(Arc<Run>) -> BoxFuture<'static, Result<()>>);

impl OfKind for Rows {
    fn of<K: Kind>() -> Self {
        Self(|run| Box::pin(of_kind::<K>(run)))
    }
}

/// Compares one kind with the source's list and with the platform's objects.
async fn of_kind<K: Kind>(run: Arc<Run>) -> Result<()> {
    source_lists::compare::<K>(&run).await?;
    objects::compare::<K>(&run).await
}

/// The refusal to compare one kind alone.
pub(crate) fn only_together() -> EngineError {
    EngineError::Refused(Reason::ComparedTogether)
}
