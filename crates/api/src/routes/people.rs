//! A person and a class in all systems: source, dashboard and platform, with the cause of each difference, their history,
//! and the fix for one person (contract, section 8).

mod lines;
mod view;

use super::{attendance::zone, job_reply, prefix::MAIN};
use crate::{
    ApiError, App,
    body::Fields,
    call_input::ParameterValue,
    document::{Call, Routes, flag, route, text},
    error::shown,
    language,
    list_query::Parameters,
    reply::{self, Acted, One, Ordered},
    session::Actor,
};
use axum::{
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::Response,
};
use selaras_engine::{Consent, Order, PersonVerbs, Target, Task, people_of, person::name_classes};
use selaras_reasons::Reason;
use view::{ClassReply, PersonReply};

/// Maximum number of events in a history.
const SHOWN: u64 = 100;
/// Maximum number of participations in a recap.
const MEETINGS: usize = 10;

pub(crate) fn routes() -> Routes<App> {
    let person = |call: Call| call.tag("Orang").path("kind", text()).path("number", text());
    let path = format!("{MAIN}/people/{{kind}}/{{number}}");
    let look = person(Call::get(&path, "Seseorang di sumber, dashboard dan platform"))
        .query("class", ParameterValue::Text)
        .gives_one::<PersonReply>();
    let mend = person(Call::post(format!("{path}/align"), "Selaraskan satu orang"))
        .header("Prefer")
        .body(
            &[
                ("name", text()),
                ("class", text()),
                ("dry_run", flag()),
                ("plan", text()),
                ("confirm", text()),
            ],
            &[],
        )
        .reply::<Acted>(200, "Selesai")
        .reply::<Ordered>(202, "Diterima");
    let class = Call::get(
        format!("{MAIN}/classes/{{class}}"),
        "Satu kelas di sumber, dashboard dan platform",
    )
    .tag("Orang")
    .path("class", text())
    .gives_one::<ClassReply>();
    Routes::new()
        .with(route(look, self::person))
        .with(route(mend, self::align))
        .with(route(class, self::class))
        .merge(lines::routes())
}

/// The kind of people of that name.
pub(super) fn of_kind(kind: &str) -> Result<&'static PersonVerbs, ApiError> {
    let unknown = || ApiError::NotFound(Reason::KindUnknown { name: shown(kind) });
    people_of(kind).ok_or_else(unknown)
}

async fn person(
    State(app): State<App>,
    Path((kind, number)): Path<(String, String)>,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    let verbs = of_kind(&kind)?;
    let target = Target {
        class: parameters.get("class").map(str::to_owned),
        number: number.clone(),
    };
    let Some(seen) = app.engine.person(verbs, target).await? else {
        return Err(ApiError::NotFound(Reason::NoSuchPerson {
            kind: verbs.label.to_owned(),
            number: shown(&number),
        }));
    };
    let about = app.engine.about_person(verbs, &number).await?;
    let history = app.engine.store().history(&about, SHOWN).await?;
    let history = name_classes(app.engine.store(), history).await?;
    let recap = app.engine.store().recap(&number, MEETINGS).await?;
    let zone = zone(&app)?;
    Ok(language::localized(StatusCode::OK, move |language| {
        One::of(PersonReply::of(&seen, &history, (&recap, &zone), language))
    }))
}

async fn class(State(app): State<App>, Path(number): Path<String>) -> Result<Response, ApiError> {
    let Some(seen) = app.engine.class(&number).await? else {
        return Err(ApiError::NotFound(Reason::NoSuchClass { number: shown(&number) }));
    };
    let store = app.engine.store();
    let about = store.about_row(&seen.class.row).await?;
    let history = store.history(&about, SHOWN).await?;
    Ok(language::localized(StatusCode::OK, move |language| {
        One::of(ClassReply::of(&seen, &history, language))
    }))
}

async fn align(
    State(app): State<App>,
    Path((kind, number)): Path<(String, String)>,
    actor: Actor,
    headers: HeaderMap,
    body: Fields,
) -> Result<Response, ApiError> {
    let target = Target {
        number,
        class: body.text("class")?.filter(|class| !class.is_empty()),
    };
    let verbs = of_kind(&kind)?;
    let order = Order {
        consent: Consent {
            plan: body.text("plan")?,
            typed: body.text("confirm")?,
            ..Consent::default()
        },
        ..Order::new(Task::mend(verbs.name, verbs.enrolments, target), actor.author())
    };
    if body.flag("dry_run")? {
        return Ok(reply::plan(app.engine.plan(order).await?));
    }
    let job = app.engine.submit(&order).await?;
    job_reply::outcome(&app, job, &headers).await
}
