//! The activity log.

use super::{attendance::zone, prefix::MAIN};
use crate::{
    ApiError, App,
    attendance::{Days, day},
    call_input::ParameterValue,
    document::{Call, Routes, route},
    language::Reader,
    list_query::Parameters,
    log_file, reply,
};
use axum::{extract::State, response::Response};
use futures::TryStreamExt;
use jiff::{civil::Date, tz::TimeZone};
use selaras_engine::people;
use selaras_reasons::Reason;
use selaras_store::log::{LOG_COLUMNS, LogEntry, LogFilter, LoggedPerson};
use std::ops::Range;

/// Filters of the log in addition to its text.
const NARROWS: [&str; 7] = ["from", "to", "actor", "account", "kind", "verb", "person"];

pub(crate) fn routes() -> Routes<App> {
    let call = Call::get(format!("{MAIN}/react/log"), "Aktivitas Log")
        .tag("Log")
        .list(LOG_COLUMNS, &[]);
    let call = NARROWS
        .into_iter()
        .fold(call, |call, name| call.query(name, ParameterValue::Text))
        .gives_rows::<LogEntry>();
    let lines = Call::get(
        format!("{MAIN}/react/log.jsonl"),
        "Seluruh log dengan segelnya, satu baris JSON setiap entri",
    )
    .tag("Log")
    .gives_file("application/jsonl");
    let table = Call::get(
        format!("{MAIN}/react/log.csv"),
        "Seluruh log dengan segelnya, sebagai CSV",
    )
    .tag("Log")
    .gives_file("text/csv");
    Routes::new()
        .with(route(call, list))
        .with(route(lines, export_lines))
        .with(route(table, export_table))
}

async fn export_lines(State(app): State<App>, Reader(language): Reader) -> Response {
    log_file::file(&app, log_file::Format::Lines, language)
}

async fn export_table(State(app): State<App>, Reader(language): Reader) -> Response {
    log_file::file(&app, log_file::Format::Table, language)
}

/// Entries, newest first by default. An order without a column sorts by id.
async fn list(State(app): State<App>, Reader(language): Reader, parameters: Parameters) -> Result<Response, ApiError> {
    let mut query = parameters.list([]);
    if parameters.get("order").is_some() && query.order.column.is_none() {
        query.order.column = Some("id".to_owned());
    }
    let text = |name: &str| parameters.get(name).map(str::to_owned);
    let zone = zone(&app)?;
    let filter = LogFilter {
        from: instants(&parameters, "from", &zone)?.map(|day| day.start),
        until: instants(&parameters, "to", &zone)?.map(|day| day.end),
        actor: text("actor"),
        account: parameters.get("account").map(account).transpose()?,
        kind: text("kind"),
        verb: text("verb"),
        person: match parameters.get("person") {
            Some(number) => Some(person(&app, number).await?),
            None => None,
        },
    };
    let store = app.engine.store();
    Ok(match parameters.page() {
        Some((page, per_page)) => {
            let entries = store.log_page(&query, &filter, page, per_page).await?;
            let rows = entries.rows.into_iter().map(|entry| entry.in_words(language)).collect();
            reply::rows(rows, Some(entries.total))
        }
        None => {
            let entries = store.log_entries(&query, &filter);
            reply::stream(entries.map_ok(move |entry| entry.in_words(language)))
        }
    })
}

/// Reads the id of an account.
fn account(text: &str) -> Result<i64, ApiError> {
    let name = "account".to_owned();
    text.parse()
        .map_err(|_| ApiError::Malformed(Reason::NumberExpected { name }))
}

/// The person with this number, of any kind of people.
async fn person(app: &App, number: &str) -> Result<LoggedPerson, ApiError> {
    let mut person = LoggedPerson {
        number: number.to_owned(),
        ..LoggedPerson::default()
    };
    for verbs in people() {
        app.engine.about_person(verbs, number).await?.narrow(&mut person);
    }
    Ok(person)
}

/// A day in the campus's time zone from the query: `2026-11-1`.
pub(super) fn day_parameter(parameters: &Parameters, name: &str) -> Result<Option<Date>, ApiError> {
    let expected = || ApiError::Malformed(Reason::DateExpected { field: name.to_owned() });
    parameters
        .get(name)
        .map(|text| day(text).ok_or_else(expected))
        .transpose()
}

/// The instants of a day from the query.
fn instants(parameters: &Parameters, name: &str, zone: &TimeZone) -> Result<Option<Range<i64>>, ApiError> {
    let Some(day) = day_parameter(parameters, name)? else {
        return Ok(None);
    };
    let of_day = Days::new(day, day).and_then(|days| days.instants(zone));
    of_day
        .map(Some)
        .map_err(|_| ApiError::field(name, Reason::DatesOutOfRange))
}
