//! Rules of administrators: which meetings belong to a class, and how long one must stay to have attended.

use crate::{
    Result, Store,
    connection::Transaction,
    log::{self, About, By},
    rfc3339, setting,
    statement::all,
    summary::mark_changed,
};
use sea_orm::{
    ConnectionTrait, QueryResult,
    sea_query::{Expr, ExprTrait, Query},
};
use selaras_kinds::{Kind, kelas::Kelas};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The log's name for rules.
const ZOOM: &str = "zoom";
/// The name under which changes of rules are recorded.
pub(super) const CHANGE: &str = "zoom_rule";

/// What a rule looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tells {
    /// The words of the topic, in any case.
    Topic,
    /// The meeting's number. It takes precedence over the topic.
    Meeting,
}

impl Tells {
    /// The name in the database and in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Topic => "topic",
            Self::Meeting => "meeting",
        }
    }

    /// The variant of that name.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Topic, Self::Meeting]
            .into_iter()
            .find(|tells| tells.as_str() == text)
    }
}

/// A rule: meetings with a certain text in their topic, or with a certain number, belong to a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Its number.
    pub id: i64,
    /// What it compares.
    pub tells: Tells,
    /// The text to match.
    pub text: String,
    /// The class's number in the timetable.
    pub class: String,
    /// Who edited it last.
    pub actor: String,
    /// When it was edited; RFC 3339.
    pub edited_at: Option<String>,
}

/// An edit of a rule.
#[derive(Debug, Clone, Copy)]
pub struct RuleEdit<'a> {
    /// What it compares.
    pub tells: Tells,
    /// The text to match.
    pub text: &'a str,
    /// The class.
    pub class: &'a str,
}

/// The result of editing a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleEdited {
    /// The rule is stored.
    Done,
    /// There is no such rule.
    Unknown,
    /// Another rule has that text.
    Taken,
}

fn rule(row: &QueryResult) -> std::result::Result<Rule, sea_orm::DbErr> {
    let tells: String = row.try_get_by_index(1)?;
    Ok(Rule {
        id: row.try_get_by_index(0)?,
        tells: Tells::parse(&tells).unwrap_or(Tells::Topic),
        text: row.try_get_by_index(2)?,
        class: row.try_get_by_index(3)?,
        actor: row.try_get_by_index(4)?,
        edited_at: rfc3339(row.try_get_by_index(5)?),
    })
}

/// The name of the setting with the least minutes of a class.
fn least_minutes_of(class: &str) -> String {
    format!("zoom_least_minutes:{class}")
}

impl Store {
    /// The least minutes in a meeting of a class that count as attendance; 0 if each attendance counts.
    pub async fn least_minutes(&self, class: &str) -> Result<u64> {
        let found = setting::setting(&self.reader, &least_minutes_of(class)).await?;
        Ok(found.and_then(|minutes| minutes.parse().ok()).unwrap_or_default())
    }

    /// Sets the least minutes of a class, with an entry in the activity log.
    pub async fn set_least_minutes(&self, class: &str, minutes: u64, by: By<'_>, log: &Reason) -> Result<()> {
        let transaction = self.writer.begin().await?;
        setting::set(&transaction, &least_minutes_of(class), &minutes.to_string()).await?;
        let about = About {
            kind: Some(Kelas::NAME),
            number: Some(class),
            ..About::default()
        };
        log::write(&transaction, log, by, about).await?;
        Ok(transaction.commit().await?)
    }

    /// All rules, ordered by text.
    pub async fn rules(&self) -> Result<Vec<Rule>> {
        let select = Query::select()
            .columns(["id", "tells", "text", "class", "actor", "edited_at"])
            .from("zoom_rule")
            .order_by("text", sea_orm::Order::Asc)
            .order_by("id", sea_orm::Order::Asc)
            .take();
        all(&self.reader, &select, rule).await
    }

    /// Stores a rule, with an entry in the activity log. If `id` is `None` the rule is new.
    pub async fn keep_rule(&self, id: Option<i64>, edit: RuleEdit<'_>, by: By<'_>, log: &Reason) -> Result<RuleEdited> {
        let transaction = self.writer.begin().await?;
        let values = [
            ("tells", edit.tells.as_str().into()),
            ("text", edit.text.into()),
            ("class", edit.class.into()),
            ("actor", by.name.into()),
            ("edited_at", Expr::val(transaction.now())),
        ];
        let written = match id {
            Some(id) => {
                let update = Query::update()
                    .table("zoom_rule")
                    .values(values)
                    .and_where(Expr::col("id").eq(id))
                    .take();
                transaction.execute(&update).await
            }
            None => {
                let (columns, values): (Vec<_>, Vec<_>) = values.into_iter().unzip();
                let insert = Query::insert()
                    .into_table("zoom_rule")
                    .columns(columns)
                    .values_panic(values)
                    .take();
                transaction.execute(&insert).await
            }
        };
        match written {
            Ok(done) if done.rows_affected() == 0 => return Ok(RuleEdited::Unknown),
            Ok(_) => {}
            Err(error) => {
                return match error.sql_err() {
                    Some(sea_orm::SqlErr::UniqueConstraintViolation(_)) => Ok(RuleEdited::Taken),
                    _ => Err(error.into()),
                };
            }
        }
        end_edit(transaction, log, by).await?;
        Ok(RuleEdited::Done)
    }

    /// Deletes a rule, with an entry in the activity log. Its meetings are tied again.
    pub async fn delete_rule(&self, id: i64, by: By<'_>, log: &Reason) -> Result<bool> {
        let transaction = self.writer.begin().await?;
        let delete = Query::delete()
            .from_table("zoom_rule")
            .and_where(Expr::col("id").eq(id))
            .take();
        if transaction.execute(&delete).await?.rows_affected() == 0 {
            return Ok(false);
        }
        end_edit(transaction, log, by).await?;
        Ok(true)
    }
}

/// Marks the rules as changed, so that meetings are tied again; writes the log entry; commits.
async fn end_edit(transaction: Transaction, log: &Reason, by: By<'_>) -> Result<()> {
    mark_changed(&transaction, CHANGE).await?;
    let about = About {
        kind: Some(ZOOM),
        ..About::default()
    };
    log::write(&transaction, log, by, about).await?;
    Ok(transaction.commit().await?)
}
