//! Faulty queries: each is reported with its list, its position and its remedy.

use rstest::rstest;
use selaras_kinds::{Kind, kelas::Kelas, mahasiswa::Mahasiswa};
use selaras_reasons::Reason;
use selaras_source::{Call, CellFault, Fault, List, RowFault, Source, SourceError, TableFault, TrialLimits};
use selaras_tests::sources::databases::{Fresh, Server, Server::*};
use sqlx::{AssertSqlSafe, Connection, MySqlConnection, PgConnection};
use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::time::timeout;

const CLASSES: &str = "CREATE TABLE kelas (id VARCHAR(20), nama VARCHAR(20), sks INTEGER)";

/// A source that reads its classes by this query.
async fn classes(server: Server, query: &str) -> (Source, Fresh) {
    let database = server.fresh().await;
    database.run(CLASSES).await;
    database
        .run("INSERT INTO kelas VALUES ('1', 'A', 3), (NULL, 'B', 2), ('3', 'C', NULL)")
        .await;
    (database.source(of(query)), database)
}

fn of(query: &str) -> BTreeMap<String, String> {
    BTreeMap::from([("classes".to_owned(), query.to_owned())])
}

/// All rows; or the number of rows before the list failed, and the error.
async fn all(source: &Source, call: Call) -> Result<Vec<Result<String, String>>, (usize, SourceError)> {
    let mut rows = source.rows(call);
    let mut seen = Vec::new();
    loop {
        match rows.next().await {
            Ok(Some(chunk)) => seen.extend(
                chunk
                    .into_iter()
                    .map(|row| row.map(|row| row.json.to_string()).map_err(|error| error.to_string())),
            ),
            Ok(None) => return Ok(seen),
            Err(error) => return Err((seen.len(), error)),
        }
    }
}

async fn refusal(source: &Source) -> String {
    let (rows, error) = all(source, Call::whole(&Kelas::FEED)).await.unwrap_err();
    assert_eq!(rows, 0);
    error.to_string()
}

#[rstest]
#[tokio::test]
async fn syntax_error_is_reported_in_the_databases_words(#[values(Postgres, MariaDb, Sqlite)] server: Server) {
    let (source, _database) = classes(server, "SELECT id AS jadwal_kuliah_detail_id\nFORM kelas WHERE").await;
    let text = refusal(&source).await;
    assert!(
        text.starts_with("Daftar classes, kueri source.sql.queries.classes, ditolak database: "),
        "{text}"
    );
    assert!(text.ends_with("Perbaiki kuerinya, lalu coba lagi."), "{text}");
    if server == Postgres {
        assert!(text.contains("(baris 2, kolom 1 dari kueri)"), "{text}");
    }
}

#[rstest]
#[tokio::test]
async fn missing_column_is_named_with_the_existing_ones(#[values(Postgres, MariaDb, Sqlite)] server: Server) {
    let (source, _database) = classes(server, "SELECT id, nama AS nama_kelas FROM kelas").await;
    assert_eq!(
        refusal(&source).await,
        "Daftar classes, kueri source.sql.queries.classes, tidak punya kolom jadwal_kuliah_detail_id (yang ada: id, \
         nama_kelas). Tambahkan kolomnya, beri alias (AS) pada kueri, atau sesuaikan judulnya."
    );
}

#[rstest]
#[tokio::test]
async fn duplicate_column_is_reported(#[values(Postgres, MariaDb, Sqlite)] server: Server) {
    let query = "SELECT id AS jadwal_kuliah_detail_id, nama AS nama_kelas, sks AS nama_kelas FROM kelas";
    let (source, _database) = classes(server, query).await;
    let text = refusal(&source).await;
    assert!(
        text.contains("dua kolom berjudul nama_kelas (kolom ke-2 dan ke-3)"),
        "{text}"
    );
}

#[rstest]
#[tokio::test]
async fn row_without_its_key_is_an_error_of_that_row(#[values(Postgres, MariaDb, Sqlite)] server: Server) {
    let query = "SELECT id AS jadwal_kuliah_detail_id, nama AS nama_kelas, sks AS jumlah_sks FROM kelas ORDER BY nama;";
    let (source, _database) = classes(server, query).await;
    let rows = all(&source, Call::whole(&Kelas::FEED)).await.unwrap();
    assert_eq!(
        rows[0].as_deref(),
        Ok(r#"{"jadwal_kuliah_detail_id":"1","nama_kelas":"A","jumlah_sks":"3"}"#)
    );
    assert_eq!(
        rows[1].as_ref().unwrap_err(),
        "Baris ke-2 kolom jadwal_kuliah_detail_id kosong, padahal wajib ada; isi di sumbernya, lalu coba lagi (Daftar \
         classes, kueri source.sql.queries.classes)."
    );
    assert_eq!(
        rows[2].as_deref(),
        Ok(r#"{"jadwal_kuliah_detail_id":"3","nama_kelas":"C"}"#)
    );
}

#[rstest]
#[tokio::test]
async fn rounded_number_is_reported_but_a_similar_code_is_accepted(
    #[values(Postgres, MariaDb, Sqlite)] server: Server,
) {
    let rounded = match server {
        Postgres => "197001012005011001::float8",
        MariaDb => "197001012005011001e0",
        Sqlite => "197001012005011001.0",
    };
    let query = format!("SELECT {rounded} AS jadwal_kuliah_detail_id");
    let (source, database) = classes(server, &query).await;
    let rows = all(&source, Call::whole(&Kelas::FEED)).await.unwrap();
    let told = rows[0].as_ref().unwrap_err();
    assert!(
        told.starts_with("Baris ke-1 kolom jadwal_kuliah_detail_id berisi angka 1.97001012005011")
            && told.contains("yang sudah dibulatkan database"),
        "{told}"
    );
    let codes = "SELECT '1E3' AS jadwal_kuliah_detail_id, '2E5' AS nama_kelas";
    let rows = all(&database.source(of(codes)), Call::whole(&Kelas::FEED))
        .await
        .unwrap();
    assert_eq!(
        rows[0].as_deref(),
        Ok(r#"{"jadwal_kuliah_detail_id":"1E3","nama_kelas":"2E5"}"#)
    );
}

#[tokio::test]
async fn text_that_is_not_utf8_costs_its_row_alone() {
    let database = Postgres.fresh().await.beside_in_sql_ascii().await;
    database.run("CREATE TABLE peserta (npk TEXT, nama TEXT)").await;
    database
        .run("INSERT INTO peserta VALUES ('1', 'Siti Rahayu'), ('2', E'Andr\\xE9'), ('3', 'André')")
        .await;
    let query = "SELECT npk AS \"NPK\", nama AS nama_lengkap, 'A' AS nama_kelas, 'Algoritma' AS nama_mk, \
                 '11' AS program_id FROM peserta ORDER BY npk";
    let source = database.source(BTreeMap::from([("class_students".to_owned(), query.to_owned())]));
    let class = [("nama_mk", "Algoritma"), ("nama_kelas", "A"), ("program_id", "11")];
    let class = class.map(|(column, value)| (column, value.to_owned())).to_vec();
    for call in [Call::whole(&Mahasiswa::FEED), Call::scoped(&Mahasiswa::FEED, class)] {
        let rows = all(&source, call).await.unwrap();
        assert_eq!(rows.len(), 3);
        assert!(rows[0].as_ref().unwrap().contains("Siti Rahayu"), "{rows:?}");
        assert!(rows[2].as_ref().unwrap().contains("André"), "{rows:?}");
        assert_eq!(
            rows[1].as_ref().unwrap_err(),
            "Baris ke-2 kolom nama_lengkap berisi teks yang bukan UTF-8; perbaiki di database (Daftar class_students, \
             kueri source.sql.queries.class_students)."
        );
    }
}

/// Letters with a meaning in line-based formats.
#[rstest]
#[tokio::test]
async fn text_arrives_as_the_database_has_it(#[values(Postgres, MariaDb, Sqlite)] server: Server) {
    // Names that arrive, and names that are refused for a character.
    let names = [
        ("A  B", None),
        ("A\tB", Some("tabulasi")),
        ("A\nB\r\nC", Some("ganti baris")),
        ("A\\B", None),
        ("\\N", None),
        ("\\t", None),
        ("A\u{8}\u{b}\u{c}B", Some("U+0008")),
        ("\"A\"", None),
        ("ß é", None),
    ];
    let database = server.fresh().await;
    database.run("CREATE TABLE kelas (id INTEGER, nama VARCHAR(20))").await;
    for (at, (name, _)) in names.iter().enumerate() {
        let name = match server {
            MariaDb => name.replace('\\', "\\\\"),
            Postgres | Sqlite => (*name).to_owned(),
        };
        database
            .run(&format!("INSERT INTO kelas VALUES ({at} + 1, '{name}')"))
            .await;
    }
    let query = "SELECT id AS jadwal_kuliah_detail_id, nama AS nama_kelas FROM kelas ORDER BY id";
    let rows = all(&database.source(of(query)), Call::whole(&Kelas::FEED))
        .await
        .unwrap();
    assert_eq!(rows.len(), names.len());
    for (row, (name, refused)) in rows.iter().zip(names) {
        match (row, refused) {
            (Ok(row), None) => {
                let row: serde_json::Value = serde_json::from_str(row).unwrap();
                assert_eq!(row["nama_kelas"], name);
            }
            (Err(error), Some(character)) => assert!(error.contains(character), "{error}"),
            _ => panic!("{name:?}: {row:?}"),
        }
    }
}

#[rstest]
#[case::statement(Postgres, "DELETE FROM kelas RETURNING id AS jadwal_kuliah_detail_id")]
#[case::with(
    Postgres,
    "WITH x AS (DELETE FROM kelas RETURNING id) SELECT id AS jadwal_kuliah_detail_id FROM x"
)]
#[case::several(
    Postgres,
    "SELECT '1' AS jadwal_kuliah_detail_id) AS x) TO STDOUT; DELETE FROM kelas; COPY (SELECT FROM (SELECT 1"
)]
#[case::function(Postgres, "SELECT nextval('urut')::text AS jadwal_kuliah_detail_id")]
#[case::statement(MariaDb, "UPDATE kelas SET nama = 'X'")]
#[case::function(MariaDb, "SELECT hapus() AS jadwal_kuliah_detail_id")]
#[case::statement(Sqlite, "DELETE FROM kelas RETURNING id AS jadwal_kuliah_detail_id")]
#[case::several(Sqlite, "SELECT 1 AS jadwal_kuliah_detail_id) AS x; DELETE FROM kelas; --")]
#[tokio::test]
async fn writing_query_is_refused_and_writes_nothing(#[case] server: Server, #[case] query: &str) {
    let (source, database) = classes(server, query).await;
    if query.contains("nextval") {
        database.run("CREATE SEQUENCE urut").await;
    }
    if query.contains("hapus") {
        let function = "CREATE FUNCTION hapus() RETURNS INT MODIFIES SQL DATA BEGIN DELETE FROM kelas; RETURN 1; END";
        database.run(function).await;
    }
    let (_, error) = all(&source, Call::whole(&Kelas::FEED)).await.unwrap_err();
    match error.fault {
        Fault::Table {
            what: TableFault::Writes,
            ..
        } => {
            assert!(error.to_string().contains("hendak mengubah data"), "{error}");
        }
        // These are several statements: the database refuses them itself.
        Fault::Table {
            what: TableFault::Refused { .. },
            ..
        } => assert!(query.contains(';'), "{error}"),
        _ => panic!("{error:?}"),
    }
    let intact = "SELECT nama AS jadwal_kuliah_detail_id FROM kelas";
    assert_eq!(
        all(&database.source(of(intact)), Call::whole(&Kelas::FEED))
            .await
            .unwrap()
            .len(),
        3
    );
}

#[rstest]
#[tokio::test]
async fn broken_connection_is_no_end_of_the_list(#[values(Postgres, MariaDb)] server: Server) {
    let database = server.fresh().await;
    let query = match server {
        Postgres => "SELECT n AS jadwal_kuliah_detail_id FROM generate_series(1, 5000000) AS n",
        _ => "SELECT seq AS jadwal_kuliah_detail_id FROM seq_1_to_5000000",
    };
    let source = database.source(of(query));
    let mut rows = source.rows(Call::whole(&Kelas::FEED));
    let first = rows.next().await.unwrap().unwrap().len();
    assert!(first > 0);
    cut(&database).await;
    let error = loop {
        match rows.next().await {
            Ok(Some(_)) => {}
            Ok(None) => panic!("a list that was cut off passed for a whole one"),
            Err(error) => break error,
        }
    };
    assert!(
        matches!(error.fault, Fault::Broken { rows, .. } if rows > 0),
        "{error:?}"
    );
    assert!(
        error.to_string().starts_with("Jawaban Simak terputus setelah "),
        "{error}"
    );
}

/// Ends all other connections to the database, as its administrator may.
async fn cut(database: &Fresh) {
    if database.server == Postgres {
        let mut connection = PgConnection::connect(&database.url).await.unwrap();
        let all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE datname = current_database() AND pid <> pg_backend_pid()";
        sqlx::query(all).execute(&mut connection).await.unwrap();
        return;
    }
    let mut connection = MySqlConnection::connect(&database.url).await.unwrap();
    let others = "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()";
    let others: Vec<i64> = sqlx::query_scalar(others).fetch_all(&mut connection).await.unwrap();
    for other in others {
        sqlx::raw_sql(AssertSqlSafe(format!("KILL {other}")))
            .execute(&mut connection)
            .await
            .unwrap();
    }
}

#[rstest]
#[tokio::test]
async fn list_is_read_no_further_than_wanted(#[values(Postgres, MariaDb, Sqlite)] server: Server) {
    let database = server.fresh().await;
    let endless = match server {
        Postgres => "SELECT generate_series(1, 1000000000000) AS jadwal_kuliah_detail_id",
        MariaDb => "SELECT seq AS jadwal_kuliah_detail_id FROM seq_1_to_1000000000000",
        Sqlite => {
            "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n AS jadwal_kuliah_detail_id FROM c"
        }
    };
    database.run("SELECT 1").await;
    let source = database.source_with(of(endless), |settings| settings.connections = 1);
    for _ in 0..3 {
        // With one connection, the next list begins only after this one is cancelled.
        let mut rows = source.rows(Call::whole(&Kelas::FEED));
        assert!(!rows.next().await.unwrap().unwrap().is_empty());
    }
}

#[tokio::test]
async fn sqlite_stops_a_query_that_takes_too_long() {
    let database = Sqlite.fresh().await;
    database.run(CLASSES).await;
    database.run("INSERT INTO kelas VALUES ('1', 'A', 3)").await;
    // It reads the table forever, and meanwhile nothing can be written.
    let endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c JOIN kelas) \
                   SELECT max(n) AS jadwal_kuliah_detail_id FROM c";
    let source = database.source_with(of(endless), |settings| {
        settings.timeouts.first_byte = Duration::from_millis(300);
    });
    let (_, error) = all(&source, Call::whole(&Kelas::FEED)).await.unwrap_err();
    assert!(matches!(error.fault, Fault::Overdue(_)), "{error:?}");
    database.run("INSERT INTO kelas VALUES ('2', 'B', 3)").await;
    // An unwanted query is stopped too.
    let source = database.source_with(of(endless), |settings| {
        settings.timeouts.first_byte = Duration::from_secs(600);
    });
    let mut rows = source.rows(Call::whole(&Kelas::FEED));
    timeout(Duration::from_millis(300), rows.next()).await.unwrap_err();
    drop(rows);
    database.run("INSERT INTO kelas VALUES ('3', 'C', 3)").await;
}

/// A query that gives no row for ten minutes.
const fn silent(server: Server) -> &'static str {
    match server {
        Postgres => "SELECT pg_sleep(600)::text AS jadwal_kuliah_detail_id",
        _ => "SELECT SLEEP(600) AS jadwal_kuliah_detail_id",
    }
}

/// Waits until no other connection runs a statement.
async fn wait_until_idle(database: &Fresh) {
    let mut busy = 1;
    while busy > 0 {
        busy = match database.server {
            Postgres => {
                let mut connection = PgConnection::connect(&database.url).await.unwrap();
                let busy = "SELECT count(*) FROM pg_stat_activity \
                            WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'";
                sqlx::query_scalar::<_, i64>(busy)
                    .fetch_one(&mut connection)
                    .await
                    .unwrap()
            }
            _ => {
                let mut connection = MySqlConnection::connect(&database.url).await.unwrap();
                let busy = "SELECT count(*) FROM information_schema.processlist \
                            WHERE db = DATABASE() AND id <> CONNECTION_ID() AND command <> 'Sleep'";
                sqlx::query_scalar::<_, i64>(busy)
                    .fetch_one(&mut connection)
                    .await
                    .unwrap()
            }
        };
    }
}

#[rstest]
#[tokio::test]
async fn silent_query_is_cancelled_once_and_stopped_in_the_database(#[values(Postgres, MariaDb)] server: Server) {
    let database = server.fresh().await;
    let tries = Arc::new(AtomicUsize::new(1));
    let counted = Arc::clone(&tries);
    let source = database
        .source_with(of(silent(server)), |settings| {
            settings.timeouts.first_byte = Duration::from_millis(200);
            settings.retries = 3;
        })
        .with_pause(move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
            Box::pin(std::future::ready(()))
        });
    let (_, error) = all(&source, Call::whole(&Kelas::FEED)).await.unwrap_err();
    assert!(error.is_timeout(), "{error:?}");
    assert_eq!(tries.load(Ordering::SeqCst), 1);
    timeout(Duration::from_secs(20), wait_until_idle(&database))
        .await
        .unwrap();
}

#[rstest]
#[tokio::test]
async fn trial_ends_in_time_although_no_row_has_come(#[values(Postgres, MariaDb)] server: Server) {
    let database = server.fresh().await;
    let source = database.source(of(silent(server)));
    let limits = TrialLimits {
        time: Duration::from_millis(300),
        ..TrialLimits::default()
    };
    let trial = timeout(
        Duration::from_secs(20),
        source.trial(List::named("classes").unwrap(), limits),
    );
    let failed = trial.await.unwrap().failed.unwrap();
    assert_eq!(
        Reason::from(&failed).to_string(),
        "Simak tidak menjawab dalam 300 milidetik. Coba lagi beberapa saat lagi; bila terus terjadi, hubungi pengelola \
         Simak."
    );
    timeout(Duration::from_secs(20), wait_until_idle(&database))
        .await
        .unwrap();
}

#[rstest]
#[tokio::test]
async fn denied_access_is_reported_without_the_password(#[values(Postgres, MariaDb)] server: Server) {
    let mut database = server.fresh().await;
    let mut url = url::Url::parse(&database.url).unwrap();
    url.set_password(Some("salah-sekali")).unwrap();
    database.url = url.to_string();
    let source = database.source(of("SELECT 1 AS jadwal_kuliah_detail_id"));
    let error = source.ping().await.unwrap_err();
    assert!(matches!(error.fault, Fault::NoEntry(_)), "{error:?}");
    assert!(error.to_string().contains("Periksa source.sql.url"), "{error}");
    let told = format!("{error:?} {error} {source:?} {:?}", source.described());
    assert!(!told.contains("salah-sekali"), "{told}");
}

#[tokio::test]
async fn row_that_is_too_long_and_list_without_source_are_reported() {
    let database = Sqlite.fresh().await;
    let query = "SELECT '1' AS jadwal_kuliah_detail_id, hex(zeroblob(4000)) AS nama_kelas UNION ALL SELECT '2', 'B'";
    let source = database.source_with(of(query), |settings| settings.max_row_bytes = 1000);
    database.run("SELECT 1").await;
    let rows = all(&source, Call::whole(&Kelas::FEED)).await.unwrap();
    assert!(
        rows.iter().any(|row| row
            .as_ref()
            .is_err_and(|text| text.contains("lebih panjang dari batas 1.000"))),
        "{rows:?}"
    );
    assert_eq!(rows.iter().filter(|row| row.is_ok()).count(), 1);

    let (_, error) = all(&source, Call::whole(&Mahasiswa::FEED)).await.unwrap_err();
    assert_eq!(error.fault, Fault::Unset { list: "class_students" });
    assert!(
        error.to_string().contains("source.sql.queries.class_students"),
        "{error}"
    );
}

#[rstest]
#[tokio::test]
async fn class_is_told_apart_from_one_that_the_database_takes_for_equal(
    #[values(Postgres, MariaDb, Sqlite)] server: Server,
) {
    let database = server.fresh().await;
    database
        .run("CREATE TABLE peserta (mk VARCHAR(20), kelas VARCHAR(20), prodi INTEGER, npk VARCHAR(20))")
        .await;
    database
        .run("INSERT INTO peserta VALUES ('Basis', 'A', 11, '1'), ('BASIS', 'A', 11, '2'), (' Basis ', 'A', 11, '3')")
        .await;
    // Remnants of Windows line ends, and of typing into a form.
    database
        .run("INSERT INTO peserta VALUES ('Basis\t', 'A\r\n', 11, '4'), ('Basis\u{a0}', 'A', 11, '5'), ('Basis Data', 'A', 11, '6')")
        .await;
    let query = "SELECT mk AS nama_mk, kelas AS nama_kelas, prodi AS program_id, npk AS NPK FROM peserta";
    let source = database.source(BTreeMap::from([("class_students".to_owned(), query.to_owned())]));
    let scope = [("nama_mk", "Basis"), ("nama_kelas", "A"), ("program_id", "11")];
    let call = Call::scoped(
        &Mahasiswa::FEED,
        scope.map(|(column, value)| (column, value.to_owned())).to_vec(),
    );
    let mut numbers: Vec<String> = Vec::new();
    for row in all(&source, call).await.unwrap() {
        let row: serde_json::Value = serde_json::from_str(&row.unwrap()).unwrap();
        numbers.push(row["NPK"].as_str().unwrap().to_owned());
    }
    numbers.sort();
    assert_eq!(numbers, ["1", "3", "4", "5"]);
}

#[test]
fn message_of_a_cell_names_list_row_column_and_remedy() {
    let fault = RowFault::Cell {
        list: "classes",
        origin: selaras_source::Origin::Query { list: "classes" },
        column: "nama_kelas",
        what: CellFault::NotText,
    };
    let text = selaras_source::RowError {
        position: 7,
        fault: Box::new(fault),
        said: selaras_source::Said::default(),
    }
    .to_string();
    for part in [
        "Baris ke-7",
        "nama_kelas",
        "classes",
        "bukan UTF-8; perbaiki di database",
    ] {
        assert!(text.contains(part), "{text}");
    }
}
