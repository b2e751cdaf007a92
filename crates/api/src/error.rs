//! Every failure of a call, with its status and its sentence (contract, section 3).

use crate::language::localized;
use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use selaras_engine::EngineError;
use selaras_reasons::{Language, Reason};
use selaras_store::{
    StoreError,
    jobs::{Failure, Job},
};
use serde::Serialize;
use std::{any::Any, collections::BTreeMap};
use utoipa::ToSchema;

/// Why a call failed. The sentence is rendered from the reason in the client's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApiError {
    /// 400: the request cannot be read.
    Malformed(Reason),
    /// 401: no key, or an expired one.
    SignedOut,
    /// 401: user name or password is wrong.
    WrongPassword,
    /// 401: user name and password are right; a code is missing or wrong.
    SecondFactor(Reason),
    /// 401: sign-in through a provider failed.
    Provider(Reason),
    /// 401: a webhook without Zoom's signature, or with one that is too old.
    Unsigned,
    /// 403: the account waits for approval, or signing up is closed.
    Forbidden(Reason),
    /// 404: the object does not exist.
    NotFound(Reason),
    /// 405: the path has other methods.
    Method,
    /// 408: the body arrives too slowly.
    Slow,
    /// 409: it conflicts with the present state.
    Conflict(Reason),
    /// 413: the body is over the limit.
    TooLarge,
    /// 422: invalid fields, each with its message.
    Fields(BTreeMap<String, Reason>),
    /// 429: too many tries; seconds to wait.
    TooMany(u64),
    /// 429: busy with other requests; seconds to wait.
    Busy(u64),
    /// 429: the limit is reached; why, and seconds to wait.
    NoRoom {
        /// Why.
        why: Reason,
        /// Seconds to wait.
        seconds: u64,
    },
    /// A job that could do nothing, and its failure. The reply has the job, so that its rows can be looked at.
    Job(Box<Job>, Box<ApiError>),
    /// 502: the source, the platform or Zoom failed.
    Beyond(Reason),
    /// 504: the source or the platform did not answer in time.
    Late(Reason),
    /// 507: the disk that holds the dashboard's data is full.
    DiskFull,
    /// 500: Selaras itself failed. The reason is in the log.
    Internal,
}

/// The `msg` of each failure.
#[derive(Serialize, ToSchema)]
enum Msg {
    Error,
}

/// The reply of a call that failed.
#[derive(Serialize, ToSchema)]
#[schema(as = Failure)]
pub(crate) struct FailureReply {
    #[schema(inline)]
    msg: Msg,
    /// The sentence for people.
    data: String,
    /// The same sentence.
    message: String,
    /// The code for programs.
    code: String,
    /// The message of each invalid field.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    fields: Option<BTreeMap<String, String>>,
    /// The job that could do nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Job>)]
    job: Option<Box<Job<String>>>,
}

impl ApiError {
    /// A failure of one field.
    pub fn field(name: &str, reason: Reason) -> Self {
        Self::Fields(BTreeMap::from([(name.to_owned(), reason)]))
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::SignedOut | Self::WrongPassword | Self::SecondFactor(_) | Self::Provider(_) | Self::Unsigned => {
                StatusCode::UNAUTHORIZED
            }
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Slow => StatusCode::REQUEST_TIMEOUT,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Fields(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooMany(_) | Self::Busy(_) | Self::NoRoom { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Job(_, failure) => failure.status(),
            Self::Beyond(_) => StatusCode::BAD_GATEWAY,
            Self::Late(_) => StatusCode::GATEWAY_TIMEOUT,
            Self::DiskFull => StatusCode::INSUFFICIENT_STORAGE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The reason, which has the sentence and the code. Lists all invalid fields.
    fn reason(&self, language: Language) -> Reason {
        match self {
            Self::Malformed(reason)
            | Self::SecondFactor(reason)
            | Self::Provider(reason)
            | Self::Forbidden(reason)
            | Self::NotFound(reason)
            | Self::Conflict(reason)
            | Self::NoRoom { why: reason, .. }
            | Self::Beyond(reason)
            | Self::Late(reason) => reason.clone(),
            Self::Job(_, failure) => failure.reason(language),
            Self::SignedOut => Reason::SignedOut,
            Self::WrongPassword => Reason::WrongPassword,
            Self::Unsigned => Reason::ZoomUnsigned,
            Self::Method => Reason::MethodNotAllowed,
            Self::Slow => Reason::BodyTooSlow,
            Self::TooLarge => Reason::BodyTooLarge,
            Self::Fields(fields) => {
                let sentences: Vec<_> = fields.values().map(|reason| reason.sentence(language)).collect();
                Reason::InvalidFields {
                    text: sentences.join(". "),
                }
            }
            Self::TooMany(seconds) => Reason::TooManyTries { seconds: *seconds },
            Self::Busy(seconds) => Reason::TooBusy { seconds: *seconds },
            Self::DiskFull => Reason::DiskFull,
            Self::Internal => Reason::Internal,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let ends_connection = matches!(
            self.status(),
            StatusCode::INSUFFICIENT_STORAGE | StatusCode::INTERNAL_SERVER_ERROR
        );
        let wait = match self {
            Self::TooMany(seconds) | Self::Busy(seconds) | Self::NoRoom { seconds, .. } => Some(seconds),
            _ => None,
        };
        let mut response = localized(self.status(), move |language| {
            let reason = self.reason(language);
            let message = reason.sentence(language);
            let told = |(field, reason): (&String, &Reason)| (field.clone(), reason.sentence(language));
            FailureReply {
                msg: Msg::Error,
                data: message.clone(),
                message,
                code: reason.code(),
                fields: match &self {
                    Self::Fields(fields) => Some(fields.iter().map(told).collect()),
                    _ => None,
                },
                job: match &self {
                    Self::Job(job, _) => Some(Box::new((**job).clone().in_words(language))),
                    _ => None,
                },
            }
        });
        if let Some(seconds) = wait {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        // A client that is to come back later gives its connection to others. A fault of the disk ends an upload in its middle,
        // and the next call cannot follow on the same connection.
        if wait.is_some() || ends_connection {
            response
                .headers_mut()
                .insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        if error.is_disk_full() {
            Self::DiskFull
        } else {
            Self::Internal
        }
    }
}

impl From<EngineError> for ApiError {
    fn from(error: EngineError) -> Self {
        if matches!(
            error,
            EngineError::Store(_) | EngineError::Queue(_) | EngineError::Spool(_)
        ) {
            tracing::error!(?error, "the engine failed");
        }
        Self::of_class(error.class(), error.reason())
    }
}

impl ApiError {
    /// The failure of a job, by the engine's class of it.
    pub(crate) fn of_class(class: Failure, reason: Reason) -> Self {
        match class {
            Failure::SourceLate | Failure::PlatformLate => Self::Late(reason),
            Failure::Source | Failure::Platform | Failure::Capability | Failure::Zoom => Self::Beyond(reason),
            Failure::NotFound => Self::NotFound(reason),
            Failure::DiskFull => Self::DiskFull,
            Failure::Internal => Self::Internal,
            Failure::Moved | Failure::Guard | Failure::Rows | Failure::Refused | Failure::Damaged => {
                Self::Conflict(reason)
            }
        }
    }
}

/// A name for a message, shortened: an anonymous client may send one as long as the request.
pub(crate) fn shown(name: &str) -> String {
    const LONGEST: usize = 60;
    name.chars()
        .filter(|letter| !letter.is_control())
        .take(LONGEST)
        .collect()
}

/// The reply after a panic of a handler. The panic is in the log.
#[allow(clippy::needless_pass_by_value, reason = "the signature is tower-http's")]
pub(crate) fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    ApiError::Internal.into_response()
}
