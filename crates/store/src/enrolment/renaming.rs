//! Objects that got another key by form: on the platform they keep their former name until they are sent again.

use crate::{Result, Store, statement::all};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Func, Query},
};
use selaras_kinds::{Kind, idnumber_prefix};
use std::collections::HashMap;

impl Store {
    /// The former ones of these names: objects on the platform have them, but their rows here have another key by now. Maps
    /// each to the object's name here.
    pub async fn renamed(&self, idnumbers: &[&str]) -> Result<HashMap<String, String>> {
        renamed(&self.reader, idnumbers).await
    }
}

/// Renames a row's link after a form has changed its key. The object on the platform still belongs to the row, and is sent
/// again to get the new name there. If an object of the new name is already known, the row takes that one.
pub(crate) async fn rename_link<K: Kind>(connection: &impl ConnectionTrait, from: &str, to: &str) -> Result<()> {
    if from == to {
        return Ok(());
    }
    let [from, to] = [from, to].map(|key| format!("{}{key}", idnumber_prefix(K::NAME)));
    let known = Query::select()
        .expr(Expr::val(1))
        .from_as("platform_link", "other")
        .and_where(Expr::col(("other", "idnumber")).eq(to.as_str()))
        .take();
    // There it has the name with which it was last sent.
    let there = Func::coalesce([Expr::col("former"), Expr::val(from.as_str())]);
    let rename = Query::update()
        .table("platform_link")
        .value("idnumber", to.as_str())
        .value(
            "former",
            Func::cust("NULLIF").args([Expr::from(there), Expr::val(to.as_str())]),
        )
        .value("sent_hash", 0_i64)
        .and_where(Expr::col("idnumber").eq(from))
        .and_where(Expr::exists(known).not())
        .take();
    connection.execute(&rename).await?;
    Ok(())
}

/// The former ones of these names: objects on the platform have them, but their rows here have another key by now. Maps each
/// to the object's name here.
pub(crate) async fn renamed(connection: &impl ConnectionTrait, idnumbers: &[&str]) -> Result<HashMap<String, String>> {
    if idnumbers.is_empty() {
        return Ok(HashMap::new());
    }
    let select = Query::select()
        .columns(["former", "idnumber"])
        .from("platform_link")
        .and_where(Expr::col("former").is_in(idnumbers.iter().copied()))
        .take();
    all(connection, &select, |row| {
        Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
    })
    .await
}
