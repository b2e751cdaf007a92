//! Streams the whole activity log as a file, each entry with its hash.
//!
//! A JSON line has `sealed`, `hash` (the SHA-256 of the exact text of `sealed`), and `text`, the entry in words.

use crate::{App, csv_file, reply};
use axum::{
    body::{Body, Bytes},
    response::Response,
};
use futures::{StreamExt, TryStreamExt, stream};
use jiff::Timestamp;
use selaras_reasons::{Language, Reason};
use selaras_store::{
    StoreError,
    chain::{Link, Sealed},
    log::Principal,
};
use serde::Serialize;
use serde_json::value::RawValue;
use std::io;

/// Format of the log's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// A JSON object on each line.
    Lines,
    /// CSV.
    Table,
}

/// An entry as a line.
#[derive(Serialize)]
struct Line<'a> {
    id: i64,
    /// RFC 3339.
    created_at: String,
    /// The action in words.
    text: String,
    /// `null` for entries from before the hash chain.
    hash: Option<&'a str>,
    sealed: Box<RawValue>,
}

/// The columns of a table.
const COLUMNS: [&str; 17] = [
    "id",
    "created_at",
    "actor",
    "address",
    "session",
    "text",
    "action",
    "job_id",
    "kind",
    "verb",
    "number",
    "changes",
    "position",
    "hash",
    "principal",
    "account_id",
    "username",
];

/// The log as a file to be saved.
pub(crate) fn file(app: &App, format: Format, language: Language) -> Response {
    let (media, name) = match format {
        Format::Lines => ("application/jsonl", "log.jsonl"),
        Format::Table => ("text/csv; charset=utf-8", "log.csv"),
    };
    let store = app.engine.store().clone();
    let heading = match format {
        Format::Lines => Ok(Vec::new()),
        Format::Table => csv_file::row(COLUMNS),
    };
    let entries = stream::try_unfold(None, move |last: Option<Link>| {
        let store = store.clone();
        async move {
            let links = store.log_links(last.as_ref()).await.map_err(broken_off)?;
            let mut text = Vec::new();
            for link in &links {
                text.extend(match format {
                    Format::Lines => line(link, language)?,
                    Format::Table => csv_file::row(cells(link, language))?,
                });
            }
            Ok::<_, io::Error>(links.into_iter().next_back().map(|last| (text, Some(last))))
        }
    });
    let body = stream::once(async { heading }).chain(entries).map_ok(Bytes::from);
    reply::attachment(media, name, Body::from_stream(body))
}

/// Breaks off the download, so that no client takes a part for the whole.
fn broken_off(error: StoreError) -> io::Error {
    tracing::error!(%error, "the log's file broke off");
    io::Error::other("the log's file broke off")
}

fn moment(sealed: &Sealed) -> String {
    Timestamp::from_millisecond(sealed.created_at).map_or_else(|_| String::new(), |time| time.to_string())
}

fn line(link: &Link, language: Language) -> io::Result<Vec<u8>> {
    let sealed = link.sealed.text().map_err(io::Error::other)?;
    let line = Line {
        id: link.id,
        created_at: moment(&link.sealed),
        text: Reason::read(link.sealed.action.clone()).sentence(language),
        hash: link.hash.as_deref(),
        sealed: RawValue::from_string(sealed)?,
    };
    let mut text = serde_json::to_vec(&line)?;
    text.push(b'\n');
    Ok(text)
}

fn cells(link: &Link, language: Language) -> [String; 17] {
    let Link { id, sealed, hash } = link;
    let number = |number: Option<i64>| number.map_or_else(String::new, |number| number.to_string());
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let (account, username) = sealed.principal.as_ref().and_then(Principal::account).unzip();
    let sealed_at = hash.as_ref().map(|_| sealed.position);
    [
        id.to_string(),
        moment(sealed),
        sealed.actor.clone(),
        text(&sealed.address),
        number(sealed.session),
        Reason::read(sealed.action.clone()).sentence(language),
        sealed.action.clone(),
        number(sealed.job_id),
        text(&sealed.kind),
        text(&sealed.verb),
        text(&sealed.number),
        text(&sealed.changes),
        number(sealed_at),
        text(hash),
        sealed
            .principal
            .as_ref()
            .map_or_else(String::new, |principal| principal.kind().to_owned()),
        number(account),
        username.unwrap_or_default().to_owned(),
    ]
}
