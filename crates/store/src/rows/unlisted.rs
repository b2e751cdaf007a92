//! Objects that the source no longer lists.

use crate::{
    state::Migration,
    tables::{membership_table, object_table},
};
use sea_orm::sea_query::{Expr, ExprTrait, Func, Query, SelectStatement};
use selaras_kinds::{Kind, OfKind};

/// Since when the source does not list the object; NULL if it lists it. A person is gone if each of the enrolments is.
pub(crate) fn gone_since<K: Kind>() -> Expr {
    if !K::PERSON_AND_ENROLMENT {
        return Expr::col((object_table::<K>(), "missing_since".to_owned()));
    }
    let (person, enrolment) = (object_table::<K>(), membership_table::<K>());
    Expr::cust(format!(
        "(SELECT CASE WHEN count(p.missing_since) = count(*) THEN max(p.missing_since) END FROM {enrolment} p WHERE p.person_id = {person}.id)"
    ))
}

/// Counts a kind's objects that are not in step and that the source no longer lists, by their state. They do not wait.
pub(crate) struct GoneUnsent {
    pub(crate) kind: &'static str,
    pub(crate) count: SelectStatement,
}

impl OfKind for GoneUnsent {
    fn of<K: Kind>() -> Self {
        let states = [Migration::Belum, Migration::Berubah, Migration::Gagal];
        let count = Query::select()
            .column("migration")
            .expr(Func::count(Expr::val(1)))
            .from(object_table::<K>())
            .and_where(Expr::col("migration").is_in(states.map(Migration::as_str)))
            .and_where(gone_since::<K>().is_not_null())
            .group_by_col("migration")
            .take();
        Self { kind: K::NAME, count }
    }
}
