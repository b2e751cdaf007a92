//! What the source's lists say otherwise than the dashboard, for a report.

use super::{diff::Diff, enrolment_diff::EnrolmentDiff, held::stored, ingest::Issues, totals::Totals};
use crate::{Result, Run};
use hashbrown::HashMap;
use selaras_kinds::Kind;
use selaras_store::staging::{StagedRow, Staging, Verdict};
use std::sync::Arc;

/// All lists of a kind, staged and compared with the dashboard's rows.
pub(crate) struct Differences<K> {
    pub(crate) staging: Staging<K>,
    /// Stored rows that the lists no longer have. If a sync has told so before, only those that are still enrolled on the platform.
    pub(crate) missing: Vec<i64>,
    /// The number of rows that are the same on both sides.
    pub(crate) unchanged: i64,
    issues: Issues,
}

impl<K: Kind> Differences<K> {
    /// Reads and compares the lists.
    ///
    /// # Errors
    /// No list can be read, the only one is suddenly empty, or the dashboard has no classes yet.
    pub(crate) async fn of(run: &Arc<Run>) -> Result<Self> {
        let (mut differences, totals) = match K::PERSON_AND_ENROLMENT {
            true => Self::of_enrolments(run).await?,
            false => Self::of_rows(run).await?,
        };
        if K::MEMBERSHIP.is_some() && totals.failed_lists == 0 && totals.in_doubt.rows == 0 && !totals.none_gone {
            let enrolled = differences.staging.gone_but_enrolled().await?;
            differences.missing.extend(enrolled);
        }
        Ok(differences)
    }

    async fn of_rows(run: &Arc<Run>) -> Result<(Self, Totals)> {
        let diff = Diff::of(run, false).await?;
        let differences = Self {
            unchanged: diff.unchanged() - diff.count(Verdict::Kept),
            staging: diff.staging,
            missing: diff.missing,
            issues: diff.issues,
        };
        Ok((differences, diff.totals))
    }

    async fn of_enrolments(run: &Arc<Run>) -> Result<(Self, Totals)> {
        let diff = EnrolmentDiff::of(run, false).await?;
        let kept = diff
            .compared
            .as_ref()
            .map_or(0, |compared| compared.people(Verdict::Kept));
        let differences = Self {
            unchanged: diff.unchanged().await? - kept,
            staging: diff.lists.staging,
            missing: diff.missing,
            issues: diff.lists.issues,
        };
        Ok((differences, diff.lists.totals))
    }

    /// Reports what of the lists could not be read or used.
    pub(crate) async fn tell_unread(&mut self, run: &Run) -> Result<()> {
        self.issues.report(run, &self.staging).await
    }

    /// The stored rows behind staged ones, by index.
    pub(crate) async fn stored(&self, run: &Run, rows: &[StagedRow<K>]) -> Result<HashMap<usize, K>> {
        stored(run, rows).await
    }
}
