//! What the platform had for each row when it was last scanned, and the decisions about it.
//!
//! A row with a link is [`MatchState::Linked`]; triggers of `platform_link` keep that in step.

use crate::{
    Result, Store,
    account_choices::undecided,
    export::{ToSend, of_sort, with_keys},
    gone::Objects,
    jobs::{Counts, Outcome},
    link::LINK_COLUMNS,
    log::{self, About, By},
    report,
    rows::Migration,
    setting,
    statement::{all, count, count_of},
    summary::say_changed,
    tables::object_table,
    undo::filled,
};
use sea_orm::{
    ConnectionTrait, DeriveActiveEnum, EnumIter, Iterable,
    sea_query::{Condition, Expr, ExprTrait, Func, OnConflict, Query, SelectStatement},
};
use selaras_kinds::{
    Kind, KindName, idnumber_prefix,
    object::{PlatformId, Sort},
    of_all_kinds,
};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use utoipa::ToSchema;

const TABLE: &str = "platform_match";

/// The setting that lets undecided rows wait.
const HOLDS: &str = "matches_hold";

/// What is known about a row and the objects on the platform that may be its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, EnumIter, DeriveActiveEnum, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum MatchState {
    /// It has an object.
    Linked,
    /// One object is its own by number or name, and no other row's.
    Proposed,
    /// Several may be its own, or it is not certain that one is.
    Ambiguous,
    /// The platform has none, or an administrator decided that none is its own.
    None,
}

impl MatchState {
    /// All states.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }

    /// True if the row waits for a decision.
    pub const fn is_undecided(self) -> bool {
        matches!(self, Self::Proposed | Self::Ambiguous)
    }
}

/// What a scan found for a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedRow {
    /// The row's object key.
    pub key: String,
    /// The state, if the row has no link.
    pub state: MatchState,
    /// The only object that is certainly the row's, and what contains it.
    pub claims: Option<(PlatformId, Option<PlatformId>)>,
    /// The objects that may be the row's, as JSON.
    pub candidates: String,
}

/// What is stored about a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredMatch {
    /// The row's object key.
    pub key: String,
    /// The state now.
    pub state: MatchState,
    /// True if an administrator decided that a new object is made.
    pub is_new: bool,
    /// The objects that may be the row's, as JSON.
    pub candidates: String,
}

/// The decision about a row that is about to be created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// None yet.
    Undecided,
    /// A new object is made.
    New,
}

/// Rows by kind and state; `None`: any.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MatchFilter {
    /// The kind.
    pub kind: Option<KindName>,
    /// The state.
    pub state: Option<MatchState>,
}

impl MatchFilter {
    fn condition(self) -> Condition {
        Condition::all()
            .add_option(self.kind.map(|kind| Expr::col("kind").eq(kind.as_str())))
            .add_option(self.state.map(|state| Expr::col("state").eq(state)))
    }
}

/// The stored rows of a kind in one state, or in any.
fn of<K: Kind>(state: Option<MatchState>) -> Condition {
    let kind = Expr::col("kind").eq(K::NAME);
    let state = state.map(|state| Expr::col("state").eq(state));
    Condition::all().add(kind).add_option(state)
}

/// The keys of the rows of a kind in one of these states.
fn keys_in<K: Kind>(states: impl Iterator<Item = MatchState>) -> SelectStatement {
    Query::select()
        .column("object_key")
        .from(TABLE)
        .and_where(Expr::col("kind").eq(K::NAME))
        .and_where(Expr::col("state").is_in(states))
        .take()
}

/// People who wait for a choice because the platform refused them, without those that the last scan found undecided.
fn refused<K: Kind>() -> Condition {
    let key = Expr::col((object_table::<K>(), K::OBJECT_KEY.to_owned()));
    let known = keys_in::<K>(MatchState::all().filter(|state| state.is_undecided()));
    undecided::<K>().add(key.not_in_subquery(known))
}

/// The proposals that no row was linked to since the scan.
fn free_proposals(kind: Option<KindName>, sort: Sort) -> SelectStatement {
    let taken = Query::select()
        .expr(Expr::val(1))
        .from("platform_link")
        .and_where(Expr::col(("platform_link", "platform_id")).equals((TABLE, "platform_id")))
        .and_where(of_sort(sort))
        .take();
    let state = Some(MatchState::Proposed);
    Query::select()
        .from(TABLE)
        .cond_where(MatchFilter { kind, state }.condition())
        .and_where(is_of(sort))
        .and_where(Expr::exists(taken).not())
        .take()
}

/// True for stored rows that claim an object of this type. Only accounts are in no container.
fn is_of(sort: Sort) -> Expr {
    match sort {
        Sort::Account => Expr::col("container_id").is_null(),
        _ => Expr::col("container_id").is_not_null(),
    }
}

impl Store {
    /// How many people of a kind the platform refused because they are perhaps there, beside those that the scan found.
    pub async fn count_refused<K: Kind>(&self) -> Result<i64> {
        count(&self.reader, object_table::<K>(), refused::<K>()).await
    }

    /// A page of these people, by number.
    pub async fn refused<K: Kind>(&self, offset: u64, limit: u64) -> Result<Vec<ToSend<K>>> {
        self.next_of(refused::<K>(), None, offset, limit).await
    }

    /// Those of the rows with these keys for which an object can be chosen: they have none.
    pub async fn choosable<K: Kind>(&self, keys: &[String]) -> Result<Vec<ToSend<K>>> {
        let key = Expr::col((object_table::<K>(), K::OBJECT_KEY.to_owned()));
        let known = keys_in::<K>(MatchState::all().filter(|state| *state != MatchState::Linked));
        let these = Condition::all()
            .add(Condition::any().add(undecided::<K>()).add(key.in_subquery(known)))
            .add(with_keys::<K>(keys.iter().map(String::as_str)));
        self.next_of(these, None, 0, keys.len() as u64).await
    }

    /// The rows with these keys.
    pub async fn objects_named<K: Kind>(&self, keys: &[String]) -> Result<Vec<ToSend<K>>> {
        let these = with_keys::<K>(keys.iter().map(String::as_str));
        self.next_of(these, None, 0, keys.len() as u64).await
    }

    /// How many rows are in each state, by kind.
    pub async fn count_matches(&self) -> Result<HashMap<(String, MatchState), i64>> {
        let select = Query::select()
            .columns(["kind", "state"])
            .expr(Func::count(Expr::val(1)))
            .from(TABLE)
            .add_group_by([Expr::col("kind"), Expr::col("state")])
            .take();
        all(&self.reader, &select, |row| {
            let key = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
            Ok((key, row.try_get_by_index(2)?))
        })
        .await
    }

    /// How many rows wait for a decision.
    pub async fn count_undecided_matches(&self) -> Result<i64> {
        // With the kinds, the index finds these rows alone.
        let kinds = Expr::col("kind").is_in(KindName::all().iter().map(|kind| kind.as_str()));
        let states = MatchState::all().filter(|state| state.is_undecided());
        let undecided = kinds.and(Expr::col("state").is_in(states));
        count(&self.reader, TABLE, undecided).await
    }

    /// How many proposals of a kind can be accepted.
    pub async fn count_free_proposals(&self, kind: KindName) -> Result<i64> {
        let mut count = 0;
        for sort in [Sort::Account, Sort::Course] {
            count += count_of(&self.reader, &free_proposals(Some(kind), sort)).await?;
        }
        Ok(count)
    }

    /// The stored rows of a kind, by key: after the key `after`, without the first `skip`.
    pub async fn matches<K: Kind>(
        &self,
        state: Option<MatchState>,
        after: Option<&str>,
        skip: u64,
        most: u64,
    ) -> Result<Vec<StoredMatch>> {
        let after = after.map(|after| Expr::col("object_key").gt(after));
        self.stored_matches(of::<K>(state).add_option(after), skip, most).await
    }

    /// The stored rows of a kind with these keys.
    pub async fn matches_of<K: Kind>(&self, keys: &[String]) -> Result<Vec<StoredMatch>> {
        let named = Expr::col("object_key").is_in(keys.iter().map(String::as_str));
        self.stored_matches(of::<K>(None).add(named), 0, keys.len() as u64)
            .await
    }

    async fn stored_matches(&self, these: Condition, skip: u64, most: u64) -> Result<Vec<StoredMatch>> {
        let select = Query::select()
            .columns(["object_key", "state", "is_new", "candidates"])
            .from(TABLE)
            .cond_where(these)
            .order_by("object_key", sea_orm::Order::Asc)
            .offset(skip)
            .limit(most)
            .take();
        all(&self.reader, &select, |row| {
            Ok(StoredMatch {
                key: row.try_get_by_index(0)?,
                state: row.try_get_by_index(1)?,
                is_new: row.try_get_by_index(2)?,
                candidates: row.try_get_by_index(3)?,
            })
        })
        .await
    }

    /// Which of these rows, by stable name, wait for a decision or are to be made as new objects.
    pub async fn match_decisions(&self, idnumbers: &[&str]) -> Result<HashMap<String, Decision>> {
        let undecided = Expr::col("state").is_in(MatchState::all().filter(|state| state.is_undecided()));
        let select = Query::select()
            .columns(["idnumber", "is_new"])
            .from(TABLE)
            .and_where(Expr::col("idnumber").is_in(idnumbers.iter().copied()))
            .cond_where(Condition::any().add(undecided).add(Expr::col("is_new").eq(true)))
            .take();
        all(&self.reader, &select, |row| {
            let decision = match row.try_get_by_index(1)? {
                true => Decision::New,
                false => Decision::Undecided,
            };
            Ok((row.try_get_by_index(0)?, decision))
        })
        .await
    }

    /// True if nothing is made for a row that waits for a decision.
    pub async fn matches_hold(&self) -> Result<bool> {
        let holds = setting::setting(&self.reader, HOLDS).await?;
        Ok(holds == Some(true.to_string()))
    }

    /// Lets rows wait for a decision, or not, with an entry in the activity log.
    pub async fn hold_matches(&self, holds: bool, done: &Reason, by: By<'_>) -> Result<()> {
        let transaction = self.writer.begin().await?;
        setting::set(&transaction, HOLDS, &holds.to_string()).await?;
        log::write(&transaction, done, by, About::default()).await?;
        Ok(transaction.commit().await?)
    }

    /// Stores what a scan found for rows of a kind, and counts them in its job, with `others` that have no object of their own. A
    /// decision holds as long as the candidates are the same.
    pub async fn record_scan<K: Kind>(&self, job: i64, rows: &[ScannedRow], others: i64) -> Result<()> {
        let transaction = self.writer.begin().await?;
        if !rows.is_empty() {
            let mut insert = Query::insert();
            insert.into_table(TABLE).columns([
                "idnumber",
                "kind",
                "object_key",
                "state",
                "found",
                "is_new",
                "platform_id",
                "container_id",
                "candidates",
                "scan",
            ]);
            let prefix = idnumber_prefix(K::NAME);
            for row in rows {
                insert.values_panic([
                    format!("{prefix}{}", row.key).into(),
                    K::NAME.into(),
                    row.key.as_str().into(),
                    row.state.into(),
                    row.state.into(),
                    false.into(),
                    row.claims.map(|(id, _)| id).into(),
                    row.claims.and_then(|(_, container)| container).into(),
                    row.candidates.as_str().into(),
                    job.into(),
                ]);
            }
            let mut known = OnConflict::column("idnumber");
            known
                .update_columns(["found", "platform_id", "container_id", "candidates", "scan"])
                .value(
                    "is_new",
                    Expr::cust("platform_match.is_new AND platform_match.candidates = excluded.candidates"),
                );
            transaction.execute(insert.on_conflict(known)).await?;
        }
        let counts = Counts::of(Outcome::Unchanged, rows.len() as i64 + others);
        report::commit(transaction, job, K::NAME, &[], &counts).await
    }

    /// The objects of a type that several rows of a scan claim, each with the stable names of these rows.
    pub async fn claimed_twice(&self, job: i64, sort: Sort) -> Result<HashMap<PlatformId, Vec<String>>> {
        let of_scan = || {
            Condition::all()
                .add(Expr::col("scan").eq(job))
                .add(Expr::col("platform_id").is_not_null())
                .add(is_of(sort))
        };
        let several = Query::select()
            .column("platform_id")
            .from(TABLE)
            .cond_where(of_scan())
            .group_by_col("platform_id")
            .and_having(Func::count(Expr::val(1)).gt(1))
            .take();
        let select = Query::select()
            .columns(["platform_id", "idnumber"])
            .from(TABLE)
            .cond_where(of_scan())
            .and_where(Expr::col("platform_id").in_subquery(several))
            .take();
        let rows: Vec<(PlatformId, String)> = all(&self.reader, &select, |row| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
        })
        .await?;
        let mut claims: HashMap<_, Vec<_>> = HashMap::new();
        for (id, idnumber) in rows {
            claims.entry(id).or_default().push(idnumber);
        }
        Ok(claims)
    }

    /// Ends a scan: rows that others claim too are ambiguous, rows that are not here any more are dropped. If the platform
    /// `has_others`, undecided rows wait from now on, unless an administrator has said otherwise. Returns the number of rows in each
    /// state.
    pub async fn finish_scan(
        &self,
        job: i64,
        contested: &[String],
        has_others: bool,
    ) -> Result<HashMap<MatchState, i64>> {
        let transaction = self.writer.begin().await?;
        for names in contested.chunks(1000) {
            let update = Query::update()
                .table(TABLE)
                .value("found", MatchState::Ambiguous)
                .and_where(Expr::col("idnumber").is_in(names.iter().map(String::as_str)))
                .take();
            transaction.execute(&update).await?;
        }
        let gone = Query::delete()
            .from_table(TABLE)
            .and_where(Expr::col("scan").ne(job))
            .take();
        transaction.execute(&gone).await?;
        let settle = "UPDATE platform_match SET state = CASE \
            WHEN EXISTS (SELECT 1 FROM platform_link WHERE platform_link.idnumber = platform_match.idnumber) THEN 'linked' \
            WHEN is_new THEN 'none' ELSE found END";
        transaction.execute_unprepared(settle).await?;
        if has_others {
            setting::set_first(&transaction, HOLDS, &true.to_string()).await?;
        }
        let select = Query::select()
            .column("state")
            .expr(Func::count(Expr::val(1)))
            .from(TABLE)
            .group_by_col("state")
            .take();
        let counts = all(&transaction, &select, |row| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
        })
        .await?;
        transaction.commit().await?;
        Ok(counts)
    }

    /// Links all rows of a kind, or of all kinds, to the objects that are proposed, with an entry in the activity log. An object
    /// that another row got since the scan is left out. Returns how many rows were linked.
    pub async fn accept_proposals(
        &self,
        kind: Option<KindName>,
        keeps_username: bool,
        platform: &str,
        by: By<'_>,
    ) -> Result<u64> {
        let transaction = self.writer.begin().await?;
        let (mut accepted, mut changed) = (0, BTreeSet::new());
        for objects in of_all_kinds::<Objects>() {
            let Some(name) = KindName::parse(objects.kind).filter(|of| kind.is_none_or(|kind| kind == *of)) else {
                continue;
            };
            let sort = objects.matched_sort();
            let keys = free_proposals(Some(name), sort).column("object_key").take();
            let wait = Query::update()
                .table(objects.table.clone())
                .value("migration", Migration::Berubah.as_str())
                .value("migration_reason", Expr::cust("NULL"))
                .and_where(Expr::col(objects.key).in_subquery(keys))
                .take();
            if transaction.execute(&wait).await?.rows_affected() > 0 {
                changed.insert(objects.kind);
            }
        }
        // Both rows of one person may be linked to one account, so accounts of all kinds are linked at once.
        for sort in [Sort::Account, Sort::Course] {
            let keeps = Expr::val(keeps_username && sort == Sort::Account);
            let select = free_proposals(kind, sort)
                .columns(["idnumber", "platform_id", "container_id"])
                .exprs([
                    Expr::val(false),
                    Expr::val(false),
                    Expr::val(0_i64),
                    keeps,
                    Expr::val(false),
                ])
                .take();
            let mut insert = Query::insert();
            insert
                .into_table("platform_link")
                .columns(std::iter::once("idnumber").chain(LINK_COLUMNS));
            accepted += transaction.execute(&filled(insert, select)?).await?.rows_affected();
        }
        for kind in changed {
            say_changed(&transaction, kind).await?;
        }
        if accepted > 0 {
            let done = Reason::DidChooseMatches {
                rows: accepted,
                platform: platform.to_owned(),
            };
            log::write(&transaction, &done, by, About::default()).await?;
        }
        transaction.commit().await?;
        Ok(accepted)
    }

    /// Decides that new objects are made for these rows of a kind, by key. Returns how many had no decision yet.
    pub async fn make_new(&self, kind: KindName, keys: &[String]) -> Result<u64> {
        let transaction = self.writer.begin().await?;
        let objects = of_all_kinds::<Objects>()
            .into_iter()
            .find(|of| of.kind == kind.as_str());
        let Some(objects) = objects else { return Ok(0) };
        let update = Query::update()
            .table(TABLE)
            .value("is_new", true)
            .value("state", MatchState::None)
            .and_where(Expr::col("kind").eq(kind.as_str()))
            .and_where(Expr::col("object_key").is_in(keys.iter().map(String::as_str)))
            .and_where(Expr::col("state").is_in(MatchState::all().filter(|state| state.is_undecided())))
            .take();
        let decided = transaction.execute(&update).await?.rows_affected();
        if decided > 0 {
            objects.wait_if_failed(&transaction, keys).await?;
            say_changed(&transaction, objects.kind).await?;
        }
        transaction.commit().await?;
        Ok(decided)
    }

    /// Writes an entry about decisions in the activity log.
    pub async fn log_matches(&self, done: &Reason, by: By<'_>) -> Result<()> {
        let transaction = self.writer.begin().await?;
        log::write(&transaction, done, by, About::default()).await?;
        Ok(transaction.commit().await?)
    }
}
