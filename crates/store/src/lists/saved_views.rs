//! Searches, filters and orders of lists that accounts saved under a name.

use crate::{
    Result, Store,
    statement::{all, count},
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Condition, Expr, ExprTrait, OnConflict, Query},
};
use std::collections::BTreeMap;

/// Maximum number of views of one account for one list.
pub const MOST: u64 = 100;

/// A saved view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedView {
    /// Its name: one of a kind for each owner and list.
    pub label: String,
    /// The parameters of the screen's address.
    pub address: BTreeMap<String, String>,
    /// True if all accounts see it.
    pub shared: bool,
    /// The owner's id. The account may be gone.
    pub owner_id: i64,
    /// The owner's name when it was saved.
    pub owner: String,
}

/// The views that an account sees.
fn seen_by(owner: i64) -> Condition {
    Condition::any()
        .add(Expr::col("owner_id").eq(owner))
        .add(Expr::col("shared").eq(true))
}

impl Store {
    /// An account's views of a list, and the shared ones, by name; each with its id.
    pub async fn saved_views(&self, list: &str, owner: i64) -> Result<Vec<(i64, SavedView)>> {
        let select = Query::select()
            .columns(["id", "label", "address", "shared", "owner_id", "owner"])
            .from("saved_view")
            .and_where(Expr::col("list").eq(list))
            .cond_where(seen_by(owner))
            .order_by("label", sea_orm::Order::Asc)
            .order_by("id", sea_orm::Order::Asc)
            .take();
        all(&self.reader, &select, |row| {
            let address: String = row.try_get_by_index(2)?;
            let view = SavedView {
                label: row.try_get_by_index(1)?,
                address: serde_json::from_str(&address).unwrap_or_default(),
                shared: row.try_get_by_index(3)?,
                owner_id: row.try_get_by_index(4)?,
                owner: row.try_get_by_index(5)?,
            };
            Ok((row.try_get_by_index(0)?, view))
        })
        .await
    }

    /// Saves a view of a list; the owner's view of that name is replaced. Returns whether it did: it does not if the
    /// owner has [`MOST`] others.
    pub async fn save_view(&self, list: &str, view: &SavedView) -> Result<bool> {
        let transaction = self.writer.begin().await?;
        let others = Condition::all()
            .add(Expr::col("list").eq(list))
            .add(Expr::col("owner_id").eq(view.owner_id))
            .add(Expr::col("label").ne(view.label.as_str()));
        if count(&transaction, "saved_view", others).await? >= MOST as i64 {
            return Ok(false);
        }
        let replaced = ["address", "shared", "owner"];
        let insert = Query::insert()
            .into_table("saved_view")
            .columns(["list", "label", "address", "shared", "owner_id", "owner"])
            .values_panic([
                list.into(),
                view.label.as_str().into(),
                serde_json::json!(view.address).to_string().into(),
                view.shared.into(),
                view.owner_id.into(),
                view.owner.as_str().into(),
            ])
            .on_conflict(
                OnConflict::columns(["list", "owner_id", "label"])
                    .update_columns(replaced)
                    .to_owned(),
            )
            .take();
        transaction.execute(&insert).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Deletes a view of a list: the account's own, or one that it sees if `also_shared`. Returns whether there was one.
    pub async fn delete_view(&self, list: &str, id: i64, owner: i64, also_shared: bool) -> Result<bool> {
        let which = match also_shared {
            true => seen_by(owner),
            false => Condition::all().add(Expr::col("owner_id").eq(owner)),
        };
        let delete = Query::delete()
            .from_table("saved_view")
            .and_where(Expr::col("id").eq(id))
            .and_where(Expr::col("list").eq(list))
            .cond_where(which)
            .take();
        Ok(self.writer.execute(&delete).await?.rows_affected() > 0)
    }
}
