//! The activity log's chain: each entry carries a hash over what it says and over the hash of the one before, so that nobody takes
//! one out, puts one in or changes one without it showing.
//!
//! One row of `log_chain` knows the last link. Whoever writes an entry takes that row first and holds it to the end of the
//! transaction, so that several processes make one chain. Entries that retention throws away are the chain's oldest; the row
//! keeps the hash of the last of them, on which the first that is left stands.

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
const TOGETHER: u64 = 1000;

/// What is sealed of an entry, in this order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sealed {
    /// Its place in the chain, counted from 1.
    pub position: i64,
    /// The hash of the entry before; empty of the first.
    pub before: String,
    /// When it was written; milliseconds since 1970.
    pub created_at: i64,
    /// The display name of who did it.
    pub actor: String,
    /// Who did it. Entries of earlier versions were sealed without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub principal: Option<Principal>,
    /// From where.
    pub address: Option<String>,
    /// In which session.
    pub session: Option<i64>,
    /// What was done, as it is kept.
    pub action: String,
    /// The job whose account tells more.
    pub job_id: Option<i64>,
    /// The kind of data.
    pub kind: Option<String>,
    /// What was done, in one word.
    pub verb: Option<String>,
    /// The row, by its number or code.
    pub number: Option<String>,
    /// What an edit changed, as it is kept.
    pub changes: Option<String>,
}

impl Sealed {
    /// What the hash is made of: the members as JSON, in their order.
    pub fn text(&self) -> std::result::Result<String, DbErr> {
        serde_json::to_string(self).map_err(|error| DbErr::Custom(error.to_string()))
    }

    /// SHA-256 of [`Sealed::text`], in hexadecimal.
    pub fn hash(&self) -> std::result::Result<String, DbErr> {
        Ok(hex::encode(Sha256::digest(self.text()?)))
    }
}

/// The next link's position and the hash that it stands on. Until the transaction ends nobody else gets one.
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

/// Says which hash the next link stands on.
pub(crate) async fn end_link(transaction: &Transaction, hash: &str) -> Result<()> {
    let update = Query::update()
        .table("log_chain")
        .value("hash", hash)
        .and_where(Expr::col("id").eq(1))
        .take();
    transaction.execute(&update).await?;
    Ok(())
}

/// An entry with its seal, where it has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The entry's number.
    pub id: i64,
    /// What is sealed. Of an entry from before the chain the position is 0.
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

/// An entry as it stands in the table. The hash before it is not there: whoever reads knows it.
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

/// What is wrong with the chain, at its first wrong entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    /// An entry is not there any more.
    Missing {
        /// Its place in the chain.
        position: i64,
    },
    /// An entry says something else than what was sealed.
    Altered {
        /// The entry's number.
        id: i64,
        /// Its place in the chain.
        position: i64,
    },
    /// An entry was put in beside the chain.
    Foreign {
        /// The entry's number.
        id: i64,
    },
    /// The last entry is not the one that the chain ends with.
    End {
        /// The place in the chain that the last entry must have.
        position: i64,
    },
}

/// What a look at the whole chain found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// Entries from before the chain, which nothing seals.
    pub before: i64,
    /// Entries that were thrown away by their age.
    pub thrown_away: i64,
    /// Entries whose seal holds, up to the flaw.
    pub sound: i64,
    /// The hash of the last entry.
    pub hash: String,
    /// The first thing that is wrong.
    pub flaw: Option<Flaw>,
    /// The names under which accounts did something, once each, by account and age.
    pub names: Vec<LoggedName>,
}

/// A name under which an account did something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedName {
    /// The account's number.
    pub account: i64,
    /// Its user name then.
    pub username: String,
    /// Its display name then.
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
    /// Looks at each entry of the chain, from the oldest that is kept to the last, as they are at one instant.
    pub async fn verify_log(&self) -> Result<Verified> {
        let instant = self.reader.begin_instant().await?;
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

    /// Entries of the log after the one of that number, the oldest first: no more than are read at once. Each is with the seal
    /// that it bears, and with the hash before it.
    pub async fn log_links(&self, after: Option<&Link>) -> Result<Vec<Link>> {
        let select = links()
            .and_where(Expr::col("id").gt(after.map_or(0, |link| link.id)))
            .order_by("id", Order::Asc)
            .limit(TOGETHER)
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

    /// Throws up to `limit` entries away that are older than `time`, from the chain's beginning on, and says on what the first
    /// that is left stands. Entries from before the chain go first.
    pub(crate) async fn cut_log(&self, time: i64, limit: u64) -> Result<u64> {
        let transaction = self.writer.begin().await?;
        // Nobody writes an entry meanwhile.
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

/// Cuts the chain's beginning: entries up to the first that is young enough. Clocks of several processes differ, so that a
/// younger one may stand before an older one.
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

/// The first thing that is wrong with the chain's own entries; counts those that are sound.
async fn flaw(instant: &Transaction, ends: &Ends, sound: &mut i64) -> Result<Option<Flaw>> {
    let (mut position, mut before) = (ends.anchor_position, ends.anchor_hash.clone());
    loop {
        let select = links()
            .and_where(Expr::col("position").gt(position))
            .order_by("position", Order::Asc)
            .limit(TOGETHER)
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
    fn entries_of_earlier_versions_have_the_text_they_were_sealed_with() {
        let earlier = r#"{"position":2,"before":"ab","created_at":1700000000000,"actor":"Bu Ani","address":"10.0.0.1","session":null,"action":"\"did_log_in\"","job_id":null,"kind":null,"verb":null,"number":null,"changes":null}"#;
        assert_eq!(sealed(None).text().unwrap(), earlier);
    }

    #[test]
    fn the_seal_differs_by_account_alone() {
        let of = |id, username: &str| {
            let username = username.to_owned();
            sealed(Some(Principal::Account { id, username })).hash().unwrap()
        };
        assert_ne!(of(1, "ani"), of(2, "ani"));
        assert_ne!(of(1, "ani"), of(1, "eka"));
        assert_ne!(of(1, "ani"), sealed(None).hash().unwrap());
    }
}
