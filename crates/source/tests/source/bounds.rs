//! Lists that are small on disk and huge when read. Each is refused with a reason, and its memory use is measured in a
//! separate process.

use rstest::rstest;
use selaras_kinds::{Kind, kelas::Kelas, mengajar::Mengajar, pengajar::Pengajar};
use selaras_source::{Call, Source, SourceSettings, SqlSettings, Ways};
use selaras_tests::sources::{
    databases::{Server, Server::*},
    files::source,
};
use serde_json::json;
use std::{collections::BTreeMap, fs::File, io::Write, path::Path, process::Command};
use tempfile::TempDir;
use zip::{ZipWriter, write::SimpleFileOptions};

/// Maximum peak memory of the process in megabytes, including what the test itself holds.
const MOST: u64 = 250;
/// Size of the bombs in megabytes.
const BOMB: usize = 600;

const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// A minimal workbook with this sheet, these texts and these styles.
fn workbook(
    folder: &Path,
    sheet: impl Fn(&mut dyn Write),
    texts: impl Fn(&mut dyn Write),
    styles: impl Fn(&mut dyn Write),
) {
    let mut zip = ZipWriter::new(File::create(folder.join("teachers.xlsx")).unwrap());
    let mut member = |name: &str, write: &dyn Fn(&mut dyn Write)| {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        write(&mut zip);
    };
    member(
        "_rels/.rels",
        &written(format!(
            "<Relationships><Relationship Id=\"r\" Type=\"{RELATIONSHIPS}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
        )),
    );
    member(
        "xl/_rels/workbook.xml.rels",
        &written(format!(
            "<Relationships><Relationship Id=\"s\" Type=\"{RELATIONSHIPS}/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>"
        )),
    );
    member(
        "xl/workbook.xml",
        &written(
            "<workbook><sheets><sheet name=\"teachers\" sheetId=\"1\" r:id=\"s\"/></sheets></workbook>".to_owned(),
        ),
    );
    member("xl/styles.xml", &styles);
    member("xl/sharedStrings.xml", &texts);
    member("xl/worksheets/sheet1.xml", &sheet);
    zip.finish().unwrap();
}

fn written(text: String) -> impl Fn(&mut dyn Write) {
    move |out| put(out, &text)
}

fn put(out: &mut dyn Write, text: &str) {
    out.write_all(text.as_bytes()).unwrap();
}

/// Repeats this text up to the size of a bomb.
fn bomb(out: &mut dyn Write, text: &str) {
    let piece = text.repeat((1 << 20) / text.len());
    for _ in 0..BOMB {
        put(out, &piece);
    }
}

fn no_texts(out: &mut dyn Write) {
    put(out, "<sst></sst>");
}

fn no_styles(out: &mut dyn Write) {
    put(out, "<styleSheet></styleSheet>");
}

const HEADINGS: &str = "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>nik</t></is></c>\
                        <c r=\"B1\" t=\"inlineStr\"><is><t>nama_lengkap</t></is></c></row>";

/// A sheet with the headings and the given rows.
fn sheet(out: &mut dyn Write, rows: impl Fn(&mut dyn Write)) {
    put(out, "<worksheet><sheetData>");
    put(out, HEADINGS);
    rows(out);
    put(out, "</sheetData></worksheet>");
}

fn one_row(out: &mut dyn Write) {
    sheet(out, |out| put(out, "<row r=\"2\"><c r=\"A2\"><v>1</v></c></row>"));
}

/// Writes the bomb of this name.
fn lay_out(folder: &Path, bomb_named: &str) {
    match bomb_named {
        "cell" => workbook(
            folder,
            |out| {
                sheet(out, |out| {
                    put(
                        out,
                        "<row r=\"2\"><c r=\"A2\"><v>1</v></c><c r=\"B2\" t=\"inlineStr\"><is><t>",
                    );
                    bomb(out, "x");
                    put(out, "</t></is></c></row>");
                });
            },
            no_texts,
            no_styles,
        ),
        "attribute" => workbook(
            folder,
            |out| {
                sheet(out, |out| {
                    put(out, "<row r=\"2\" spans=\"");
                    bomb(out, "><");
                    put(out, "\"/>");
                });
            },
            no_texts,
            no_styles,
        ),
        "text" => workbook(
            folder,
            one_row,
            |out| {
                put(out, "<sst><si><t>");
                bomb(out, "&amp;");
                put(out, "</t></si></sst>");
            },
            no_styles,
        ),
        "texts" => workbook(
            folder,
            one_row,
            |out| {
                put(out, "<sst>");
                bomb(out, "<si/>");
                put(out, "</sst>");
            },
            no_styles,
        ),
        "count" => workbook(
            folder,
            one_row,
            |out| put(out, "<sst uniqueCount=\"99999999999999\"></sst>"),
            no_styles,
        ),
        "styles" => workbook(folder, one_row, no_texts, |out| {
            put(out, "<styleSheet><fonts><font><name val=\"");
            put(out, &"x".repeat(100_000));
            put(out, "\"/></font></fonts><cellXfs>");
            for _ in 0..20_000 {
                put(out, "<xf fontId=\"0\"/>");
            }
            put(out, "</cellXfs></styleSheet>");
        }),
        // Each cell of a row refers to the same text.
        "row" => workbook(
            folder,
            |out| {
                sheet(out, |out| {
                    for row in 2..40 {
                        put(out, &format!("<row r=\"{row}\">"));
                        put(out, &"<c t=\"s\"><v>0</v></c>".repeat(500));
                        put(out, "</row>");
                    }
                });
            },
            |out| {
                put(out, "<sst><si><t>");
                put(out, &"x".repeat(500_000));
                put(out, "</t></si></sst>");
            },
            no_styles,
        ),
        "line" => {
            let mut file = File::create(folder.join("teachers.csv")).unwrap();
            put(&mut file, "nik,nama_lengkap\n1,");
            bomb(&mut file, "x");
        }
        "roster" => {
            let mut zip = ZipWriter::new(File::create(folder.join("oneroster.zip")).unwrap());
            let mut member = |name: &str, write: &dyn Fn(&mut dyn Write)| {
                zip.start_file(name, SimpleFileOptions::default()).unwrap();
                write(&mut zip);
            };
            member("courses.csv", &|out| put(out, "sourcedId,title\n"));
            member("classes.csv", &|out| {
                put(out, "sourcedId,title,courseSourcedId,schoolSourcedId\n");
            });
            member("enrollments.csv", &|out| {
                put(out, "classSourcedId,userSourcedId,role\n")
            });
            // Rows with the wrong number of cells are kept to be reported.
            member("users.csv", &|out| {
                put(out, "sourcedId,givenName,familyName\n");
                bomb(out, "a\n");
            });
            zip.finish().unwrap();
        }
        other => panic!("no bomb {other}"),
    }
}

/// The message about a list, and the megabytes that its process used.
fn told_and_taken(way: &str, place: &str, list: &str) -> (String, u64) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args([
            "--exact",
            "bounds::reads_in_a_process_of_its_own",
            "--ignored",
            "--nocapture",
        ])
        .env("SELARAS_TEST_LIST", list)
        .env("SELARAS_TEST_WAY", way)
        .env("SELARAS_TEST_PLACE", place);
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let told = text.lines().filter_map(|line| line.strip_prefix("told: "));
    let taken = text.lines().find_map(|line| line.strip_prefix("taken: "));
    (told.collect(), taken.unwrap().parse().unwrap())
}

/// The other half of each test: reads a list, and prints the result and the memory used.
#[tokio::test]
#[ignore = "the tests here begin it"]
async fn reads_in_a_process_of_its_own() {
    let variable = |name: &str| std::env::var(name).ok();
    let source = match (variable("SELARAS_TEST_WAY").as_deref(), variable("SELARAS_TEST_PLACE")) {
        (Some("files"), Some(folder)) => source(Path::new(&folder)),
        (Some("http"), Some(url)) => {
            let mut settings = SourceSettings::new(url.parse().unwrap());
            let list = json!({ "rows": "/data" });
            settings.dialect = serde_json::from_value(json!({ "lists": { "classes": list } })).unwrap();
            Source::new(settings).unwrap()
        }
        (Some("sql"), Some(url)) => {
            let query = "SELECT id AS jadwal_kuliah_detail_id, nama AS nama_kelas FROM kelas".to_owned();
            let queries = BTreeMap::from([("classes".to_owned(), query)]);
            Source::of(Ways {
                name: "Simak".to_owned(),
                sql: Some(SqlSettings::new(url.into(), queries)),
                files: selaras_source::FilesSettings::default(),
                http: None,
            })
            .unwrap()
        }
        _ => return,
    };
    let feed = match variable("SELARAS_TEST_LIST").as_deref() {
        Some("teachings") => &Mengajar::FEED,
        Some("teachers") => &Pengajar::FEED,
        _ => &Kelas::FEED,
    };
    let (mut rows, mut count) = (source.rows(Call::whole(feed)), 0);
    loop {
        match rows.next().await {
            Ok(Some(chunk)) => {
                count += chunk.len();
                for error in chunk.into_iter().filter_map(Result::err) {
                    println!("told: {error}");
                }
            }
            Ok(None) => break,
            Err(error) => {
                println!("told: {error}");
                break;
            }
        }
    }
    println!("told: {count} rows");
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = most.trim().trim_end_matches(" kB").parse().unwrap();
    println!("taken: {}", kilobytes / 1024);
}

#[rstest]
#[case::cell(
    "cell",
    "teachers",
    "teachers.xlsx, punya sel B2 (di xl/worksheets/sheet1.xml) yang lebih panjang dari batas"
)]
#[case::attribute(
    "attribute",
    "teachers",
    "memuat xl/worksheets/sheet1.xml dengan satu teks atau tanda XML"
)]
#[case::text("text", "teachers", "memuat xl/sharedStrings.xml dengan satu teks atau tanda XML")]
#[case::texts(
    "texts",
    "teachers",
    "memuat xl/sharedStrings.xml yang perlu lebih dari 256 MB memori"
)]
#[case::count(
    "count",
    "teachers",
    "memuat xl/sharedStrings.xml yang perlu lebih dari 256 MB memori"
)]
#[case::styles("styles", "teachers", "memuat xl/styles.xml yang perlu lebih dari 256 MB memori")]
#[case::row("row", "teachers", "lebih panjang dari batas 1.048.576 byte")]
#[case::line(
    "line",
    "teachers",
    "teachers.csv, punya baris ke-2 yang lebih panjang dari batas 1.048.576 byte"
)]
#[case::roster("roster", "teachings", "memuat users.csv yang perlu lebih dari 512 MB memori")]
fn file_that_unpacks_to_gigabytes_is_refused_in_little_memory(
    #[case] bomb: &str,
    #[case] list: &str,
    #[case] said: &str,
) {
    let folder = TempDir::new().unwrap();
    lay_out(folder.path(), bomb);
    let folder = folder.path().to_str().unwrap();
    let (told, taken) = told_and_taken("files", folder, list);
    assert!(told.contains(said), "{told}");
    assert!(taken < MOST, "{taken} MB");
}

#[rstest]
#[tokio::test]
async fn enormous_cell_of_a_database_is_a_row_that_fails(#[values(Postgres, MariaDb, Sqlite)] server: Server) {
    let database = server.fresh().await;
    let (column, huge) = match server {
        Postgres => ("TEXT", "repeat('x', 500000000)"),
        // A value on this server cannot exceed its packet size.
        MariaDb => ("LONGTEXT", "repeat('x', 15000000)"),
        Sqlite => ("TEXT", "zeroblob(500000000)"),
    };
    database
        .run(&format!("CREATE TABLE kelas (id INTEGER, nama {column})"))
        .await;
    database
        .run(&format!("INSERT INTO kelas VALUES (1, 'A'), (2, {huge}), (3, 'C')"))
        .await;
    let (told, taken) = told_and_taken("sql", &database.url, "classes");
    let said = "Baris ke-2 kolom nama_kelas berisi lebih dari 32.767 karakter";
    assert!(
        told.starts_with(said) && told.contains("source.sql.queries.classes"),
        "{told}"
    );
    assert!(taken < MOST, "{taken} MB");
}

#[tokio::test]
async fn reply_of_tiny_values_takes_little_more_than_its_bytes() {
    const ROWS: usize = 7_000_000;
    let body = format!("{{\"data\":[{}0]}}", "{\"a\":0},".repeat(ROWS));
    let reply = axum::Router::new().fallback(move || std::future::ready(body.clone()));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, reply).await });
    let read = tokio::task::spawn_blocking(move || told_and_taken("http", &base, "classes"));
    let (told, taken) = read.await.unwrap();
    assert!(told.ends_with(&format!("{} rows", ROWS + 1)), "{told}");
    assert!(taken < MOST, "{taken} MB");
}
