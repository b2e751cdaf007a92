//! The activity log: who did what, when.

use crate::{
    Page, Result, Store, now, rfc3339,
    rows::ListQuery,
    statement::{contains, cut},
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Condition, Query},
};
use selaras_reasons::{Language, Reason};
use serde::Serialize;
use utoipa::ToSchema;

/// One entry (specification, section 3). What was done is a code, or, for whoever reads it, a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(bound = "")]
pub struct LogEntry<R = Reason> {
    /// Its number.
    pub id: i64,
    /// What was done.
    #[schema(value_type = String)]
    pub action: R,
    /// Who did it: the owner of the key.
    pub actor: String,
    /// When; RFC 3339.
    #[schema(required)]
    pub created_at: Option<String>,
    /// The job whose account tells more.
    #[schema(required)]
    pub job_id: Option<i64>,
}

impl LogEntry {
    /// The entry as it is read in a language.
    pub fn in_words(self, language: Language) -> LogEntry<String> {
        LogEntry {
            id: self.id,
            action: self.action.sentence(language),
            actor: self.actor,
            created_at: self.created_at,
            job_id: self.job_id,
        }
    }
}

/// Columns by which the log may be sorted.
pub const LOG_COLUMNS: [&str; 5] = ["id", "action", "actor", "created_at", "job_id"];

pub(crate) async fn write(
    connection: &impl ConnectionTrait,
    action: &Reason,
    actor: &str,
    job: Option<i64>,
) -> Result<()> {
    let [id, en] = [Language::Indonesian, Language::English].map(|language| action.sentence(language));
    let insert = Query::insert()
        .into_table("activity_log")
        .columns(["action", "actor", "job_id", "search_text", "created_at"])
        .values_panic([
            action.kept().into(),
            actor.into(),
            job.into(),
            // It is searched by the words of every language.
            format!("{id}\n{en}\n{actor}").to_lowercase().into(),
            now().into(),
        ])
        .take();
    connection.execute(&insert).await?;
    Ok(())
}

impl Store {
    /// Writes an entry.
    pub async fn log(&self, action: &Reason, actor: &str) -> Result<()> {
        write(&self.writer, action, actor, None).await
    }

    /// A page of the log, newest first unless another order is asked for; without a page, the latest 10,000 entries.
    pub async fn log_page(&self, query: &ListQuery, page: Option<(u64, u64)>) -> Result<Page<LogEntry>> {
        let mut condition = Condition::all();
        if !query.search.trim().is_empty() {
            condition = condition.add(contains(query.search.trim()));
        }
        let mut select = Query::select();
        select.columns(LOG_COLUMNS).from("activity_log").cond_where(condition);
        let column = query
            .order
            .column
            .as_deref()
            .and_then(|name| LOG_COLUMNS.into_iter().find(|column| *column == name))
            // What is searched begins with what was done, in words.
            .map(|column| if column == "action" { "search_text" } else { column });
        let ascending = column.is_some() && !query.order.descending;
        let direction = if ascending {
            sea_orm::Order::Asc
        } else {
            sea_orm::Order::Desc
        };
        select
            .order_by(column.unwrap_or("id"), direction.clone())
            .order_by("id", direction);
        let (page, per_page) = page.unwrap_or((0, 10_000));
        let page = cut(&select, page.saturating_mul(per_page), per_page);
        self.page_of(&page, &select, |row| {
            Ok(LogEntry {
                id: row.try_get_by_index(0)?,
                action: Reason::read(row.try_get_by_index(1)?),
                actor: row.try_get_by_index(2)?,
                created_at: rfc3339(row.try_get_by_index(3)?),
                job_id: row.try_get_by_index(4)?,
            })
        })
        .await
    }
}
