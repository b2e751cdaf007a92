//! Which meetings belong to which class. Meetings with the same number and topic form a series. A series is tied to a class
//! by a rule of an administrator, or by its topic if that names exactly one class. A series that fits two classes waits.
//!
//! Series are tied on reading, if classes or rules have changed since. A tie by topic stays while its class exists: next
//! semester's class with the same name takes none of this one's meetings.

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

/// The most matching classes that are stored for a series.
const MOST_FITS: usize = 10;
/// The lock under which series are tied on PostgreSQL.
const LOCK: u32 = 7006;

/// A series of meetings without a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untied {
    /// Zoom's number of the meetings.
    pub meeting_id: String,
    /// The topic.
    pub topic: String,
    /// The numbers of the matching classes: none, or more than one.
    pub fits: Vec<String>,
    /// When the latest meeting began, in milliseconds.
    pub latest: Option<i64>,
}

/// The ways to tie a series, as stored in the database.
const BY_TOPIC: &str = "topic";
const BY_RULE: &str = "rule";
const NOT: &str = "none";
const NEW: &str = "new";

/// A rule and the words of its text.
struct RuleWords {
    rule: Rule,
    words: Vec<String>,
}

/// A row of the table of series.
struct Series {
    meeting_id: String,
    topic: String,
    class: Option<String>,
    tie: String,
    fits: String,
}

impl Series {
    /// Ties the series by rules and topic. Returns true if that changed anything.
    fn tie(&mut self, rules: &[RuleWords], names: &ClassNames, numbers: &HashSet<&str>) -> bool {
        let topic = words(&self.topic);
        let of_number =
            |RuleWords { rule, .. }: &&RuleWords| rule.tells == Tells::Meeting && rule.text == self.meeting_id;
        let of_topic = |RuleWords { rule, words }: &&RuleWords| rule.tells == Tells::Topic && has(&topic, words);
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
        latest: row.try_get_by_index(3)?,
    })
}

impl Store {
    /// A page of the meetings without a class; those that match more than one class come first.
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
        let of_series = |column: &'static str| Expr::col(("attendance", column)).equals(("zoom_series", column));
        let latest = Query::select()
            .expr(Func::max(Expr::col("meeting_start")))
            .from("attendance")
            .and_where(of_series("meeting_id"))
            .and_where(of_series("topic"))
            .take();
        list.expr(Expr::SubQuery(None, Box::new(latest.into())));
        list.order_by_expr(Expr::col("fits").eq("[]"), sea_orm::Order::Asc)
            .order_by("topic", sea_orm::Order::Asc)
            .order_by("meeting_id", sea_orm::Order::Asc);
        self.page_of(&cut(&list, page.saturating_mul(per_page), per_page), &whole, untied)
            .await
    }

    /// Ties all series again if classes or rules have changed since, or if there are new series.
    pub(crate) async fn tie_meetings(&self) -> Result<()> {
        // Read before classes and rules: any later change ties them again.
        let Some(latest) = self.change_beyond_ties(&self.reader).await? else {
            return Ok(());
        };
        let names = self.class_names().await?;
        let rules: Vec<RuleWords> = self
            .rules()
            .await?
            .into_iter()
            .map(|rule| RuleWords {
                words: words(&rule.text),
                rule,
            })
            .collect();
        let transaction = self.writer.begin().await?;
        alone(&transaction, LOCK).await?;
        // Another process may have tied them meanwhile.
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

    /// `None` if all series are tied and current, otherwise the latest change of classes and rules.
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
