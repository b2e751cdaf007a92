//! Taking back what a sync or a delete did.
//!
//! Before a row is changed, flagged or deleted its image is kept, in the same transaction, in the kind's `…_before` table.
//! Rows that a job made bear its number. Undoing goes through both, batch by batch, each batch one transaction with its
//! lines and counters, so that an undo that is killed goes on where it was. A row that was written again since is left
//! alone and told.

use crate::{
    Result, Store,
    jobs::{Counts, Outcome},
    now,
    rows::number,
    selection::joined_key,
};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, Order, TransactionTrait,
    sea_query::{Alias, Condition, Expr, ExprTrait, InsertStatement, IntoIden, Query, SelectStatement},
};
use selaras_kinds::Kind;

/// For how long images are kept, in milliseconds: 30 days.
pub const KEPT_MILLISECONDS: i64 = 30 * 24 * 3_600_000;

/// Columns of a row beside its id and the kind's own.
const SHARED: [&str; 13] = [
    "migration",
    "migration_reason",
    "enroll",
    "key_hash",
    "fingerprint",
    "source_fingerprint",
    "missing_since",
    "synced_at",
    "exported_at",
    "edited_at",
    "search_text",
    "created_in",
    "written_in",
];

/// Why a row is not brought back, and what to do.
const WRITTEN_SINCE: &str = "Baris ini sudah ditulis lagi sesudahnya, jadi dibiarkan seperti sekarang.";

/// The table of a kind's images.
pub(crate) fn images_of(kind: &str) -> String {
    format!("{kind}_before")
}

fn columns<K: Kind>() -> impl Iterator<Item = &'static str> {
    ["id"]
        .into_iter()
        .chain(K::FIELDS.iter().map(|field| field.name))
        .chain(SHARED)
}

fn in_table(table: &str, column: &'static str) -> Expr {
    Expr::col((Alias::new(table), column.into_iden()))
}

/// Keeps the images of the rows that meet the condition. `was` is what becomes of them: `updated` or `deleted`.
pub(crate) async fn keep_images<K: Kind>(
    transaction: &DatabaseTransaction,
    job: i64,
    was: &str,
    rows: Condition,
) -> Result<()> {
    let mut select = Query::select();
    select.exprs([Expr::val(job), Expr::val(was), Expr::val(false), Expr::val(now())]);
    select.columns(columns::<K>()).from(K::NAME).cond_where(rows);
    let mut insert = Query::insert();
    insert.into_table(images_of(K::NAME)).columns(
        ["job_id", "was", "undone", "taken_at"]
            .into_iter()
            .chain(columns::<K>()),
    );
    transaction.execute(&filled(insert, select)?).await?;
    Ok(())
}

pub(crate) fn filled(mut insert: InsertStatement, select: SelectStatement) -> Result<InsertStatement> {
    match insert.select_from(select) {
        Ok(_) => Ok(insert),
        Err(error) => Err(sea_orm::DbErr::Custom(error.to_string()).into()),
    }
}

/// Writes a line of the account of `job` for each row that meets the condition, and answers how many there were.
async fn lines<K: Kind>(
    transaction: &DatabaseTransaction,
    job: i64,
    outcome: Outcome,
    reason: Option<&str>,
    table: &str,
    rows: Condition,
) -> Result<i64> {
    let mut select = Query::select();
    select.exprs([Expr::val(job), Expr::val(outcome), Expr::val(K::NAME)]);
    select
        .column("key_hash")
        .expr(joined_key(K::KEY))
        .expr(Expr::val(reason))
        .from(table.to_owned())
        .cond_where(rows)
        .order_by("id", Order::Asc);
    let mut insert = Query::insert();
    insert
        .into_table("job_row")
        .columns(["job_id", "outcome", "kind", "key_hash", "key", "reason"]);
    let written = transaction.execute(&filled(insert, select)?).await?;
    Ok(written.rows_affected().cast_signed())
}

impl Store {
    /// Brings the next rows back that the job `of` changed or deleted, in the name of the job `job`. Answers whether
    /// there may be more.
    pub async fn undo_images<K: Kind>(&self, job: i64, of: i64, limit: u64) -> Result<bool> {
        let images = images_of(K::NAME);
        let transaction = self.writer.begin().await?;
        let next = Query::select()
            .column("image")
            .from(images.clone())
            .cond_where(Expr::col("job_id").eq(of).and(Expr::col("undone").eq(false)))
            .order_by("image", Order::Asc)
            .limit(limit)
            .take();
        let next = transaction.query_all(&next).await?;
        let (Some(first), Some(last)) = (next.first(), next.last()) else {
            return Ok(false);
        };
        let (first, last): (i64, i64) = (first.try_get_by_index(0)?, last.try_get_by_index(0)?);
        let batch = |was: &'static str| {
            Condition::all()
                .add(in_table(&images, "job_id").eq(of))
                .add(in_table(&images, "image").between(first, last))
                .add(in_table(&images, "was").eq(was))
        };
        // A row that was changed is ours to bring back while nobody wrote it since; one that was deleted, while nothing
        // stands under its key.
        let mut ours = Query::select();
        ours.expr(Expr::val(1)).from(K::NAME);
        ours.and_where(in_table(K::NAME, "id").equals((Alias::new(&images), "id")));
        ours.and_where(in_table(K::NAME, "written_in").eq(of));
        let ours = Expr::exists(ours);
        let mut rival = Query::select();
        rival.expr(Expr::val(1)).from(K::NAME);
        for column in K::KEY {
            rival.and_where(in_table(K::NAME, column).equals((Alias::new(&images), *column)));
        }
        let taken = Expr::exists(rival);
        let changed = batch("updated").add(ours.clone());
        let changed_since = batch("updated").add(ours.not());
        let deleted = batch("deleted").add(taken.clone().not());
        let deleted_since = batch("deleted").add(taken);

        let mut counts = Counts::default();
        for rows in [changed.clone(), deleted.clone()] {
            let restored = lines::<K>(&transaction, job, Outcome::Restored, None, &images, rows).await?;
            counts.add(Outcome::Restored, restored);
        }
        for rows in [changed_since, deleted_since] {
            let left = lines::<K>(&transaction, job, Outcome::Conflict, Some(WRITTEN_SINCE), &images, rows).await?;
            counts.add(Outcome::Conflict, left);
        }
        self.put_back::<K>(&transaction, &images, changed, deleted).await?;
        let settled = Query::update()
            .table(images.clone())
            .value("undone", true)
            .cond_where(in_table(&images, "image").between(first, last))
            .and_where(in_table(&images, "job_id").eq(of))
            .take();
        transaction.execute(&settled).await?;
        // A row that is back is, again, itself its line in the account of the job that made it.
        let mut back = Query::select();
        back.expr(Expr::val(1)).from(K::NAME);
        back.and_where(in_table(K::NAME, "id").equals((Alias::new(&images), "id")));
        let line = Query::update()
            .table(images.clone())
            .value("created_in", None::<i64>)
            .cond_where(batch("deleted").add(Expr::exists(back)))
            .take();
        transaction.execute(&line).await?;
        counts.write(&transaction, job, K::NAME).await?;
        transaction.commit().await?;
        Ok(true)
    }

    async fn put_back<K: Kind>(
        &self,
        transaction: &DatabaseTransaction,
        images: &str,
        changed: Condition,
        deleted: Condition,
    ) -> Result<()> {
        let mut update = Query::update();
        update.table(K::NAME).from(images.to_owned());
        let restored = K::FIELDS.iter().map(|field| field.name).chain([
            "key_hash",
            "fingerprint",
            "source_fingerprint",
            "missing_since",
            "synced_at",
            "edited_at",
            "search_text",
            "written_in",
        ]);
        for column in restored {
            update.value(column, in_table(images, column));
        }
        // What went to the platform meanwhile is not what stands here again.
        let sent_since = in_table(K::NAME, "exported_at").binary(
            sea_orm::sea_query::BinOper::Custom("IS DISTINCT FROM"),
            in_table(images, "exported_at"),
        );
        let migration = Expr::case(sent_since.clone().not(), in_table(images, "migration"))
            .case(in_table(K::NAME, "migration").eq("sudah"), "berubah")
            .finally(in_table(K::NAME, "migration"));
        update.value("migration", migration);
        update
            .cond_where(in_table(K::NAME, "id").equals((Alias::new(images), "id")))
            .cond_where(changed);
        transaction.execute(&update).await?;

        let select = Query::select()
            .columns(columns::<K>())
            .from(images.to_owned())
            .cond_where(deleted)
            .take();
        let mut insert = Query::insert();
        insert.into_table(K::NAME).columns(columns::<K>());
        transaction.execute(&filled(insert, select)?).await?;
        Ok(())
    }

    /// Takes the next rows away that the job `of` made, after the row `after`, in the name of the job `job`. Answers with
    /// the last row looked at; `None` when there is no other.
    pub async fn undo_created<K: Kind>(&self, job: i64, of: i64, after: i64, limit: u64) -> Result<Option<i64>> {
        let transaction = self.writer.begin().await?;
        let next = Query::select()
            .column("id")
            .from(K::NAME)
            .cond_where(Expr::col("created_in").eq(of).and(Expr::col("id").gt(after)))
            .order_by("id", Order::Asc)
            .limit(limit)
            .take();
        let next = transaction.query_all(&next).await?;
        let Some(last) = next.last() else { return Ok(None) };
        let last: i64 = last.try_get_by_index(0)?;
        let batch = Condition::all()
            .add(Expr::col("created_in").eq(of))
            .add(Expr::col("id").gt(after))
            .add(Expr::col("id").lte(last));
        let ours = batch.clone().add(Expr::col("written_in").eq(of));
        let written_since = batch.add(
            Condition::any()
                .add(Expr::col("written_in").ne(of))
                .add(Expr::col("written_in").is_null()),
        );
        // The row was its own line in the account of the job that made it; now the line stands alone.
        lines::<K>(&transaction, of, Outcome::Created, None, K::NAME, ours.clone()).await?;
        let removed = lines::<K>(&transaction, job, Outcome::Removed, None, K::NAME, ours.clone()).await?;
        let left = lines::<K>(
            &transaction,
            job,
            Outcome::Conflict,
            Some(WRITTEN_SINCE),
            K::NAME,
            written_since,
        )
        .await?;
        let counts = Counts::from_iter([(Outcome::Removed, removed), (Outcome::Conflict, left)]);
        let delete = Query::delete().from_table(K::NAME).cond_where(ours).take();
        transaction.execute(&delete).await?;
        counts.write(&transaction, job, K::NAME).await?;
        transaction.commit().await?;
        Ok(Some(last))
    }

    /// How many rows an undo of the job would look at.
    pub async fn count_undo<K: Kind>(&self, of: i64) -> Result<i64> {
        let images = Query::select()
            .expr(Expr::col("id").count())
            .from(images_of(K::NAME))
            .cond_where(Expr::col("job_id").eq(of).and(Expr::col("undone").eq(false)))
            .take();
        let created = Query::select()
            .expr(Expr::col("id").count())
            .from(K::NAME)
            .cond_where(Expr::col("created_in").eq(of))
            .take();
        let mut all = 0;
        for count in [images, created] {
            all += number(&self.reader, &count).await?;
        }
        Ok(all)
    }

    /// Throws the images away that were taken before `time` (milliseconds since 1970). The lines of accounts that stood
    /// in them are kept.
    pub async fn forget_images<K: Kind>(&self, time: i64) -> Result<()> {
        let images = images_of(K::NAME);
        let transaction = self.writer.begin().await?;
        for (job, outcome) in [("job_id", Outcome::Deleted), ("created_in", Outcome::Created)] {
            let select = Query::select()
                .column(job)
                .exprs([Expr::val(outcome), Expr::val(K::NAME)])
                .column("key_hash")
                .expr(joined_key(K::KEY))
                .from(images.clone())
                .cond_where(is_line(job).add(Expr::col("taken_at").lt(time)))
                .take();
            let mut insert = Query::insert();
            insert
                .into_table("job_row")
                .columns(["job_id", "outcome", "kind", "key_hash", "key"]);
            transaction.execute(&filled(insert, select)?).await?;
        }
        let delete = Query::delete()
            .from_table(images)
            .cond_where(Expr::col("taken_at").lt(time))
            .take();
        transaction.execute(&delete).await?;
        Ok(transaction.commit().await?)
    }
}

/// Which images are lines of an account: of the job in the column `job_id`, which deleted the row, or of the one in
/// `created_in`, which made it.
pub(crate) fn is_line(job_column: &'static str) -> Condition {
    Condition::all()
        .add(Expr::col("was").eq("deleted"))
        .add(Expr::col(job_column).is_not_null())
}
