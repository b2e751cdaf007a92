//! The number of rows of a list: counted, kept in a tally, or cached.

use super::{
    filter::{Filter, left_by},
    listing::Listing,
    parts::{Part, from},
    prepared::PreparedList,
    sum::Total,
};
use crate::{
    Result, Selection, Store,
    rows::{EnrolmentState, ListQuery, Migration},
    statement::{all, count_of},
    summary::Standing,
};
use sea_orm::{
    QueryResult,
    sea_query::{Expr, Func, FunctionCall, Query, SelectStatement},
};
use selaras_kinds::Kind;

/// The most rows that are counted, and sorted, to find a page.
pub(super) const FEW: u64 = 10_000;
/// The most rows that are counted. If a list has more, the reply says that there are more.
pub const MOST_COUNTED: u64 = 100_000;

impl Store {
    /// The filter that leaves at most so many rows, and how many.
    pub(super) async fn fewest(&self, filters: &[Filter], most: u64) -> Result<Option<(usize, i64)>> {
        for (at, filter) in filters.iter().enumerate() {
            let total = self.count_filter(filter, most).await?;
            if !total.more {
                return Ok(Some((at, total.rows)));
            }
        }
        Ok(None)
    }

    /// The rows that a filter leaves, counted up to `most`. People are counted among the first `most` of their rows, since to
    /// count all of them is to read all enrolments.
    async fn count_filter(&self, filter: &Filter, most: u64) -> Result<Total> {
        match filter.repeats {
            true => {
                self.count_some(&filter.rows, Func::count_distinct(Expr::col("id")), most)
                    .await
            }
            false => self.count_some(&filter.rows, Func::count(Expr::val(1)), most).await,
        }
    }

    /// Counts the first `most` rows of a statement in a way of counting.
    async fn count_some(&self, rows: &SelectStatement, count: FunctionCall, most: u64) -> Result<Total> {
        let some = rows.clone().limit(most + 1).take();
        let counts = Query::select()
            .expr(Func::count(Expr::val(1)))
            .expr(count)
            .from_subquery(some, "some_rows")
            .take();
        let read = |row: &QueryResult| Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?));
        let counted: Vec<(i64, i64)> = all(&self.reader, &counts, read).await?;
        let most = most.cast_signed();
        Ok(counted.first().map_or(Total::exactly(0), |(read, rows)| Total {
            rows: i64::min(*rows, most),
            more: *read > most,
        }))
    }

    /// The number of rows that all filters leave, if one of them leaves `left`.
    pub(super) async fn count_left<L: Listing>(&self, filters: &[Filter], few: usize, left: i64) -> Result<i64> {
        match filters.len() {
            1 => Ok(left),
            _ => count_of(&self.reader, &left_by::<L>(filters, few, &[])).await,
        }
    }

    /// The number of rows of a long list; `None` if several filters leave more than are counted.
    pub(super) async fn total_of<L: Listing>(
        &self,
        query: &ListQuery,
        prepared: &PreparedList,
    ) -> Result<Option<Total>> {
        let (filters, list, as_of) = (prepared.filters.as_slice(), &prepared.list, prepared.as_of);
        if let ([] | [_], Some(kept)) = (filters, tally_of::<L>(query)) {
            let standing = self.standing(<L::Kind>::NAME).await?;
            return Ok(Some(Total::exactly(kept(&standing))));
        }
        if let Some(total) = self.list_cache.total(list, as_of) {
            return Ok(total);
        }
        let total = match filters {
            [] => {
                let whole = from::<L>(Part::Row, &[]).expr(Part::Row.column::<L>("id")).take();
                let count = Func::count(Expr::val(1));
                Some(self.count_some(&whole, count, MOST_COUNTED).await?)
            }
            [filter] => Some(self.count_filter(filter, MOST_COUNTED).await?),
            _ => match self.fewest(filters, MOST_COUNTED).await? {
                Some((few, left)) => Some(Total::exactly(self.count_left::<L>(filters, few, left).await?)),
                None => None,
            },
        };
        self.list_cache.remember_total(list, as_of, total);
        Ok(total)
    }
}

/// The tally that holds the number of rows for a single filter, if there is one.
fn tally_of<L: Listing>(query: &ListQuery) -> Option<fn(&Standing) -> i64> {
    let Selection { equals, missing, .. } = &query.selection;
    let alone = Selection {
        equals: equals.clone(),
        missing: *missing,
        ..Selection::default()
    };
    if query.selection != alone {
        return None;
    }
    if L::OF_PEOPLE {
        return match (equals.as_slice(), missing) {
            ([], None) => Some(|standing| standing.objects),
            ([(column, word)], None) if column == "migration" && word == Migration::Sudah.as_str() => {
                Some(|standing| standing.migrated)
            }
            _ => None,
        };
    }
    match (equals.as_slice(), missing) {
        ([], None) => Some(|standing| standing.rows),
        ([], Some(true)) => Some(|standing| standing.missing),
        ([], Some(false)) => Some(|standing| standing.rows - standing.missing),
        ([(column, word)], None) if column == "enroll" && <L::Kind>::MEMBERSHIP.is_some() => match word.as_str() {
            word if word == EnrolmentState::Sudah.as_str() => Some(|standing| standing.enrolled),
            word if word == EnrolmentState::Ditangguhkan.as_str() => Some(|standing| standing.suspended),
            _ => None,
        },
        _ => None,
    }
}
