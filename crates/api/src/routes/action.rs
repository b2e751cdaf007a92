//! Sync, export, enrol, unenrol and delete, of all rows, chosen rows or one row of any kind.

use super::{campus, kind::filters};
use crate::{
    ApiError, App,
    body::Fields,
    document::{Call, Route, route},
    language::Reader,
    list_query::{LONGEST_SEARCH, MISSING, REASON, is_code},
    reply,
    session::Actor,
    strict::shown,
};
use axum::{extract::State, http::HeaderMap, response::Response};
use selaras_engine::{Consent, Order, RowsVerb, Task};
use selaras_kinds::{Kind, object::Leaving};
use selaras_reasons::{Language, Reason};
use selaras_store::{Selection, jobs::JobState};

/// The body field that says how people leave (contract, section 7).
pub(crate) const LEAVING: &str = "leaving";
/// The body field that says whether the rows of those who have left are deleted from the dashboard.
pub(crate) const REMOVE: &str = "remove";

/// The body field that says that what the rows wait for is done before.
pub(crate) const WITH_FIRST: &str = "with_first";

/// An action that the routes of a kind offer. The handlers know its kind by what stands here, so that they are compiled
/// once and not once for each kind.
#[derive(Clone, Copy)]
pub(crate) struct Action {
    kind: &'static str,
    verb: RowsVerb,
    /// Body fields that narrow the action to a class or a teacher.
    list_by: &'static [&'static str],
    /// Body fields that name one row.
    one: &'static [&'static str],
    /// Body fields that narrow the action as the list's filters narrow the list.
    filters: fn() -> Vec<&'static str>,
}

impl Action {
    /// The action on rows of kind `K`.
    pub(crate) const fn of<K: Kind>(verb: RowsVerb) -> Self {
        Self {
            kind: K::NAME,
            verb,
            list_by: K::CALLS.list_by,
            one: K::CALLS.one,
            filters: || filters::<K>().collect(),
        }
    }

    /// Whether an action on all rows is narrowed by the search and the filters of the dashboard's list. A sync is not: the
    /// rows that it is about are the source's.
    pub(crate) fn narrows(verb: RowsVerb) -> bool {
        verb != RowsVerb::Sync
    }

    /// Whether rows of an action may wait for others to be exported first, which can be done with it.
    pub(crate) fn takes_first(verb: RowsVerb) -> bool {
        matches!(verb, RowsVerb::Export | RowsVerb::Enrol)
    }

    /// Whether an action, on all rows or on one row's, is narrowed to what the source no longer lists (contract,
    /// section 7), or still lists.
    pub(crate) fn narrows_to_missing(verb: RowsVerb, on_all: bool) -> bool {
        matches!(verb, RowsVerb::Unenrol | RowsVerb::Delete) || on_all && Self::narrows(verb)
    }

    /// What the body says beside the rows themselves.
    fn narrowed(self, mut selection: Selection, body: &Fields, on_all: bool) -> Result<Selection, ApiError> {
        if Self::narrows_to_missing(self.verb, on_all) {
            selection.missing = body.switch(MISSING)?;
        }
        if on_all && Self::narrows(self.verb) {
            selection.failed_for = body.text(REASON)?.filter(|code| !code.is_empty());
            if let Some(unknown) = selection.failed_for.as_ref().filter(|code| !is_code(code)) {
                return Err(ApiError::field(REASON, Reason::StatusUnknown { name: shown(unknown) }));
            }
            selection.search = body.text("q")?.filter(|search| !search.is_empty());
            if selection
                .search
                .as_ref()
                .is_some_and(|search| search.chars().count() > LONGEST_SEARCH)
            {
                return Err(ApiError::field("q", Reason::SearchTooLong));
            }
            for filter in (self.filters)() {
                let value = body.text(filter)?.filter(|value| !value.is_empty());
                if let Some(value) = value.filter(|_| selection.value(filter).is_none()) {
                    selection.equals.push((filter.to_owned(), value));
                }
            }
        }
        Ok(selection)
    }

    /// The route of a call about all rows of the kind: about those of a class, where the body names one, and those with `ids`
    /// (rows of the dashboard) or `keys` (rows of the source), where it lists some. The list's search and filters narrow
    /// it as they narrow the list, so that it can be about just the rows that somebody sees.
    pub(crate) fn on_all(self, call: Call) -> Route<App> {
        let handler = async move |State(app): State<App>,
                                  Reader(language): Reader,
                                  actor: Actor,
                                  headers: HeaderMap,
                                  body: Fields| {
            let mut selection = class(self.list_by, &body)?;
            selection.ids = body.ids("ids")?;
            selection.any_of = body.texts("keys")?.map(|keys| (self.one[0].to_owned(), keys));
            if selection.any_of.as_ref().is_some_and(|(_, keys)| keys.is_empty()) {
                return Err(ApiError::field("keys", Reason::NothingChosen));
            }
            let selection = self.narrowed(selection, &body, true)?;
            self.act(&app, language, actor, (&headers, &body), selection).await
        };
        route(call, handler)
    }

    /// The route of a call about one row, named by its key.
    pub(crate) fn on_one(self, call: Call) -> Route<App> {
        let handler = async move |State(app): State<App>,
                                  Reader(language): Reader,
                                  actor: Actor,
                                  headers: HeaderMap,
                                  body: Fields| {
            let mut selection = class(self.list_by, &body)?;
            for name in self.one {
                selection.equals.retain(|(column, _)| column != name);
                let value = body.required(name, Reason::empty(*name))?;
                selection.equals.push(((*name).to_owned(), value));
            }
            let selection = self.narrowed(selection, &body, false)?;
            self.act(&app, language, actor, (&headers, &body), selection).await
        };
        route(call, handler)
    }

    /// The route of a call about one row of the dashboard, named by its id.
    pub(crate) fn on_id(self, call: Call) -> Route<App> {
        let handler = async move |State(app): State<App>,
                                  Reader(language): Reader,
                                  actor: Actor,
                                  headers: HeaderMap,
                                  body: Fields| {
            let selection = Selection {
                ids: vec![body.id()?],
                ..Selection::default()
            };
            let selection = self.narrowed(selection, &body, false)?;
            self.act(&app, language, actor, (&headers, &body), selection).await
        };
        route(call, handler)
    }

    fn task(self, selection: Selection, body: &Fields) -> Result<Task, ApiError> {
        if self.verb != RowsVerb::Unenrol {
            return Ok(Task::rows(self.kind, self.verb, selection)?);
        }
        let leaving = match body.text(LEAVING)?.as_deref() {
            None | Some("") => None,
            Some(word) => {
                let unknown = |_| ApiError::field(LEAVING, Reason::LeavingUnknown { name: shown(word) });
                Some(serde_json::from_value::<Leaving>(word.into()).map_err(unknown)?)
            }
        };
        Ok(Task::leaving(self.kind, selection, leaving, body.flag(REMOVE)?)?)
    }

    async fn act(
        self,
        app: &App,
        language: Language,
        actor: Actor,
        (headers, body): (&HeaderMap, &Fields),
        selection: Selection,
    ) -> Result<Response, ApiError> {
        let dry_run = body.flag("dry_run")?;
        let order = Order {
            consent: Consent {
                plan: body.text("plan")?,
                typed: body.text("confirm")?,
                ..Consent::default()
            },
            ..Order::new(self.task(selection, body)?, actor.author())
        };
        if Self::takes_first(self.verb) && body.flag(WITH_FIRST)? {
            let order = app.engine.with_what_it_waits_for(order, dry_run).await?;
            let job = app.engine.submit(&order).await?;
            return match dry_run && !prefers_async(headers) {
                true => campus::planned(app, job, language).await,
                false => outcome(app, job, headers).await,
            };
        }
        if dry_run {
            return Ok(reply::plan(app.engine.plan(order).await?));
        }
        let job = app.engine.submit(&order).await?;
        outcome(app, job, headers).await
    }
}

/// The class (or teacher) that the body names, for kinds whose lists are narrowed so.
pub(crate) fn class(list_by: &[&str], body: &Fields) -> Result<Selection, ApiError> {
    let mut selection = Selection::default();
    for column in list_by {
        if let Some(value) = body.text(column)?.filter(|value| !value.is_empty()) {
            selection.equals.push(((*column).to_owned(), value));
        }
    }
    Ok(selection)
}

/// The reply to whoever asked for a job: at once where that is what they want, at its end otherwise.
pub(crate) async fn outcome(app: &App, job: i64, headers: &HeaderMap) -> Result<Response, ApiError> {
    if prefers_async(headers) {
        let job = app.engine.store().job(job).await?.ok_or(ApiError::Internal)?;
        return Ok(reply::accepted(job));
    }
    answer(app.engine.ended(job).await?)
}

/// A job's end as the reply of the call that waited for it.
pub(crate) fn answer(job: selaras_store::jobs::Job) -> Result<Response, ApiError> {
    match job.failure {
        // Nothing of what was asked for was done.
        None if job.state == JobState::Cancelled && job.counts.is_empty() => Err(ApiError::Conflict(job.message)),
        None => Ok(reply::outcome(job)),
        Some(class) => Err(ApiError::of_class(class, job.message)),
    }
}

/// Whether the caller wants an answer at once (RFC 7240).
pub(crate) fn prefers_async(headers: &HeaderMap) -> bool {
    headers
        .get_all("prefer")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|preference| preference.trim().eq_ignore_ascii_case("respond-async"))
}
