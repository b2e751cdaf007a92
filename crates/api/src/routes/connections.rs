//! The connections of Selaras: settings without secrets, the last inspection of each, and a new inspection.

use super::prefix::MAIN;
use crate::{
    ApiError, App, SettingOrigin,
    body::Fields,
    document::{Call, Routes, route, text},
    language::Reader,
    reply,
};
use axum::{extract::State, response::Response};
use selaras_engine::{Part, inspection::Inspection};
use selaras_reasons::{Language, Reason};
use serde::Serialize;
use serde_json::json;
use utoipa::{PartialSchema, ToSchema};

pub(crate) fn routes() -> Routes<App> {
    let all = Call::get(format!("{MAIN}/connections"), "Koneksi dan keadaan terakhirnya")
        .tag("Koneksi")
        .gives_all::<Connection>();
    let test = Call::post(format!("{MAIN}/connections/test"), "Uji semua koneksi, atau satu saja")
        .tag("Koneksi")
        .body(&[("part", json!(Part::schema())), ("name", text())], &[])
        .gives_all::<Connection>();
    Routes::new().with(route(all, list)).with(route(test, self::test))
}

/// A connected system.
#[derive(Serialize, ToSchema)]
struct Connection {
    part: Part,
    settings: Vec<Setting>,
    /// The findings of the last inspection.
    #[schema(required, value_type = Option<Inspection>)]
    last: Option<Inspection<String>>,
}

/// A setting; for a secret, only whether it is set.
#[derive(Serialize, ToSchema)]
struct Setting {
    name: &'static str,
    value: String,
    #[schema(inline)]
    origin: SettingOrigin,
}

fn shown(app: &App, part: Part, last: Option<Inspection>, language: Language) -> Connection {
    let settings = app.engine.connections().settings(part).into_iter();
    Connection {
        part,
        settings: settings
            .map(|(name, value)| Setting {
                name,
                value: value.sentence(language),
                origin: app.settings.origins.get(name).copied().unwrap_or_default(),
            })
            .collect(),
        last: last.map(|last| last.in_words(language)),
    }
}

async fn list(State(app): State<App>, Reader(language): Reader) -> Response {
    let connections = app.engine.connections();
    let all = Part::ALL.map(|part| shown(&app, part, connections.last(part), language));
    reply::all(all.into())
}

/// Inspects one part, or all at once. Problems of a connection are a success of this call.
async fn test(State(app): State<App>, Reader(language): Reader, body: Fields) -> Result<Response, ApiError> {
    let parts = match body.text("part")? {
        None => Part::ALL.to_vec(),
        Some(name) => vec![Part::parse(&name).ok_or_else(|| {
            let names = Part::ALL.map(Part::as_str).join(", ");
            ApiError::field("part", Reason::PartUnknown { names })
        })?],
    };
    let looked = parts.into_iter().map(|part| {
        let app = &app;
        async move {
            let found = app.engine.connections().inspect(part).await;
            shown(app, part, Some(found), language)
        }
    });
    Ok(reply::all(futures::future::join_all(looked).await))
}
