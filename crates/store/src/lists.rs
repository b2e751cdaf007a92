//! Pages of a kind's list, in constant time however long the list is (decision 6); and the whole list.
//!
//! A list is either scanned in its order or collected. If one filter leaves few rows, those are collected and sorted.
//! Otherwise matching rows are near each other in most orders, so an index is scanned in the list's order until the page is
//! full. Results are cached until a job or a form changes the kind. Long filtered lists are counted once, up to
//! [`MOST_COUNTED`]. The numbers of all rows of a kind, and of those in a state, are kept in tallies ([`crate::summary`]).

mod asked;
mod filter;
mod marks;
mod order;
mod parts;
mod total;
mod walk;

pub(crate) use marks::{AsOf, Marks};

use crate::{
    Page, Result, Store,
    row_after_row::row_after_row,
    rows::{ListQuery, Stored},
    statement::{self, all},
};
use asked::Asked;
use filter::{Filter, filters, left_by};
use futures::Stream;
use marks::{Cut, FIRST, Narrowed};
pub(crate) use order::Ordered;
use parts::Part;
use sea_orm::sea_query::SelectStatement;
use selaras_kinds::Kind;
pub use total::MOST_COUNTED;
use total::{FEW, Total};
use walk::all_met;

impl Store {
    /// One page of a kind's list, counted from 0.
    pub async fn page<K: Kind>(&self, query: &ListQuery, page: u64, per_page: u64) -> Result<Page<Stored<K>>> {
        let cut = Cut {
            skip: page.saturating_mul(per_page),
            take: per_page,
        };
        let asked = self.asked::<K>(query).await?;
        let (ids, total) = match self.narrowed::<K>(&asked).await? {
            Narrowed::Few { filter, rows } => (self.collected::<K>(&asked, filter, cut).await?, Total::exactly(rows)),
            Narrowed::Many => self.meet::<K>(query, &asked, cut).await?,
        };
        let mut found = self.by_ids::<K>(&ids).await?;
        Ok(Page {
            rows: ids.iter().filter_map(|id| found.remove(id)).collect(),
            total: total.rows,
            more: total.more,
        })
    }

    /// All rows of a kind's list, as a stream. The rows are those in the list at the beginning; each is as it stands when it
    /// is read.
    pub fn stream<K: Kind>(&self, query: ListQuery) -> impl Stream<Item = Result<Stored<K>>> + Send + 'static {
        let (store, rows) = (self.clone(), self.clone());
        let ids = async move { store.ids_of::<K>(&query).await };
        row_after_row(self.reader.clone(), ids, move |ids| {
            let rows = rows.clone();
            async move { rows.by_ids::<K>(&ids).await }
        })
    }

    /// The statement that selects the ids of a whole list, in its order.
    async fn ids_of<K: Kind>(&self, query: &ListQuery) -> Result<SelectStatement> {
        let asked = self.asked::<K>(query).await?;
        Ok(match self.narrowed::<K>(&asked).await? {
            Narrowed::Few { filter, .. } => sorted::<K>(&asked.filters, filter, &asked.ordered),
            Narrowed::Many => all_met::<K>(&asked),
        })
    }

    async fn asked<K: Kind>(&self, query: &ListQuery) -> Result<Asked> {
        let list = format!("{} {:?}", K::NAME, query.selection);
        Ok(Asked {
            in_order: format!("{list} {:?}", query.order),
            list,
            as_of: self.as_of::<K>().await?,
            filters: filters::<K>(self, &query.selection),
            ordered: Ordered::of::<K>(&query.order),
        })
    }

    /// How narrow the list is.
    async fn narrowed<K: Kind>(&self, asked: &Asked) -> Result<Narrowed> {
        if asked.filters.is_empty() {
            return Ok(Narrowed::Many);
        }
        if let Some(narrowed) = self.marks.narrowed(&asked.in_order, asked.as_of) {
            return Ok(narrowed);
        }
        let narrowed = match self.fewest(&asked.filters, FEW).await? {
            Some((filter, left)) => Narrowed::Few {
                filter,
                rows: self.count_left::<K>(&asked.filters, filter, left).await?,
            },
            None => Narrowed::Many,
        };
        self.marks.remember_narrowed(&asked.in_order, asked.as_of, narrowed);
        Ok(narrowed)
    }

    /// A part of a list for which one filter leaves few rows. The first rows are collected in larger numbers than wanted,
    /// because all are sorted anyway.
    async fn collected<K: Kind>(&self, asked: &Asked, few: usize, cut: Cut) -> Result<Vec<i64>> {
        if let Some(ids) = self.marks.part(&asked.in_order, asked.as_of, cut) {
            return Ok(ids);
        }
        let whole = if cut.skip.saturating_add(cut.take) <= FIRST {
            Cut::first(FIRST)
        } else {
            cut
        };
        let ids = self.collect::<K>(&asked.filters, few, &asked.ordered, whole).await?;
        self.marks.remember_part(&asked.in_order, asked.as_of, whole, &ids);
        Ok(cut.of(whole, &ids).unwrap_or_default())
    }

    /// Sorts the rows that one of the filters leaves.
    async fn collect<K: Kind>(&self, filters: &[Filter], few: usize, ordered: &Ordered, cut: Cut) -> Result<Vec<i64>> {
        let page = statement::cut(&sorted::<K>(filters, few, ordered), cut.skip, cut.take);
        all(&self.reader, &page, |row| row.try_get_by_index(0)).await
    }

    /// Scans the rows in the order of the list.
    async fn meet<K: Kind>(&self, query: &ListQuery, asked: &Asked, cut: Cut) -> Result<(Vec<i64>, Total)> {
        let Some(total) = self.total_of::<K>(query, asked).await? else {
            // Each filter leaves many rows. How many all of them leave is unknown beyond the page.
            let one_more = Cut {
                take: cut.take + 1,
                ..cut
            };
            let mut ids = self.met::<K>(asked, None, one_more).await?;
            let more = ids.len() as u64 > cut.take;
            ids.truncate(usize::try_from(cut.take).unwrap_or(usize::MAX));
            let rows = if ids.is_empty() {
                0
            } else {
                cut.skip.cast_signed() + ids.len() as i64
            };
            return Ok((ids, Total { rows, more }));
        };
        let of = (!total.more).then_some(total.rows.unsigned_abs());
        if of.is_some_and(|rows| cut.skip >= rows) {
            return Ok((Vec::new(), total));
        }
        Ok((self.met::<K>(asked, of, cut).await?, total))
    }

    /// A part of a list with `of` rows, if that number is known. Parts of a filtered list are cached, because the scan to
    /// matching rows may be long.
    async fn met<K: Kind>(&self, asked: &Asked, of: Option<u64>, cut: Cut) -> Result<Vec<i64>> {
        let is_narrowed = !asked.filters.is_empty();
        if is_narrowed && let Some(ids) = self.marks.part(&asked.in_order, asked.as_of, cut) {
            return Ok(ids);
        }
        let from_behind = of.and_then(|rows| self.sooner_from_behind(asked, cut, rows));
        let ids = match from_behind {
            Some((reversed, cut)) => {
                let mut ids = self.walk::<K>(asked, &reversed, cut, of).await?;
                ids.reverse();
                ids
            }
            None => self.walk::<K>(asked, &asked.ordered, cut, of).await?,
        };
        if is_narrowed {
            self.marks.remember_part(&asked.in_order, asked.as_of, cut, &ids);
        }
        Ok(ids)
    }
}

/// The ids of the rows that one of the filters leaves and that match the others, sorted.
fn sorted<K: Kind>(filters: &[Filter], few: usize, ordered: &Ordered) -> SelectStatement {
    let mut ids = left_by::<K>(filters, few, &[ordered.first]);
    ordered.apply(&mut ids);
    ids.expr(Part::Row.column::<K>("id")).take()
}
