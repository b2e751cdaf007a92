//! New enrolments by PostgreSQL's COPY, which is several times as fast as statements with bound values.
//!
//! COPY has no `ON CONFLICT`. Existing people are looked up beforehand. If another transaction creates the same person or
//! enrolment at that moment, nothing is written, and the caller takes the slower way.

use super::{
    ready::{Enrolment, Person, ReadyEnrolments},
    writer::{ENROLMENT_COLUMNS, EnrolmentWriter, PERSON_HASHES, PERSON_STAMP},
};
use crate::{
    Result,
    connection::is_taken,
    copy_format::{Binary, Lines},
    jobs::{Counts, Outcome},
    tables::{enrolment_table, person_table},
};
use futures::FutureExt;
use hashbrown::HashMap;
use selaras_kinds::{Kind, own_fields, value};
use sqlx::{AssertSqlSafe, PgConnection};

impl<K: Kind> EnrolmentWriter<K> {
    /// Copies new enrolments and their new people in one transaction with the counter. Returns `false`, and writes nothing,
    /// if one of them has just been created elsewhere.
    pub(super) async fn copy(&mut self, new: &ReadyEnrolments<K>) -> Result<bool> {
        let writer = self.store.writer.clone();
        // Boxed: it is large, and part of many futures.
        match writer.watched(self.copy_all(new).boxed()).await {
            Ok(()) => Ok(true),
            Err(error) if is_taken(&error) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    async fn copy_all(&mut self, new: &ReadyEnrolments<K>) -> sqlx::Result<()> {
        let mut transaction = self.store.writer.pool().get_postgres_connection_pool().begin().await?;
        let mut ids = known(&mut transaction, &new.people).await?;
        let unknown = new.people.iter().filter(|person| !ids.contains_key(&person.hash));
        let unknown: Vec<_> = unknown.collect();
        ids.extend(self.copy_people(&mut transaction, &unknown).await?);
        self.remember(&new.people, &ids).ok_or(sqlx::Error::RowNotFound)?;
        self.copy_enrolments(&mut transaction, &new.enrolments).await?;
        let counts = Counts::of(Outcome::Created, new.enrolments.len() as i64).insert(self.job, K::NAME);
        if let Some(insert) = counts {
            let sql = insert.to_string(sea_orm::sea_query::PostgresQueryBuilder);
            sqlx::query(AssertSqlSafe(sql)).execute(&mut *transaction).await?;
        }
        transaction.commit().await
    }

    /// Returns the ids of the people, by the hashes of their numbers.
    async fn copy_people(&self, connection: &mut PgConnection, people: &[&Person<K>]) -> sqlx::Result<Vec<(i64, i64)>> {
        if people.is_empty() {
            return Ok(Vec::new());
        }
        let table = person_table(K::NAME);
        // Drawn beforehand, so that the enrolments can refer to them. The sequence is looked up once, not per row.
        let ids: Vec<i64> = sqlx::query_scalar(
            "SELECT nextval((SELECT pg_get_serial_sequence($1, 'id')::regclass)) FROM generate_series(1, $2)",
        )
        .bind(&table)
        .bind(people.len() as i64)
        .fetch_all(&mut *connection)
        .await?;
        let mut lines = Lines::default();
        for (id, person) in ids.iter().zip(people) {
            lines.number(*id);
            for field in own_fields::<K>() {
                lines.text((field.get)(&person.row));
            }
            lines.number(person.hash);
            lines.number(person.fingerprint);
            lines.text(&person.search_text);
            lines.number(person.fingerprint);
            lines.text("belum");
            for number in [self.at, self.job, self.job] {
                lines.number(number);
            }
            lines.end();
        }
        let columns: Vec<_> = ["id"]
            .into_iter()
            .chain(own_fields::<K>().map(|field| field.name))
            .chain(PERSON_HASHES)
            .chain(PERSON_STAMP)
            .collect();
        lines.send(connection, &table, &columns).await?;
        Ok(people.iter().map(|person| person.hash).zip(ids).collect())
    }

    async fn copy_enrolments(&self, connection: &mut PgConnection, enrolments: &[Enrolment]) -> sqlx::Result<()> {
        let mut rows = Binary::of(ENROLMENT_COLUMNS.len() as u16);
        for enrolment in enrolments {
            rows.begin();
            for number in self.values(enrolment) {
                rows.number(number);
            }
            rows.value(b"belum");
            rows.number(self.job);
            rows.number(self.job);
        }
        rows.send(connection, &enrolment_table(K::NAME), &ENROLMENT_COLUMNS)
            .await
    }
}

/// The existing ones of these people, as hash and id.
async fn known<K: Kind>(connection: &mut PgConnection, people: &[Person<K>]) -> sqlx::Result<HashMap<i64, i64>> {
    if people.is_empty() {
        return Ok(HashMap::new());
    }
    let numbers: Vec<&str> = people.iter().map(|person| value(&person.row, K::OBJECT_KEY)).collect();
    // A join: for a list of that length PostgreSQL would read the whole table.
    let select = format!(
        "SELECT p.key_hash, p.id FROM unnest($1::text[]) AS asked (number) JOIN {} p ON p.\"{}\" = asked.number",
        person_table(K::NAME),
        K::OBJECT_KEY
    );
    let rows: Vec<(i64, i64)> = sqlx::query_as(AssertSqlSafe(select))
        .bind(&numbers)
        .fetch_all(connection)
        .await?;
    Ok(rows.into_iter().collect())
}
