//! Traces for a collector: the spans of a request, its job and the job's outgoing calls, and what must not be in them.

use crate::process::Server;
use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest, common::v1::any_value::Value, trace::v1::Span,
};
use prost::Message;
use selaras_campus::Campus;
use selaras_tests::database::Database::Sqlite;
use serde_json::json;
use std::fs;
use wiremock::{Mock, MockServer, ResponseTemplate, matchers::path};

/// An attribute of a span, as text.
fn attribute(span: &Span, name: &str) -> String {
    let value = span.attributes.iter().find(|attribute| attribute.key == name);
    match value.and_then(|attribute| attribute.value.clone()?.value) {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        other => panic!("{name} of {}: {other:?}", span.name),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn traces_link_request_job_and_calls_without_secrets() {
    let collector = MockServer::start().await;
    let taken = Mock::given(path("/v1/traces")).respond_with(ResponseTemplate::new(200));
    taken.mount(&collector).await;
    let campus = Campus::builder().students(10).start().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("selaras.toml");
    let settings = format!(
        "[source]\nbase_url = '{}'\n[telemetry]\notlp_url = '{}/v1/traces'\n[log]\nfilter = 'error'",
        campus.source_url(),
        collector.uri()
    );
    fs::write(&file, settings).unwrap();
    let mut server = Server::reading(&file, &campus, Sqlite).await;
    server.post("/api/v1/api/tahun_ajaran/sync", json!({})).await;
    let export = reqwest::Client::new()
        .post(format!("http://{}/api/v1/api/tahun_ajaran/export", server.host()))
        .header("x-authorization", server.key())
        .header("x-request-id", "uji-42")
        .body("{}");
    assert!(export.send().await.unwrap().status().is_success());
    server
        .get("/api/v1/api/tahun_ajaran/get?page=0&per_page=10&q=rahasia")
        .await;
    let key = server.key().to_owned();
    assert!(server.terminate().success());

    let sent = collector.received_requests().await.unwrap();
    let spans: Vec<Span> = sent
        .iter()
        .map(|request| ExportTraceServiceRequest::decode(request.body.as_slice()).unwrap())
        .flat_map(|told| told.resource_spans)
        .flat_map(|told| told.scope_spans)
        .flat_map(|told| told.spans)
        .collect();
    let named = |name: &str| spans.iter().filter(|span| span.name == name).collect::<Vec<_>>();
    let request = named("request")
        .into_iter()
        .find(|span| attribute(span, "id") == "uji-42")
        .unwrap();
    let order = named("order")
        .into_iter()
        .find(|span| span.trace_id == request.trace_id)
        .unwrap();
    let job = named("job")
        .into_iter()
        .find(|span| attribute(span, "id") == attribute(order, "job"))
        .unwrap();
    // Another process may run the job on another day: it has its own trace, linked to the order.
    let [link] = job.links.as_slice() else {
        panic!("{:?}", job.links)
    };
    assert_ne!(job.trace_id, request.trace_id);
    assert_eq!((&link.trace_id, &link.span_id), (&order.trace_id, &order.span_id));
    let calls: Vec<_> = named("moodle")
        .into_iter()
        .filter(|span| span.trace_id == job.trace_id)
        .collect();
    let functions: Vec<_> = calls.iter().map(|span| attribute(span, "function")).collect();
    assert!(
        functions.iter().any(|name| name == "core_course_create_categories"),
        "{functions:?}"
    );
    assert!(
        named("source")
            .iter()
            .any(|span| named("job").iter().any(|job| job.trace_id == span.trace_id))
    );
    let all = format!("{spans:?}");
    for secret in [campus.moodle_token(), &key, "rahasia"] {
        assert!(!all.contains(secret), "{secret}");
    }
}
