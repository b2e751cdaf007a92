//! Categories on the platform that an administrator tied to rows.

use crate::{
    Result, Store,
    gone::Objects,
    link::{Link, write_links},
    log::{self, About, By},
    shapes::send_listed_again,
    statement::all,
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Condition, Expr, ExprTrait, Query},
};
use selaras_kinds::{
    object::{MADE_CATEGORY, PlatformId, Sort},
    of_all_kinds,
};
use selaras_reasons::Reason;
use std::collections::HashMap;

impl Store {
    /// The ids of the tied categories, by the stable names of what they stand for.
    pub async fn tied_categories(&self) -> Result<HashMap<String, PlatformId>> {
        let select = Query::select()
            .columns(["idnumber", "platform_id"])
            .from("platform_link")
            .and_where(Expr::col("tied").eq(true))
            .take();
        let tied: Vec<_> = all(&self.reader, &select, |row| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
        })
        .await?;
        Ok(tied.into_iter().collect())
    }

    /// The stable names that are linked to categories, by the categories' ids.
    pub async fn linked_categories(&self) -> Result<HashMap<PlatformId, String>> {
        let kinds = of_all_kinds::<Objects>().into_iter();
        let prefixes = kinds
            .filter(|kind| kind.sorts.contains(&Sort::Category))
            .map(|kind| kind.prefix)
            .chain([MADE_CATEGORY.to_owned()]);
        let named = prefixes.fold(Condition::any(), |any, prefix| {
            any.add(Expr::col("idnumber").like(format!("{prefix}%")))
        });
        let select = Query::select()
            .columns(["platform_id", "idnumber"])
            .from("platform_link")
            .cond_where(named)
            .take();
        let linked: Vec<_> = all(&self.reader, &select, |row| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
        })
        .await?;
        Ok(linked.into_iter().collect())
    }

    /// Ties a stable name to a category, or with `None` loosens it, with an entry in the activity log. The objects of `kinds` wait, so
    /// that the next export moves what belongs inside. Returns whether it did: it does not while a job waits or runs.
    pub async fn tie_category(
        &self,
        idnumber: &str,
        link: Option<&Link>,
        kinds: &[&'static str],
        log: &Reason,
        by: By<'_>,
    ) -> Result<bool> {
        let Some(transaction) = self.between_jobs().await? else {
            return Ok(false);
        };
        match link {
            Some(link) => write_links(&transaction, [(idnumber.to_owned(), link)]).await?,
            None => {
                let loosen = Query::delete()
                    .from_table("platform_link")
                    .and_where(Expr::col("idnumber").eq(idnumber))
                    .and_where(Expr::col("tied").eq(true))
                    .take();
                transaction.execute(&loosen).await?;
            }
        }
        send_listed_again(&transaction, kinds).await?;
        log::write(&transaction, log, by, About::default()).await?;
        transaction.commit().await?;
        Ok(true)
    }
}
