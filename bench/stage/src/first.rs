//! A first load: all staged rows are new. Ids are drawn as one block, so that no join is needed.

use crate::{
    Arguments, Phases,
    database::{Database, columns, count, progress},
    ingest::Staged,
};
use anyhow::Result;
use selaras_store::Store;
use std::{path::Path, time::Instant};

/// Rows before indexes are postponed (decision 6).
const LARGE: i64 = 2_000;
/// Enrolments of one transaction.
const ENROLMENTS: i64 = 50_000;
/// People of one transaction.
const PEOPLE: i64 = 20_000;

/// A range of the staged order.
#[derive(Clone, Copy)]
struct Range {
    classes: [usize; 2],
    people: Option<[i64; 2]>,
}

impl Range {
    fn condition(&self) -> String {
        let [first, last] = self.classes;
        let people = self.people.map_or_else(String::new, |[first, end]| {
            format!(" AND person >= {first} AND person < {end}")
        });
        format!("class BETWEEN {first} AND {last}{people}")
    }
}

/// Ranges of about [`ENROLMENTS`] rows.
fn ranges(staged: &Staged) -> Vec<Range> {
    let (mut ranges, mut first, mut rows) = (Vec::new(), 0, 0);
    for (class, of_class) in staged.of_classes.iter().enumerate() {
        rows += i64::from(*of_class);
        if rows >= ENROLMENTS || class + 1 == staged.of_classes.len() {
            let parts = if first == class { (rows / ENROLMENTS).max(1) } else { 1 };
            let size = staged.people / parts + 1;
            let people = |part: i64| (parts > 1).then(|| [part * size, (part + 1) * size]);
            ranges.extend((0..parts).map(|part| Range {
                classes: [first, class],
                people: people(part),
            }));
            (first, rows) = (class + 1, 0);
        }
    }
    ranges
}

/// The first ids of the new classes and people.
#[derive(Clone, Copy)]
struct Ids {
    class: i64,
    person: i64,
}

/// Draws a block of ids.
async fn draw(database: &mut Database, table: &str, rows: i64) -> Result<i64> {
    if database.is_sqlite() {
        let drawn = format!("SELECT COALESCE((SELECT seq FROM sqlite_sequence WHERE name = '{table}'), 0) + 1");
        return database.number(drawn).await;
    }
    let sequence = format!("pg_get_serial_sequence('{table}', 'id')");
    let drawn = format!("SELECT setval({sequence}, nextval({sequence}) + {rows}) - {rows}");
    database.number(drawn).await
}

pub(crate) async fn apply(
    database: &mut Database,
    store: &Store,
    job: i64,
    staged: &Staged,
    arguments: &Arguments,
    phases: &mut Phases,
) -> Result<()> {
    let mut since = Instant::now();
    let at = database
        .number("SELECT created_at FROM job ORDER BY id DESC LIMIT 1")
        .await?;
    if staged.rows >= LARGE {
        postpone(database, job).await?;
    }
    // The staged order: on SQLite a covering index, on PostgreSQL the sorted runs with a small index of their blocks.
    if database.is_sqlite() {
        database
            .run("CREATE INDEX stage.in_order ON enrolment (class, person, key_hash, source_hash)")
            .await?;
    } else {
        database
            .run(
                "CREATE INDEX in_order ON stage.enrolment USING brin (class, person) WITH (pages_per_range = 4); \
                 ANALYZE stage.enrolment; ANALYZE stage.person",
            )
            .await?;
    }
    phases.end("order", &mut since);

    let ids = Ids {
        class: draw(database, "mahasiswa_class", staged.of_classes.len() as i64).await?,
        person: draw(database, "mahasiswa_person", staged.people).await?,
    };
    database
        .run(format!(
            "INSERT INTO mahasiswa_class (id, nama_mk, nama_kelas, program_id, kode_kelas, jadwal_kuliah_detail_id, search_text) \
             SELECT number + {}, nama_mk, nama_kelas, program_id, '', '', search_text FROM stage.class ORDER BY number",
            ids.class
        ))
        .await?;
    phases.end("classes", &mut since);

    let columns = columns().join(", ");
    for first in (0..staged.people).step_by(PEOPLE as usize) {
        let last = first + PEOPLE - 1;
        database
            .run(format!(
                "BEGIN; INSERT INTO mahasiswa_person (id, {columns}, key_hash, fingerprint, search_text, source_fingerprint, \
                 migration, synced_at, created_in, written_in) SELECT number + {}, {columns}, hash, fingerprint, search_text, \
                 fingerprint, 'belum', {at}, {job}, {job} FROM stage.person WHERE number BETWEEN {first} AND {last} ORDER BY number; \
                 {} COMMIT;",
                ids.person,
                progress(job, "person", last)
            ))
            .await?;
    }
    phases.end("people", &mut since);

    let ranges = ranges(staged);
    if database.is_sqlite() || arguments.connections < 2 {
        enrol(database, job, ids, &ranges, "enrolment").await?;
    } else {
        let (some, others) = ranges.split_at(ranges.len() / 2);
        let mut second = Database::open(&arguments.database, Path::new("")).await?;
        tokio::try_join!(
            enrol(database, job, ids, some, "enrolment"),
            enrol(&mut second, job, ids, others, "other enrolment")
        )?;
    }
    phases.end("enrolments", &mut since);

    store.make_postponed_indexes("mahasiswa").await?;
    phases.end("indexes", &mut since);
    Ok(())
}

/// Inserts the enrolments of these ranges, each in one transaction with its counters.
async fn enrol(database: &mut Database, job: i64, ids: Ids, ranges: &[Range], step: &str) -> Result<()> {
    let Ids { class, person } = ids;
    let (distinct, on_conflict) = match database {
        Database::Sqlite(_) => ("", "ON CONFLICT (class_id, person_id) DO NOTHING"),
        Database::Postgres(_) => ("DISTINCT ON (class, person)", ""),
    };
    for (at, range) in ranges.iter().enumerate() {
        database.run("BEGIN").await?;
        let made = database
            .run(format!(
                "INSERT INTO mahasiswa_enrolment (person_id, class_id, key_hash, source_hash, enroll, created_in, written_in) \
                 SELECT {distinct} person + {person}, class + {class}, key_hash, source_hash, 'belum', {job}, {job} \
                 FROM stage.enrolment WHERE {} ORDER BY class, person {on_conflict}",
                range.condition()
            ))
            .await?
            .cast_signed();
        // SQLite's trigger skips the rows of this job.
        let tally = match database {
            Database::Sqlite(_) => format!(
                "INSERT INTO tally (kind, what, word, number) VALUES ('mahasiswa', 'enroll', 'belum', {made}) \
                 ON CONFLICT (kind, what, word) DO UPDATE SET number = tally.number + excluded.number;"
            ),
            Database::Postgres(_) => String::new(),
        };
        database
            .run(format!(
                "{tally} {} {} COMMIT;",
                count(job, "created", made),
                progress(job, step, at as i64)
            ))
            .await?;
    }
    Ok(())
}

/// Drops the indexes that the product postpones; the statements are those of `first_load`.
async fn postpone(database: &mut Database, job: i64) -> Result<()> {
    let tables = "'mahasiswa_person', 'mahasiswa_class', 'mahasiswa_enrolment'";
    let by = "'mahasiswa_enrolment_by_person_id', 'mahasiswa_enrolment_by_created_in'";
    let found = match database {
        Database::Sqlite(_) => format!(
            "SELECT name, tbl_name, sql FROM sqlite_schema WHERE tbl_name IN ({tables}) AND (type = 'index' AND \
             (instr(name, '_sorted_by_') > 0 OR name IN ({by})) OR type = 'trigger' AND (instr(name, '_search_') > 0 OR \
             name = 'mahasiswa_enrolment_tally_made')) ORDER BY name"
        ),
        Database::Postgres(_) => format!(
            "SELECT indexname::text, tablename::text, indexdef FROM pg_indexes WHERE schemaname = current_schema() \
             AND tablename IN ({tables}) AND (strpos(indexname, '_sorted_by_') > 0 OR indexname = tablename || '_search' OR \
             indexname IN ({by}))"
        ),
    };
    let mut searches = std::collections::BTreeMap::<String, String>::new();
    let mut statements = vec!["BEGIN".to_owned()];
    let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
    let keep = |name: &str, make: &str| {
        format!(
            "INSERT INTO postponed_index (name, kind, make) VALUES ('{name}', 'mahasiswa', {})",
            quoted(make)
        )
    };
    for [name, table, sql] in database.texts(found).await? {
        if name == "mahasiswa_enrolment_tally_made" {
            let drop = format!("DROP TRIGGER {name};\n");
            statements.push(keep(&name, &format!("{drop}{sql}")));
            statements.push(drop + &sql.replacen(" BEGIN ", &format!(" WHEN new.created_in IS NOT {job} BEGIN "), 1));
        } else if sql.starts_with("CREATE TRIGGER") {
            let search = format!("{table}_search");
            let make = searches.entry(search.clone()).or_insert_with(|| rebuild(&search));
            make.push_str(&format!("{sql};\n"));
            statements.push(format!("DROP TRIGGER {name}"));
        } else {
            statements.push(keep(&name, &sql));
            statements.push(format!("DROP INDEX {name}"));
        }
    }
    statements.extend(searches.iter().map(|(name, make)| keep(name, make)));
    statements.push("COMMIT".to_owned());
    database.run(statements.join(";\n")).await?;
    Ok(())
}

/// The product's rebuild of a table of trigrams.
fn rebuild(search: &str) -> String {
    let order = |columns: &str, values: &str| format!("INSERT INTO {search} ({columns}) VALUES ({values});\n");
    let gather = |bytes: u32| order(&format!("{search}, rank"), &format!("'hashsize', {bytes}"));
    [
        gather(4 << 20),
        order(search, "'rebuild'"),
        order(search, "'optimize'"),
        gather(1 << 20),
    ]
    .concat()
}
