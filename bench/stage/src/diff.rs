//! The diff of staged and stored rows by joins, and its application by ranges.

use crate::{
    Phases,
    database::{Database, columns, count, progress},
    ingest::Staged,
};
use anyhow::Result;
use std::time::Instant;

/// People, and enrolments, of one transaction.
const TOGETHER: i64 = 2_000;

/// The planner's verdict on a staged person `s` and a stored one `p`.
const VERDICT: &str = "CASE WHEN p.id IS NULL THEN 'create' \
    WHEN p.fingerprint = s.fingerprint AND p.source_fingerprint = s.fingerprint THEN 'same' \
    WHEN p.fingerprint = s.fingerprint THEN 'update' \
    WHEN p.source_fingerprint IS NULL THEN 'entered_here' \
    WHEN p.source_fingerprint = s.fingerprint THEN 'same' \
    WHEN p.source_fingerprint <> p.fingerprint THEN 'both_sides' \
    ELSE 'update' END";

/// Columns of a person that are stored with a version, beside the kind's own.
const VERSIONED: &str = "key_hash, fingerprint, source_fingerprint, synced_at, edited_at, search_text, written_in, migration, \
    migration_reason, exported_at, created_in";

pub(crate) async fn apply(database: &mut Database, job: i64, staged: &Staged, phases: &mut Phases) -> Result<()> {
    let mut since = Instant::now();
    find_people(database).await?;
    phases.end("diff people", &mut since);
    let all_read = staged.issues.iter().all(|issue| issue.outcome != "failed");
    find_enrolments(database, all_read).await?;
    phases.end("diff enrolments", &mut since);

    let at = database
        .number("SELECT created_at FROM job ORDER BY id DESC LIMIT 1")
        .await?;
    let updated = change_people(database, job, at).await?;
    phases.end("change people", &mut since);
    let conflicts = report_conflicts(database, job).await?;
    make_people(database, job, at).await?;
    let created = make_enrolments(database, job).await?;
    let returned_or_reworded = "UPDATE mahasiswa_enrolment SET source_hash = CASE WHEN d.verdict IN ('entered_here', 'both_sides') \
        THEN mahasiswa_enrolment.source_hash ELSE x.source_hash END, missing_since = NULL \
        FROM stage.enrolment_diff x LEFT JOIN stage.person_diff d ON d.number = x.person \
        WHERE x.id = mahasiswa_enrolment.id AND x.class IS NOT NULL AND (d.verdict IS NULL OR d.verdict <> 'update' OR x.missing IS NOT NULL)";
    database.run(returned_or_reworded).await?;
    let missing = flag_missing(database, job, at).await?;
    let unchanged = staged.rows - updated - created - conflicts;
    database.count(job, "unchanged", unchanged).await?;
    if missing > 0 {
        database.count(job, "missing", missing).await?;
    }
    phases.end("apply the rest", &mut since);
    Ok(())
}

/// Finds new, changed and conflicting people. On SQLite the ids of all people are kept: the join of enrolments needs them.
async fn find_people(database: &mut Database) -> Result<()> {
    let join = format!(
        "SELECT s.number, p.id, {VERDICT} AS verdict FROM stage.person s LEFT JOIN mahasiswa_person p ON p.\"NPK\" = s.\"NPK\""
    );
    if database.is_sqlite() {
        database
            .run(format!(
                "CREATE TABLE stage.person_known (number integer PRIMARY KEY, id integer, verdict text NOT NULL); \
                 INSERT INTO stage.person_known {join} ORDER BY s.number; \
                 CREATE TABLE stage.person_diff (number integer PRIMARY KEY, id integer, verdict text NOT NULL); \
                 INSERT INTO stage.person_diff SELECT * FROM stage.person_known WHERE verdict <> 'same'"
            ))
            .await?;
    } else {
        database
            .run(format!(
                "ANALYZE stage.person; ANALYZE stage.enrolment; \
                 CREATE UNLOGGED TABLE stage.person_diff AS SELECT * FROM ({join}) AS k WHERE verdict <> 'same'; \
                 ALTER TABLE stage.person_diff ADD PRIMARY KEY (number); ANALYZE stage.person_diff"
            ))
            .await?;
    }
    // A new number that differs from a stored one in zeros or capitals only, with the same name, is not taken.
    let new = database
        .number("SELECT count(*) FROM stage.person_diff WHERE verdict = 'create'")
        .await?;
    if new > 0 {
        database
            .run(
                "UPDATE stage.person_diff SET verdict = 'spelled_otherwise' WHERE verdict = 'create' AND number IN ( \
                 SELECT s.number FROM stage.person_diff d JOIN stage.person s ON s.number = d.number \
                 JOIN mahasiswa_person p ON ltrim(lower(p.\"NPK\"), '0') = ltrim(lower(s.\"NPK\"), '0') \
                 AND lower(p.nama_lengkap) = lower(s.nama_lengkap) WHERE d.verdict = 'create')",
            )
            .await?;
    }
    Ok(())
}

/// Finds enrolments that are new, reworded, returned or missing. Missing ones have no class.
async fn find_enrolments(database: &mut Database, all_read: bool) -> Result<()> {
    if database.is_sqlite() {
        return find_enrolments_on_sqlite(database, all_read).await;
    }
    let missing = if all_read {
        "e.source_hash IS NOT NULL AND e.missing_since IS NULL"
    } else {
        "FALSE"
    };
    database
        .run(format!(
            "CREATE UNLOGGED TABLE stage.enrolment_diff AS SELECT s.class, s.person, s.key_hash, s.source_hash, e.id, \
             e.missing_since AS missing FROM stage.enrolment s FULL JOIN mahasiswa_enrolment e ON e.key_hash = s.key_hash \
             WHERE (s.key_hash IS NULL AND {missing}) OR (s.key_hash IS NOT NULL AND \
             (e.source_hash IS DISTINCT FROM s.source_hash OR e.missing_since IS NOT NULL)); \
             CREATE INDEX ON stage.enrolment_diff (person); CREATE INDEX ON stage.enrolment_diff (id); \
             ANALYZE stage.enrolment_diff"
        ))
        .await?;
    Ok(())
}

async fn find_enrolments_on_sqlite(database: &mut Database, all_read: bool) -> Result<()> {
    database
        .run(
            "CREATE INDEX stage.in_order ON enrolment (class, person, key_hash, source_hash); \
             CREATE TABLE stage.class_known (number integer PRIMARY KEY, id integer); \
             INSERT INTO stage.class_known SELECT s.number, c.id FROM stage.class s LEFT JOIN mahasiswa_class c \
             ON c.nama_mk = s.nama_mk AND c.nama_kelas = s.nama_kelas AND c.program_id = s.program_id \
             AND c.jadwal_kuliah_detail_id = '' ORDER BY s.number; \
             CREATE TABLE stage.enrolment_diff (class integer, person integer, key_hash integer, source_hash integer, id integer, \
             missing integer, was integer); \
             INSERT INTO stage.enrolment_diff SELECT s.class, s.person, s.key_hash, s.source_hash, e.id, e.missing_since, e.source_hash \
             FROM stage.enrolment s INDEXED BY in_order CROSS JOIN stage.class_known c ON c.number = s.class \
             CROSS JOIN stage.person_known k ON k.number = s.person \
             LEFT JOIN mahasiswa_enrolment e ON e.class_id = c.id AND e.person_id = k.id \
             WHERE e.source_hash IS NOT s.source_hash OR e.missing_since IS NOT NULL",
        )
        .await?;
    if all_read {
        // If as many rows are matched as are stored, none is missing.
        let matched = "SELECT (SELECT count(*) FROM (SELECT DISTINCT class, person FROM stage.enrolment)) - (SELECT count(*) FROM \
            (SELECT DISTINCT class, person FROM stage.enrolment_diff WHERE id IS NULL OR missing IS NOT NULL OR was IS NULL))";
        let stored = "SELECT count(*) FROM mahasiswa_enrolment WHERE source_hash IS NOT NULL AND missing_since IS NULL";
        if database.number(matched).await? != database.number(stored).await? {
            database
                .run(
                    "CREATE INDEX stage.class_by_id ON class_known (id, number); CREATE INDEX stage.person_by_id ON person_known \
                     (id, number); INSERT INTO stage.enrolment_diff (id) SELECT e.id FROM mahasiswa_enrolment e \
                     WHERE e.source_hash IS NOT NULL AND e.missing_since IS NULL AND NOT EXISTS (SELECT 1 FROM stage.class_known c \
                     CROSS JOIN stage.person_known k CROSS JOIN stage.enrolment s WHERE c.id = e.class_id AND k.id = e.person_id \
                     AND s.class = c.number AND s.person = k.number)",
                )
                .await?;
        }
    }
    database
        .run(
            "CREATE INDEX stage.diff_by_person ON enrolment_diff (person); CREATE INDEX stage.diff_by_id ON enrolment_diff (id)",
        )
        .await?;
    Ok(())
}

/// The next range of people with a verdict; `None` at the end.
async fn next_people(database: &mut Database, verdict: &str, last: i64) -> Result<Option<i64>> {
    let upto = database
        .number(format!(
            "SELECT COALESCE(max(number), -1) FROM (SELECT number FROM stage.person_diff WHERE verdict = '{verdict}' \
             AND number > {last} ORDER BY number LIMIT {TOGETHER}) AS next"
        ))
        .await?;
    Ok((upto >= 0).then_some(upto))
}

async fn change_people(database: &mut Database, job: i64, at: i64) -> Result<i64> {
    let own = columns();
    // Only columns that change are written, since each has an index.
    let joined =
        "stage.person_diff d JOIN stage.person s ON s.number = d.number JOIN mahasiswa_person p ON p.id = d.id";
    let mut changing = Vec::new();
    for column in &own {
        let changes = format!("SELECT count(*) FROM {joined} WHERE d.verdict = 'update' AND p.{column} <> s.{column}");
        if database.number(changes).await? > 0 {
            changing.push(column.clone());
        }
    }
    let set: String = changing
        .iter()
        .map(|column| format!("{column} = s.{column}, "))
        .collect();
    let object = match database {
        Database::Sqlite(_) => "json_object",
        Database::Postgres(_) => "json_build_object",
    };
    let changes: Vec<_> = changing
        .iter()
        .map(|column| {
            format!(
                "CASE WHEN p.{column} <> s.{column} THEN ',' || CAST({object}('code', 'change', 'parameters', {object}('field', '{}', \
                 'from', p.{column}, 'to', s.{column})) AS text) ELSE '' END",
                column.trim_matches('"')
            )
        })
        .collect();
    let changes = if changes.is_empty() {
        "''".to_owned()
    } else {
        changes.join(" || ")
    };
    let reason = format!("'{{\"code\":\"changed\",\"parameters\":{{\"changes\":[' || substr({changes}, 2) || ']}}}}'");
    let own = own.join(", ");
    let of_person: String = format!("{own}, {VERSIONED}")
        .split(", ")
        .map(|column| format!(", p.{}", column.trim()))
        .collect();
    let (mut last, mut updated) = (-1, 0);
    while let Some(upto) = next_people(database, "update", last).await? {
        let range = format!("d.verdict = 'update' AND d.number > {last} AND d.number <= {upto}");
        database.run("BEGIN").await?;
        database
            .run(format!(
                "INSERT INTO mahasiswa_person_before (job_id, was, undone, taken_at, id, {own}, {VERSIONED}) \
                 SELECT {job}, 'updated', FALSE, {at}, p.id{of_person} FROM {joined} WHERE {range}; \
                 INSERT INTO job_row (job_id, outcome, kind, key_hash, key, label, reason, reason_group) \
                 SELECT {job}, 'updated', 'mahasiswa', s.hash, s.\"NPK\", s.nama_lengkap, {reason}, 'changed' FROM {joined} WHERE {range} \
                 ORDER BY d.number"
            ))
            .await?;
        database
            .run(format!(
                "UPDATE mahasiswa_enrolment SET source_hash = x.source_hash FROM stage.person_diff d JOIN stage.enrolment_diff x \
                 ON x.person = d.number WHERE x.id = mahasiswa_enrolment.id AND {range}"
            ))
            .await?;
        let changed = database
            .run(format!(
                "UPDATE mahasiswa_person SET {set}fingerprint = s.fingerprint, source_fingerprint = s.fingerprint, synced_at = {at}, \
                 search_text = s.search_text, written_in = {job}, \
                 migration = CASE WHEN migration = 'sudah' THEN 'berubah' ELSE migration END \
                 FROM stage.person_diff d JOIN stage.person s ON s.number = d.number WHERE d.id = mahasiswa_person.id AND {range}"
            ))
            .await?
            .cast_signed();
        let ended = format!(
            "{} {} COMMIT",
            count(job, "updated", changed),
            progress(job, "update", upto)
        );
        database.run(ended).await?;
        (last, updated) = (upto, updated + changed);
    }
    Ok(updated)
}

/// People that were changed here, or are spelled otherwise, stay as they are.
async fn report_conflicts(database: &mut Database, job: i64) -> Result<i64> {
    let conflicts = database
        .run(format!(
            "INSERT INTO job_row (job_id, outcome, kind, key_hash, key, label, reason, reason_group) \
             SELECT {job}, 'conflict', 'mahasiswa', s.hash, s.\"NPK\", s.nama_lengkap, '{{\"code\":\"changed_both_sides\",\"parameters\":\
             {{\"source\":\"OCAS\"}}}}', 'changed_both_sides' FROM stage.person_diff d JOIN stage.person s ON s.number = d.number \
             WHERE d.verdict NOT IN ('create', 'update')"
        ))
        .await?
        .cast_signed();
    if conflicts > 0 {
        database.count(job, "conflict", conflicts).await?;
    }
    Ok(conflicts)
}

async fn make_people(database: &mut Database, job: i64, at: i64) -> Result<()> {
    let columns = columns().join(", ");
    let mut last = -1;
    while let Some(upto) = next_people(database, "create", last).await? {
        database
            .run(format!(
                "BEGIN; INSERT INTO mahasiswa_person ({columns}, key_hash, fingerprint, search_text, source_fingerprint, migration, \
                 synced_at, created_in, written_in) SELECT {columns}, hash, fingerprint, search_text, fingerprint, 'belum', {at}, \
                 {job}, {job} FROM stage.person WHERE number IN (SELECT number FROM stage.person_diff WHERE verdict = 'create' AND \
                 number > {last} AND number <= {upto}) ORDER BY number; {} COMMIT",
                progress(job, "create", upto)
            ))
            .await?;
        last = upto;
    }
    Ok(())
}

async fn make_enrolments(database: &mut Database, job: i64) -> Result<i64> {
    let new = database
        .number("SELECT count(*) FROM stage.enrolment_diff WHERE id IS NULL")
        .await?;
    if new == 0 {
        return Ok(0);
    }
    // By ranges of people, since the index of the diff is by person.
    database
        .run(
            "INSERT INTO mahasiswa_class (nama_mk, nama_kelas, program_id, kode_kelas, jadwal_kuliah_detail_id, search_text) \
             SELECT nama_mk, nama_kelas, program_id, '', '', search_text FROM stage.class WHERE number IN \
             (SELECT class FROM stage.enrolment_diff WHERE id IS NULL) ORDER BY number ON CONFLICT DO NOTHING",
        )
        .await?;
    let (mut last, mut created) = (-1, 0);
    loop {
        let upto = end_of_range(database, "person", "id IS NULL", last).await?;
        if upto < 0 {
            return Ok(created);
        }
        database.run("BEGIN").await?;
        let made = database
            .run(format!(
                "INSERT INTO mahasiswa_enrolment (person_id, class_id, key_hash, source_hash, enroll, created_in, written_in) \
                 SELECT p.id, c.id, x.key_hash, x.source_hash, 'belum', {job}, {job} FROM stage.enrolment_diff x \
                 JOIN stage.person s ON s.number = x.person JOIN mahasiswa_person p ON p.\"NPK\" = s.\"NPK\" \
                 JOIN stage.class sc ON sc.number = x.class JOIN mahasiswa_class c ON c.nama_mk = sc.nama_mk \
                 AND c.nama_kelas = sc.nama_kelas AND c.program_id = sc.program_id AND c.jadwal_kuliah_detail_id = '' \
                 WHERE x.id IS NULL AND x.person > {last} AND x.person <= {upto} ORDER BY c.id, p.id \
                 ON CONFLICT (class_id, person_id) DO NOTHING"
            ))
            .await?
            .cast_signed();
        let ended = format!(
            "{} {} COMMIT",
            count(job, "created", made),
            progress(job, "enrol", upto)
        );
        database.run(ended).await?;
        (last, created) = (upto, created + made);
    }
}

/// The last key of the next range of differing enrolments; -1 after the last range.
async fn end_of_range(database: &mut Database, key: &str, of: &str, last: i64) -> Result<i64> {
    database
        .number(format!(
            "SELECT COALESCE(max({key}), -1) FROM (SELECT {key} FROM stage.enrolment_diff WHERE {of} AND {key} > {last} \
             ORDER BY {key} LIMIT {TOGETHER}) AS next"
        ))
        .await
}

async fn flag_missing(database: &mut Database, job: i64, at: i64) -> Result<i64> {
    let (mut last, mut flagged) = (-1, 0);
    loop {
        let upto = end_of_range(database, "id", "class IS NULL", last).await?;
        if upto < 0 {
            return Ok(flagged);
        }
        let range =
            format!("IN (SELECT id FROM stage.enrolment_diff WHERE class IS NULL AND id > {last} AND id <= {upto})");
        let kept =
            "person_id, class_id, enroll, enroll_reason, key_hash, source_hash, missing_since, created_in, written_in";
        database
            .run(format!(
                "BEGIN; INSERT INTO mahasiswa_enrolment_before (job_id, was, undone, taken_at, id, {kept}, number) \
                 SELECT {job}, 'updated', FALSE, {at}, e.id, {}, p.\"NPK\" FROM mahasiswa_enrolment e JOIN mahasiswa_person p \
                 ON p.id = e.person_id WHERE e.id {range}; \
                 INSERT INTO job_row (job_id, outcome, kind, key_hash, key, label) SELECT {job}, 'missing', 'mahasiswa', key_hash, \
                 nama_mk || chr_31 || nama_kelas || chr_31 || program_id || chr_31 || \"NPK\", nama_lengkap FROM mahasiswa \
                 WHERE id {range}; \
                 UPDATE mahasiswa_enrolment SET missing_since = {at}, written_in = {job} WHERE id {range}; {} COMMIT",
                kept.replace(", ", ", e.").replacen("person_id", "e.person_id", 1),
                progress(job, "missing", upto)
            )
            .replace("chr_31", if database.is_sqlite() { "char(31)" } else { "chr(31)" }))
            .await?;
        flagged += database
            .number(format!(
                "SELECT count(*) FROM stage.enrolment_diff WHERE class IS NULL AND id > {last} AND id <= {upto}"
            ))
            .await?;
        last = upto;
    }
}
