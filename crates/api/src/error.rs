//! Every failure that a call can end in, with its status and its sentence for people (contract, section 3).

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use selaras_engine::EngineError;
use selaras_store::{StoreError, jobs::Failure};
use serde_json::json;
use std::{any::Any, collections::BTreeMap};

/// Why a call failed. The texts are in Indonesian and are shown to people as they stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApiError {
    /// 400: the request cannot be read.
    Malformed(String),
    /// 401: no key, or a dead one.
    SignedOut,
    /// 401: user name or password is wrong.
    WrongPassword,
    /// 401: a webhook that Zoom did not sign, or long ago.
    Unsigned,
    /// 403: the account waits for approval, or signing up is closed.
    Forbidden(String),
    /// 404: there is no such thing.
    NotFound(String),
    /// 405: the path knows other methods.
    Method,
    /// 409: it does not go with what is there.
    Conflict(String),
    /// 413: the body is over the limit.
    TooLarge,
    /// 422: fields that are wrong, each with its message.
    Fields(BTreeMap<String, String>),
    /// 429: too many tries; seconds to wait.
    TooMany(u64),
    /// 502: the source, the platform or Zoom failed.
    Beyond(String),
    /// 504: the source or the platform did not answer in time.
    Late(String),
    /// 500: Selaras itself failed. The reason is in the log.
    Internal,
}

impl ApiError {
    /// A failure of one field.
    pub fn field(name: &str, message: impl Into<String>) -> Self {
        Self::Fields(BTreeMap::from([(name.to_owned(), message.into())]))
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::SignedOut | Self::WrongPassword | Self::Unsigned => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Fields(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Beyond(_) => StatusCode::BAD_GATEWAY,
            Self::Late(_) => StatusCode::GATEWAY_TIMEOUT,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn message(&self) -> String {
        match self {
            Self::Malformed(text)
            | Self::Forbidden(text)
            | Self::NotFound(text)
            | Self::Conflict(text)
            | Self::Beyond(text)
            | Self::Late(text) => text.clone(),
            Self::SignedOut => "Sesi Anda sudah berakhir. Silakan login lagi.".to_owned(),
            Self::WrongPassword => "Username atau password salah.".to_owned(),
            Self::Unsigned => "Tanda tangan Zoom tidak cocok atau sudah lewat lima menit.".to_owned(),
            Self::Method => "Alamat ini tidak menerima metode tersebut.".to_owned(),
            Self::TooLarge => "Permintaan terlalu besar.".to_owned(),
            Self::Fields(fields) => fields.values().cloned().collect::<Vec<_>>().join(". "),
            Self::TooMany(seconds) => {
                format!("Terlalu banyak percobaan. Coba lagi dalam {seconds} detik.")
            }
            Self::Internal => {
                "Selaras mengalami gangguan. Coba lagi; bila terulang, hubungi pengelola server.".to_owned()
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let message = self.message();
        let mut reply = json!({ "msg": "Error", "data": message, "message": message });
        if let Self::Fields(fields) = &self {
            reply["fields"] = json!(fields);
        }
        let mut response = (self.status(), axum::Json(reply)).into_response();
        if let Self::TooMany(seconds) = self {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Self::Internal
    }
}

impl From<EngineError> for ApiError {
    fn from(error: EngineError) -> Self {
        let text = error.to_string();
        match &error {
            EngineError::Source(source) if source.is_timeout() => Self::Late(text),
            EngineError::Store(_) | EngineError::Queue(_) | EngineError::Spool(_) => {
                tracing::error!(?error, "the engine failed");
                Self::Internal
            }
            _ => Self::of_class(error.class(), text),
        }
    }
}

impl ApiError {
    /// The failure of a job, by what the engine says of it.
    pub(crate) fn of_class(class: Failure, text: String) -> Self {
        match class {
            Failure::Source | Failure::Platform | Failure::Zoom => Self::Beyond(text),
            Failure::NotFound => Self::NotFound(text),
            Failure::Internal => Self::Internal,
            Failure::Rows | Failure::Refused | Failure::Moved | Failure::Guard => Self::Conflict(text),
        }
    }
}

/// The reply where a handler broke: the panic is in the log.
#[allow(clippy::needless_pass_by_value, reason = "the signature is tower-http's")]
pub(crate) fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    ApiError::Internal.into_response()
}
