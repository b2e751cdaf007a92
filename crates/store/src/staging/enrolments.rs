//! Staged enrolments: each is a few numbers, which name its person and its class among the staged ones.

use super::{Cell, Staging, listed, own_columns};
use crate::{Result, rows::read_fields};
use sea_orm::{ConnectionTrait, DatabaseBackend};
use selaras_kinds::{Kind, class_fields, own_fields, search_text_of};

/// What a row of enrolments says of its person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    /// What an earlier row has said.
    Same = 0,
    /// The description of a person who comes for the first time.
    First = 1,
    /// Something else than an earlier row.
    Otherwise = 2,
}

/// An enrolment as it is staged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StagedEnrolment {
    /// The number of the class, counted from 1.
    pub class: u32,
    /// The number of the person, counted from 1.
    pub person: u32,
    /// Its hashed key.
    pub key_hash: i64,
    /// The hash of the source's text, or [`READ_AGAIN`](crate::enrolments::READ_AGAIN).
    pub source_hash: i64,
    /// What its row says of the person.
    pub says: Says,
}

impl<K: Kind> Staging<K> {
    /// Stages people, after those before them, each with the number of the class in which they came first.
    pub async fn add_people(&mut self, people: &[(u32, K)]) -> Result<()> {
        self.add_beside(people.iter().map(|(class, row)| (i64::from(*class), row)))
            .await
    }

    /// Stages the classes of enrolments, after those before them, by rows that name them.
    pub async fn add_classes(&mut self, rows: &[K]) -> Result<()> {
        let columns: Vec<_> = ["number", "search_text"]
            .into_iter()
            .chain(class_columns::<K>())
            .collect();
        let mut cells = Vec::with_capacity(rows.len() * columns.len());
        for row in rows {
            self.classes += 1;
            cells.push(self.classes.into());
            cells.push(Cell::Text(search_text_of(row, class_fields::<K>())));
            cells.extend(class_fields::<K>().map(|field| Cell::from((field.get)(row).as_str())));
        }
        self.fill("staged_class", &columns, cells).await
    }

    /// Stages enrolments of staged people and classes. Those of one person in one class come in the order of the list.
    pub async fn add_enrolments(&mut self, enrolments: &[StagedEnrolment]) -> Result<()> {
        let columns = ["number", "class", "person", "key_hash", "source_hash", "says"];
        let mut cells = Vec::with_capacity(enrolments.len() * columns.len());
        for enrolment in enrolments {
            self.enrolments += 1;
            let numbers = [
                self.enrolments,
                i64::from(enrolment.class),
                i64::from(enrolment.person),
                enrolment.key_hash,
                enrolment.source_hash,
                enrolment.says as i64,
            ];
            cells.extend(numbers.map(Cell::from));
        }
        self.fill("staged_enrolment", &columns, cells).await
    }

    /// Stages rows that describe a staged person otherwise, each with the person's number.
    pub async fn add_others(&mut self, rows: &[(u32, K)]) -> Result<()> {
        let columns: Vec<_> = ["person"]
            .into_iter()
            .chain(K::FIELDS.iter().map(|field| field.name))
            .collect();
        let mut cells = Vec::with_capacity(rows.len() * columns.len());
        for (person, row) in rows {
            cells.push(i64::from(*person).into());
            cells.extend(K::FIELDS.iter().map(|field| Cell::from((field.get)(row).as_str())));
        }
        self.fill("staged_other", &columns, cells).await
    }

    /// The next rows that describe a staged person otherwise, after the one with this number: its number, the row, and the
    /// person as described first.
    pub async fn next_others(&self, after: i64, limit: usize) -> Result<Vec<(i64, K, K)>> {
        let select = self.statement(format!(
            "SELECT o.number, {}, {} FROM staged_other AS o JOIN staged_row AS s ON s.number = o.person \
             WHERE o.number > {after} ORDER BY o.number LIMIT {limit}",
            listed("o.", K::FIELDS.iter().map(|field| field.name)),
            listed("s.", own_columns::<K>()),
        ));
        let rows = self.connection.query_all_raw(select).await?;
        let rows = rows.iter().map(|row| {
            let first = read_fields(row, 1 + K::FIELDS.len(), own_fields::<K>())?;
            Ok((row.try_get_by_index(0)?, read_fields(row, 1, K::FIELDS)?, first))
        });
        rows.collect()
    }

    /// The number of different enrolments.
    pub async fn different_enrolments(&self) -> Result<i64> {
        let different = "SELECT COUNT(*) FROM (SELECT DISTINCT class, person FROM staged_enrolment) AS different";
        Ok(self.number(different).await?.unwrap_or_default())
    }

    /// Orders the staged enrolments by class and person. `looked_up` means that they will also be looked up one by one.
    pub async fn order_enrolments(&self, looked_up: bool) -> Result<()> {
        let index = match (self.store.backend(), looked_up) {
            (DatabaseBackend::Sqlite, _) => {
                "CREATE INDEX temp.staged_in_order ON staged_enrolment (class, person, number, key_hash, source_hash)"
            }
            (_, true) => "CREATE INDEX staged_in_order ON staged_enrolment (class, person)",
            // They come in sorted runs, so a small index of their blocks is enough for ranges.
            (_, false) => {
                "CREATE INDEX staged_in_order ON staged_enrolment USING brin (class, person) WITH (pages_per_range = 4)"
            }
        };
        self.connection.execute_unprepared(index).await?;
        self.analyze("staged_enrolment, staged_class, staged_known").await
    }
}

/// The columns that name the class of an enrolment.
pub(super) fn class_columns<K: Kind>() -> impl Iterator<Item = &'static str> {
    class_fields::<K>().map(|field| field.name)
}
