//! Which meetings are of which class. Meetings of one number and topic are one series; it is tied to a class by a rule that somebody
//! set, or by its topic where that names one class alone. A series that fits two classes waits.
//!
//! Topics are read when somebody asks and classes or rules have changed since. A tie that a topic made once stays while its class does:
//! a class of the next semester with the same name takes no meeting of this one's.

mod held;
mod rules;
mod topic;

pub use held::{Attended, Held};
pub use rules::{Rule, RuleEdit, RuleEdited, Tells};

use crate::{
    Page, Result, Store,
    statement::{alone, cut, holds, number, rows_per_statement},
    summary::last_change,
};
use futures::TryStreamExt;
use sea_orm::{
    ConnectionTrait, QueryResult,
    sea_query::{Condition, Expr, ExprTrait, Func, OnConflict, Query},
};
use selaras_kinds::{Kind, kelas::Kelas};
use std::collections::{BTreeSet, HashSet};
use topic::{ClassName, ClassNames, has, words};

/// Classes that are remembered of those that a series fits.
const MOST_FITS: usize = 10;
/// The lock under which series are tied on PostgreSQL.
const LOCK: u32 = 7006;

/// Meetings of one number and topic that are of no class yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untied {
    /// Zoom's number of the meetings.
    pub meeting_id: String,
    /// What they were about.
    pub topic: String,
    /// The classes that they fit, by number; none, or more than one.
    pub fits: Vec<String>,
}

/// How a series is tied, as the database spells it.
const BY_TOPIC: &str = "topic";
const BY_RULE: &str = "rule";
const NOT: &str = "none";
const NEW: &str = "new";

/// A rule, with the words of its text.
struct Worded {
    rule: Rule,
    words: Vec<String>,
}

/// A series as it is kept.
struct Series {
    meeting_id: String,
    topic: String,
    class: Option<String>,
    tie: String,
    fits: String,
}

impl Series {
    /// Ties it as rules and topic say. Answers whether that is something new.
    fn tie(&mut self, rules: &[Worded], names: &ClassNames, numbers: &HashSet<&str>) -> bool {
        let topic = words(&self.topic);
        let of_number = |Worded { rule, .. }: &&Worded| rule.tells == Tells::Meeting && rule.text == self.meeting_id;
        let of_topic = |Worded { rule, words }: &&Worded| rule.tells == Tells::Topic && has(&topic, words);
        let ruled: Vec<_> = match rules.iter().find(of_number) {
            Some(rule) => vec![rule],
            None => rules.iter().filter(of_topic).collect(),
        };
        let ruled: BTreeSet<&str> = ruled
            .into_iter()
            .map(|worded| worded.rule.class.as_str())
            .filter(|class| numbers.contains(class))
            .collect();
        let stands = self.tie == BY_TOPIC && self.class.as_deref().is_some_and(|class| numbers.contains(class));
        if ruled.is_empty() && stands {
            return false;
        }
        let tie = if ruled.is_empty() { BY_TOPIC } else { BY_RULE };
        let fits = if ruled.is_empty() {
            names.named_in(&self.topic)
        } else {
            ruled
        };
        let (class, tie, fits) = match fits.len() {
            1 => (fits.first().map(|class| (*class).to_owned()), tie, Vec::new()),
            _ => (None, NOT, fits.into_iter().take(MOST_FITS).collect()),
        };
        let fits = serde_json::to_string(&fits).unwrap_or_default();
        let is_new = (&self.class, self.tie.as_str(), &self.fits) != (&class, tie, &fits);
        (self.class, self.tie, self.fits) = (class, tie.to_owned(), fits);
        is_new
    }
}

fn untied(row: &QueryResult) -> std::result::Result<Untied, sea_orm::DbErr> {
    let fits: String = row.try_get_by_index(2)?;
    Ok(Untied {
        meeting_id: row.try_get_by_index(0)?,
        topic: row.try_get_by_index(1)?,
        fits: serde_json::from_str(&fits).unwrap_or_default(),
    })
}

impl Store {
    /// A page of the meetings that are of no class yet, those first that fit more than one.
    pub async fn untied(&self, search: &str, page: u64, per_page: u64) -> Result<Page<Untied>> {
        self.tie_meetings().await?;
        let mut list = Query::select();
        list.columns(["meeting_id", "topic", "fits"])
            .from("zoom_series")
            .and_where(Expr::col("class").is_null());
        if !search.trim().is_empty() {
            let topic = holds(Func::lower(Expr::col("topic")).into(), search);
            list.cond_where(Condition::any().add(topic).add(holds(Expr::col("meeting_id"), search)));
        }
        let whole = list.clone();
        list.order_by_expr(Expr::col("fits").eq("[]"), sea_orm::Order::Asc)
            .order_by("topic", sea_orm::Order::Asc)
            .order_by("meeting_id", sea_orm::Order::Asc);
        self.page_of(&cut(&list, page.saturating_mul(per_page), per_page), &whole, untied)
            .await
    }

    /// Ties all series anew where classes or rules have changed since, or where there are new ones.
    pub(crate) async fn tie_meetings(&self) -> Result<()> {
        // Asked before classes and rules are read: what changes after that ties anew.
        let Some(latest) = self.change_beyond_ties(&self.reader).await? else {
            return Ok(());
        };
        let names = self.class_names().await?;
        let rules: Vec<Worded> = self
            .rules()
            .await?
            .into_iter()
            .map(|rule| Worded {
                words: words(&rule.text),
                rule,
            })
            .collect();
        let transaction = self.writer.begin().await?;
        alone(&transaction, LOCK).await?;
        // Another may have tied them meanwhile.
        if self.change_beyond_ties(&transaction).await?.is_none() {
            return Ok(());
        }
        let numbers: HashSet<_> = names.numbers().collect();
        let select = Query::select()
            .columns(["meeting_id", "topic", "class", "tie", "fits"])
            .from("zoom_series")
            .take();
        let mut changed: Vec<Series> = Vec::new();
        {
            let mut rows = transaction.stream(&select).await?;
            while let Some(row) = rows.try_next().await? {
                let mut series = Series {
                    meeting_id: row.try_get_by_index(0)?,
                    topic: row.try_get_by_index(1)?,
                    class: row.try_get_by_index(2)?,
                    tie: row.try_get_by_index(3)?,
                    fits: row.try_get_by_index(4)?,
                };
                if series.tie(&rules, &names, &numbers) {
                    changed.push(series);
                }
            }
        }
        for changed in changed.chunks(rows_per_statement(self.backend(), 5)) {
            let mut upsert = Query::insert();
            upsert
                .into_table("zoom_series")
                .columns(["meeting_id", "topic", "class", "tie", "fits"]);
            for series in changed {
                upsert.values_panic([
                    series.meeting_id.as_str().into(),
                    series.topic.as_str().into(),
                    series.class.as_deref().into(),
                    series.tie.as_str().into(),
                    series.fits.as_str().into(),
                ]);
            }
            let kept = OnConflict::columns(["meeting_id", "topic"])
                .update_columns(["class", "tie", "fits"])
                .to_owned();
            transaction.execute(&upsert.on_conflict(kept).take()).await?;
        }
        transaction.execute_unprepared("DELETE FROM zoom_tied").await?;
        let as_of = Query::insert()
            .into_table("zoom_tied")
            .columns(["entry"])
            .values_panic([latest.into()])
            .take();
        transaction.execute(&as_of).await?;
        Ok(transaction.commit().await?)
    }

    async fn class_names(&self) -> Result<ClassNames> {
        let select = Query::select()
            .columns([
                "jadwal_kuliah_detail_id",
                "nama_mata_kuliah",
                "nama_kelas",
                "kelas_id",
                "semester",
            ])
            .from("kelas")
            .take();
        let mut names = ClassNames::default();
        let mut rows = self.reader.stream(&select).await?;
        while let Some(row) = rows.try_next().await? {
            names.add(ClassName {
                number: row.try_get_by_index(0)?,
                course: row.try_get_by_index(1)?,
                name: row.try_get_by_index(2)?,
                code: row.try_get_by_index(3)?,
                semester: row.try_get_by_index(4)?,
            });
        }
        Ok(names)
    }

    /// `None` where all series are tied as things stand; else the latest change of classes and rules.
    async fn change_beyond_ties(&self, connection: &impl ConnectionTrait) -> Result<Option<i64>> {
        let latest = number(connection, &last_change([Kelas::NAME, rules::CHANGE])).await?;
        let as_of = Query::select().column("entry").from("zoom_tied").take();
        let as_of = connection.query_one(&as_of).await?;
        let as_of: Option<i64> = as_of.map(|row| row.try_get_by_index(0)).transpose()?;
        let new = Query::select()
            .expr(Expr::val(1_i64))
            .from("zoom_series")
            .and_where(Expr::col("tie").eq(NEW))
            .limit(1)
            .take();
        let stands = as_of == Some(latest) && number(connection, &new).await? == 0;
        Ok((!stands).then_some(latest))
    }
}
