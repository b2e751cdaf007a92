//! Objects on the platform whose rows a form has given another key: they go by their former name there until they are sent again.

use crate::{Result, Store, statement::all};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Func, Query},
};
use selaras_kinds::{Kind, idnumber_prefix};
use std::collections::HashMap;

impl Store {
    /// Which of these names are borne on the platform by objects whose rows have another key here by now: each with the name
    /// that its object has here.
    pub async fn renamed(&self, idnumbers: &[&str]) -> Result<HashMap<String, String>> {
        renamed(&self.reader, idnumbers).await
    }
}

/// Has a row's link follow its key, which a form has changed: the object on the platform is the row's still, and is sent again, so that it
/// goes by the new name there too. Where an object of the new name is known already, the row is that one from now on.
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
    // It is called there as it was when it was last sent.
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

/// Which of these names are borne on the platform by objects whose rows have another key here by now: each with the name that
/// its object has here.
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
