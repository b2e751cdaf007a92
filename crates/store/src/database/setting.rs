//! The table `setting`: single values by name.

use crate::{Result, statement::all};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, InsertStatement, OnConflict, Query},
};

const TABLE: &str = "setting";

fn insert(name: &str, value: &str) -> InsertStatement {
    Query::insert()
        .into_table(TABLE)
        .columns(["name", "value"])
        .values_panic([name.into(), value.into()])
        .take()
}

/// The value of a setting; `None` if it is not set.
pub(crate) async fn setting(connection: &impl ConnectionTrait, name: &str) -> Result<Option<String>> {
    let select = Query::select()
        .column("value")
        .from(TABLE)
        .and_where(Expr::col("name").eq(name))
        .take();
    let found: Vec<String> = all(connection, &select, |row| row.try_get_by_index(0)).await?;
    Ok(found.into_iter().next())
}

/// Sets a setting.
pub(crate) async fn set(connection: &impl ConnectionTrait, name: &str, value: &str) -> Result<()> {
    let overwrite = OnConflict::column("name").update_column("value").to_owned();
    connection
        .execute(&insert(name, value).on_conflict(overwrite).take())
        .await?;
    Ok(())
}

/// Sets a setting that is not set yet.
pub(crate) async fn set_first(connection: &impl ConnectionTrait, name: &str, value: &str) -> Result<()> {
    let keep = OnConflict::column("name").do_nothing().to_owned();
    connection
        .execute(&insert(name, value).on_conflict(keep).take())
        .await?;
    Ok(())
}

/// Drops a setting.
pub(crate) async fn unset(connection: &impl ConnectionTrait, name: &str) -> Result<()> {
    let delete = Query::delete()
        .from_table(TABLE)
        .and_where(Expr::col("name").eq(name))
        .take();
    connection.execute(&delete).await?;
    Ok(())
}
