//! Any list of the dashboard as a file: all rows, those that match, or the chosen ones.

use super::{attendance::zone, list, prefix::MAIN, selection::filters};
use crate::{
    ApiError, App,
    body::Fields,
    csv_file,
    document::{Call, Routes, flag, integer, route, some, text},
    error::shown,
    excel::{self, Head},
    language::Reader,
    list_query::{LONGEST_SEARCH, MISSING, REASON, is_code},
    server::Turn,
};
use axum::{
    body::{Body, Bytes},
    extract::{Path, State},
    http::header,
    response::{IntoResponse, Response},
};
use futures::{FutureExt, StreamExt, TryStreamExt, future::BoxFuture, stream};
use jiff::{Timestamp, tz::TimeZone};
use selaras_kinds::{Kind, OfKind, of_all_kinds, value};
use selaras_reasons::{Language, Reason, Word};
use selaras_store::{
    Order, Selection,
    rows::{ListQuery, Stored},
};
use serde_json::json;
use std::{io, iter};

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

const FORMATS: [&str; 2] = ["xlsx", "csv"];

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
            ("format", json!({ "type": "string", "enum": FORMATS })),
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

#[derive(Clone, Copy)]
enum Format {
    Excel,
    Csv,
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
    let unknown = || ApiError::NotFound(Reason::KindUnknown { name: shown(&kind) });
    let lists = of_all_kinds::<ListFile>();
    let list = lists.iter().find(|list| list.kind == kind).ok_or_else(unknown)?;
    let format = match body.text("format")?.unwrap_or_default().as_str() {
        "xlsx" => Format::Excel,
        "csv" => Format::Csv,
        word => {
            let (name, word, known) = ("format".to_owned(), shown(word), FORMATS.join(", "));
            return Err(ApiError::field(
                "format",
                Reason::ShapeWordUnknown { name, word, known },
            ));
        }
    };
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
    let name = format!("{}.{}", K::NAME.replace('_', "-"), asked.format.extension());
    let fields: Vec<_> = list::source_columns::<K>().collect();
    match asked.format {
        Format::Excel => {
            app.excel
                .file(&asked.turn, rows, &name, move |rows, file| {
                    let head = Head {
                        name: Word::SheetOfRows,
                        fields: &fields,
                        columns: &COLUMNS,
                        moments: &[],
                        language,
                    };
                    excel::sheet(&head, rows, file, |sheet, at, cells| {
                        for (column, cell) in (0..).zip(cells) {
                            sheet.write_string(at, column, cell)?;
                        }
                        Ok(())
                    })
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
            let attachment = format!("attachment; filename=\"{name}\"");
            let media = "text/csv; charset=utf-8".to_owned();
            Ok((
                [(header::CONTENT_TYPE, media), (header::CONTENT_DISPOSITION, attachment)],
                body,
            )
                .into_response())
        }
    }
}

impl Format {
    const fn extension(self) -> &'static str {
        match self {
            Self::Excel => FORMATS[0],
            Self::Csv => FORMATS[1],
        }
    }
}

/// The rows that a body asks for, in their order.
fn query<K: Kind>(body: &Fields) -> Result<ListQuery, ApiError> {
    let known = || filters::<K>().chain(K::CALLS.list_by.iter().copied());
    let equals = body.named_texts("filters")?.unwrap_or_default();
    let strange: Vec<_> = equals
        .keys()
        .filter(|name| known().all(|known| known != *name))
        .collect();
    if !strange.is_empty() {
        let names = strange.iter().map(|name| shown(name)).collect::<Vec<_>>().join(", ");
        return Err(ApiError::Malformed(Reason::UnknownKeys { names }));
    }
    let word = |name: &str| Ok::<_, ApiError>(body.text(name)?.filter(|text| !text.is_empty()));
    let search = word("q")?;
    if search
        .as_ref()
        .is_some_and(|typed| typed.chars().count() > LONGEST_SEARCH)
    {
        return Err(ApiError::field("q", Reason::SearchTooLong));
    }
    let column = word("sort")?;
    if let Some(name) = &column
        && name != "id"
        && list::columns::<K>().all(|known| known != name)
    {
        return Err(ApiError::field("sort", Reason::SortUnknown { name: shown(name) }));
    }
    let descending = match word("order")?.as_deref() {
        None | Some("asc") => false,
        Some("desc") => true,
        Some(_) => return Err(ApiError::field("order", Reason::OrderUnknown)),
    };
    let failed_for = word(REASON)?;
    if let Some(code) = failed_for.as_ref().filter(|code| !is_code(code)) {
        return Err(ApiError::field(REASON, Reason::StatusUnknown { name: shown(code) }));
    }
    Ok(ListQuery {
        selection: Selection {
            equals: equals.into_iter().filter(|(_, value)| !value.is_empty()).collect(),
            ids: body.ids("ids")?,
            missing: body.switch(MISSING)?,
            failed_for,
            search,
            ..Selection::default()
        },
        order: Order { column, descending },
    })
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
