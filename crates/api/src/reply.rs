//! The envelope of every reply: `{"msg": "Success", "data": …}`.

use crate::{ApiError, language};
use axum::{
    Json,
    body::{Body, Bytes},
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use futures::{Stream, StreamExt};
use selaras_engine::{CampusPlan, Plan};
use selaras_reasons::Reason;
use selaras_store::jobs::Job;
use serde::Serialize;
use std::convert::Infallible;
use utoipa::ToSchema;

/// A file to be saved under this name.
pub(crate) fn attachment(media: &'static str, name: &str, body: impl Into<Body>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, media.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, body.into()).into_response()
}

/// The `msg` of each success.
#[derive(Clone, Copy, Serialize, ToSchema)]
pub(crate) enum Msg {
    Success,
}

/// A success with one object.
#[derive(Serialize, ToSchema)]
pub(crate) struct One<T> {
    #[schema(inline)]
    msg: Msg,
    data: T,
}

/// A success with a whole list.
#[derive(Serialize, ToSchema)]
pub(crate) struct All<T> {
    #[schema(inline)]
    msg: Msg,
    data: Vec<T>,
}

/// A success with a paged list.
#[derive(Serialize, ToSchema)]
pub(crate) struct Rows<T> {
    #[schema(inline)]
    msg: Msg,
    data: Vec<T>,
    /// Total number of rows, if a page was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    total: Option<i64>,
    /// Present if there are more rows than `total`: long filtered lists are counted only up to a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    more: Option<bool>,
}

/// A success with a sentence.
#[derive(Serialize, ToSchema)]
pub(crate) struct Told {
    #[schema(inline)]
    msg: Msg,
    data: String,
}

/// An ordered job, and its state in a sentence.
#[derive(Serialize, ToSchema)]
pub(crate) struct Ordered {
    #[schema(inline)]
    msg: Msg,
    data: String,
    #[schema(value_type = Job)]
    job: Job<String>,
}

/// The plan of a dry run.
#[derive(Serialize, ToSchema)]
pub(crate) struct Planned {
    #[schema(inline)]
    msg: Msg,
    #[schema(value_type = Plan)]
    data: Plan<String>,
}

/// The reply to an action: its job, or the plan of a dry run.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Acted {
    Ordered(Ordered),
    Planned(Planned),
    /// With the actions that must come first.
    #[allow(dead_code, reason = "it describes a reply that is made where it is known")]
    PlannedWithFirst(One<CampusPlan>),
}

impl Planned {
    /// A success with this plan.
    pub(crate) const fn of(data: Plan<String>) -> Self {
        Self {
            msg: Msg::Success,
            data,
        }
    }
}

impl Told {
    /// A success with this sentence.
    pub(crate) const fn of(data: String) -> Self {
        Self {
            msg: Msg::Success,
            data,
        }
    }
}

impl<T> One<T> {
    /// A success with this.
    pub(crate) const fn of(data: T) -> Self {
        Self {
            msg: Msg::Success,
            data,
        }
    }
}

/// Replies with one object.
pub(crate) fn one(data: impl Serialize) -> Response {
    let msg = Msg::Success;
    Json(One { msg, data }).into_response()
}

/// Replies with a whole list.
pub(crate) fn all(data: Vec<impl Serialize>) -> Response {
    let msg = Msg::Success;
    Json(All { msg, data }).into_response()
}

/// Replies with a list, or with a page of a list that has `total` rows.
pub(crate) fn rows(data: Vec<impl Serialize>, total: Option<i64>) -> Response {
    counted(data, total, false)
}

/// Replies with a page of a list that may have `more` rows than `total`.
pub(crate) fn page(data: Vec<impl Serialize>, total: i64, more: bool) -> Response {
    counted(data, Some(total), more)
}

fn counted(data: Vec<impl Serialize>, total: Option<i64>, more: bool) -> Response {
    let (msg, more) = (Msg::Success, more.then_some(true));
    Json(Rows { msg, data, total, more }).into_response()
}

/// Replies with a sentence.
pub(crate) fn sentence(reason: Reason) -> Response {
    language::localized(StatusCode::OK, move |language| Told::of(reason.sentence(language)))
}

/// Replies with the plan of an action.
pub(crate) fn plan(plan: Plan) -> Response {
    language::localized(StatusCode::OK, move |language| {
        Acted::Planned(Planned::of(plan.clone().in_words(language)))
    })
}

/// Replies with a job that has succeeded.
pub(crate) fn outcome(job: Job) -> Response {
    language::localized(StatusCode::OK, move |language| {
        let job = job.clone().in_words(language);
        Acted::Ordered(Ordered {
            msg: Msg::Success,
            data: job.message.clone(),
            job,
        })
    })
}

/// Replies with a job that has been accepted and is not finished (RFC 7240, `respond-async`).
pub(crate) fn accepted(job: Job) -> Response {
    let mut response = language::localized(StatusCode::ACCEPTED, move |language| Ordered {
        msg: Msg::Success,
        data: Reason::JobAccepted.sentence(language),
        job: job.clone().in_words(language),
    });
    response.headers_mut().insert(
        HeaderName::from_static("preference-applied"),
        HeaderValue::from_static("respond-async"),
    );
    response
}

/// Streams a whole list as [`Rows`]. A failure breaks off the reply, so that no client takes a part for the whole.
pub(crate) fn stream<T, E>(rows: impl Stream<Item = Result<T, E>> + Send + 'static) -> Response
where
    T: Serialize + Send + 'static,
    E: std::fmt::Display + Send + 'static,
{
    stream_and(rows, "]}".into())
}

/// [`stream`] with the source's rows as a second member. These are in memory.
pub(crate) fn stream_beside<T, E>(
    rows: impl Stream<Item = Result<T, E>> + Send + 'static,
    ocas: &impl Serialize,
) -> Result<Response, ApiError>
where
    T: Serialize + Send + 'static,
    E: std::fmt::Display + Send + 'static,
{
    let ocas = serde_json::to_string(ocas).map_err(|_| ApiError::Internal)?;
    Ok(stream_and(rows, format!(r#"],"ocas":{ocas}}}"#).into()))
}

/// Streams rows, then `end`.
fn stream_and<T, E>(rows: impl Stream<Item = Result<T, E>> + Send + 'static, end: Bytes) -> Response
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
    let edge = |text: Bytes| {
        futures::stream::once(async move { Ok::<_, Infallible>(text) })
            .map(|bytes| bytes.map_err(|never| match never {}))
    };
    let begin = Bytes::from_static(br#"{"msg":"Success","data":["#);
    let body = edge(begin).chain(rows).chain(edge(end));
    ([(header::CONTENT_TYPE, "application/json")], Body::from_stream(body)).into_response()
}
