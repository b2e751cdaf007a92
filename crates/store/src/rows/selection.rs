//! Selects rows, their order and a page.

use crate::{
    jobs::Outcome,
    statement::{contains, escaped},
    tables::{class_table, has_enrolments, is_person_and_enrolment, people_of, person_table},
};
use sea_orm::sea_query::{BinOper, Condition, Expr, ExprTrait, LikeExpr, Query, SelectStatement};
use selaras_kinds::{KEY_SEPARATOR, Kind};
use std::collections::BTreeSet;

/// The rows of one kind to which an action applies. Empty: all. Deserialization is strict: each member must be there, and no
/// other.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    /// Columns and the values they must have.
    pub equals: Vec<(String, String)>,
    /// A column and the values it may have.
    #[serde(deserialize_with = "Option::deserialize")]
    pub any_of: Option<(String, Vec<String>)>,
    /// Ids of the rows; empty: any.
    pub ids: Vec<i64>,
    /// Whether the source no longer lists the rows (`true`) or still does (`false`); `None`: either.
    #[serde(deserialize_with = "Option::deserialize")]
    pub missing: Option<bool>,
    /// Text that one of a row's fields must contain, ignoring case.
    #[serde(deserialize_with = "Option::deserialize")]
    pub search: Option<String>,
    /// Only rows that failed in an earlier job.
    #[serde(deserialize_with = "Option::deserialize")]
    pub failed_in: Option<FailedIn>,
    /// Only rows that last failed, in an export or an enrolment, for a reason of this code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_for: Option<String>,
    /// Rows to leave out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub except: Option<Except>,
}

/// Rows that an action leaves out.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Except {
    /// The kind of the rows.
    pub kind: String,
    /// The rows by their hashed keys; for enrolments, also people by theirs.
    pub keys: BTreeSet<i64>,
}

/// Rows that failed in a job, by their lines in its report. A statement cannot take so many ids.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FailedIn {
    /// The job.
    pub job: i64,
    /// The kind of the rows.
    pub kind: String,
    /// True to include the rows that the job did not reach.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untried: bool,
}

impl Selection {
    /// Rows with these values.
    pub fn equal<'a>(values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self {
            equals: values
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            ..Self::default()
        }
    }

    /// The value that a column must have, if it must have one.
    pub fn value(&self, column: &str) -> Option<&str> {
        self.equals
            .iter()
            .find(|(name, _)| name == column)
            .map(|(_, value)| value.as_str())
    }

    /// The same rows in any state. An action changes states while it runs, and a retry covers all rows of the first try.
    #[must_use]
    pub fn in_any_state(&self) -> Self {
        let mut rows = self.clone();
        rows.equals
            .retain(|(column, _)| !matches!(column.as_str(), "migration" | "enroll"));
        (rows.failed_for, rows.failed_in) = (None, None);
        rows
    }

    /// True if it names rows one by one: by their ids, or by their whole key.
    pub fn names_rows<K: Kind>(&self) -> bool {
        let is_named = |column: &&str| self.value(column).is_some() || K::OPTIONAL_KEY.contains(column);
        !self.ids.is_empty() || K::KEY.iter().all(is_named)
    }

    /// The text to search for, if any.
    pub fn searched(&self) -> Option<&str> {
        self.search.as_deref().map(str::trim).filter(|typed| !typed.is_empty())
    }

    /// The condition on the rows of a kind.
    pub(crate) fn condition(&self, kind: &str) -> Condition {
        let mut condition = Condition::all();
        for (name, value) in &self.equals {
            condition = condition.add(Expr::col(name.clone()).eq(value.as_str()));
        }
        if let Some((name, values)) = &self.any_of {
            condition = condition.add(Expr::col(name.clone()).is_in(values.iter().map(String::as_str)));
        }
        if !self.ids.is_empty() {
            condition = condition.add(Expr::col("id").is_in(self.ids.iter().copied()));
        }
        condition = match self.missing {
            None => condition,
            Some(true) => condition.add(Expr::col("missing_since").is_not_null()),
            Some(false) => condition.add(Expr::col("missing_since").is_null()),
        };
        if let Some(typed) = self.searched() {
            condition = condition.add(holding(kind, typed));
        }
        if let Some(code) = &self.failed_for {
            let of = |column: &'static str| is_for(Expr::col(column), code);
            condition = condition.add(match has_enrolments(kind) {
                true => of("migration_reason").or(of("enroll_reason")),
                false => of("migration_reason"),
            });
        }
        if let Some(failed) = &self.failed_in {
            let outcomes = [Outcome::Failed, Outcome::Untried];
            let outcomes = if failed.untried { &outcomes[..] } else { &outcomes[..1] };
            let lines = keys_with(failed.job, &failed.kind, outcomes);
            let row = Expr::col("key_hash").in_subquery(lines.clone());
            // For enrolments, some lines are about the person.
            condition = condition.add(if is_person_and_enrolment(&failed.kind) {
                row.or(Expr::col("object_hash").in_subquery(lines))
            } else {
                row
            });
        }
        if let Some(except) = &self.except {
            let keys = || except.keys.iter().copied();
            condition = condition.add(Expr::col("key_hash").is_not_in(keys()));
            if is_person_and_enrolment(&except.kind) {
                condition = condition.add(Expr::col("object_hash").is_not_in(keys()));
            }
        }
        condition
    }
}

/// True if one of a row's fields, or of its person's, contains the typed text. For enrolments, people and classes are
/// searched once each, not once per enrolment. A page of a list uses an index instead ([`crate::lists`]).
fn holding(kind: &str, typed: &str) -> Condition {
    let found = |column: &'static str, table: String, named: &'static str| {
        let rows = Query::select()
            .column(named)
            .from(table)
            .and_where(contains(typed))
            .take();
        Expr::col(column).in_subquery(rows)
    };
    if is_person_and_enrolment(kind) {
        return Condition::any()
            .add(found("person_id", person_table(kind), "id"))
            .add(found("class_id", class_table(kind), "id"));
    }
    let theirs = people_of(kind).map(|(people, column)| found(column, people.to_owned(), column));
    Condition::any().add(contains(typed)).add_option(theirs)
}

/// True if a stored reason has this code, with which it begins.
pub(crate) fn is_for(reason: Expr, code: &str) -> Expr {
    let kept = escaped(&format!("{{\"code\":\"{code}\""));
    reason.like(LikeExpr::new(format!("{kept}%")).escape('\\'))
}

/// The hashed keys of the rows of a kind that have a line with one of these outcomes.
pub(crate) fn keys_with(job: i64, kind: &str, outcomes: &[Outcome]) -> SelectStatement {
    Query::select()
        .column("key_hash")
        .from("job_row")
        .cond_where(
            Condition::all()
                .add(Expr::col("job_id").eq(job))
                .add(Expr::col("outcome").is_in(outcomes.iter().copied()))
                .add(Expr::col("kind").eq(kind))
                .add(Expr::col("key_hash").is_not_null()),
        )
        .take()
}

/// The stored key of a row in a job's report, see [`selaras_kinds::Key::stored`].
pub(crate) fn joined_key(columns: impl IntoIterator<Item: AsRef<str>>) -> Expr {
    let joined = |left: Expr, right: Expr| left.binary(BinOper::Custom("||"), right);
    columns
        .into_iter()
        .map(|column| Expr::col(column.as_ref().to_owned()))
        .reduce(|left, right| joined(joined(left, Expr::val(KEY_SEPARATOR.to_string())), right))
        .unwrap_or_else(|| Expr::col("id"))
}

/// The order of a list. The column must be one of the kind's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Order {
    /// Column; `None` is the id.
    pub column: Option<String>,
    /// True if the greatest comes first.
    pub descending: bool,
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The rows of the page.
    pub rows: Vec<T>,
    /// The number of rows in the whole list.
    pub total: i64,
    /// True if there are more than [`total`](Self::total): long filtered lists are not counted to the end.
    pub more: bool,
}
