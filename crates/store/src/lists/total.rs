//! The number of rows of a list: counted, kept in a tally, or cached.

use super::{
    filter::{Filter, left_by},
    parts::{Part, from},
    prepared::PreparedList,
};
use crate::{
    Result, Selection, Store,
    rows::{EnrolmentState, ListQuery},
    statement::{count_of, number},
    summary::Standing,
};
use sea_orm::sea_query::{Expr, Func, Query, SelectStatement};
use selaras_kinds::Kind;

/// The most rows that are counted, and sorted, to find a page.
pub(super) const FEW: u64 = 10_000;
/// The most rows that are counted. If a list has more, the reply says that there are more.
pub const MOST_COUNTED: u64 = 100_000;

/// What is known of the number of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Total {
    pub(super) rows: i64,
    /// True if there are more.
    pub(super) more: bool,
}

impl Total {
    pub(super) fn exactly(rows: i64) -> Self {
        Self { rows, more: false }
    }

    /// A count that ended at [`MOST_COUNTED`].
    pub(super) fn counted(rows: i64) -> Self {
        let most = MOST_COUNTED.cast_signed();
        Self {
            rows: i64::min(rows, most),
            more: rows > most,
        }
    }
}

impl Store {
    /// The filter that leaves at most so many rows, and how many.
    pub(super) async fn fewest(&self, filters: &[Filter], most: u64) -> Result<Option<(usize, i64)>> {
        for (at, filter) in filters.iter().enumerate() {
            let rows = self.count_some(&filter.rows, most).await?;
            if rows <= most.cast_signed() {
                return Ok(Some((at, rows)));
            }
        }
        Ok(None)
    }

    /// The number of rows of a statement; if there are more than `most`, `most` plus one.
    pub(super) async fn count_some(&self, rows: &SelectStatement, most: u64) -> Result<i64> {
        let some = rows.clone().limit(most + 1).take();
        let count = Query::select()
            .expr(Func::count(Expr::val(1)))
            .from_subquery(some, "some_rows")
            .take();
        number(&self.reader, &count).await
    }

    /// The number of rows that all filters leave, if one of them leaves `left`.
    pub(super) async fn count_left<K: Kind>(&self, filters: &[Filter], few: usize, left: i64) -> Result<i64> {
        match filters.len() {
            1 => Ok(left),
            _ => count_of(&self.reader, &left_by::<K>(filters, few, &[])).await,
        }
    }

    /// The number of rows of a long list; `None` if several filters leave more than are counted.
    pub(super) async fn total_of<K: Kind>(&self, query: &ListQuery, prepared: &PreparedList) -> Result<Option<Total>> {
        let (filters, list, as_of) = (prepared.filters.as_slice(), &prepared.list, prepared.as_of);
        if let ([] | [_], Some(kept)) = (filters, tally_of::<K>(query)) {
            let standing = self.standing(K::NAME).await?;
            return Ok(Some(Total::exactly(kept(&standing))));
        }
        if let Some(total) = self.list_cache.total(list, as_of) {
            return Ok(total.map(Total::counted));
        }
        let most = MOST_COUNTED.cast_signed();
        let total = match filters {
            [] => {
                let whole = from::<K>(Part::Row, &[]).expr(Part::Row.column::<K>("id")).take();
                Some(self.count_some(&whole, MOST_COUNTED).await?)
            }
            [filter] => Some(self.count_some(&filter.rows, MOST_COUNTED).await?),
            _ => match self.fewest(filters, MOST_COUNTED).await? {
                Some((few, left)) => Some(self.count_left::<K>(filters, few, left).await?),
                None => None,
            },
        };
        let total = total.map(|total| i64::min(total, most + 1));
        self.list_cache.remember_total(list, as_of, total);
        Ok(total.map(Total::counted))
    }
}

/// The tally that holds the number of rows for a single filter, if there is one.
fn tally_of<K: Kind>(query: &ListQuery) -> Option<fn(&Standing) -> i64> {
    let Selection { equals, missing, .. } = &query.selection;
    let alone = Selection {
        equals: equals.clone(),
        missing: *missing,
        ..Selection::default()
    };
    if query.selection != alone {
        return None;
    }
    match (equals.as_slice(), missing) {
        ([], None) => Some(|standing| standing.rows),
        ([], Some(true)) => Some(|standing| standing.missing),
        ([], Some(false)) => Some(|standing| standing.rows - standing.missing),
        ([(column, word)], None) if column == "enroll" && K::MEMBERSHIP.is_some() => match word.as_str() {
            word if word == EnrolmentState::Sudah.as_str() => Some(|standing| standing.enrolled),
            word if word == EnrolmentState::Ditangguhkan.as_str() => Some(|standing| standing.suspended),
            _ => None,
        },
        _ => None,
    }
}
