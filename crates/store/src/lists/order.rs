//! The order of a list: by a column, and where that is the same, as an index on it has the rows.

use super::parts::Part;
use crate::Order;
use sea_orm::{
    DatabaseBackend,
    sea_query::{Expr, ExprTrait, Func, SelectStatement, Value},
};
use selaras_kinds::Kind;

/// Times that may be empty in the database, so that no row can be said to come after them.
const NULLABLE: [&str; 3] = ["missing_since", "synced_at", "exported_at"];

/// The order of a kind's list.
#[derive(Clone)]
pub(crate) struct Ordered {
    /// The table whose index has the order.
    pub(crate) first: Part,
    /// What is compared, one after the other.
    pub(crate) keys: Vec<Expr>,
    /// Whether the greatest comes first.
    pub(crate) descending: bool,
    /// Whether none of the keys may be empty, so that of each row it can be said which come after it.
    pub(crate) can_be_marked: bool,
    /// Whether the first of the keys may be empty.
    may_be_empty: bool,
    /// The half of the list that it is the order of.
    pub(crate) half: Option<Expr>,
}

/// What is compared, one after the other.
fn keys<K: Kind>(column: Option<&str>) -> Vec<Expr> {
    let of = |part: Part, name: &str| part.column::<K>(name);
    let first = column.map_or(Part::Row, Part::of::<K>);
    let mut keys = Vec::with_capacity(4);
    if let Some(column) = column {
        if is_number::<K>(column) {
            // A number column holds text as the source sent it, which need not be a number. Of two whole numbers the
            // longer is the larger.
            keys.push(Func::char_length(of(first, column)).into());
        }
        keys.push(of(first, column));
    }
    keys.push(of(first, "id"));
    match first {
        Part::Row => {}
        Part::Person => keys.push(of(Part::Row, "id")),
        // The index that finds a class's places has them in this order.
        Part::Class => keys.push(of(Part::Row, "person_id")),
    }
    keys
}

fn is_number<K: Kind>(column: &str) -> bool {
    K::FIELDS.iter().any(|field| field.number && field.name == column)
}

impl Ordered {
    pub(crate) fn of<K: Kind>(order: &Order) -> Self {
        // `None` is the id.
        let column = order.column.as_deref().filter(|column| *column != "id");
        Self {
            first: column.map_or(Part::Row, Part::of::<K>),
            keys: keys::<K>(column),
            descending: order.descending,
            can_be_marked: column.is_none_or(|column| !NULLABLE.contains(&column)),
            may_be_empty: column.is_some_and(|column| NULLABLE.contains(&column)),
            half: None,
        }
    }

    /// The order by a time that not every row has, in two halves, as the database sorts what is empty: those that have it, of places that
    /// are gone by an index of just these, and the others by their ids.
    pub(super) fn halves(&self, backend: DatabaseBackend) -> Option<[Self; 2]> {
        let (time, ids) = self.keys.split_first().filter(|_| self.may_be_empty)?;
        let timed = Self {
            can_be_marked: true,
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

    /// Whether it is that of the ids alone.
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

    /// The rows from this one on, which stands at these values of the keys.
    pub(crate) fn starting_at(&self, mark: &Mark, select: &mut SelectStatement) {
        let own = if self.first == Part::Row {
            self.keys.len()
        } else {
            self.keys.len() - 1
        };
        let (lead, inner) = self.keys.split_at(own);
        let values = mark.values();
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

/// Where a row stands in an order: its values of the keys, which are texts and numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mark(pub(crate) Vec<Value>);

impl Mark {
    fn values(&self) -> Vec<Expr> {
        self.0.iter().cloned().map(Expr::val).collect()
    }
}
