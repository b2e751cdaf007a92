//! Scans the rows of a list in its order.

use super::{
    cache::Cut,
    filter::Filter,
    order::{Ordered, Position},
    parts::{Part, from},
    prepared::PreparedList,
};
use crate::{
    Result, Store,
    statement::{all, count_of},
};
use sea_orm::{
    DatabaseBackend, DbErr, QueryResult,
    sea_query::{
        Condition, Expr, ExprTrait, Frame, FrameType, Func, FunctionCall, JoinType, Query, SelectStatement, Value,
        WindowStatement,
    },
};
use selaras_kinds::Kind;

/// Rows that are scanned in search of matching ones, before the matching rows are collected after all.
const EFFORT: u64 = 20_000;
/// Rows between two cached positions on the way to a page far inside.
const STEP: u64 = 5_000;
/// The fraction of a list (one in so many rows) that is scanned faster than all its rows are counted.
const SOON: u64 = 16;

impl Store {
    /// The ids of a part of a list, scanned in its order or from its other end. `of` is the number of rows, if known.
    pub(super) async fn scan<K: Kind>(
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
            let Some(met) = self.scan_half::<K>(prepared, half, rest, of).await? else {
                // A search is the last filter, and leaves the fewest rows.
                return self.collect::<K>(filters, filters.len() - 1, ordered, cut).await;
            };
            rest.take -= met.len() as u64;
            ids.extend(met);
            if rest.take == 0 || half.half.is_none() {
                break;
            }
            rest.skip = match ids.is_empty() {
                true if rest.skip > 0 => rest.skip.saturating_sub(self.count_half::<K>(prepared, half).await?),
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
        if cut.skip < STEP && cut.skip <= behind.skip {
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
        if cut.skip < STEP || !ordered.is_seekable {
            return cut.skip;
        }
        let position = self
            .list_cache
            .before(&prepared.far_inside(ordered), prepared.as_of, cut.skip);
        cut.skip - position.map_or(0, |(passed, _)| passed)
    }

    /// The number of matching rows in a half of a list. A large number is counted once and cached.
    async fn count_half<K: Kind>(&self, prepared: &PreparedList, half: &Ordered) -> Result<u64> {
        let list = prepared.far_inside(half);
        if let Some(Some(rows)) = self.list_cache.total(&list, prepared.as_of) {
            return Ok(rows.unsigned_abs());
        }
        let (rows, holds) = in_order::<K>(&prepared.filters, half);
        let rows = count_of(&self.reader, &fitting(rows, &holds)).await?;
        if rows >= STEP.cast_signed() {
            self.list_cache.remember_total(&list, prepared.as_of, Some(rows));
        }
        Ok(rows.unsigned_abs())
    }

    /// The ids of a part of a list, or of a half of it, scanned in its order. `None` if too many rows were scanned and too
    /// few of them match.
    async fn scan_half<K: Kind>(
        &self,
        prepared: &PreparedList,
        ordered: &Ordered,
        cut: Cut,
        of: Option<u64>,
    ) -> Result<Option<Vec<i64>>> {
        let (filters, as_of) = (prepared.filters.as_slice(), prepared.as_of);
        let (rows, holds) = in_order::<K>(filters, ordered);
        let id = Part::Row.column::<K>("id");
        if cut.skip < STEP || !ordered.is_seekable {
            if holds.is_empty() {
                let page = rows.clone().expr(id).limit(cut.take).offset(cut.skip).take();
                return Ok(Some(all(&self.reader, &page, |row| row.try_get_by_index(0)).await?));
            }
            return self.scan_some::<K>(ordered, (rows, &holds), cut).await;
        }
        let rows = fitting(rows, &holds);
        let list = prepared.far_inside(ordered);
        let mut at = self.list_cache.before(&list, as_of, cut.skip);
        if at.is_none() && filters.is_empty() && ordered.is_by_id() && ordered.half.is_none() {
            at = self.position_by_id::<K>(ordered, cut.skip, of).await?;
        }
        if at.is_none()
            && filters.is_empty()
            && ordered.half.is_none()
            && ordered.is_worth_counting(self.backend(), cut.skip, of)
        {
            for (passed, position) in self.counted_positions::<K>(ordered).await? {
                self.list_cache.remember(&list, as_of, passed, position);
            }
            at = self.list_cache.before(&list, as_of, cut.skip);
        }
        loop {
            let passed = at.as_ref().map_or(0, |(passed, _)| *passed);
            let mut rest = rows.clone();
            if let Some((_, position)) = &at {
                ordered.starting_at(position, &mut rest);
            }
            let left = cut.skip - passed;
            let keys = ordered.keys.len();
            if left < STEP {
                let page = rest.exprs(ordered.keys.iter().cloned()).expr(id);
                let page = page.limit(cut.take).offset(left).take();
                let met: Vec<(Position, i64)> = all(&self.reader, &page, |row| {
                    Ok((position_of(row, keys)?, row.try_get_by_index(keys)?))
                })
                .await?;
                // A user who looks at this page is likely to look at the pages near it.
                if let Some((position, _)) = met.first() {
                    self.list_cache.remember(&list, as_of, cut.skip, position.clone());
                }
                return Ok(Some(met.into_iter().map(|(_, id)| id).collect()));
            }
            let next = rest.exprs(ordered.keys.iter().cloned()).limit(1).offset(STEP).take();
            let next: Vec<Position> = all(&self.reader, &next, |row| position_of(row, keys)).await?;
            let Some(position) = next.into_iter().next() else {
                return Ok(Some(Vec::new()));
            };
            self.list_cache.remember(&list, as_of, passed + STEP, position.clone());
            at = Some((passed + STEP, position));
        }
    }

    /// Scans at most [`EFFORT`] rows: all matching rows may stand at the other end of the order. Then they are collected,
    /// however many they are.
    async fn scan_some<K: Kind>(
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

impl Ordered {
    /// True if so many enrolments stand before a page, ordered by person or class, that counting the enrolments of each
    /// finds it faster. SQLite scans rows as fast as it counts them.
    fn is_worth_counting(&self, backend: DatabaseBackend, skip: u64, of: Option<u64>) -> bool {
        backend == DatabaseBackend::Postgres && self.first != Part::Row && of.is_some_and(|rows| skip > rows / SOON)
    }
}

impl Store {
    /// The row of a whole list in id order with so many rows before it. If no id between the first and the last is missing,
    /// its id follows from theirs.
    async fn position_by_id<K: Kind>(
        &self,
        ordered: &Ordered,
        skip: u64,
        of: Option<u64>,
    ) -> Result<Option<(u64, Position)>> {
        // Two separate queries: SQLite answers each from the end of the table.
        let end = |of: fn(Expr) -> FunctionCall| {
            let id = of(Part::Row.column::<K>("id"));
            let end = Query::select().expr(id).from(Part::Row.table::<K>()).take();
            Expr::SubQuery(None, Box::new(end.into()))
        };
        let ends = Query::select().exprs([end(Func::min), end(Func::max)]).take();
        let ends: Vec<(Option<i64>, Option<i64>)> = all(&self.reader, &ends, |row| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
        })
        .await?;
        let Some((Some(first), Some(last))) = ends.into_iter().next() else {
            return Ok(None);
        };
        let none_is_missing = of.is_some_and(|rows| last - first + 1 == rows.cast_signed());
        let id = match ordered.descending {
            true => last - skip.cast_signed(),
            false => first + skip.cast_signed(),
        };
        Ok(none_is_missing.then(|| (skip, Position(vec![id.into()]))))
    }

    /// Rows of a whole list of enrolments at about equal distances, each with the number of rows before it. Each is the
    /// first enrolment of a person, or of a class.
    async fn counted_positions<K: Kind>(&self, ordered: &Ordered) -> Result<Vec<(u64, Position)>> {
        let part = ordered.first;
        let Some(named_by) = part.named_by() else {
            return Ok(Vec::new());
        };
        let [key, id, ..] = ordered.keys.as_slice() else {
            return Ok(Vec::new());
        };
        let places = Query::select()
            .expr_as(Part::Row.column::<K>(named_by), "of")
            .expr_as(Func::count(Expr::val(1)), "places")
            .from(Part::Row.table::<K>())
            .group_by_col(named_by)
            .take();
        let direction = ordered.direction();
        let in_order = WindowStatement::new()
            .order_by_expr(key.clone(), direction.clone())
            .order_by_expr(id.clone(), direction)
            .frame_start(FrameType::Rows, Frame::UnboundedPreceding)
            .take();
        let upto = Expr::from(Func::sum(Expr::col(("counted", "places"))));
        let met = Query::select()
            .expr_as(key.clone(), "key")
            .expr_as(id.clone(), "id")
            .expr_as(Expr::col(("counted", "places")), "places")
            .expr_window_as(upto, in_order, "upto")
            .from(part.table::<K>())
            .join_subquery(
                JoinType::InnerJoin,
                places,
                "counted",
                Expr::col(("counted", "of")).eq(part.column::<K>("id")),
            )
            .take();
        let upto = || Expr::col("upto").cast_as("bigint");
        let before = || upto().sub(Expr::col("places"));
        let step = STEP.cast_signed();
        let positions = Query::select()
            .expr_as(before(), "before")
            .columns(["key", "id"])
            .from_subquery(met, "met")
            .and_where(upto().div(step).ne(before().div(step)))
            .take();
        // Before or after all its values.
        let edge = if ordered.descending { i64::MAX } else { i64::MIN };
        all(&self.reader, &positions, |row| {
            let position = Position(vec![value(row, 1)?, value(row, 2)?, edge.into()]);
            Ok((row.try_get_by_index::<i64>(0)?.unsigned_abs(), position))
        })
        .await
    }
}

/// The ids of all rows of a list, scanned in its order.
pub(super) fn scan_all<K: Kind>(prepared: &PreparedList) -> SelectStatement {
    let (rows, holds) = in_order::<K>(&prepared.filters, &prepared.ordered);
    fitting(rows, &holds).expr(Part::Row.column::<K>("id")).take()
}

/// The rows of a list, or of a half of it, in their order and joined with the filters' tables; and the conditions that
/// remain to be applied.
fn in_order<K: Kind>(filters: &[Filter], ordered: &Ordered) -> (SelectStatement, Vec<Condition>) {
    let mut needed: Vec<Part> = filters.iter().flat_map(|filter| filter.needs.clone()).collect();
    needed.push(ordered.first);
    let mut rows = from::<K>(ordered.first, &needed);
    ordered.apply(&mut rows);
    rows.cond_where(Condition::all().add_option(ordered.half.clone()));
    // An index may have exactly the rows of one filter in this order.
    let indexed = |filter: &Filter| filter.by_id.clone().filter(|_| ordered.is_by_id());
    let found = filters.iter().position(|filter| indexed(filter).is_some());
    rows.cond_where(Condition::all().add_option(found.and_then(|at| indexed(&filters[at]))));
    let others = filters.iter().enumerate().filter(|(at, _)| found != Some(*at));
    (rows, others.map(|(_, filter)| filter.holds.clone()).collect())
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
