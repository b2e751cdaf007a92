//! Writes Excel files row by row: only a few rows are in memory, however many there are.

use crate::{ApiError, attendance::Attendance, reply, server::Turn};
use axum::{body::Body, response::Response};
use futures::{Stream, StreamExt};
use jiff::civil::DateTime;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use selaras_reasons::{Language, Word};
use selaras_store::is_storage_full;
use std::{
    fs::File,
    io::{self, Seek, SeekFrom},
    sync::Arc,
    time::Duration,
};
use tokio::{
    runtime::Handle,
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use tokio_util::{io::ReaderStream, sync::CancellationToken};

/// Content type of an Excel file.
pub(crate) const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Maximum number of rows of a sheet without its header. This is Excel's limit.
const ROWS: usize = 1_048_575;

/// Number of files written at once.
const AT_ONCE: usize = 4;

/// How long a request waits for a slot.
const PATIENCE: Duration = Duration::from_secs(10);

/// Columns of attendance: header, and width in characters.
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

/// Writes attendance to `file`, row by row, in a language.
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
        fields: &[],
        columns: &COLUMNS,
        moments: &[],
        language,
    };
    sheet(&head, rows, file, |sheet, at, row| {
        self::row(sheet, at, &row, &formats, language)
    })
}

/// Width in characters of a column with a field of the university's own.
const FIELD: f64 = 20.0;

/// The name of a sheet, and its columns with their widths in characters, in a language.
pub(crate) struct Head<'a> {
    pub(crate) name: Word,
    /// Fields of the university's own, which come first. They have one name in all languages.
    pub(crate) fields: &'a [&'static str],
    pub(crate) columns: &'a [(Word, f64)],
    /// Further columns, one for each meeting.
    pub(crate) moments: &'a [DateTime],
    pub(crate) language: Language,
}

/// Writes rows one by one below a fixed header with filters. Rows beyond a sheet's limit go to another sheet. Texts are
/// written as strings, so no cell becomes a formula.
pub(crate) fn sheet<T>(
    head: &Head<'_>,
    rows: impl Iterator<Item = T>,
    file: File,
    write: impl FnMut(&mut Worksheet, u32, T) -> Result<(), XlsxError>,
) -> Result<(), XlsxError> {
    sheets(head, rows, file, ROWS, write)
}

/// Writes the cells of a row as texts.
pub(crate) fn texts(sheet: &mut Worksheet, at: u32, cells: impl IntoIterator<Item = String>) -> Result<(), XlsxError> {
    for (column, cell) in (0..).zip(cells) {
        sheet.write_string(at, column, cell)?;
    }
    Ok(())
}

fn sheets<T>(
    head: &Head<'_>,
    rows: impl Iterator<Item = T>,
    file: File,
    most: usize,
    mut write: impl FnMut(&mut Worksheet, u32, T) -> Result<(), XlsxError>,
) -> Result<(), XlsxError> {
    let mut workbook = Workbook::new();
    let mut rows = rows.fuse().peekable();
    for number in 1.. {
        let sheet = workbook.add_worksheet_with_constant_memory()?;
        begin(head, number, sheet)?;
        let mut last = 0;
        for row in rows.by_ref().take(most) {
            last += 1;
            write(sheet, last, row)?;
        }
        let columns = (head.fields.len() + head.columns.len() + head.moments.len()) as u16;
        sheet.autofilter(0, 0, last, columns - 1)?;
        if rows.peek().is_none() {
            break;
        }
    }
    workbook.save_to_writer(file)
}

/// Starts the sheet of that number with its header.
fn begin(head: &Head<'_>, number: u32, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let name = head.name.said(head.language);
    match number {
        1 => sheet.set_name(name)?,
        _ => sheet.set_name(format!("{name} {number}"))?,
    };
    let header = Format::new().set_bold();
    let fields = head.fields.iter().map(|name| ((*name).into(), FIELD));
    let words = head
        .columns
        .iter()
        .map(|(name, width)| (name.said(head.language), *width));
    let mut column = 0;
    for (name, width) in fields.chain(words) {
        sheet.set_column_width(column, width)?;
        sheet.write_string_with_format(0, column, name, &header)?;
        column += 1;
    }
    let moment = Format::new().set_bold().set_num_format("dd mmm yyyy hh:mm");
    for (column, at) in (column..).zip(head.moments) {
        sheet.set_column_width(column, 16.0)?;
        sheet.write_datetime_with_format(0, column, *at, &moment)?;
    }
    sheet.set_freeze_panes(1, 0)?;
    Ok(())
}

/// Limits how many files are written at once, since a large one occupies a thread and a database connection for minutes.
#[derive(Debug, Clone)]
pub(crate) struct ExcelWriter {
    slots: Arc<Semaphore>,
    patience: Duration,
}

impl Default for ExcelWriter {
    fn default() -> Self {
        Self {
            slots: Arc::new(Semaphore::new(AT_ONCE)),
            patience: PATIENCE,
        }
    }
}

impl ExcelWriter {
    async fn slot(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        match timeout(self.patience, Arc::clone(&self.slots).acquire_owned()).await {
            Ok(slot) => slot.map_err(|_| ApiError::Internal),
            Err(_) => Err(ApiError::Busy(PATIENCE.as_secs())),
        }
    }

    /// Replies with a file that `write` makes from streamed rows. If the client disconnects, the file is abandoned. A
    /// connection that waits for a slot can be evicted.
    ///
    /// # Errors
    /// [`ApiError::Busy`]: all slots stay taken, or the connection was evicted.
    pub(crate) async fn file<T: Send + 'static, E: std::error::Error + Send + Sync + 'static>(
        &self,
        turn: &Turn,
        rows: impl Stream<Item = Result<T, E>> + Send + 'static,
        name: &str,
        write: impl FnOnce(&mut dyn Iterator<Item = T>, File) -> Result<(), XlsxError> + Send + 'static,
    ) -> Result<Response, ApiError> {
        let slot = turn.giving_way(self.slot()).await??;
        let runtime = Handle::current();
        let mut stream = Box::pin(rows);
        let gone = CancellationToken::new();
        let _here = gone.clone().drop_guard();
        // Writing Excel blocks, so it has its own thread, which waits there for rows.
        let written = tokio::task::spawn_blocking(move || {
            let _slot = slot;
            let mut failure = None;
            let next = || runtime.block_on(gone.run_until_cancelled(stream.next())).flatten();
            let mut rows = std::iter::from_fn(next).map_while(|row| row.map_err(|error| failure = Some(error)).ok());
            let mut file = tempfile::tempfile()?;
            write(&mut rows, file.try_clone()?).map_err(io::Error::other)?;
            match failure {
                Some(error) => Err(io::Error::other(error)),
                None => file.seek(SeekFrom::Start(0)).map(|_| file),
            }
        });
        let written = written.await.map_err(io::Error::other).flatten().map_err(|error| {
            tracing::error!(%error, "an Excel file could not be made");
            match is_storage_full(&error) {
                true => ApiError::DiskFull,
                false => ApiError::Internal,
            }
        })?;
        let body = Body::from_stream(ReaderStream::new(tokio::fs::File::from_std(written)));
        Ok(reply::attachment(XLSX, name, body))
    }
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

#[cfg(test)]
mod tests {
    use super::{ExcelWriter, Head, PATIENCE, sheets};
    use crate::{
        ApiError,
        server::{Limits, Turn, serve},
    };
    use axum::{
        Router,
        extract::{FromRequestParts, Request},
        routing::get,
    };
    use calamine::{Reader, Xlsx};
    use futures::{StreamExt, stream};
    use selaras_reasons::{Language, Word};
    use std::{convert::Infallible, fs::File, io::BufReader, sync::Arc, time::Duration};
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::{TcpListener, TcpStream},
        sync::Semaphore,
    };

    /// The sheets of a file with `rows` rows, two per sheet: each by its name and its last row.
    fn made(rows: u32) -> Vec<(String, Vec<String>)> {
        let file = tempfile::tempfile().unwrap();
        let head = Head {
            name: Word::SheetOfResults,
            fields: &[],
            columns: &[(Word::HeaderNumber, 6.0)],
            moments: &[],
            language: Language::English,
        };
        let write = |sheet: &mut super::Worksheet, at, row: u32| {
            sheet.write_string(at, 0, row.to_string())?;
            Ok(())
        };
        sheets(&head, 0..rows, file.try_clone().unwrap(), 2, write).unwrap();
        let mut workbook: Xlsx<BufReader<File>> = Xlsx::new(BufReader::new(file)).unwrap();
        let sheets = workbook.worksheets().into_iter();
        sheets
            .map(|(name, cells)| (name, cells.rows().skip(1).map(|row| row[0].to_string()).collect()))
            .collect()
    }

    #[test]
    fn rows_beyond_a_sheet_go_to_another() {
        let name = Word::SheetOfResults.said(Language::English);
        let shown = |rows| -> Vec<String> {
            let sheets = made(rows).into_iter();
            sheets
                .map(|(name, rows)| format!("{name}: {}", rows.join(" ")))
                .collect()
        };
        assert_eq!(shown(0), [format!("{name}: ")]);
        assert_eq!(shown(2), [format!("{name}: 0 1")]);
        assert_eq!(
            shown(5),
            [format!("{name}: 0 1"), format!("{name} 2: 2 3"), format!("{name} 3: 4")]
        );
    }

    /// Consumes all rows and writes none.
    fn all_of(rows: &mut dyn Iterator<Item = ()>, _: File) -> Result<(), super::XlsxError> {
        rows.for_each(drop);
        Ok(())
    }

    fn one_at_a_time(patience: Duration) -> ExcelWriter {
        ExcelWriter {
            slots: Arc::new(Semaphore::new(1)),
            patience,
        }
    }

    /// The turn of a request without a listener.
    async fn a_turn() -> Turn {
        let (mut parts, ()) = Request::new(()).into_parts();
        Turn::from_request_parts(&mut parts, &()).await.unwrap()
    }

    #[tokio::test]
    async fn busy_export_returns_retry_after() {
        let excel = one_at_a_time(Duration::ZERO);
        let held = excel.slot().await.unwrap();
        let rows = || stream::empty::<Result<(), Infallible>>();
        let refused = excel.file(&a_turn().await, rows(), "a.xlsx", |_, _| Ok(())).await;
        assert_eq!(refused.err(), Some(ApiError::Busy(PATIENCE.as_secs())));
        drop(held);
        assert!(
            excel
                .file(&a_turn().await, rows(), "a.xlsx", |_, _| Ok(()))
                .await
                .is_ok()
        );
    }

    #[tokio::test]
    async fn abandoned_file_is_not_continued() {
        let excel = one_at_a_time(Duration::from_secs(30));
        let (begun, mut begins) = tokio::sync::mpsc::unbounded_channel();
        let rows = stream::once(async move { begun.send(()) }).map(|_| Ok::<_, Infallible>(()));
        let rows = rows.chain(stream::pending());
        let waiting = excel.clone();
        let waiting = tokio::spawn(async move { waiting.file(&a_turn().await, rows, "a.xlsx", all_of).await });
        begins.recv().await.unwrap();
        waiting.abort();
        drop(excel.slot().await.unwrap());
    }

    #[tokio::test]
    async fn request_waiting_for_a_file_can_be_evicted() {
        let excel = one_at_a_time(Duration::from_secs(600));
        let _held = excel.slot().await.unwrap();
        let (begun, mut begins) = tokio::sync::mpsc::unbounded_channel();
        let file = async move |turn: Turn| {
            begun.send(()).unwrap();
            let rows = stream::empty::<Result<(), Infallible>>();
            excel.file(&turn, rows, "a.xlsx", |_, _| Ok(())).await
        };
        let router = Router::new()
            .route("/file", get(file))
            .route("/page", get(async || "here"));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let limits = Limits {
            connections: 1,
            ..Limits::default()
        };
        let serving = tokio::spawn(serve(listener, router, limits, std::future::pending()));
        let asked = async |path: &str| {
            let mut stream = TcpStream::connect(address).await.unwrap();
            let head = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
            stream.write_all(head.as_bytes()).await.unwrap();
            stream
        };
        let _waits = asked("/file").await;
        begins.recv().await.unwrap();
        let mut answer = String::new();
        let mut page = asked("/page").await;
        let read = page.read_to_string(&mut answer);
        tokio::time::timeout(Duration::from_secs(30), read)
            .await
            .unwrap()
            .unwrap();
        assert!(answer.ends_with("here"), "{answer}");
        serving.abort();
    }
}
