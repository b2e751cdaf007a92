//! One search over all kinds of data (contract, section 8).

use super::{prefix::MAIN, summary::screen};
use crate::{
    ApiError, App,
    call_input::ParameterValue,
    document::{Call, Routes, route},
    list_query::Parameters,
    reply,
};
use axum::{extract::State, response::Response};
use futures::{
    TryStreamExt,
    future::BoxFuture,
    stream::{self, StreamExt},
};
use selaras_kinds::{
    Kind, OfKind,
    kelas::Kelas,
    object::{Object, Sort},
    of_all_kinds, value,
};
use selaras_store::{Result as Stored, Store};
use serde::Serialize;
use std::{collections::BTreeMap, sync::LazyLock};
use utoipa::ToSchema;

/// Maximum number of rows per kind.
const SHOWN: usize = 8;
/// Number of kinds searched at once.
const AT_ONCE: usize = 3;

/// The results of one kind.
#[derive(Serialize, ToSchema)]
struct FoundKind {
    kind: &'static str,
    label: &'static str,
    /// Number of results; 100 means 100 or more.
    total: usize,
    /// The first results.
    rows: Vec<FoundRow>,
}

/// One result.
#[derive(Serialize, ToSchema)]
struct FoundRow {
    label: String,
    /// Its number or code; for a teaching, the teacher's number.
    number: String,
    /// A detail that distinguishes it from similar rows.
    detail: String,
    /// Its page; without one, its kind's list, searched for it.
    link: String,
}

/// How a kind is searched.
struct KindSearch {
    /// Its position among the kinds: the kinds that people search for most come first.
    rank: u8,
    find: fn(Store, String) -> Searching,
}

/// A running search.
type Searching = BoxFuture<'static, Stored<FoundKind>>;

impl OfKind for KindSearch {
    fn of<K: Kind>() -> Self {
        Self {
            rank: if K::IS_PERSON {
                0
            } else if K::NAME == Kelas::NAME {
                1
            } else if K::SORTS.contains(&Sort::Course) {
                2
            } else {
                3
            },
            find: |store, typed| Box::pin(async move { find::<K>(&store, &typed).await }),
        }
    }
}

/// All kinds, in the order of the results.
fn all_kinds() -> Vec<KindSearch> {
    let mut kinds: Vec<KindSearch> = of_all_kinds();
    kinds.sort_by_key(|kind| kind.rank);
    kinds
}

async fn find<K: Kind>(store: &Store, typed: &str) -> Stored<FoundKind> {
    let (found, total) = store.find::<K>(typed, SHOWN).await?;
    Ok(FoundKind {
        kind: K::NAME,
        label: K::LABEL,
        total,
        rows: found.iter().map(|found| found_row(&found.row)).collect(),
    })
}

fn found_row<K: Kind>(row: &K) -> FoundRow {
    let (label, number) = (row.label(), value(row, K::OBJECT_KEY));
    let detail = match row.object(0) {
        Ok(Object::Account(account)) => vec![number.to_owned(), account.email],
        _ => K::FIELDS
            .iter()
            .map(|field| (field.get)(row).to_string())
            .filter(|text| !label.contains(text.as_str()))
            .take(3)
            .collect(),
    };
    let encoded = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let path = encoded(number).replace('+', "%20");
    let link = if K::IS_PERSON {
        format!("/orang/{}/{path}", K::NAME)
    } else if K::NAME == Kelas::NAME {
        format!("/kelas/{path}")
    } else {
        // Teachings share their teacher's number, so the link searches for their class.
        let sought = match row.class().first() {
            Some((_, class)) if !K::IS_OBJECT => *class,
            _ => number,
        };
        format!("{}?tab=dashboard&q={}", screen(K::NAME), encoded(sought))
    };
    let detail: Vec<_> = detail.into_iter().filter(|text| !text.is_empty()).collect();
    FoundRow {
        label,
        number: number.to_owned(),
        detail: detail.join(" · "),
        link,
    }
}

pub(crate) fn routes() -> Routes<App> {
    let call = Call::get(format!("{MAIN}/search"), "Cari di semua jenis data")
        .tag("Cari")
        .query("q", ParameterValue::Search)
        .gives_all::<FoundKind>();
    Routes::new().with(route(call, search))
}

async fn search(State(app): State<App>, parameters: Parameters) -> Result<Response, ApiError> {
    static SEARCHES: LazyLock<Vec<KindSearch>> = LazyLock::new(all_kinds);
    let typed = parameters.search().trim().to_owned();
    if typed.is_empty() {
        return Ok(reply::all(Vec::<FoundKind>::new()));
    }
    let searches: Vec<_> = SEARCHES
        .iter()
        .map(|kind| (kind.find)(app.engine.store().clone(), typed.clone()))
        .enumerate()
        .map(|(at, searching)| async move { Stored::Ok((at, searching.await?)) })
        .collect();
    // A slow kind does not hold up the others. The results keep the order of the kinds.
    let mut found: BTreeMap<usize, FoundKind> = stream::iter(searches).buffer_unordered(AT_ONCE).try_collect().await?;
    found.retain(|_, kind| kind.total > 0);
    Ok(reply::all(found.into_values().collect::<Vec<_>>()))
}
