//! Reading a request's body: one JSON object, whatever the method, with a sentence for whatever is wrong.

use crate::ApiError;
use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The members of the body. An empty body is an empty object: some calls of the specification send none.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fields(Map<String, Value>);

impl<S: Send + Sync> FromRequest<S> for Fields {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            if rejection.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE {
                ApiError::TooLarge
            } else {
                ApiError::Malformed("Isi permintaan tidak dapat dibaca.".to_owned())
            }
        })?;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Ok(Self::default());
        }
        match serde_json::from_slice(&bytes) {
            Ok(Value::Object(members)) => Ok(Self(members)),
            Ok(_) => Err(ApiError::Malformed(
                "Isi permintaan harus berupa objek JSON.".to_owned(),
            )),
            Err(_) => Err(ApiError::Malformed("Isi permintaan bukan JSON yang benar.".to_owned())),
        }
    }
}

/// Some databases know no text with a NUL in it, so that it could not even be searched for.
fn without_nul(name: &str, text: &str) -> Result<String, ApiError> {
    if text.contains('\0') {
        let reason = format!("{name} memuat karakter yang tidak boleh dipakai");
        return Err(ApiError::field(name, reason));
    }
    Ok(text.to_owned())
}

impl Fields {
    /// A member as text, trimmed; a number is taken for its digits. `None` where it is absent or null.
    pub(crate) fn text(&self, name: &str) -> Result<Option<String>, ApiError> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => without_nul(name, text.trim()).map(Some),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(_) => Err(ApiError::field(name, format!("{name} harus berupa teks"))),
        }
    }

    /// A member as text that must be there, or the message for it.
    pub(crate) fn required(&self, name: &str, empty: &str) -> Result<String, ApiError> {
        self.text(name)?
            .filter(|text| !text.is_empty())
            .ok_or_else(|| ApiError::field(name, empty))
    }

    /// A member as it was typed, not trimmed: a password.
    pub(crate) fn secret(&self, name: &str) -> Result<String, ApiError> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.clone()),
            Some(_) => Err(ApiError::field(name, format!("{name} harus berupa teks"))),
        }
    }

    /// A list of texts that must hold one at least, each filled in, or the message for it; as JSON.
    pub(crate) fn required_list(&self, name: &str, empty: &str) -> Result<String, ApiError> {
        let texts: Vec<_> = self
            .texts(name)?
            .unwrap_or_default()
            .iter()
            .map(|text| text.trim().to_owned())
            .collect();
        if texts.is_empty() || texts.iter().any(String::is_empty) {
            return Err(ApiError::field(name, empty));
        }
        Ok(serde_json::json!(texts).to_string())
    }

    /// The row's id, which update and detail calls name.
    pub(crate) fn id(&self) -> Result<i64, ApiError> {
        self.required("id", "id tidak boleh kosong")?
            .parse()
            .map_err(|_| ApiError::field("id", "id harus berupa angka"))
    }

    /// Whether a switch is on.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, ApiError> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(on)) => Ok(*on),
            Some(_) => Err(ApiError::field(name, format!("{name} harus true atau false"))),
        }
    }

    /// A list of ids; empty where there is none. A list that is there and empty is refused: "these rows" must never come
    /// to mean "all rows".
    pub(crate) fn ids(&self, name: &str) -> Result<Vec<i64>, ApiError> {
        let wrong = || ApiError::field(name, format!("{name} harus berupa daftar angka"));
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Array(ids)) if ids.is_empty() => Err(ApiError::field(name, "Pilih sedikitnya satu baris")),
            Some(Value::Array(ids)) => ids.iter().map(|id| id.as_i64().ok_or_else(wrong)).collect(),
            Some(_) => Err(wrong()),
        }
    }

    /// A list of texts; `None` where there is none.
    pub(crate) fn texts(&self, name: &str) -> Result<Option<Vec<String>>, ApiError> {
        let wrong = || ApiError::field(name, format!("{name} harus berupa daftar teks"));
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Array(texts)) => texts
                .iter()
                .map(|text| without_nul(name, text.as_str().ok_or_else(wrong)?))
                .collect::<Result<_, _>>()
                .map(Some),
            Some(_) => Err(wrong()),
        }
    }
}

/// Gathers the failures of several fields, so that a form hears of all at once.
#[derive(Debug, Default)]
pub(crate) struct Failures(BTreeMap<String, String>);

impl Failures {
    /// Whether a field has failed.
    pub(crate) fn has(&self, field: &str) -> bool {
        self.0.contains_key(field)
    }

    /// Keeps a field's failure, and answers with its value where there is none.
    pub(crate) fn take<T: Default>(&mut self, result: Result<T, ApiError>) -> Result<T, ApiError> {
        match result {
            Ok(value) => Ok(value),
            Err(ApiError::Fields(fields)) => {
                self.0.extend(fields);
                Ok(T::default())
            }
            Err(other) => Err(other),
        }
    }

    /// Fails with all that were kept, if any.
    pub(crate) fn end(self) -> Result<(), ApiError> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(ApiError::Fields(self.0))
        }
    }
}
