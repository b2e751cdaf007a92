//! The tables that hold a list's columns, and how a page joins them.

use super::listing::Listing;
use crate::tables::{class_table, person_table};
use sea_orm::sea_query::{Expr, ExprTrait, IntoIden, Query, SelectStatement};
use selaras_kinds::Kind;

/// A table that holds columns of a list. A kind without enrolments has all in the row's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The line: the row; for a kind of enrolments, the enrolment; in a list of people, the person.
    Row,
    /// The enrolment's person.
    Person,
    /// The enrolment's class.
    Class,
}

/// Columns of an enrolment. All others that are not the class's are the person's.
const OF_ENROLMENT: [&str; 4] = ["id", "enroll", "enroll_reason", "missing_since"];

impl Part {
    /// The table of a list's column.
    pub(crate) fn of<L: Listing>(column: &str) -> Self {
        if !L::joins() || OF_ENROLMENT.contains(&column) {
            Self::Row
        } else if <L::Kind>::FIELDS
            .iter()
            .any(|field| field.of_class && field.name == column)
        {
            Self::Class
        } else {
            Self::Person
        }
    }

    pub(crate) fn table<L: Listing>(self) -> String {
        match self {
            Self::Row => L::table(),
            Self::Person => person_table(<L::Kind>::NAME),
            Self::Class => class_table(<L::Kind>::NAME),
        }
    }

    /// A column by its table's name.
    pub(crate) fn column<L: Listing>(self, name: impl Into<String>) -> Expr {
        Expr::col((self.table::<L>(), name.into().into_iden()))
    }

    /// The column by which an enrolment refers to its person or class.
    pub(super) const fn named_by(self) -> Option<&'static str> {
        match self {
            Self::Row => None,
            Self::Person => Some("person_id"),
            Self::Class => Some("class_id"),
        }
    }

    /// The join condition of an enrolment with its person or class.
    pub(super) fn joined<L: Listing>(self) -> Option<Expr> {
        let named_by = self.named_by()?;
        Some(Self::Row.column::<L>(named_by).eq(self.column::<L>("id")))
    }
}

/// A statement on the rows and the other needed tables, beginning with `first`. SQLite takes the tables of a cross join in
/// the given order; PostgreSQL chooses its own.
pub(crate) fn from<L: Listing>(first: Part, needed: &[Part]) -> SelectStatement {
    let mut select = Query::select();
    select.from(first.table::<L>());
    if first != Part::Row {
        select.cross_join(Part::Row.table::<L>());
    }
    for part in [Part::Person, Part::Class] {
        if part != first && needed.contains(&part) {
            select.cross_join(part.table::<L>());
        } else if part != first {
            continue;
        }
        if let Some(joined) = part.joined::<L>() {
            select.and_where(joined);
        }
    }
    select
}
