//! Staged enrolments: each is a few numbers, which name its person and its class among the staged ones. A list of which the
//! dashboard has no rows yet is written from here: no row needs to be compared.

use super::{Cell, Staging, listed, own_columns, same};
use crate::{
    Result,
    connection::{Transaction, is_taken},
    enrolments::class_key,
    first_load::counts_itself,
    jobs::{Counts, Outcome},
    recreated::lock_table,
    rows::{EnrolmentState, Migration, read_fields},
    tables::{READ_AGAIN, class_table, enrolment_table, person_table},
    tally::add_made_enrolments,
};
use sea_orm::{ConnectionTrait, DatabaseBackend, DbErr, Statement};
use selaras_kinds::{Kind, class_fields, own_fields, search_text_of};

/// An enrolment as it is staged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StagedEnrolment {
    /// The number of the class, counted from 1.
    pub class: u32,
    /// The number of the person, counted from 1.
    pub person: u32,
    /// Its hashed key.
    pub key_hash: i64,
    /// The hash of the source's text, or [`READ_AGAIN`](crate::enrolments::READ_AGAIN).
    pub source_hash: i64,
}

/// Enrolments of one transaction of a first load.
const ENROLMENTS: i64 = 50_000;
/// People of one transaction.
const PEOPLE: i64 = 20_000;
/// Columns of an enrolment that a first load writes.
const ENROLMENT_COLUMNS: &str = "person_id, class_id, key_hash, source_hash, enroll, created_in, written_in";

/// A range of staged enrolments: classes, or some people of one class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    classes: [i64; 2],
    people: Option<[i64; 2]>,
}

/// How the staged numbers become ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ids {
    /// They were drawn as one block: the id is the number and this one.
    Block(i64),
    /// Some were there already: they are looked up in this table.
    Known(&'static str),
}

impl Ids {
    /// The id behind a column with a number.
    fn of(self, column: &str) -> String {
        match self {
            Self::Block(before) => format!("{column} + {before}"),
            Self::Known(table) => format!("(SELECT id FROM {table} WHERE number = {column})"),
        }
    }
}

/// The ids of the classes and people of a first load.
#[derive(Debug, Clone, Copy)]
pub struct FirstIds {
    classes: Ids,
    people: Ids,
}

impl<K: Kind> Staging<K> {
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

    /// Stages enrolments of staged people and classes.
    pub async fn add_enrolments(&mut self, enrolments: &[StagedEnrolment]) -> Result<()> {
        let numbers = enrolments.iter().flat_map(|enrolment| {
            [
                i64::from(enrolment.class),
                i64::from(enrolment.person),
                enrolment.key_hash,
                enrolment.source_hash,
            ]
        });
        let columns = ["class", "person", "key_hash", "source_hash"];
        self.fill("staged_enrolment", &columns, numbers.map(Cell::from).collect())
            .await
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

    /// The number of different enrolments. `agreed` leaves out those with a row that describes its person otherwise than an earlier
    /// one.
    pub async fn different_enrolments(&self, agreed: bool) -> Result<i64> {
        let which = if agreed {
            format!(" WHERE source_hash <> {READ_AGAIN}")
        } else {
            String::new()
        };
        let different = format!("SELECT DISTINCT class, person FROM staged_enrolment{which}");
        let counted = format!("SELECT COUNT(*) FROM ({different}) AS different");
        Ok(self.number(counted).await?.unwrap_or_default())
    }

    /// Some enrolments, with the fields of their people and classes.
    pub async fn some_enrolments(&self, limit: usize) -> Result<Vec<K>> {
        let columns: Vec<_> = K::FIELDS
            .iter()
            .map(|field| format!("{}.\"{}\"", if field.of_class { "c" } else { "s" }, field.name))
            .collect();
        let select = self.statement(format!(
            "SELECT {} FROM (SELECT class, person FROM staged_enrolment LIMIT {limit}) AS e \
             JOIN staged_row AS s ON s.number = e.person JOIN staged_class AS c ON c.number = e.class",
            columns.join(", ")
        ));
        let rows = self.connection.query_all_raw(select).await?;
        rows.iter().map(|row| Ok(read_fields(row, 0, K::FIELDS)?)).collect()
    }

    /// Orders the staged enrolments, and writes the classes and people that the dashboard does not have. `checkpoint` may stop it
    /// between transactions.
    pub async fn create_people<E: From<crate::StoreError>>(
        &self,
        job: i64,
        checkpoint: impl Fn() -> std::result::Result<(), E>,
    ) -> std::result::Result<FirstIds, E> {
        self.order_enrolments().await?;
        checkpoint()?;
        let classes = self.create_classes().await?;
        let before = self.draw(&person_table(K::NAME), self.rows).await?;
        let mut made = 0;
        for first in (1..=self.rows).step_by(PEOPLE as usize) {
            checkpoint()?;
            made += self.create_some_people(job, before, first).await?;
        }
        let people = match made == self.rows {
            true => Ids::Block(before),
            false => {
                let same = same(std::iter::once(K::OBJECT_KEY));
                self.look_up("known_person", "staged_row", &person_table(K::NAME), &same)
                    .await?
            }
        };
        Ok(FirstIds { classes, people })
    }

    async fn order_enrolments(&self) -> Result<()> {
        // The runs are sorted, so on PostgreSQL a small index of their blocks is enough.
        let order = match self.store.backend() {
            DatabaseBackend::Sqlite => {
                "CREATE INDEX temp.staged_in_order ON staged_enrolment (class, person, key_hash, source_hash)"
            }
            _ => {
                "CREATE INDEX staged_in_order ON staged_enrolment USING brin (class, person) WITH (pages_per_range = 4); \
                 ANALYZE staged_enrolment; ANALYZE staged_row"
            }
        };
        self.connection.execute_unprepared(order).await?;
        Ok(())
    }

    async fn create_classes(&self) -> Result<Ids> {
        let table = class_table(K::NAME);
        let before = self.draw(&table, self.classes).await?;
        let names = listed("", class_columns::<K>());
        let key = || class_key::<K>().map(|field| field.name);
        let _turn = self.store.writers_turn().await?;
        let made = self
            .connection
            .execute_unprepared(&format!(
                "INSERT INTO {table} (id, {names}, search_text) SELECT number + {before}, {names}, search_text FROM staged_class \
                 WHERE TRUE ORDER BY number ON CONFLICT ({}) DO NOTHING",
                listed("", key()),
            ))
            .await?;
        if made.rows_affected() == self.classes.unsigned_abs() {
            return Ok(Ids::Block(before));
        }
        self.look_up("known_class", "staged_class", &table, &same(key())).await
    }

    async fn create_some_people(&self, job: i64, before: i64, first: i64) -> Result<i64> {
        let table = person_table(K::NAME);
        let own = listed("", own_columns::<K>());
        let _turn = self.store.writers_turn().await?;
        let transaction = self.connection.begin().await?;
        let at = transaction.now();
        let insert = format!(
            "INSERT INTO {table} (id, {own}, key_hash, fingerprint, search_text, source_fingerprint, migration, synced_at, \
             created_in, written_in) SELECT number + {before}, {own}, key_hash, fingerprint, search_text, fingerprint, '{}', \
             {at}, {job}, {job} FROM staged_row WHERE number BETWEEN {first} AND {} ORDER BY number \
             ON CONFLICT (\"{}\") DO NOTHING",
            Migration::Belum.as_str(),
            first + PEOPLE - 1,
            K::OBJECT_KEY
        );
        let made = transaction.execute_unprepared(&insert).await?.rows_affected();
        transaction.commit().await?;
        Ok(made.cast_signed())
    }

    /// Draws a block of so many ids of a table. Returns the number before the first.
    async fn draw(&self, table: &str, rows: i64) -> Result<i64> {
        let _turn = self.store.writers_turn().await?;
        let transaction = self.connection.begin().await?;
        let drawn = match self.store.backend() {
            DatabaseBackend::Sqlite => {
                // SQLite keeps here the last id of a table once it has had a row.
                let keep = format!(
                    "INSERT INTO sqlite_sequence (name, seq) SELECT '{table}', 0 WHERE NOT EXISTS \
                     (SELECT 1 FROM sqlite_sequence WHERE name = '{table}'); \
                     UPDATE sqlite_sequence SET seq = seq + {rows} WHERE name = '{table}'"
                );
                transaction.execute_unprepared(&keep).await?;
                format!("SELECT seq - {rows} FROM sqlite_sequence WHERE name = '{table}'")
            }
            _ => {
                // Others draw their ids while they insert.
                lock_table(&transaction, table).await?;
                let sequence = format!("pg_get_serial_sequence('{table}', 'id')");
                format!("SELECT setval({sequence}, nextval({sequence}) + {rows}) - {rows}")
            }
        };
        let drawn = Statement::from_string(self.store.backend(), drawn);
        let row = transaction
            .query_one_raw(drawn)
            .await?
            .ok_or(DbErr::RecordNotInserted)?;
        let before = row.try_get_by_index(0)?;
        transaction.commit().await?;
        Ok(before)
    }

    /// Looks up the ids of staged rows `s` among the rows `t` of a table.
    async fn look_up(&self, into: &'static str, staged: &str, table: &str, same: &str) -> Result<Ids> {
        self.connection
            .execute_unprepared(&format!(
                "CREATE TEMPORARY TABLE {into} (number bigint PRIMARY KEY, id bigint NOT NULL); \
                 INSERT INTO {into} SELECT s.number, t.id FROM {staged} AS s JOIN {table} AS t ON {same}"
            ))
            .await?;
        Ok(Ids::Known(into))
    }

    /// The ranges in which the enrolments are written, each about as large, by the number of enrolments of each class.
    pub fn ranges(&self, of_classes: &[u32]) -> Vec<Range> {
        let (mut ranges, mut first, mut rows) = (Vec::new(), 1, 0);
        for (class, of_class) in (1_i64..).zip(of_classes) {
            rows += i64::from(*of_class);
            if rows < ENROLMENTS && class < of_classes.len() as i64 {
                continue;
            }
            let parts = if first == class { (rows / ENROLMENTS).max(1) } else { 1 };
            let size = self.rows / parts + 1;
            let people = |part: i64| (parts > 1).then(|| [part * size + 1, (part + 1) * size]);
            ranges.extend((0..parts).map(|part| Range {
                classes: [first, class],
                people: people(part),
            }));
            (first, rows) = (class + 1, 0);
        }
        ranges
    }

    /// Writes the enrolments of a range, with the job's counter, in one transaction. Returns how many there were.
    pub async fn create_enrolments(&self, job: i64, ids: FirstIds, range: Range) -> Result<i64> {
        match self.try_to_create(job, ids, range, "").await {
            // The list has one of them twice, or a form has created it since.
            Err(crate::StoreError::Database(error)) if is_taken(&error) => {
                let more = "ON CONFLICT (class_id, person_id) DO NOTHING";
                self.try_to_create(job, ids, range, more).await
            }
            created => created,
        }
    }

    async fn try_to_create(&self, job: i64, ids: FirstIds, range: Range, on_conflict: &str) -> Result<i64> {
        let [first, last] = range.classes;
        let people = range.people.map_or_else(String::new, |[first, last]| {
            format!(" AND person BETWEEN {first} AND {last}")
        });
        let insert = format!(
            "INSERT INTO {} ({ENROLMENT_COLUMNS}) SELECT {}, {}, key_hash, source_hash, '{}', {job}, {job} \
             FROM staged_enrolment WHERE class BETWEEN {first} AND {last}{people} ORDER BY class, person {on_conflict}",
            enrolment_table(K::NAME),
            ids.people.of("person"),
            ids.classes.of("class"),
            EnrolmentState::Belum.as_str(),
        );
        let _turn = self.store.writers_turn().await?;
        let transaction = self.connection.begin().await?;
        let made = match transaction.execute_unprepared(&insert).await {
            Ok(done) => done.rows_affected(),
            Err(error) => {
                transaction.rollback().await?;
                return Err(error.into());
            }
        };
        self.count_created(transaction, job, made).await?;
        Ok(made.cast_signed())
    }

    async fn count_created(&self, transaction: Transaction, job: i64, made: u64) -> Result<()> {
        if made > 0 && counts_itself(&transaction, K::NAME, job).await? {
            add_made_enrolments(&transaction, K::NAME, made).await?;
        }
        Counts::of(Outcome::Created, made.cast_signed())
            .write(&transaction, job, K::NAME)
            .await?;
        Ok(transaction.commit().await?)
    }
}

/// The columns that name the class of an enrolment.
fn class_columns<K: Kind>() -> impl Iterator<Item = &'static str> {
    class_fields::<K>().map(|field| field.name)
}
