//! Deleting from the dashboard. What is on the platform stays, and so do the links to it.

use crate::{Result, Selection, Store, jobs::Counts, selection::joined_key};
use sea_orm::{
    ConnectionTrait, TransactionTrait,
    sea_query::{Expr, Query},
};
use selaras_kinds::Kind;

impl Store {
    /// Deletes a selection, with a line of the account for each row, in one transaction. Answers how many there were.
    pub async fn delete<K: Kind>(&self, job: i64, selection: &Selection) -> Result<i64> {
        let key = joined_key(K::KEY.iter().map(|name| (*name).to_owned()));
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
