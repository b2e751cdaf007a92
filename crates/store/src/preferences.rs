//! How somebody likes the page, and where they are told what concerns their account: kept with it.

use crate::{Result, Store};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Query},
};

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

    /// Keeps an administrator's own address; `None` takes it away.
    pub async fn set_email(&self, owner: i64, email: Option<&str>) -> Result<()> {
        self.keep_email(email, Expr::col("id").eq(owner)).await
    }

    /// Keeps an address that somebody else says to be an administrator's, where they have none.
    pub async fn learn_email(&self, owner: i64, email: &str) -> Result<()> {
        let unknown = Expr::col("id").eq(owner).and(Expr::col("email").is_null());
        self.keep_email(Some(email), unknown).await
    }

    async fn keep_email(&self, email: Option<&str>, whose: Expr) -> Result<()> {
        let update = Query::update()
            .table("administrator")
            .value("email", email)
            .and_where(whose)
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }
}
