//! Excel files, written row by row: however many there are, only a few are in memory.

use crate::{ApiError, attendance::Attendance};
use axum::{
    body::Body,
    http::header,
    response::{IntoResponse, Response},
};
use futures::{Stream, StreamExt};
use jiff::civil::DateTime;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use selaras_reasons::{Language, Word};
use std::{
    fs::File,
    io::{self, Seek, SeekFrom},
};
use tokio::runtime::Handle;
use tokio_util::io::ReaderStream;

/// Content type of an Excel file.
pub(crate) const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Of attendance: header, and width in characters.
const COLUMNS: [(Word, f64); 13] = [
    (Word::HeaderNumber, 6.0),
    (Word::HeaderUsername, 24.0),
    (Word::HeaderEmail, 30.0),
    (Word::HeaderMeeting, 16.0),
    (Word::HeaderTopic, 36.0),
    (Word::HeaderDate, 12.0),
    (Word::HeaderBegins, 10.0),
    (Word::HeaderEnds, 10.0),
    (Word::HeaderCame, 10.0),
    (Word::HeaderLeft, 10.0),
    (Word::HeaderLeaveReason, 28.0),
    (Word::HeaderDuration, 10.0),
    (Word::HeaderRemark, 40.0),
];

/// Writes attendance to `file` as it comes, in a language.
pub(crate) fn attendance(
    rows: impl Iterator<Item = Attendance>,
    file: File,
    language: Language,
) -> Result<(), XlsxError> {
    let formats = Formats {
        date: Format::new().set_num_format("dd mmm yyyy"),
        clock: Format::new().set_num_format("hh:mm:ss"),
        duration: Format::new().set_num_format("[h]:mm:ss"),
    };
    let head = Head {
        name: Word::SheetOfAttendance,
        columns: &COLUMNS,
        moments: &[],
        language,
    };
    sheet(&head, rows, file, |sheet, at, row| {
        self::row(sheet, at, &row, &formats, language)
    })
}

/// What a sheet is called, and its columns with their widths in characters, in a language.
pub(crate) struct Head<'a> {
    pub(crate) name: Word,
    pub(crate) columns: &'a [(Word, f64)],
    /// Columns after these, one for each moment.
    pub(crate) moments: &'a [DateTime],
    pub(crate) language: Language,
}

/// Writes one sheet with a header that stays and filters, row by row. Texts are written as texts, whatever they begin
/// with: no cell is a formula.
pub(crate) fn sheet<T>(
    head: &Head<'_>,
    rows: impl Iterator<Item = T>,
    file: File,
    mut write: impl FnMut(&mut Worksheet, u32, T) -> Result<(), XlsxError>,
) -> Result<(), XlsxError> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet_with_constant_memory()?;
    sheet.set_name(head.name.said(head.language))?;
    let header = Format::new().set_bold();
    for (column, (name, width)) in (0..).zip(head.columns) {
        sheet.set_column_width(column, *width)?;
        sheet.write_string_with_format(0, column, name.said(head.language), &header)?;
    }
    let moment = Format::new().set_bold().set_num_format("dd mmm yyyy hh:mm");
    for (column, at) in (head.columns.len() as u16..).zip(head.moments) {
        sheet.set_column_width(column, 16.0)?;
        sheet.write_datetime_with_format(0, column, *at, &moment)?;
    }
    sheet.set_freeze_panes(1, 0)?;
    let mut last = 0;
    for row in rows {
        last += 1;
        write(sheet, last, row)?;
    }
    let columns = (head.columns.len() + head.moments.len()) as u16;
    sheet.autofilter(0, 0, last, columns - 1)?;
    workbook.save_to_writer(file)
}

/// Answers with a file that `write` makes of rows of the database as they come.
pub(crate) async fn file<T: Send + 'static, E: std::error::Error + Send + Sync + 'static>(
    rows: impl Stream<Item = Result<T, E>> + Send + 'static,
    name: &str,
    write: impl FnOnce(&mut dyn Iterator<Item = T>, File) -> Result<(), XlsxError> + Send + 'static,
) -> Result<Response, ApiError> {
    let runtime = Handle::current();
    let mut stream = Box::pin(rows);
    // Writing Excel blocks, so it has a thread of its own, which waits there for rows.
    let written = tokio::task::spawn_blocking(move || {
        let mut failure = None;
        let mut rows = std::iter::from_fn(|| runtime.block_on(stream.next()))
            .map_while(|row| row.map_err(|error| failure = Some(error)).ok());
        let mut file = tempfile::tempfile()?;
        write(&mut rows, file.try_clone()?).map_err(io::Error::other)?;
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
    let attachment = format!("attachment; filename=\"{name}\"");
    Ok((
        [
            (header::CONTENT_TYPE, XLSX.to_owned()),
            (header::CONTENT_DISPOSITION, attachment),
        ],
        body,
    )
        .into_response())
}

struct Formats {
    date: Format,
    clock: Format,
    duration: Format,
}

fn row(
    sheet: &mut Worksheet,
    at: u32,
    attendance: &Attendance,
    formats: &Formats,
    language: Language,
) -> Result<(), XlsxError> {
    let participation = &attendance.participation;
    sheet.write_number(at, 0, at)?;
    for (column, text) in [
        (1, &participation.username),
        (2, &participation.email),
        (3, &participation.meeting_id),
        (4, &participation.topic),
    ] {
        sheet.write_string(at, column, text)?;
    }
    sheet.write_datetime_with_format(at, 5, attendance.start_meeting.date(), &formats.date)?;
    let clocks = [
        (6, Some(attendance.start_meeting)),
        (7, attendance.end_meeting),
        (8, attendance.join_time),
        (9, attendance.leave_time),
    ];
    for (column, time) in clocks {
        if let Some(time) = time {
            sheet.write_datetime_with_format(at, column, time.time(), &formats.clock)?;
        }
    }
    sheet.write_string(at, 10, &participation.leave_reason)?;
    if let Some(seconds) = attendance.seconds() {
        // A duration is a number of days.
        sheet.write_number_with_format(at, 11, seconds as f64 / 86_400.0, &formats.duration)?;
    }
    sheet.write_string(at, 12, attendance.keterangan().sentence(language))?;
    Ok(())
}
