//! Reading a request's body: one JSON object, whatever the method, with a reason for whatever is wrong.

use crate::{ApiError, strict::Known};
use axum::{extract::FromRequestParts, http::request::Parts};
use selaras_reasons::Reason;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::{collections::BTreeMap, sync::Arc};

/// The members of the body, of which all are known to the call. A member that the call's description does not name cannot
/// be read either: the document and the handlers know the same.
#[derive(Debug, Clone)]
pub(crate) struct Fields {
    members: Map<String, Value>,
    known: Arc<Known>,
}

impl<S: Send + Sync> FromRequestParts<S> for Fields {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts.extensions.get::<Self>().cloned().ok_or(ApiError::Internal)
    }
}

/// Some databases know no text with a NUL in it, so that it could not even be searched for.
fn without_nul(name: &str, text: &str) -> Result<String, ApiError> {
    if text.contains('\0') {
        let field = name.to_owned();
        return Err(ApiError::field(name, Reason::CharacterNotAllowed { field }));
    }
    Ok(text.to_owned())
}

impl Fields {
    pub(crate) fn new(members: Map<String, Value>, known: Arc<Known>) -> Self {
        Self { members, known }
    }

    fn get(&self, name: &str) -> Result<Option<&Value>, ApiError> {
        let known = self.known.members.iter().flatten().any(|member| member == name);
        if !known {
            tracing::error!(name, "a handler reads a member that its call does not describe");
            return Err(ApiError::Internal);
        }
        Ok(self.members.get(name).filter(|value| !value.is_null()))
    }

    /// A member as text, trimmed; a number is taken for its digits. `None` where it is absent or null.
    pub(crate) fn text(&self, name: &str) -> Result<Option<String>, ApiError> {
        match self.get(name)? {
            None => Ok(None),
            Some(Value::String(text)) => without_nul(name, text.trim()).map(Some),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(_) => Err(ApiError::field(name, Reason::TextExpected { field: name.to_owned() })),
        }
    }

    /// A member as text that must be there, or the reason where it is not.
    pub(crate) fn required(&self, name: &str, empty: Reason) -> Result<String, ApiError> {
        self.text(name)?
            .filter(|text| !text.is_empty())
            .ok_or_else(|| ApiError::field(name, empty))
    }

    /// A member as it was typed, not trimmed: a password.
    pub(crate) fn secret(&self, name: &str) -> Result<String, ApiError> {
        match self.get(name)? {
            None => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.clone()),
            Some(_) => Err(ApiError::field(name, Reason::TextExpected { field: name.to_owned() })),
        }
    }

    /// A list of texts that must hold one at least, each filled in, or the reason where they are not; as JSON.
    pub(crate) fn required_list(&self, name: &str, empty: Reason) -> Result<String, ApiError> {
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
        self.number("id")
    }

    /// A whole number that must be there.
    pub(crate) fn number(&self, name: &str) -> Result<i64, ApiError> {
        self.required(name, Reason::empty(name))?
            .parse()
            .map_err(|_| ApiError::field(name, Reason::FieldNumberExpected { field: name.to_owned() }))
    }

    /// Whether it asks what an action would do, and for nothing to be done.
    pub(crate) fn is_dry_run(&self) -> bool {
        self.members.get("dry_run") == Some(&Value::Bool(true))
    }

    /// Whether a switch is on.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, ApiError> {
        Ok(self.switch(name)?.unwrap_or_default())
    }

    /// Where a switch stands; `None` where nothing is said of it.
    pub(crate) fn switch(&self, name: &str) -> Result<Option<bool>, ApiError> {
        match self.get(name)? {
            None => Ok(None),
            Some(Value::Bool(on)) => Ok(Some(*on)),
            Some(_) => Err(ApiError::field(
                name,
                Reason::FieldSwitchExpected { field: name.to_owned() },
            )),
        }
    }

    /// A list of ids; empty where there is none. A list that is there and empty is refused: "these rows" must never come
    /// to mean "all rows".
    pub(crate) fn ids(&self, name: &str) -> Result<Vec<i64>, ApiError> {
        let wrong = || ApiError::field(name, Reason::NumbersExpected { field: name.to_owned() });
        match self.get(name)? {
            None => Ok(Vec::new()),
            Some(Value::Array(ids)) if ids.is_empty() => Err(ApiError::field(name, Reason::NothingChosen)),
            Some(Value::Array(ids)) => ids.iter().map(|id| id.as_i64().ok_or_else(wrong)).collect(),
            Some(_) => Err(wrong()),
        }
    }

    /// A list of whatever is read strictly; empty where there is none.
    pub(crate) fn list<T: DeserializeOwned>(&self, name: &str) -> Result<Vec<T>, ApiError> {
        let Some(value) = self.get(name)? else {
            return Ok(Vec::new());
        };
        Vec::deserialize(value).map_err(|_| ApiError::field(name, Reason::LeaveOutUnreadable))
    }

    /// A list of texts; `None` where there is none.
    pub(crate) fn texts(&self, name: &str) -> Result<Option<Vec<String>>, ApiError> {
        let wrong = || ApiError::field(name, Reason::TextsExpected { field: name.to_owned() });
        match self.get(name)? {
            None => Ok(None),
            Some(Value::Array(texts)) => texts
                .iter()
                .map(|text| without_nul(name, text.as_str().ok_or_else(wrong)?))
                .collect::<Result<_, _>>()
                .map(Some),
            Some(_) => Err(wrong()),
        }
    }

    /// Texts by name; `None` where there are none.
    pub(crate) fn named_texts(&self, name: &str) -> Result<Option<BTreeMap<String, String>>, ApiError> {
        let wrong = || ApiError::field(name, Reason::TextsExpected { field: name.to_owned() });
        match self.get(name)? {
            None => Ok(None),
            Some(Value::Object(texts)) => texts
                .iter()
                .map(|(key, text)| Ok((key.clone(), without_nul(name, text.as_str().ok_or_else(wrong)?)?)))
                .collect::<Result<_, _>>()
                .map(Some),
            Some(_) => Err(wrong()),
        }
    }
}

/// Gathers the failures of several fields, so that a form hears of all at once.
#[derive(Debug, Default)]
pub(crate) struct Failures(BTreeMap<String, Reason>);

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
