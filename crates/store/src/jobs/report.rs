//! The report of a job, row by row.
//!
//! Most lines are in `job_row`. A row that a sync created is its own line, and so is the version of a deleted row: a hundred
//! thousand of them cost no further write.

use crate::{
    Page, Result, Store,
    connection::Transaction,
    jobs::{Counts, Job, Outcome, RowKey},
    selection::{joined_key, keys_with},
    statement::{all, cut, escaped, holds},
    stream_by_id::stream_by_id,
    versions::{is_line, versions_of},
};
use futures::{Stream, StreamExt};
use sea_orm::{
    ConnectionTrait, QueryResult,
    sea_query::{BinOper, Condition, Expr, ExprTrait, Func, LikeExpr, Query, SelectStatement},
};
use selaras_kinds::{KEY_HEADING_END, KEY_SEPARATOR, Key, Kind, OfKind, READ_BETWEEN, key, object_name, of_all_kinds};
use selaras_reasons::{Language, Reason};
use serde::{Serialize, Serializer};
use std::{collections::HashSet, sync::LazyLock};
use utoipa::ToSchema;

/// What became of one row. Its reason is a code, or a sentence in the reader's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = JobRow, bound = "")]
pub struct Line<R = Reason> {
    /// What became of it.
    pub outcome: Outcome,
    /// Which row it is; `None` where it could not be read, or is no row.
    #[serde(flatten, serialize_with = "named_row")]
    #[schema(value_type = NamedRow)]
    pub row: Option<RowKey>,
    /// The row's key.
    #[serde(flatten)]
    pub key: Key,
    /// What people call the row.
    #[schema(required)]
    pub label: Option<String>,
    /// The person's number, where the row is a person or an enrolment of one; known where a page of lines is asked for.
    #[schema(required)]
    pub number: Option<String>,
    /// The class, where the row is an enrolment in one; known where a page of lines is asked for.
    #[schema(required)]
    pub class: Option<ClassOfLine>,
    /// Why, and what to do.
    #[schema(value_type = Option<String>, required)]
    pub reason: Option<R>,
}

/// The class of an enrolment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClassOfLine {
    /// Its number in the timetable.
    pub number: String,
    /// What people call it.
    pub label: String,
}

/// A row, as calls name it.
#[derive(Serialize, ToSchema)]
struct NamedRow<'a> {
    /// The row's kind.
    #[schema(required)]
    kind: Option<&'a str>,
    /// Names the row among its kind.
    #[schema(required)]
    row: Option<String>,
}

fn named_row<S: Serializer>(row: &Option<RowKey>, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    let named = NamedRow {
        kind: row.as_ref().map(|row| &*row.kind),
        row: row.as_ref().map(|row| row.hash.to_string()),
    };
    named.serialize(serializer)
}

impl Line {
    /// The line with its texts in a language.
    pub fn in_words(self, language: Language) -> Line<String> {
        Line {
            outcome: self.outcome,
            row: self.row,
            key: self.key,
            label: self.label,
            number: self.number,
            class: self.class,
            reason: self.reason.map(|reason| reason.sentence(language)),
        }
    }

    /// A line on a row with the label `key`.
    pub fn on(row: RowKey, outcome: Outcome, key: impl Into<Key>) -> Self {
        Self {
            row: Some(row),
            ..Self::on_no_row(outcome, key)
        }
    }

    /// A line on a row of a kind.
    pub fn on_row<K: Kind>(row: &K, outcome: Outcome) -> Self {
        Self::on(RowKey::of(row), outcome, key(row)).label(row.label())
    }

    /// A line on the object of a row. For an enrolment it is the person.
    pub fn on_object<K: Kind>(row: &K, outcome: Outcome) -> Self {
        Self::on(RowKey::of_object(row), outcome, object_name(row)).label(row.label())
    }

    /// A line on something that is no row, or an unreadable row: `key` names it.
    pub fn on_no_row(outcome: Outcome, key: impl Into<Key>) -> Self {
        Self {
            outcome,
            row: None,
            key: key.into(),
            label: None,
            number: None,
            class: None,
            reason: None,
        }
    }

    /// Sets the row's label for people.
    pub fn label(mut self, label: String) -> Self {
        self.label = Some(label);
        self
    }

    /// Sets the reason.
    pub fn because(mut self, reason: Reason) -> Self {
        self.reason = Some(reason);
        self
    }

    /// Writes lines of a job into a table with the columns of `job_row`.
    pub(crate) async fn write(
        connection: &impl ConnectionTrait,
        table: &'static str,
        job: i64,
        lines: &[Self],
    ) -> Result<()> {
        for lines in lines.chunks(1000) {
            let mut insert = Query::insert();
            insert.into_table(table).columns(LINE_COLUMNS);
            for line in lines {
                let [reason, group] = reason_columns(line.reason.as_ref());
                insert.values_panic([
                    job.into(),
                    line.outcome.into(),
                    line.row.as_ref().map(|row| row.kind.as_ref()).into(),
                    line.row.as_ref().map(|row| row.hash).into(),
                    line.key.stored().into(),
                    line.label.as_deref().into(),
                    reason,
                    group,
                ]);
            }
            connection.execute(&insert).await?;
        }
        Ok(())
    }
}

/// The columns of a line.
pub(crate) const LINE_COLUMNS: [&str; 8] = [
    "job_id",
    "outcome",
    "kind",
    "key_hash",
    "key",
    "label",
    REASON_COLUMNS[0],
    REASON_COLUMNS[1],
];

/// The columns of a line's reason: the reason, and its group.
pub(crate) const REASON_COLUMNS: [&str; 2] = ["reason", "reason_group"];

/// The values of a reason's columns.
pub(crate) fn reason_columns(reason: Option<&Reason>) -> [Expr; 2] {
    [reason.map(Reason::kept).into(), reason.map(Reason::group).into()]
}

/// Writes the lines and counters for a transaction's rows of a kind, and commits.
pub(crate) async fn commit(
    transaction: Transaction,
    job: i64,
    kind: &str,
    lines: &[Line],
    counts: &Counts,
) -> Result<()> {
    Line::write(&transaction, "job_row", job, lines).await?;
    counts.write(&transaction, job, kind).await?;
    Ok(transaction.commit().await?)
}

/// A query for lines of a report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lines<'a> {
    /// Only lines of this outcome.
    pub outcome: Option<Outcome>,
    /// Only lines that contain this text.
    pub search: &'a str,
    /// The language in which reasons are searched.
    pub language: Language,
    /// Only lines with this reason: a code, or a [`Reason::group`].
    pub reason: Option<&'a str>,
}

/// A reason that several rows of a job share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedReason {
    /// The shared part, see [`Reason::group`].
    pub group: String,
    /// The reason of one of them.
    pub reason: Reason,
    /// The number of rows.
    pub rows: i64,
}

/// The most reasons that are returned for a job. If a version without codes wrote them, there is one for each row.
const MOST_REASONS: u64 = 100;

/// True if a line has this reason: a code, or a group of one code.
fn has_reason(query: &str) -> Condition {
    let group = Expr::col("reason_group");
    let of_code = LikeExpr::new(format!("{}:%", escaped(query))).escape('\\');
    Condition::any().add(group.clone().eq(query)).add(group.like(of_code))
}

/// The columns of a line in `job_row`.
pub(crate) const COLUMNS: [&str; 6] = ["outcome", "kind", "key_hash", "key", "label", "reason"];

/// Reads a line of `job_row`.
pub(crate) fn read(row: &QueryResult) -> std::result::Result<Line, sea_orm::DbErr> {
    let kind: Option<String> = row.try_get("", "kind")?;
    let hash: Option<i64> = row.try_get("", "key_hash")?;
    let row_key = kind.zip(hash).map(|(kind, hash)| RowKey {
        kind: kind.into(),
        hash,
    });
    Ok(Line {
        outcome: row.try_get("", "outcome")?,
        row: row_key,
        key: Key::read(&row.try_get::<String>("", "key")?),
        label: row.try_get("", "label")?,
        number: None,
        class: None,
        reason: row.try_get::<Option<String>>("", "reason")?.map(Reason::read),
    })
}

/// A part of a report.
struct Part {
    /// Selects a line's columns, without a condition.
    lines: SelectStatement,
    /// The condition.
    which: Condition,
    /// The column with the lines' ids.
    number: &'static str,
}

impl Part {
    /// The lines in order.
    fn in_order(&self) -> SelectStatement {
        let mut lines = self.lines.clone();
        lines
            .cond_where(self.which.clone())
            .order_by("id", sea_orm::Order::Asc)
            .take()
    }

    /// The lines' ids, in order.
    fn numbers(&self) -> SelectStatement {
        self.in_order().clear_selects().column(self.number).take()
    }

    /// The lines with these ids, in no order, each with its id.
    fn numbered(&self, numbers: &[i64]) -> SelectStatement {
        let mut lines = self.lines.clone();
        lines
            .expr_as(Expr::col(self.number), "number_of_line")
            .and_where(Expr::col(self.number).is_in(numbers.iter().copied()))
            .take()
    }
}

fn written(job: i64, query: &Lines) -> Part {
    let mut condition = Condition::all().add(Expr::col("job_id").eq(job));
    if let Some(outcome) = query.outcome {
        condition = condition.add(Expr::col("outcome").eq(outcome));
    }
    if !query.search.trim().is_empty() {
        let any = ["label", "reason"].map(|column| holds(Func::lower(Expr::col(column)).into(), query.search));
        let key = key_holds(Expr::col("key"), query.search);
        let any = any.into_iter().fold(Condition::any().add(key), Condition::add);
        // The database stores only the parameters of a reason; the words around them depend on the language.
        let said = Reason::codes_saying(query.language, query.search);
        condition = condition.add(said.iter().fold(any, |any, code| any.add(has_reason(code))));
    }
    if let Some(reason) = query.reason {
        condition = condition.add(has_reason(reason));
    }
    let lines = Query::select().columns(COLUMNS).from("job_row").take();
    Part {
        lines,
        which: condition,
        number: "id",
    }
}

/// The columns of a kind that form its rows' labels.
struct Labels {
    kind: &'static str,
    columns: Vec<&'static str>,
    person_and_enrolment: bool,
}

impl OfKind for Labels {
    fn of<K: Kind>() -> Self {
        let mut row = K::default();
        for field in K::FIELDS {
            (field.set)(&mut row, field.name.into());
        }
        // A row with the name of each column as its value: its label tells which columns a label uses.
        let label = row.label();
        let own = |word: &str| K::FIELDS.iter().map(|field| field.name).find(|name| *name == word);
        Self {
            kind: K::NAME,
            columns: label
                .split(|sign: char| !sign.is_alphanumeric() && sign != '_')
                .filter_map(own)
                .collect(),
            person_and_enrolment: K::PERSON_AND_ENROLMENT,
        }
    }
}

/// The label of a row of a kind; empty if the table lacks the columns. Versions of enrolments do not hold the person's name.
fn label(kind: &str, table: &str) -> Expr {
    static LABELS: LazyLock<Vec<Labels>> = LazyLock::new(of_all_kinds);
    let labels = LABELS.iter().find(|labels| labels.kind == kind);
    let said = labels.filter(|labels| !labels.person_and_enrolment || table == kind);
    let joined = |left: Expr, right: Expr| left.binary(BinOper::Custom("||"), right);
    said.into_iter()
        .flat_map(|labels| &labels.columns)
        .map(|column| Expr::col(*column))
        .reduce(|left, right| joined(joined(left, Expr::val(" ")), right))
        .unwrap_or_else(|| Expr::val(None::<String>))
}

/// True if a stored key contains a text, as people read it and ignoring case.
fn key_holds(key: Expr, text: &str) -> Expr {
    let read = [KEY_SEPARATOR, KEY_HEADING_END].into_iter().fold(key, |key, sign| {
        let between = Expr::val(READ_BETWEEN);
        Func::cust("REPLACE")
            .args([key, Expr::val(sign.to_string()), between])
            .into()
    });
    holds(Func::lower(read).into(), text)
}

/// Lines that are rows, or versions of rows, of the kind.
fn standing(
    outcome: Outcome,
    job: &Job,
    (table, number): (String, &'static str),
    rows: Condition,
    key: &[&str],
    query: &Lines,
) -> Part {
    let key = joined_key(key);
    let mut rows = rows;
    if !query.search.trim().is_empty() {
        rows = rows.add(key_holds(key.clone(), query.search));
    }
    let lines = Query::select()
        .expr_as(Expr::val(outcome), "outcome")
        .expr_as(Expr::val(job.kind.as_str()), "kind")
        .column("key_hash")
        .expr_as(key, "key")
        .expr_as(label(job.kind.as_str(), &table), "label")
        .expr_as(Expr::val(None::<String>), "reason")
        .from(table)
        .take();
    Part {
        lines,
        which: rows,
        number,
    }
}

/// The parts of a report, in order. `key` are the columns of the kind's key, none for a job without a kind.
fn parts(job: &Job, key: &[&str], query: &Lines) -> Vec<Part> {
    let mut parts = vec![written(job.id, query)];
    let wanted = |outcome: Outcome| {
        !key.is_empty() && query.reason.is_none() && query.outcome.is_none_or(|wanted| wanted == outcome)
    };
    let of = |column: &'static str| Condition::all().add(Expr::col(column).eq(job.id));
    if wanted(Outcome::Created) {
        let versions = is_line("created_in").add(Expr::col("created_in").eq(job.id));
        parts.push(standing(
            Outcome::Created,
            job,
            (job.kind.as_str().to_owned(), "id"),
            of("created_in"),
            key,
            query,
        ));
        parts.push(standing(
            Outcome::Created,
            job,
            (versions_of(job.kind.as_str()), "version"),
            versions,
            key,
            query,
        ));
    }
    if wanted(Outcome::Deleted) {
        let versions = is_line("job_id").add(Expr::col("job_id").eq(job.id));
        parts.push(standing(
            Outcome::Deleted,
            job,
            (versions_of(job.kind.as_str()), "version"),
            versions,
            key,
            query,
        ));
    }
    parts
}

impl Store {
    /// Writes lines on rows of a kind, and counters, without any other write.
    pub async fn report(&self, job: i64, kind: &str, lines: &[Line], counts: &Counts) -> Result<()> {
        let transaction = self.writer.begin().await?;
        commit(transaction, job, kind, lines, counts).await
    }

    /// A page of a job's report, counted from 0.
    pub async fn report_page(
        &self,
        job: &Job,
        key: &[&str],
        query: &Lines<'_>,
        page: u64,
        per_page: u64,
    ) -> Result<Page<Line>> {
        let (mut skip, mut total, mut rows) = (page.saturating_mul(per_page), 0, Vec::new());
        for part in parts(job, key, query) {
            let room = per_page - rows.len() as u64;
            let part = part.in_order();
            let found = self.page_of(&cut(&part, skip, room), &part, read).await?;
            skip = skip.saturating_sub(found.total.unsigned_abs());
            total += found.total;
            rows.extend(found.rows);
        }
        Ok(Page {
            rows,
            total,
            more: false,
        })
    }

    /// The reasons of a job's rows, most frequent first. Changes by a sync are left out, because they need no action.
    pub async fn reasons(&self, job: i64, outcome: Option<Outcome>) -> Result<Vec<SharedReason>> {
        let rows = || Func::count(Expr::val(1));
        let mut select = Query::select();
        select
            .column("reason_group")
            .expr(Func::min(Expr::col("reason")))
            .expr(rows())
            .from("job_row")
            .and_where(Expr::col("job_id").eq(job))
            .and_where(Expr::col("reason_group").is_not_null())
            .and_where(match outcome {
                Some(outcome) => Expr::col("outcome").eq(outcome),
                None => Expr::col("outcome").ne(Outcome::Updated),
            })
            .group_by_col("reason_group")
            .order_by_expr(rows().into(), sea_orm::Order::Desc)
            .order_by("reason_group", sea_orm::Order::Asc)
            .limit(MOST_REASONS);
        all(&self.reader, &select, |row| {
            Ok(SharedReason {
                group: row.try_get_by_index(0)?,
                reason: Reason::read(row.try_get_by_index(1)?),
                rows: row.try_get_by_index(2)?,
            })
        })
        .await
    }

    /// The hashed keys of the rows of a kind that have a line with one of these outcomes in a job's report.
    pub async fn keys_with(&self, job: i64, kind: &str, outcomes: &[Outcome]) -> Result<HashSet<i64>> {
        all(&self.reader, &keys_with(job, kind, outcomes), |row| {
            row.try_get_by_index(0)
        })
        .await
    }

    /// A job's whole report, as a stream.
    pub fn report_lines(
        &self,
        job: &Job,
        key: &[&str],
        query: &Lines<'_>,
    ) -> impl Stream<Item = Result<Line>> + Send + 'static {
        let store = self.clone();
        futures::stream::iter(parts(job, key, query)).flat_map(move |part| store.lines_of(part).boxed())
    }

    /// The lines of a part, as a stream.
    fn lines_of(&self, part: Part) -> impl Stream<Item = Result<Line>> + Send + 'static {
        let store = self.clone();
        let all_of_them = part.numbers();
        stream_by_id(self.reader.clone(), async { Ok(all_of_them) }, move |numbers| {
            let (store, some) = (store.clone(), part.numbered(&numbers));
            async move {
                all(&store.reader, &some, |row| {
                    Ok((row.try_get("", "number_of_line")?, read(row)?))
                })
                .await
            }
        })
    }
}
