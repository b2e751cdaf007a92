//! Deletes rows from the dashboard. The objects on the platform and the links to them stay. The rows' versions are kept for
//! an undo and serve as the report.

use crate::{
    Result, Selection, Store,
    connection::Transaction,
    jobs::{Counts, Outcome},
    statement::all,
    tables::enrolment_table,
    undo::{VersionedTable, delete_people, keep_versions, lock_people},
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Condition, Expr, ExprTrait, Query},
};
use selaras_kinds::Kind;

impl Store {
    /// Deletes the next `limit` rows of a selection in one transaction. Returns how many there were.
    pub async fn delete<K: Kind>(&self, job: i64, selection: &Selection, limit: u64) -> Result<i64> {
        let transaction = self.writer.begin().await?;
        let next = Query::select()
            .column("id")
            .from(K::NAME)
            .cond_where(selection.condition(K::NAME))
            .order_by("id", sea_orm::Order::Asc)
            .limit(limit)
            .take();
        let next = transaction.query_all(&next).await?;
        let (Some(first), Some(last)) = (next.first(), next.last()) else {
            return Ok(0);
        };
        let (first, last): (i64, i64) = (first.try_get_by_index(0)?, last.try_get_by_index(0)?);
        let rows = Condition::all()
            .add(selection.condition(K::NAME))
            .add(Expr::col("id").between(first, last));
        let deleted = if K::PERSON_AND_ENROLMENT {
            delete_enrolments::<K>(&transaction, job, rows).await?
        } else {
            keep_versions::<K>(&transaction, &VersionedTable::row::<K>(), job, "deleted", rows.clone()).await?;
            let delete = Query::delete().from_table(K::NAME).cond_where(rows).take();
            transaction.execute(&delete).await?.rows_affected().cast_signed()
        };
        Counts::of(Outcome::Deleted, deleted)
            .write(&transaction, job, K::NAME)
            .await?;
        transaction.commit().await?;
        Ok(deleted)
    }
}

/// Deletes enrolments, and people who have none left.
async fn delete_enrolments<K: Kind>(transaction: &Transaction, job: i64, rows: Condition) -> Result<i64> {
    let select = Query::select()
        .columns(["id", "person_id"])
        .from(K::NAME)
        .cond_where(rows)
        .take();
    let enrolments: Vec<(i64, i64)> = all(transaction, &select, |row| {
        Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
    })
    .await?;
    let mut people: Vec<_> = enrolments.iter().map(|(_, person)| *person).collect();
    people.sort_unstable();
    people.dedup();
    lock_people::<K>(transaction, &people).await?;
    let mut deleted = 0;
    for enrolments in enrolments.chunks(10_000) {
        let those = Condition::all().add(Expr::col("id").is_in(enrolments.iter().map(|(enrolment, _)| *enrolment)));
        keep_versions::<K>(
            transaction,
            &VersionedTable::enrolment::<K>(),
            job,
            "deleted",
            those.clone(),
        )
        .await?;
        let delete = Query::delete()
            .from_table(enrolment_table(K::NAME))
            .cond_where(those)
            .take();
        deleted += transaction.execute(&delete).await?.rows_affected().cast_signed();
    }
    delete_people::<K>(transaction, &people, Condition::all(), Some(job)).await?;
    Ok(deleted)
}
