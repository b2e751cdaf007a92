//! Scans the rows of a list in its order.

use super::{
    cache::Cut,
    filter::Filter,
    listing::Listing,
    order::{Ordered, Position},
    parts::{Part, from},
    prepared::PreparedList,
    sum::Total,
};
use crate::{
    Result, Store,
    statement::{all, count_of},
};
use sea_orm::{
    DbErr, QueryResult,
    sea_query::{Condition, Expr, Query, SelectStatement, Value},
};

/// Rows that are scanned in search of matching ones, before the matching rows are collected after all.
const EFFORT: u64 = 20_000;
/// Pages with fewer rows before them are read from the list's beginning.
const NEAR: u64 = 5_000;

impl Store {
    /// The ids of a part of a list, scanned in its order or from its other end. `of` is the number of rows, if known.
    pub(super) async fn scan<L: Listing>(
        &self,
        prepared: &PreparedList,
        ordered: &Ordered,
        cut: Cut,
        of: Option<u64>,
    ) -> Result<Vec<i64>> {
        let filters = prepared.filters.as_slice();
        let halves = ordered.halves(self.backend());
        let mut rest = cut;
        let mut ids = Vec::new();
        for half in halves.as_ref().map_or(std::slice::from_ref(ordered), |halves| halves) {
            let Some(met) = self.scan_half::<L>(prepared, half, rest, of).await? else {
                // A search is the last filter, and leaves the fewest rows.
                return self.collect::<L>(filters, filters.len() - 1, ordered, cut).await;
            };
            rest.take -= met.len() as u64;
            ids.extend(met);
            if rest.take == 0 || half.half.is_none() {
                break;
            }
            rest.skip = match ids.is_empty() {
                true if rest.skip > 0 => rest.skip.saturating_sub(self.count_half::<L>(prepared, half).await?),
                _ => 0,
            };
        }
        Ok(ids)
    }

    /// The reversed order, and the part in it, if the list's end, or a cached position from there, is nearer to the part
    /// than its beginning.
    pub(super) fn nearer_from_end(&self, prepared: &PreparedList, cut: Cut, rows: u64) -> Option<(Ordered, Cut)> {
        let take = std::cmp::min(cut.take, rows - cut.skip);
        let behind = Cut {
            skip: rows - cut.skip - take,
            take,
        };
        if cut.skip < NEAR && cut.skip <= behind.skip {
            // The first pages are the most viewed.
            return None;
        }
        let reversed = prepared.ordered.clone().reversed();
        let is_nearer =
            self.rows_to_scan(prepared, &reversed, behind) < self.rows_to_scan(prepared, &prepared.ordered, cut);
        is_nearer.then_some((reversed, behind))
    }

    /// Rows to scan before a part of a list.
    fn rows_to_scan(&self, prepared: &PreparedList, ordered: &Ordered, cut: Cut) -> u64 {
        if cut.skip < NEAR || !ordered.is_seekable {
            return cut.skip;
        }
        let position = self
            .list_cache
            .before(&prepared.far_inside(ordered), prepared.as_of, cut.skip);
        cut.skip - position.map_or(0, |(passed, _)| passed)
    }

    /// The number of matching rows in a half of a list. A large number is counted once and cached.
    async fn count_half<L: Listing>(&self, prepared: &PreparedList, half: &Ordered) -> Result<u64> {
        let list = prepared.far_inside(half);
        if let Some(Some(total)) = self.list_cache.total(&list, prepared.as_of) {
            return Ok(total.rows.unsigned_abs());
        }
        let (rows, holds) = in_order::<L>(&prepared.filters, half);
        let rows = count_of(&self.reader, &fitting(rows, &holds)).await?;
        if rows >= NEAR.cast_signed() {
            self.list_cache
                .remember_total(&list, prepared.as_of, Some(Total::exactly(rows)));
        }
        Ok(rows.unsigned_abs())
    }

    /// The ids of a part of a list, or of one half of it, in its order. `None` if too many rows were scanned and too few match.
    ///
    /// A page far inside is read by an offset from the nearest cached position before it. Its own first row is cached for both
    /// directions, so that the next page and the previous one are read by key.
    async fn scan_half<L: Listing>(
        &self,
        prepared: &PreparedList,
        ordered: &Ordered,
        cut: Cut,
        of: Option<u64>,
    ) -> Result<Option<Vec<i64>>> {
        let (rows, holds) = in_order::<L>(&prepared.filters, ordered);
        let id = Part::Row.column::<L>("id");
        if cut.skip < NEAR || !ordered.is_seekable {
            if holds.is_empty() {
                let page = rows.clone().expr(id).limit(cut.take).offset(cut.skip).take();
                return Ok(Some(all(&self.reader, &page, |row| row.try_get_by_index(0)).await?));
            }
            return self.scan_some::<L>(ordered, (rows, &holds), cut).await;
        }
        let mut rows = fitting(rows, &holds);
        let list = prepared.far_inside(ordered);
        let before = self.list_cache.before(&list, prepared.as_of, cut.skip);
        if let Some((_, position)) = &before {
            ordered.starting_at(position, &mut rows);
        }
        let passed = before.map_or(0, |(passed, _)| passed);
        let keys = ordered.keys.len();
        let page = rows.exprs(ordered.keys.iter().cloned()).expr(id);
        let page = page.limit(cut.take).offset(cut.skip - passed).take();
        let found: Vec<(Position, i64)> = all(&self.reader, &page, |row| {
            Ok((position_of(row, keys)?, row.try_get_by_index(keys)?))
        })
        .await?;
        if let Some((first, _)) = found.first() {
            self.list_cache.remember(&list, prepared.as_of, cut.skip, first.clone());
            let whole = of.filter(|_| ordered.half.is_none());
            if let Some(behind) = whole.and_then(|rows| rows.checked_sub(cut.skip + 1)) {
                let reversed = prepared.far_inside(&ordered.clone().reversed());
                self.list_cache
                    .remember(&reversed, prepared.as_of, behind, first.clone());
            }
        }
        Ok(Some(found.into_iter().map(|(_, id)| id).collect()))
    }

    /// Scans at most [`EFFORT`] rows: all matching rows may stand at the other end of the order. Then they are collected,
    /// however many they are.
    async fn scan_some<L: Listing>(
        &self,
        ordered: &Ordered,
        (mut rows, holds): (SelectStatement, &[Condition]),
        cut: Cut,
    ) -> Result<Option<Vec<i64>>> {
        let fits = holds.iter().cloned().fold(Condition::all(), Condition::add);
        let some = rows
            .expr_as(Part::Row.column::<L>("id"), "id")
            .expr_as(Expr::from(fits), "fits")
            .limit(EFFORT)
            .take();
        let page = Query::select()
            .column("id")
            .from_subquery(some, "met")
            .and_where(Expr::col("fits"))
            .limit(cut.take)
            .offset(cut.skip)
            .take();
        let ids: Vec<i64> = all(&self.reader, &page, |row| row.try_get_by_index(0)).await?;
        if ids.len() as u64 == cut.take {
            return Ok(Some(ids));
        }
        let beyond = from::<L>(ordered.first, &[])
            .cond_where(Condition::all().add_option(ordered.half.clone()))
            .expr(Part::Row.column::<L>("id"))
            .limit(1)
            .offset(EFFORT)
            .take();
        let beyond: Vec<i64> = all(&self.reader, &beyond, |row| row.try_get_by_index(0)).await?;
        Ok(beyond.is_empty().then_some(ids))
    }
}

/// The ids of all rows of a list, scanned in its order.
pub(super) fn scan_all<L: Listing>(prepared: &PreparedList) -> SelectStatement {
    let (rows, holds) = in_order::<L>(&prepared.filters, &prepared.ordered);
    fitting(rows, &holds).expr(Part::Row.column::<L>("id")).take()
}

/// The rows of a list, or of a half of it, in their order and joined with the filters' tables; and the conditions that
/// remain to be applied.
fn in_order<L: Listing>(filters: &[Filter], ordered: &Ordered) -> (SelectStatement, Vec<Condition>) {
    let mut needed: Vec<Part> = filters.iter().flat_map(|filter| filter.needs.clone()).collect();
    needed.push(ordered.first);
    let mut rows = from::<L>(ordered.first, &needed);
    ordered.apply(&mut rows);
    rows.cond_where(Condition::all().add_option(ordered.half.clone()));
    // An index may have exactly the rows of one filter in this order.
    let indexed = |filter: &Filter| filter.by_id.clone().filter(|_| ordered.is_by_id());
    let found = filters.iter().position(|filter| indexed(filter).is_some());
    rows.cond_where(Condition::all().add_option(found.and_then(|at| indexed(&filters[at]))));
    let others = filters.iter().enumerate().filter(|(at, _)| found != Some(*at));
    let mut holds: Vec<_> = others.map(|(_, filter)| filter.holds.clone()).collect();
    // The filters of people by their enrolments share a condition.
    holds.dedup();
    (rows, holds)
}

/// The rows that meet all of these conditions.
fn fitting(mut rows: SelectStatement, holds: &[Condition]) -> SelectStatement {
    for condition in holds {
        rows.cond_where(condition.clone());
    }
    rows
}

/// The position of a row: the values of its keys, which are its first columns.
fn position_of(row: &QueryResult, keys: usize) -> std::result::Result<Position, DbErr> {
    (0..keys)
        .map(|at| value(row, at))
        .collect::<std::result::Result<_, _>>()
        .map(Position)
}

/// The value of a key. Text is tried first, because PostgreSQL has two types of numbers.
fn value(row: &QueryResult, at: usize) -> std::result::Result<Value, DbErr> {
    if let Ok(text) = row.try_get_by_index::<String>(at) {
        return Ok(text.into());
    }
    if let Ok(number) = row.try_get_by_index::<i32>(at) {
        return Ok(number.into());
    }
    row.try_get_by_index::<i64>(at).map(Value::from)
}
