//! People with a new number: the pairs to decide on, and the decision.

use super::{people::of_kind, prefix::MAIN};
use crate::{
    ApiError, App,
    body::Fields,
    document::{Call, Routes, flag, object, route, some, text},
    reply::{self, Acted, Told},
    session::Actor,
};
use axum::{
    extract::{Path, State},
    response::Response,
};
use selaras_engine::{ProposedRenumbering, WithNumber, refused_number};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Two people who are probably one with a new number.
#[derive(Serialize, ToSchema)]
#[schema(as = Renumbering)]
struct Pair {
    kind: &'static str,
    label: &'static str,
    /// The person that the source no longer lists.
    from: NumberedPerson,
    /// The person that it lists since.
    to: NumberedPerson,
    /// What the two have in common.
    same: Vec<Common>,
}

/// One of the two.
#[derive(Serialize, ToSchema)]
struct NumberedPerson {
    number: String,
    name: String,
    email: String,
    /// Course and name of each class.
    classes: Vec<String>,
}

/// What two people have in common.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RenumberingCommon)]
enum Common {
    Name,
    Email,
    Class,
}

impl From<WithNumber> for NumberedPerson {
    fn from(WithNumber { number, person }: WithNumber) -> Self {
        Self {
            number,
            name: person.name,
            email: person.email,
            classes: person.classes,
        }
    }
}

impl From<ProposedRenumbering> for Pair {
    fn from(pair: ProposedRenumbering) -> Self {
        let common = [
            (pair.same.name, Common::Name),
            (pair.same.email, Common::Email),
            (pair.same.class, Common::Class),
        ];
        Self {
            kind: pair.kind.as_str(),
            label: pair.kind.label(),
            from: pair.from.into(),
            to: pair.to.into(),
            same: common
                .into_iter()
                .filter(|(is_same, _)| *is_same)
                .map(|(_, common)| common)
                .collect(),
        }
    }
}

/// A pair that is dismissed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dismissed {
    kind: String,
    from: String,
    to: String,
}

pub(crate) fn routes() -> Routes<App> {
    let path = |rest: &str| format!("{MAIN}/people/{rest}");
    let pairs = Call::get(path("renumberings"), "Orang yang mungkin hanya berganti nomor")
        .tag("Orang")
        .gives_all::<Pair>();
    let pair = object(&[("kind", text()), ("from", text()), ("to", text())]);
    let dismiss = Call::post(
        path("renumberings/dismiss"),
        "Putuskan bahwa pasangan adalah orang yang berbeda",
    )
    .tag("Orang")
    .body(&[("name", text()), ("pairs", some(pair))], &["pairs"])
    .gives::<Told>();
    let renumber = Call::post(path("{kind}/{number}/renumber"), "Ganti nomor seseorang")
        .tag("Orang")
        .path("kind", text())
        .path("number", text())
        .body(&[("name", text()), ("to", text()), ("dry_run", flag())], &["to"])
        .reply::<Acted>(200, "Selesai");
    Routes::new()
        .with(route(pairs, self::pairs))
        .with(route(dismiss, self::dismiss))
        .with(route(renumber, self::renumber))
}

async fn pairs(State(app): State<App>) -> Result<Response, ApiError> {
    let pairs = app.engine.renumberings().await?;
    Ok(reply::all(pairs.into_iter().map(Pair::from).collect::<Vec<_>>()))
}

async fn dismiss(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let mut pairs = Vec::new();
    for Dismissed { kind, from, to } in body.some_chosen("pairs")? {
        pairs.push((of_kind(&kind)?.name, from, to));
    }
    let log = |pairs| Reason::DidDismissRenumberings { pairs };
    let pairs = app.engine.store().dismiss_renumberings(&pairs, log, actor.by()).await?;
    Ok(reply::sentence(Reason::RenumberingsDismissed { pairs }))
}

async fn renumber(
    State(app): State<App>,
    Path((kind, number)): Path<(String, String)>,
    actor: Actor,
    body: Fields,
) -> Result<Response, ApiError> {
    let verbs = of_kind(&kind)?;
    let to = body.required("to", Reason::empty("to"))?;
    if let Some(why) = refused_number(verbs, &to) {
        return Err(ApiError::field("to", why));
    }
    if body.flag("dry_run")? {
        return Ok(reply::plan(app.engine.plan_renumbering(verbs, &number, &to).await?));
    }
    let done = app.engine.renumber(verbs, (&number, &to), actor.by()).await?;
    Ok(reply::sentence(done))
}
