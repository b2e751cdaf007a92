//! Why the latest backup failed, until one is made.

use crate::{Result, Store, statement::all};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, OnConflict, Query},
};
use selaras_reasons::Reason;

/// The setting with the reason.
const FAILED: &str = "backup_failed";

impl Store {
    /// Remembers why a backup failed, or with `None` that one was made.
    pub async fn remember_backup(&self, why: Option<&Reason>) -> Result<()> {
        match why {
            Some(why) => {
                let insert = Query::insert()
                    .into_table("setting")
                    .columns(["name", "value"])
                    .values_panic([FAILED.into(), why.kept().into()])
                    .on_conflict(OnConflict::column("name").update_column("value").to_owned())
                    .take();
                self.writer.execute(&insert).await?;
            }
            None => {
                let delete = Query::delete()
                    .from_table("setting")
                    .and_where(Expr::col("name").eq(FAILED))
                    .take();
                self.writer.execute(&delete).await?;
            }
        }
        Ok(())
    }

    /// Why the latest backup failed; `None` if it was made, or none was tried.
    pub async fn failed_backup(&self) -> Result<Option<Reason>> {
        let select = Query::select()
            .column("value")
            .from("setting")
            .and_where(Expr::col("name").eq(FAILED))
            .take();
        let found: Vec<String> = all(&self.reader, &select, |row| row.try_get_by_index(0)).await?;
        Ok(found.into_iter().next().map(Reason::read))
    }
}
