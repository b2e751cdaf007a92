//! People without an account because one on the platform is perhaps theirs already. An administrator chooses it.

use crate::{
    Result, Store,
    connection::Transaction,
    export::{ToSend, with_keys},
    gone::Objects,
    link::{Link, insert_links},
    log::{self, About, By},
    recreated::{Loss, lose},
    rows::Migration,
    selection::is_for,
    statement::{all, count},
    summary::say_changed,
    tables::object_table,
    unlisted::gone_since,
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Condition, Expr, ExprTrait, Query},
};
use selaras_kinds::{Kind, KindName, object::PlatformId, of_all_kinds};
use selaras_reasons::Reason;
use std::collections::BTreeSet;

/// An account on the platform that is chosen for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenMatch {
    /// The kind of people.
    pub kind: KindName,
    /// The person's number.
    pub key: String,
    /// The platform's id of the account.
    pub platform_id: PlatformId,
}

/// People who wait for a choice, of those that the source lists.
fn undecided<K: Kind>() -> Condition {
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

    /// Those of these keys with a link.
    async fn linked(&self, transaction: &Transaction, keys: &[String]) -> Result<Vec<String>> {
        let select = Query::select()
            .column("idnumber")
            .from("platform_link")
            .and_where(Expr::col("idnumber").is_in(self.names(keys)))
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
    /// How many people of a kind wait for a choice.
    pub async fn count_undecided<K: Kind>(&self) -> Result<i64> {
        count(&self.reader, object_table::<K>(), undecided::<K>()).await
    }

    /// A page of the people of a kind who wait for a choice, by number.
    pub async fn undecided<K: Kind>(&self, offset: u64, limit: u64) -> Result<Vec<ToSend<K>>> {
        self.next_of(undecided::<K>(), None, offset, limit).await
    }

    /// Those of the people with these numbers who wait for a choice.
    pub async fn undecided_of<K: Kind>(&self, keys: &[String]) -> Result<Vec<ToSend<K>>> {
        let these = undecided::<K>().add(with_keys::<K>(keys.iter().map(String::as_str)));
        self.next_of(these, None, 0, keys.len() as u64).await
    }

    /// Links people to accounts on the platform, with an entry in the activity log. Nothing is sent: they wait for the next
    /// export, which updates these accounts. If a person had another account, their enrolments wait too. `keeps_username` says that the
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
            // An account is in no container. Nothing of ours was sent to it yet.
            let link = |one: &ChosenMatch| Link {
                platform_id: one.platform_id,
                container_id: None,
                is_group: false,
                provisional: false,
                sent_hash: 0,
                keeps_username,
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
