//! The rows of a plan of the whole campus. The plan itself holds only the first ones; here all can be paged and searched.

use super::Verb;
use crate::{
    Page, Result, Store,
    statement::{all, contains, cut},
};
use sea_orm::{
    ConnectionTrait, DeriveActiveEnum, EnumIter,
    sea_query::{Condition, Expr, ExprTrait, Query, SelectStatement},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Rows of one statement.
const ROWS_PER_STATEMENT: usize = 1000;
/// The number of plans that keep their rows: a user may still look at an earlier one.
const PLANS: u64 = 3;

/// The planned change of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, EnumIter, DeriveActiveEnum, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum PlannedSort {
    /// New, or enrolled.
    Create,
    /// Changed.
    Update,
    /// Leaving.
    Leaving,
    /// Changing the group alone.
    Moved,
    /// Gone from the source.
    Missing,
    /// Not possible until its parent has been exported.
    Waiting,
    /// In conflict. The API uses the plan's name for it; in the database it is `conflict`.
    #[serde(rename = "conflicts")]
    Conflict,
}

/// A row of a plan to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPlannedRow {
    /// The text for searches.
    pub search: String,
    /// The row, in the engine's own format.
    pub row: String,
}

/// A query for rows of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannedRows<'a> {
    /// The job that made the plan.
    pub job: i64,
    /// The stage's position.
    pub position: i32,
    /// The planned change.
    pub sort: PlannedSort,
    /// Text that the rows must contain, ignoring case.
    pub search: &'a str,
}

impl PlannedRows<'_> {
    fn select(&self) -> SelectStatement {
        let mut select = Query::select()
            .column("row")
            .from("plan_row")
            .and_where(Expr::col("job_id").eq(self.job))
            .and_where(Expr::col("position").eq(self.position))
            .and_where(Expr::col("sort").eq(self.sort))
            .order_by("id", sea_orm::Order::Asc)
            .take();
        if !self.search.trim().is_empty() {
            select.and_where(contains(self.search));
        }
        select
    }
}

impl Store {
    /// Stores rows of a stage's plan, after the stored ones with the same planned change.
    pub async fn keep_planned_rows(
        &self,
        job: i64,
        position: i32,
        sort: PlannedSort,
        rows: impl IntoIterator<Item = NewPlannedRow>,
    ) -> Result<()> {
        let mut rows = rows.into_iter().peekable();
        while rows.peek().is_some() {
            let mut insert = Query::insert();
            insert
                .into_table("plan_row")
                .columns(["job_id", "position", "sort", "search_text", "row"]);
            for NewPlannedRow { search, row } in rows.by_ref().take(ROWS_PER_STATEMENT) {
                insert.values_panic([
                    job.into(),
                    position.into(),
                    sort.into(),
                    search.to_lowercase().into(),
                    row.into(),
                ]);
            }
            self.writer.execute(&insert).await?;
        }
        Ok(())
    }

    /// A page of a plan's rows, counted from 0, in the engine's own format.
    pub async fn planned_rows(&self, query: PlannedRows<'_>, page: u64, per_page: u64) -> Result<Page<String>> {
        let whole = query.select();
        let page = cut(&whole, page.saturating_mul(per_page), per_page);
        self.page_of(&page, &whole, |row| row.try_get_by_index(0)).await
    }

    /// Deletes up to `limit` rows of a job's earlier try, or of plans older than the last few. Returns how many.
    pub async fn forget_planned_rows(&self, job: i64, limit: u64) -> Result<u64> {
        let latest = Query::select()
            .column("id")
            .from("job")
            .and_where(Expr::col("verb").eq(Verb::Plan))
            .order_by("id", sea_orm::Order::Desc)
            .limit(PLANS)
            .take();
        let kept: Vec<i64> = all(&self.reader, &latest, |row| row.try_get_by_index(0)).await?;
        let oldest = kept.into_iter().min().unwrap_or(job);
        let old = Condition::any()
            .add(Expr::col("job_id").eq(job))
            .add(Expr::col("job_id").lt(oldest));
        self.delete_some("plan_row", "id", old, limit).await
    }
}
