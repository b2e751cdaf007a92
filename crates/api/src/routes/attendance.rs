//! Zoom attendance: the log of a range of days, and the same as an Excel file.

use super::MAIN;
use crate::{
    ApiError, App,
    attendance::{Attendance, Days, day},
    body::{Failures, Fields},
    document::{Call, reference, route, text},
    excel,
    list_query::Asked,
    reply,
};
use axum::{
    body::Body,
    extract::{Path, State},
    http::header,
    response::{IntoResponse, Response},
};
use futures::StreamExt;
use jiff::{Timestamp, tz::TimeZone};
use selaras_store::{attendance::attendance_columns, rows::ListQuery};
use std::io::{self, Seek, SeekFrom};
use tokio::runtime::Handle;
use tokio_util::io::ReaderStream;
use utoipa_axum::router::OpenApiRouter;

/// For how long a file may be fetched, in seconds.
const FETCHED_WITHIN: i64 = 600;
/// Content type of an Excel file.
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

pub(crate) fn routes() -> OpenApiRouter<App> {
    let dates = [("start_date", text()), ("end_date", text()), ("name", text())];
    let required = ["start_date", "end_date"];
    let log = Call::post(format!("{MAIN}/attendance/log"), "Aktivitas Zoom")
        .tag("Zoom")
        .list(&[])
        .body(&dates, &required)
        .gives_rows(reference("Attendance"));
    let export = Call::post(
        format!("{MAIN}/attendance_log_export"),
        "Export Aktivitas Zoom: alamat berkas Excel",
    )
    .tag("Zoom")
    .body(&dates, &required)
    .gives(text());
    let file = Call::get(
        format!("{MAIN}/attendance_log_export/{{until}}/{{file}}"),
        "Berkas Excel",
    )
    .tag("Zoom")
    .parameter("path", "until", text())
    .parameter("path", "file", text())
    .gives_file(XLSX);
    OpenApiRouter::new()
        .routes(route(&log, self::log))
        .routes(route(&export, self::export))
        .routes(route(&file, self::file))
}

pub(super) fn zone(app: &App) -> Result<TimeZone, ApiError> {
    TimeZone::get(&app.settings.time_zone).map_err(|_| ApiError::Internal)
}

fn days(body: &Fields) -> Result<Days, ApiError> {
    let mut failures = Failures::default();
    let mut one = |name: &str, label: &str| {
        let typed = failures.take(body.required(name, &format!("{label} tidak boleh kosong")))?;
        let wrong = || ApiError::field(name, format!("{label} harus berupa tanggal, misalnya 2026-11-1"));
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

async fn log(State(app): State<App>, asked: Asked, body: Fields) -> Result<Response, ApiError> {
    let zone = zone(&app)?;
    let meetings = days(&body)?.instants(&zone)?;
    let query = asked.list(attendance_columns(), [])?;
    let store = app.engine.store();
    let Some((page, per_page)) = asked.page()? else {
        let rows = store.stays(meetings, query).zip(futures::stream::iter(1..));
        let row = move |(stay, id): (Result<_, _>, _)| stay.map(|stay| Attendance::new(stay, &zone).row(id));
        return Ok(reply::stream(rows.map(row)));
    };
    let found = store.stays_page(meetings, &query, page, per_page).await?;
    let first = page.saturating_mul(per_page).saturating_add(1);
    let rows: Vec<_> = found
        .rows
        .into_iter()
        .zip(first..)
        .map(|(stay, id)| Attendance::new(stay, &zone).row(id))
        .collect();
    Ok(reply::page(rows, found.total))
}

/// Answers with the address of the file, whose last part is its name. The file is made when it is fetched, from what is
/// known by then, so nothing is kept for those who never come.
async fn export(State(app): State<App>, body: Fields) -> Result<Response, ApiError> {
    let days = days(&body)?;
    days.instants(&zone(&app)?)?;
    let until = Timestamp::now().as_second() + FETCHED_WITHIN;
    Ok(reply::success(format!(
        "{MAIN}/attendance_log_export/{until}/{}",
        name_of(days)
    )))
}

fn name_of(Days { first, last }: Days) -> String {
    format!("absensi-zoom_{first}_{last}.xlsx")
}

/// The days that a file's name tells.
fn days_of(file: &str) -> Option<Days> {
    let (first, last) = file
        .strip_prefix("absensi-zoom_")?
        .strip_suffix(".xlsx")?
        .split_once('_')?;
    Days::new(day(first)?, day(last)?).ok()
}

async fn file(State(app): State<App>, Path((until, file)): Path<(String, String)>) -> Result<Response, ApiError> {
    let gone = || ApiError::NotFound("Tautan ini sudah kedaluwarsa. Export lagi.".to_owned());
    let until: i64 = until.parse().map_err(|_| gone())?;
    let now = Timestamp::now().as_second();
    let days = days_of(&file)
        .filter(|_| (now..=now + FETCHED_WITHIN).contains(&until))
        .ok_or_else(gone)?;
    let zone = zone(&app)?;
    let meetings = days.instants(&zone)?;
    let mut stays = Box::pin(app.engine.store().stays(meetings, ListQuery::default()));
    let runtime = Handle::current();
    // Writing Excel blocks, so it has a thread of its own, which waits there for rows of the database.
    let written = tokio::task::spawn_blocking(move || {
        let mut failure = None;
        let rows = std::iter::from_fn(|| runtime.block_on(stays.next()))
            .map_while(|stay| stay.map_err(|error| failure = Some(error)).ok())
            .map(|stay| Attendance::new(stay, &zone));
        let mut file = tempfile::tempfile()?;
        excel::write(rows, file.try_clone()?).map_err(io::Error::other)?;
        match failure {
            Some(error) => Err(io::Error::other(error)),
            None => file.seek(SeekFrom::Start(0)).map(|_| file),
        }
    });
    let written = written.await.map_err(io::Error::other).flatten().map_err(|error| {
        tracing::error!(%error, "an Excel file could not be made");
        ApiError::Internal
    })?;
    let body = Body::from_stream(ReaderStream::new(tokio::fs::File::from_std(written)));
    let attachment = format!("attachment; filename=\"{}\"", name_of(days));
    Ok((
        [
            (header::CONTENT_TYPE, XLSX.to_owned()),
            (header::CONTENT_DISPOSITION, attachment),
        ],
        body,
    )
        .into_response())
}
