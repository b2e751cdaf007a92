//! What the source's lists say otherwise than the dashboard, for a report.

use super::{diff::Diff, enrolment_diff::EnrolmentDiff, held::disagreement, ingest::Issues};
use crate::{Result, Run};
use selaras_kinds::Kind;
use selaras_reasons::Reason;
use selaras_store::staging::{Staging, Verdict};
use std::sync::Arc;

/// All lists of a kind, staged and compared with the dashboard's rows.
pub(crate) struct Differences<K> {
    pub(crate) staging: Staging<K>,
    /// Stored rows that the lists no longer have. If a sync has told so before, only those that are still enrolled on the platform.
    pub(crate) missing: Vec<i64>,
    /// The number of rows of which nothing is to be told.
    pub(crate) unchanged: i64,
    issues: Issues,
}

impl<K: Kind> Differences<K> {
    /// Reads and compares the lists.
    ///
    /// # Errors
    /// No list can be read, the only one is suddenly empty, or the dashboard has no classes yet.
    pub(crate) async fn of(run: &Arc<Run>) -> Result<Self> {
        if K::PERSON_AND_ENROLMENT {
            let diff = EnrolmentDiff::of(run, false).await?;
            return Ok(Self {
                unchanged: diff.unchanged().await?,
                staging: diff.lists.staging,
                missing: diff.missing,
                issues: diff.lists.issues,
            });
        }
        let diff = Diff::of(run, false).await?;
        Ok(Self {
            unchanged: diff.count(Verdict::Unchanged),
            staging: diff.staging,
            missing: diff.missing,
            issues: diff.issues,
        })
    }

    /// Reports what of the lists could not be read or used. What follows for the rows is a sync's to tell.
    pub(crate) async fn tell_unread(&mut self, run: &Run) -> Result<()> {
        self.issues.notices.clear();
        self.issues.report(run, &self.staging).await
    }

    /// The next rows that describe a person otherwise than an earlier one, after the one with this number: number, row, and how
    /// they differ.
    pub(crate) async fn next_disagreements(
        &self,
        run: &Run,
        after: i64,
        limit: usize,
    ) -> Result<Vec<(i64, K, Reason)>> {
        if !K::PERSON_AND_ENROLMENT {
            return Ok(Vec::new());
        }
        let others = self.staging.next_others(after, limit).await?.into_iter();
        let others = others.map(|(number, row, first)| {
            let reason = disagreement(Some(&first), &row, run.source.name());
            (number, row, reason)
        });
        Ok(others.collect())
    }
}
