//! A list query, prepared for execution.

use super::{cache::AsOf, filter::Filter, order::Ordered};

/// A prepared list query: its filters, and its keys in the list cache.
pub(super) struct PreparedList {
    /// The cache key of its rows in any order.
    pub(super) list: String,
    /// The cache key of its rows in their order.
    pub(super) in_order: String,
    /// The version of the data on which the query is based.
    pub(super) as_of: AsOf,
    /// The filters.
    pub(super) filters: Vec<Filter>,
    /// The order.
    pub(super) ordered: Ordered,
}

impl PreparedList {
    /// The cache key of rows far inside the list, in an order.
    pub(super) fn far_inside(&self, ordered: &Ordered) -> String {
        let Ordered {
            keys, descending, half, ..
        } = ordered;
        format!("{} {keys:?} {descending} {half:?}", self.list)
    }
}
