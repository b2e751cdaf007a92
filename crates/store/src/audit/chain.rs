//! The activity log's chain. Each entry carries a hash over its contents and over the hash of the entry before. So no entry
//! can be removed, inserted or changed without detection.
//!
//! One row of `log_chain` holds the last link. A writer locks that row first and holds it to the end of the transaction, so
//! that several processes make one chain. Retention deletes the oldest entries; the row keeps the hash of the last deleted
//! one, to which the first remaining entry refers.

use crate::{
    Result, Store,
    connection::Transaction,
    principal::{PRINCIPAL, Principal},
};
use sea_orm::{
    ConnectionTrait, DbErr, Order, QueryResult,
    sea_query::{Expr, ExprTrait, Query, SelectStatement},
};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// Entries that are read at once.
const PAGE: u64 = 1000;

/// The sealed contents of an entry, in this order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sealed {
    /// The position in the chain, counted from 1.
    pub position: i64,
    /// The hash of the entry before; empty for the first.
    pub before: String,
    /// When it was written; milliseconds since 1970.
    pub created_at: i64,
    /// The display name of the author.
    pub actor: String,
    /// The author. Entries of earlier versions were sealed without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub principal: Option<Principal>,
    /// The author's address.
    pub address: Option<String>,
    /// The author's session.
    pub session: Option<i64>,
    /// The action, as it is stored.
    pub action: String,
    /// The job with the details.
    pub job_id: Option<i64>,
    /// The kind of data.
    pub kind: Option<String>,
    /// The action in one word.
    pub verb: Option<String>,
    /// The number or code of the row.
    pub number: Option<String>,
    /// The changes of an edit, as they are stored.
    pub changes: Option<String>,
}

impl Sealed {
    /// The hashed text: the members as JSON, in their order.
    pub fn text(&self) -> std::result::Result<String, DbErr> {
        serde_json::to_string(self).map_err(|error| DbErr::Custom(error.to_string()))
    }

    /// SHA-256 of [`Sealed::text`], in hexadecimal.
    pub fn hash(&self) -> std::result::Result<String, DbErr> {
        Ok(hex::encode(Sha256::digest(self.text()?)))
    }
}

/// The next link's position and the hash before it. Locks the chain until the transaction ends.
pub(crate) async fn next_link(transaction: &Transaction) -> Result<(i64, String)> {
    let take = Query::update()
        .table("log_chain")
        .value("position", Expr::col("position").add(1))
        .and_where(Expr::col("id").eq(1))
        .returning(Query::returning().columns(["position", "hash"]))
        .take();
    let row = transaction
        .query_one(&take)
        .await?
        .ok_or_else(|| DbErr::RecordNotFound("the log's chain".to_owned()))?;
    Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
}

/// Stores the hash to which the next link refers.
pub(crate) async fn end_link(transaction: &Transaction, hash: &str) -> Result<()> {
    let update = Query::update()
        .table("log_chain")
        .value("hash", hash)
        .and_where(Expr::col("id").eq(1))
        .take();
    transaction.execute(&update).await?;
    Ok(())
}

/// An entry with its seal, if it has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The entry's id.
    pub id: i64,
    /// The sealed contents. An entry from before the chain has position 0.
    pub sealed: Sealed,
    /// The seal.
    pub hash: Option<String>,
}

fn links() -> SelectStatement {
    Query::select()
        .columns([
            "id",
            "hash",
            "position",
            "created_at",
            "actor",
            "address",
            "session",
            "action",
            "job_id",
            "kind",
            "verb",
            "number",
            "changes",
        ])
        .columns(PRINCIPAL)
        .from("activity_log")
        .take()
}

/// An entry as it stands in the table, which does not store the hash before it: the reader knows it.
fn link(row: &QueryResult) -> std::result::Result<Link, DbErr> {
    let position: Option<i64> = row.try_get_by_index(2)?;
    Ok(Link {
        id: row.try_get_by_index(0)?,
        hash: row.try_get_by_index(1)?,
        sealed: Sealed {
            position: position.unwrap_or_default(),
            before: String::new(),
            created_at: row.try_get_by_index(3)?,
            actor: row.try_get_by_index(4)?,
            principal: Principal::read(row)?,
            address: row.try_get_by_index(5)?,
            session: row.try_get_by_index(6)?,
            action: row.try_get_by_index(7)?,
            job_id: row.try_get_by_index(8)?,
            kind: row.try_get_by_index(9)?,
            verb: row.try_get_by_index(10)?,
            number: row.try_get_by_index(11)?,
            changes: row.try_get_by_index(12)?,
        },
    })
}

/// The first error in the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    /// An entry is missing.
    Missing {
        /// The position in the chain.
        position: i64,
    },
    /// An entry's contents differ from the sealed ones.
    Altered {
        /// The entry's id.
        id: i64,
        /// The position in the chain.
        position: i64,
    },
    /// An entry was inserted without belonging to the chain.
    Foreign {
        /// The entry's id.
        id: i64,
    },
    /// The last entry is not the one with which the chain ends.
    End {
        /// The position that the last entry must have.
        position: i64,
    },
}

/// The result of verifying the whole chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// Entries from before the chain, which have no seal.
    pub before: i64,
    /// Entries that retention deleted.
    pub thrown_away: i64,
    /// Entries with a valid seal, up to the flaw.
    pub sound: i64,
    /// The hash of the last entry.
    pub hash: String,
    /// The first error.
    pub flaw: Option<Flaw>,
    /// The names under which accounts acted, each once, by account and age.
    pub names: Vec<LoggedName>,
}

/// A name under which an account acted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedName {
    /// The account's id.
    pub account: i64,
    /// The user name at that time.
    pub username: String,
    /// The display name at that time.
    pub name: String,
}

/// The chain's two ends.
struct Ends {
    position: i64,
    hash: String,
    anchor_position: i64,
    anchor_hash: String,
    began_after: i64,
}

async fn ends(connection: &impl ConnectionTrait) -> Result<Ends> {
    let select = Query::select()
        .columns(["position", "hash", "anchor_position", "anchor_hash", "began_after"])
        .from("log_chain")
        .and_where(Expr::col("id").eq(1))
        .take();
    let row = connection
        .query_one(&select)
        .await?
        .ok_or_else(|| DbErr::RecordNotFound("the log's chain".to_owned()))?;
    Ok(Ends {
        position: row.try_get_by_index(0)?,
        hash: row.try_get_by_index(1)?,
        anchor_position: row.try_get_by_index(2)?,
        anchor_hash: row.try_get_by_index(3)?,
        began_after: row.try_get_by_index(4)?,
    })
}

async fn logged_names(connection: &impl ConnectionTrait) -> Result<Vec<LoggedName>> {
    let columns = ["account_id", "username", "actor"];
    let select = Query::select()
        .columns(columns)
        .from("activity_log")
        .and_where(Expr::col("principal").eq("account"))
        .group_by_columns(columns)
        .order_by("account_id", Order::Asc)
        .order_by_expr(Expr::col("id").min(), Order::Asc)
        .take();
    crate::statement::all(connection, &select, |row| {
        Ok(LoggedName {
            account: row.try_get_by_index(0)?,
            username: row.try_get_by_index(1)?,
            name: row.try_get_by_index(2)?,
        })
    })
    .await
}

impl Store {
    /// Verifies each entry of the chain, from the oldest stored one to the last, in one snapshot.
    pub async fn verify_log(&self) -> Result<Verified> {
        let instant = self.reader.begin_snapshot().await?;
        let ends = ends(&instant).await?;
        let unsealed = Expr::col("position").is_null();
        let old = unsealed.clone().and(Expr::col("id").lte(ends.began_after));
        let mut verified = Verified {
            before: crate::statement::count(&instant, "activity_log", old).await?,
            thrown_away: ends.anchor_position,
            sound: 0,
            hash: ends.hash.clone(),
            flaw: None,
            names: logged_names(&instant).await?,
        };
        verified.flaw = flaw(&instant, &ends, &mut verified.sound).await?;
        if verified.flaw.is_none() {
            let foreign = Query::select()
                .expr(Expr::col("id").min())
                .from("activity_log")
                .and_where(unsealed.and(Expr::col("id").gt(ends.began_after)))
                .take();
            let row = instant.query_one(&foreign).await?;
            let id: Option<i64> = row.map(|row| row.try_get_by_index(0)).transpose()?.flatten();
            verified.flaw = id.map(|id| Flaw::Foreign { id });
        }
        instant.rollback().await?;
        Ok(verified)
    }

    /// The next page of log entries after the entry of that id, oldest first. Each has its seal and the hash before it.
    pub async fn log_links(&self, after: Option<&Link>) -> Result<Vec<Link>> {
        let select = links()
            .and_where(Expr::col("id").gt(after.map_or(0, |link| link.id)))
            .order_by("id", Order::Asc)
            .limit(PAGE)
            .take();
        let mut before = match after.and_then(|link| link.hash.clone()) {
            Some(hash) => hash,
            None => ends(&self.reader).await?.anchor_hash,
        };
        let mut read = Vec::new();
        for row in self.reader.query_all(&select).await? {
            let mut link = link(&row)?;
            if let Some(hash) = &link.hash {
                link.sealed.before = std::mem::replace(&mut before, hash.clone());
            }
            read.push(link);
        }
        Ok(read)
    }

    /// Deletes up to `limit` entries older than `time` from the beginning of the chain, and stores the hash to which the
    /// first remaining entry refers. Entries from before the chain are deleted first.
    pub(crate) async fn cut_log(&self, time: i64, limit: u64) -> Result<u64> {
        let transaction = self.writer.begin().await?;
        // Keeps other writers of entries waiting.
        let hold = Query::update()
            .table("log_chain")
            .value("id", 1)
            .and_where(Expr::col("id").eq(1))
            .take();
        transaction.execute(&hold).await?;
        let old = Expr::col("created_at").lt(time);
        let unsealed = Query::select()
            .column("id")
            .from("activity_log")
            .and_where(Expr::col("position").is_null().and(old))
            .limit(limit)
            .take();
        let delete = Query::delete()
            .from_table("activity_log")
            .and_where(Expr::col("id").in_subquery(unsealed))
            .take();
        let mut gone = transaction.execute(&delete).await?.rows_affected();
        if gone == 0 {
            gone = cut_chain(&transaction, time, limit).await?;
        }
        transaction.commit().await?;
        Ok(gone)
    }
}

/// Cuts the chain's beginning: the entries before the first one that is young enough. Clocks of processes differ, so a
/// younger entry may stand before an older one.
async fn cut_chain(transaction: &Transaction, time: i64, limit: u64) -> Result<u64> {
    let kept = Query::select()
        .expr(Expr::col("position").min())
        .from("activity_log")
        .and_where(Expr::col("created_at").gte(time))
        .take();
    let kept = transaction.query_one(&kept).await?;
    let kept: Option<i64> = kept.map(|row| row.try_get_by_index(0)).transpose()?.flatten();
    let some = Query::select()
        .columns(["position", "hash"])
        .from("activity_log")
        .and_where(Expr::col("position").is_not_null())
        .and_where_option(kept.map(|kept| Expr::col("position").lt(kept)))
        .order_by("position", Order::Asc)
        .limit(limit)
        .take();
    let rows = transaction.query_all(&some).await?;
    let Some(last) = rows.last() else { return Ok(0) };
    let (position, hash): (i64, String) = (last.try_get_by_index(0)?, last.try_get_by_index(1)?);
    let anchor = Query::update()
        .table("log_chain")
        .values([("anchor_position", position.into()), ("anchor_hash", hash.into())])
        .and_where(Expr::col("id").eq(1))
        .take();
    transaction.execute(&anchor).await?;
    let delete = Query::delete()
        .from_table("activity_log")
        .and_where(Expr::col("position").lte(position))
        .take();
    Ok(transaction.execute(&delete).await?.rows_affected())
}

/// The first error in the chain's own entries; counts the valid ones.
async fn flaw(instant: &Transaction, ends: &Ends, sound: &mut i64) -> Result<Option<Flaw>> {
    let (mut position, mut before) = (ends.anchor_position, ends.anchor_hash.clone());
    loop {
        let select = links()
            .and_where(Expr::col("position").gt(position))
            .order_by("position", Order::Asc)
            .limit(PAGE)
            .take();
        let rows = instant.query_all(&select).await?;
        if rows.is_empty() {
            break;
        }
        for row in &rows {
            let mut found = link(row)?;
            if found.sealed.position != position + 1 {
                return Ok(Some(Flaw::Missing { position: position + 1 }));
            }
            position += 1;
            found.sealed.before = before;
            let hash = found.sealed.hash()?;
            if found.hash.as_deref() != Some(hash.as_str()) {
                return Ok(Some(Flaw::Altered { id: found.id, position }));
            }
            before = hash;
            *sound += 1;
        }
    }
    Ok(if position < ends.position {
        Some(Flaw::Missing { position: position + 1 })
    } else if position > ends.position || before != ends.hash {
        Some(Flaw::End {
            position: ends.position,
        })
    } else {
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(principal: Option<Principal>) -> Sealed {
        Sealed {
            position: 2,
            before: "ab".to_owned(),
            created_at: 1_700_000_000_000,
            actor: "Bu Ani".to_owned(),
            principal,
            address: Some("10.0.0.1".to_owned()),
            session: None,
            action: "\"did_log_in\"".to_owned(),
            job_id: None,
            kind: None,
            verb: None,
            number: None,
            changes: None,
        }
    }

    #[test]
    fn entries_without_principal_keep_their_sealed_text() {
        let earlier = r#"{"position":2,"before":"ab","created_at":1700000000000,"actor":"Bu Ani","address":"10.0.0.1","session":null,"action":"\"did_log_in\"","job_id":null,"kind":null,"verb":null,"number":null,"changes":null}"#;
        assert_eq!(sealed(None).text().unwrap(), earlier);
    }

    #[test]
    fn seal_differs_if_only_the_account_differs() {
        let of = |id, username: &str| {
            let username = username.to_owned();
            sealed(Some(Principal::Account { id, username })).hash().unwrap()
        };
        assert_ne!(of(1, "ani"), of(2, "ani"));
        assert_ne!(of(1, "ani"), of(1, "eka"));
        assert_ne!(of(1, "ani"), sealed(None).hash().unwrap());
    }
}
