//! A list that somebody asks for.

use super::{filter::Filter, marks::AsOf, order::Ordered};

/// A list that is asked for: what it is remembered by, and what narrows it.
pub(super) struct Asked {
    /// Its rows, in whichever order.
    pub(super) list: String,
    /// Its rows in their order.
    pub(super) in_order: String,
    /// As of when it is looked at.
    pub(super) as_of: AsOf,
    /// What narrows it.
    pub(super) filters: Vec<Filter>,
    /// Its order.
    pub(super) ordered: Ordered,
}

impl Asked {
    /// What its rows far inside are remembered by, in an order.
    pub(super) fn far_inside(&self, ordered: &Ordered) -> String {
        let Ordered {
            keys, descending, half, ..
        } = ordered;
        format!("{} {keys:?} {descending} {half:?}", self.list)
    }
}
