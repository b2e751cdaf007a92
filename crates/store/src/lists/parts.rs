//! The tables that hold a list's columns, and how a page joins them.

use crate::tables::{class_table, membership_table, person_table};
use sea_orm::sea_query::{Expr, ExprTrait, IntoIden, Query, SelectStatement};
use selaras_kinds::Kind;

/// A table that holds columns of a list. A kind without enrolments has all in the row's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The row; for a kind of enrolments, the enrolment.
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
    pub(crate) fn of<K: Kind>(column: &str) -> Self {
        if !K::PERSON_AND_ENROLMENT || OF_ENROLMENT.contains(&column) {
            Self::Row
        } else if K::FIELDS.iter().any(|field| field.of_class && field.name == column) {
            Self::Class
        } else {
            Self::Person
        }
    }

    pub(crate) fn table<K: Kind>(self) -> String {
        match self {
            Self::Row => membership_table::<K>(),
            Self::Person => person_table(K::NAME),
            Self::Class => class_table(K::NAME),
        }
    }

    /// A column by its table's name.
    pub(crate) fn column<K: Kind>(self, name: impl Into<String>) -> Expr {
        Expr::col((self.table::<K>(), name.into().into_iden()))
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
    fn joined<K: Kind>(self) -> Option<Expr> {
        let named_by = self.named_by()?;
        Some(Self::Row.column::<K>(named_by).eq(self.column::<K>("id")))
    }
}

/// A statement on the rows and the other needed tables, beginning with `first`. SQLite takes the tables of a cross join in
/// the given order; PostgreSQL chooses its own.
pub(crate) fn from<K: Kind>(first: Part, needed: &[Part]) -> SelectStatement {
    let mut select = Query::select();
    select.from(first.table::<K>());
    if first != Part::Row {
        select.cross_join(Part::Row.table::<K>());
    }
    for part in [Part::Person, Part::Class] {
        if part != first && needed.contains(&part) {
            select.cross_join(part.table::<K>());
        } else if part != first {
            continue;
        }
        if let Some(joined) = part.joined::<K>() {
            select.and_where(joined);
        }
    }
    select
}
