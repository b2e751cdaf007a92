//! Deleting from the dashboard. What is on the platform stays, and so do the links to it.

use crate::{Result, Selection, Store, jobs::Counts};
use sea_orm::{
    ConnectionTrait, TransactionTrait,
    sea_query::{BinOper, Expr, ExprTrait, Query},
};
use selaras_kinds::Kind;

impl Store {
    /// Deletes a selection, with a line of the account for each row, in one transaction. Answers how many there were.
    pub async fn delete<K: Kind>(&self, job: i64, selection: &Selection) -> Result<i64> {
        let joined = |left: Expr, right: Expr| left.binary(BinOper::Custom("||".into()), right);
        let key = K::KEY
            .iter()
            .map(|name| Expr::col(*name))
            .reduce(|left, right| joined(joined(left, Expr::val(" · ")), right))
            .unwrap_or_else(|| Expr::col("id"));
        let transaction = self.writer.begin().await?;
        let lines = Query::select()
            .expr(Expr::val(job))
            .expr(Expr::val("deleted"))
            .expr(key)
            .from(K::NAME)
            .cond_where(selection.condition())
            .take();
        let mut insert = Query::insert();
        insert.into_table("job_row").columns(["job_id", "outcome", "key"]);
        if insert.select_from(lines).is_err() {
            return Err(sea_orm::DbErr::Custom("the account's columns do not match".to_owned()).into());
        }
        transaction.execute(&insert).await?;
        let delete = Query::delete()
            .from_table(K::NAME)
            .cond_where(selection.condition())
            .take();
        let deleted = transaction.execute(&delete).await?.rows_affected().cast_signed();
        Counts {
            created: deleted,
            ..Counts::default()
        }
        .add(&transaction, job)
        .await?;
        transaction.commit().await?;
        Ok(deleted)
    }
}
