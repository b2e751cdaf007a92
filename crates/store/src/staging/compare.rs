//! Compares the staged rows with the stored ones. The rules of a sync stand here (contract, section 11).

use super::{Cell, Staging, same};
use crate::{
    Result,
    rows::{EnrolmentState, read_fields},
};
use futures::{Stream, TryStreamExt};
use sea_orm::{ActiveEnum, ConnectionTrait, DbErr, DeriveActiveEnum, EnumIter, TryGetable};
use selaras_kinds::{CLASS_ID, Field, Kind, identity};
use std::collections::HashMap;

/// What becomes of a staged row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Verdict {
    /// It is new.
    Create,
    /// It has changed at the source since the last sync.
    Update,
    /// Nothing needs to be written.
    Unchanged,
    /// It was changed in the dashboard and not at the source, and stays so.
    EditedHere,
    /// An earlier, interrupted attempt of the same job wrote and counted it.
    Done,
    /// Its stored row is flagged as gone, and the source lists it again, unchanged.
    Returned,
    /// The list has its key more than once, with other values.
    Twice,
    /// It was changed in the dashboard and at the source.
    BothSides,
    /// The stored row was entered by form, and the source sends another one under its key.
    EnteredHere,
    /// The stored enrolment was entered by form, and the source lists it too.
    Adopted,
    /// The text of an enrolment differs from the stored one, and means the same.
    Reworded,
}

/// A staged row.
#[derive(Debug, Clone)]
pub struct StagedRow<K> {
    /// Its number in the list.
    pub number: i64,
    /// The id of its stored row; 0 if it has none.
    pub id: i64,
    /// Its fields.
    pub row: K,
}

impl<K: Kind> Staging<K> {
    /// Compares all rows with the stored ones. `insist` lets the source win where both sides have changed: a person asked for
    /// these very rows.
    pub async fn compare(&self, insist: bool, job: Option<i64>) -> Result<()> {
        self.analyze("staged_row").await?;
        self.connection.execute_unprepared("DELETE FROM staged_verdict").await?;
        // Rows of one key that differ: none of them is taken.
        let grouped = "SELECT *, MIN(fingerprint) OVER same <> MAX(fingerprint) OVER same AS differs, \
                      MIN(number) OVER same < number AS repeats FROM staged_row WINDOW same AS (PARTITION BY plain_hash)";
        let joined = format!(
            "({grouped}) AS s LEFT JOIN {} AS t ON {}",
            K::NAME,
            same(identity::<K>())
        );
        self.insert_verdicts(&joined, insist, job).await?;
        let tied = format!(
            "(SELECT *, FALSE AS differs, FALSE AS repeats FROM staged_row) AS s JOIN staged_tie AS x ON x.number = s.number \
             JOIN {} AS t ON t.id = x.id",
            K::NAME
        );
        self.connection
            .execute_unprepared("DELETE FROM staged_verdict WHERE number IN (SELECT number FROM staged_tie)")
            .await?;
        self.insert_verdicts(&tied, insist, job).await
    }

    async fn insert_verdicts(&self, joined: &str, insist: bool, job: Option<i64>) -> Result<()> {
        let verdict = verdict(insist, job, "t.missing_since IS NOT NULL");
        self.connection
            .execute_unprepared(&format!(
                "INSERT INTO staged_verdict (number, id, verdict) SELECT s.number, t.id, CASE \
                 WHEN s.key_hash IN (SELECT key_hash FROM staged_left_out) THEN 'unchanged' \
                 WHEN s.differs THEN 'twice' \
                 WHEN s.repeats THEN 'unchanged' \
                 ELSE {verdict} END FROM {joined}"
            ))
            .await?;
        Ok(())
    }

    /// The number of rows by verdict.
    pub async fn counts(&self) -> Result<HashMap<Verdict, i64>> {
        let select = self.statement("SELECT verdict, COUNT(*) FROM staged_verdict GROUP BY verdict");
        let mut counts = HashMap::new();
        for row in self.connection.query_all_raw(select).await? {
            counts.insert(
                Verdict::try_get_by(&row, 0).map_err(DbErr::from)?,
                row.try_get_by_index(1)?,
            );
        }
        Ok(counts)
    }

    /// The number of different rows.
    pub async fn different(&self) -> Result<i64> {
        let different = self.number("SELECT COUNT(DISTINCT key_hash) FROM staged_row").await?;
        Ok(different.unwrap_or_default())
    }

    /// The number of stored rows that the source had until now; without rows flagged as gone.
    pub async fn held(&self) -> Result<i64> {
        let held = self.number(format!(
            "SELECT COUNT(*) FROM {} WHERE source_fingerprint IS NOT NULL AND missing_since IS NULL",
            K::NAME
        ));
        Ok(held.await?.unwrap_or_default())
    }

    /// The next rows of a verdict after the row with this number, at most `limit`; of enrolments, the people, each as they came
    /// first.
    pub async fn next_objects(&self, verdict: Verdict, after: i64, limit: usize) -> Result<Vec<StagedRow<K>>> {
        if !K::PERSON_AND_ENROLMENT {
            return self.next(verdict, after, limit).await;
        }
        let verdict = verdict.to_value();
        let people = format!(
            "known_person AS v JOIN staged_row AS s ON s.number = v.number JOIN staged_class AS c ON c.number = s.class \
             WHERE v.verdict = '{verdict}' AND v.number > {after}"
        );
        self.staged_rows(&people, limit).await
    }

    /// The next rows of a verdict after the row with this number, at most `limit`.
    pub async fn next(&self, verdict: Verdict, after: i64, limit: usize) -> Result<Vec<StagedRow<K>>> {
        let staged = if K::PERSON_AND_ENROLMENT {
            OF_ENROLMENT
        } else {
            "staged_row AS s ON s.number = v.number"
        };
        let verdict = verdict.to_value();
        let rows = format!("staged_verdict AS v JOIN {staged} WHERE v.verdict = '{verdict}' AND v.number > {after}");
        self.staged_rows(&rows, limit).await
    }

    /// The first of some staged rows `s`, for enrolments with their classes `c`, in the order of the numbers of `v`.
    pub(super) async fn staged_rows(&self, rows: &str, limit: usize) -> Result<Vec<StagedRow<K>>> {
        let columns: Vec<_> = K::FIELDS.iter().map(staged_column).collect();
        let select = self.statement(format!(
            "SELECT {}, v.number, COALESCE(v.id, 0) FROM {rows} ORDER BY v.number LIMIT {limit}",
            columns.join(", ")
        ));
        let rows = self.connection.query_all_raw(select).await?;
        let rows = rows.iter().map(|row| {
            Ok(StagedRow {
                row: read_fields(row, 0, K::FIELDS)?,
                number: row.try_get_by_index(K::FIELDS.len())?,
                id: row.try_get_by_index(K::FIELDS.len() + 1)?,
            })
        });
        rows.collect()
    }

    /// The hashed key and the fingerprint of each row that is not unchanged.
    pub async fn changes(&self) -> Result<impl Stream<Item = Result<[i64; 2]>>> {
        let select = if K::PERSON_AND_ENROLMENT {
            "SELECT s.key_hash, s.fingerprint FROM known_person AS v JOIN staged_row AS s ON s.number = v.number \
             WHERE v.verdict IN ('update', 'both_sides', 'entered_here') \
             UNION ALL SELECT v.key_hash, s.fingerprint FROM staged_verdict AS v JOIN staged_row AS s ON s.number = v.person \
             WHERE v.verdict IN ('create', 'returned')"
        } else {
            "SELECT s.key_hash, s.fingerprint FROM staged_verdict AS v JOIN staged_row AS s ON s.number = v.number \
             WHERE v.verdict NOT IN ('unchanged', 'edited_here', 'done')"
        };
        let select = self.statement(select);
        let rows = self.connection.stream_text(select).await?;
        let rows = rows.map_err(crate::StoreError::from);
        Ok(rows.and_then(|row| async move { Ok([row.try_get_by_index(0)?, row.try_get_by_index(1)?]) }))
    }

    /// The ids of the stored rows that the list no longer has, and that are not flagged yet. `enrolled` adds flagged ones of people
    /// who are still enrolled on the platform.
    pub async fn missing(&self, enrolled: bool) -> Result<Vec<i64>> {
        let missing = missing_in::<K>("", enrolled);
        self.numbers(format!(
            "SELECT id FROM {} WHERE source_fingerprint IS NOT NULL AND {missing} \
             AND id NOT IN (SELECT id FROM staged_verdict WHERE id IS NOT NULL) \
             AND id NOT IN (SELECT id FROM staged_stay) \
             AND key_hash NOT IN (SELECT key_hash FROM staged_left_out) ORDER BY id",
            K::NAME
        ))
        .await
    }

    /// New rows with the id of their class, each with the stored row without one that has the same key otherwise. Only stored
    /// rows that no row of the list has.
    pub async fn untied(&self) -> Result<Vec<[i64; 2]>> {
        if K::PERSON_AND_ENROLMENT {
            return self.untied_enrolments().await;
        }
        self.pairs(format!(
            "SELECT s.number, t.id FROM staged_verdict AS v JOIN staged_row AS s ON s.number = v.number \
             JOIN {} AS t ON t.{CLASS_ID} = '' AND {} WHERE v.verdict = 'create' AND s.{CLASS_ID} <> '' \
             AND t.id NOT IN (SELECT id FROM staged_verdict WHERE id IS NOT NULL) ORDER BY s.number",
            K::NAME,
            same(K::KEY.iter().copied())
        ))
        .await
    }

    /// The rows of a statement of one number.
    pub(super) async fn numbers(&self, sql: String) -> Result<Vec<i64>> {
        let rows = self.connection.query_all_raw(self.statement(sql)).await?;
        rows.iter().map(|row| Ok(row.try_get_by_index(0)?)).collect()
    }

    /// The rows of a statement of two numbers.
    pub(super) async fn pairs(&self, sql: String) -> Result<Vec<[i64; 2]>> {
        let rows = self.connection.query_all_raw(self.statement(sql)).await?;
        let rows = rows
            .iter()
            .map(|row| Ok([row.try_get_by_index(0)?, row.try_get_by_index(1)?]));
        rows.collect()
    }

    /// Ties staged rows to stored ones, by number and id: they are the same, although their keys differ.
    pub async fn tie(&self, ties: &[[i64; 2]]) -> Result<()> {
        let ties = ties.iter().flatten().map(|number| Cell::from(*number)).collect();
        self.fill("staged_tie", &["number", "id"], ties).await
    }
}

/// What becomes of a staged row `s` beside its stored row `t`, if the list has it once. `is_flagged` says whether that is flagged as
/// gone. `insist` lets the source win where both sides have changed. Rows that `job` wrote are done.
pub(super) fn verdict(insist: bool, job: Option<i64>, is_flagged: &str) -> String {
    let done = job.map_or_else(|| "FALSE".to_owned(), |job| format!("t.written_in = {job}"));
    let insist = if insist { "TRUE" } else { "FALSE" };
    format!(
        "CASE WHEN t.id IS NULL THEN 'create' \
         WHEN t.fingerprint = s.fingerprint AND t.source_fingerprint IS DISTINCT FROM s.fingerprint THEN 'update' \
         WHEN t.fingerprint = s.fingerprint OR (t.source_fingerprint = s.fingerprint AND NOT {insist}) THEN \
         CASE WHEN {is_flagged} THEN 'returned' WHEN {done} THEN 'done' \
         WHEN t.fingerprint <> s.fingerprint THEN 'edited_here' ELSE 'unchanged' END \
         WHEN {insist} THEN 'update' \
         WHEN t.source_fingerprint IS NULL THEN 'entered_here' \
         WHEN t.source_fingerprint <> t.fingerprint THEN 'both_sides' \
         ELSE 'update' END"
    )
}

/// The condition that a row of a table is not flagged as gone, or with `enrolled` that it is enrolled on the platform.
pub(super) fn missing_in<K: Kind>(table: &str, enrolled: bool) -> String {
    match K::MEMBERSHIP {
        Some(_) if enrolled => {
            let state = EnrolmentState::Sudah.as_str();
            format!("({table}missing_since IS NULL OR {table}enroll = '{state}')")
        }
        _ => format!("{table}missing_since IS NULL"),
    }
}

/// The person `s` and the class `c` of an enrolment `v`, to be joined with it.
pub(super) const OF_ENROLMENT: &str =
    "staged_row AS s ON s.number = v.person JOIN staged_class AS c ON c.number = v.class";

/// A column of a staged row `s`, or of its class `c`.
fn staged_column<K: Kind>(field: &Field<K>) -> String {
    let table = if field.of_class { "c" } else { "s" };
    format!("{table}.\"{}\"", field.name)
}
