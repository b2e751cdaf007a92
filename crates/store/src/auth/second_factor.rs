//! Second factors: a secret that an authenticator shares with the account, stored as the caller sealed it, and recovery
//! codes for a lost authenticator, stored as hashes.

use crate::{
    Result, Store,
    administrators::end_keys,
    connection::Transaction,
    log::{self, About, By},
    outbox::{self, Notice},
    setting,
    statement::count,
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, OnConflict, Query},
};
use selaras_reasons::Reason;

/// The setting that makes a second factor mandatory for all.
const DUTY: &str = "second_factor";
const REQUIRED: &str = "required";

/// A second factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondFactor {
    /// The secret, sealed by the caller.
    pub sealed: String,
    /// True once the owner has proved that they have it; before that it does not count.
    pub confirmed: bool,
}

/// The first code of a second factor, with which its owner confirms it.
#[derive(Debug, Clone, Copy)]
pub struct FirstCode<'a> {
    /// The time step of the code.
    pub step: i64,
    /// Hashes of the recovery codes.
    pub code_hashes: &'a [String],
    /// The id of the session in which it was entered.
    pub session: i64,
}

/// True if a second factor is mandatory.
pub(crate) fn is_duty() -> Expr {
    Expr::cust("EXISTS (SELECT 1 FROM setting WHERE setting.name = 'second_factor' AND setting.value = 'required')")
}

impl Store {
    /// The second factor of an administrator.
    pub async fn second_factor(&self, owner: i64) -> Result<Option<SecondFactor>> {
        let select = Query::select()
            .columns(["secret", "confirmed_at"])
            .from("second_factor")
            .and_where(Expr::col("administrator_id").eq(owner))
            .take();
        let Some(row) = self.reader.query_one(&select).await? else {
            return Ok(None);
        };
        let confirmed_at: Option<i64> = row.try_get_by_index(1)?;
        Ok(Some(SecondFactor {
            sealed: row.try_get_by_index(0)?,
            confirmed: confirmed_at.is_some(),
        }))
    }

    /// Stores a secret that its owner has yet to confirm. Returns whether it was stored: an existing second factor must be
    /// ended first.
    pub async fn propose_second_factor(&self, owner: i64, sealed: &str) -> Result<bool> {
        let transaction = self.writer.begin().await?;
        let earlier = Query::delete()
            .from_table("second_factor")
            .and_where(Expr::col("administrator_id").eq(owner))
            .and_where(Expr::col("confirmed_at").is_null())
            .take();
        transaction.execute(&earlier).await?;
        let insert = Query::insert()
            .into_table("second_factor")
            .columns(["administrator_id", "secret", "last_step"])
            .values_panic([owner.into(), sealed.into(), 0_i64.into()])
            .on_conflict(OnConflict::column("administrator_id").do_nothing().to_owned())
            .take();
        let kept = transaction.execute(&insert).await?.rows_affected() > 0;
        transaction.commit().await?;
        Ok(kept)
    }

    /// Confirms a secret by its first code, stores the recovery codes, and ends all sessions but the confirming one, with an
    /// entry in the activity log and notices. Returns whether there was one to confirm.
    pub async fn confirm_second_factor(
        &self,
        owner: i64,
        first: FirstCode<'_>,
        log: &Reason,
        by: impl Into<By<'_>>,
        notices: &[Notice],
    ) -> Result<bool> {
        let transaction = self.writer.begin().await?;
        let confirm = Query::update()
            .table("second_factor")
            .values([
                ("confirmed_at", transaction.now().into()),
                ("last_step", first.step.into()),
            ])
            .and_where(Expr::col("administrator_id").eq(owner))
            .and_where(Expr::col("confirmed_at").is_null())
            .take();
        if transaction.execute(&confirm).await?.rows_affected() == 0 {
            return Ok(false);
        }
        give_codes(&transaction, owner, first.code_hashes).await?;
        // They were started without it.
        end_keys(&transaction, owner, Expr::col("id").ne(first.session)).await?;
        outbox::keep(&transaction, notices).await?;
        log::write(&transaction, log, by.into(), About::default()).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Uses the code of a time step. Returns whether it is valid: each step counts once, and none that is older than a used
    /// one.
    pub async fn use_step(&self, owner: i64, step: i64) -> Result<bool> {
        let update = Query::update()
            .table("second_factor")
            .value("last_step", step)
            .and_where(Expr::col("administrator_id").eq(owner))
            .and_where(Expr::col("confirmed_at").is_not_null())
            .and_where(Expr::col("last_step").lt(step))
            .take();
        Ok(self.writer.execute(&update).await?.rows_affected() > 0)
    }

    /// Uses up a recovery code. Returns whether it existed.
    pub async fn use_recovery_code(&self, owner: i64, code_hash: &str) -> Result<bool> {
        let delete = Query::delete()
            .from_table("recovery_code")
            .and_where(Expr::col("administrator_id").eq(owner))
            .and_where(Expr::col("code_hash").eq(code_hash))
            .take();
        Ok(self.writer.execute(&delete).await?.rows_affected() > 0)
    }

    /// Replaces the recovery codes, with an entry in the activity log and notices.
    pub async fn give_recovery_codes(
        &self,
        owner: i64,
        code_hashes: &[String],
        log: &Reason,
        by: impl Into<By<'_>>,
        notices: &[Notice],
    ) -> Result<()> {
        let transaction = self.writer.begin().await?;
        give_codes(&transaction, owner, code_hashes).await?;
        outbox::keep(&transaction, notices).await?;
        log::write(&transaction, log, by.into(), About::default()).await?;
        Ok(transaction.commit().await?)
    }

    /// The number of unused recovery codes.
    pub async fn recovery_codes_left(&self, owner: i64) -> Result<i64> {
        count(&self.reader, "recovery_code", Expr::col("administrator_id").eq(owner)).await
    }

    /// Ends the second factor of an administrator, with its recovery codes, with an entry in the activity log and notices.
    /// Returns whether there was one.
    pub async fn end_second_factor(
        &self,
        owner: i64,
        log: &Reason,
        by: impl Into<By<'_>>,
        notices: &[Notice],
    ) -> Result<bool> {
        let transaction = self.writer.begin().await?;
        give_codes(&transaction, owner, &[]).await?;
        let delete = Query::delete()
            .from_table("second_factor")
            .and_where(Expr::col("administrator_id").eq(owner))
            .take();
        let ended = transaction.execute(&delete).await?.rows_affected() > 0;
        if ended {
            outbox::keep(&transaction, notices).await?;
            log::write(&transaction, log, by.into(), About::default()).await?;
        }
        transaction.commit().await?;
        Ok(ended)
    }

    /// True if a second factor is mandatory.
    pub async fn second_factor_is_duty(&self) -> Result<bool> {
        Ok(setting::setting(&self.reader, DUTY).await?.as_deref() == Some(REQUIRED))
    }

    /// Makes a second factor mandatory, or optional again, with an entry in the activity log.
    pub async fn set_second_factor_duty(&self, duty: bool, log: &Reason, by: impl Into<By<'_>>) -> Result<()> {
        let transaction = self.writer.begin().await?;
        setting::set(&transaction, DUTY, if duty { REQUIRED } else { "optional" }).await?;
        log::write(&transaction, log, by.into(), About::default()).await?;
        Ok(transaction.commit().await?)
    }
}

async fn give_codes(transaction: &Transaction, owner: i64, code_hashes: &[String]) -> Result<()> {
    let earlier = Query::delete()
        .from_table("recovery_code")
        .and_where(Expr::col("administrator_id").eq(owner))
        .take();
    transaction.execute(&earlier).await?;
    if code_hashes.is_empty() {
        return Ok(());
    }
    let mut insert = Query::insert();
    insert
        .into_table("recovery_code")
        .columns(["administrator_id", "code_hash"]);
    for hash in code_hashes {
        insert.values_panic([owner.into(), hash.as_str().into()]);
    }
    transaction.execute(&insert).await?;
    Ok(())
}
