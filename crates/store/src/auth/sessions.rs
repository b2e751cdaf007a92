//! Sessions of signed-in accounts. Only the hash of a session's key is stored, with the address and the device.

use crate::{
    Result, Store,
    administrators::{Administrator, COLUMNS, by_id, end_keys, has_second_factor, read},
    connection::Transaction,
    log::{self, About, By, Origin},
    outbox::{self, Notice},
    rfc3339,
    second_factor::is_duty,
    statement::{all, count},
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Func, OnConflict, Query},
};
use selaras_reasons::Reason;
use serde::Serialize;
use std::time::Duration;
use utoipa::ToSchema;

/// How old the stored last use of a session may be before it is updated, in milliseconds.
const SEEN_LATELY: i64 = 60_000;
/// The most sign-in locations that are remembered per person; a new one replaces the oldest.
const LOCATIONS: i64 = 1000;

/// The address and device of a client, as far as they are known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Location {
    /// The address.
    pub address: Option<String>,
    /// Browser and system, in a few words.
    pub device: Option<String>,
}

/// A session, as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = UserSession)]
pub struct Session {
    /// Its number.
    pub id: i64,
    /// The address of the sign-in.
    #[schema(required)]
    pub address: Option<String>,
    /// Browser and system, in a few words.
    #[schema(required)]
    pub device: Option<String>,
    /// Since when; RFC 3339.
    #[schema(required)]
    pub created_at: Option<String>,
    /// When it was last used, to the minute; RFC 3339.
    #[schema(required)]
    pub last_seen_at: Option<String>,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// The owner of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyOwner {
    /// The administrator.
    pub administrator: Administrator,
    /// The id of the session.
    pub session: i64,
    /// True if a second factor is mandatory and the owner has none.
    pub lacks_second_factor: bool,
    /// When the key was used, if that must be written; in milliseconds.
    pub seen_at: Option<i64>,
}

impl Store {
    /// Stores the hash of a new key with its address and device, with an entry in the activity log. If its owner has signed
    /// in before, but never from there, it also writes the entry `new_location` and stores its notices. Returns false and writes
    /// nothing if the account was disabled, deleted or given another password since `owner` was read.
    pub async fn add_key(
        &self,
        owner: &Administrator,
        key_hash: &str,
        expires_at: jiff::Timestamp,
        location: &Location,
        new_location: &Reason,
        notices: &[Notice],
    ) -> Result<bool> {
        let transaction = self.administrators_alone().await?;
        let present = by_id(&transaction, owner.id).await?;
        if !present.is_some_and(|present| present.active && present.password_hash == owner.password_hash) {
            transaction.rollback().await?;
            return Ok(false);
        }
        // Dead keys are deleted when a new one comes.
        let dead = Query::delete()
            .from_table("api_key")
            .and_where(Expr::col("expires_at").lt(transaction.now()))
            .take();
        transaction.execute(&dead).await?;
        let insert = Query::insert()
            .into_table("api_key")
            .columns([
                "administrator_id",
                "key_hash",
                "created_at",
                "expires_at",
                "last_seen_at",
                "address",
                "device",
            ])
            .values_panic([
                owner.id.into(),
                key_hash.into(),
                transaction.now().into(),
                expires_at.as_millisecond().into(),
                transaction.now().into(),
                location.address.as_deref().into(),
                location.device.as_deref().into(),
            ])
            .returning(Query::returning().column("id"))
            .take();
        let row = transaction.query_one(&insert).await?;
        let session = row
            .map(|row| row.try_get_by_index(0))
            .transpose()?
            .ok_or(sea_orm::DbErr::RecordNotInserted)?;
        let origin = Origin {
            address: location.address.clone(),
            session: Some(session),
        };
        let principal = owner.principal();
        let by = By {
            name: &owner.name,
            principal: Some(&principal),
            origin: Some(&origin),
        };
        let from_new_location = remember(&transaction, owner.id, location).await?;
        if from_new_location {
            outbox::keep(&transaction, notices).await?;
        }
        log::write(&transaction, &Reason::DidLogIn, by, About::default()).await?;
        if from_new_location {
            log::write(&transaction, new_location, by, About::default()).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// Addresses from which a user name has signed in with this device.
    pub async fn known_addresses(&self, username: &str, device: Option<&str>) -> Result<Vec<String>> {
        let select = Query::select()
            .column(("known_location", "address"))
            .from("known_location")
            .inner_join(
                "administrator",
                Expr::col(("known_location", "administrator_id")).equals(("administrator", "id")),
            )
            .and_where(Expr::col("username").eq(username.to_lowercase()))
            .and_where(Expr::col("device").eq(device.unwrap_or_default()))
            .take();
        all(&self.reader, &select, |row| row.try_get_by_index(0)).await
    }

    /// The owner of a key, if the key is alive and was not idle for longer than `idle`.
    pub async fn key_owner(&self, key_hash: &str, idle: Option<Duration>) -> Result<Option<KeyOwner>> {
        let mut select = Query::select();
        select
            .columns(COLUMNS.map(|column| ("administrator", column)))
            .columns([("api_key", "id"), ("api_key", "last_seen_at")])
            // Accounts without a password sign in at a provider, which is responsible for second factors.
            .expr(
                is_duty()
                    .and(has_second_factor().not())
                    .and(Expr::col(("administrator", "password_hash")).ne("")),
            )
            .from("administrator")
            .inner_join(
                "api_key",
                Expr::col(("api_key", "administrator_id")).equals(("administrator", "id")),
            )
            .and_where(Expr::col("key_hash").eq(key_hash))
            .and_where(lives(idle, self.writer.now()));
        let Some(row) = self.reader.query_one(&select).await? else {
            return Ok(None);
        };
        let seen: Option<i64> = row.try_get_by_index(COLUMNS.len() + 1)?;
        let now = self.writer.now();
        Ok(Some(KeyOwner {
            administrator: read(&row)?,
            session: row.try_get_by_index(COLUMNS.len())?,
            lacks_second_factor: row.try_get_by_index(COLUMNS.len() + 2)?,
            seen_at: seen.is_none_or(|seen| seen < now - SEEN_LATELY).then_some(now),
        }))
    }

    /// Updates the last use of a session. `at`: when it was used, in milliseconds, which may be a while ago: a session does
    /// not live longer because the database was busy.
    pub async fn see_session(&self, session: i64, at: i64) -> Result<()> {
        let update = Query::update()
            .table("api_key")
            .value("last_seen_at", at)
            .and_where(Expr::col("id").eq(session))
            .and_where(Expr::col("last_seen_at").is_null().or(Expr::col("last_seen_at").lt(at)))
            .take();
        self.writer.execute(&update).await?;
        Ok(())
    }

    /// The living sessions of an administrator, latest first, without those idle for longer than `idle`.
    pub async fn sessions(&self, owner: i64, current: i64, idle: Option<Duration>) -> Result<Vec<Session>> {
        let select = Query::select()
            .columns(["id", "address", "device", "created_at", "last_seen_at"])
            .from("api_key")
            .and_where(Expr::col("administrator_id").eq(owner))
            .and_where(lives(idle, self.writer.now()))
            .order_by("id", sea_orm::Order::Desc)
            .take();
        all(&self.reader, &select, |row| {
            let id = row.try_get_by_index(0)?;
            Ok(Session {
                id,
                address: row.try_get_by_index(1)?,
                device: row.try_get_by_index(2)?,
                created_at: rfc3339(row.try_get_by_index(3)?),
                last_seen_at: rfc3339(row.try_get_by_index(4)?),
                current: id == current,
            })
        })
        .await
    }

    /// Ends one session of an administrator, with an entry in the activity log. Returns whether it existed.
    pub async fn end_session(&self, owner: i64, session: i64, log: &Reason, by: impl Into<By<'_>>) -> Result<bool> {
        let transaction = self.writer.begin().await?;
        let found = end_keys(&transaction, owner, Expr::col("id").eq(session)).await? > 0;
        if found {
            log::write(&transaction, log, by.into(), About::default()).await?;
        }
        transaction.commit().await?;
        Ok(found)
    }

    /// Ends all sessions of an administrator but one, with an entry in the activity log. Returns how many.
    pub async fn end_other_sessions(&self, owner: i64, kept: i64, by: impl Into<By<'_>>) -> Result<u64> {
        let transaction = self.writer.begin().await?;
        let sessions = end_keys(&transaction, owner, Expr::col("id").ne(kept)).await?;
        let log = Reason::DidEndSessions { sessions };
        log::write(&transaction, &log, by.into(), About::default()).await?;
        transaction.commit().await?;
        Ok(sessions)
    }
}

/// True if a key is alive. The last use is only accurate to [`SEEN_LATELY`], so a key lives that much longer than `idle`.
fn lives(idle: Option<Duration>, now: i64) -> Expr {
    let lives = Expr::col(("api_key", "expires_at")).gt(now);
    let Some(idle) = idle else { return lives };
    let idle = i64::try_from(idle.as_millis()).unwrap_or(i64::MAX);
    let seen: Expr = Func::coalesce(["last_seen_at", "created_at"].map(|column| Expr::col(("api_key", column)))).into();
    lives.and(seen.gt(now.saturating_sub(idle).saturating_sub(SEEN_LATELY)))
}

/// Remembers a sign-in's address and device. Returns true if they are new for an account that has signed in before.
async fn remember(transaction: &Transaction, owner: i64, location: &Location) -> Result<bool> {
    let known = count(transaction, "known_location", Expr::col("administrator_id").eq(owner)).await?;
    let insert = Query::insert()
        .into_table("known_location")
        .columns(["administrator_id", "address", "device", "first_seen_at"])
        .values_panic([
            owner.into(),
            location.address.as_deref().unwrap_or_default().into(),
            location.device.as_deref().unwrap_or_default().into(),
            transaction.now().into(),
        ])
        .on_conflict(
            OnConflict::columns(["administrator_id", "address", "device"])
                .do_nothing()
                .to_owned(),
        )
        .take();
    let is_new = transaction.execute(&insert).await?.rows_affected() > 0;
    if is_new && known >= LOCATIONS {
        let oldest = Query::select()
            .expr(Expr::col("first_seen_at").min())
            .from("known_location")
            .and_where(Expr::col("administrator_id").eq(owner))
            .take();
        let forget = Query::delete()
            .from_table("known_location")
            .and_where(Expr::col("administrator_id").eq(owner))
            .and_where(Expr::col("first_seen_at").in_subquery(oldest))
            .take();
        transaction.execute(&forget).await?;
    }
    Ok(is_new && known > 0)
}
