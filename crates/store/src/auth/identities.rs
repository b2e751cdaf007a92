//! Sign-ins by an institution's provider: the flows under way, each taken once, and the accounts' identities there.

use crate::{
    Result, Store,
    administrators::{Access, Administrator, COLUMNS, GrantedBy, Role, by_id, end_keys, in_charge, read, set_access},
    connection::Transaction,
    log::{self, About, By, Origin},
    statement::count,
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Query},
};
use selaras_reasons::Reason;

/// The most sign-in flows at once. Anonymous clients can start flows without limit.
const MOST_FLOWS: i64 = 1000;

/// The flow that gives way to a new one: the oldest of the network that has most.
const OLDEST: &str = "state_hash = (SELECT state_hash FROM sign_in_flow WHERE network = (SELECT network FROM sign_in_flow \
                      GROUP BY network ORDER BY COUNT(*) DESC, network LIMIT 1) ORDER BY expires_at, state_hash LIMIT 1)";

/// A sign-in flow under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flow {
    /// The provider.
    pub provider: String,
    /// The nonce that the provider's token must contain.
    pub nonce: String,
    /// The verifier that proves to the provider that it is the same sign-in.
    pub verifier: String,
}

/// A provider's claim about access at a sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// No claim is configured.
    NotConfigured,
    /// The configured claim is missing or has another value.
    Absent,
    /// The claim is present and gives this role.
    Gives(Role),
}

/// The result of [`Store::follow_claim`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Followed {
    /// The account after the change.
    Account(Administrator),
    /// The claim that gave access is gone, so access was withdrawn.
    Withdrawn,
    /// The account does not exist any more.
    Unknown,
}

impl Store {
    /// Stores a sign-in flow of a network for so many milliseconds, under the hashes of its state and of the browser's
    /// cookie. If there is no room, a flow of the network that has most gives way.
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
            .and_where(Expr::col("expires_at").lte(transaction.now()))
            .take();
        transaction.execute(&dead).await?;
        if count(&transaction, "sign_in_flow", Expr::val(true)).await? >= MOST_FLOWS {
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
                (transaction.now() + lives).into(),
            ])
            .take();
        transaction.execute(&insert).await?;
        Ok(transaction.commit().await?)
    }

    /// Takes a sign-in flow: once, in time, and only for the browser that began it.
    pub async fn take_flow(&self, state_hash: &str, browser_hash: &str) -> Result<Option<Flow>> {
        let take = Query::delete()
            .from_table("sign_in_flow")
            .and_where(Expr::col("state_hash").eq(state_hash))
            .and_where(Expr::col("browser_hash").eq(browser_hash))
            .and_where(Expr::col("expires_at").gt(self.writer.now()))
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

    /// Gives an account the access and role that this sign-in's claim gives, or withdraws those of an earlier claim, with an
    /// entry in the activity log. A decision of an administrator stays. The last account that may change things is kept but
    /// refused and signed out: otherwise the next anonymous client to sign up would become the first administrator.
    pub async fn follow_claim(&self, id: i64, claim: Claim, provider: &str, origin: &Origin) -> Result<Followed> {
        let transaction = self.administrators_alone().await?;
        let Some(before) = by_id(&transaction, id).await? else {
            return Ok(Followed::Unknown);
        };
        let is_last = before.active && before.role == Role::Administrator;
        let withdrawn = match claim {
            Claim::Absent if before.granted_by == GrantedBy::Claim => {
                set_access(&transaction, id, Access::Disabled, GrantedBy::Claim).await?;
                true
            }
            Claim::Gives(role) if is_given(&before, role) => {
                set_access(&transaction, id, Access::Active, GrantedBy::Claim).await?;
                set_role(&transaction, id, role).await?;
                if role == Role::Viewer && before.role != role {
                    end_keys(&transaction, id, Expr::val(true)).await?;
                }
                false
            }
            Claim::NotConfigured | Claim::Absent | Claim::Gives(_) => return Ok(Followed::Account(before)),
        };
        if is_last && count(&transaction, "administrator", in_charge()).await? == 0 {
            transaction.rollback().await?;
            end_keys(&self.writer, id, Expr::val(true)).await?;
            return Ok(Followed::Withdrawn);
        }
        let Some(after) = by_id(&transaction, id).await? else {
            return Ok(Followed::Unknown);
        };
        if (before.active, before.role) != (after.active, after.role) {
            let provider = provider.to_owned();
            let did = match withdrawn {
                true => Reason::DidLoseClaim { provider },
                false => Reason::DidFollowClaim {
                    provider,
                    role: after.role.word(),
                },
            };
            let principal = after.principal();
            let by = By {
                name: &after.name,
                principal: Some(&principal),
                origin: Some(origin),
            };
            log::write(&transaction, &did, by, About::default()).await?;
        }
        transaction.commit().await?;
        Ok(match withdrawn {
            true => Followed::Withdrawn,
            false => Followed::Account(after),
        })
    }

    /// The account of an identity at a provider.
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

/// True if a claim that gives this role decides on the account, and not an administrator.
fn is_given(account: &Administrator, role: Role) -> bool {
    match account.granted_by {
        GrantedBy::Claim => true,
        GrantedBy::Hand => !account.active && !account.disabled,
        GrantedBy::Unknown => !account.active || account.role == role,
    }
}

async fn set_role(transaction: &Transaction, id: i64, role: Role) -> Result<()> {
    let update = Query::update()
        .table("administrator")
        .value("role", role.as_str())
        .and_where(Expr::col("id").eq(id))
        .take();
    transaction.execute(&update).await?;
    Ok(())
}
