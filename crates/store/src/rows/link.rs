//! Links to objects on the platform, and the results of sending them.

use crate::{Result, statement::all};
use sea_orm::{
    ConnectionTrait, QueryResult,
    sea_query::{Alias, BinOper, Expr, ExprTrait, InsertStatement, JoinType, OnConflict, Query, SelectStatement},
};
use selaras_kinds::object::PlatformId;
use selaras_reasons::Reason;
use std::collections::{HashMap, HashSet};

/// The link to an object on the platform. It outlives the row: a row that is deleted here and synced again finds its object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The platform's id.
    pub platform_id: PlatformId,
    /// The platform's id of the container: the category of a course, the course of a group.
    pub container_id: Option<PlatformId>,
    /// True if it is a group of a course.
    pub is_group: bool,
    /// True if it is under the root category only until its parent exists.
    pub provisional: bool,
    /// Fingerprint of what was last sent.
    pub sent_hash: i64,
    /// True if it is an account that keeps the username that it has there.
    pub keeps_username: bool,
    /// True if an administrator tied the row to a category that was there: its name and place are not ours.
    pub tied: bool,
}

pub(crate) const LINK_COLUMNS: [&str; 7] = [
    "platform_id",
    "container_id",
    "is_group",
    "provisional",
    "sent_hash",
    "keeps_username",
    "tied",
];

pub(crate) fn read_link(row: &QueryResult, at: usize) -> std::result::Result<Option<Link>, sea_orm::DbErr> {
    let Some(platform_id) = row.try_get_by_index(at)? else {
        return Ok(None);
    };
    Ok(Some(Link {
        platform_id,
        container_id: row.try_get_by_index(at + 1)?,
        is_group: row.try_get_by_index(at + 2)?,
        provisional: row.try_get_by_index(at + 3)?,
        sent_hash: row.try_get_by_index(at + 4)?,
        keeps_username: row.try_get_by_index(at + 5)?,
        tied: row.try_get_by_index(at + 6)?,
    }))
}

/// Inserts links under these stable names.
pub(crate) fn insert_links<'a>(links: impl IntoIterator<Item = (String, &'a Link)>) -> InsertStatement {
    let mut insert = Query::insert();
    insert
        .into_table("platform_link")
        .columns(std::iter::once("idnumber").chain(LINK_COLUMNS));
    for (idnumber, link) in links {
        insert.values_panic([
            idnumber.into(),
            link.platform_id.into(),
            link.container_id.into(),
            link.is_group.into(),
            link.provisional.into(),
            link.sent_hash.into(),
            link.keeps_username.into(),
            link.tied.into(),
        ]);
    }
    insert
}

/// Stores links under these stable names, whatever was stored there.
pub(crate) async fn write_links<'a>(
    connection: &impl ConnectionTrait,
    links: impl IntoIterator<Item = (String, &'a Link)>,
) -> Result<()> {
    let mut insert = insert_links(links);
    let mut known = OnConflict::column("idnumber");
    known.update_columns(LINK_COLUMNS).value("former", Expr::cust("NULL"));
    connection.execute(insert.on_conflict(known)).await?;
    Ok(())
}

/// The links with these stable names.
pub(crate) async fn links_named(
    connection: &impl ConnectionTrait,
    idnumbers: impl IntoIterator<Item = &str>,
) -> Result<HashMap<String, Link>> {
    let select = Query::select()
        .column("idnumber")
        .columns(LINK_COLUMNS)
        .from("platform_link")
        .and_where(Expr::col("idnumber").is_in(idnumbers))
        .take();
    let found: Vec<(String, Option<Link>)> = all(connection, &select, |row| {
        Ok((row.try_get_by_index(0)?, read_link(row, 1)?))
    })
    .await?;
    let linked = found.into_iter().filter_map(|(name, link)| Some((name, link?)));
    Ok(linked.collect())
}

/// Joins each row with its link, by the stable name: the kind's prefix and the value of `column`.
pub(crate) fn join_link(select: &mut SelectStatement, table: &str, column: &str, prefix: &str) {
    let named = Expr::val(prefix.to_owned()).binary(
        BinOper::Custom("||"),
        Expr::col((Alias::new(table), Alias::new(column))),
    );
    select.join(
        JoinType::LeftJoin,
        "platform_link",
        Expr::col(("platform_link", "idnumber")).eq(named),
    );
}

/// The result of sending one object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// Value of the kind's [`selaras_kinds::Kind::OBJECT_KEY`].
    pub object_key: String,
    /// The fingerprint when it was read, see [`crate::export::ToSend::fingerprint`].
    pub fingerprint: i64,
    /// The object's stable name.
    pub idnumber: String,
    /// The object's link now, or why it was refused.
    pub result: std::result::Result<Link, Reason>,
}

/// Those of these containers that have a stable name that begins with `prefix`.
pub(crate) async fn containers_named(
    connection: &impl ConnectionTrait,
    prefix: &str,
    ids: &[PlatformId],
) -> Result<HashSet<PlatformId>> {
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let select = Query::select()
        .column("platform_id")
        .from("platform_link")
        .and_where(Expr::col("platform_id").is_in(ids.iter().copied()))
        .and_where(Expr::col("idnumber").like(format!("{prefix}%")))
        .take();
    let found: Vec<_> = all(connection, &select, |row| row.try_get_by_index(0)).await?;
    Ok(found.into_iter().collect())
}
