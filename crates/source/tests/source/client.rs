//! The client against sound and faulty sources.

use std::io::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use selaras_kinds::{
    Kind, kelas::Kelas, mahasiswa::Mahasiswa, mahasiswa_mbkm::MahasiswaMbkm, mata_kuliah::MataKuliah,
    mengajar::Mengajar,
};
use selaras_source::{Call, Fault, RowFault, Source, SourceError, SourceSettings};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;

type Pauses = Arc<Mutex<Vec<Duration>>>;

/// Serves every path with what `answer` makes of the request and of the number of requests before it.
async fn serve<F, R>(answer: F) -> String
where
    F: Fn(usize, Method, Uri, Bytes) -> R + Clone + Send + Sync + 'static,
    R: IntoResponse,
{
    let count = Arc::new(AtomicUsize::new(0));
    let app = Router::new().fallback(move |method: Method, uri: Uri, body: Bytes| {
        let response = answer(count.fetch_add(1, Ordering::SeqCst), method, uri, body).into_response();
        async move { response }
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}/api")
}

/// Answers every connection with exactly these bytes and closes it.
async fn serve_bytes(reply: &'static [u8]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 4096]).await;
            let _ = stream.write_all(reply).await;
        }
    });
    format!("http://{address}/api")
}

fn source_with(base_url: &str, change: impl FnOnce(&mut SourceSettings)) -> (Source, Pauses) {
    let mut settings = SourceSettings::new(base_url.parse().unwrap());
    change(&mut settings);
    let pauses = Pauses::default();
    let noted = Arc::clone(&pauses);
    let source = Source::new(settings).unwrap().with_pause(move |time| {
        noted.lock().unwrap().push(time);
        Box::pin(std::future::ready(()))
    });
    (source, pauses)
}

fn source(base_url: &str) -> (Source, Pauses) {
    source_with(base_url, |_| {})
}

/// All rows as text, or the error that ended the list and how many came before it.
fn courses() -> Call {
    Call::whole(&MataKuliah::FEED)
}

fn classes() -> Call {
    Call::whole(&Kelas::FEED)
}

async fn all(source: &Source, call: Call) -> Result<Vec<Result<String, RowFault>>, (usize, SourceError)> {
    let mut rows = source.rows(call);
    let mut seen = Vec::new();
    loop {
        match rows.next().await {
            Ok(Some(chunk)) => {
                seen.extend(
                    chunk
                        .into_iter()
                        .map(|row| row.map(|row| row.json.to_string()).map_err(|error| *error.fault)),
                );
            }
            Ok(None) => return Ok(seen),
            Err(error) => return Err((seen.len(), error)),
        }
    }
}

#[tokio::test]
async fn list_arrives_in_chunks_and_in_order() {
    let base = serve(|_, method, uri, _| {
        assert_eq!((method, uri.path()), (Method::GET, "/api/classes"));
        let rows: Vec<String> = (1..=1200).map(|row| format!(r#"{{"n":{row}}}"#)).collect();
        format!(r#"{{"msg":"Success","data":[{}]}}"#, rows.join(","))
    })
    .await;
    let (source, _) = source(&base);
    let chunks: Vec<_> = source.rows(classes()).into_stream().map(Result::unwrap).collect().await;
    assert_eq!(chunks.iter().map(Vec::len).collect::<Vec<_>>(), [500, 500, 200]);
    for (at, row) in chunks.into_iter().flatten().enumerate() {
        let row = row.unwrap();
        assert_eq!(row.position, at as u64 + 1);
        assert_eq!(*row.json, format!(r#"{{"n":{}}}"#, at + 1));
    }
}

#[tokio::test]
async fn students_of_a_class_are_requested_by_post() {
    let base = serve(|_, method, uri, body| {
        assert_eq!(method, Method::POST);
        format!(
            r#"[{{"path":"{}","body":{}}}]"#,
            uri.path(),
            String::from_utf8_lossy(&body)
        )
    })
    .await;
    let (source, _) = source(&base);
    let class = || vec![("nama_mk", "Algoritma".to_owned()), ("nama_kelas", "A".to_owned())];
    let mbkm = Call::scoped(&MahasiswaMbkm::FEED, class());
    let mut with_program = class();
    with_program.push(("program_id", "11".to_owned()));
    let regular = Call::scoped(&Mahasiswa::FEED, with_program);
    assert_eq!(
        all(&source, regular).await.unwrap(),
        [Ok(
            r#"{"path":"/api/class/students","body":{"nama_kelas":"A","nama_mk":"Algoritma","program_id":"11"}}"#
                .into()
        )]
    );
    assert_eq!(
        all(&source, mbkm).await.unwrap(),
        [Ok(
            r#"{"path":"/api/class/students/mbkm","body":{"nama_kelas":"A","nama_mk":"Algoritma"}}"#.into()
        )]
    );
}

#[tokio::test]
async fn teachings_keep_the_nik_of_their_group() {
    let base = serve(|_, _, _, _| r#"{"msg":"Success","data":{"197001011":[{"kelas_id":"IF101-A"}]}}"#).await;
    let mut rows = source(&base).0.rows(Call::whole(&Mengajar::FEED));
    let chunk = rows.next().await.unwrap().unwrap();
    assert_eq!(chunk[0].as_ref().unwrap().group.as_deref(), Some("197001011"));
    assert!(rows.next().await.unwrap().is_none());
}

#[tokio::test]
async fn endless_list_is_read_no_further_than_wanted() {
    /// Signals when the server's side of the reply is dropped.
    struct DropSignal(Option<tokio::sync::oneshot::Sender<()>>);
    impl Drop for DropSignal {
        fn drop(&mut self) {
            let _ = self.0.take().unwrap().send(());
        }
    }
    let sent = Arc::new(AtomicUsize::new(0));
    let (tell, ended) = tokio::sync::oneshot::channel();
    let (counted, told) = (Arc::clone(&sent), Arc::new(Mutex::new(Some(DropSignal(Some(tell))))));
    let base = serve(move |_, _, _, _| {
        let (counted, told) = (Arc::clone(&counted), told.lock().unwrap().take());
        let row = Bytes::from(r#"{"n":"0123456789"},"#.repeat(1000));
        let rows = futures::stream::repeat(row).map(move |rows| {
            let _held = &told;
            counted.fetch_add(rows.len(), Ordering::SeqCst);
            Ok::<_, std::io::Error>(rows)
        });
        let start = futures::stream::once(async { Ok(Bytes::from_static(b"[")) });
        Response::new(Body::from_stream(start.chain(rows)))
    })
    .await;
    let (source, _) = source_with(&base, |settings| settings.max_bytes = u64::MAX);
    let mut rows = source.rows(courses());
    let first: Vec<_> = rows.next().await.unwrap().unwrap().into_iter().take(10).collect();
    assert_eq!(first.len(), 10);
    drop(rows);
    ended.await.unwrap();
    // At most what the queue and the sockets hold.
    assert!(sent.load(Ordering::SeqCst) < 64 << 20);
}

#[tokio::test]
async fn invalid_row_and_huge_row_are_errors_of_those_rows() {
    let base =
        serve(|_, _, _, _| format!(r#"[{{"a":1}},{{"a":}},{{"a":"{}"}},{{"a":4}}]"#, "x".repeat(3_000_000))).await;
    let rows = all(&source(&base).0, courses()).await.unwrap();
    assert_eq!(rows[0].as_deref(), Ok(r#"{"a":1}"#));
    assert!(matches!(rows[1], Err(RowFault::NotJson(_))));
    assert_eq!(rows[2], Err(RowFault::TooLong { limit: 1 << 20 }));
    assert_eq!(rows[3].as_deref(), Ok(r#"{"a":4}"#));
}

#[tokio::test]
async fn reply_that_ends_early_is_no_list() {
    for reply in [
        // Closed in the middle, without a length.
        &b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n[{\"a\":1},{\"a\":2}"[..],
        // Less than the declared length.
        b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n[{\"a\":1},{\"a\":2}]",
        // More than the declared length.
        b"HTTP/1.1 200 OK\r\ncontent-length: 12\r\n\r\n[{\"a\":1},{\"a\":2}]",
        // A chunked reply without its last chunk.
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n11\r\n[{\"a\":1},{\"a\":2}]\r\n",
    ] {
        let base = serve_bytes(reply).await;
        let (source, pauses) = source(&base);
        let (rows, error) = all(&source, courses()).await.unwrap_err();
        assert_eq!(rows, 0, "no row was sent, so it was retried");
        assert_eq!(pauses.lock().unwrap().len(), 3);
        assert!(
            matches!(error.fault, Fault::Truncated { .. } | Fault::Broken { .. }),
            "{error:?}"
        );
        assert!(error.to_string().contains("tidak lengkap"), "{error}");
    }
}

#[tokio::test]
async fn connection_broken_after_rows_were_sent_is_reported_and_not_retried() {
    let rows = format!("[{}", r#"{"a":1},"#.repeat(600));
    let reply = format!(
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n{rows}\r\n",
        rows.len()
    );
    let base = serve_bytes(reply.leak().as_bytes()).await;
    let (source, pauses) = source(&base);
    let (rows, error) = all(&source, courses()).await.unwrap_err();
    assert_eq!(rows, 500);
    assert!(matches!(error.fault, Fault::Broken { rows: 600, .. }), "{error:?}");
    assert!(pauses.lock().unwrap().is_empty());
}

#[tokio::test]
async fn reply_beyond_the_limit_is_cut_off() {
    let (source, _) = source_with(
        &serve(|_, _, _, _| format!("[{}]", " ".repeat(5000))).await,
        |settings| {
            settings.max_bytes = 1000;
        },
    );
    let (_, error) = all(&source, courses()).await.unwrap_err();
    assert_eq!(error.fault, Fault::TooLarge { limit: 1000 });
}

#[tokio::test]
async fn busy_source_is_retried_after_the_pause_that_it_asks_for() {
    let base = serve(|count, _, _, _| match count {
        0 => (StatusCode::TOO_MANY_REQUESTS, [("retry-after", "7")], "").into_response(),
        1 => (StatusCode::SERVICE_UNAVAILABLE, [("retry-after", "86400")], "").into_response(),
        2 => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        _ => r#"[{"a":1}]"#.into_response(),
    })
    .await;
    let (source, pauses) = source(&base);
    assert_eq!(all(&source, courses()).await.unwrap().len(), 1);
    let pauses = pauses.lock().unwrap();
    assert_eq!(pauses[..2], [Duration::from_secs(7), Duration::from_secs(60)]);
    assert!(pauses[2] >= Duration::from_secs(2), "{pauses:?}");
}

#[tokio::test]
async fn source_that_stays_broken_is_given_up_with_a_reason() {
    for (status, word) in [(500, "HTTP 500"), (429, "terlalu banyak permintaan")] {
        let base = serve(move |_, _, _, _| StatusCode::from_u16(status).unwrap()).await;
        let (source, pauses) = source(&base);
        let (_, error) = all(&source, courses()).await.unwrap_err();
        assert_eq!(pauses.lock().unwrap().len(), 3);
        assert!(
            error.to_string().starts_with("OCAS ") && error.to_string().contains(word),
            "{error}"
        );
    }
}

#[tokio::test]
async fn permanent_failure_is_not_retried() {
    let base = serve(|_, _, _, _| StatusCode::NOT_FOUND).await;
    let (source, pauses) = source(&base);
    let (_, error) = all(&source, courses()).await.unwrap_err();
    assert_eq!(
        error.fault,
        Fault::Status {
            status: 404,
            retry_after: None
        }
    );
    assert!(pauses.lock().unwrap().is_empty());

    let base = serve(|_, _, _, _| {
        (
            StatusCode::BAD_REQUEST,
            r#"{"msg":"Error","data":"Kelas tidak dikenal"}"#,
        )
    })
    .await;
    let (_, error) = all(&self::source(&base).0, courses()).await.unwrap_err();
    assert_eq!(error.to_string(), "OCAS melaporkan kesalahan: Kelas tidak dikenal");

    let base = serve(|_, _, _, _| (StatusCode::FOUND, [("location", "https://elsewhere.example/")])).await;
    let (_, error) = all(&self::source(&base).0, courses()).await.unwrap_err();
    assert!(error.to_string().contains("https://elsewhere.example/"), "{error}");
}

#[tokio::test]
async fn closed_port_and_silence_are_reported() {
    let (source, pauses) = source("http://127.0.0.1:9/");
    let (_, error) = all(&source, courses()).await.unwrap_err();
    assert!(matches!(error.fault, Fault::Connect(_)), "{error:?}");
    assert!(error.to_string().contains("Connection refused"), "{error}");
    assert_eq!(pauses.lock().unwrap().len(), 3);
    assert!(source.ping().await.is_err());

    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/", silent.local_addr().unwrap());
    let (source, _) = source_with(&base, |settings| {
        settings.retries = 0;
        settings.timeouts.first_byte = Duration::from_millis(20);
        settings.timeouts.connect = Duration::from_millis(20);
    });
    let (_, error) = all(&source, courses()).await.unwrap_err();
    assert!(error.is_timeout());
    assert!(
        error.to_string().starts_with("OCAS tidak menjawab dalam 20 milidetik."),
        "{error}"
    );
}

/// A TLS address with a certificate by a private authority, and the authority's certificate as PEM.
async fn serve_tls() -> (String, String) {
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    authority.distinguished_name.push(DnType::CommonName, "Kampus");
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec!["localhost".to_owned()])
        .unwrap()
        .signed_by(&key, &authority)
        .unwrap();
    let server = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![certificate.der().clone()],
            PrivatePkcs8KeyDer::from(key.serialize_der()).into(),
        )
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(server));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // A client that does not trust the certificate hangs up here.
            let Ok(mut stream) = acceptor.accept(stream).await else {
                continue;
            };
            let _ = stream.read(&mut [0; 4096]).await;
            let reply = b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\nconnection: close\r\n\r\n[{\"a\":1}]";
            let _ = stream.write_all(reply).await;
            let _ = stream.shutdown().await;
        }
    });
    (format!("https://localhost:{port}/"), authority.pem())
}

#[tokio::test]
async fn untrusted_certificate_is_reported_with_the_setting_that_fixes_it() {
    let (base, authority) = serve_tls().await;
    let (source, pauses) = source(&base);
    let (_, error) = all(&source, courses()).await.unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("Sertifikat OCAS ditolak: penerbit sertifikat localhost")
            && error.to_string().contains("source.ca_file"),
        "{error}"
    );
    assert!(pauses.lock().unwrap().is_empty());

    let (source, _) = source_with(&base, |settings| settings.ca_certificate = Some(authority.into_bytes()));
    assert_eq!(all(&source, courses()).await.unwrap(), [Ok(r#"{"a":1}"#.into())]);
}

#[tokio::test]
async fn unusable_request_is_a_settings_error_and_not_retried() {
    let (source, pauses) = source_with("http://127.0.0.1:9/", |settings| {
        settings.dialect.bearer = Some("dua\nbaris".into());
    });
    let (_, error) = all(&source, courses()).await.unwrap_err();
    assert!(matches!(error.fault, Fault::Settings(_)), "{error:?}");
    assert!(pauses.lock().unwrap().is_empty());
}

#[tokio::test]
async fn reason_why_a_reply_is_no_list_is_reported() {
    for (reply, why) in [
        ("<html>", "yang datang halaman web, bukan JSON"),
        ("oops", "(the reply is neither a list nor an object at byte 0)"),
        (r#"{"msg":"Success"}"#, "tidak ada \"/data\" di dalamnya"),
        (r#"{"msg":"Success","data":7}"#, "tidak ada larik baris di \"/data\""),
    ] {
        let base = serve(move |_, _, _, _| reply).await;
        let (_, error) = all(&source(&base).0, courses()).await.unwrap_err();
        assert!(error.to_string().contains(why), "{error}");
    }
}

#[tokio::test]
async fn stalled_reply_is_given_up() {
    let base = serve(|_, _, _, _| {
        let start = futures::stream::once(async { Ok::<_, std::io::Error>(Bytes::from_static(b"[{\"a\":1}")) });
        Response::new(Body::from_stream(start.chain(futures::stream::pending())))
    })
    .await;
    let (source, _) = source_with(&base, |settings| {
        settings.retries = 0;
        settings.timeouts.idle = Duration::from_millis(20);
    });
    let (_, error) = all(&source, courses()).await.unwrap_err();
    assert!(error.is_timeout(), "{error:?}");
}

#[tokio::test]
async fn compressed_reply_is_limited_by_its_real_size() {
    fn compressed(text: &str) -> (HeaderMap, Vec<u8>) {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        gzip.write_all(text.as_bytes()).unwrap();
        (
            HeaderMap::from_iter([("content-encoding".parse().unwrap(), "gzip".parse().unwrap())]),
            gzip.finish().unwrap(),
        )
    }
    let base = serve(|_, _, uri, _| match uri.path() {
        "/api/courses" => compressed(r#"[{"a":1}]"#),
        _ => compressed(&format!("[{}]", " ".repeat(10 << 20))),
    })
    .await;
    let (source, _) = source_with(&base, |settings| settings.max_bytes = 1 << 20);
    assert_eq!(all(&source, courses()).await.unwrap(), [Ok(r#"{"a":1}"#.into())]);
    let (_, error) = all(&source, classes()).await.unwrap_err();
    assert_eq!(error.fault, Fault::TooLarge { limit: 1 << 20 });
}

#[tokio::test]
async fn ping_calls_once_and_reads_no_list() {
    let base = serve(|count, _, uri, _| {
        assert_eq!((count, uri.path()), (0, "/api/academic-years"));
        Response::new(Body::from_stream(futures::stream::pending::<
            Result<Bytes, std::io::Error>,
        >()))
    })
    .await;
    source(&base).0.ping().await.unwrap();
}

#[tokio::test]
async fn slow_reply_is_given_up_in_the_end() {
    let base = serve(|_, _, _, _| {
        let drops = futures::stream::unfold((), |()| async {
            tokio::time::sleep(Duration::from_millis(20)).await;
            Some((Ok::<_, std::io::Error>(Bytes::from_static(b" ")), ()))
        });
        Body::from_stream(drops)
    })
    .await;
    let (source, _) = source_with(&base, |settings| {
        settings.retries = 0;
        settings.timeouts.drip = Duration::from_millis(300);
    });
    let mut rows = source.rows(Call::whole(&Kelas::FEED));
    let read = tokio::time::timeout(Duration::from_secs(20), rows.next()).await;
    let error = read.expect("less than the reply takes").unwrap_err();
    assert!(matches!(error.fault, Fault::Timeout(_)), "{error:?}");
}
