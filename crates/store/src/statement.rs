//! Statements run, cut and counted; and what stands in the conditions of several.

use crate::{Result, StoreError, connection::Transaction};
use sea_orm::{
    ConnectionTrait, DatabaseBackend, QueryResult,
    sea_query::{
        Expr, ExprTrait, Func, InsertStatement, IntoCondition, LikeExpr, OnConflict, PostgresQueryBuilder, Query,
        SelectStatement, SqliteQueryBuilder,
    },
};
use selaras_kinds::Kind;
use std::collections::HashMap;

/// Does what follows in one process at a time, until the transaction ends: waits for PostgreSQL's lock of this number, which is the
/// caller's own. SQLite has one writer anyway.
pub(crate) async fn alone(transaction: &Transaction, lock: u32) -> Result<()> {
    if ConnectionTrait::get_database_backend(transaction) == DatabaseBackend::Postgres {
        let sql = format!("SELECT pg_advisory_xact_lock({lock})");
        transaction.execute_unprepared(&sql).await?;
    }
    Ok(())
}

/// `search_text` holds what was typed, in any case, as it stands: `%` is a percent sign.
pub(crate) fn contains(typed: &str) -> Expr {
    holds(Expr::col("search_text"), typed)
}

/// Whether a text in lower case holds what was typed, see [`contains`].
pub(crate) fn holds(text: Expr, typed: &str) -> Expr {
    let pattern = escaped(&typed.trim().to_lowercase());
    text.like(LikeExpr::new(format!("%{pattern}%")).escape('\\'))
}

/// A text as a pattern that matches itself alone.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// An expression that SQLite looks for no index on: it has no statistics, and would take any index before a better way.
pub(crate) fn past_indexes(backend: DatabaseBackend, column: Expr) -> Expr {
    match backend {
        DatabaseBackend::Sqlite => Expr::cust_with_exprs("+?", [column]),
        _ => column,
    }
}

/// The text of an insert, whose values are bound when it is sent.
pub(crate) fn text_of(backend: DatabaseBackend, insert: &InsertStatement) -> String {
    match backend {
        DatabaseBackend::Sqlite => insert.build(SqliteQueryBuilder).0,
        _ => insert.build(PostgresQueryBuilder).0,
    }
}

/// Has the source's word hold of a row of `table` that is there already: these columns of the kind, and what is kept beside them.
pub(crate) fn overwrite(conflict: &mut OnConflict, table: &str, columns: impl Iterator<Item = &'static str>) {
    let migration = || Expr::col((table.to_owned(), "migration".to_owned()));
    conflict
        .update_columns(columns)
        .update_columns([
            "fingerprint",
            "source_fingerprint",
            "synced_at",
            "search_text",
            "written_in",
        ])
        // What was on the platform is not, now, what stands here.
        .value(
            "migration",
            Expr::case(migration().eq(Expr::cust("'sudah'")), Expr::cust("'berubah'")).finally(migration()),
        );
}

/// All that a statement finds, each as `read` makes it.
pub(crate) async fn all<T, C: FromIterator<T>>(
    connection: &impl ConnectionTrait,
    select: &SelectStatement,
    read: impl Fn(&QueryResult) -> std::result::Result<T, sea_orm::DbErr>,
) -> Result<C> {
    let rows = connection.query_all(select).await?;
    Ok(rows.iter().map(read).collect::<std::result::Result<_, _>>()?)
}

/// How many rows of a table meet a condition.
pub(crate) async fn count(
    connection: &impl ConnectionTrait,
    table: impl Into<String>,
    condition: impl IntoCondition,
) -> Result<i64> {
    let rows = Query::select().from(table.into()).cond_where(condition).take();
    count_of(connection, &rows).await
}

/// How many rows of a table meet a condition, by what stands in a column of it.
pub(crate) async fn count_by(
    connection: &impl ConnectionTrait,
    table: impl Into<String>,
    column: &'static str,
    condition: impl IntoCondition,
) -> Result<HashMap<String, i64>> {
    let select = Query::select()
        .column(column)
        .expr(Func::count(Expr::val(1)))
        .from(table.into())
        .cond_where(condition)
        .group_by_col(column)
        .take();
    all(connection, &select, |row| {
        Ok((row.try_get_by_index::<String>(0)?, row.try_get_by_index::<i64>(1)?))
    })
    .await
}

/// How many rows a statement finds.
pub(crate) async fn count_of(connection: &impl ConnectionTrait, rows: &SelectStatement) -> Result<i64> {
    let mut select = rows.clone();
    select.clear_selects().clear_order_by().expr(Func::count(Expr::val(1)));
    number(connection, &select).await
}

/// The rows of a list that come after the first `skip`, and no more than `take` of them.
pub(crate) fn cut(list: &SelectStatement, skip: u64, take: u64) -> SelectStatement {
    list.clone().limit(take).offset(skip).take()
}

/// The one number that a statement asks for.
pub(crate) async fn number(connection: &impl ConnectionTrait, select: &SelectStatement) -> Result<i64> {
    let row = connection.query_one(select).await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default())
}

/// Rows in one statement: as many as the database's limit of bound values allows, and no more than make a quick one.
pub(crate) fn rows_per_statement(backend: DatabaseBackend, values_per_row: usize) -> usize {
    let limit = if backend == DatabaseBackend::Sqlite {
        32_000
    } else {
        65_000
    };
    (limit / values_per_row).clamp(1, 1000)
}

/// A failure to write a row of a kind, told from a key that another row has.
pub(crate) fn taken<K: Kind>(error: sea_orm::DbErr) -> StoreError {
    match error.sql_err() {
        Some(sea_orm::SqlErr::UniqueConstraintViolation(_)) => StoreError::Taken(K::OBJECT_KEY),
        _ => error.into(),
    }
}
