//! Lists of any kind: the dashboard's, the source's, and both.

use super::selection::{class, filters};
use crate::{
    ApiError, App,
    body::Fields,
    document::{Call, Route, route},
    language::Reader,
    list_query::Parameters,
    reply::{self, Msg},
};
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use futures::{FutureExt, TryStreamExt, future::BoxFuture};
use selaras_engine::{EngineError, source_rows};
use selaras_kinds::{Kind, fingerprint, key_hash, search_text, value};
use selaras_reasons::{Language, Reason};
use selaras_store::{
    Selection,
    rows::{ListQuery, Stored},
};
use serde::Serialize;
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{AllOfBuilder, ObjectBuilder, Schema},
    },
};

/// Columns that every kind can be sorted by, in addition to its own.
const STATE_COLUMNS: [&str; 5] = ["migration", "enroll", "missing_since", "synced_at", "exported_at"];

/// Columns that a source's list can be sorted by.
pub(crate) fn source_columns<K: Kind>() -> impl Iterator<Item = &'static str> {
    K::FIELDS.iter().map(|field| field.name)
}

/// Columns that a dashboard's list can be sorted by.
pub(crate) fn columns<K: Kind>() -> impl Iterator<Item = &'static str> {
    source_columns::<K>().chain(STATE_COLUMNS)
}

fn query<K: Kind>(parameters: &Parameters, selection: Selection) -> ListQuery {
    let mut query = parameters.list(filters::<K>());
    query.selection.equals.extend(selection.equals);
    query
}

/// The handler of a kind's list.
type List = fn(App, Parameters, Fields, Language) -> BoxFuture<'static, Result<Response, ApiError>>;

/// The route of a list. The handler is compiled once, not once per kind.
fn listed(call: Call, list: List) -> Route<App> {
    let handler = async move |State(app): State<App>,
                              Reader(language): Reader,
                              parameters: Parameters,
                              body: Fields| { list(app, parameters, body, language).await };
    route(call, handler)
}

/// The route of the dashboard's list.
pub(crate) fn of_dashboard<K: Kind>(call: Call) -> Route<App> {
    listed(call, |app, parameters, body, language| {
        dashboard::<K>(app, parameters, body, language).boxed()
    })
}

/// The route of the source's list.
pub(crate) fn of_source<K: Kind>(call: Call) -> Route<App> {
    listed(call, |app, parameters, body, _| {
        source::<K>(app, parameters, body).boxed()
    })
}

/// The route of both lists in one reply.
pub(crate) fn of_both<K: Kind>(call: Call) -> Route<App> {
    listed(call, |app, parameters, body, language| {
        both::<K>(app, parameters, body, language).boxed()
    })
}

/// The dashboard's rows: a page if one is requested, else the whole list.
async fn dashboard<K: Kind>(
    app: App,
    parameters: Parameters,
    body: Fields,
    language: Language,
) -> Result<Response, ApiError> {
    let query = query::<K>(&parameters, class(K::CALLS.list_by, &body)?);
    match parameters.page() {
        Some((page, per_page)) => {
            let page = app.engine.store().page::<K>(&query, page, per_page).await?;
            let rows: Vec<_> = page.rows.into_iter().map(|row| row.in_words(language)).collect();
            Ok(reply::page(rows, page.total, page.more))
        }
        None => {
            let rows = app.engine.store().stream::<K>(query);
            Ok(reply::stream(rows.map_ok(move |row| row.in_words(language))))
        }
    }
}

/// State of a source row in the dashboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum InDashboard {
    /// Present and equal.
    Same,
    /// Present with other values.
    Different,
    /// Not present.
    Absent,
}

/// A row of the source, numbered by its position in the list.
#[derive(Serialize)]
pub(crate) struct SourceRow<K> {
    id: usize,
    #[serde(flatten)]
    row: K,
    /// Present in pages only.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_dashboard: Option<InDashboard>,
}

impl<K: Kind> PartialSchema for SourceRow<K> {
    fn schema() -> RefOr<Schema> {
        AllOfBuilder::new()
            .item(selaras_kinds::schema::<K>())
            .item(ObjectBuilder::new().property("in_dashboard", InDashboard::schema()))
            .into()
    }
}

impl<K: Kind> ToSchema for SourceRow<K> {
    fn name() -> Cow<'static, str> {
        format!("{}_source", K::NAME).into()
    }
}

/// A list of the source.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Listed<T> {
    Plain {
        #[schema(inline)]
        msg: Msg,
        data: Vec<T>,
        /// Total number of rows, if a page was requested.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        total: Option<i64>,
    },
    /// A whole list that the source sends as an object of lists.
    ByKey {
        #[schema(inline)]
        msg: Msg,
        data: BTreeMap<String, Vec<T>>,
    },
}

/// The dashboard's list and the source's.
#[derive(Serialize, ToSchema)]
pub(crate) struct Both<T, S> {
    #[schema(inline)]
    msg: Msg,
    data: Vec<T>,
    ocas: Vec<S>,
    /// Total rows of the dashboard, if a page was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    total: Option<i64>,
    /// Present if there are more rows than `total`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    more: Option<bool>,
}

/// The source's rows. They are sorted, searched and paged here, since the source cannot do it.
async fn source<K: Kind>(app: App, parameters: Parameters, body: Fields) -> Result<Response, ApiError> {
    let query = parameters.list(K::CALLS.filters.iter().copied());
    let class = class(K::FEED.scope, &body)?;
    let rows = chosen::<K>(&app, &class, &query).await?;
    let msg = Msg::Success;
    let listed = match (parameters.page(), K::FEED.keyed) {
        (Some((page, per_page)), _) => {
            let total = Some(rows.len() as i64);
            let first = usize::try_from(page.saturating_mul(per_page)).unwrap_or(usize::MAX);
            let page = rows.into_iter().skip(first).take(per_page as usize).collect();
            let data = marked(&app, class, page).await?;
            Listed::Plain { msg, data, total }
        }
        (None, None) => Listed::Plain {
            msg,
            data: rows,
            total: None,
        },
        (None, Some(column)) => {
            let mut data: BTreeMap<String, Vec<_>> = BTreeMap::new();
            for row in rows {
                data.entry(value(&row.row, column).to_owned()).or_default().push(row);
            }
            Listed::ByKey { msg, data }
        }
    };
    Ok(Json(listed).into_response())
}

/// Rows of a page, each with its state in the dashboard.
async fn marked<K: Kind>(
    app: &App,
    class: Selection,
    mut rows: Vec<SourceRow<K>>,
) -> Result<Vec<SourceRow<K>>, ApiError> {
    let column = K::CALLS.one[0];
    let keys = rows.iter().map(|row| value(&row.row, column).to_owned()).collect();
    let there = Selection {
        any_of: Some((column.to_owned(), keys)),
        ..class
    };
    let known = app.engine.store().known::<K>(&there).await?;
    let known: HashMap<_, _> = known.iter().map(|known| (known.key_hash, known.fingerprint)).collect();
    for row in &mut rows {
        row.in_dashboard = Some(match known.get(&key_hash(&row.row)) {
            None => InDashboard::Absent,
            Some(said) if *said == fingerprint(&row.row) => InDashboard::Same,
            Some(_) => InDashboard::Different,
        });
    }
    Ok(rows)
}

async fn chosen<K: Kind>(app: &App, class: &Selection, query: &ListQuery) -> Result<Vec<SourceRow<K>>, ApiError> {
    let mut scope = Vec::new();
    for column in K::FEED.scope {
        let Some(value) = class.value(column) else {
            return Err(ApiError::field(column, Reason::empty(*column)));
        };
        scope.push((*column, value.to_owned()));
    }
    let source = app.engine.source_now().await?;
    let (rows, _) = source_rows::<K>(&source, scope).await.map_err(EngineError::from)?;
    let wanted = query.selection.searched().unwrap_or_default().to_lowercase();
    let takes = |row: &K| {
        query
            .selection
            .equals
            .iter()
            .all(|(column, equal)| value(row, column) == equal)
            && holds_words(&search_text(row), &wanted)
    };
    let mut rows: Vec<_> = rows
        .into_iter()
        .enumerate()
        .map(|(index, row)| SourceRow {
            id: index + 1,
            row,
            in_dashboard: None,
        })
        .filter(|row| takes(&row.row))
        .collect();
    if let Some(column) = &query.order.column {
        let number = K::FIELDS.iter().any(|field| field.number && field.name == column);
        if number {
            let number = |row: &SourceRow<K>| value(&row.row, column).parse::<f64>().unwrap_or(-1.0);
            rows.sort_by(|left, right| number(left).total_cmp(&number(right)));
        } else {
            rows.sort_by(|left, right| value(&left.row, column).cmp(value(&right.row, column)));
        }
    }
    if query.order.descending {
        rows.reverse();
    }
    Ok(rows)
}

/// True if a text contains all words of another, in any order, as the dashboard's lists search.
fn holds_words(text: &str, words: &str) -> bool {
    words.split_whitespace().all(|word| text.contains(word))
}

/// Both lists in one reply: `data` is the dashboard's, `ocas` the source's.
async fn both<K: Kind>(
    app: App,
    parameters: Parameters,
    body: Fields,
    language: Language,
) -> Result<Response, ApiError> {
    let class = class(K::CALLS.list_by, &body)?;
    let query = query::<K>(&parameters, class.clone());
    // Without a class, the source has no list to read.
    let ocas = if K::FEED.scope.iter().all(|column| class.value(column).is_some()) {
        chosen::<K>(&app, &class, &ListQuery::default()).await?
    } else {
        Vec::new()
    };
    let store = app.engine.store();
    let in_words = move |row: Stored<K>| row.in_words(language);
    let Some((page, per_page)) = parameters.page() else {
        return reply::stream_beside(store.stream::<K>(query).map_ok(in_words), &ocas);
    };
    let page = store.page::<K>(&query, page, per_page).await?;
    let both = Both {
        msg: Msg::Success,
        data: page.rows.into_iter().map(in_words).collect(),
        ocas,
        total: Some(page.total),
        more: page.more.then_some(true),
    };
    Ok(Json(both).into_response())
}
