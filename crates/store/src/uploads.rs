//! Files that were uploaded for lists of the source. They are stored in pieces, so that every process has them, together
//! with the mapping of their headings to fields. A file may be proposed first: it is read only for comparing it with what the
//! dashboard has, until an administrator accepts it.

use crate::{
    Result, Store, StoreError, Transaction,
    log::{About, By},
    rfc3339,
    statement::{all, alone},
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Order, Query},
};
use selaras_reasons::Reason;
use std::collections::BTreeMap;

/// Bytes of one piece, at most.
pub const PIECE: usize = 1 << 18;
/// How long an upload may take, in milliseconds. An unfinished one counts as abandoned after that.
const ARRIVING: i64 = 3_600_000;
/// The lock under which a file becomes its list's source on PostgreSQL: two concurrent uploads must see each other.
const LOCK: u32 = 7008;

/// Headings by field, by list.
pub type Headings = BTreeMap<String, BTreeMap<String, String>>;

/// A file that is the source of one list, or of several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uploaded {
    /// Its number.
    pub id: i64,
    /// The list, or the caller's name for a file of several.
    pub list: String,
    /// The file's original name.
    pub file: String,
    /// How it is read, in the caller's format.
    pub format: String,
    /// Its size in bytes.
    pub bytes: i64,
    /// A summary of its contents at the upload, in the caller's format.
    pub contents: String,
    /// Who uploaded it.
    pub actor: String,
    /// When it was uploaded; RFC 3339.
    pub at: Option<String>,
    /// True if it is not the source of its list yet.
    pub proposed: bool,
    /// The headings of a proposed file by field, if they differ from those of its list.
    pub headings: Option<BTreeMap<String, String>>,
}

const COLUMNS: [&str; 10] = [
    "id", "list", "file", "format", "bytes", "contents", "actor", "ended_at", "proposed", "headings",
];

impl Store {
    /// Begins the upload of a file in pieces. Returns its id. Deletes abandoned uploads.
    pub async fn begin_upload(&self, list: &str, file: &str, format: &str, actor: &str) -> Result<i64> {
        let given_up = Query::delete()
            .from_table("source_upload")
            .and_where(Expr::col("ended_at").is_null())
            .and_where(Expr::col("begun_at").lt(self.writer.now() - ARRIVING))
            .take();
        let insert = Query::insert()
            .into_table("source_upload")
            .columns(["list", "file", "format", "bytes", "contents", "actor", "begun_at"])
            .values_panic([
                list.into(),
                file.into(),
                format.into(),
                0_i64.into(),
                "".into(),
                actor.into(),
                self.writer.now().into(),
            ])
            .returning_col("id")
            .take();
        self.writer.execute(&given_up).await?;
        let row = self.writer.query_one(&insert).await?;
        row.map(|row| row.try_get_by_index(0))
            .transpose()?
            .ok_or_else(|| StoreError::Database(sea_orm::DbErr::RecordNotInserted))
    }

    /// Stores the next piece of a file.
    pub async fn keep_piece(&self, upload: i64, number: i64, content: Vec<u8>) -> Result<()> {
        let insert = Query::insert()
            .into_table("source_upload_piece")
            .columns(["upload_id", "number", "content"])
            .values_panic([upload.into(), number.into(), content.into()])
            .take();
        self.writer.execute(&insert).await?;
        Ok(())
    }

    /// A piece of a file; `None` after the last.
    pub async fn piece(&self, upload: i64, number: i64) -> Result<Option<Vec<u8>>> {
        let select = Query::select()
            .column("content")
            .from("source_upload_piece")
            .and_where(Expr::col("upload_id").eq(upload))
            .and_where(Expr::col("number").eq(number))
            .take();
        let row = self.reader.query_one(&select).await?;
        Ok(row.map(|row| row.try_get_by_index(0)).transpose()?)
    }

    /// Completes an upload: the file is the list's source from now on, or is proposed. An earlier one of its list is deleted;
    /// its headings stay.
    pub async fn end_upload(
        &self,
        upload: i64,
        (bytes, contents): (i64, &str),
        proposed: bool,
        log: &Reason,
        by: impl Into<By<'_>>,
    ) -> Result<()> {
        let transaction = self.writer.begin().await?;
        alone(&transaction, LOCK).await?;
        let earlier = Query::select()
            .column("headings")
            .from("source_upload")
            .and_where(earlier_than(upload, proposed))
            .take();
        let headings: Option<Option<String>> = transaction
            .query_one(&earlier)
            .await?
            .map(|row| row.try_get_by_index(0))
            .transpose()?;
        delete_earlier(&transaction, upload, proposed).await?;
        let ended = Query::update()
            .table("source_upload")
            .values([
                ("bytes", bytes.into()),
                ("contents", contents.into()),
                ("ended_at", transaction.now().into()),
                ("proposed", proposed.into()),
                ("headings", headings.flatten().into()),
            ])
            .and_where(Expr::col("id").eq(upload))
            .take();
        transaction.execute(&ended).await?;
        crate::log::write(&transaction, log, by.into(), About::default()).await?;
        Ok(transaction.commit().await?)
    }

    /// Makes a proposed file the source of its list, with its headings. Returns whether it is still proposed.
    pub async fn accept_upload(&self, upload: i64, log: &Reason, by: impl Into<By<'_>>) -> Result<bool> {
        let transaction = self.writer.begin().await?;
        alone(&transaction, LOCK).await?;
        let accepted = Query::update()
            .table("source_upload")
            .values([("proposed", false.into()), ("headings", None::<String>.into())])
            .and_where(Expr::col("id").eq(upload))
            .and_where(Expr::col("proposed").eq(true))
            .take();
        let select = Query::select()
            .columns(["list", "headings"])
            .from("source_upload")
            .and_where(Expr::col("id").eq(upload))
            .take();
        let before = transaction.query_one(&select).await?;
        let is_proposed = transaction.execute(&accepted).await?.rows_affected() > 0;
        let Some(before) = before.filter(|_| is_proposed) else {
            return Ok(false);
        };
        delete_earlier(&transaction, upload, false).await?;
        if let Some(headings) = read_headings(before.try_get_by_index(1)?) {
            let list: String = before.try_get_by_index(0)?;
            replace_headings(&transaction, &list, &headings).await?;
        }
        crate::log::write(&transaction, log, by.into(), About::default()).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Deletes an unfinished upload.
    pub async fn drop_upload(&self, upload: i64) -> Result<()> {
        let delete = Query::delete()
            .from_table("source_upload")
            .and_where(Expr::col("id").eq(upload))
            .take();
        self.writer.execute(&delete).await?;
        Ok(())
    }

    /// Deletes the list's file, or the proposed one. Returns whether there was one.
    pub async fn delete_upload(&self, list: &str, proposed: bool, log: &Reason, by: impl Into<By<'_>>) -> Result<bool> {
        let transaction = self.writer.begin().await?;
        let delete = Query::delete()
            .from_table("source_upload")
            .and_where(Expr::col("list").eq(list))
            .and_where(Expr::col("proposed").eq(proposed))
            .and_where(Expr::col("ended_at").is_not_null())
            .take();
        let there = transaction.execute(&delete).await?.rows_affected() > 0;
        if there {
            crate::log::write(&transaction, log, by.into(), About::default()).await?;
        }
        transaction.commit().await?;
        Ok(there)
    }

    /// All complete files, also proposed ones.
    pub async fn uploads(&self) -> Result<Vec<Uploaded>> {
        let select = Query::select()
            .columns(COLUMNS)
            .from("source_upload")
            .and_where(Expr::col("ended_at").is_not_null())
            .order_by("id", Order::Asc)
            .take();
        all(&self.reader, &select, |row| {
            Ok(Uploaded {
                id: row.try_get_by_index(0)?,
                list: row.try_get_by_index(1)?,
                file: row.try_get_by_index(2)?,
                format: row.try_get_by_index(3)?,
                bytes: row.try_get_by_index(4)?,
                contents: row.try_get_by_index(5)?,
                actor: row.try_get_by_index(6)?,
                at: rfc3339(row.try_get_by_index(7)?),
                proposed: row.try_get_by_index(8)?,
                headings: read_headings(row.try_get_by_index(9)?),
            })
        })
        .await
    }

    /// The headings that administrators set, by list and field.
    pub async fn headings(&self) -> Result<Headings> {
        let select = Query::select()
            .columns(["list", "field", "heading"])
            .from("source_heading")
            .take();
        let rows: Vec<(String, String, String)> = all(&self.reader, &select, |row| {
            Ok((
                row.try_get_by_index(0)?,
                row.try_get_by_index(1)?,
                row.try_get_by_index(2)?,
            ))
        })
        .await?;
        let mut headings = Headings::new();
        for (list, field, heading) in rows {
            headings.entry(list).or_default().insert(field, heading);
        }
        Ok(headings)
    }

    /// Replaces a list's headings; fields without an entry have their own names as headings.
    pub async fn set_headings(
        &self,
        list: &str,
        headings: &BTreeMap<String, String>,
        log: &Reason,
        by: impl Into<By<'_>>,
    ) -> Result<()> {
        let transaction = self.writer.begin().await?;
        replace_headings(&transaction, list, headings).await?;
        crate::log::write(&transaction, log, by.into(), About::default()).await?;
        Ok(transaction.commit().await?)
    }

    /// Sets the headings of the list's proposed file. Returns whether there is one.
    pub async fn set_proposed_headings(
        &self,
        list: &str,
        headings: &BTreeMap<String, String>,
        log: &Reason,
        by: impl Into<By<'_>>,
    ) -> Result<bool> {
        let transaction = self.writer.begin().await?;
        let text = serde_json::to_string(headings).unwrap_or_default();
        let update = Query::update()
            .table("source_upload")
            .value("headings", text)
            .and_where(Expr::col("list").eq(list))
            .and_where(Expr::col("proposed").eq(true))
            .take();
        let there = transaction.execute(&update).await?.rows_affected() > 0;
        if there {
            crate::log::write(&transaction, log, by.into(), About::default()).await?;
        }
        transaction.commit().await?;
        Ok(there)
    }
}

/// Deletes the other complete files of an upload's list, proposed ones or the list's source.
async fn delete_earlier(transaction: &Transaction, upload: i64, proposed: bool) -> Result<()> {
    let earlier = Query::delete()
        .from_table("source_upload")
        .and_where(earlier_than(upload, proposed))
        .take();
    transaction.execute(&earlier).await?;
    Ok(())
}

fn earlier_than(upload: i64, proposed: bool) -> Expr {
    let list = Query::select()
        .column("list")
        .from("source_upload")
        .and_where(Expr::col("id").eq(upload))
        .take();
    Expr::col("list")
        .in_subquery(list)
        .and(Expr::col("id").ne(upload))
        .and(Expr::col("proposed").eq(proposed))
        .and(Expr::col("ended_at").is_not_null())
}

async fn replace_headings(transaction: &Transaction, list: &str, headings: &BTreeMap<String, String>) -> Result<()> {
    let delete = Query::delete()
        .from_table("source_heading")
        .and_where(Expr::col("list").eq(list))
        .take();
    transaction.execute(&delete).await?;
    if headings.is_empty() {
        return Ok(());
    }
    let mut insert = Query::insert();
    insert
        .into_table("source_heading")
        .columns(["list", "field", "heading"]);
    for (field, heading) in headings {
        insert.values_panic([list.into(), field.as_str().into(), heading.as_str().into()]);
    }
    transaction.execute(&insert).await?;
    Ok(())
}

fn read_headings(text: Option<String>) -> Option<BTreeMap<String, String>> {
    text.and_then(|text| serde_json::from_str(&text).ok())
}
