//! The order of a list: by a column, and among equal values in the order of the index on it.

use super::{listing::Listing, parts::Part};
use crate::Order;
use sea_orm::{
    DatabaseBackend,
    sea_query::{Expr, ExprTrait, Func, SelectStatement, Value},
};
use selaras_kinds::Kind;

/// Nullable times. No row can be said to come after an empty one.
const NULLABLE: [&str; 3] = ["missing_since", "synced_at", "exported_at"];

/// The order of a kind's list.
#[derive(Clone)]
pub(crate) struct Ordered {
    /// The table that has the index for the order.
    pub(crate) first: Part,
    /// The sort keys.
    pub(crate) keys: Vec<Expr>,
    /// True if the greatest comes first.
    pub(crate) descending: bool,
    /// True if no key is nullable, so that the rows after any given row can be selected.
    pub(crate) is_seekable: bool,
    /// True if the first key is nullable.
    may_be_empty: bool,
    /// The condition of the half of the list to which this order applies.
    pub(crate) half: Option<Expr>,
}

/// The sort keys of a column.
fn keys<L: Listing>(column: Option<&str>) -> Vec<Expr> {
    let of = |part: Part, name: &str| part.column::<L>(name);
    let first = column.map_or(Part::Row, Part::of::<L>);
    let mut keys = Vec::with_capacity(4);
    if let Some(column) = column {
        if is_number::<L>(column) {
            // A number column holds the source's text, which need not be a number. Of two whole numbers the longer is the
            // larger.
            keys.push(Func::char_length(of(first, column)).into());
        }
        keys.push(of(first, column));
    }
    keys.push(of(first, "id"));
    match first {
        Part::Row => {}
        Part::Person => keys.push(of(Part::Row, "id")),
        // The index that finds a class's enrolments has them in this order.
        Part::Class => keys.push(of(Part::Row, "person_id")),
    }
    keys
}

fn is_number<L: Listing>(column: &str) -> bool {
    <L::Kind>::FIELDS
        .iter()
        .any(|field| field.number && field.name == column)
}

impl Ordered {
    pub(crate) fn of<L: Listing>(order: &Order) -> Self {
        // `None` is the id.
        let column = order.column.as_deref().filter(|column| *column != "id");
        Self {
            first: column.map_or(Part::Row, Part::of::<L>),
            keys: keys::<L>(column),
            descending: order.descending,
            is_seekable: column.is_none_or(|column| !NULLABLE.contains(&column)),
            may_be_empty: column.is_some_and(|column| NULLABLE.contains(&column)),
            half: None,
        }
    }

    /// Splits an order by a nullable time into two halves, in the database's order of empty values. Rows with a time come by
    /// the time; for missing enrolments an index has exactly these. The others come by their ids.
    pub(super) fn halves(&self, backend: DatabaseBackend) -> Option<[Self; 2]> {
        let (time, ids) = self.keys.split_first().filter(|_| self.may_be_empty)?;
        let timed = Self {
            is_seekable: true,
            may_be_empty: false,
            half: Some(time.clone().is_not_null()),
            ..self.clone()
        };
        let others = Self {
            keys: ids.to_vec(),
            half: Some(time.clone().is_null()),
            ..timed.clone()
        };
        let empty_first = self.descending == (backend == DatabaseBackend::Postgres);
        Some(if empty_first { [others, timed] } else { [timed, others] })
    }

    /// The same list from its other end.
    pub(crate) fn reversed(mut self) -> Self {
        self.descending = !self.descending;
        self
    }

    /// True if the order is by id alone.
    pub(crate) fn is_by_id(&self) -> bool {
        self.first == Part::Row && self.keys.len() == 1
    }

    pub(super) const fn direction(&self) -> sea_orm::Order {
        if self.descending {
            sea_orm::Order::Desc
        } else {
            sea_orm::Order::Asc
        }
    }

    pub(crate) fn apply(&self, select: &mut SelectStatement) {
        let direction = self.direction();
        for key in &self.keys {
            select.order_by_expr(key.clone(), direction.clone());
        }
    }

    /// Starts at the row with these values of the keys.
    pub(crate) fn starting_at(&self, position: &Position, select: &mut SelectStatement) {
        let own = if self.first == Part::Row {
            self.keys.len()
        } else {
            self.keys.len() - 1
        };
        let (lead, inner) = self.keys.split_at(own);
        let values = position.values();
        let (at, within) = values.split_at(own);
        let left = Expr::tuple(lead.iter().cloned());
        let right = Expr::tuple(at.iter().cloned());
        select.and_where(if self.descending {
            left.lte(right)
        } else {
            left.gte(right)
        });
        if let ([key], [value]) = (inner, within) {
            let after = match self.descending {
                true => key.clone().lte(value.clone()),
                false => key.clone().gte(value.clone()),
            };
            let (Some(id), Some(of)) = (lead.last(), at.last()) else {
                return;
            };
            select.and_where(id.clone().ne(of.clone()).or(after));
        }
    }
}

/// A row's position in an order: its values of the keys, which are texts and numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Position(pub(crate) Vec<Value>);

impl Position {
    fn values(&self) -> Vec<Expr> {
        self.0.iter().cloned().map(Expr::val).collect()
    }
}
