//! Tallies: the number of rows of a kind in each state. Triggers of the schema (`schema/`) maintain them, in the transaction of
//! each write; the cells here are theirs.
//!
//! A row counts in several cells: under its state, under the code of its failure's reason, among the rows that the source no
//! longer lists. SQLite has one row per cell, to which each write adds. On PostgreSQL each statement adds a row for each
//! cell that it changes, so that no writer waits for another. The number is their sum, and now and then they are summed up
//! ([`crate::Store::changed`]).

use crate::tables::{membership_table, object_table};
use sea_orm::{
    ActiveEnum, ConnectionTrait, DatabaseBackend, DbErr, DeriveActiveEnum, EnumIter,
    sea_query::{Expr, ExprTrait, OnConflict, Query},
};
use selaras_kinds::{Kind, OfKind, of_all_kinds};

/// The state that is counted together with its reason.
const FAILED: &str = "gagal";

/// What is counted in the rows of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counted {
    /// Objects of the platform by their state, and why they could not be sent.
    Objects,
    /// Rows that the source no longer lists.
    Listed,
    /// Enrolments by their state, and why they failed.
    Enrolments,
}

/// A table with the cells in which its rows count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tallied {
    /// The name of the kind.
    pub(crate) kind: &'static str,
    pub(crate) table: String,
    pub(crate) counted: Vec<Counted>,
}

/// What a cell counts; stored under its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub(crate) enum What {
    /// Objects by their state, the column of this name.
    Migration,
    /// Enrolments by their state, the column of this name.
    Enroll,
    /// Rows that the source no longer lists.
    Missing,
    /// Enrolments that the source no longer lists, by their state.
    MissingEnroll,
    /// Objects that could not be sent, by the reason's code.
    NotSent,
    /// Enrolments that failed, by the reason's code.
    NotEnrolled,
}

/// A cell in which a row may count.
struct Cell {
    what: What,
    /// The state, or the code of the reason, as SQL.
    word: String,
    /// The row's reason, as SQL.
    sample: String,
    /// The condition for a row to count, as SQL.
    holds: String,
}

impl Cell {
    /// The beginning of a query for what a row adds to it, if it counts `number` times.
    fn counted(&self, number: &str) -> String {
        let Self { word, sample, .. } = self;
        let what = self.what.to_value();
        format!("SELECT '{what}' AS what, {word} AS word, {number} AS number, CAST({sample} AS text) AS sample")
    }
}

impl Counted {
    /// The cells of a row that is called `row` in SQL.
    fn cells(self, row: &str, backend: DatabaseBackend) -> Vec<Cell> {
        let by_state = |what: What| Cell {
            what,
            word: format!("{row}.{}", what.to_value()),
            sample: "NULL".to_owned(),
            holds: format!("{row}.{} IS NOT NULL", what.to_value()),
        };
        let by_reason = |what, state: &str, column: &str| Cell {
            what,
            word: code(&format!("{row}.{column}"), backend),
            sample: format!("{row}.{column}"),
            holds: format!("{row}.{state} = '{FAILED}' AND {row}.{column} IS NOT NULL"),
        };
        match self {
            Self::Objects => vec![
                by_state(What::Migration),
                by_reason(What::NotSent, "migration", "migration_reason"),
            ],
            Self::Listed => vec![Cell {
                what: What::Missing,
                word: "''".to_owned(),
                sample: "NULL".to_owned(),
                holds: format!("{row}.missing_since IS NOT NULL"),
            }],
            Self::Enrolments => vec![
                by_state(What::Enroll),
                by_reason(What::NotEnrolled, "enroll", "enroll_reason"),
                Cell {
                    what: What::MissingEnroll,
                    word: format!("{row}.enroll"),
                    sample: "NULL".to_owned(),
                    holds: format!("{row}.missing_since IS NOT NULL AND {row}.enroll IS NOT NULL"),
                },
            ],
        }
    }
}

/// The code at the beginning of a stored reason; empty for a sentence of an earlier version.
fn code(reason: &str, backend: DatabaseBackend) -> String {
    let code = match backend {
        DatabaseBackend::Sqlite => format!("substr({reason}, 10, instr(substr({reason}, 10), '\"') - 1)"),
        _ => format!("split_part({reason}, '\"', 4)"),
    };
    format!("CASE WHEN substr({reason}, 1, 9) = '{{\"code\":\"' THEN {code} ELSE '' END")
}

impl Tallied {
    /// The counted tables of a kind.
    pub(crate) fn of<K: Kind>() -> Vec<Self> {
        let mut tables: Vec<Self> = Vec::new();
        let mut counts = |table: String, counted| match tables.iter_mut().find(|tallied| tallied.table == table) {
            Some(tallied) => tallied.counted.push(counted),
            None => tables.push(Self {
                kind: K::NAME,
                table,
                counted: vec![counted],
            }),
        };
        if K::IS_OBJECT {
            counts(object_table::<K>(), Counted::Objects);
        }
        counts(membership_table::<K>(), Counted::Listed);
        if K::MEMBERSHIP.is_some() {
            counts(membership_table::<K>(), Counted::Enrolments);
        }
        tables
    }

    fn cells(&self, row: &str, backend: DatabaseBackend) -> Vec<Cell> {
        let cells = |counted: &Counted| counted.cells(row, backend);
        self.counted.iter().flat_map(cells).collect()
    }

    /// A query for the cells of all rows of `rows`, each counted `number` times.
    fn each(&self, rows: &str, number: &str, backend: DatabaseBackend) -> String {
        let selects: Vec<_> = self
            .cells(rows, backend)
            .into_iter()
            .map(|cell| format!("{} FROM {rows} WHERE {}", cell.counted(number), cell.holds))
            .collect();
        selects.join(" UNION ALL ")
    }

    /// The statement that adds the cells of a query.
    fn adding(&self, cells: &str) -> String {
        format!(
            "INSERT INTO tally (kind, what, word, number, sample) SELECT '{kind}', what, word, sum(number), max(sample) \
             FROM ({cells}) AS cells GROUP BY what, word HAVING sum(number) <> 0",
            kind = self.kind,
        )
    }

    /// Counts the existing rows.
    async fn count(&self, connection: &impl ConnectionTrait) -> std::result::Result<(), DbErr> {
        let sql = self.adding(&self.each(&self.table, "1", connection.get_database_backend()));
        connection.execute_unprepared(&sql).await.map(drop)
    }
}

/// The SQLite trigger that counts new rows of a table.
pub(crate) fn made_trigger(table: &str) -> String {
    format!("{table}_tally_made")
}

/// Counts new enrolments that SQLite's trigger has skipped.
pub(crate) async fn add_made_enrolments(
    connection: &impl ConnectionTrait,
    kind: &str,
    enrolments: u64,
) -> std::result::Result<(), DbErr> {
    let of_cell = ["kind", "what", "word"];
    let mut more = OnConflict::columns(of_cell);
    more.value(
        "number",
        Expr::col(("tally", "number")).add(Expr::col(("excluded", "number"))),
    );
    let add = Query::insert()
        .into_table("tally")
        .columns(of_cell.into_iter().chain(["number"]))
        .values_panic([
            kind.into(),
            What::Enroll.to_value().into(),
            "belum".into(),
            enrolments.cast_signed().into(),
        ])
        .on_conflict(more)
        .take();
    connection.execute(&add).await.map(drop)
}

/// The counted tables of all kinds.
struct Tables(Vec<Tallied>);

impl OfKind for Tables {
    fn of<K: Kind>() -> Self {
        Self(Tallied::of::<K>())
    }
}

/// Counts all rows again, after they came in without the triggers.
pub(crate) async fn recount(connection: &impl ConnectionTrait) -> std::result::Result<(), DbErr> {
    connection.execute_unprepared("DELETE FROM tally").await?;
    for tallied in of_all_kinds::<Tables>().into_iter().flat_map(|tables| tables.0) {
        tallied.count(connection).await?;
    }
    Ok(())
}
