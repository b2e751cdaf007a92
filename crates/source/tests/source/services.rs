//! Web services that differ from the contract: Neo Feeder, and each way of paging.

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rstest::rstest;
use selaras_kinds::{Kind, kelas::Kelas, mahasiswa::Mahasiswa, mengajar::Mengajar, prodi::Prodi};
use selaras_source::{Call, Dialect, Fault, List, Source, SourceError, SourceSettings};
use selaras_tests::sources::campus::{awkward_campus, by_http, table};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;

fn source(base_url: &str, path: &str, dialect: Value) -> Source {
    source_with(base_url, path, dialect, |_| {})
}

fn source_with(base_url: &str, path: &str, dialect: Value, change: impl FnOnce(&mut SourceSettings)) -> Source {
    let mut settings = SourceSettings::new(base_url.parse().unwrap());
    settings.retries = 0;
    change(&mut settings);
    settings.dialect = serde_json::from_value::<Dialect>(dialect).unwrap();
    for list in settings.dialect.lists.keys() {
        settings.paths.insert(list.clone(), path.to_owned());
    }
    Source::new(settings).unwrap()
}

async fn rows(source: &Source, call: Call) -> Result<Vec<Value>, SourceError> {
    let mut stream = source.rows(call);
    let mut rows = Vec::new();
    while let Some(chunk) = stream.next().await? {
        rows.extend(
            chunk
                .into_iter()
                .map(|row| serde_json::from_str::<Value>(&row.unwrap().json).unwrap()),
        );
    }
    Ok(rows)
}

/// The recipe of docs/guides/source.md.
fn neo_feeder(base_url: &str) -> Source {
    let list = |act: &str, filter: &str, whole: bool, fields: Value| {
        json!({
            "method": "POST", "whole": whole, "fields": fields, "pages": { "by": "offset", "size": 500 },
            "body": { "act": act, "token": "{token}", "filter": filter, "limit": "{limit}", "offset": "{offset}" },
        })
    };
    let dialect = json!({
        "username": "operator", "password": "rahasia-feeder", "error_code": "/error_code", "error_text": "/error_desc",
        "token": {
            "path": "/ws/live2.php", "pointer": "/data/token",
            "body": { "act": "GetToken", "username": "{username}", "password": "{password}" },
        },
        "lists": {
            "programs": list("GetProdi", "", false, json!({ "program_id": "id_prodi", "nama_prodi": "nama_program_studi" })),
            "classes": list("GetListKelasKuliah", "id_semester='20261'", false, json!({
                "jadwal_kuliah_detail_id": "id_kelas_kuliah", "nama_kelas": "nama_kelas_kuliah", "program_id": "id_prodi",
            })),
            "class_students": list("GetKRSMahasiswa", "id_periode='20261'", true, json!({
                "nama_mk": "nama_mata_kuliah", "nama_kelas": "nama_kelas_kuliah", "program_id": "id_prodi",
                "NPK": "nim", "nama_lengkap": "nama_mahasiswa",
            })),
        },
    });
    source(base_url, "/ws/live2.php", dialect)
}

#[tokio::test]
async fn neo_feeder_gives_the_same_people_in_the_same_classes() {
    let campus = awkward_campus(2000).await;
    campus.changes().clear();
    let (http, feeder) = (by_http(&campus), neo_feeder(campus.source_url()));
    assert!(feeder.whole(&Mahasiswa::FEED).await.unwrap());
    let places = |table: &selaras_tests::sources::campus::Table| -> BTreeSet<Vec<String>> {
        let fields = ["nama_mk", "nama_kelas", "program_id", "NPK", "nama_lengkap", "angkatan"];
        table
            .rows
            .iter()
            .map(|row| fields.iter().map(|field| table.get(row, field).to_owned()).collect())
            .collect()
    };
    let classes = table::<Kelas>(&http, &[Vec::new()]).await;
    let of_classes = ["nama_mata_kuliah", "nama_kelas", "program_id"];
    let scopes: BTreeSet<Vec<(&'static str, String)>> = classes
        .rows
        .iter()
        .map(|row| {
            let values = of_classes.iter().map(|field| classes.get(row, field).to_owned());
            Mahasiswa::FEED.scope.iter().copied().zip(values).collect()
        })
        .collect();
    let scopes: Vec<_> = scopes.into_iter().collect();
    let told = table::<Mahasiswa>(&feeder, &[Vec::new()]).await;
    assert!(
        told.rows.len() > 10_000,
        "more than a token's life of pages: {}",
        told.rows.len()
    );
    assert_eq!(places(&told), places(&table::<Mahasiswa>(&http, &scopes).await));
    // One class of the whole list.
    let one = table::<Mahasiswa>(&feeder, &scopes[..1]).await;
    assert_eq!(places(&one), places(&table::<Mahasiswa>(&http, &scopes[..1]).await));
    assert_eq!(
        rows(&feeder, Call::whole(&Kelas::FEED)).await.unwrap().len(),
        classes.rows.len()
    );
    assert!(!rows(&feeder, Call::whole(&Prodi::FEED)).await.unwrap().is_empty());
}

/// Serves every path with what `answer` makes of the request.
async fn serve<R: IntoResponse>(
    answer: impl Fn(Method, Uri, HeaderMap, Bytes) -> R + Clone + Send + Sync + 'static,
) -> String {
    let app = Router::new().fallback(move |method: Method, uri: Uri, headers: HeaderMap, body: Bytes| {
        let response: Response = answer(method, uri, headers, body).into_response();
        async move { response }
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}")
}

/// The value of a query parameter.
fn asked(uri: &Uri, name: &str) -> String {
    let url = url::Url::parse(&format!("http://x{uri}")).unwrap();
    url.query_pairs()
        .find(|(key, _)| key == name)
        .map_or_else(String::new, |(_, value)| value.into_owned())
}

/// The rows from this one on, two at a time, of seven.
fn part(from: usize) -> Vec<Value> {
    (from..7.min(from + 2)).map(|at| json!({"kelas": {"id": at}})).collect()
}

#[rstest]
#[case::number(json!({ "by": "number", "size": 3, "first": 1 }), json!({ "p": "{page}", "n": "{limit}" }))]
#[case::offset(json!({ "by": "offset", "size": 3 }), json!({ "from": "{offset}", "n": "{limit}" }))]
#[case::cursor(json!({ "by": "cursor", "size": 3, "pointer": "/meta/next" }), json!({ "after": "{cursor}", "n": "{limit}" }))]
#[case::link(json!({ "by": "link" }), json!({ "n": "3" }))]
#[case::next(json!({ "by": "next", "pointer": "/meta/url" }), json!({ "n": "3" }))]
#[tokio::test]
async fn paged_list_is_read_to_its_end(#[case] pages: Value, #[case] query: Value) {
    let base = serve(|method, uri, headers, _| {
        let called = (method, uri.path(), asked(&uri, "n"));
        assert_eq!(called, (Method::GET, "/siakad/jadwal", "3".to_owned()));
        let number = |name: &str| asked(&uri, name).parse::<usize>();
        // The service returns fewer rows than requested.
        let from = match (number("p"), number("from"), number("after")) {
            (Ok(page), _, _) => (page - 1) * 2,
            (_, Ok(from), _) => from,
            (_, _, Ok(after)) => after,
            _ => 0,
        };
        let next = (from + 2 < 7).then_some(from + 2);
        let link = next.map_or_else(String::new, |next| {
            format!("</x>; rel=\"prev\", <?n=3&from={next}&fields=a,b>; rel=\"next\"")
        });
        let host = headers["host"].to_str().unwrap();
        let url = next.map(|next| format!("http://{host}/siakad/jadwal?n=3&from={next}"));
        (
            [("link", link)],
            axum::Json(json!({"hasil": {"kelas": part(from)}, "meta": {"next": next, "url": url}})),
        )
    })
    .await;
    let base = format!("{base}/siakad");
    let list = json!({
        "query": query, "pages": pages, "rows": "/hasil/kelas", "fields": { "jadwal_kuliah_detail_id": "/kelas/id" },
    });
    let source = source(&base, "/jadwal", json!({ "lists": { "classes": list } }));
    let ids: Vec<_> = rows(&source, Call::whole(&Kelas::FEED))
        .await
        .unwrap()
        .iter()
        .map(|row| row["jadwal_kuliah_detail_id"].as_u64().unwrap())
        .collect();
    assert_eq!(ids, [0, 1, 2, 3, 4, 5, 6]);
}

/// A service with 1200 rows, 500 per page. `is_busy` decides by the requested first row and the number of earlier calls
/// whether it is too busy. Also returns the first rows of all requests.
async fn busy_service(
    is_busy: impl Fn(usize, usize) -> bool + Clone + Send + Sync + 'static,
) -> (String, Arc<Mutex<Vec<usize>>>) {
    let wanted = Arc::new(Mutex::new(Vec::<usize>::new()));
    let noted = Arc::clone(&wanted);
    let base = serve(move |_, uri, _, _| {
        let from: usize = asked(&uri, "from").parse().unwrap_or_default();
        let mut noted = noted.lock().unwrap();
        let before = noted.len();
        noted.push(from);
        if is_busy(from, before) {
            let busy = [StatusCode::TOO_MANY_REQUESTS, StatusCode::BAD_GATEWAY][before / 2 % 2];
            return (busy, [("retry-after", "7")], "").into_response();
        }
        let end = usize::min(1200, from + 500);
        let rows: Vec<_> = (from..end).map(|at| json!({"jadwal_kuliah_detail_id": at})).collect();
        let next = (end < 1200).then_some(end);
        let link = next.map_or_else(String::new, |next| format!("<?from={next}>; rel=next"));
        ([("link", link)], axum::Json(json!({"data": rows, "next": next}))).into_response()
    })
    .await;
    (base, wanted)
}

/// The source at such a service, and its pauses, which take no time.
fn patient_source(base: &str, list: Value) -> (Source, Arc<Mutex<Vec<Duration>>>) {
    let dialect = json!({ "lists": { "classes": list } });
    let pauses = Arc::new(Mutex::new(Vec::<Duration>::new()));
    let noted = Arc::clone(&pauses);
    let source = source_with(base, "/jadwal", dialect, |settings| settings.retries = 2).with_pause(move |time| {
        noted.lock().unwrap().push(time);
        Box::pin(std::future::ready(()))
    });
    (source, pauses)
}

#[rstest]
#[case::offset(json!({ "by": "offset", "size": 500 }), "{offset}", &[0, 500, 1000, 1200])]
#[case::cursor(json!({ "by": "cursor", "size": 500, "pointer": "/next" }), "{cursor}", &[0, 500, 1000])]
#[case::link(json!({ "by": "link" }), "0", &[0, 500, 1000])]
#[tokio::test]
async fn page_of_a_busy_service_is_requested_again(
    #[case] pages: Value,
    #[case] from: &str,
    #[case] expected: &[usize],
) {
    let (base, wanted) = busy_service(|_, before| before % 2 == 0).await;
    let (source, pauses) = patient_source(&base, json!({ "query": { "from": from }, "pages": pages }));
    let read = rows(&source, Call::whole(&Kelas::FEED)).await.unwrap();
    let ids: Vec<_> = read
        .iter()
        .map(|row| row["jadwal_kuliah_detail_id"].as_u64().unwrap())
        .collect();
    assert_eq!(ids, (0..1200).collect::<Vec<u64>>());
    let twice: Vec<_> = expected.iter().flat_map(|from| [*from; 2]).collect();
    assert_eq!(*wanted.lock().unwrap(), twice);
    assert_eq!(*pauses.lock().unwrap(), vec![Duration::from_secs(7); expected.len()]);
}

#[rstest]
#[case::the_first(0, 3)]
#[case::a_later_one(500, 4)]
#[tokio::test]
async fn page_that_never_comes_is_given_up_after_the_usual_retries(#[case] busy_from: usize, #[case] calls: usize) {
    let (base, wanted) = busy_service(move |from, _| from == busy_from).await;
    let list = json!({ "query": { "from": "{offset}" }, "pages": { "by": "offset", "size": 500 } });
    let (source, _) = patient_source(&base, list);
    let mut stream = source.rows(Call::whole(&Kelas::FEED));
    let mut handed_out = 0;
    let error = loop {
        match stream.next().await {
            Ok(chunk) => handed_out += chunk.unwrap().len(),
            Err(error) => break error,
        }
    };
    assert!(matches!(error.fault, Fault::Status { .. }), "{error:?}");
    assert_eq!((handed_out, wanted.lock().unwrap().len()), (busy_from, calls));
}

#[tokio::test]
async fn calls_that_lose_their_token_together_fetch_one_new_token() {
    let (given, ended) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let url = {
        let (given, ended) = (Arc::clone(&given), Arc::clone(&ended));
        serve(move |_, uri, headers, _| {
            if uri.path() == "/token" {
                let number = given.fetch_add(1, Ordering::SeqCst) + 1;
                return (StatusCode::OK, json!({ "token": format!("t{number}") }).to_string());
            }
            let good = format!("Bearer t{}", ended.load(Ordering::SeqCst) + 1);
            match headers.get("authorization").is_some_and(|sent| sent == good.as_str()) {
                true => (StatusCode::OK, json!([{ "program_id": "11" }]).to_string()),
                false => (
                    StatusCode::UNAUTHORIZED,
                    json!({ "message": "token kedaluwarsa" }).to_string(),
                ),
            }
        })
        .await
    };
    let dialect = json!({ "token": { "path": "/token", "pointer": "/token", "bearer": true } });
    let source = source(&url, "/", dialect);
    assert_eq!(rows(&source, Call::whole(&Prodi::FEED)).await.unwrap().len(), 1);
    ended.store(1, Ordering::SeqCst);
    let calls = (0..6).map(|_| rows(&source, Call::whole(&Prodi::FEED)));
    for answer in futures::future::join_all(calls).await {
        assert_eq!(answer.unwrap().len(), 1);
    }
    assert_eq!(given.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn failure_reported_in_a_reply_is_no_empty_list() {
    let url = serve(|_, uri, _, _| match uri.path() {
        "/programs" => json!({ "error_code": 100, "error_desc": "Hak akses habis", "data": [] }).to_string(),
        _ => json!({ "error_code": 0, "data": { "007": [{ "kelas_id": "IF101-A" }] } }).to_string(),
    })
    .await;
    let source = source(
        &url,
        "/",
        json!({ "error_code": "/error_code", "error_text": "/error_desc" }),
    );
    let error = rows(&source, Call::whole(&Prodi::FEED)).await.unwrap_err();
    assert!(
        matches!(error.fault, Fault::Reported(_)) && error.to_string().contains("Hak akses habis"),
        "{error}"
    );
    // A list keyed by teacher may be one there too.
    let mut teachings = source.rows(Call::whole(&Mengajar::FEED));
    let row = teachings.next().await.unwrap().unwrap().remove(0).unwrap();
    assert_eq!(row.group.as_deref(), Some("007"));
}

#[tokio::test]
async fn service_that_ignores_paging_is_not_asked_forever() {
    let base = serve(|_, _, _, _| axum::Json(json!({"data": part(0)}))).await;
    let list = json!({ "pages": { "by": "offset", "size": 2 } });
    let source = source(&base, "/jadwal", json!({ "lists": { "classes": list } }));
    let error = rows(&source, Call::whole(&Kelas::FEED)).await.unwrap_err();
    assert!(matches!(error.fault, Fault::Malformed(_)), "{error:?}");
    assert!(
        error.to_string().contains("halaman yang sama datang dua kali"),
        "{error}"
    );
}

#[rstest]
#[case::in_a_stream(json!({"data": part(0), "next_page_url": "http://x/jadwal?page=2", "total": 5000}), "", json!({}), "/next_page_url")]
#[case::held_whole(json!({"kelas": part(0), "next": "/jadwal?page=2"}), "", json!({"rows": "/kelas"}), "/next")]
#[case::beside_the_rows(
    json!({"data": {"data": part(0), "links": {"next": "?page=2"}}}), "", json!({"rows": "/data/data"}), "/data/links/next"
)]
#[case::in_a_header(json!({"data": part(0)}), "<?page=2>; rel=\"next\"", json!({}), "")]
#[case::in_a_header_of_what_is_held(json!(part(0)), "<?page=2>; rel=\"next\"", json!({"rows": ""}), "")]
#[tokio::test]
async fn first_page_of_an_undeclared_paged_list_is_refused(
    #[case] reply: Value,
    #[case] link: &'static str,
    #[case] list: Value,
    #[case] pointer: &str,
) {
    let base = serve(move |_, _, _, _| ([("link", link)], axum::Json(reply.clone()))).await;
    let source = source(&base, "/jadwal", json!({ "lists": { "classes": list } }));
    let error = rows(&source, Call::whole(&Kelas::FEED)).await.unwrap_err();
    let pages = match pointer {
        "" => r#"{ by = "link" }"#.to_owned(),
        pointer => format!(r#"{{ by = "next", pointer = "{pointer}" }}"#),
    };
    let told = format!("tulis source.http.lists.classes.pages = {pages} ");
    assert!(error.to_string().contains(&told), "{error}");
}

#[tokio::test]
async fn reply_without_next_page_is_the_whole_list() {
    let last = json!({"data": part(0), "next_page_url": null, "next": "", "links": {"next": null}});
    let base = serve(move |_, _, _, _| ([("link", "<?page=1>; rel=\"prev\"")], axum::Json(last.clone()))).await;
    for list in [json!({}), json!({ "rows": "/data" })] {
        let source = source(&base, "/jadwal", json!({ "lists": { "classes": list } }));
        assert_eq!(rows(&source, Call::whole(&Kelas::FEED)).await.unwrap().len(), 2);
    }
}

/// A service with this second page, of two rows each; and the way to read its lists.
async fn second_page(second: Value, mut dialect: Value) -> Source {
    let base = serve(move |_, uri, _, _| {
        axum::Json(match asked(&uri, "p").as_str() {
            "1" => json!({"msg": "Success", "status": true, "data": part(0)}),
            _ => second.clone(),
        })
    })
    .await;
    let pages = json!({ "by": "number", "size": 2 });
    dialect["lists"] = json!({ "classes": { "pages": pages, "query": { "p": "{page}" } } });
    source(&base, "/jadwal", dialect)
}

#[rstest]
#[case::of_the_contract(json!({"msg": "Error", "data": null, "message": "DB timeout"}), json!({}), "DB timeout")]
#[case::with_rows(json!({"msg": "error", "data": [], "message": "DB timeout"}), json!({}), "DB timeout")]
#[case::nothing(json!({"status": false, "message": "DB timeout", "data": null}), json!({}), "larik baris di \"/data\"")]
#[case::no_member(json!({"message": "DB timeout"}), json!({}), "larik baris di \"/data\"")]
#[case::status(
    json!({"status": false, "message": "DB timeout", "data": []}),
    json!({"error_code": "/status", "success": [true]}),
    "DB timeout (false)"
)]
#[case::status_with_words(
    json!({"status": "gagal", "error": {"text": "DB timeout"}, "data": []}),
    json!({"error_code": "/status", "success": ["ok", true], "error_text": "/error/text"}),
    "DB timeout (gagal)"
)]
#[tokio::test]
async fn failure_in_the_middle_of_a_list_is_not_its_end(
    #[case] second: Value,
    #[case] dialect: Value,
    #[case] text: &str,
) {
    let source = second_page(second, dialect).await;
    let error = rows(&source, Call::whole(&Kelas::FEED)).await.unwrap_err();
    assert!(error.to_string().contains(text), "{error}");
}

#[rstest]
#[case::no_rows(json!({"data": []}), json!({}))]
#[case::nothing_and_a_success(json!({"msg": "Success", "data": null}), json!({}))]
#[case::nothing_and_a_good_status(json!({"status": true, "data": null}), json!({"error_code": "/status", "success": [true]}))]
#[tokio::test]
async fn page_without_rows_ends_a_list(#[case] second: Value, #[case] dialect: Value) {
    let source = second_page(second, dialect).await;
    assert_eq!(rows(&source, Call::whole(&Kelas::FEED)).await.unwrap().len(), 2);
}

#[tokio::test]
async fn only_the_page_after_the_last_may_be_unknown() {
    let base = serve(|_, uri, _, _| match (uri.path(), asked(&uri, "p").as_str()) {
        ("/jadwal", "1") => (StatusCode::OK, axum::Json(json!({"data": part(0)}))),
        _ => (
            StatusCode::NOT_FOUND,
            axum::Json(json!({"message": "Halaman tidak ada"})),
        ),
    })
    .await;
    let list = json!({ "pages": { "by": "number", "size": 2 }, "query": { "p": "{page}" } });
    let dialect = json!({ "lists": { "classes": list } });
    let good = source(&base, "/jadwal", dialect.clone());
    assert_eq!(rows(&good, Call::whole(&Kelas::FEED)).await.unwrap().len(), 2);
    let bad = source(&base, "/jadwl", dialect);
    let error = rows(&bad, Call::whole(&Kelas::FEED)).await.unwrap_err();
    assert!(error.to_string().contains("Halaman tidak ada"), "{error}");
}

#[rstest]
#[case::on_another_server("https://elsewhere.example/api/jadwal?key=rahasia")]
#[case::above_the_service("/masuk?key=rahasia")]
#[case::beside_the_service("/api-lain/jadwal")]
#[tokio::test]
async fn next_page_outside_the_service_is_not_followed(
    #[case] next: &'static str,
    #[values(json!({ "by": "link" }), json!({ "by": "next", "pointer": "/next" }))] pages: Value,
) {
    let base = serve(move |_, uri, _, _| {
        assert_eq!(uri.path(), "/api/jadwal");
        let link = format!("<{next}>; rel=next");
        ([("link", link)], axum::Json(json!({"data": part(0), "next": next})))
    })
    .await;
    let dialect = json!({ "bearer": "rahasia", "lists": { "classes": { "pages": pages } } });
    let source = source(&format!("{base}/api"), "/jadwal", dialect);
    let error = rows(&source, Call::whole(&Kelas::FEED)).await.unwrap_err();
    assert!(matches!(error.fault, Fault::Redirected { .. }), "{error:?}");
    assert!(!error.to_string().contains("rahasia"), "{error}");
}

#[tokio::test]
async fn reply_limit_names_its_setting() {
    let base = serve(|_, _, _, _| axum::Json(json!({"data": part(0), "filler": "x".repeat(3_000_000)}))).await;
    let of = |list: Value, limits: (u64, u64)| {
        source_with(&base, "/jadwal", json!({ "lists": { "classes": list } }), |settings| {
            (settings.max_bytes, settings.max_page_bytes) = limits;
        })
    };
    let fields = json!({ "fields": { "jadwal_kuliah_detail_id": "/kelas/id" } });
    let streamed = rows(&of(fields.clone(), (9_000_000, 2_000_000)), Call::whole(&Kelas::FEED)).await;
    assert_eq!(streamed.unwrap()[1]["jadwal_kuliah_detail_id"], 1);
    for (list, limits, said) in [
        (
            fields,
            (2_000_000, 9_000_000),
            "batas 2 MB. Hubungi pengelola OCAS atau naikkan source.http.megabytes",
        ),
        (
            json!({ "rows": "/data" }),
            (9_000_000, 2_000_000),
            "atau naikkan source.http.page_megabytes",
        ),
    ] {
        let error = rows(&of(list, limits), Call::whole(&Kelas::FEED)).await.unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
    }
}

#[tokio::test]
async fn rows_of_one_class_are_taken_from_an_unpaged_list_of_all() {
    let base = serve(|_, _, _, _| {
        let row = |class: &str, nim: u32| json!({"mk": "Algoritma", "kelas": class, "prodi": 11, "nim": nim});
        axum::Json(json!({"msg": "Success", "data": [row("A", 1), row("B", 2), 7, row("A", 3)]}))
    })
    .await;
    let fields = json!({ "nama_mk": "mk", "nama_kelas": "kelas", "program_id": "prodi", "NPK": "nim" });
    let list = json!({ "method": "GET", "whole": true, "fields": fields });
    let source = source(&base, "/krs", json!({ "lists": { "class_students": list } }));
    let scope = [("nama_mk", "Algoritma"), ("nama_kelas", "A"), ("program_id", "11")];
    let call = Call::scoped(
        &Mahasiswa::FEED,
        scope.map(|(column, value)| (column, value.to_owned())).to_vec(),
    );
    let mut stream = source.rows(call);
    let read = stream.next().await.unwrap().unwrap();
    let read: Vec<_> = read
        .into_iter()
        .map(|row| row.map(|row| row.position).map_err(|error| error.position))
        .collect();
    assert_eq!(read, [Ok(1), Err(3), Ok(4)]);
}

#[tokio::test]
async fn query_of_a_path_is_sent_but_not_shown() {
    let base = serve(|_, uri, _, _| {
        assert_eq!(asked(&uri, "key"), "rahasia");
        axum::Json(json!({"data": part(0)}))
    })
    .await;
    for (base, path) in [
        (format!("{base}/api?key=rahasia"), "/jadwal"),
        (format!("{base}/api"), "/jadwal?key=rahasia"),
    ] {
        let source = source(&base, path, json!({ "lists": { "classes": {} } }));
        assert_eq!(rows(&source, Call::whole(&Kelas::FEED)).await.unwrap().len(), 2);
        let origin = source.origin(List::named("classes").unwrap()).await.unwrap().unwrap();
        assert_eq!(origin.to_string(), "Daftar classes, alamat /jadwal");
        let told = format!("{:?}", source.described());
        assert!(told.contains("/api") && !told.contains("rahasia"), "{told}");
    }
}

#[rstest]
#[case::bearer(json!({ "bearer": "rahasia" }), "authorization", "Bearer rahasia")]
#[case::basic(json!({ "username": "selaras", "password": "rahasia" }), "authorization", "Basic c2VsYXJhczpyYWhhc2lh")]
#[case::header(json!({ "headers": { "X-Api-Key": "rahasia" } }), "x-api-key", "rahasia")]
#[case::token(
    json!({ "token": { "path": "/masuk", "body": { "u": "{username}" }, "pointer": "/token", "bearer": true } }),
    "authorization",
    "Bearer dari-token"
)]
#[tokio::test]
async fn credentials_are_sent_but_not_shown(
    #[case] mut dialect: Value,
    #[case] header: &'static str,
    #[case] expected: &'static str,
) {
    let base = serve(move |_, uri, headers, body| {
        if uri.path() == "/masuk" {
            return axum::Json(json!({"token": "dari-token"}));
        }
        assert_eq!(headers[header], expected);
        let body: Value = serde_json::from_slice(&body).unwrap();
        axum::Json(json!({"data": [{"NPK": "1", "asked": body, "path": uri.path()}]}))
    })
    .await;
    dialect["lists"] = json!({ "class_students": {
        "method": "POST", "body": { "where": "mk={nama_mk:quoted}", "kelas": ["{nama_kelas}"] },
    } });
    let source = source(&base, "/prodi/{program_id}/peserta", dialect);
    let scope = [("nama_mk", "Jum'at"), ("nama_kelas", "A"), ("program_id", "11/12")];
    let call = Call::scoped(
        &Mahasiswa::FEED,
        scope.map(|(column, value)| (column, value.to_owned())).to_vec(),
    );
    let rows = rows(&source, call).await.unwrap();
    assert_eq!(rows[0]["asked"], json!({"where": "mk='Jum''at'", "kelas": ["A"]}));
    assert_eq!(rows[0]["path"], "/prodi/11%2F12/peserta");
    let told = format!("{source:?} {:?}", source.described());
    assert!(!told.contains("rahasia"), "{told}");
}
