//! What Selaras is connected with: the settings without their secrets, how each stood when it was last looked at, and
//! looking again.

use super::MAIN;
use crate::{
    ApiError, App,
    body::Fields,
    document::{Call, object, optional_text, reference, route, text},
    reply,
};
use axum::{extract::State, response::Response};
use selaras_engine::{Connections, Part, inspection::Inspection};
use selaras_reasons::Reason;
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;

pub(crate) fn routes() -> OpenApiRouter<App> {
    let connections = json!({ "type": "array", "items": reference("Connection") });
    let all = Call::get(format!("{MAIN}/connections"), "Koneksi dan keadaan terakhirnya")
        .tag("Koneksi")
        .gives(connections.clone());
    let test = Call::post(format!("{MAIN}/connections/test"), "Uji semua koneksi, atau satu saja")
        .tag("Koneksi")
        .body(&[("part", part_schema()), ("name", text())], &[])
        .gives(connections);
    OpenApiRouter::new()
        .routes(route(&all, list))
        .routes(route(&test, self::test))
}

/// The shape of a connection.
pub(crate) fn schemas() -> Vec<(String, Value)> {
    let standing = json!({ "type": "string", "enum": ["ok", "warning", "wrong"] });
    let finding = object(&[
        ("standing", standing.clone()),
        ("text", text()),
        ("mend", optional_text()),
    ]);
    let setting = object(&[("name", text()), ("value", text())]);
    let inspection = object(&[
        ("standing", standing),
        ("findings", json!({ "type": "array", "items": finding })),
        ("at", text()),
    ]);
    let connection = object(&[
        ("part", part_schema()),
        ("settings", json!({ "type": "array", "items": setting })),
        ("last", json!({ "oneOf": [inspection, { "type": "null" }] })),
    ]);
    vec![("Connection".to_owned(), connection)]
}

fn part_schema() -> Value {
    json!({ "type": "string", "enum": Part::ALL.map(Part::as_str) })
}

fn shown(connections: &Connections, part: Part, last: Option<&Inspection>) -> Value {
    let settings: Vec<_> = connections
        .settings(part)
        .into_iter()
        .map(|(name, value)| json!({ "name": name, "value": value }))
        .collect();
    json!({ "part": part, "settings": settings, "last": last })
}

async fn list(State(app): State<App>) -> Response {
    let connections = app.engine.connections();
    let all = Part::ALL.map(|part| shown(connections, part, connections.last(part).as_ref()));
    reply::success(all)
}

/// Looks at the part that is named, or at all at once. What is wrong with a connection is a success of this call.
async fn test(State(app): State<App>, body: Fields) -> Result<Response, ApiError> {
    let parts = match body.text("part")? {
        None => Part::ALL.to_vec(),
        Some(name) => vec![Part::parse(&name).ok_or_else(|| {
            let names = Part::ALL.map(Part::as_str).join(", ");
            ApiError::field("part", Reason::PartUnknown { names })
        })?],
    };
    let connections = app.engine.connections();
    let looked = parts.into_iter().map(|part| async move {
        let found = connections.inspect(part).await;
        shown(connections, part, Some(&found))
    });
    Ok(reply::success(futures::future::join_all(looked).await))
}
