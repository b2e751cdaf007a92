//! An account's preferences for the page, and its address for messages.

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

/// Preferences for the page. `None`: not set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preferences {
    /// A language tag.
    pub language: Option<String>,
    /// Light, dark, or the system's setting.
    pub appearance: Option<String>,
}

impl Store {
    /// An administrator's preferences.
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

    /// Stores the given preferences of an administrator; those that are `None` stay.
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

    /// Stores an administrator's own address, with an entry in the activity log and notices; `None` removes it.
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

    /// Stores an address that a provider reports for an administrator, if they have none.
    pub async fn learn_email(&self, owner: i64, email: &str) -> Result<()> {
        let unknown = Expr::col("id").eq(owner).and(Expr::col("email").is_null());
        keep_email(&self.writer, Some(email), unknown).await
    }
}

async fn keep_email(connection: &impl ConnectionTrait, email: Option<&str>, which: Expr) -> Result<()> {
    let update = Query::update()
        .table("administrator")
        .value("email", email)
        .and_where(which)
        .take();
    connection.execute(&update).await?;
    Ok(())
}
