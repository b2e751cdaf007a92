//! One page of a kind's list, in the same time however long the list is (decision 6).
//!
//! A list is met in its order, or collected. Where one of the things that narrow it leaves few rows, those are collected and
//! sorted. Where none does, rows that fit are near each other in any order, so the list is met in its order, by the index that
//! has it, until the page is full. Rows are counted up to [`MOST_COUNTED`]; numbers beyond it are those that are kept when a
//! job ends ([`crate::summary`]), and where none is kept it is said that there are more.

mod filter;
mod marks;
mod order;
mod parts;

pub(crate) use marks::Marks;

use crate::{
    Page, Result, Selection, Store,
    rows::{Enrolment, ListQuery, Stored},
    statement::{all, count_of, number},
    summary::Standing,
};
use filter::{Filter, filters};
use order::Mark;
pub(crate) use order::Ordered;
use parts::{Part, from};
use sea_orm::{
    QueryResult,
    sea_query::{Expr, ExprTrait, Func, Query, SelectStatement},
};
use selaras_kinds::Kind;

/// Rows that are counted one by one, and rows that are sorted for one page.
pub const MOST_COUNTED: u64 = 10_000;
/// Rows between two that are remembered on the way to a page far inside.
const STEP: u64 = 25_000;

/// What is known of the number of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Total {
    rows: i64,
    /// Whether there are more.
    more: bool,
}

impl Total {
    fn exactly(rows: i64) -> Self {
        Self { rows, more: false }
    }

    fn more_than(rows: i64) -> Self {
        Self { rows, more: true }
    }
}

/// The part of a list that is wanted.
#[derive(Debug, Clone, Copy)]
struct Cut {
    skip: u64,
    take: u64,
}

impl Store {
    /// One page of a kind's list, counted from 0.
    pub async fn page<K: Kind>(&self, query: &ListQuery, page: u64, per_page: u64) -> Result<Page<Stored<K>>> {
        let cut = Cut {
            skip: page.saturating_mul(per_page),
            take: per_page,
        };
        let ordered = Ordered::of::<K>(&query.order);
        let filters = filters::<K>(self.backend(), &query.selection, &query.search);
        let (ids, total) = match self.fewest(&filters).await? {
            Some((few, rows)) => self.collect::<K>(&filters, few, rows, &ordered, cut).await?,
            None => self.meet::<K>(query, &filters, ordered, cut).await?,
        };
        let mut found = self.by_ids::<K>(&ids).await?;
        Ok(Page {
            rows: ids.iter().filter_map(|id| found.remove(id)).collect(),
            total: total.rows,
            more: total.more,
        })
    }

    /// The filter that leaves few rows, and how many.
    async fn fewest(&self, filters: &[Filter]) -> Result<Option<(usize, i64)>> {
        for (at, filter) in filters.iter().enumerate() {
            let rows = self.count_some(&filter.rows).await?;
            if rows <= MOST_COUNTED.cast_signed() {
                return Ok(Some((at, rows)));
            }
        }
        Ok(None)
    }

    /// How many rows a statement finds; where it is more than [`MOST_COUNTED`], one more than that.
    async fn count_some(&self, rows: &SelectStatement) -> Result<i64> {
        let some = rows.clone().limit(MOST_COUNTED + 1).take();
        let count = Query::select()
            .expr(Func::count(Expr::val(1)))
            .from_subquery(some, "some_rows")
            .take();
        number(&self.reader, &count).await
    }

    /// Sorts the rows that one of the filters leaves.
    async fn collect<K: Kind>(
        &self,
        filters: &[Filter],
        few: usize,
        left: i64,
        ordered: &Ordered,
        cut: Cut,
    ) -> Result<(Vec<i64>, Total)> {
        let id = Part::Row.column::<K>("id");
        let others = filters.iter().enumerate().filter(|(at, _)| *at != few);
        let mut needed: Vec<Part> = others.clone().flat_map(|(_, filter)| filter.needs.clone()).collect();
        let rows = |needed: &[Part]| {
            let mut rows = from::<K>(Part::Row, needed);
            rows.and_where(id.clone().in_subquery(filters[few].rows.clone()));
            for (_, filter) in others.clone() {
                rows.cond_where(filter.holds.clone());
            }
            rows
        };
        let total = match filters.len() {
            1 => left,
            _ => count_of(&self.reader, &rows(&needed)).await?,
        };
        needed.push(ordered.first);
        let mut page = rows(&needed);
        ordered.apply(&mut page);
        page.expr(id.clone()).limit(cut.take).offset(cut.skip);
        let ids = all(&self.reader, &page, |row| row.try_get_by_index(0)).await?;
        Ok((ids, Total::exactly(total)))
    }

    /// Meets the rows in the order of the list.
    async fn meet<K: Kind>(
        &self,
        query: &ListQuery,
        filters: &[Filter],
        ordered: Ordered,
        cut: Cut,
    ) -> Result<(Vec<i64>, Total)> {
        let (as_of, standing) = self.kept_standing(K::NAME).await?;
        let total = match filters {
            [] => self.count_all::<K>(standing.as_ref()).await?,
            [_] => {
                let kept = standing.as_ref().and_then(|kept| kept_of::<K>(kept, query));
                match kept.filter(|kept| *kept > MOST_COUNTED.cast_signed()) {
                    Some(kept) => Total::exactly(kept),
                    None => Total::more_than(MOST_COUNTED.cast_signed()),
                }
            }
            // Several things that leave many rows each may leave few or none together.
            _ => Total::more_than(0),
        };
        let rows = total.rows.unsigned_abs();
        if !total.more && cut.skip >= rows {
            return Ok((Vec::new(), total));
        }
        // From the nearer end.
        if !total.more && cut.skip > rows / 2 {
            let take = u64::min(cut.take, rows - cut.skip);
            let cut = Cut {
                skip: rows - cut.skip - take,
                take,
            };
            let mut ids = self.walk::<K>(query, filters, &ordered.reversed(), cut, as_of).await?;
            ids.reverse();
            return Ok((ids, total));
        }
        if filters.len() < 2 {
            return Ok((self.walk::<K>(query, filters, &ordered, cut, as_of).await?, total));
        }
        let one_more = Cut {
            take: cut.take + 1,
            ..cut
        };
        let mut ids = self.walk::<K>(query, filters, &ordered, one_more, as_of).await?;
        let more = ids.len() as u64 > cut.take;
        ids.truncate(usize::try_from(cut.take).unwrap_or(usize::MAX));
        if ids.is_empty() && cut.skip > 0 {
            return Ok((ids, total));
        }
        let known = cut.skip.cast_signed() + ids.len() as i64;
        Ok((ids, Total { rows: known, more }))
    }

    async fn count_all<K: Kind>(&self, standing: Option<&Standing>) -> Result<Total> {
        let most = MOST_COUNTED.cast_signed();
        let rows = from::<K>(Part::Row, &[]).expr(Part::Row.column::<K>("id")).take();
        Ok(match (self.count_some(&rows).await?, standing) {
            (counted, _) if counted <= most => Total::exactly(counted),
            (_, Some(kept)) if kept.rows > most => Total::exactly(kept.rows),
            _ => Total::more_than(most),
        })
    }

    /// The ids of a part of a list, met in its order.
    async fn walk<K: Kind>(
        &self,
        query: &ListQuery,
        filters: &[Filter],
        ordered: &Ordered,
        cut: Cut,
        as_of: i64,
    ) -> Result<Vec<i64>> {
        let mut needed: Vec<Part> = filters.iter().flat_map(|filter| filter.needs.clone()).collect();
        needed.push(ordered.first);
        let mut rows = from::<K>(ordered.first, &needed);
        for filter in filters {
            rows.cond_where(filter.holds.clone());
        }
        ordered.apply(&mut rows);
        let id = Part::Row.column::<K>("id");
        if !ordered.can_be_marked || cut.skip < STEP {
            let page = rows.expr(id).limit(cut.take).offset(cut.skip).take();
            return all(&self.reader, &page, |row| row.try_get_by_index(0)).await;
        }
        let list = format!("{} {query:?} {}", K::NAME, ordered.descending);
        let mut at = self.marks.before(&list, as_of, cut.skip);
        loop {
            let passed = at.as_ref().map_or(0, |(passed, _)| *passed);
            let mut rest = rows.clone();
            if let Some((_, mark)) = &at {
                ordered.from_on(mark, &mut rest);
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

/// How many rows one thing leaves of a list, where that number is kept.
fn kept_of<K: Kind>(standing: &Standing, query: &ListQuery) -> Option<i64> {
    let Selection { equals, missing, .. } = &query.selection;
    match (equals.as_slice(), missing) {
        ([], Some(true)) => Some(standing.missing),
        ([], Some(false)) => Some(standing.rows - standing.missing),
        ([(column, word)], None) if column == "enroll" && K::MEMBERSHIP.is_some() => match word.as_str() {
            word if word == Enrolment::Sudah.as_str() => Some(standing.enrolled),
            word if word == Enrolment::Ditangguhkan.as_str() => Some(standing.suspended),
            _ => None,
        },
        _ => None,
    }
}
