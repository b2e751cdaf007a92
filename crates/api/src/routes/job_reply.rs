//! The replies to an order: the job at once, the job at its end, or the plan that it makes.

use crate::{ApiError, App, reply};
use axum::{http::HeaderMap, response::Response};
use selaras_engine::CampusPlan;
use selaras_reasons::Language;
use selaras_store::jobs::{Job, JobState};

/// The reply to an order: at once if the client prefers that, else at the job's end.
pub(crate) async fn outcome(app: &App, job: i64, headers: &HeaderMap) -> Result<Response, ApiError> {
    if prefers_async(headers) {
        let job = app.engine.store().job(job).await?.ok_or(ApiError::Internal)?;
        return Ok(reply::accepted(job));
    }
    answer(app.engine.ended(job).await?)
}

/// The reply for an ended job.
fn answer(job: Job) -> Result<Response, ApiError> {
    match job.failure {
        // The job was cancelled before it did anything.
        None if job.state == JobState::Cancelled && job.counts.is_empty() => Err(ApiError::Conflict(job.message)),
        None => Ok(reply::outcome(job)),
        Some(class) => {
            let failure = ApiError::of_class(class, job.message.clone());
            Err(ApiError::Job(Box::new(job), Box::new(failure)))
        }
    }
}

/// True if the client wants an answer at once (RFC 7240).
pub(crate) fn prefers_async(headers: &HeaderMap) -> bool {
    headers
        .get_all("prefer")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|preference| preference.trim().eq_ignore_ascii_case("respond-async"))
}

/// The plan that a job makes. Waits for the job.
pub(crate) async fn planned(app: &App, job: i64, language: Language) -> Result<Response, ApiError> {
    let ended = app.engine.ended(job).await?;
    match CampusPlan::of(app.engine.store(), &ended, language).await? {
        Some(plan) => Ok(reply::one(plan)),
        None => answer(ended),
    }
}
