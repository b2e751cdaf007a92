//! Jobs in types: counters by outcome for every verb alike, and lines that know their row by its kind and key.

use super::m0001_first::TABLES;
use sea_orm_migration::{prelude::*, schema, sea_orm::ConnectionTrait};

pub(crate) struct Jobs;

impl MigrationName for Jobs {
    fn name(&self) -> &'static str {
        "m0011_jobs"
    }
}

/// Lines whose rows are looked up in one round.
const AT_ONCE: u64 = 5000;

#[async_trait::async_trait]
impl MigrationTrait for Jobs {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        counts(manager).await?;
        row_keys(manager).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("what jobs did is not thrown away".to_owned()))
    }
}

/// The six numbers of a job become as many rows as there were outcomes. What `created` meant depends on the verb.
async fn counts(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("job_count")
                .col(schema::big_integer("job_id"))
                .col(schema::text("kind"))
                .col(schema::text("outcome"))
                .col(schema::big_integer("number"))
                .primary_key(Index::create().col("job_id").col("kind").col("outcome"))
                .to_owned(),
        )
        .await?;
    let connection = manager.get_connection();
    // A report of differences has counters of its own, an undo a line for each row.
    connection
        .execute_unprepared(
            "INSERT INTO job_count (job_id, kind, outcome, number) SELECT job_id, kind, outcome, number FROM drift_count",
        )
        .await?;
    connection
        .execute_unprepared(
            "INSERT INTO job_count (job_id, kind, outcome, number) \
             SELECT job.id, job.kind, job_row.outcome, COUNT(*) \
             FROM job_row JOIN job ON job.id = job_row.job_id WHERE job.verb = 'undo' \
             GROUP BY job.id, job.kind, job_row.outcome",
        )
        .await?;
    let created = "CASE WHEN verb = 'enroll' THEN 'enrolled' WHEN verb = 'unenroll' THEN 'unenrolled' \
                   WHEN verb = 'delete' THEN 'deleted' WHEN verb = 'export' AND kind = 'mengajar' THEN 'enrolled' \
                   ELSE 'created' END";
    let columns = [
        ("created", created),
        ("updated", "'updated'"),
        ("unchanged", "'unchanged'"),
        ("missing", "'missing'"),
        ("conflict", "'conflict'"),
        ("failed", "'failed'"),
    ];
    for (column, outcome) in columns {
        connection
            .execute_unprepared(&format!(
                "INSERT INTO job_count (job_id, kind, outcome, number) SELECT id, kind, {outcome}, {column} FROM job \
                 WHERE {column} > 0 AND verb NOT IN ('undo', 'compare')"
            ))
            .await?;
        let drop = Table::alter().table("job").drop_column(column).to_owned();
        manager.alter_table(drop).await?;
    }
    // Rows of which nothing is known had lines and no number.
    connection
        .execute_unprepared(
            "INSERT INTO job_count (job_id, kind, outcome, number) \
             SELECT job.id, job.kind, 'untried', COUNT(*) \
             FROM job_row JOIN job ON job.id = job_row.job_id \
             WHERE job_row.outcome = 'untried' AND job.verb NOT IN ('undo', 'compare') GROUP BY job.id, job.kind",
        )
        .await?;
    manager.drop_table(Table::drop().table("drift_count").to_owned()).await
}

/// Lines get the kind and the hashed key of their row, as far as the key can be read out of the text that people read.
/// That is all but keys whose values hold the sign between them; such a line is not tried again by a retry.
async fn row_keys(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    for column in [schema::text_null("kind"), schema::big_integer_null("key_hash")] {
        let alter = Table::alter().table("job_row").add_column(column).to_owned();
        manager.alter_table(alter).await?;
    }
    let connection = manager.get_connection();
    let mut after = 0;
    loop {
        let select = Query::select()
            .columns([("job_row", "id"), ("job_row", "key"), ("job", "kind"), ("job", "verb")])
            .from("job_row")
            .inner_join("job", Expr::col(("job", "id")).equals(("job_row", "job_id")))
            .and_where(Expr::col(("job_row", "id")).gt(after))
            .order_by(("job_row", "id"), Order::Asc)
            .limit(AT_ONCE)
            .to_owned();
        let lines = connection.query_all(&select).await?;
        let Some(last) = lines.last() else { return Ok(()) };
        after = last.try_get_by_index(0)?;
        let mut keyed = Vec::with_capacity(lines.len());
        for line in &lines {
            let (id, key): (i64, String) = (line.try_get_by_index(0)?, line.try_get_by_index(1)?);
            let (kind, verb): (String, String) = (line.try_get_by_index(2)?, line.try_get_by_index(3)?);
            if let Some((kind, hash)) = row_of(&kind, &verb, &key) {
                keyed.push(format!("({id}, '{kind}', {hash})"));
            }
        }
        if keyed.is_empty() {
            continue;
        }
        // Numbers and names of our own: there is nothing to bind.
        let update = format!(
            "UPDATE job_row SET kind = keyed.kind, key_hash = keyed.hash \
             FROM (SELECT column1 AS id, column2 AS kind, column3 AS hash FROM (VALUES {}) AS given) AS keyed \
             WHERE job_row.id = keyed.id",
            keyed.join(", ")
        );
        connection.execute_unprepared(&update).await?;
    }
}

/// The row that a line was about: its kind and its hashed key.
fn row_of(kind: &str, verb: &str, key: &str) -> Option<(&'static str, i64)> {
    const BETWEEN: &str = " · ";
    if kind == "zoom" {
        // By meeting, and where a person's meetings could not be asked for, by that person.
        return Some(("zoom", selaras_kinds::hash(std::iter::once(key))));
    }
    let (kind, key) = match verb {
        // The findings of a report began with what people call the kind.
        "compare" => {
            let (label, key) = key.split_once(BETWEEN)?;
            (label.to_lowercase().replace(' ', "_"), key)
        }
        _ => (kind.to_owned(), key),
    };
    let table = TABLES.iter().find(|table| table.name == kind)?;
    let values: Vec<_> = key.split(BETWEEN).collect();
    (values.len() == table.key.len()).then(|| (table.name, selaras_kinds::hash(values.into_iter())))
}
