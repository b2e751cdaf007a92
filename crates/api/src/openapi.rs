//! Serves the API's document at `/openapi.json`.

use crate::{
    App,
    document::{self, Call, Routes, route},
    routes,
    web::{packed_by, takes},
};
use axum::{
    body::Bytes,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use serde_json::Value;
use std::{io::Write, sync::LazyLock};
use utoipa::openapi::OpenApi;

/// The API's document, as `/openapi.json` serves it.
pub fn openapi() -> OpenApi {
    let calls = routes::closed().merge(routes::open()).merge(self::routes());
    let mut document = calls.document();
    document::describe(&mut document);
    document
}

/// The route of the document. It needs no key.
pub(crate) fn routes() -> Routes<App> {
    let call = Call::get("/openapi.json", "Dokumen ini")
        .tag("Kesehatan")
        .open()
        .reply::<Value>(200, "Dokumen");
    Routes::new().with(route(call, send_document))
}

/// The API's document, plain and compressed. It is built at the first request, since few clients ask for it.
static DOCUMENT: LazyLock<(Bytes, Bytes)> = LazyLock::new(|| {
    let document = serde_json::to_vec(&openapi()).unwrap_or_default();
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    let packed = packed.write_all(&document).and_then(|()| packed.finish());
    (document.into(), packed.unwrap_or_default().into())
});

async fn send_document(headers: HeaderMap) -> Response {
    let (document, packed) = &*DOCUMENT;
    let kind = [(header::CONTENT_TYPE, "application/json")];
    if !takes(&headers, "gzip") {
        return (kind, document.clone()).into_response();
    }
    (kind, packed_by("gzip"), packed.clone()).into_response()
}
