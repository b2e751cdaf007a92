//! Rows tied to a category that was on Moodle already (contract, section 10).

use super::prefix::MAIN;
use crate::{
    ApiError, App,
    body::{Fields, known},
    document::{Call, Routes, integer, route, text},
    reply::{self, Told},
    session::Actor,
};
use axum::{extract::State, response::Response};
use selaras_engine::{CategoryTies, LevelRow, OfferedCategory};
use selaras_kinds::object::PlatformId;
use selaras_reasons::Reason;
use selaras_shape::Level;
use serde::Serialize;
use serde_json::json;
use utoipa::{PartialSchema, ToSchema};

/// What can be tied to what.
#[derive(Serialize, ToSchema)]
#[schema(as = CategoryTies)]
struct Shown {
    /// The rows that can be tied.
    rows: Vec<Row>,
    /// The categories that can be chosen, and those that are tied.
    categories: Vec<Offered>,
}

/// A row of a level of categories.
#[derive(Serialize, ToSchema)]
#[schema(as = CategoryLevelRow)]
struct Row {
    level: Level,
    /// The row's code.
    key: String,
    label: String,
    /// The category that it is tied to.
    #[schema(required)]
    platform_id: Option<PlatformId>,
}

/// A category on the platform.
#[derive(Serialize, ToSchema)]
#[schema(as = OfferedCategory)]
struct Offered {
    platform_id: PlatformId,
    /// The names of the categories down to it.
    path: Vec<String>,
}

impl From<CategoryTies> for Shown {
    fn from(CategoryTies { rows, categories }: CategoryTies) -> Self {
        let row = |LevelRow {
                       level,
                       key,
                       label,
                       tied_to,
                   }| Row {
            level,
            key,
            label,
            platform_id: tied_to,
        };
        let offered = |OfferedCategory { id, path }| Offered { platform_id: id, path };
        Self {
            rows: rows.into_iter().map(row).collect(),
            categories: categories.into_iter().map(offered).collect(),
        }
    }
}

pub(crate) fn routes() -> Routes<App> {
    let path = || format!("{MAIN}/platform/categories");
    let row = [("name", text()), ("level", json!(Level::schema())), ("key", text())];
    let [name, level, key] = row.clone();
    let list = Call::get(path(), "Baris yang dapat dikaitkan dengan kategori di Moodle")
        .tag("Moodle")
        .gives_one::<Shown>();
    let tie = Call::post(path(), "Kaitkan baris dengan kategori yang sudah ada di Moodle")
        .tag("Moodle")
        .body(
            &[name, level, key, ("platform_id", integer())],
            &["level", "key", "platform_id"],
        )
        .gives::<Told>();
    let loosen = Call::delete(path(), "Lepas baris dari kategorinya di Moodle")
        .tag("Moodle")
        .body(&row, &["level", "key"])
        .gives::<Told>();
    Routes::new()
        .with(route(list, self::list))
        .with(route(tie, self::tie))
        .with(route(loosen, self::loosen))
}

async fn list(State(app): State<App>) -> Result<Response, ApiError> {
    Ok(reply::one(Shown::from(app.engine.category_ties().await?)))
}

async fn tie(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let ((level, key), id) = (row(&body)?, body.number("platform_id")?);
    Ok(reply::sentence(
        app.engine.tie_category(level, &key, id, actor.by()).await?,
    ))
}

async fn loosen(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let (level, key) = row(&body)?;
    Ok(reply::sentence(
        app.engine.loosen_category(level, &key, actor.by()).await?,
    ))
}

/// The level and the code of a row.
fn row(body: &Fields) -> Result<(Level, String), ApiError> {
    let empty = |field: &str| Reason::Empty {
        field: field.to_owned(),
    };
    let level = known("level", &body.required("level", empty("level"))?, &Level::USUAL)?;
    Ok((level, body.required("key", empty("key"))?))
}
