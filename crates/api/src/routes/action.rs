//! Sync, export, enrol, unenrol and delete: of all rows, chosen rows or one row of any kind.

use super::{
    job_reply::{outcome, planned, prefers_async},
    selection::{class, filters},
};
use crate::{
    ApiError, App,
    body::Fields,
    document::{Call, Route, route},
    error::shown,
    language::Reader,
    list_query::{LONGEST_SEARCH, MISSING, REASON, is_code},
    reply,
    session::Actor,
};
use axum::{extract::State, http::HeaderMap, response::Response};
use selaras_engine::{Consent, Order, RowsVerb, Task};
use selaras_kinds::{Kind, object::Leaving};
use selaras_reasons::{Language, Reason};
use selaras_store::Selection;

/// The body field for how people leave (contract, section 7).
pub(crate) const LEAVING: &str = "leaving";
/// The body field for deleting rows of people who have left from the dashboard.
pub(crate) const REMOVE: &str = "remove";

/// The body field for exporting first what the rows depend on.
pub(crate) const WITH_FIRST: &str = "with_first";

/// An action that a kind's routes offer. The kind is data here, so the handlers are compiled once and not once per kind.
#[derive(Clone, Copy)]
pub(crate) struct Action {
    kind: &'static str,
    verb: RowsVerb,
    /// Body fields that narrow the action to a class or a teacher.
    list_by: &'static [&'static str],
    /// Body fields that name one row.
    one: &'static [&'static str],
    /// Body fields that narrow the action like the list's filters.
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

    /// True if search and filters of the dashboard's list narrow an action on all rows. They do not narrow a sync: its
    /// rows are the source's.
    pub(crate) fn narrows(verb: RowsVerb) -> bool {
        verb != RowsVerb::Sync
    }

    /// True if rows of the action may depend on others that are not exported yet, which can be exported with it.
    pub(crate) fn takes_first(verb: RowsVerb) -> bool {
        matches!(verb, RowsVerb::Export | RowsVerb::Enrol)
    }

    /// True if an action (on all rows or on one) can be narrowed to rows that the source no longer lists, or still lists
    /// (contract, section 7).
    pub(crate) fn narrows_to_missing(verb: RowsVerb, on_all: bool) -> bool {
        matches!(verb, RowsVerb::Unenrol | RowsVerb::Delete) || on_all && Self::narrows(verb)
    }

    /// Adds the filters of the body to a selection.
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

    /// The route for all rows of the kind. A class in the body limits it to that class, `ids` to rows of the dashboard, and
    /// `keys` to rows of the source. Search and filters narrow it like the list, so it can concern just the rows on the
    /// screen.
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

    /// The route for one row, by its key.
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

    /// The route for one row of the dashboard, by its id.
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
                true => planned(app, job, language).await,
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
