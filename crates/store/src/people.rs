//! Who a participant is among the campus's people: by address, or by a name that one person alone has.

use crate::{Result, Store, now, statement::number};
use sea_orm::{
    ConnectionTrait, DatabaseBackend, TransactionTrait,
    sea_query::{Expr, ExprTrait, Func, Query},
};
use std::collections::{BTreeSet, HashMap, HashSet};

/// What is known of somebody.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Identity {
    /// Their address; may be empty.
    pub email: String,
    /// Their name; may be empty.
    pub name: String,
}

/// The directory made anew: each address and each name that exactly one person has, in lower case. An index on the tables
/// themselves would make every sync of students three times as long.
const GATHER: &str = r#"
INSERT INTO zoom_person (identity, username)
SELECT identity, MIN(username) FROM (
    SELECT 'e ' || lower(email) AS identity, lower("NPK") AS username FROM mahasiswa_person WHERE email <> '' AND "NPK" <> ''
    UNION SELECT 'n ' || lower(nama_lengkap), lower("NPK") FROM mahasiswa_person WHERE nama_lengkap <> '' AND "NPK" <> ''
    UNION SELECT 'e ' || lower("Email"), lower("NPK") FROM mahasiswa_mbkm_person WHERE "Email" <> '' AND "NPK" <> ''
    UNION SELECT 'n ' || lower("NamaLengkap"), lower("NPK") FROM mahasiswa_mbkm_person WHERE "NamaLengkap" <> '' AND "NPK" <> ''
    UNION SELECT 'e ' || lower(email), lower(nik) FROM pengajar WHERE email <> '' AND nik <> ''
    UNION SELECT 'n ' || lower(nama_lengkap), lower(nik) FROM pengajar WHERE nama_lengkap <> '' AND nik <> ''
) AS everybody
GROUP BY identity
HAVING COUNT(*) = 1
"#;
/// The lock under which the directory is made on PostgreSQL.
const LOCK: &str = "SELECT pg_advisory_xact_lock(7005)";
/// The identity under which the directory says of when it is.
const AS_OF: &str = "";
/// How old a directory of yesterday's people may be for who cannot wait for a new one, in milliseconds.
const OLD_ENOUGH: i64 = 60_000;

/// How new the directory must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// It knows all that the activity log tells of.
    Now,
    /// It may be a minute behind.
    Lately,
}

/// Texts that one statement looks for.
const AT_ONCE: usize = 500;

/// A text as it is compared: in lower case, as SQLite understands it, with single spaces.
pub(crate) fn plain(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").to_ascii_lowercase()
}

impl Store {
    /// The user names (lower-case NPK or nik) of those that the identities lead to, by identity. An address rules over a name. Where
    /// more than one person has it, nobody is meant.
    pub async fn usernames(
        &self,
        identities: impl IntoIterator<Item = Identity>,
        freshness: Freshness,
    ) -> Result<HashMap<Identity, String>> {
        let identities: HashSet<_> = identities.into_iter().collect();
        if identities.is_empty() {
            return Ok(HashMap::new());
        }
        self.renew_directory(freshness).await?;
        let texts = |identity: &Identity| {
            [
                format!("e {}", plain(&identity.email)),
                format!("n {}", plain(&identity.name)),
            ]
        };
        let asked: BTreeSet<_> = identities.iter().flat_map(texts).collect();
        let asked: Vec<_> = asked.into_iter().collect();
        let mut owners = HashMap::<String, String>::new();
        for asked in asked.chunks(AT_ONCE) {
            let select = Query::select()
                .columns(["identity", "username"])
                .from("zoom_person")
                .cond_where(Expr::col("identity").is_in(asked.iter().map(String::as_str)))
                .take();
            for row in self.reader.query_all(&select).await? {
                owners.insert(row.try_get_by_index(0)?, row.try_get_by_index(1)?);
            }
        }
        let owner = |identity: Identity| {
            let found = texts(&identity).iter().find_map(|text| owners.get(text)).cloned()?;
            Some((identity, found))
        };
        Ok(identities.into_iter().filter_map(owner).collect())
    }

    /// Makes the directory anew where something has been done since: whatever changes people is in the activity log.
    async fn renew_directory(&self, freshness: Freshness) -> Result<()> {
        if self.entry_beyond_directory(&self.reader, freshness).await?.is_none() {
            return Ok(());
        }
        let transaction = self.writer.begin().await?;
        if self.backend() == DatabaseBackend::Postgres {
            transaction.execute_unprepared(LOCK).await?;
        }
        // Another may have made it meanwhile.
        if let Some(latest) = self.entry_beyond_directory(&transaction, freshness).await? {
            transaction.execute_unprepared("DELETE FROM zoom_person").await?;
            transaction.execute_unprepared(GATHER).await?;
            let insert = Query::insert()
                .into_table("zoom_person")
                .columns(["identity", "username"])
                .values_panic([AS_OF.into(), format!("{latest} {}", now()).into()])
                .take();
            transaction.execute(&insert).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// `None` where the directory is new enough; else the latest entry of the log, of which a new one will be.
    async fn entry_beyond_directory(
        &self,
        connection: &impl ConnectionTrait,
        freshness: Freshness,
    ) -> Result<Option<i64>> {
        let latest = Query::select()
            .expr(Func::coalesce([Func::max(Expr::col("id")).into(), Expr::val(0_i64)]))
            .from("activity_log")
            .take();
        let latest = number(connection, &latest).await?;
        let as_of = Query::select()
            .column("username")
            .from("zoom_person")
            .cond_where(Expr::col("identity").eq(AS_OF))
            .take();
        let as_of = connection.query_one(&as_of).await?;
        let as_of: Option<String> = as_of.map(|row| row.try_get_by_index(0)).transpose()?;
        let serves = as_of
            .as_deref()
            .and_then(|text| text.split_once(' '))
            .is_some_and(|(entry, made)| {
                let lately = made.parse::<i64>().is_ok_and(|made| now() - made < OLD_ENOUGH);
                entry.parse() == Ok(latest) || (freshness == Freshness::Lately && lately)
            });
        Ok((!serves).then_some(latest))
    }
}
