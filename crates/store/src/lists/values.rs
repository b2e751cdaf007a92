//! The values that a column of a list has.

use super::{listing::Rows, parts::Part};
use crate::{Result, Store, statement::all};
use sea_orm::sea_query::{CommonTableExpression, Expr, ExprTrait, Func, Query, UnionType, WithClause};
use selaras_kinds::Kind;

impl Store {
    /// The different values of a column of a kind's list, in order and at most `most` of them; not the empty one. Each value
    /// is one look into the column's index, however many rows have it.
    pub async fn values_of<K: Kind>(&self, column: &str, most: u64) -> Result<Vec<String>> {
        let part = Part::of::<Rows<K>>(column);
        let next = |after: Expr| {
            let of_column = part.column::<Rows<K>>(column);
            Query::select()
                .expr_as(Func::min(of_column.clone()), VALUE)
                .from(part.table::<Rows<K>>())
                .and_where(of_column.gt(after))
                .take()
        };
        let following = Query::select()
            .expr(Expr::SubQuery(None, Box::new(next(Expr::col((FOUND, VALUE))).into())))
            .from(FOUND)
            .and_where(Expr::col((FOUND, VALUE)).is_not_null())
            .take();
        let found = CommonTableExpression::new()
            .table_name(FOUND)
            .column(VALUE)
            .query(next(Expr::val("")).union(UnionType::All, following).take())
            .to_owned();
        let values = Query::select()
            .column(VALUE)
            .from(FOUND)
            .and_where(Expr::col(VALUE).is_not_null())
            .limit(most)
            .with_cte(WithClause::new().recursive(true).cte(found).to_owned())
            .take();
        all(&self.reader, &values, |row| row.try_get_by_index(0)).await
    }
}

/// The values found so far, in the statement.
const FOUND: &str = "found";
const VALUE: &str = "value";
