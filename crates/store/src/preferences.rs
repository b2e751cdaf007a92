//! How somebody likes the page, and where they are told what concerns their account: kept with it.

use crate::{
    Result, Store,
    log::{self, About, By},
    outbox::{self, Notice},
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Query},
};
use selaras_reasons::Reason;

/// How somebody likes the page. `None`: they have said nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preferences {
    /// The tag of a language.
    pub language: Option<String>,
    /// Light, dark, or as the machine has it.
    pub appearance: Option<String>,
}

impl Store {
    /// How an administrator likes the page.
    pub async fn preferences(&self, owner: i64) -> Result<Preferences> {
        let select = Query::select()
            .columns(["language", "appearance"])
            .from("administrator")
            .and_where(Expr::col("id").eq(owner))
            .take();
        let Some(row) = self.reader.query_one(&select).await? else {
            return Ok(Preferences::default());
        };
        Ok(Preferences {
            language: row.try_get_by_index(0)?,
            appearance: row.try_get_by_index(1)?,
        })
    }

    /// Keeps what an administrator has said of how they like the page; of what they say nothing stays.
    pub async fn set_preferences(&self, owner: i64, said: &Preferences) -> Result<()> {
        let values = [("language", &said.language), ("appearance", &said.appearance)];
        let values: Vec<_> = values
            .into_iter()
            .filter_map(|(column, value)| Some((column, value.as_deref()?.into())))
            .collect();
        if values.is_empty() {
            return Ok(());
        }
        let update = Query::update()
            .table("administrator")
            .values(values)
            .and_where(Expr::col("id").eq(owner))
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }

    /// Keeps an administrator's own address, with an entry in the activity log and notices of it; `None` takes it away.
    pub async fn set_email(
        &self,
        owner: i64,
        email: Option<&str>,
        log: &Reason,
        by: impl Into<By<'_>>,
        notices: &[Notice],
    ) -> Result<()> {
        let transaction = self.writer.begin().await?;
        keep_email(&transaction, email, Expr::col("id").eq(owner)).await?;
        outbox::keep(&transaction, notices).await?;
        log::write(&transaction, log, by.into(), About::default()).await?;
        Ok(transaction.commit().await?)
    }

    /// Keeps an address that somebody else says to be an administrator's, where they have none.
    pub async fn learn_email(&self, owner: i64, email: &str) -> Result<()> {
        let unknown = Expr::col("id").eq(owner).and(Expr::col("email").is_null());
        keep_email(&self.writer, Some(email), unknown).await
    }
}

async fn keep_email(connection: &impl ConnectionTrait, email: Option<&str>, whose: Expr) -> Result<()> {
    let update = Query::update()
        .table("administrator")
        .value("email", email)
        .and_where(whose)
        .take();
    connection.execute(&update).await?;
    Ok(())
}
