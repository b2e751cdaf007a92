//! Writes a list of enrolments of which the dashboard has no rows yet: nothing is compared, and the ids of classes and people are
//! drawn as blocks, so that an enrolment is written without a join.

use super::{StagedRow, Staging, compare::OF_ENROLMENT, enrolments::class_columns, listed, own_columns, same};
use crate::{
    Result,
    connection::{Transaction, is_taken},
    enrolments::class_key,
    first_load::counts_itself,
    jobs::{Counts, Outcome},
    recreated::lock_table,
    rows::{EnrolmentState, Migration},
    tables::{class_table, enrolment_table, person_table},
    tally::add_made_enrolments,
};
use sea_orm::{ConnectionTrait, DatabaseBackend, DbErr, Statement};
use selaras_kinds::Kind;

/// Enrolments of one transaction of a first load.
const ENROLMENTS: i64 = 50_000;
/// People of one transaction.
const PEOPLE: i64 = 20_000;
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
    /// Some enrolments.
    pub async fn some_enrolments(&self, limit: usize) -> Result<Vec<StagedRow<K>>> {
        let some =
            format!("SELECT number, class, person, CAST(NULL AS bigint) AS id FROM staged_enrolment LIMIT {limit}");
        let rows = format!("({some}) AS v JOIN {OF_ENROLMENT}");
        self.staged_rows(&rows, limit).await
    }

    /// The number of different enrolments of which the first row agrees with what earlier rows say of the person.
    pub async fn new_by_silent_rows(&self) -> Result<i64> {
        let numbered =
            "SELECT says, ROW_NUMBER() OVER (PARTITION BY class, person ORDER BY number) AS nth FROM staged_enrolment";
        let first = format!("SELECT COUNT(*) FROM ({numbered}) AS numbered WHERE nth = 1 AND says <> 2");
        Ok(self.number(first).await?.unwrap_or_default())
    }

    /// Writes the classes and people of ordered enrolments, unless the dashboard has them. `checkpoint` may stop it between
    /// transactions.
    pub async fn create_people<E: From<crate::StoreError>>(
        &self,
        job: i64,
        checkpoint: impl Fn() -> std::result::Result<(), E>,
    ) -> std::result::Result<FirstIds, E> {
        let classes = self.create_classes().await?;
        let before = self.draw(&person_table(K::NAME), self.rows).await?;
        let mut made = 0;
        for first in (1..=self.rows).step_by(PEOPLE as usize) {
            checkpoint()?;
            let range = format!("number BETWEEN {first} AND {}", first + PEOPLE - 1);
            made += self.insert_people(job, Some(before), &range).await?;
        }
        let people = match made == self.rows {
            true => Ids::Block(before),
            false => {
                self.look_up_first_people().await?;
                Ids::Known("known_person")
            }
        };
        Ok(FirstIds { classes, people })
    }

    async fn look_up_first_people(&self) -> Result<()> {
        self.connection
            .execute_unprepared(&format!(
                "INSERT INTO known_person (number, id, verdict) SELECT s.number, t.id, 'create' FROM staged_row AS s JOIN {} AS t ON {}",
                person_table(K::NAME),
                same(std::iter::once(K::OBJECT_KEY))
            ))
            .await?;
        Ok(())
    }

    async fn create_classes(&self) -> Result<Ids> {
        let table = class_table(K::NAME);
        let before = self.draw(&table, self.classes).await?;
        let made = self.insert_classes(Some(before), "TRUE").await?;
        if made == self.classes {
            return Ok(Ids::Block(before));
        }
        self.look_up_classes().await?;
        Ok(Ids::Known("known_class"))
    }

    /// Inserts staged classes that the dashboard does not have. `before` is the number before the first of their ids, if they were
    /// drawn. Returns how many there were.
    pub(super) async fn insert_classes(&self, before: Option<i64>, which: &str) -> Result<i64> {
        let names = listed("", class_columns::<K>());
        let key = listed("", class_key::<K>().map(|field| field.name));
        let (id, number) = drawn(before);
        let _turn = self.store.writers_turn().await?;
        let made = self
            .connection
            .execute_unprepared(&format!(
                "INSERT INTO {} ({id}{names}, search_text) SELECT {number}{names}, search_text FROM staged_class \
                 WHERE {which} ORDER BY number ON CONFLICT ({key}) DO NOTHING",
                class_table(K::NAME)
            ))
            .await?;
        Ok(made.rows_affected().cast_signed())
    }

    /// Looks up the ids of the staged classes.
    pub(super) async fn look_up_classes(&self) -> Result<()> {
        let same = same(class_key::<K>().map(|field| field.name));
        self.connection
            .execute_unprepared(&format!(
                "INSERT INTO known_class (number, id) SELECT s.number, t.id FROM staged_class AS s JOIN {} AS t ON {same} \
                 WHERE s.number NOT IN (SELECT number FROM known_class)",
                class_table(K::NAME)
            ))
            .await?;
        Ok(())
    }

    /// Inserts staged people that the dashboard does not have; see [`Self::insert_classes`].
    pub(super) async fn insert_people(&self, job: i64, before: Option<i64>, which: &str) -> Result<i64> {
        let own = listed("", own_columns::<K>());
        let (id, number) = drawn(before);
        let _turn = self.store.writers_turn().await?;
        let transaction = self.connection.begin().await?;
        let at = transaction.now();
        let insert = format!(
            "INSERT INTO {} ({id}{own}, key_hash, fingerprint, search_text, source_fingerprint, migration, synced_at, \
             created_in, written_in) SELECT {number}{own}, key_hash, fingerprint, search_text, fingerprint, '{}', \
             {at}, {job}, {job} FROM staged_row WHERE {which} ORDER BY number ON CONFLICT (\"{}\") DO NOTHING",
            person_table(K::NAME),
            Migration::Belum.as_str(),
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
        let select = format!(
            "{}, {}, key_hash, source_hash",
            ids.people.of("person"),
            ids.classes.of("class")
        );
        let from = format!(
            "staged_enrolment WHERE class BETWEEN {first} AND {last}{people} ORDER BY class, person, number {on_conflict}"
        );
        self.insert_enrolments(job, &select, &from).await
    }

    /// Inserts enrolments, with the job's counter, in one transaction: `select` yields person, class and both hashes. Returns how
    /// many there were.
    pub(super) async fn insert_enrolments(&self, job: i64, select: &str, from: &str) -> Result<i64> {
        let insert = format!(
            "INSERT INTO {} (person_id, class_id, key_hash, source_hash, enroll, created_in, written_in) \
             SELECT {select}, '{}', {job}, {job} FROM {from}",
            enrolment_table(K::NAME),
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

/// The column and the value of an id that was drawn; nothing if the database draws it.
fn drawn(before: Option<i64>) -> (&'static str, String) {
    match before {
        Some(before) => ("id, ", format!("number + {before}, ")),
        None => ("", String::new()),
    }
}
