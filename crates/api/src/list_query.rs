//! The query of a list call: page, order, search and filters (contract, section 3).

use crate::{
    ApiError,
    call_input::{Parameter, ParameterValue},
    error::shown,
};
use axum::{
    extract::{FromRequestParts, Query},
    http::{Uri, request::Parts},
};
use selaras_reasons::Reason;
use selaras_store::{Order, Selection, rows::ListQuery};
use std::{collections::HashMap, ops::RangeInclusive};

/// Default page size (specification, section 9).
const USUAL_PER_PAGE: u64 = 10;
/// Allowed page sizes.
pub(crate) const PER_PAGE: RangeInclusive<u64> = 1..=1000;
/// Maximum length of a search in characters.
pub(crate) const LONGEST_SEARCH: usize = 200;

/// The query parameters of a request, validated against the call.
#[derive(Debug, Clone, Default)]
pub(crate) struct Parameters(HashMap<String, String>);

impl<S: Send + Sync> FromRequestParts<S> for Parameters {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts.extensions.get::<Self>().cloned().ok_or(ApiError::Internal)
    }
}

impl Parameters {
    /// Parses the query for a call with these parameters.
    ///
    /// # Errors
    /// [`ApiError::Malformed`] names a parameter that is unknown to the call or has an invalid value.
    pub(crate) fn read(address: &Uri, known: &[Parameter]) -> Result<Self, ApiError> {
        let unreadable = || ApiError::Malformed(Reason::AddressUnreadable);
        let Query::<Vec<(String, String)>>(pairs) = Query::try_from_uri(address).map_err(|_| unreadable())?;
        let mut query = HashMap::new();
        for (name, value) in pairs {
            let told = shown(&name);
            if query.insert(name, value).is_some() {
                return Err(ApiError::Malformed(Reason::ParameterRepeated { name: told }));
            }
        }
        // Some databases cannot store or search text with a NUL.
        if query.values().any(|value| value.contains('\0')) {
            return Err(unreadable());
        }
        let mut strange: Vec<_> = query
            .keys()
            .filter(|name| !known.iter().any(|parameter| parameter.name == *name))
            .map(|name| shown(name))
            .collect();
        if !strange.is_empty() {
            strange.sort();
            let names = strange.join(", ");
            return Err(ApiError::Malformed(Reason::UnknownParameters { names }));
        }
        let parameters = Self(query);
        for parameter in known {
            if let Some(value) = parameters.get(parameter.name) {
                parameter.check(value).map_err(ApiError::Malformed)?;
            }
        }
        Ok(parameters)
    }

    /// Parameters that were checked already.
    pub(crate) const fn checked(parameters: HashMap<String, String>) -> Self {
        Self(parameters)
    }

    /// A parameter's text; `None` if empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// A switch; `None` if absent.
    pub(crate) fn switch(&self, name: &str) -> Option<bool> {
        self.get(name).and_then(switch)
    }

    /// The page and its size; `None` for the whole list.
    pub(crate) fn page(&self) -> Option<(u64, u64)> {
        let number = |name: &str| self.get(name).and_then(|value| value.parse().ok());
        match (number("page"), number("per_page")) {
            (None, None) => None,
            (page, per_page) => Some((page.unwrap_or(0), per_page.unwrap_or(USUAL_PER_PAGE))),
        }
    }

    /// The text to search for.
    pub(crate) fn search(&self) -> String {
        self.get("q").unwrap_or_default().to_owned()
    }

    /// The list query, with these filters.
    pub(crate) fn list(&self, filters: impl IntoIterator<Item = &'static str>) -> ListQuery {
        let equals = filters
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), self.get(name)?.to_owned())))
            .collect();
        ListQuery {
            selection: Selection {
                equals,
                missing: self.switch(MISSING),
                failed_for: self.get(REASON).map(str::to_owned),
                search: Some(self.search()).filter(|typed| !typed.trim().is_empty()),
                ..Selection::default()
            },
            order: Order {
                column: self.get("sort").map(str::to_owned),
                descending: self.get("order") == Some("desc"),
            },
        }
    }
}

/// The filter by whether the source still lists a row, of every list and of actions (contract, section 7).
pub(crate) const MISSING: &str = "missing";

/// The filter by the reason for which rows failed, of every list in the dashboard and of actions.
pub(crate) const REASON: &str = "reason";

/// True if a text has the form of a reason's code.
pub(crate) fn is_code(text: &str) -> bool {
    text.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
}

fn switch(text: &str) -> Option<bool> {
    match text {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

impl Parameter {
    /// Checks a value.
    pub(crate) fn check(&self, value: &str) -> Result<(), Reason> {
        let name = || self.name.to_owned();
        let number = || {
            value
                .parse::<u32>()
                .map(u64::from)
                .map_err(|_| Reason::NumberExpected { name: name() })
        };
        match &self.value {
            ParameterValue::Page => number().map(drop),
            ParameterValue::PerPage if PER_PAGE.contains(&number()?) => Ok(()),
            ParameterValue::PerPage => Err(Reason::PerPageOutOfRange),
            ParameterValue::Sort(columns) if columns.contains(&value) => Ok(()),
            ParameterValue::Sort(_) => Err(Reason::SortUnknown { name: shown(value) }),
            ParameterValue::Order if matches!(value, "asc" | "desc") => Ok(()),
            ParameterValue::Order => Err(Reason::OrderUnknown),
            ParameterValue::Search if value.chars().count() > LONGEST_SEARCH => Err(Reason::SearchTooLong),
            ParameterValue::Code if !is_code(value) => Err(Reason::StatusUnknown { name: shown(value) }),
            ParameterValue::Switch if switch(value).is_none() => Err(Reason::SwitchExpected { name: name() }),
            ParameterValue::Search | ParameterValue::Switch | ParameterValue::Code | ParameterValue::Text => Ok(()),
        }
    }
}
