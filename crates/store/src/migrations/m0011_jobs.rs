//! Jobs in types: counters by outcome for every verb alike, lines that know their row by its kind and key, what a job does
//! in one column, and no queue beside the jobs' own table.

use super::{m0001_first::TABLES, m0010_people_and_places::hash};
use sea_orm_migration::{
    prelude::*,
    schema,
    sea_orm::{ConnectionTrait, DatabaseBackend, Statement, Value},
};
use serde_json::json;

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
        row_keys(manager).await?;
        tasks(manager).await?;
        queue(manager).await
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
    let mut after = 0_i64;
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
        return Some(("zoom", hash([key])));
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
    (values.len() == table.key.len()).then(|| (table.name, hash(values)))
}

/// What a job does stands in one column. A job whose rows cannot be read from what was kept of them gets an empty one: it
/// is refused when its turn comes, rather than done with all rows.
async fn tasks(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let task = schema::text("task").default("").take();
    manager
        .alter_table(Table::alter().table("job").add_column(task).to_owned())
        .await?;
    let connection = manager.get_connection();
    let mut after = 0_i64;
    loop {
        let select = Query::select()
            .columns(["id", "kind", "verb", "selection", "undo_of"])
            .from("job")
            .and_where(Expr::col("id").gt(after))
            .order_by("id", Order::Asc)
            .limit(500)
            .to_owned();
        let jobs = connection.query_all(&select).await?;
        let Some(last) = jobs.last() else { break };
        after = last.try_get("", "id")?;
        let (mut rows, mut values) = (Vec::with_capacity(jobs.len()), Vec::<Value>::with_capacity(jobs.len()));
        for job in &jobs {
            let (kind, verb): (String, String) = (job.try_get("", "kind")?, job.try_get("", "verb")?);
            let selection: String = job.try_get("", "selection")?;
            let task = task_of(&kind, &verb, &selection, job.try_get("", "undo_of")?);
            values.push(task.map(|task| task.to_string()).unwrap_or_default().into());
            rows.push(format!("({}, ${})", job.try_get::<i64>("", "id")?, values.len()));
        }
        let update = format!(
            "UPDATE job SET task = given.task \
             FROM (SELECT column1 AS id, column2 AS task FROM (VALUES {}) AS listed) AS given WHERE job.id = given.id",
            rows.join(", ")
        );
        connection
            .execute_raw(Statement::from_sql_and_values(
                manager.get_database_backend(),
                update,
                values,
            ))
            .await?;
    }
    manager
        .alter_table(Table::alter().table("job").drop_column("selection").to_owned())
        .await
}

/// What a job of the earlier schema does, as the engine reads it from now on.
fn task_of(kind: &str, verb: &str, selection: &str, undo_of: Option<i64>) -> Option<serde_json::Value> {
    let kept: serde_json::Value = serde_json::from_str(selection).ok()?;
    let kept = kept.as_object()?;
    let failed_in = kept
        .get("failed_in")
        .filter(|failed| !failed.is_null())
        .map(|failed| failed["job"].as_i64());
    // A list of rows that is there and cannot be read is not left out.
    if failed_in == Some(None) {
        return None;
    }
    let failed_in = failed_in.flatten();
    match verb {
        "undo" => Some(json!({ "undo": { "kind": kind, "job": undo_of? } })),
        "compare" => Some(json!("compare")),
        "import" => {
            let values: std::collections::BTreeMap<String, String> =
                serde_json::from_value::<Vec<(String, String)>>(kept.get("equals")?.clone())
                    .ok()?
                    .into_iter()
                    .collect();
            let number = |name: &str| values.get(name)?.parse::<i64>().ok();
            Some(json!({ "import": {
                "first": values.get("start_date")?, "last": values.get("end_date")?,
                "from": number("from")?, "until": number("to")?, "failed_in": failed_in,
            } }))
        }
        _ => {
            let failed_in = failed_in.map(|job| json!({ "job": job, "kind": kind }));
            Some(json!({ "rows": { "verb": verb, "kind": kind, "selection": {
                "equals": kept.get("equals")?, "any_of": kept.get("any_of")?, "ids": kept.get("ids")?,
                "missing": null, "search": null, "failed_in": failed_in,
            } } }))
        }
    }
}

/// The tables of the queue that stood beside the jobs go, where they are: what was queued is a job that waits.
async fn queue(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    if manager.get_database_backend() == DatabaseBackend::Postgres {
        connection
            .execute_unprepared("DROP SCHEMA IF EXISTS apalis CASCADE")
            .await?;
    } else {
        for table in ["Jobs", "Workers"] {
            connection
                .execute_unprepared(&format!("DROP TABLE IF EXISTS {table}"))
                .await?;
        }
    }
    // Where the queue noted which steps of its own schema it had had.
    connection
        .execute_unprepared("DROP TABLE IF EXISTS _sqlx_migrations")
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &str = r#"{"equals":[],"any_of":null,"ids":[]}"#;

    #[test]
    fn the_rows_of_an_old_job_become_its_task() {
        let chosen = r#"{"equals":[["nama_mk","Aljabar"]],"any_of":["NPK",["1"]],"ids":[7],"failed_in":{"job":4,"key":["NPK"]}}"#;
        assert_eq!(
            task_of("mahasiswa", "export", chosen, None),
            Some(json!({ "rows": { "verb": "export", "kind": "mahasiswa", "selection": {
                "equals": [["nama_mk", "Aljabar"]], "any_of": ["NPK", ["1"]], "ids": [7],
                "missing": null, "search": null, "failed_in": { "job": 4, "kind": "mahasiswa" },
            } } }))
        );
        assert_eq!(
            task_of("prodi", "undo", ALL, Some(3)),
            Some(json!({ "undo": { "kind": "prodi", "job": 3 } }))
        );
        assert_eq!(task_of("drift", "compare", ALL, None), Some(json!("compare")));
        let days = r#"{"equals":[["start_date","2026-09-01"],["end_date","2026-09-30"],["from","1"],["to","9"]],"any_of":null,"ids":[]}"#;
        assert_eq!(
            task_of("zoom", "import", days, None),
            Some(json!({ "import": {
                "first": "2026-09-01", "last": "2026-09-30", "from": 1, "until": 9, "failed_in": null,
            } }))
        );
    }

    #[test]
    fn an_old_job_whose_rows_cannot_be_read_gets_no_task() {
        for damaged in [
            "",
            "{}",
            "[]",
            r#"{"equals":[],"ids":[]}"#,
            r#"{"equals":[],"any_of":null"#,
        ] {
            assert_eq!(task_of("prodi", "export", damaged, None), None, "{damaged}");
        }
        let failed = r#"{"equals":[],"any_of":null,"ids":[],"failed_in":{}}"#;
        assert_eq!(task_of("prodi", "export", failed, None), None);
        assert_eq!(task_of("prodi", "undo", ALL, None), None);
        assert_eq!(task_of("zoom", "import", ALL, None), None);
    }

    #[test]
    fn a_line_is_about_the_row_whose_key_people_read() {
        let hash = |values: &[&str]| hash(values.iter().copied());
        assert_eq!(
            row_of("mahasiswa", "export", "Aljabar · A · 11 · 1234"),
            Some(("mahasiswa", hash(&["Aljabar", "A", "11", "1234"])))
        );
        assert_eq!(row_of("mahasiswa", "sync", "baris 3"), None);
        assert_eq!(
            row_of("drift", "compare", "Mata Kuliah · 77"),
            Some(("mata_kuliah", hash(&["77"])))
        );
        assert_eq!(row_of("drift", "compare", "daftar"), None);
    }
}
