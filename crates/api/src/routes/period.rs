//! The report of a period: rows that came, changed, left, failed and were fixed, by study program and kind; as JSON and as
//! an Excel file (contract, section 8).

use super::{attendance::zone, log::day_parameter, prefix::MAIN};
use crate::{
    ApiError, App,
    attendance::Days,
    call_input::ParameterValue,
    document::{Call, Routes, route},
    excel::{self, Head},
    language::Reader,
    list_query::Parameters,
    reply,
    server::Turn,
};
use axum::{extract::State, response::Response};
use futures::{
    TryStreamExt,
    future::BoxFuture,
    stream::{self, StreamExt},
};
use rust_xlsxwriter::{Worksheet, XlsxError};
use selaras_kinds::{Kind, OfKind, of_all_kinds, prodi::Prodi};
use selaras_reasons::{Reason, Word};
use selaras_store::{Result as Stored, Selection, Store, period::Became};
use serde::Serialize;
use std::{collections::BTreeMap, convert::Infallible, ops::Range, sync::LazyLock};
use utoipa::ToSchema;

/// Maximum length of a report in days.
const MOST_DAYS: i32 = 366;
/// Number of kinds counted at once.
const AT_ONCE: usize = 3;

/// Row counts of one kind and one study program.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PeriodRow)]
struct Row {
    program_id: String,
    /// Display name of the study program.
    program: String,
    kind: &'static str,
    label: &'static str,
    /// New from the source.
    came: i64,
    /// Changed at the source.
    changed: i64,
    /// No longer at the source.
    left: i64,
    /// Failed.
    failed: i64,
    /// Succeeded after a failure.
    mended: i64,
}

type Counted = BoxFuture<'static, Stored<BTreeMap<String, Became>>>;

/// How the rows of a kind are counted.
struct KindCounter {
    kind: &'static str,
    label: &'static str,
    count: fn(Store, Range<i64>) -> Counted,
}

impl OfKind for KindCounter {
    fn of<K: Kind>() -> Self {
        Self {
            kind: K::NAME,
            label: K::LABEL,
            count: |store, within| Box::pin(async move { store.became::<K>(&within).await }),
        }
    }
}

pub(crate) fn routes() -> Routes<App> {
    let days = |call: Call| {
        call.tag("Laporan")
            .query("from", ParameterValue::Text)
            .query("to", ParameterValue::Text)
    };
    let read = days(Call::get(format!("{MAIN}/report"), "Laporan satu rentang tanggal")).gives_all::<Row>();
    let file = days(Call::get(
        format!("{MAIN}/report.xlsx"),
        "Laporan satu rentang tanggal sebagai berkas Excel",
    ))
    .gives_file(excel::XLSX);
    Routes::new().with(route(read, report)).with(route(file, report_file))
}

async fn report(State(app): State<App>, parameters: Parameters) -> Result<Response, ApiError> {
    let days = days(&parameters)?;
    Ok(reply::all(rows(&app, days).await?))
}

/// Header, and width in characters.
const COLUMNS: [(Word, f64); 8] = [
    (Word::HeaderProgramId, 12.0),
    (Word::HeaderProgram, 32.0),
    (Word::HeaderKind, 20.0),
    (Word::HeaderNew, 10.0),
    (Word::HeaderChanged, 10.0),
    (Word::HeaderGone, 10.0),
    (Word::HeaderFailed, 10.0),
    (Word::HeaderMended, 12.0),
];

async fn report_file(
    State(app): State<App>,
    Reader(language): Reader,
    turn: Turn,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    let days = days(&parameters)?;
    let name = format!("laporan-{}-{}.xlsx", days.first, days.last);
    let rows = stream::iter(rows(&app, days).await?.into_iter().map(Ok::<_, Infallible>));
    app.excel
        .file(&turn, rows, &name, move |rows, file| {
            let head = Head {
                name: Word::SheetOfPeriod,
                fields: &[],
                columns: &COLUMNS,
                moments: &[],
                language,
            };
            excel::sheet(&head, rows, file, write)
        })
        .await
}

fn write(sheet: &mut Worksheet, at: u32, row: Row) -> Result<(), XlsxError> {
    for (column, text) in (0..).zip([&row.program_id, &row.program, row.label]) {
        sheet.write_string(at, column, text)?;
    }
    for (column, number) in (3..).zip([row.came, row.changed, row.left, row.failed, row.mended]) {
        sheet.write_number(at, column, number as f64)?;
    }
    Ok(())
}

/// The days in the query; both are required.
fn days(parameters: &Parameters) -> Result<Days, ApiError> {
    let day = |name: &str| {
        day_parameter(parameters, name)?
            .ok_or_else(|| ApiError::Malformed(Reason::DateExpected { field: name.to_owned() }))
    };
    let days = Days::new(day("from")?, day("to")?).map_err(|_| ApiError::field("to", Reason::DatesReversed))?;
    let span = days.first.until(days.last).map(|span| span.get_days());
    match span {
        Ok(span) if span < MOST_DAYS => Ok(days),
        _ => Err(ApiError::field("to", Reason::DatesTooFarApart)),
    }
}

/// All rows of the report, by study program and, within it, in the order of the kinds.
async fn rows(app: &App, days: Days) -> Result<Vec<Row>, ApiError> {
    static KINDS: LazyLock<Vec<KindCounter>> = LazyLock::new(of_all_kinds);
    let instants = days.instants(&zone(app)?);
    let within = instants.map_err(|_| ApiError::field("to", Reason::DatesOutOfRange))?;
    let store = app.engine.store();
    let named = store
        .distinct(Prodi::NAME, &["program_id", "nama_prodi"], &Selection::default())
        .await?;
    let names: BTreeMap<_, _> = named
        .into_iter()
        .filter_map(|pair| <[String; 2]>::try_from(pair).ok())
        .map(|[program, name]| (program, name))
        .collect();
    let counting: Vec<_> = KINDS
        .iter()
        .map(|kind| {
            let counted = (kind.count)(store.clone(), within.clone());
            async move { Stored::Ok((kind, counted.await?)) }
        })
        .collect();
    let counted: Vec<_> = stream::iter(counting).buffered(AT_ONCE).try_collect().await?;
    let mut rows: Vec<Row> = counted
        .into_iter()
        .flat_map(|(kind, programs)| {
            programs
                .into_iter()
                .map(move |(program, became)| (kind, program, became))
        })
        .filter(|(_, _, became)| !became.is_nothing())
        .map(|(kind, program_id, became)| Row {
            program: names.get(&program_id).cloned().unwrap_or_default(),
            program_id,
            kind: kind.kind,
            label: kind.label,
            came: became.came,
            changed: became.changed,
            left: became.left,
            failed: became.failed,
            mended: became.mended,
        })
        .collect();
    // A stable sort: within a program the kinds stay in their order.
    rows.sort_by(|one, other| one.program_id.cmp(&other.program_id));
    Ok(rows)
}
