//! Pages of a kind's list, in constant time however long the list is (decision 6); and the whole list.
//!
//! A list is either scanned in its order or collected. If one filter leaves few rows, those are collected and sorted.
//! Otherwise matching rows are near each other in most orders, so an index is scanned in the list's order until the page is
//! full. Results are cached until a job or a form changes the kind. Long filtered lists are counted once, up to
//! [`MOST_COUNTED`]. The numbers of all rows of a kind, and of those in a state, are kept in tallies ([`crate::summary`]).

pub mod search;
pub(crate) mod trigrams;

mod cache;
mod filter;
mod listing;
mod order;
mod parts;
pub mod person_rows;
mod prepared;
pub mod saved_views;
mod scan;
mod sum;
mod total;
mod values;

pub(crate) use cache::{AsOf, ListCache};

use crate::{
    Page, Result, Store,
    rows::{ListQuery, Stored},
    statement::{self, all},
    stream_by_id::stream_by_id,
};
use cache::{Cut, FIRST, Narrowness};
use filter::{Filter, filters, left_by};
use futures::Stream;
use listing::{Listing, People, Rows};
pub(crate) use order::Ordered;
use parts::Part;
use person_rows::PersonRows;
use prepared::PreparedList;
use scan::scan_all;
use sea_orm::sea_query::SelectStatement;
use selaras_kinds::{Kind, Person};
use sum::Total;
use total::FEW;
pub use total::MOST_COUNTED;

impl Store {
    /// One page of a kind's list, counted from 0.
    pub async fn page<K: Kind>(&self, query: &ListQuery, page: u64, per_page: u64) -> Result<Page<Stored<K>>> {
        let (ids, total) = self.page_of_ids::<Rows<K>>(query, page, per_page).await?;
        Ok(total.page(&ids, self.by_ids::<K>(&ids).await?))
    }

    /// One page of a kind's people, each once, counted from 0. The query's filters by class and by state of an enrolment list
    /// the people who have such an enrolment.
    pub async fn page_of_people<P: Person>(
        &self,
        query: &ListQuery,
        page: u64,
        per_page: u64,
    ) -> Result<Page<PersonRows<P>>> {
        let (ids, total) = self.page_of_ids::<People<P>>(query, page, per_page).await?;
        Ok(total.page(&ids, self.people_by_ids::<P>(&ids).await?))
    }

    /// All rows of a kind's list, as a stream. The rows are those in the list at the beginning; each is as it stands when it
    /// is read.
    pub fn stream<K: Kind>(&self, query: ListQuery) -> impl Stream<Item = Result<Stored<K>>> + Send + 'static {
        let (store, rows) = (self.clone(), self.clone());
        let ids = async move { store.ids_of::<Rows<K>>(&query).await };
        stream_by_id(self.reader.clone(), ids, move |ids| {
            let rows = rows.clone();
            async move { rows.by_ids::<K>(&ids).await }
        })
    }

    /// All people of a kind's list, as a stream.
    pub fn stream_people<P: Person>(
        &self,
        query: ListQuery,
    ) -> impl Stream<Item = Result<PersonRows<P>>> + Send + 'static {
        let (store, rows) = (self.clone(), self.clone());
        let ids = async move { store.ids_of::<People<P>>(&query).await };
        stream_by_id(self.reader.clone(), ids, move |ids| {
            let rows = rows.clone();
            async move { rows.people_by_ids::<P>(&ids).await }
        })
    }

    /// The ids of the lines of one page.
    async fn page_of_ids<L: Listing>(&self, query: &ListQuery, page: u64, per_page: u64) -> Result<(Vec<i64>, Total)> {
        let cut = Cut {
            skip: page.saturating_mul(per_page),
            take: per_page,
        };
        let prepared = self.prepare::<L>(query).await?;
        Ok(match self.narrowness::<L>(&prepared).await? {
            Narrowness::Few { filter, rows } => {
                (self.collected::<L>(&prepared, filter, cut).await?, Total::exactly(rows))
            }
            Narrowness::Many => self.scan_page::<L>(query, &prepared, cut).await?,
        })
    }

    /// The statement that selects the ids of a whole list, in its order.
    async fn ids_of<L: Listing>(&self, query: &ListQuery) -> Result<SelectStatement> {
        let prepared = self.prepare::<L>(query).await?;
        Ok(match self.narrowness::<L>(&prepared).await? {
            Narrowness::Few { filter, .. } => sorted::<L>(&prepared.filters, filter, &prepared.ordered),
            Narrowness::Many => scan_all::<L>(&prepared),
        })
    }

    async fn prepare<L: Listing>(&self, query: &ListQuery) -> Result<PreparedList> {
        let list = format!("{} {:?}", L::table(), query.selection);
        Ok(PreparedList {
            in_order: format!("{list} {:?}", query.order),
            list,
            as_of: self.as_of::<L::Kind>().await?,
            filters: filters::<L>(self, &query.selection),
            ordered: Ordered::of::<L>(&query.order),
        })
    }

    /// How narrow the list is.
    async fn narrowness<L: Listing>(&self, prepared: &PreparedList) -> Result<Narrowness> {
        if prepared.filters.is_empty() {
            return Ok(Narrowness::Many);
        }
        if let Some(narrowness) = self.list_cache.narrowness(&prepared.in_order, prepared.as_of) {
            return Ok(narrowness);
        }
        let narrowness = match self.fewest(&prepared.filters, FEW).await? {
            Some((filter, left)) => Narrowness::Few {
                filter,
                rows: self.count_left::<L>(&prepared.filters, filter, left).await?,
            },
            None => Narrowness::Many,
        };
        self.list_cache
            .remember_narrowness(&prepared.in_order, prepared.as_of, narrowness);
        Ok(narrowness)
    }

    /// A part of a list for which one filter leaves few rows. The first rows are collected in larger numbers than wanted,
    /// because all are sorted anyway.
    async fn collected<L: Listing>(&self, prepared: &PreparedList, few: usize, cut: Cut) -> Result<Vec<i64>> {
        if let Some(ids) = self.list_cache.part(&prepared.in_order, prepared.as_of, cut) {
            return Ok(ids);
        }
        let whole = if cut.skip.saturating_add(cut.take) <= FIRST {
            Cut::first(FIRST)
        } else {
            cut
        };
        let ids = self
            .collect::<L>(&prepared.filters, few, &prepared.ordered, whole)
            .await?;
        self.list_cache
            .remember_part(&prepared.in_order, prepared.as_of, whole, &ids);
        Ok(cut.of(whole, &ids).unwrap_or_default())
    }

    /// Sorts the rows that one of the filters leaves.
    async fn collect<L: Listing>(
        &self,
        filters: &[Filter],
        few: usize,
        ordered: &Ordered,
        cut: Cut,
    ) -> Result<Vec<i64>> {
        let page = statement::cut(&sorted::<L>(filters, few, ordered), cut.skip, cut.take);
        all(&self.reader, &page, |row| row.try_get_by_index(0)).await
    }

    /// Scans the rows in the order of the list.
    async fn scan_page<L: Listing>(
        &self,
        query: &ListQuery,
        prepared: &PreparedList,
        cut: Cut,
    ) -> Result<(Vec<i64>, Total)> {
        let Some(total) = self.total_of::<L>(query, prepared).await? else {
            // Each filter leaves many rows. How many all of them leave is unknown beyond the page.
            let one_more = Cut {
                take: cut.take + 1,
                ..cut
            };
            let mut ids = self.scan_part::<L>(prepared, None, one_more).await?;
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
        Ok((self.scan_part::<L>(prepared, of, cut).await?, total))
    }

    /// A part of a list with `of` rows, if that number is known. Parts of a filtered list are cached, because the scan to
    /// matching rows may be long.
    async fn scan_part<L: Listing>(&self, prepared: &PreparedList, of: Option<u64>, cut: Cut) -> Result<Vec<i64>> {
        let is_filtered = !prepared.filters.is_empty();
        if is_filtered && let Some(ids) = self.list_cache.part(&prepared.in_order, prepared.as_of, cut) {
            return Ok(ids);
        }
        let from_behind = of.and_then(|rows| self.nearer_from_end(prepared, cut, rows));
        let ids = match from_behind {
            Some((reversed, cut)) => {
                let mut ids = self.scan::<L>(prepared, &reversed, cut, of).await?;
                ids.reverse();
                ids
            }
            None => self.scan::<L>(prepared, &prepared.ordered, cut, of).await?,
        };
        if is_filtered {
            self.list_cache
                .remember_part(&prepared.in_order, prepared.as_of, cut, &ids);
        }
        Ok(ids)
    }
}

/// The ids of the rows that one of the filters leaves and that match the others, sorted.
fn sorted<L: Listing>(filters: &[Filter], few: usize, ordered: &Ordered) -> SelectStatement {
    let mut ids = left_by::<L>(filters, few, &[ordered.first]);
    ordered.apply(&mut ids);
    ids.expr(Part::Row.column::<L>("id")).take()
}
