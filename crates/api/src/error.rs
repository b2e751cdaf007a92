//! Every failure that a call can end in, with its status and its sentence for people (contract, section 3).

use crate::language::said;
use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use selaras_engine::EngineError;
use selaras_reasons::{Language, Reason};
use selaras_store::{StoreError, jobs::Failure};
use serde::Serialize;
use std::{any::Any, collections::BTreeMap};
use utoipa::ToSchema;

/// Why a call failed. What is read of it is made of its reason, in the language of whoever asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApiError {
    /// 400: the request cannot be read.
    Malformed(Reason),
    /// 401: no key, or a dead one.
    SignedOut,
    /// 401: user name or password is wrong.
    WrongPassword,
    /// 401: user name and password are right, and a code is wanted beside them, or another.
    SecondFactor(Reason),
    /// 401: an institution's own sign-in came to nothing.
    Provider(Reason),
    /// 401: a webhook that Zoom did not sign, or long ago.
    Unsigned,
    /// 403: the account waits for approval, or signing up is closed.
    Forbidden(Reason),
    /// 404: there is no such thing.
    NotFound(Reason),
    /// 405: the path knows other methods.
    Method,
    /// 408: the body takes too long to come.
    Slow,
    /// 409: it does not go with what is there.
    Conflict(Reason),
    /// 413: the body is over the limit.
    TooLarge,
    /// 422: fields that are wrong, each with its message.
    Fields(BTreeMap<String, Reason>),
    /// 429: too many tries; seconds to wait.
    TooMany(u64),
    /// 429: too much to do for others; seconds to wait.
    Busy(u64),
    /// 429: there is no room for one more; why, and seconds to wait.
    NoRoom {
        /// Why.
        why: Reason,
        /// Seconds to wait.
        seconds: u64,
    },
    /// 502: the source, the platform or Zoom failed.
    Beyond(Reason),
    /// 504: the source or the platform did not answer in time.
    Late(Reason),
    /// 507: the disk that holds the dashboard's data is full.
    DiskFull,
    /// 500: Selaras itself failed. The reason is in the log.
    Internal,
}

/// The word that each failure begins with.
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
    /// What a person can act on.
    data: String,
    /// The same.
    message: String,
    /// The same for programs.
    code: String,
    /// What is wrong with each field.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    fields: Option<BTreeMap<String, String>>,
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
            Self::Beyond(_) => StatusCode::BAD_GATEWAY,
            Self::Late(_) => StatusCode::GATEWAY_TIMEOUT,
            Self::DiskFull => StatusCode::INSUFFICIENT_STORAGE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// What is read of it, and its code. Of several fields that are wrong, all are told.
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
        let wait = match self {
            Self::TooMany(seconds) | Self::Busy(seconds) | Self::NoRoom { seconds, .. } => Some(seconds),
            _ => None,
        };
        let mut response = said(self.status(), move |language| {
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
            }
        });
        if let Some(seconds) = wait {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            // Whoever is to come back later makes room for others meanwhile.
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
    /// The failure of a job, by what the engine says of it.
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

/// The reply where a handler broke: the panic is in the log.
#[allow(clippy::needless_pass_by_value, reason = "the signature is tower-http's")]
pub(crate) fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    ApiError::Internal.into_response()
}
