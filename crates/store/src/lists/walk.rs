//! Meeting the rows of a list in its order.

use super::{
    asked::Asked,
    filter::Filter,
    marks::Cut,
    order::{Mark, Ordered},
    parts::{Part, from},
};
use crate::{
    Result, Store,
    statement::{all, count_of},
};
use sea_orm::{
    DbErr, QueryResult,
    sea_query::{Condition, Expr, Query, SelectStatement, Value},
};
use selaras_kinds::Kind;

/// Rows that are met in search of some that fit, before those that fit are collected after all.
const EFFORT: u64 = 20_000;
/// Pages with fewer rows before them are read from the list's beginning.
const NEAR: u64 = 5_000;

impl Store {
    /// The ids of a part of a list that has so many rows, if that is known, met in its order or from its other end.
    pub(super) async fn walk<K: Kind>(
        &self,
        asked: &Asked,
        ordered: &Ordered,
        cut: Cut,
        of: Option<u64>,
    ) -> Result<Vec<i64>> {
        let filters = asked.filters.as_slice();
        let halves = ordered.halves(self.backend());
        let mut rest = cut;
        let mut ids = Vec::new();
        for half in halves.as_ref().map_or(std::slice::from_ref(ordered), |halves| halves) {
            let Some(met) = self.walk_half::<K>(asked, half, rest, of).await? else {
                // A search stands last, and leaves the fewest.
                return self.collect::<K>(filters, filters.len() - 1, ordered, cut).await;
            };
            rest.take -= met.len() as u64;
            ids.extend(met);
            if rest.take == 0 || half.half.is_none() {
                break;
            }
            rest.skip = match ids.is_empty() {
                true if rest.skip > 0 => rest.skip.saturating_sub(self.count_half::<K>(asked, half).await?),
                _ => 0,
            };
        }
        Ok(ids)
    }

    /// The other order, and the part in it, of a list of so many rows whose end is nearer to the part than its beginning is; or a
    /// row that is remembered from there.
    pub(super) fn sooner_from_behind(&self, asked: &Asked, cut: Cut, rows: u64) -> Option<(Ordered, Cut)> {
        let take = std::cmp::min(cut.take, rows - cut.skip);
        let behind = Cut {
            skip: rows - cut.skip - take,
            take,
        };
        if cut.skip < NEAR && cut.skip <= behind.skip {
            // The first pages, which most people look at.
            return None;
        }
        let reversed = asked.ordered.clone().reversed();
        let is_nearer = self.way_to(asked, &reversed, behind) < self.way_to(asked, &asked.ordered, cut);
        is_nearer.then_some((reversed, behind))
    }

    /// Rows that are met before a part of a list.
    fn way_to(&self, asked: &Asked, ordered: &Ordered, cut: Cut) -> u64 {
        if cut.skip < NEAR || !ordered.can_be_marked {
            return cut.skip;
        }
        let mark = self.marks.before(&asked.far_inside(ordered), asked.as_of, cut.skip);
        cut.skip - mark.map_or(0, |(passed, _)| passed)
    }

    /// How many rows of a half of a list fit. Many are counted once.
    async fn count_half<K: Kind>(&self, asked: &Asked, half: &Ordered) -> Result<u64> {
        let list = asked.far_inside(half);
        if let Some(Some(rows)) = self.marks.total(&list, asked.as_of) {
            return Ok(rows.unsigned_abs());
        }
        let (rows, holds) = in_order::<K>(&asked.filters, half);
        let rows = count_of(&self.reader, &fitting(rows, &holds)).await?;
        if rows >= NEAR.cast_signed() {
            self.marks.remember_total(&list, asked.as_of, Some(rows));
        }
        Ok(rows.unsigned_abs())
    }

    /// The ids of a part of a list, or of one half of it, in its order. `None` if too many rows were scanned and too few match.
    ///
    /// A page far inside is read by an offset from the nearest remembered row before it. Its own first row is remembered for both
    /// directions, so that the next page and the previous one are read by key.
    async fn walk_half<K: Kind>(
        &self,
        asked: &Asked,
        ordered: &Ordered,
        cut: Cut,
        of: Option<u64>,
    ) -> Result<Option<Vec<i64>>> {
        let (rows, holds) = in_order::<K>(&asked.filters, ordered);
        let id = Part::Row.column::<K>("id");
        if cut.skip < NEAR || !ordered.can_be_marked {
            if holds.is_empty() {
                let page = rows.clone().expr(id).limit(cut.take).offset(cut.skip).take();
                return Ok(Some(all(&self.reader, &page, |row| row.try_get_by_index(0)).await?));
            }
            return self.walk_some::<K>(ordered, (rows, &holds), cut).await;
        }
        let mut rows = fitting(rows, &holds);
        let list = asked.far_inside(ordered);
        let before = self.marks.before(&list, asked.as_of, cut.skip);
        if let Some((_, mark)) = &before {
            ordered.starting_at(mark, &mut rows);
        }
        let passed = before.map_or(0, |(passed, _)| passed);
        let keys = ordered.keys.len();
        let page = rows.exprs(ordered.keys.iter().cloned()).expr(id);
        let page = page.limit(cut.take).offset(cut.skip - passed).take();
        let met: Vec<(Mark, i64)> = all(&self.reader, &page, |row| {
            Ok((marked(row, keys)?, row.try_get_by_index(keys)?))
        })
        .await?;
        if let Some((first, _)) = met.first() {
            self.marks.remember(&list, asked.as_of, cut.skip, first.clone());
            if let Some(behind) = of
                .filter(|_| ordered.half.is_none())
                .and_then(|rows| rows.checked_sub(cut.skip + 1))
            {
                let reversed = asked.far_inside(&ordered.clone().reversed());
                self.marks.remember(&reversed, asked.as_of, behind, first.clone());
            }
        }
        Ok(Some(met.into_iter().map(|(_, id)| id).collect()))
    }

    /// Meets no more than [`EFFORT`] rows: those that fit may all stand at the other end of the order. Then they are to be
    /// collected, however many they are.
    async fn walk_some<K: Kind>(
        &self,
        ordered: &Ordered,
        (mut rows, holds): (SelectStatement, &[Condition]),
        cut: Cut,
    ) -> Result<Option<Vec<i64>>> {
        let fits = holds.iter().cloned().fold(Condition::all(), Condition::add);
        let some = rows
            .expr_as(Part::Row.column::<K>("id"), "id")
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
        let beyond = from::<K>(ordered.first, &[])
            .cond_where(Condition::all().add_option(ordered.half.clone()))
            .expr(Part::Row.column::<K>("id"))
            .limit(1)
            .offset(EFFORT)
            .take();
        let beyond: Vec<i64> = all(&self.reader, &beyond, |row| row.try_get_by_index(0)).await?;
        Ok(beyond.is_empty().then_some(ids))
    }
}

/// The ids of all rows of a list, met in its order.
pub(super) fn all_met<K: Kind>(asked: &Asked) -> SelectStatement {
    let (rows, holds) = in_order::<K>(&asked.filters, &asked.ordered);
    fitting(rows, &holds).expr(Part::Row.column::<K>("id")).take()
}

/// The rows of a list, or of a half of it, in their order, with what the filters speak of; and what is still to hold of them.
fn in_order<K: Kind>(filters: &[Filter], ordered: &Ordered) -> (SelectStatement, Vec<Condition>) {
    let mut needed: Vec<Part> = filters.iter().flat_map(|filter| filter.needs.clone()).collect();
    needed.push(ordered.first);
    let mut rows = from::<K>(ordered.first, &needed);
    ordered.apply(&mut rows);
    rows.cond_where(Condition::all().add_option(ordered.half.clone()));
    // An index may have just the rows of one filter in this order.
    let indexed = |filter: &Filter| filter.by_id.clone().filter(|_| ordered.is_by_id());
    let found = filters.iter().position(|filter| indexed(filter).is_some());
    rows.cond_where(Condition::all().add_option(found.and_then(|at| indexed(&filters[at]))));
    let others = filters.iter().enumerate().filter(|(at, _)| found != Some(*at));
    (rows, others.map(|(_, filter)| filter.holds.clone()).collect())
}

/// The rows that meet all of these.
fn fitting(mut rows: SelectStatement, holds: &[Condition]) -> SelectStatement {
    for condition in holds {
        rows.cond_where(condition.clone());
    }
    rows
}

/// Where a row stands: the values of its keys, with which it begins.
fn marked(row: &QueryResult, keys: usize) -> std::result::Result<Mark, DbErr> {
    (0..keys)
        .map(|at| value(row, at))
        .collect::<std::result::Result<_, _>>()
        .map(Mark)
}

/// A key's value. What is text is none of the numbers, of which PostgreSQL has two sorts.
fn value(row: &QueryResult, at: usize) -> std::result::Result<Value, DbErr> {
    if let Ok(text) = row.try_get_by_index::<String>(at) {
        return Ok(text.into());
    }
    if let Ok(number) = row.try_get_by_index::<i32>(at) {
        return Ok(number.into());
    }
    row.try_get_by_index::<i64>(at).map(Value::from)
}
