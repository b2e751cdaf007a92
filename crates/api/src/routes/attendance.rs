//! Zoom attendance of a range of days, as JSON and as an Excel file.

use super::prefix::MAIN;
use crate::{
    ApiError, App,
    attendance::{Attendance, AttendanceRow, Days, day},
    body::{Failures, Fields},
    call_input::ParameterValue,
    document::{Call, Routes, route, text},
    excel,
    language::Reader,
    list_query::{LONGEST_SEARCH, Parameters},
    reply::{self, Told},
    server::Turn,
};
use axum::{
    Json,
    extract::{Path, State},
    response::{IntoResponse, Response},
};
use futures::StreamExt;
use jiff::tz::TimeZone;
use selaras_reasons::Reason;
use selaras_store::attendance::attendance_columns;
use url::form_urlencoded::Serializer;

/// How long a file can be fetched, in seconds.
const FETCHED_WITHIN: i64 = 600;

pub(crate) fn routes() -> Routes<App> {
    let dates = [("start_date", text()), ("end_date", text()), ("name", text())];
    let narrowed = [&dates[..], &[("q", text())]].concat();
    let required = ["start_date", "end_date"];
    let log = Call::post(format!("{MAIN}/attendance/log"), "Aktivitas Zoom")
        .tag("Zoom")
        .reads()
        .list(attendance_columns(), &[])
        .body(&dates, &required)
        .gives_rows::<AttendanceRow>();
    let export = Call::post(
        format!("{MAIN}/attendance_log_export"),
        "Export Aktivitas Zoom: alamat berkas Excel",
    )
    .tag("Zoom")
    .reads()
    .body(&narrowed, &required)
    .gives::<Told>();
    let file = Call::get(
        format!("{MAIN}/attendance_log_export/{{until}}/{{file}}"),
        "Berkas Excel",
    )
    .tag("Zoom")
    .path("until", text())
    .path("file", text())
    .query("q", ParameterValue::Search)
    .gives_file(excel::XLSX);
    Routes::new()
        .with(route(log, self::log))
        .with(route(export, self::export))
        .with(route(file, self::file))
}

pub(super) fn zone(app: &App) -> Result<TimeZone, ApiError> {
    TimeZone::get(&app.settings.time_zone).map_err(|_| ApiError::Internal)
}

pub(super) fn days(body: &Fields) -> Result<Days, ApiError> {
    let mut failures = Failures::default();
    let mut one = |name: &str, label: &str| {
        let typed = failures.take(body.required(name, Reason::empty(label)))?;
        let wrong = || {
            ApiError::field(
                name,
                Reason::DateExpected {
                    field: label.to_owned(),
                },
            )
        };
        match day(&typed) {
            _ if typed.is_empty() => Ok(None),
            Some(day) => Ok(Some(day)),
            None => failures.take(Err(wrong())),
        }
    };
    let first = one("start_date", "Tanggal mulai")?;
    let last = one("end_date", "Tanggal selesai")?;
    failures.end()?;
    match (first, last) {
        (Some(first), Some(last)) => Days::new(first, last),
        _ => Err(ApiError::Internal),
    }
}

async fn log(
    State(app): State<App>,
    Reader(language): Reader,
    parameters: Parameters,
    body: Fields,
) -> Result<Response, ApiError> {
    let zone = zone(&app)?;
    let meetings = days(&body)?.instants(&zone)?;
    let query = parameters.list([]);
    let store = app.engine.store();
    let Some((page, per_page)) = parameters.page() else {
        let rows = store.participations(meetings, query).zip(futures::stream::iter(1..));
        let row = move |(participation, id): (Result<_, _>, _)| {
            participation.map(|participation| Attendance::new(participation, &zone).row(id, language))
        };
        return Ok(reply::stream(rows.map(row)));
    };
    let found = store.participations_page(meetings, &query, page, per_page).await?;
    let first = page.saturating_mul(per_page).saturating_add(1);
    let rows: Vec<_> = found
        .rows
        .into_iter()
        .zip(first..)
        .map(|(participation, id)| Attendance::new(participation, &zone).row(id, language))
        .collect();
    Ok(reply::rows(rows, Some(found.total)))
}

/// Returns the file's address. Its last part is the file's name. The file is built when it is fetched, so unfetched files
/// take no space.
async fn export(State(app): State<App>, body: Fields) -> Result<Response, ApiError> {
    let days = days(&body)?;
    days.instants(&zone(&app)?)?;
    let search = body.text("q")?.unwrap_or_default();
    if search.chars().count() > LONGEST_SEARCH {
        return Err(ApiError::field("q", Reason::SearchTooLong));
    }
    let until = app.engine.store().now().as_second() + FETCHED_WITHIN;
    let mut address = format!("{MAIN}/attendance_log_export/{until}/{}", name_of(days, &search));
    if !search.is_empty() {
        let query = Serializer::new(String::new()).append_pair("q", &search).finish();
        address = format!("{address}?{query}");
    }
    Ok(Json(Told::of(address)).into_response())
}

/// The file's name: its days, and the search in characters that every system can write.
fn name_of(Days { first, last }: Days, search: &str) -> String {
    let words: Vec<_> = search
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let searched = if words.is_empty() {
        String::new()
    } else {
        format!("_{}", words.join("-").to_ascii_lowercase())
    };
    format!("absensi-zoom_{first}_{last}{searched}.xlsx")
}

/// Reads the days from a file's name.
fn days_of(file: &str) -> Option<Days> {
    let mut parts = file.strip_prefix("absensi-zoom_")?.strip_suffix(".xlsx")?.split('_');
    Days::new(day(parts.next()?)?, day(parts.next()?)?).ok()
}

async fn file(
    State(app): State<App>,
    Reader(language): Reader,
    turn: Turn,
    Path((until, file)): Path<(String, String)>,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    let gone = || ApiError::NotFound(Reason::LinkExpired);
    let until: i64 = until.parse().map_err(|_| gone())?;
    let now = app.engine.store().now().as_second();
    let days = days_of(&file)
        .filter(|_| (now..=now + FETCHED_WITHIN).contains(&until))
        .ok_or_else(gone)?;
    let zone = zone(&app)?;
    let meetings = days.instants(&zone)?;
    let name = name_of(days, &parameters.search());
    let participations = app.engine.store().participations(meetings, parameters.list([]));
    app.excel
        .file(&turn, participations, &name, move |participations, file| {
            let rows = participations.map(|participation| Attendance::new(participation, &zone));
            excel::attendance(rows, file, language)
        })
        .await
}
