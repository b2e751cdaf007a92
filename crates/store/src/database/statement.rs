//! Runs, cuts and counts statements; shared conditions.

use crate::{Result, StoreError, connection::Transaction};
use sea_orm::{
    ConnectionTrait, DatabaseBackend, QueryResult,
    sea_query::{
        Expr, ExprTrait, Func, InsertStatement, IntoColumnRef, IntoCondition, LikeExpr, OnConflict,
        PostgresQueryBuilder, Query, SelectStatement, SqliteQueryBuilder, ValueTuple,
    },
};
use selaras_kinds::Kind;
use std::collections::HashMap;

/// Makes the rest of the transaction exclusive across processes: takes PostgreSQL's lock of this number, which belongs to
/// the caller. SQLite has a single writer anyway.
pub(crate) async fn alone(transaction: &Transaction, lock: u32) -> Result<()> {
    if ConnectionTrait::get_database_backend(transaction) == DatabaseBackend::Postgres {
        let sql = format!("SELECT pg_advisory_xact_lock({lock})");
        transaction.execute_unprepared(&sql).await?;
    }
    Ok(())
}

/// True if `search_text` contains the typed words in any order, ignoring case. They are literal: `%` is a percent sign.
pub(crate) fn contains(typed: &str) -> Expr {
    holds(Expr::col("search_text"), typed)
}

/// True if a lower-case text contains the typed words, see [`contains`].
pub(crate) fn holds(text: Expr, typed: &str) -> Expr {
    let holds = |word: &str| {
        text.clone()
            .like(LikeExpr::new(format!("%{}%", escaped(word))).escape('\\'))
    };
    let typed = typed.to_lowercase();
    let words = typed.split_whitespace().map(holds);
    words.reduce(ExprTrait::and).unwrap_or_else(|| holds(""))
}

/// Escapes a text, so that as a pattern it matches only itself.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// True if the columns have one of these combinations of values.
pub(crate) fn among(table: &str, columns: &[&str], values: &[Vec<String>]) -> Expr {
    let table_column = |name: &str| Expr::col((table.to_owned(), name.to_owned()).into_column_ref());
    if let [column] = columns {
        table_column(column).is_in(values.iter().map(|value| value[0].as_str()))
    } else {
        Expr::tuple(columns.iter().map(|column| table_column(column))).in_tuples(
            values
                .iter()
                .map(|value| ValueTuple::Many(value.iter().map(|part| part.as_str().into()).collect())),
        )
    }
}

/// An expression on which SQLite uses no index. It has no statistics, and would take any index before a better way.
pub(crate) fn past_indexes(backend: DatabaseBackend, column: Expr) -> Expr {
    match backend {
        DatabaseBackend::Sqlite => Expr::cust_with_exprs("+?", [column]),
        _ => column,
    }
}

/// The text of an insert; its values are bound when it is sent.
pub(crate) fn text_of(backend: DatabaseBackend, insert: &InsertStatement) -> String {
    match backend {
        DatabaseBackend::Sqlite => insert.build(SqliteQueryBuilder).0,
        _ => insert.build(PostgresQueryBuilder).0,
    }
}

/// Makes an upsert into `table` overwrite these columns of the kind and the columns that follow from them.
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
        // The platform no longer has what stands here.
        .value(
            "migration",
            Expr::case(migration().eq(Expr::cust("'sudah'")), Expr::cust("'berubah'")).finally(migration()),
        );
}

/// All rows of a statement, each made by `read`.
pub(crate) async fn all<T, C: FromIterator<T>>(
    connection: &impl ConnectionTrait,
    select: &SelectStatement,
    read: impl Fn(&QueryResult) -> std::result::Result<T, sea_orm::DbErr>,
) -> Result<C> {
    let rows = connection.query_all(select).await?;
    Ok(rows.iter().map(read).collect::<std::result::Result<_, _>>()?)
}

/// The number of rows of a table that meet a condition.
pub(crate) async fn count(
    connection: &impl ConnectionTrait,
    table: impl Into<String>,
    condition: impl IntoCondition,
) -> Result<i64> {
    let rows = Query::select().from(table.into()).cond_where(condition).take();
    count_of(connection, &rows).await
}

/// The number of rows of a table that meet a condition, by the value of a column.
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

/// The number of rows of a statement.
pub(crate) async fn count_of(connection: &impl ConnectionTrait, rows: &SelectStatement) -> Result<i64> {
    let mut select = rows.clone();
    select.clear_selects().clear_order_by().expr(Func::count(Expr::val(1)));
    number(connection, &select).await
}

/// The rows of a list after the first `skip`, at most `take` of them.
pub(crate) fn cut(list: &SelectStatement, skip: u64, take: u64) -> SelectStatement {
    list.clone().limit(take).offset(skip).take()
}

/// The single number of a statement.
pub(crate) async fn number(connection: &impl ConnectionTrait, select: &SelectStatement) -> Result<i64> {
    let row = connection.query_one(select).await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default())
}

/// Rows in one statement: as many as the database's limit of bound values allows, and few enough for a fast one.
pub(crate) fn rows_per_statement(backend: DatabaseBackend, values_per_row: usize) -> usize {
    let limit = if backend == DatabaseBackend::Sqlite {
        32_000
    } else {
        65_000
    };
    (limit / values_per_row).clamp(1, 1000)
}

/// Converts a failure to write a row: a duplicate key becomes [`StoreError::Taken`].
pub(crate) fn taken<K: Kind>(error: sea_orm::DbErr) -> StoreError {
    match error.sql_err() {
        Some(sea_orm::SqlErr::UniqueConstraintViolation(_)) => StoreError::Taken(K::OBJECT_KEY),
        _ => error.into(),
    }
}
