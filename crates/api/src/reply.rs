//! The envelope of every reply: `{"msg": "Success", "data": …}`.

use crate::language;
use axum::{
    Json,
    body::{Body, Bytes},
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use futures::{Stream, StreamExt};
use selaras_engine::Plan;
use selaras_reasons::Reason;
use serde::Serialize;
use serde_json::json;
use std::convert::Infallible;

/// A success with its data.
pub(crate) fn success(data: impl Serialize) -> Response {
    Json(json!({ "msg": "Success", "data": data })).into_response()
}

/// A success that is told in a sentence.
pub(crate) fn told(reason: Reason) -> Response {
    language::said(
        StatusCode::OK,
        move |language| json!({ "msg": "Success", "data": reason.sentence(language) }),
    )
}

/// What an action would do.
pub(crate) fn plan(plan: Plan) -> Response {
    language::said(
        StatusCode::OK,
        move |language| json!({ "msg": "Success", "data": plan.clone().in_words(language) }),
    )
}

/// A success with one page of a list.
pub(crate) fn page(rows: impl Serialize, total: i64) -> Response {
    Json(json!({ "msg": "Success", "data": rows, "total": total })).into_response()
}

/// The outcome of a job that has ended well.
pub(crate) fn outcome(job: &selaras_store::jobs::Job) -> Response {
    Json(json!({ "msg": "Success", "data": job.message, "job": job })).into_response()
}

/// A job that has been taken and goes on (RFC 7240, `respond-async`).
pub(crate) fn accepted(job: &selaras_store::jobs::Job) -> Response {
    let job = json!(job);
    let mut response = language::said(
        StatusCode::ACCEPTED,
        move |language| json!({ "msg": "Success", "data": Reason::JobAccepted.sentence(language), "job": job }),
    );
    response.headers_mut().insert(
        HeaderName::from_static("preference-applied"),
        HeaderValue::from_static("respond-async"),
    );
    response
}

/// A whole list, row after row. A failure half-way breaks the reply off, so that nobody takes a part for the whole.
pub(crate) fn stream<T, E>(rows: impl Stream<Item = Result<T, E>> + Send + 'static) -> Response
where
    T: Serialize + Send + 'static,
    E: std::fmt::Display + Send + 'static,
{
    const CHUNK: usize = 200;
    let mut first = true;
    let rows = rows.ready_chunks(CHUNK).map(move |rows| {
        let mut text = Vec::with_capacity(64 * 1024);
        for row in rows {
            let row = row.map_err(|error| {
                tracing::error!(%error, "a list broke off");
                std::io::Error::other("the list broke off")
            })?;
            if !std::mem::replace(&mut first, false) {
                text.push(b',');
            }
            serde_json::to_writer(&mut text, &row)?;
        }
        Ok::<_, std::io::Error>(Bytes::from(text))
    });
    let edge = |text: &'static str| {
        futures::stream::once(async move { Ok::<_, Infallible>(Bytes::from_static(text.as_bytes())) })
            .map(|bytes| bytes.map_err(|never| match never {}))
    };
    let body = edge(r#"{"msg":"Success","data":["#).chain(rows).chain(edge("]}"));
    ([(header::CONTENT_TYPE, "application/json")], Body::from_stream(body)).into_response()
}
