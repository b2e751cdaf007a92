//! Any list of the dashboard as a file: all rows, those that match, or the chosen ones.

use super::{
    attendance::zone,
    list,
    prefix::MAIN,
    selection::{filters, of_named_kind},
};
use crate::{
    ApiError, App,
    body::{Fields, known, word_of},
    call_input::{Parameter, ParameterValue},
    csv_file,
    document::{Call, Routes, flag, integer, route, some, text},
    error::shown,
    excel::{self, Head},
    language::Reader,
    list_query::{MISSING, Parameters, REASON},
    reply,
    server::Turn,
};
use axum::{
    body::{Body, Bytes},
    extract::{Path, State},
    response::Response,
};
use futures::{FutureExt, StreamExt, TryStreamExt, future::BoxFuture, stream};
use jiff::{Timestamp, tz::TimeZone};
use selaras_kinds::{Kind, OfKind, value};
use selaras_reasons::{Language, Reason, Word};
use selaras_store::rows::{ListQuery, Stored};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{collections::HashMap, io, iter};
use utoipa::{PartialSchema, ToSchema};

/// The columns after those of the kind.
const COLUMNS: [(Word, f64); 7] = [
    (Word::HeaderExport, 12.0),
    (Word::HeaderExportReason, 40.0),
    (Word::HeaderEnrolment, 14.0),
    (Word::HeaderEnrolmentReason, 40.0),
    (Word::HeaderMissingSince, 18.0),
    (Word::HeaderSyncedAt, 18.0),
    (Word::HeaderExportedAt, 18.0),
];

/// Rows of CSV sent at once.
const CHUNK: usize = 200;

/// The format of a file; its word is the end of the file's name.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Format {
    Xlsx,
    Csv,
}

const FORMATS: [Format; 2] = [Format::Xlsx, Format::Csv];

pub(super) fn routes() -> Routes<App> {
    let file = Call::post(
        format!("{MAIN}/lists/{{kind}}/file"),
        "Daftar di dashboard sebagai berkas",
    )
    .tag("Daftar")
    .path("kind", text())
    .reads()
    .body(
        &[
            ("format", json!(Format::schema())),
            ("q", text()),
            ("sort", text()),
            ("order", json!({ "type": "string", "enum": ["asc", "desc"] })),
            (MISSING, flag()),
            (REASON, text()),
            ("filters", json!({ "type": "object", "additionalProperties": text() })),
            ("ids", some(integer())),
        ],
        &["format"],
    )
    .gives_file(excel::XLSX)
    .gives_file("text/csv");
    Routes::new().with(route(file, self::file))
}

/// What is asked for.
struct Asked {
    format: Format,
    body: Fields,
    language: Language,
    turn: Turn,
}

/// The file of a kind's list.
struct ListFile {
    kind: &'static str,
    make: fn(App, Asked) -> BoxFuture<'static, Result<Response, ApiError>>,
}

impl OfKind for ListFile {
    fn of<K: Kind>() -> Self {
        Self {
            kind: K::NAME,
            make: |app, asked| of_kind::<K>(app, asked).boxed(),
        }
    }
}

async fn file(
    State(app): State<App>,
    Reader(language): Reader,
    turn: Turn,
    Path(kind): Path<String>,
    body: Fields,
) -> Result<Response, ApiError> {
    let list = of_named_kind::<ListFile>(&kind, |list| list.kind)?;
    let format = known("format", &body.text("format")?.unwrap_or_default(), &FORMATS)?;
    let asked = Asked {
        format,
        body,
        language,
        turn,
    };
    (list.make)(app, asked).await
}

async fn of_kind<K: Kind>(app: App, asked: Asked) -> Result<Response, ApiError> {
    let (query, language, zone) = (query::<K>(&asked.body)?, asked.language, zone(&app)?);
    let rows = app.engine.store().stream::<K>(query);
    let rows = rows.map_ok(move |row| cells(row.in_words(language), &zone));
    let name = format!("{}.{}", K::NAME.replace('_', "-"), word_of(&asked.format));
    let fields: Vec<_> = list::source_columns::<K>().collect();
    match asked.format {
        Format::Xlsx => {
            app.excel
                .file(&asked.turn, rows, &name, move |rows, file| {
                    let head = Head {
                        name: Word::SheetOfRows,
                        fields: &fields,
                        columns: &COLUMNS,
                        moments: &[],
                        language,
                    };
                    excel::sheet(&head, rows, file, excel::texts)
                })
                .await
        }
        Format::Csv => {
            let words = COLUMNS.map(|(name, _)| name.said(language));
            let head = fields.iter().copied().chain(words.iter().map(AsRef::as_ref));
            // The mark tells Excel that the text is UTF-8.
            let head = csv_file::row(head).map(|row| [b"\xef\xbb\xbf", row.as_slice()].concat());
            let rows = rows.map_err(|error| {
                tracing::error!(%error, "the file of a list broke off");
                io::Error::other("the file of a list broke off")
            });
            let rows = rows.fuse().ready_chunks(CHUNK).map(|rows| {
                let rows: io::Result<Vec<_>> = rows.into_iter().map(|cells| csv_file::row(cells?)).collect();
                Ok(rows?.concat())
            });
            let body = Body::from_stream(stream::iter(iter::once(head)).chain(rows).map_ok(Bytes::from));
            Ok(reply::attachment("text/csv; charset=utf-8", &name, body))
        }
    }
}

/// The rows that a body asks for, in their order. Its members are the parameters of the list's call.
fn query<K: Kind>(body: &Fields) -> Result<ListQuery, ApiError> {
    let known = || filters::<K>().chain(K::CALLS.list_by.iter().copied());
    let mut parameters: HashMap<_, _> = body.named_texts("filters")?.unwrap_or_default().into_iter().collect();
    let strange = parameters.keys().filter(|name| known().all(|known| known != *name));
    let mut strange: Vec<_> = strange.map(|name| shown(name)).collect();
    if !strange.is_empty() {
        strange.sort();
        let names = strange.join(", ");
        return Err(ApiError::Malformed(Reason::UnknownKeys { names }));
    }
    let sorts = iter::once("id").chain(list::columns::<K>()).collect();
    for (name, value) in [
        ("q", ParameterValue::Search),
        ("sort", ParameterValue::Sort(sorts)),
        ("order", ParameterValue::Order),
        (REASON, ParameterValue::Code),
    ] {
        if let Some(text) = body.text(name)?.filter(|text| !text.is_empty()) {
            let parameter = Parameter { name, value };
            parameter.check(&text).map_err(|reason| ApiError::field(name, reason))?;
            parameters.insert(name.to_owned(), text);
        }
    }
    if let Some(missing) = body.switch(MISSING)? {
        parameters.insert(MISSING.to_owned(), missing.to_string());
    }
    let mut query = Parameters::checked(parameters).list(known());
    query.selection.ids = body.ids("ids")?;
    Ok(query)
}

/// The cells of a row: its fields, and how it stands.
fn cells<K: Kind>(Stored { row, state, .. }: Stored<K, String>, zone: &TimeZone) -> Vec<String> {
    let moment = |text: Option<String>| {
        let time = text.and_then(|text| text.parse::<Timestamp>().ok());
        time.map_or_else(String::new, |time| {
            time.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M").to_string()
        })
    };
    let fields = K::FIELDS.iter().map(|field| value(&row, field.name).to_owned());
    let has_enrolment = K::MEMBERSHIP.is_some();
    let enrolment = if has_enrolment { state.enrolment.as_str() } else { "" };
    let states = [
        state.migration.as_str().to_owned(),
        state.migration_reason.unwrap_or_default(),
        enrolment.to_owned(),
        state.enrolment_reason.unwrap_or_default(),
        moment(state.missing_since),
        moment(state.synced_at),
        moment(state.exported_at),
    ];
    fields.chain(states).collect()
}
