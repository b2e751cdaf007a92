//! Meeting the rows of a list in its order.

use super::{
    filter::Filter,
    order::{Mark, Ordered},
    parts::{Part, from},
};
use crate::{Result, Store, statement::all};
use sea_orm::{
    DatabaseBackend, QueryResult,
    sea_query::{Condition, Expr, Query, SelectStatement},
};
use selaras_kinds::Kind;

/// Rows that are met in search of some that fit, before those that fit are collected after all.
const EFFORT: u64 = 20_000;
/// Rows between two that are remembered on the way to a page far inside.
const STEP: u64 = 25_000;

/// The part of a list that is wanted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cut {
    pub(super) skip: u64,
    pub(super) take: u64,
}

impl Store {
    /// The ids of a part of a list, met in its order.
    pub(super) async fn walk<K: Kind>(
        &self,
        filters: &[Filter],
        ordered: &Ordered,
        cut: Cut,
        (list, as_of): (&str, i64),
    ) -> Result<Vec<i64>> {
        let mut needed: Vec<Part> = filters.iter().flat_map(|filter| filter.needs.clone()).collect();
        needed.push(ordered.first);
        let mut rows = from::<K>(ordered.first, &needed);
        ordered.apply(&mut rows);
        // An index may have just the rows of one filter in this order.
        let found = filters
            .iter()
            .position(|filter| ordered.is_by_id() && filter.by_id.is_some());
        if let Some(by_id) = found.and_then(|at| filters[at].by_id.clone()) {
            rows.cond_where(by_id);
        }
        let holds: Vec<Condition> = filters
            .iter()
            .enumerate()
            .filter(|(at, _)| found != Some(*at))
            .map(|(_, filter)| filter.holds.clone())
            .collect();
        let id = Part::Row.column::<K>("id");
        if cut.skip < STEP || !ordered.can_be_marked {
            if holds.is_empty() || self.backend() != DatabaseBackend::Sqlite {
                let page = fitting(rows, &holds).expr(id).limit(cut.take).offset(cut.skip).take();
                return all(&self.reader, &page, |row| row.try_get_by_index(0)).await;
            }
            return self.walk_some::<K>(filters, ordered, (rows, &holds), cut).await;
        }
        let rows = fitting(rows, &holds);
        let list = format!("{list} {:?} {}", ordered.keys, ordered.descending);
        let mut at = self.marks.before(&list, as_of, cut.skip);
        loop {
            let passed = at.as_ref().map_or(0, |(passed, _)| *passed);
            let mut rest = rows.clone();
            if let Some((_, mark)) = &at {
                ordered.starting_at(mark, &mut rest);
            }
            let left = cut.skip - passed;
            if left < STEP {
                let page = rest.expr(id).limit(cut.take).offset(left).take();
                return all(&self.reader, &page, |row| row.try_get_by_index(0)).await;
            }
            let next = rest.exprs(ordered.keys.iter().cloned()).limit(1).offset(STEP).take();
            let next: Vec<Mark> = all(&self.reader, &next, |row| marked(row, ordered.keys.len())).await?;
            let Some(mark) = next.into_iter().next() else {
                return Ok(Vec::new());
            };
            self.marks.remember(&list, as_of, passed + STEP, mark.clone());
            at = Some((passed + STEP, mark));
        }
    }

    /// Meets no more than [`EFFORT`] rows: those that fit may all stand at the other end of the order. Then they are collected,
    /// however many they are. PostgreSQL has statistics, and chooses for itself.
    async fn walk_some<K: Kind>(
        &self,
        filters: &[Filter],
        ordered: &Ordered,
        (mut rows, holds): (SelectStatement, &[Condition]),
        cut: Cut,
    ) -> Result<Vec<i64>> {
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
            return Ok(ids);
        }
        let beyond = from::<K>(Part::Row, &[])
            .expr(Part::Row.column::<K>("id"))
            .limit(1)
            .offset(EFFORT)
            .take();
        let beyond: Vec<i64> = all(&self.reader, &beyond, |row| row.try_get_by_index(0)).await?;
        match beyond.is_empty() {
            true => Ok(ids),
            // A search stands last, and leaves the fewest.
            false => self.collect::<K>(filters, filters.len() - 1, ordered, cut).await,
        }
    }
}

/// The rows that meet all of these.
fn fitting(mut rows: SelectStatement, holds: &[Condition]) -> SelectStatement {
    for condition in holds {
        rows.cond_where(condition.clone());
    }
    rows
}

/// The values of the keys: a text where the list is in the order of a column, and numbers.
fn marked(row: &QueryResult, keys: usize) -> std::result::Result<Mark, sea_orm::DbErr> {
    let text = row.try_get_by_index::<String>(0).ok();
    let numbers = (usize::from(text.is_some())..keys).map(|at| row.try_get_by_index(at));
    Ok(Mark {
        numbers: numbers.collect::<std::result::Result<_, _>>()?,
        text,
    })
}
