//! What a list call may be asked for in its address: page, order, search, filters (contract, section 3).

use crate::ApiError;
use axum::{
    extract::{FromRequestParts, Query},
    http::request::Parts,
};
use selaras_store::{Order, Selection, rows::ListQuery};
use std::collections::HashMap;

/// Rows that a page may have (specification, section 9).
pub(crate) const PER_PAGE: [u64; 3] = [10, 25, 100];

/// The address's query, not yet checked against a kind.
#[derive(Debug, Clone, Default)]
pub(crate) struct Asked(HashMap<String, String>);

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let unreadable = || ApiError::Malformed("Alamat tidak dapat dibaca.".to_owned());
        let Query::<HashMap<String, String>>(query) = Query::from_request_parts(parts, state)
            .await
            .map_err(|_| unreadable())?;
        // Some databases know no text with a NUL in it, so that it could not even be searched for.
        if query.values().any(|value| value.contains('\0')) {
            return Err(unreadable());
        }
        Ok(Self(query))
    }
}

impl Asked {
    /// A parameter as it stands.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// The page and its rows; `None` where the whole list is wanted.
    pub(crate) fn page(&self) -> Result<Option<(u64, u64)>, ApiError> {
        let number = |name: &str| {
            self.get(name).map(|value| {
                value
                    .parse::<u32>()
                    .map(u64::from)
                    .map_err(|_| ApiError::Malformed(format!("{name} harus berupa angka.")))
            })
        };
        let page = number("page").transpose()?;
        let per_page = number("per_page").transpose()?;
        if page.is_none() && per_page.is_none() {
            return Ok(None);
        }
        let per_page = per_page.unwrap_or(PER_PAGE[0]);
        if !PER_PAGE.contains(&per_page) {
            return Err(ApiError::Malformed("per_page harus 10, 25, atau 100.".to_owned()));
        }
        Ok(Some((page.unwrap_or(0), per_page)))
    }

    /// The order, by one of `columns`.
    pub(crate) fn order(&self, columns: impl IntoIterator<Item = &'static str>) -> Result<Order, ApiError> {
        let descending = match self.get("order") {
            None | Some("asc") => false,
            Some("desc") => true,
            Some(_) => return Err(ApiError::Malformed("order harus asc atau desc.".to_owned())),
        };
        let column = match self.get("sort") {
            None => None,
            Some(sort) => {
                let known = ["id"].into_iter().chain(columns).find(|column| *column == sort);
                Some(known.ok_or_else(|| ApiError::Malformed(format!("Tidak dapat diurutkan menurut {sort}.")))?)
            }
        };
        Ok(Order {
            column: column.map(str::to_owned),
            descending,
        })
    }

    /// The text to search for.
    pub(crate) fn search(&self) -> Result<String, ApiError> {
        let text = self.get("q").unwrap_or_default();
        if text.chars().count() > 200 {
            return Err(ApiError::Malformed("Pencarian terlalu panjang.".to_owned()));
        }
        Ok(text.to_owned())
    }

    /// The whole query, for a list that sorts by `columns` and filters by `filters`.
    pub(crate) fn list(
        &self,
        columns: impl IntoIterator<Item = &'static str>,
        filters: impl IntoIterator<Item = &'static str>,
    ) -> Result<ListQuery, ApiError> {
        let equals = filters
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), self.get(name)?.to_owned())))
            .collect();
        Ok(ListQuery {
            selection: Selection {
                equals,
                ..Selection::default()
            },
            search: self.search()?,
            order: self.order(columns)?,
        })
    }
}
