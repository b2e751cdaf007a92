//! What Selaras is connected with: the settings without their secrets, how each stood when it was last looked at, and
//! looking again.

use super::MAIN;
use crate::{
    ApiError, App,
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

/// Something that Selaras is connected with.
#[derive(Serialize, ToSchema)]
struct Connection {
    part: Part,
    settings: Vec<Setting>,
    /// What was found when it was last looked at.
    #[schema(required, value_type = Option<Inspection>)]
    last: Option<Inspection<String>>,
}

/// A setting; of a secret whether it is there.
#[derive(Serialize, ToSchema)]
struct Setting {
    name: &'static str,
    value: String,
    #[schema(inline)]
    origin: SettingOrigin,
}

/// Where a setting is from. Of several that name it, the last of these is the one that counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SettingOrigin {
    /// Nobody said anything.
    #[default]
    Default,
    /// The settings file.
    File,
    /// A secret that systemd handed over.
    Credential,
    /// A variable `SELARAS_…`.
    Variable,
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

/// Looks at the part that is named, or at all at once. What is wrong with a connection is a success of this call.
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
