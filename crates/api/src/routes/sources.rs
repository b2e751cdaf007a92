//! Where each list of the source is read from, uploads, column headings, and trying a list without writing.

use super::prefix::MAIN;
use crate::{
    ApiError, App,
    body::Fields,
    call_input::ParameterValue,
    document::{Call, Routes, flag, integer, route, text},
    language,
    list_query::Parameters,
    reply::{self, Acted, Told},
    session::Actor,
    strict::BODY_PATIENCE,
};
use axum::{body::Body, extract::State, http::StatusCode, response::Response};
use futures::{Stream, StreamExt, stream};
use selaras_engine::{Arriving, EngineError};
use selaras_reasons::{Language, Reason};
use selaras_source::{Format, List, Origin, ROSTER, Source, Trial, TrialLimits, lists};
use selaras_store::uploads::Uploaded;
use serde::Serialize;
use serde_json::json;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    io,
};
use tokio::time::timeout;
use utoipa::ToSchema;

/// Maximum length of a stored file name.
const LONGEST_NAME: usize = 200;

pub(crate) fn routes() -> Routes<App> {
    let path = |rest: &str| format!("{MAIN}/sources{rest}");
    let of_list = [("list", text()), ("proposed", flag()), ("name", text())];
    let all = Call::get(path(""), "Dari mana setiap daftar sumber dibaca").gives_one::<Sources>();
    let upload = Call::put(
        path("/upload"),
        "Unggah berkas untuk sebuah daftar, atau OneRoster untuk beberapa",
    )
    .query("list", ParameterValue::Text)
    .query("file", ParameterValue::Text)
    .query("proposed", ParameterValue::Switch)
    .takes_file()
    .gives::<Told>();
    let delete = Call::delete(path("/upload"), "Hapus berkas yang diunggah")
        .body(&of_list, &["list"])
        .gives::<Told>();
    let named = json!({ "type": "object", "additionalProperties": text() });
    let headings = Call::put(path("/headings"), "Judul kolom berkas untuk setiap kolom daftar")
        .body(
            &[
                ("list", text()),
                ("headings", named),
                ("proposed", flag()),
                ("name", text()),
            ],
            &["list", "headings"],
        )
        .gives::<Told>();
    let tried = Call::post(path("/try"), "Coba sebuah daftar tanpa menulis apa pun")
        .body(&of_list, &["list"])
        .gives_one::<Tried>();
    let accepted = Call::post(
        path("/accept"),
        "Pakai berkas baru sebuah daftar, atau bandingkan dengan isi dashboard",
    )
    .body(
        &[
            ("list", text()),
            ("upload", integer()),
            ("dry_run", flag()),
            ("name", text()),
        ],
        &["list"],
    )
    .reply::<Acted>(200, "Selesai");
    Routes::new()
        .with(route(accepted.tag("Sumber"), self::accept))
        .with(route(all.tag("Sumber"), self::all))
        .with(route(upload.tag("Sumber"), self::upload))
        .with(route(delete.tag("Sumber"), self::delete))
        .with(route(headings.tag("Sumber"), self::headings))
        .with(route(tried.tag("Sumber"), self::tried))
}

/// How a list is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Way {
    /// By a query.
    Query,
    /// From an uploaded file.
    Upload,
    /// From a file in the folder.
    File,
    /// From the web service.
    Http,
    /// Not configured.
    Unset,
}

/// All lists of the source, and the files that contain several of them.
#[derive(Serialize, ToSchema)]
struct Sources {
    lists: Vec<SourceList>,
    /// The OneRoster zip, if one was uploaded.
    #[schema(required)]
    roster: Option<UploadedFile>,
    /// A OneRoster zip that is not used yet.
    #[schema(required)]
    proposed_roster: Option<ProposedRoster>,
    /// Maximum size of an upload in bytes.
    largest_upload: u64,
}

/// A OneRoster zip that waits to be accepted.
#[derive(Serialize, ToSchema)]
struct ProposedRoster {
    file: UploadedFile,
    /// The lists that it would supply.
    lists: Vec<&'static str>,
}

/// A list's file that waits to be accepted.
#[derive(Serialize, ToSchema)]
struct ProposedFile {
    file: UploadedFile,
    columns: Vec<ListColumn>,
    /// Its headings, in order.
    headings: Vec<String>,
    /// Required columns for which it has no known heading.
    missing: Vec<&'static str>,
}

/// One list of the source.
#[derive(Serialize, ToSchema)]
struct SourceList {
    list: &'static str,
    label: &'static str,
    #[schema(inline)]
    way: Way,
    /// The path below the web service's address, the file, or empty.
    detail: String,
    columns: Vec<ListColumn>,
    /// The upload for this list alone.
    #[schema(required)]
    upload: Option<UploadedFile>,
    /// The headings of its file, in order.
    headings: Vec<String>,
    /// Required columns for which the file has no known heading.
    missing: Vec<&'static str>,
    /// A file for this list that is not used yet.
    #[schema(required)]
    proposed: Option<ProposedFile>,
}

/// A column of a list.
#[derive(Serialize, ToSchema)]
struct ListColumn {
    field: &'static str,
    needed: bool,
    /// The heading that an administrator assigned.
    #[schema(required)]
    given: Option<String>,
    /// The heading in the file that it is read from.
    #[schema(required)]
    heading: Option<String>,
}

/// A file that was uploaded.
#[derive(Serialize, ToSchema)]
struct UploadedFile {
    id: i64,
    file: String,
    bytes: i64,
    actor: String,
    #[schema(required)]
    at: Option<String>,
}

impl From<&Uploaded> for UploadedFile {
    fn from(kept: &Uploaded) -> Self {
        Self {
            id: kept.id,
            file: kept.file.clone(),
            bytes: kept.bytes,
            actor: kept.actor.clone(),
            at: kept.at.clone(),
        }
    }
}

/// The result of trying a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct Tried {
    list: &'static str,
    label: &'static str,
    #[schema(required)]
    origin: Option<String>,
    rows: Vec<TriedLine>,
    problems: Vec<TriedProblem>,
    /// Number of problems in the rows that were read, including those not shown.
    problem_count: u64,
    /// What was left out of the list, such as lines below the table or another sheet.
    notes: Vec<String>,
    /// Rows that were read.
    read: u64,
    /// True if the whole list was read.
    complete: bool,
    seconds: f64,
    #[schema(required)]
    rows_per_second: Option<f64>,
    /// Rows of the whole list, if known: those read, or those of the last sync.
    #[schema(required)]
    expected_rows: Option<u64>,
    /// Estimated seconds for reading all of them.
    #[schema(required)]
    expected_seconds: Option<f64>,
    #[schema(required)]
    failed: Option<String>,
}

/// A raw row and its parsed fields.
#[derive(Serialize, ToSchema)]
struct TriedLine {
    row: u64,
    raw: String,
    fields: Vec<TriedField>,
}

#[derive(Serialize, ToSchema)]
struct TriedField {
    field: &'static str,
    text: String,
}

/// What is wrong with a row.
#[derive(Serialize, ToSchema)]
struct TriedProblem {
    row: u64,
    #[schema(required)]
    column: Option<&'static str>,
    code: String,
    text: String,
}

impl Tried {
    /// The result in words. `known` is the row count of the last sync.
    pub(crate) fn of(trial: &Trial, known: Option<i64>, language: Language) -> Self {
        let speed = trial.rows_per_second();
        let rows = match trial.complete {
            true => Some(trial.read),
            false => known.map(i64::unsigned_abs).filter(|known| *known > trial.read),
        };
        let field = |(field, text): &(&'static str, String)| TriedField {
            field,
            text: text.clone(),
        };
        Self {
            list: trial.list,
            label: trial.label,
            origin: trial
                .origin
                .as_ref()
                .map(|origin| Reason::from(origin).sentence(language)),
            rows: trial
                .rows
                .iter()
                .map(|row| TriedLine {
                    row: row.row,
                    raw: row.raw.clone(),
                    fields: row.fields.iter().map(field).collect(),
                })
                .collect(),
            problems: trial
                .problems
                .iter()
                .map(|problem| TriedProblem {
                    row: problem.row,
                    column: problem.column,
                    code: problem.reason.code(),
                    text: problem.reason.sentence(language),
                })
                .collect(),
            problem_count: trial.problem_count,
            notes: trial
                .notices
                .iter()
                .map(|notice| Reason::from(notice).sentence(language))
                .collect(),
            read: trial.read,
            complete: trial.complete,
            seconds: trial.seconds,
            rows_per_second: speed,
            expected_rows: rows,
            expected_seconds: rows.zip(speed).map(|(rows, speed)| rows as f64 / speed),
            failed: trial
                .failed
                .as_ref()
                .map(|failure| Reason::from(failure).sentence(language)),
        }
    }
}

async fn shown(
    source: &Source,
    list: &'static List,
    files: &HashMap<&str, &Uploaded>,
    given: &Given,
) -> Result<SourceList, EngineError> {
    let (way, detail) = match source.origin(list).await? {
        Some(Origin::Query { .. }) => (Way::Query, format!("source.sql.queries.{}", list.name())),
        Some(Origin::Upload { name, .. }) => (Way::Upload, name),
        Some(Origin::File { name, .. }) => (Way::File, name),
        Some(Origin::Http { path, .. }) => (Way::Http, path),
        None => (Way::Unset, String::new()),
    };
    let fit = source.fit(list).await?;
    let needed = list.needed();
    let columns = list.sent().into_iter().map(|field| ListColumn {
        field,
        needed: needed.contains(&field),
        given: given.get(list.name()).and_then(|given| given.get(field)).cloned(),
        heading: fit.as_ref().and_then(|fit| {
            let found = fit.found.iter().find(|(other, _)| *other == field);
            found.map(|(_, heading)| heading.clone())
        }),
    });
    Ok(SourceList {
        list: list.name(),
        label: list.label,
        way,
        detail,
        columns: columns.collect(),
        upload: files.get(list.name()).map(|kept| (*kept).into()),
        headings: fit.as_ref().map(|fit| fit.headings.clone()).unwrap_or_default(),
        missing: fit.map(|fit| fit.missing).unwrap_or_default(),
        proposed: None,
    })
}

/// The proposed file of a list.
async fn proposed(
    source: &Source,
    list: &'static List,
    kept: &Uploaded,
    given: &Given,
) -> Result<ProposedFile, EngineError> {
    let mut given = given.clone();
    if let Some(headings) = &kept.headings {
        given.insert(list.name().to_owned(), headings.clone());
    }
    let shown = shown(source, list, &HashMap::new(), &given).await?;
    Ok(ProposedFile {
        file: kept.into(),
        columns: shown.columns,
        headings: shown.headings,
        missing: shown.missing,
    })
}

/// The lists that the proposed OneRoster zip supplies.
async fn supplied(source: &Source, roster: &Uploaded) -> Result<Vec<&'static str>, EngineError> {
    let mut supplied = Vec::new();
    for list in lists() {
        if matches!(source.origin(list).await?, Some(Origin::Upload { name, .. }) if name == roster.file) {
            supplied.push(list.name());
        }
    }
    Ok(supplied)
}

type Given = BTreeMap<String, BTreeMap<String, String>>;

async fn all(State(app): State<App>) -> Result<Response, ApiError> {
    let store = app.engine.store();
    let (kept, given) = (store.uploads().await?, store.headings().await?);
    let source = app.engine.source_now().await?;
    let by_list = |proposed: bool| {
        let of_state = kept.iter().filter(move |kept| kept.proposed == proposed);
        of_state
            .map(|kept| (kept.list.as_str(), kept))
            .collect::<HashMap<_, _>>()
    };
    let (files, new) = (by_list(false), by_list(true));
    let with_new = app.engine.source_with_proposed().await?;
    let mut all = Vec::with_capacity(lists().len());
    for list in lists() {
        let mut shown = shown(&source, list, &files, &given).await?;
        if let Some(kept) = new.get(list.name()) {
            shown.proposed = Some(proposed(&with_new, list, kept, &given).await?);
        }
        all.push(shown);
    }
    let proposed_roster = match new.get(ROSTER) {
        Some(kept) => Some(ProposedRoster {
            file: (*kept).into(),
            lists: supplied(&with_new, kept).await?,
        }),
        None => None,
    };
    Ok(reply::one(Sources {
        lists: all,
        proposed_roster,
        roster: files.get(ROSTER).map(|kept| (*kept).into()),
        largest_upload: app.settings.largest_upload,
    }))
}

/// The list of that name.
pub(crate) fn list(name: &str) -> Result<&'static List, ApiError> {
    List::named(name).ok_or_else(|| {
        let names = lists().iter().map(List::name).collect::<Vec<_>>().join(", ");
        ApiError::field("list", Reason::ListUnknown { names })
    })
}

/// The list of that name; `None` for the file with several lists.
fn slot(name: &str) -> Result<Option<&'static List>, ApiError> {
    match name {
        ROSTER => Ok(None),
        name => list(name).map(Some),
    }
}

/// Display name of a list, or of the file with several lists.
fn label(list: Option<&List>) -> String {
    list.map_or("OneRoster", |list| list.label).to_owned()
}

async fn upload(
    State(app): State<App>,
    actor: Actor,
    parameters: Parameters,
    body: Body,
) -> Result<Response, ApiError> {
    let list = slot(parameters.get("list").unwrap_or_default())?;
    let file: String = parameters
        .get("file")
        .unwrap_or_default()
        .chars()
        .filter(|letter| !letter.is_control())
        .take(LONGEST_NAME)
        .collect();
    if file.trim().is_empty() {
        return Err(ApiError::field("file", Reason::FileNameMissing));
    }
    let format = match (Format::of(&file), list) {
        (None, _) => return Err(ApiError::field("file", Reason::FormatUnknown)),
        (Some(Format::OneRoster), Some(_)) => return Err(ApiError::field("file", Reason::FormatForList)),
        (Some(Format::Csv | Format::Workbook), None) => {
            return Err(ApiError::field("file", Reason::FormatForRoster));
        }
        (Some(format), _) => format,
    };
    if let Some(list) = list
        && matches!(app.engine.source().origin(list).await, Ok(Some(Origin::Query { .. })))
    {
        let list = list.name().to_owned();
        return Err(ApiError::Conflict(Reason::ReadByQuery { list }));
    }
    let arriving = Arriving {
        list: list.map_or(ROSTER, List::name).to_owned(),
        label: label(list),
        file,
        format,
        most: app.settings.largest_upload,
        proposed: parameters.get("proposed") == Some("true"),
        actor: actor.author(),
        origin: actor.origin,
    };
    let told = arriving.told();
    app.engine.take_upload(arriving, pieces(body)).await?;
    Ok(reply::sentence(told))
}

/// Accepts a proposed file, or plans the sync of a list that it supplies.
async fn accept(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let list = slot(&body.text("list")?.unwrap_or_default())?;
    if body.flag("dry_run")? {
        let list = list.ok_or_else(|| ApiError::field("list", Reason::empty("list")))?;
        let plan = app.engine.plan_proposed(list.name(), actor.author()).await?;
        return Ok(reply::plan(plan));
    }
    let store = app.engine.store();
    let upload = body.number("upload")?;
    let gone = || ApiError::Conflict(Reason::ProposalReplaced);
    let mut kept = store.uploads().await?.into_iter();
    let kept = kept.find(|kept| kept.id == upload).ok_or_else(gone)?;
    let told = Reason::UploadTaken {
        list: label(slot(&kept.list)?),
        file: kept.file,
    };
    match store.accept_upload(upload, &told, actor.by()).await? {
        true => Ok(reply::sentence(told)),
        false => Err(gone()),
    }
}

/// Streams a body until it ends or stalls.
pub(super) fn pieces(body: Body) -> impl Stream<Item = io::Result<Vec<u8>>> + Send {
    stream::unfold(Some(body.into_data_stream()), |stream| async move {
        let mut stream = stream?;
        match timeout(BODY_PATIENCE, stream.next()).await {
            Ok(Some(Ok(piece))) => Some((Ok(piece.to_vec()), Some(stream))),
            Ok(Some(Err(error))) => Some((Err(io::Error::other(error)), None)),
            Ok(None) => None,
            Err(_) => Some((Err(io::ErrorKind::TimedOut.into()), None)),
        }
    })
}

async fn delete(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let name = body.text("list")?.unwrap_or_default();
    let (list, proposed) = (label(slot(&name)?), body.flag("proposed")?);
    let told = match proposed {
        true => Reason::ProposalDropped { list },
        false => Reason::UploadDeleted { list },
    };
    let store = app.engine.store();
    match store.delete_upload(&name, proposed, &told, actor.by()).await? {
        true => Ok(reply::sentence(told)),
        false => Err(ApiError::NotFound(Reason::NoUpload)),
    }
}

async fn headings(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let list = list(&body.text("list")?.unwrap_or_default())?;
    let columns = list.columns();
    let (mut kept, mut given) = (BTreeMap::new(), BTreeSet::new());
    for (field, heading) in body.named_texts("headings")?.unwrap_or_default() {
        if !columns.contains(&field.as_str()) {
            let (list, names) = (list.name().to_owned(), columns.join(", "));
            return Err(ApiError::field(&field, Reason::FieldUnknown { list, names }));
        }
        let heading = heading.trim().to_owned();
        if heading.is_empty() {
            continue;
        }
        if !given.insert(heading.clone()) {
            return Err(ApiError::field(&field, Reason::HeadingTwice { heading }));
        }
        kept.insert(field, heading);
    }
    let told = Reason::HeadingsKept {
        list: list.label.to_owned(),
    };
    let store = app.engine.store();
    if !body.flag("proposed")? {
        store.set_headings(list.name(), &kept, &told, actor.by()).await?;
    } else if !store
        .set_proposed_headings(list.name(), &kept, &told, actor.by())
        .await?
    {
        return Err(ApiError::NotFound(Reason::NoUpload));
    }
    Ok(reply::sentence(told))
}

/// Problems of the list are a success of this call.
async fn tried(State(app): State<App>, body: Fields) -> Result<Response, ApiError> {
    let list = list(&body.text("list")?.unwrap_or_default())?;
    let source = match body.flag("proposed")? {
        true => app.engine.source_with_proposed().await?,
        false => app.engine.source_now().await?,
    };
    let trial = source.trial(list, TrialLimits::default()).await;
    let known = app.engine.store().source_rows().await?;
    let kind = selaras_engine::kinds()
        .iter()
        .map(|kind| &kind.work)
        .find(|work| work.label == list.label);
    let known = kind.and_then(|work| known.get(work.name).copied());
    Ok(language::localized(StatusCode::OK, move |language| {
        reply::One::of(Tried::of(&trial, known, language))
    }))
}
