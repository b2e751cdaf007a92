//! The values that a column of a list has, to filter by.

use super::{prefix::MAIN, selection::of_named_kind};
use crate::{
    ApiError, App,
    document::{Call, Routes, route, text},
    error::shown,
    reply,
};
use axum::{
    extract::{Path, State},
    response::Response,
};
use futures::{FutureExt, future::BoxFuture};
use selaras_kinds::{
    Kind, OfKind, PROGRAM, jurusan::Jurusan, prodi::Prodi, semester::Semester, tahun_ajaran::TahunAjaran,
};
use selaras_reasons::Reason;
use selaras_store::{Result as Stored, Store};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Maximum number of values in a reply.
const MOST: u64 = 500;

/// A value of a column.
#[derive(Serialize, ToSchema)]
#[schema(as = ValueOfColumn)]
struct ColumnValue {
    value: String,
    /// The name of what the value is the code of; the value itself if it is no code, or of a row that is not here.
    name: String,
}

pub(super) fn routes() -> Routes<App> {
    let call = Call::get(
        format!("{MAIN}/lists/{{kind}}/values/{{field}}"),
        "Isi sebuah kolom, untuk memfilter",
    )
    .tag("Daftar")
    .path("kind", text())
    .path("field", text())
    .gives_rows::<ColumnValue>();
    Routes::new().with(route(call, values))
}

/// The values of a kind's columns.
struct ListValues {
    kind: &'static str,
    /// The columns by which administrators filter the list.
    filters: &'static [&'static str],
    values: fn(Store, String) -> BoxFuture<'static, Stored<Vec<String>>>,
}

impl OfKind for ListValues {
    fn of<K: Kind>() -> Self {
        Self {
            kind: K::NAME,
            filters: K::CALLS.filters,
            values: |store, field| async move { store.values_of::<K>(&field, MOST + 1).await }.boxed(),
        }
    }
}

async fn values(State(app): State<App>, Path((kind, field)): Path<(String, String)>) -> Result<Response, ApiError> {
    let list = of_named_kind::<ListValues>(&kind, |list| list.kind)?;
    if !list.filters.contains(&field.as_str()) {
        return Err(ApiError::NotFound(Reason::UnknownKeys { names: shown(&field) }));
    }
    let store = app.engine.store();
    let mut values = (list.values)(store.clone(), field.clone()).await?;
    let more = values.len() as u64 > MOST;
    values.truncate(MOST as usize);
    let codes: Vec<_> = values.iter().map(String::as_str).collect();
    let mut names = names(store, &field, &codes).await?;
    let total = values.len() as i64;
    let rows: Vec<_> = values
        .into_iter()
        .map(|value| ColumnValue {
            name: names
                .remove(&value)
                .filter(|name| !name.is_empty())
                .unwrap_or_else(|| value.clone()),
            value,
        })
        .collect();
    Ok(reply::page(rows, total, more))
}

/// The names of what these codes in a column stand for, by code.
async fn names(store: &Store, column: &str, codes: &[&str]) -> Stored<HashMap<String, String>> {
    match column {
        PROGRAM => store.names_of::<Prodi>(codes).await,
        "semester" | Semester::OBJECT_KEY => store.names_of::<Semester>(codes).await,
        Jurusan::OBJECT_KEY => store.names_of::<Jurusan>(codes).await,
        TahunAjaran::OBJECT_KEY => store.names_of::<TahunAjaran>(codes).await,
        _ => Ok(HashMap::new()),
    }
}
