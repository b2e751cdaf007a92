//! How each kind stands, in numbers.

use crate::{
    Result, Store,
    places::{membership_table, object_table},
    rfc3339,
    rows::{Enrolment, Migration, all, count},
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Func, Query},
};
use selaras_kinds::Kind;
use std::collections::HashMap;

/// How a kind stands: its objects on the platform, and, where its rows are memberships, its places.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Standing {
    /// Rows of the list.
    pub rows: i64,
    /// Objects that rows are on the platform: people, where the rows are places; none where they are memberships alone.
    pub objects: i64,
    /// Objects that are on the platform, unchanged since.
    pub migrated: i64,
    /// Objects whose last export failed, and places whose last enrolment did.
    pub failed: i64,
    /// Places that are enrolled.
    pub enrolled: i64,
    /// Places that are suspended.
    pub suspended: i64,
    /// Rows that the source does not list any more.
    pub missing: i64,
}

impl Store {
    /// Counts the rows of a kind.
    pub async fn standing<K: Kind>(&self) -> Result<Standing> {
        let mut standing = Standing::default();
        if K::IS_OBJECT {
            for (migration, objects) in self.numbers(object_table::<K>(), "migration").await? {
                standing.objects += objects;
                match migration.as_str() {
                    word if word == Migration::Sudah.as_str() => standing.migrated += objects,
                    word if word == Migration::Gagal.as_str() => standing.failed += objects,
                    _ => {}
                }
            }
        }
        standing.rows = standing.objects;
        if K::MEMBERSHIP.is_some() {
            standing.rows = 0;
            for (enroll, places) in self.numbers(membership_table::<K>(), "enroll").await? {
                standing.rows += places;
                match enroll.as_str() {
                    word if word == Enrolment::Sudah.as_str() => standing.enrolled += places,
                    word if word == Enrolment::Ditangguhkan.as_str() => standing.suspended += places,
                    word if word == Enrolment::Gagal.as_str() => standing.failed += places,
                    _ => {}
                }
            }
        }
        let missing = Expr::col("missing_since").is_not_null();
        standing.missing = count(&self.reader, membership_table::<K>(), missing).await?;
        Ok(standing)
    }

    /// How many rows of a table there are with each word of a column.
    async fn numbers(&self, table: String, column: &'static str) -> Result<Vec<(String, i64)>> {
        let select = Query::select()
            .column(column)
            .expr(Func::count(Expr::val(1)))
            .from(table)
            .group_by_col(column)
            .take();
        all(&self.reader, &select, |row| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
        })
        .await
    }

    /// How many rows the source had of each kind when its list was last read whole, by the kind's name.
    pub async fn source_rows(&self) -> Result<HashMap<String, i64>> {
        let latest = Query::select()
            .expr(Func::max(Expr::col("id")))
            .from("job")
            .cond_where(Expr::col("source_rows").is_not_null())
            .group_by_col("kind")
            .take();
        let select = Query::select()
            .columns(["kind", "source_rows"])
            .from("job")
            .cond_where(Expr::col("id").in_subquery(latest))
            .take();
        let mut rows = HashMap::new();
        for row in self.reader.query_all(&select).await? {
            rows.insert(row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        }
        Ok(rows)
    }

    /// When the last sync of each kind ended, by the kind's name; RFC 3339. A kind that was never synced is not in it.
    pub async fn last_syncs(&self) -> Result<HashMap<String, String>> {
        let select = Query::select()
            .column("kind")
            .expr(Func::max(Expr::col("finished_at")))
            .from("job")
            .cond_where(Expr::col("verb").eq("sync").and(Expr::col("state").eq("done")))
            .group_by_col("kind")
            .take();
        let mut last = HashMap::new();
        for row in self.reader.query_all(&select).await? {
            if let Some(time) = rfc3339(row.try_get_by_index(1)?) {
                last.insert(row.try_get_by_index(0)?, time);
            }
        }
        Ok(last)
    }
}
