//! Create, detail and update by form, for every kind with a form.

use crate::{
    ApiError, App,
    body::{Failures, Fields},
    document::{Call, Route, route},
    reply,
    session::Actor,
};
use axum::{extract::State, response::Response};
use futures::{FutureExt, future::BoxFuture};
use selaras_kinds::{Form, FormField, Kind, Reference, Text, day, has_markup, is_email, value};
use selaras_reasons::Reason;
use selaras_store::{
    Selection, StoreError,
    log::{About, FieldChange},
    rows::Stored,
};
use serde::Serialize;
use std::{borrow::Cow, collections::BTreeMap, marker::PhantomData};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema, schema::ObjectBuilder},
};

/// The log's verb for a row created by form.
const CREATE: &str = "create";
/// The log's verb for a row changed by form.
pub(super) const UPDATE: &str = "update";

fn form<K: Kind>() -> Result<Form, ApiError> {
    K::FORM.ok_or(ApiError::NotFound(Reason::NoSuchForm))
}

/// The form's values for a row of kind `K`.
#[derive(Serialize)]
pub(crate) struct Filled<K> {
    id: i64,
    #[serde(flatten)]
    fields: BTreeMap<&'static str, String>,
    #[serde(skip)]
    kind: PhantomData<K>,
}

impl<K: Kind> PartialSchema for Filled<K> {
    fn schema() -> RefOr<Schema> {
        let with_id = ObjectBuilder::new().property("id", i64::schema()).required("id");
        let fields = K::FORM.into_iter().flat_map(|form| form.fields);
        fields
            .fold(with_id, |row, field| {
                row.property(field.name, String::schema()).required(field.name)
            })
            .into()
    }
}

impl<K: Kind> ToSchema for Filled<K> {
    fn name() -> Cow<'static, str> {
        format!("{}_form", K::NAME).into()
    }
}

/// The handler of a kind's form.
type Reply = fn(App, Actor, Fields) -> BoxFuture<'static, Result<Response, ApiError>>;

/// The route of a form's call. The handler is compiled once, not once per kind.
fn sent(call: Call, reply: Reply) -> Route<App> {
    let handler = async move |State(app): State<App>, actor: Actor, body: Fields| reply(app, actor, body).await;
    route(call, handler)
}

/// The route of the create form.
pub(crate) fn of_create<K: Kind>(call: Call) -> Route<App> {
    sent(call, |app, actor, body| create::<K>(app, actor, body).boxed())
}

/// The route of a form's values.
pub(crate) fn of_detail<K: Kind>(call: Call) -> Route<App> {
    sent(call, |app, _, body| detail::<K>(app, body).boxed())
}

/// The route of the update form.
pub(crate) fn of_update<K: Kind>(call: Call) -> Route<App> {
    sent(call, |app, actor, body| update::<K>(app, actor, body).boxed())
}

/// Creates a row from the form.
async fn create<K: Kind>(app: App, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let row = filled(&app, &form::<K>()?, K::default(), &body, Filling::New).await?;
    let log = Reason::DidMakeRow {
        kind: K::LABEL.to_owned(),
        label: row.label(),
    };
    let about = About {
        kind: Some(K::NAME),
        verb: Some(CREATE),
        number: Some(value(&row, K::OBJECT_KEY)),
        ..About::default()
    };
    if let Err(error) = app.engine.store().create(&row, &log, actor.by(), about).await {
        return Err(refused(&app, &row, error).await?);
    }
    Ok(reply::sentence(Reason::RowMade {
        kind: K::LABEL.to_owned(),
        label: row.label(),
    }))
}

/// Returns the form's values for a row.
async fn detail<K: Kind>(app: App, body: Fields) -> Result<Response, ApiError> {
    let stored = stored::<K>(&app, body.id()?).await?;
    let form = form::<K>()?;
    let mut row = stored.row.for_form();
    if let Some(reference) = &form.reference {
        find_reference(&app, reference, &mut row).await?;
    }
    let fields = form.fields.iter();
    Ok(reply::one(Filled::<K> {
        id: stored.id,
        fields: fields
            .map(|field| (field.name, value(&row, field.column).to_owned()))
            .collect(),
        kind: PhantomData,
    }))
}

/// Finds the form's reference for a row from the source, which has no id for it: a student's class, by its name.
async fn find_reference<K: Kind>(app: &App, reference: &Reference, row: &mut K) -> Result<(), ApiError> {
    let Some(column) = K::FIELDS.iter().find(|column| column.name == reference.field) else {
        return Ok(());
    };
    let ours: Vec<_> = reference
        .copies
        .iter()
        .map(|(theirs, ours)| (*theirs, value(row, ours)))
        .collect();
    if !(column.get)(row).is_empty() || ours.iter().any(|(_, value)| value.is_empty()) {
        return Ok(());
    }
    let found = app
        .engine
        .store()
        .distinct(reference.kind, &[reference.column], &Selection::equal(ours))
        .await?;
    if let [only] = &found[..] {
        (column.set)(row, only[0].as_str().into());
    }
    Ok(())
}

/// Updates a row from the form.
async fn update<K: Kind>(app: App, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let stored = stored::<K>(&app, body.id()?).await?;
    let filling = Filling::Change {
        of_source: stored.state.synced_at.is_some(),
    };
    let row = filled(&app, &form::<K>()?, stored.row.for_form(), &body, filling).await?;
    let log = Reason::DidSaveRow {
        kind: K::LABEL.to_owned(),
        label: row.label(),
    };
    let about = About {
        kind: Some(K::NAME),
        verb: Some(UPDATE),
        number: Some(value(&row, K::OBJECT_KEY)),
        changes: &FieldChange::between(&stored.row, &row),
        ..About::default()
    };
    let changed = app.engine.store().change(stored.id, &row, &log, actor.by(), about);
    match changed.await {
        Ok(true) => {}
        Ok(false) => return Err(missing::<K>()),
        Err(error) => return Err(refused(&app, &row, error).await?),
    }
    Ok(reply::sentence(Reason::RowSaved {
        kind: K::LABEL.to_owned(),
        label: row.label(),
    }))
}

fn missing<K: Kind>() -> ApiError {
    ApiError::NotFound(Reason::RowGone {
        kind: K::LABEL.to_owned(),
    })
}

async fn stored<K: Kind>(app: &App, id: i64) -> Result<Stored<K>, ApiError> {
    app.engine
        .store()
        .by_ids::<K>(&[id])
        .await?
        .remove(&id)
        .ok_or_else(missing::<K>)
}

/// Why a row could not be stored. If its key exists already, the reason names that row.
async fn refused<K: Kind>(app: &App, row: &K, error: StoreError) -> Result<ApiError, ApiError> {
    let StoreError::Taken(_) = error else {
        return Ok(error.into());
    };
    let same = Selection::equal(K::KEY.iter().map(|column| (*column, value(row, column))));
    let there = app.engine.store().first::<K>(&same, 1).await?.pop();
    let kind = K::LABEL.to_owned();
    Ok(ApiError::Conflict(match there.map(|there| there.row.label()) {
        Some(label) if !label.is_empty() => Reason::RowExistsAs { kind, label },
        _ => Reason::RowExists { kind },
    }))
}

/// The form that is filled in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filling {
    New,
    /// Fields that the source leaves empty are not required in rows from a sync.
    Change {
        of_source: bool,
    },
}

/// Fields that may stay empty, as the source left them. Parallel lists count together: none may stay empty alone.
fn left_empty<K: Kind>(form: &Form, before: &K, body: &Fields) -> Result<Vec<&'static str>, ApiError> {
    let mut left = Vec::new();
    let mut lists_left = true;
    for field in form.fields {
        let typed = match field.list {
            true => body.texts(field.name)?.unwrap_or_default().concat(),
            false => body.text(field.name)?.unwrap_or_default(),
        };
        let empty = value(before, field.column).is_empty() && typed.trim().is_empty();
        lists_left &= empty || !field.list;
        if empty {
            left.push(field);
        }
    }
    let stays = |field: &&&FormField| lists_left || !field.list;
    Ok(left.iter().filter(stays).map(|field| field.name).collect())
}

/// Applies the form's fields to the row. Checks all of them at once.
async fn filled<K: Kind>(app: &App, form: &Form, mut row: K, body: &Fields, filling: Filling) -> Result<K, ApiError> {
    let mut failures = Failures::default();
    let before = row.clone();
    let left = match filling {
        Filling::Change { of_source: true } => left_empty(form, &before, body)?,
        _ => Vec::new(),
    };
    let is_used = |field: &&FormField| filling != Filling::New || !field.update_only;
    for field in form
        .fields
        .iter()
        .filter(is_used)
        .filter(|field| !left.contains(&field.name))
    {
        let typed = failures.take(match field {
            FormField { optional: true, .. } => match body.text(field.name)? {
                None => continue,
                Some(typed) => Ok(typed),
            },
            FormField { list: true, .. } => body.required_list(field.name, Reason::empty(field.label)),
            _ => body.required(field.name, Reason::empty(field.label)),
        })?;
        let Some(column) = K::FIELDS.iter().find(|column| column.name == field.column) else {
            continue;
        };
        if let Err(error) = column.check(&typed) {
            failures.take::<()>(Err(ApiError::field(field.name, Reason::from(&error))))?;
        } else if !field.list && has_markup(&typed) {
            let markup = Reason::MarkupNotAllowed {
                field: field.label.to_owned(),
                platform: app.engine.platform().name().to_owned(),
            };
            failures.take::<()>(Err(ApiError::field(field.name, markup)))?;
        } else if field.email && !typed.is_empty() && !is_email(&typed) {
            failures.take::<()>(Err(ApiError::field(field.name, Reason::EmailInvalid)))?;
        } else if field.date && !typed.is_empty() && day(&typed).is_none() {
            let expected = Reason::DateExpected {
                field: field.label.to_owned(),
            };
            failures.take::<()>(Err(ApiError::field(field.name, expected)))?;
        }
        (column.set)(&mut row, Text::from(typed));
    }
    // One of the two days may be left as it is.
    for (field, from) in form.fields.iter().filter_map(|field| Some((field, field.from?))) {
        if let (Some(first), Some(last)) = (day(value(&row, from)), day(value(&row, field.column)))
            && last < first
        {
            failures.take::<()>(Err(ApiError::field(field.name, Reason::DatesReversed)))?;
        }
    }
    if let Some(reference) = form
        .reference
        .as_ref()
        .filter(|reference| !failures.has(reference.field))
    {
        refer(app, form, reference, &before, &mut row, &mut failures).await?;
    }
    failures.end()?;
    row.typed(&before);
    row.complete();
    Ok(row)
}

/// Checks the field that refers to rows of another kind, and copies the dependent fields from that row. A reference that the
/// row had before may stay even if its target is gone.
async fn refer<K: Kind>(
    app: &App,
    form: &Form,
    reference: &Reference,
    before: &K,
    row: &mut K,
    failures: &mut Failures,
) -> Result<(), ApiError> {
    let Some(field) = form.fields.iter().find(|field| field.name == reference.field) else {
        return Ok(());
    };
    let codes = |row: &K| match (field.list, value(row, field.column)) {
        (_, "") => Vec::new(),
        (true, list) => serde_json::from_str(list).unwrap_or_default(),
        (false, code) => vec![code.to_owned()],
    };
    let (typed, kept): (Vec<String>, Vec<String>) = (codes(row), codes(before));
    if typed.is_empty() {
        return Ok(());
    }
    let columns: Vec<_> = std::iter::once(reference.column)
        .chain(reference.copies.iter().map(|(theirs, _)| *theirs))
        .collect();
    let wanted = Selection {
        any_of: Some((reference.column.to_owned(), typed.clone())),
        ..Selection::default()
    };
    let store = app.engine.store();
    let found = store.distinct(reference.kind, &columns, &wanted).await?;
    let is_there = |code: &String| kept.contains(code) || found.iter().any(|there| there[0] == *code);
    if let Some(unknown) = typed.iter().find(|code| !is_there(code))
        && (reference.needed || store.has_rows(reference.kind).await?)
    {
        let unknown = Reason::CodeUnknown {
            field: field.label.to_owned(),
            code: unknown.clone(),
            kind: reference.label.to_owned(),
        };
        return failures.take(Err(ApiError::field(field.name, unknown)));
    }
    if let Some(values) = found.into_iter().next_back() {
        for ((_, ours), value) in reference.copies.iter().zip(values.into_iter().skip(1)) {
            if let Some(column) = K::FIELDS.iter().find(|column| column.name == *ours) {
                (column.set)(row, value.into());
            }
        }
    }
    Ok(())
}
