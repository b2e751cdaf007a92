//! The rows that the platform perhaps has already as an Excel file, and the file with decisions back.

use super::{matches::of_kind, prefix::MAIN, sources::pieces};
use crate::{
    ApiError, App,
    call_input::ParameterValue,
    document::{Call, Routes, route},
    excel::{self, Head},
    language::Reader,
    list_query::Parameters,
    reply::{self, Acted},
    server::Turn,
    session::Actor,
};
use axum::{body::Body, extract::State, response::Response};
use futures::{StreamExt, TryStreamExt, stream};
use selaras_engine::{EngineError, MatchChoice, MatchLine, MatchedRow};
use selaras_reasons::{Reason, Word};
use selaras_source::{LaidOut, sheet_rows};
use selaras_store::matching::MatchFilter;
use std::{collections::HashMap, num::ParseIntError, pin::pin};

/// The columns, which have one name in all languages, because the file is read again. The last one is empty, or has a decision.
const COLUMNS: [&str; 7] = [
    "kind",
    "key",
    "label",
    "state",
    "candidates",
    "candidate_names",
    "platform_id",
];

/// What makes a new one, in both languages; the first one is written.
const NEW: [&str; 2] = ["baru", "new"];

/// Rows read at once for a file.
const READ: u64 = 400;

pub(crate) fn routes() -> Routes<App> {
    let file = Call::get(
        format!("{MAIN}/platform/matches.xlsx"),
        "Pencocokan sebagai berkas Excel",
    )
    .tag("Moodle")
    .query("kind", ParameterValue::Text)
    .query("state", ParameterValue::Text)
    .gives_file(excel::XLSX);
    let take = Call::put(
        format!("{MAIN}/platform/matches/file"),
        "Ambil keputusan dari berkas Excel pencocokan",
    )
    .tag("Moodle")
    .query("file", ParameterValue::Text)
    .query("dry_run", ParameterValue::Switch)
    .takes_file()
    .reply::<Acted>(200, "Selesai");
    Routes::new()
        .with(route(file, self::file))
        .with(route(take, self::take))
}

async fn file(
    State(app): State<App>,
    Reader(language): Reader,
    turn: Turn,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    let filter = super::matches::filter(&parameters)?;
    let rows = rows(app.clone(), filter).map_ok(cells);
    app.excel
        .file(&turn, rows, "pencocokan.xlsx", move |rows, file| {
            let head = Head {
                name: Word::SheetOfMatches,
                fields: &COLUMNS,
                columns: &[],
                moments: &[],
                language,
            };
            excel::sheet(&head, rows, file, excel::texts)
        })
        .await
}

/// All rows of a filter, page by page.
fn rows(app: App, filter: MatchFilter) -> impl futures::Stream<Item = Result<MatchedRow, EngineError>> + Send {
    let pages = stream::try_unfold(Some(0), move |skip: Option<u64>| {
        let app = app.clone();
        async move {
            let Some(skip) = skip else { return Ok(None) };
            let (page, _) = app.engine.matches(filter, skip, READ).await?;
            let next = (page.len() as u64 == READ).then_some(skip + READ);
            Ok::<_, EngineError>(Some((stream::iter(page.into_iter().map(Ok::<_, EngineError>)), next)))
        }
    });
    pages.try_flatten()
}

fn cells(row: MatchedRow) -> [String; COLUMNS.len()] {
    let free = || row.candidates.iter().filter(|one| one.held_by.is_empty());
    let ids: Vec<_> = free().map(|one| one.candidate.id.to_string()).collect();
    let names: Vec<_> = free()
        .map(|one| format!("{} ({})", one.candidate.name, one.candidate.label))
        .collect();
    [
        row.kind.as_str().to_owned(),
        row.key,
        row.label,
        crate::body::word_of(&row.state),
        ids.join(", "),
        names.join(", "),
        if row.is_new { NEW[0] } else { "" }.to_owned(),
    ]
}

async fn take(
    State(app): State<App>,
    Reader(language): Reader,
    actor: Actor,
    parameters: Parameters,
    body: Body,
) -> Result<Response, ApiError> {
    let name = parameters.get("file").unwrap_or("pencocokan.xlsx").to_owned();
    let laid_out = received(&app, body).await?;
    let lines = tokio::task::spawn_blocking(move || lines(&laid_out, &name)).await;
    let lines = lines.map_err(|_| ApiError::Internal)??;
    if parameters.get("dry_run") == Some("true") {
        let plan = app.engine.plan_match_file(lines, |word| word.said(language)).await?;
        return Ok(reply::plan(plan));
    }
    Ok(reply::sentence(app.engine.take_match_file(lines, actor.by()).await?))
}

/// Receives a file into a temporary one.
async fn received(app: &App, body: Body) -> Result<LaidOut, ApiError> {
    let most = app.settings.largest_upload;
    let mut laid_out = LaidOut::new().map_err(EngineError::Spool)?;
    let (mut bytes, pieces) = (0, pieces(body));
    let mut content = pin!(pieces);
    while let Some(piece) = content.next().await {
        let piece = piece.map_err(|_| EngineError::Refused(Reason::UploadBroken))?;
        bytes += piece.len() as u64;
        if bytes > most {
            let megabytes = most / 1_000_000;
            return Err(EngineError::Refused(Reason::UploadTooLarge { megabytes }).into());
        }
        laid_out.add(&piece).await.map_err(EngineError::Spool)?;
    }
    laid_out.end().await.map_err(EngineError::Spool)?;
    Ok(laid_out)
}

/// The lines of a file with a decision.
fn lines(laid_out: &LaidOut, name: &str) -> Result<Vec<MatchLine>, ApiError> {
    let (mut lines, mut columns) = (Vec::new(), None::<[Option<usize>; 3]>);
    let read = sheet_rows(laid_out, name, |line, cells| {
        let Some(found) = columns else {
            let at: HashMap<_, _> = cells.iter().enumerate().map(|(at, cell)| (cell.trim(), at)).collect();
            columns = Some(["kind", "key", "platform_id"].map(|name| at.get(name).copied()));
            return;
        };
        let cell = |at: usize| found[at].and_then(|at| cells.get(at)).map_or("", |cell| cell.trim());
        let decision = cell(2);
        if !decision.is_empty() {
            lines.push(MatchLine {
                line,
                choice: choice(cell(0), cell(1), decision),
            });
        }
    });
    read.map_err(|error| {
        EngineError::Refused(Reason::UploadUnreadable {
            reason: Box::new(Reason::from(&error)),
        })
    })?;
    match columns {
        Some([Some(_), Some(_), Some(_)]) => Ok(lines),
        _ => Err(EngineError::Refused(Reason::MatchFileWithoutColumns {
            columns: "kind, key, platform_id".to_owned(),
        })
        .into()),
    }
}

fn choice(kind: &str, key: &str, decision: &str) -> Result<MatchChoice, Reason> {
    let kind = of_kind("kind", kind).map_err(|_| Reason::KindUnknown {
        name: crate::error::shown(kind),
    })?;
    let is_new = NEW.iter().any(|new| decision.eq_ignore_ascii_case(new));
    let unreadable = |_: ParseIntError| Reason::MatchDecisionUnreadable {
        decision: crate::error::shown(decision),
    };
    Ok(MatchChoice {
        kind,
        key: key.to_owned(),
        platform_id: match is_new {
            true => None,
            false => Some(decision.parse().map_err(unreadable)?),
        },
    })
}
