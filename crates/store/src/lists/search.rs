//! Finds people, classes and rows of any other kind by any part of their fields.
//!
//! Each table with a `search_text` has a trigram index. On SQLite it is an FTS5 table beside it, which triggers keep in step
//! and which stores no text. On PostgreSQL it is an index of `pg_trgm`, if the database permits the extension. A person
//! stands once, however many enrolments they have, so enrolments are found by their people and classes. Fewer than three
//! letters have no trigram: then the table is scanned until enough is found (decision 6).

use crate::{
    Result, Store,
    export::select_objects,
    rows::{Stored, read},
    statement::{all, alone, contains, holds},
    tables::{class_table, object_table, people_of, person_table},
    trigrams::Trigrams,
};
use sea_orm::{
    ConnectionTrait, DatabaseBackend, Statement,
    sea_query::{BinOper, Expr, ExprTrait, Func, IntoIden, Order, Query, SelectStatement, SubQueryStatement},
};
use selaras_kinds::{Kind, OfKind, of_all_kinds, value};
use std::collections::HashMap;

/// The most results. A user with so many has to type more.
pub const MOST_FOUND: u64 = 100;
/// The most trigrams of the typed text that are looked up, spread over it; candidates are then compared with the whole text.
/// The lists of common trigrams take longer to read than further ones would save.
const MOST_TRIGRAMS: usize = 3;
/// The same for a number: its beginning, a year or an operator, is common, and its end is distinctive.
const MOST_OF_NUMBER: usize = 2;
/// The fewest digits of a number that identifies a person.
const WHOLE_NUMBER: usize = 6;
/// Rows that are scanned on PostgreSQL for common text, before the index is used.
const LOOKED_THROUGH: u64 = 12_000;
/// Of `SAMPLE` rows, `COMMON` must contain a text for it to count as common. About a hundred of the scanned rows then do.
const SAMPLE: u64 = 500;
const COMMON: i64 = 5;
/// Letters of a trigram.
const TRIGRAM: usize = 3;

/// The ids of a table's rows with the typed words in `search_text`, ignoring case. A few trigrams are looked up in the index;
/// on SQLite only if it is in step.
pub(crate) fn found(by: &Trigrams, table: &str, typed: &str) -> SelectStatement {
    let column = |name: &'static str| Expr::col((table.to_owned(), name.into_iden()));
    let mut text = column("search_text");
    let mut select = Query::select();
    select.expr(column("id"));
    let asked = trigrams(typed);
    if by.are_in_step() && !asked.is_empty() {
        let index = index_of(table);
        select
            .from(index.clone())
            .cross_join(table.to_owned())
            .and_where(Expr::col(index.clone()).binary(BinOper::Custom("MATCH"), Expr::val(matching(&asked))))
            .and_where(column("id").eq(Expr::col((index, "rowid"))));
        return select.and_where(holds(text, typed)).take();
    }
    select.from(table.to_owned());
    if by.backend() == DatabaseBackend::Postgres {
        // PostgreSQL's trigrams contain only letters and digits. Given the whole text, it would look up all of its trigrams.
        for trigram in asked
            .iter()
            .filter(|trigram| trigram.chars().all(char::is_alphanumeric))
        {
            select.and_where(holds(column("search_text"), trigram));
            text = column("search_text").binary(BinOper::Custom("||"), Expr::val(""));
        }
    }
    select.and_where(holds(text, typed)).take()
}

/// For rows that refer to people by number: the numbers of the people with a field that contains the typed text, and the
/// referring column. `None` if the kind has no such column or stores its people itself.
pub(crate) fn people_found(by: &Trigrams, kind: &str, typed: &str) -> Option<(&'static str, SelectStatement)> {
    let (people, column) = people_of(kind)?;
    let numbers = Query::select()
        .column((people, column))
        .from(people)
        .and_where(Expr::col((people, "id")).in_subquery(found(by, people, typed)))
        .take();
    Some((column, numbers))
}

/// The FTS5 table beside a table.
fn index_of(table: &str) -> String {
    format!("{table}_search")
}

/// The trigrams of the typed words that are looked up, each once. Empty if all words are shorter than one.
fn trigrams(typed: &str) -> Vec<String> {
    let typed = typed.trim().to_lowercase();
    // All addresses share their domain.
    let telling = match typed.split_once('@') {
        Some((name, _)) if name.chars().count() >= TRIGRAM => name,
        _ => &typed,
    };
    let letters: Vec<char> = telling.chars().collect();
    let within_words: Vec<_> = letters
        .windows(TRIGRAM)
        .filter(|trigram| !trigram.iter().any(|letter| letter.is_whitespace()))
        .collect();
    let Some(last) = within_words.len().checked_sub(1) else {
        return Vec::new();
    };
    // Overlapping trigrams add little.
    let apart = usize::clamp(last, 1, TRIGRAM);
    let (most, step) = match letters.iter().all(char::is_ascii_digit) {
        true => (MOST_OF_NUMBER, apart),
        false => (MOST_TRIGRAMS, usize::max(apart, last / (MOST_TRIGRAMS - 1))),
    };
    let mut asked: Vec<String> = Vec::new();
    for trigram in within_words.into_iter().rev().step_by(step).take(most) {
        let trigram = trigram.iter().collect();
        if !asked.contains(&trigram) {
            asked.push(trigram);
        }
    }
    asked
}

/// The FTS5 query for trigrams.
fn matching(trigrams: &[String]) -> String {
    let quoted = trigrams
        .iter()
        .map(|trigram| format!("\"{}\"", trigram.replace('"', "\"\"")));
    quoted.collect::<Vec<_>>().join(" AND ")
}

/// The searchable tables of a kind.
struct Searched(Vec<String>);

impl OfKind for Searched {
    fn of<K: Kind>() -> Self {
        Self(match K::PERSON_AND_ENROLMENT {
            true => vec![person_table(K::NAME), class_table(K::NAME)],
            false => vec![K::NAME.to_owned()],
        })
    }
}

/// Creates `pg_trgm` if the database's owner may; otherwise does nothing.
const EXTENSION: &str = "DO $$ BEGIN CREATE EXTENSION IF NOT EXISTS pg_trgm; EXCEPTION WHEN OTHERS THEN NULL; END $$";
/// Only one process creates indexes at a time.
const LOCK: u32 = 7420;

impl Store {
    /// Creates PostgreSQL's missing search indexes, if it has `pg_trgm` or permits it. SQLite's are part of the schema.
    pub(crate) async fn index_search(&self) -> Result<()> {
        if self.backend() == DatabaseBackend::Sqlite
            || self.has_search_index().await?
            || self.has_postponed_indexes().await?
        {
            return Ok(());
        }
        let transaction = self.writer.begin().await?;
        alone(&transaction, LOCK).await?;
        transaction.execute_unprepared(EXTENSION).await?;
        if counted(
            &transaction,
            "SELECT count(*) FROM pg_opclass WHERE opcname = 'gin_trgm_ops'",
        )
        .await?
            > 0
        {
            for table in of_all_kinds::<Searched>().into_iter().flat_map(|kind| kind.0) {
                let index = index_of(&table);
                let sql = format!("CREATE INDEX IF NOT EXISTS {index} ON {table} USING gin (search_text gin_trgm_ops)");
                transaction.execute_unprepared(&sql).await?;
            }
        }
        Ok(transaction.commit().await?)
    }

    /// True if searches have an index. On PostgreSQL that needs the extension `pg_trgm`.
    pub async fn has_search_index(&self) -> Result<bool> {
        if self.backend() == DatabaseBackend::Sqlite {
            return Ok(true);
        }
        let indexes: Vec<_> = of_all_kinds::<Searched>()
            .into_iter()
            .flat_map(|kind| kind.0)
            .map(|table| format!("'{}'", index_of(&table)))
            .collect();
        let sql = format!(
            "SELECT count(*) FROM pg_indexes WHERE schemaname = current_schema() AND indexname IN ({})",
            indexes.join(", ")
        );
        Ok(counted(&self.reader, &sql).await? == indexes.len() as i64)
    }

    /// The rows of a kind (for a kind of enrolments, the people) with a field that contains the typed text, ignoring case:
    /// the first `shown` ones, and the number of all, at most [`MOST_FOUND`]. An exact match of the number comes first; if a
    /// whole number was typed, it is the only result. Results are cached like those of lists.
    pub async fn find<K: Kind>(&self, typed: &str, shown: usize) -> Result<(Vec<Stored<K>>, usize)> {
        let as_of = self.as_of::<K>().await?;
        let search = format!("{} {typed}", K::NAME);
        if let Some(ids) = self.search_cache.all(&search, as_of) {
            let first = &ids[..shown.min(ids.len())];
            let is_one = Expr::col((object_table::<K>(), "id")).is_in(first.iter().copied());
            let rows: Vec<Stored<K>> = all(&self.reader, select_objects::<K>().and_where(is_one), read).await?;
            let mut rows: HashMap<_, _> = rows.into_iter().map(|row| (row.id, row)).collect();
            return Ok((first.iter().filter_map(|id| rows.remove(id)).collect(), ids.len()));
        }
        let mut rows = self.look_for::<K>(typed).await?;
        let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
        self.search_cache.remember_all(&search, as_of, &ids);
        rows.truncate(shown);
        Ok((rows, ids.len()))
    }

    async fn look_for<K: Kind>(&self, typed: &str) -> Result<Vec<Stored<K>>> {
        let number = Expr::col((object_table::<K>(), K::OBJECT_KEY.to_owned()));
        let exact = select_objects::<K>().and_where(number.eq(typed)).limit(1).take();
        // Teaching assignments hold their teacher's number, so the number identifies none of them.
        let exact: Vec<Stored<K>> = match K::IS_OBJECT {
            true => all(&self.reader, &exact, read).await?,
            false => Vec::new(),
        };
        let first = exact.first().map(|row| row.id);
        if first.is_some() && is_whole_number(typed) {
            return Ok(exact);
        }
        let mut others = self.holding::<K>(typed).await?;
        others.retain(|row| Some(row.id) != first);
        others.sort_by_cached_key(|row| {
            (
                row.row.label().to_lowercase(),
                value(&row.row, K::OBJECT_KEY).to_owned(),
            )
        });
        Ok(exact.into_iter().chain(others).collect())
    }

    /// At most [`MOST_FOUND`] rows that contain the typed text, in any order.
    async fn holding<K: Kind>(&self, typed: &str) -> Result<Vec<Stored<K>>> {
        let table = object_table::<K>();
        let rows = |ids: SelectStatement| {
            let is_one = Expr::col((table.clone(), "id")).in_subquery(ids);
            select_objects::<K>().and_where(is_one).take()
        };
        if self.backend() == DatabaseBackend::Postgres && typed.chars().count() >= TRIGRAM {
            let common: Vec<Stored<K>> = all(&self.reader, &rows(found_early(&table, typed)), read).await?;
            if common.len() as u64 == MOST_FOUND {
                return Ok(common);
            }
        }
        let found = found(&self.trigrams, &table, typed).limit(MOST_FOUND).take();
        all(&self.reader, &rows(found), read).await
    }
}

/// True if the text is probably a person's number: so many digits are rarely part of another text.
fn is_whole_number(typed: &str) -> bool {
    typed.len() >= WHOLE_NUMBER && typed.bytes().all(|letter| letter.is_ascii_digit())
}

/// The ids of matching rows among the first of a table, if the text is common among the last ones; otherwise none.
/// PostgreSQL fetches everything that an index names before it returns the first row, so common text is found here much
/// sooner.
fn found_early(table: &str, typed: &str) -> SelectStatement {
    let holding = |most: u64, order: Order, name: &'static str| {
        let some = Query::select()
            .columns(["id", "search_text"])
            .from(table.to_owned())
            .order_by("id", order)
            .limit(most)
            .take();
        Query::select()
            .from_subquery(some, name)
            .and_where(contains(typed))
            .take()
    };
    // Consecutive numbers are close together among the first rows without being common.
    let in_sample = holding(SAMPLE, Order::Desc, "sample")
        .expr(Func::count(Expr::val(1)))
        .take();
    holding(LOOKED_THROUGH, Order::Asc, "first")
        .column("id")
        .and_where(Expr::SubQuery(None, Box::new(SubQueryStatement::from(in_sample))).gte(COMMON))
        .limit(MOST_FOUND)
        .take()
}

async fn counted(connection: &impl ConnectionTrait, sql: &str) -> Result<i64> {
    let statement = Statement::from_string(DatabaseBackend::Postgres, sql);
    let row = connection.query_one_raw(statement).await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default())
}
