//! Rows without an object on the platform because one there is perhaps theirs already. An administrator chooses it.

use crate::{
    Result, Store,
    connection::Transaction,
    gone::Objects,
    link::{Link, insert_links},
    log::{self, About, By},
    recreated::{Loss, lose},
    rows::Migration,
    selection::is_for,
    statement::all,
    summary::say_changed,
    unlisted::gone_since,
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Condition, Expr, ExprTrait, Query},
};
use selaras_kinds::{
    Kind, KindName,
    object::{PlatformId, Sort},
    of_all_kinds,
};
use selaras_reasons::Reason;
use std::collections::BTreeSet;

/// An account on the platform that is chosen for a person, or a course that is chosen for a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenMatch {
    /// The kind.
    pub kind: KindName,
    /// The row's object key, such as a person's number.
    pub key: String,
    /// The platform's id of the account or course.
    pub platform_id: PlatformId,
    /// The category of a course; `None` for an account.
    pub container_id: Option<PlatformId>,
}

/// People who wait for a choice, of those that the source lists.
pub(crate) fn undecided<K: Kind>() -> Condition {
    let perhaps_there = Reason::codes_of_perhaps_there()
        .iter()
        .fold(Condition::any(), |any, code| {
            any.add(is_for(Expr::col("migration_reason"), code))
        });
    Condition::all()
        .add(Expr::col("migration").eq(Migration::Gagal.as_str()))
        .add(perhaps_there)
        .add(gone_since::<K>().is_null())
}

impl Objects {
    /// The stable names of the rows with these keys.
    fn names(&self, keys: &[String]) -> impl Iterator<Item = String> {
        keys.iter().map(|key| format!("{}{key}", self.prefix))
    }

    /// Lets the rows with these keys wait for an export.
    async fn wait(&self, transaction: &Transaction, keys: &[String], state: Migration) -> Result<()> {
        let wait = Query::update()
            .table(self.table.clone())
            .value("migration", state.as_str())
            .value("migration_reason", Expr::cust("NULL"))
            .and_where(Expr::col(self.key).is_in(keys.iter().map(String::as_str)))
            .take();
        transaction.execute(&wait).await?;
        Ok(())
    }

    /// The type of the objects that may be matched.
    pub(crate) fn matched_sort(&self) -> Sort {
        match self.sorts.contains(&Sort::Account) {
            true => Sort::Account,
            false => Sort::Course,
        }
    }

    /// Lets those of the rows with these keys that failed wait for an export.
    pub(crate) async fn wait_if_failed(&self, transaction: &Transaction, keys: &[String]) -> Result<()> {
        let wait = Query::update()
            .table(self.table.clone())
            .value("migration", Migration::Belum.as_str())
            .value("migration_reason", Expr::cust("NULL"))
            .and_where(Expr::col("migration").eq(Migration::Gagal.as_str()))
            .and_where(Expr::col(self.key).is_in(keys.iter().map(String::as_str)))
            .take();
        transaction.execute(&wait).await?;
        Ok(())
    }

    /// Those of these keys with a link that can be dropped: a course that was sent has people in it.
    async fn linked(&self, transaction: &Transaction, keys: &[String]) -> Result<Vec<String>> {
        let select = Query::select()
            .column("idnumber")
            .from("platform_link")
            .and_where(Expr::col("idnumber").is_in(self.names(keys)))
            .and_where_option((self.matched_sort() == Sort::Course).then(|| Expr::col("sent_hash").eq(0)))
            .take();
        all(transaction, &select, |row| {
            let idnumber: String = row.try_get_by_index(0)?;
            Ok(idnumber.strip_prefix(&self.prefix).unwrap_or(&idnumber).to_owned())
        })
        .await
    }

    /// Drops the links of the rows with these keys. Returns how many there were, and the kinds with enrolments that wait now.
    async fn drop_links(
        &self,
        transaction: &Transaction,
        keys: &[String],
        platform: &str,
    ) -> Result<(u64, Vec<&'static str>)> {
        let drop = Query::delete()
            .from_table("platform_link")
            .and_where(Expr::col("idnumber").is_in(self.names(keys)))
            .take();
        match transaction.execute(&drop).await?.rows_affected() {
            0 => Ok((0, Vec::new())),
            dropped => Ok((
                dropped,
                lose(transaction, (self.kind, keys), Loss::Choice, platform).await?,
            )),
        }
    }
}

impl Store {
    /// Links rows to accounts and courses on the platform, with an entry in the activity log. Nothing is sent: they wait for the next
    /// export, which updates these objects. If a person had another account, their enrolments wait too. `keeps_username` says that the
    /// accounts keep their usernames.
    pub async fn choose_matches(
        &self,
        chosen: &[ChosenMatch],
        keeps_username: bool,
        platform: &str,
        by: By<'_>,
    ) -> Result<()> {
        let transaction = self.writer.begin().await?;
        let mut changed = BTreeSet::new();
        for kind in of_all_kinds::<Objects>() {
            let of_kind: Vec<_> = chosen.iter().filter(|one| one.kind.as_str() == kind.kind).collect();
            if of_kind.is_empty() {
                continue;
            }
            let keys: Vec<String> = of_kind.iter().map(|one| one.key.clone()).collect();
            kind.wait(&transaction, &keys, Migration::Berubah).await?;
            changed.insert(kind.kind);
            changed.extend(kind.drop_links(&transaction, &keys, platform).await?.1);
            withdraw_new(&transaction, kind.kind, &keys).await?;
            // Nothing of ours was sent to it yet.
            let link = |one: &ChosenMatch| Link {
                platform_id: one.platform_id,
                container_id: one.container_id,
                is_group: false,
                provisional: false,
                sent_hash: 0,
                keeps_username: keeps_username && one.container_id.is_none(),
                tied: false,
            };
            let links: Vec<_> = of_kind.into_iter().map(link).collect();
            let insert = insert_links(kind.names(&keys).zip(&links));
            transaction.execute(&insert).await?;
        }
        for kind in changed {
            say_changed(&transaction, kind).await?;
        }
        let done = Reason::DidChooseMatches {
            rows: chosen.len() as u64,
            platform: platform.to_owned(),
        };
        log::write(&transaction, &done, by, About::default()).await?;
        Ok(transaction.commit().await?)
    }

    /// Unlinks people from their accounts, with an entry in the activity log. They and their enrolments wait as if they were
    /// never sent; the accounts stay as they are. Returns how many had one.
    pub async fn drop_matches(&self, rows: &[(KindName, String)], platform: &str, by: By<'_>) -> Result<u64> {
        let transaction = self.writer.begin().await?;
        let (mut dropped, mut changed) = (0, BTreeSet::new());
        for kind in of_all_kinds::<Objects>() {
            let of_kind = rows.iter().filter(|(of, _)| of.as_str() == kind.kind);
            let keys: Vec<String> = of_kind.map(|(_, key)| key.clone()).collect();
            let linked = kind.linked(&transaction, &keys).await?;
            let unlinked: Vec<_> = keys.into_iter().filter(|key| !linked.contains(key)).collect();
            withdraw_new(&transaction, kind.kind, &linked).await?;
            dropped += withdraw_new(&transaction, kind.kind, &unlinked).await?;
            if linked.is_empty() {
                continue;
            }
            kind.wait(&transaction, &linked, Migration::Belum).await?;
            let (links, enrolments) = kind.drop_links(&transaction, &linked, platform).await?;
            dropped += links;
            changed.insert(kind.kind);
            changed.extend(enrolments);
        }
        for kind in changed {
            say_changed(&transaction, kind).await?;
        }
        if dropped > 0 {
            let done = Reason::DidDropMatches {
                rows: dropped,
                platform: platform.to_owned(),
            };
            log::write(&transaction, &done, by, About::default()).await?;
        }
        transaction.commit().await?;
        Ok(dropped)
    }
}

/// Withdraws the decisions that new objects are made for rows of a kind. Returns how many there were.
async fn withdraw_new(transaction: &Transaction, kind: &str, keys: &[String]) -> Result<u64> {
    let update = Query::update()
        .table("platform_match")
        .value("is_new", false)
        .value(
            "state",
            Expr::cust("CASE WHEN state = 'linked' THEN state ELSE found END"),
        )
        .and_where(Expr::col("kind").eq(kind))
        .and_where(Expr::col("object_key").is_in(keys.iter().map(String::as_str)))
        .and_where(Expr::col("is_new").eq(true))
        .take();
    Ok(transaction.execute(&update).await?.rows_affected())
}
