//! Sign-ins by an institution's own provider: those under way, each taken once, and who of the dashboard is whom there.

use crate::{
    Result, Store,
    administrators::{Administrator, COLUMNS, read},
    now,
    statement::count,
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Query},
};

/// Sign-ins under way at once: strangers begin as many as they like.
const UNDER_WAY: i64 = 1000;

/// The one that is given up for a new one: the oldest of the network that has most.
const OLDEST: &str = "state_hash = (SELECT state_hash FROM sign_in_flow WHERE network = (SELECT network FROM sign_in_flow \
                      GROUP BY network ORDER BY COUNT(*) DESC, network LIMIT 1) ORDER BY expires_at, state_hash LIMIT 1)";

/// A sign-in under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flow {
    /// At which provider.
    pub provider: String,
    /// What the provider's token has to say.
    pub nonce: String,
    /// What shows to the provider that it is the same sign-in.
    pub verifier: String,
}

impl Store {
    /// Keeps a sign-in that has begun from a network, under what is kept of its state and of the browser's cookie, for so many
    /// milliseconds. Where there is no room for it, one of the network that has most is given up.
    pub async fn begin_flow(
        &self,
        (state_hash, browser_hash): (&str, &str),
        network: &str,
        flow: &Flow,
        lives: i64,
    ) -> Result<()> {
        let transaction = self.writer.begin().await?;
        let dead = Query::delete()
            .from_table("sign_in_flow")
            .and_where(Expr::col("expires_at").lte(now()))
            .take();
        transaction.execute(&dead).await?;
        if count(&transaction, "sign_in_flow", Expr::val(true)).await? >= UNDER_WAY {
            let oldest = Query::delete()
                .from_table("sign_in_flow")
                .and_where(Expr::cust(OLDEST))
                .take();
            transaction.execute(&oldest).await?;
        }
        let insert = Query::insert()
            .into_table("sign_in_flow")
            .columns([
                "state_hash",
                "browser_hash",
                "network",
                "provider",
                "nonce",
                "verifier",
                "expires_at",
            ])
            .values_panic([
                state_hash.into(),
                browser_hash.into(),
                network.into(),
                flow.provider.as_str().into(),
                flow.nonce.as_str().into(),
                flow.verifier.as_str().into(),
                (now() + lives).into(),
            ])
            .take();
        transaction.execute(&insert).await?;
        Ok(transaction.commit().await?)
    }

    /// Takes a sign-in that is under way: once, in time, and for the browser that began it.
    pub async fn take_flow(&self, state_hash: &str, browser_hash: &str) -> Result<Option<Flow>> {
        let take = Query::delete()
            .from_table("sign_in_flow")
            .and_where(Expr::col("state_hash").eq(state_hash))
            .and_where(Expr::col("browser_hash").eq(browser_hash))
            .and_where(Expr::col("expires_at").gt(now()))
            .returning(Query::returning().columns(["provider", "nonce", "verifier"]))
            .take();
        let Some(row) = self.writer.query_one(&take).await? else {
            return Ok(None);
        };
        Ok(Some(Flow {
            provider: row.try_get_by_index(0)?,
            nonce: row.try_get_by_index(1)?,
            verifier: row.try_get_by_index(2)?,
        }))
    }

    /// Who of the dashboard is whom an issuer calls so.
    pub async fn identified(&self, issuer: &str, subject: &str) -> Result<Option<Administrator>> {
        let select = Query::select()
            .columns(COLUMNS.map(|column| ("administrator", column)))
            .from("administrator")
            .inner_join(
                "identity",
                Expr::col(("identity", "administrator_id")).equals(("administrator", "id")),
            )
            .and_where(Expr::col("issuer").eq(issuer))
            .and_where(Expr::col("subject").eq(subject))
            .take();
        Ok(self.reader.query_one(&select).await?.as_ref().map(read).transpose()?)
    }
}
