//! How each kind stands, in numbers.

use crate::{Result, Store, rfc3339};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Func, Query},
};
use std::collections::HashMap;

/// How a kind stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Standing {
    /// Rows in the dashboard.
    pub rows: i64,
    /// Rows that are on the platform, unchanged since.
    pub migrated: i64,
    /// Rows whose last export or enrolment failed.
    pub failed: i64,
}

impl Store {
    /// Counts the rows of a kind. What is no object on the platform counts by its enrolment.
    pub async fn standing(&self, kind: &str, is_object: bool) -> Result<Standing> {
        let select = Query::select()
            .columns(["migration", "enroll"])
            .expr(Func::count(Expr::val(1)))
            .expr(Func::count(Expr::col("migration_reason")))
            .from(kind.to_owned())
            .group_by_columns(["migration", "enroll"])
            .take();
        let mut standing = Standing::default();
        for group in self.reader.query_all(&select).await? {
            let (migration, enroll): (String, String) = (group.try_get_by_index(0)?, group.try_get_by_index(1)?);
            let (rows, with_reason): (i64, i64) = (group.try_get_by_index(2)?, group.try_get_by_index(3)?);
            standing.rows += rows;
            let there = if is_object { &migration } else { &enroll };
            if there == "sudah" {
                standing.migrated += rows;
            }
            match is_object {
                true if migration == "gagal" => standing.failed += rows,
                true => {}
                false => standing.failed += with_reason,
            }
        }
        Ok(standing)
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
