//! Reads a request's body, one JSON object for every method, with a reason for each error.

use crate::{ApiError, call_input::Known, error::shown};
use axum::{extract::FromRequestParts, http::request::Parts};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, sync::Arc};

/// The members of the body, all of them known to the call. A handler cannot read a member that the call's description does
/// not name, so document and handlers agree.
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

/// Refuses NUL: some databases cannot store or search such text.
fn without_nul(name: &str, text: &str) -> Result<String, ApiError> {
    if text.contains('\0') {
        let field = name.to_owned();
        return Err(ApiError::field(name, Reason::CharacterNotAllowed { field }));
    }
    Ok(text.to_owned())
}

/// A word of the contract, as a value.
pub(crate) fn known<T: DeserializeOwned + Serialize>(field: &str, word: &str, all: &[T]) -> Result<T, ApiError> {
    serde_json::from_value(json!(word)).map_err(|_| {
        let reason = Reason::ShapeWordUnknown {
            name: field.to_owned(),
            word: shown(word),
            known: all.iter().map(word_of).collect::<Vec<_>>().join(", "),
        };
        ApiError::field(field, reason)
    })
}

/// The contract's word for a value.
pub(crate) fn word_of(value: &impl Serialize) -> String {
    json!(value).as_str().unwrap_or_default().to_owned()
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

    /// A member as trimmed text; a number becomes its digits. `None` if it is absent or null.
    pub(crate) fn text(&self, name: &str) -> Result<Option<String>, ApiError> {
        match self.get(name)? {
            None => Ok(None),
            Some(Value::String(text)) => without_nul(name, text.trim()).map(Some),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(_) => Err(ApiError::field(name, Reason::TextExpected { field: name.to_owned() })),
        }
    }

    /// A required member as text, else the given reason.
    pub(crate) fn required(&self, name: &str, empty: Reason) -> Result<String, ApiError> {
        self.text(name)?
            .filter(|text| !text.is_empty())
            .ok_or_else(|| ApiError::field(name, empty))
    }

    /// A member without trimming, for passwords.
    pub(crate) fn secret(&self, name: &str) -> Result<String, ApiError> {
        match self.get(name)? {
            None => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.clone()),
            Some(_) => Err(ApiError::field(name, Reason::TextExpected { field: name.to_owned() })),
        }
    }

    /// A list with at least one text, none of them empty, else the given reason; as JSON.
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

    /// The row's id, in update and detail calls.
    pub(crate) fn id(&self) -> Result<i64, ApiError> {
        self.number("id")
    }

    /// A required whole number.
    pub(crate) fn number(&self, name: &str) -> Result<i64, ApiError> {
        self.required(name, Reason::empty(name))?
            .parse()
            .map_err(|_| ApiError::field(name, Reason::FieldNumberExpected { field: name.to_owned() }))
    }

    /// True for a dry run.
    pub(crate) fn is_dry_run(&self) -> bool {
        self.members.get("dry_run") == Some(&Value::Bool(true))
    }

    /// A switch; off if absent.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, ApiError> {
        Ok(self.switch(name)?.unwrap_or_default())
    }

    /// A switch; `None` if absent.
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

    /// A list of ids; empty if the member is absent. An empty list is refused: "these rows" must never become "all rows".
    pub(crate) fn ids(&self, name: &str) -> Result<Vec<i64>, ApiError> {
        let wrong = || ApiError::field(name, Reason::NumbersExpected { field: name.to_owned() });
        match self.get(name)? {
            None => Ok(Vec::new()),
            Some(Value::Array(ids)) if ids.is_empty() => Err(ApiError::field(name, Reason::NothingChosen)),
            Some(Value::Array(ids)) => ids.iter().map(|id| id.as_i64().ok_or_else(wrong)).collect(),
            Some(_) => Err(wrong()),
        }
    }

    /// A list of values that are parsed strictly; empty if the member is absent.
    ///
    /// # Errors
    /// `unreadable` if the member is no such list.
    pub(crate) fn list<T: DeserializeOwned>(&self, name: &str, unreadable: Reason) -> Result<Vec<T>, ApiError> {
        let Some(value) = self.get(name)? else {
            return Ok(Vec::new());
        };
        Vec::deserialize(value).map_err(|_| ApiError::field(name, unreadable))
    }

    /// A list of chosen things; `None` if absent. An empty list is refused: "these" must never become "all".
    pub(crate) fn chosen<T: DeserializeOwned>(&self, name: &str) -> Result<Option<Vec<T>>, ApiError> {
        match self.get(name)? {
            None => Ok(None),
            Some(_) => match self.list(name, Reason::ChosenUnreadable { field: name.to_owned() })? {
                chosen if chosen.is_empty() => Err(ApiError::field(name, Reason::NothingChosen)),
                chosen => Ok(Some(chosen)),
            },
        }
    }

    /// The same, if something must be chosen.
    pub(crate) fn some_chosen<T: DeserializeOwned>(&self, name: &str) -> Result<Vec<T>, ApiError> {
        self.chosen(name)?
            .ok_or_else(|| ApiError::field(name, Reason::NothingChosen))
    }

    /// A list of texts; `None` if absent.
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

    /// Texts by name; `None` if absent.
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

    /// Whole numbers by name.
    pub(crate) fn named_numbers(&self, name: &str) -> Result<Option<BTreeMap<String, i64>>, ApiError> {
        let wrong = || ApiError::field(name, Reason::NumbersExpected { field: name.to_owned() });
        match self.get(name)? {
            None => Ok(None),
            Some(Value::Object(numbers)) => numbers
                .iter()
                .map(|(key, number)| Ok((without_nul(name, key)?, number.as_i64().ok_or_else(wrong)?)))
                .collect::<Result<_, _>>()
                .map(Some),
            Some(_) => Err(wrong()),
        }
    }
}

/// Collects the failures of several fields, so that a form shows all at once.
#[derive(Debug, Default)]
pub(crate) struct Failures(BTreeMap<String, Reason>);

impl Failures {
    /// Whether a field has failed.
    pub(crate) fn has(&self, field: &str) -> bool {
        self.0.contains_key(field)
    }

    /// Records a field's failure. Returns its value, or the default after a failure.
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

    /// Fails if any field has failed.
    pub(crate) fn end(self) -> Result<(), ApiError> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(ApiError::Fields(self.0))
        }
    }
}
