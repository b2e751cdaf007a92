//! One page of a kind's list, in the same time however long the list is (decision 6).
//!
//! A list is met in its order, or collected. Where one of the things that narrow it leaves few rows, those are collected and
//! sorted. Where none does, rows that fit are near each other in most orders, so the list is met in its order, by the index
//! that has it, until the page is full. Long lists that are narrowed are counted once, up to [`MOST_COUNTED`], until a job or a
//! form changes the kind; all rows of a kind, and those in a state, are numbers that are kept ([`crate::summary`]).

mod filter;
mod marks;
mod order;
mod parts;
mod total;
mod walk;

pub(crate) use marks::Marks;

use crate::{
    Page, Result, Store,
    rows::{ListQuery, Stored},
    statement::all,
};
use filter::{Filter, filters, left_by};
pub(crate) use order::Ordered;
use parts::Part;
use selaras_kinds::Kind;
pub use total::MOST_COUNTED;
use total::{FEW, Total};
use walk::Cut;

impl Store {
    /// One page of a kind's list, counted from 0.
    pub async fn page<K: Kind>(&self, query: &ListQuery, page: u64, per_page: u64) -> Result<Page<Stored<K>>> {
        let cut = Cut {
            skip: page.saturating_mul(per_page),
            take: per_page,
            of: None,
        };
        let ordered = Ordered::of::<K>(&query.order);
        let filters = filters::<K>(self, &query.selection, &query.search);
        let (ids, total) = match self.fewest(&filters, FEW).await? {
            Some((few, left)) => {
                let total = self.count_left::<K>(&filters, few, left).await?;
                (
                    self.collect::<K>(&filters, few, &ordered, cut).await?,
                    Total::exactly(total),
                )
            }
            None => self.meet::<K>(query, &filters, ordered, cut).await?,
        };
        let mut found = self.by_ids::<K>(&ids).await?;
        Ok(Page {
            rows: ids.iter().filter_map(|id| found.remove(id)).collect(),
            total: total.rows,
            more: total.more,
        })
    }

    /// Sorts the rows that one of the filters leaves.
    async fn collect<K: Kind>(&self, filters: &[Filter], few: usize, ordered: &Ordered, cut: Cut) -> Result<Vec<i64>> {
        let mut page = left_by::<K>(filters, few, &[ordered.first]);
        ordered.apply(&mut page);
        page.expr(Part::Row.column::<K>("id")).limit(cut.take).offset(cut.skip);
        all(&self.reader, &page, |row| row.try_get_by_index(0)).await
    }

    /// Meets the rows in the order of the list.
    async fn meet<K: Kind>(
        &self,
        query: &ListQuery,
        filters: &[Filter],
        ordered: Ordered,
        cut: Cut,
    ) -> Result<(Vec<i64>, Total)> {
        let as_of = self.changed_at(K::NAME).await?;
        let list = format!("{} {:?} {}", K::NAME, query.selection, query.search);
        let Some(total) = self.total_of::<K>(query, filters, (&list, as_of)).await? else {
            // Each filter leaves many rows; how many all of them leave is not known beyond the page.
            let one_more = Cut {
                take: cut.take + 1,
                ..cut
            };
            let mut ids = self.walk::<K>(filters, &ordered, one_more, (&list, as_of)).await?;
            let more = ids.len() as u64 > cut.take;
            ids.truncate(usize::try_from(cut.take).unwrap_or(usize::MAX));
            let rows = if ids.is_empty() {
                0
            } else {
                cut.skip.cast_signed() + ids.len() as i64
            };
            return Ok((ids, Total { rows, more }));
        };
        let rows = total.rows.unsigned_abs();
        if !total.more && cut.skip >= rows {
            return Ok((Vec::new(), total));
        }
        let cut = Cut {
            of: (!total.more).then_some(rows),
            ..cut
        };
        // From the nearer end.
        if !total.more && cut.skip > rows / 2 {
            let take = std::cmp::min(cut.take, rows - cut.skip);
            let cut = Cut {
                skip: rows - cut.skip - take,
                take,
                ..cut
            };
            let mut ids = self
                .walk::<K>(filters, &ordered.reversed(), cut, (&list, as_of))
                .await?;
            ids.reverse();
            return Ok((ids, total));
        }
        Ok((self.walk::<K>(filters, &ordered, cut, (&list, as_of)).await?, total))
    }
}
