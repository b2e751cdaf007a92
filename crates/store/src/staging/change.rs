//! Changes stored people and enrolments by the staged ones.

use super::{Staging, own_columns, same, write::NEW};
use crate::{
    Result,
    jobs::Counts,
    report::{self, Line},
    rows::Migration,
    tables::{READ_AGAIN, enrolment_table, person_table},
    undo::{VersionedTable, keep_versions},
};
use sea_orm::{
    ConnectionTrait, DatabaseBackend,
    sea_query::{Condition, Expr},
};
use selaras_kinds::Kind;

/// Enrolments of one transaction.
const TOGETHER: i64 = 20_000;

impl<K: Kind> Staging<K> {
    /// Writes the changed people with numbers after `after` and up to `last`, with their report lines and the job's counters, in one
    /// transaction. Their versions are kept.
    pub async fn change_people(
        &self,
        job: i64,
        [after, last]: [i64; 2],
        lines: &[Line],
        counts: &Counts,
    ) -> Result<()> {
        let table = person_table(K::NAME);
        let some = format!("verdict = 'update' AND number > {after} AND number <= {last}");
        let ids = format!("SELECT id FROM known_person WHERE {some}");
        let _turn = self.store.writers_turn().await?;
        let transaction = self.connection.begin().await?;
        if self.store.backend() == DatabaseBackend::Postgres {
            // People are locked before their enrolments, in the order of forms. The reverse order could deadlock with a form.
            let lock = format!("SELECT id FROM {table} WHERE id IN ({ids}) ORDER BY id FOR UPDATE");
            transaction.execute_unprepared(&lock).await?;
        }
        let rows = Condition::all().add(Expr::cust(format!("id IN ({ids})")));
        keep_versions::<K>(&transaction, &VersionedTable::person::<K>(), job, "updated", rows).await?;
        // Their other lists may differ: those are parsed again.
        let read_again = format!(
            "UPDATE {} SET source_hash = {READ_AGAIN} WHERE source_hash IS NOT NULL AND person_id IN ({ids})",
            enrolment_table(K::NAME)
        );
        transaction.execute_unprepared(&read_again).await?;
        let from = format!(
            "FROM staged_row AS s JOIN known_person AS p ON p.number = s.number \
             WHERE t.id = p.id AND p.verdict = 'update' AND s.number > {after} AND s.number <= {last}"
        );
        let changed = own_columns::<K>()
            .chain(["search_text"])
            .filter(|column| *column != K::OBJECT_KEY);
        let mut set = String::new();
        for column in changed {
            let changes = format!("\"{column}\" = s.\"{column}\"");
            if self.store.backend() == DatabaseBackend::Postgres {
                // Each update of a row writes all its indexes, so one sets all columns.
                set += &format!("{changes}, ");
                continue;
            }
            // Each column has an index of its own, which is written only for the rows that differ in it.
            let update = format!("UPDATE {table} AS t SET {changes} {from} AND t.\"{column}\" <> s.\"{column}\"");
            transaction.execute_unprepared(&update).await?;
        }
        // The platform no longer has what stands here.
        let state = format!(
            "UPDATE {table} AS t SET {set}fingerprint = s.fingerprint, source_fingerprint = s.fingerprint, synced_at = {}, \
             written_in = {job}, migration = CASE WHEN t.migration = '{}' THEN '{}' ELSE t.migration END {from}",
            transaction.now(),
            Migration::Sudah.as_str(),
            Migration::Berubah.as_str()
        );
        transaction.execute_unprepared(&state).await?;
        report::commit(transaction, job, K::NAME, lines, counts).await
    }

    /// Writes the new people, and the classes of new enrolments, unless the dashboard has them. `checkpoint` may stop it between
    /// transactions.
    pub async fn create_known<E: From<crate::StoreError>>(
        &self,
        job: i64,
        checkpoint: impl Fn() -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let of_new = "number NOT IN (SELECT number FROM known_class) \
                      AND number IN (SELECT class FROM staged_verdict WHERE verdict = 'create')";
        self.insert_classes(None, of_new).await?;
        self.look_up_classes().await?;
        let mut after = 0;
        while let Some(last) = self
            .last_of("known_person WHERE verdict = 'create'", after, TOGETHER)
            .await?
        {
            checkpoint()?;
            let some = format!(
                "number IN (SELECT number FROM known_person WHERE verdict = 'create' AND number > {after} AND number <= {last})"
            );
            self.insert_people(job, None, &some).await?;
            after = last;
        }
        Ok(self.look_up_people().await?)
    }

    async fn look_up_people(&self) -> Result<()> {
        self.connection
            .execute_unprepared(&format!(
                "UPDATE known_person SET id = t.id FROM staged_row AS s JOIN {} AS t ON {} \
                 WHERE s.number = known_person.number AND known_person.id IS NULL",
                person_table(K::NAME),
                same(std::iter::once(K::OBJECT_KEY))
            ))
            .await?;
        Ok(())
    }

    /// Writes the next new enrolments after the one with this number, with the job's counter. Returns the number of the last one,
    /// or `None` if there is none.
    pub async fn create_next_enrolments(&self, job: i64, after: i64) -> Result<Option<i64>> {
        let Some(last) = self.last_of(NEW, after, TOGETHER).await? else {
            return Ok(None);
        };
        let from = format!(
            "staged_verdict AS v JOIN known_person AS p ON p.number = v.person JOIN known_class AS c ON c.number = v.class \
             WHERE v.verdict = 'create' AND v.number > {after} AND v.number <= {last} ORDER BY v.class, v.person \
             ON CONFLICT (class_id, person_id) DO NOTHING"
        );
        self.insert_enrolments(job, "p.id, c.id, v.key_hash, v.source_hash", &from)
            .await?;
        Ok(Some(last))
    }

    /// Writes the next texts that differ. Returns as [`Self::create_next_enrolments`].
    pub async fn reword_next(&self, after: i64) -> Result<Option<i64>> {
        let reworded = "verdict IN ('reworded', 'adopted')";
        let Some(last) = self
            .last_of(&format!("staged_verdict WHERE {reworded}"), after, TOGETHER)
            .await?
        else {
            return Ok(None);
        };
        let _turn = self.store.writers_turn().await?;
        self.connection
            .execute_unprepared(&format!(
                "UPDATE {} AS t SET source_hash = v.source_hash FROM staged_verdict AS v \
                 WHERE v.id = t.id AND v.{reworded} AND v.number > {after} AND v.number <= {last}",
                enrolment_table(K::NAME)
            ))
            .await?;
        Ok(Some(last))
    }
}
