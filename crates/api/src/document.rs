//! The API's document (`/openapi.json`), and how a route comes into being together with its description.

use crate::{
    App,
    list_query::{LONGEST_SEARCH, MISSING, PER_PAGE},
    strict::{self, ACTOR, Known, Parameter, ParameterValue},
};
use axum::{
    handler::Handler,
    middleware,
    routing::{MethodFilter, MethodRouter, on},
};
use selaras_kinds::Kind;
use selaras_store::jobs::{Failure, JobState, Outcome};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use utoipa::openapi::{HttpMethod, OpenApi, PathItem, Paths, path::Operation};
use utoipa_axum::router::UtoipaMethodRouter;

/// What a call takes and gives.
pub(crate) struct Call {
    method: HttpMethod,
    path: String,
    summary: String,
    tag: &'static str,
    parameters: Vec<Value>,
    query: Vec<Parameter>,
    body: Option<Value>,
    /// Members of the body, which are all that the call takes; `None`: another system's body.
    members: Option<Vec<String>>,
    replies: Vec<(u16, &'static str, &'static str, Value)>,
    open: bool,
}

impl Call {
    pub(crate) fn get(path: impl Into<String>, summary: impl Into<String>) -> Self {
        Self::new(HttpMethod::Get, path, summary)
    }

    pub(crate) fn post(path: impl Into<String>, summary: impl Into<String>) -> Self {
        Self::new(HttpMethod::Post, path, summary)
    }

    pub(crate) fn put(path: impl Into<String>, summary: impl Into<String>) -> Self {
        Self::new(HttpMethod::Put, path, summary)
    }

    pub(crate) fn delete(path: impl Into<String>, summary: impl Into<String>) -> Self {
        Self::new(HttpMethod::Delete, path, summary)
    }

    fn new(method: HttpMethod, path: impl Into<String>, summary: impl Into<String>) -> Self {
        Self {
            method,
            path: path.into(),
            summary: summary.into(),
            tag: "selaras",
            parameters: Vec::new(),
            query: Vec::new(),
            body: None,
            members: Some(vec![ACTOR.to_owned()]),
            replies: Vec::new(),
            open: false,
        }
    }

    /// The group that the call is shown in.
    pub(crate) fn tag(mut self, tag: &'static str) -> Self {
        self.tag = tag;
        self
    }

    /// The call needs no key.
    pub(crate) fn open(mut self) -> Self {
        self.open = true;
        self
    }

    /// The body's members: name and schema, and which must be there. It takes no others, but for who asks.
    pub(crate) fn body(mut self, members: &[(&str, Value)], required: &[&str]) -> Self {
        let mut properties: Map<_, _> = members
            .iter()
            .map(|(name, schema)| ((*name).to_owned(), schema.clone()))
            .collect();
        properties.entry(ACTOR).or_insert_with(text);
        self.members = Some(properties.keys().cloned().collect());
        let mut schema = json!({ "type": "object", "properties": properties, "additionalProperties": false });
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        self.body = Some(schema);
        self
    }

    /// A body in another system's words, which may come to have more members than these.
    pub(crate) fn foreign_body(mut self, members: &[(&str, Value)], required: &[&str]) -> Self {
        let mut schema = object(members);
        schema["required"] = json!(required);
        self.body = Some(schema);
        self.members = None;
        self
    }

    /// A parameter of the path.
    pub(crate) fn path(mut self, name: &str, schema: Value) -> Self {
        self.parameters
            .push(json!({ "in": "path", "name": name, "required": true, "schema": schema }));
        self
    }

    /// A header that makes a difference.
    pub(crate) fn header(mut self, name: &str) -> Self {
        self.parameters
            .push(json!({ "in": "header", "name": name, "required": false, "schema": text() }));
        self
    }

    /// A parameter of the address's query.
    pub(crate) fn query(mut self, name: &'static str, value: ParameterValue) -> Self {
        let schema = match &value {
            ParameterValue::Page => json!({ "type": "integer", "minimum": 0 }),
            ParameterValue::PerPage => {
                json!({ "type": "integer", "minimum": PER_PAGE.start(), "maximum": PER_PAGE.end() })
            }
            ParameterValue::Sort(columns) => json!({ "type": "string", "enum": columns }),
            ParameterValue::Order => json!({ "type": "string", "enum": ["asc", "desc"] }),
            ParameterValue::Search => json!({ "type": "string", "maxLength": LONGEST_SEARCH }),
            ParameterValue::Switch => flag(),
            ParameterValue::Text => text(),
        };
        self.parameters
            .push(json!({ "in": "query", "name": name, "required": false, "schema": schema }));
        self.query.push(Parameter { name, value });
        self
    }

    /// The parameters of what comes in pages and can be searched.
    pub(crate) fn pages(self) -> Self {
        self.query("page", ParameterValue::Page)
            .query("per_page", ParameterValue::PerPage)
            .query("q", ParameterValue::Search)
    }

    /// The parameters of a list that is sorted by `columns`, or by the id, and filtered by `filters`.
    pub(crate) fn list(self, columns: impl IntoIterator<Item = &'static str>, filters: &[&'static str]) -> Self {
        let mut sorts = vec!["id"];
        sorts.extend(columns.into_iter().filter(|column| *column != "id"));
        let sorted = self
            .pages()
            .query("sort", ParameterValue::Sort(sorts))
            .query("order", ParameterValue::Order);
        filters
            .iter()
            .fold(sorted, |call, filter| call.query(filter, ParameterValue::Text))
    }

    /// The filter of rows that the source does not list any more, or still lists.
    pub(crate) fn missing(self) -> Self {
        self.query(MISSING, ParameterValue::Switch)
    }

    /// What `data` is on success.
    pub(crate) fn gives(self, data: Value) -> Self {
        self.reply(200, "Berhasil", envelope(&[("data", data)]))
    }

    /// What `data` is on success, for a list: with `total` where a page was asked for.
    pub(crate) fn gives_rows(self, row: Value) -> Self {
        let members = [("data", json!({ "type": "array", "items": row })), ("total", integer())];
        self.reply(200, "Berhasil", optional(envelope(&members), "total"))
    }

    /// What `data` is for a list that is an object whose members are lists; a page of it is a plain list.
    pub(crate) fn gives_rows_by_key(self, row: Value) -> Self {
        let list = json!({ "type": "array", "items": row });
        let data = json!({ "oneOf": [list.clone(), { "type": "object", "additionalProperties": list }] });
        self.reply(
            200,
            "Berhasil",
            optional(envelope(&[("data", data), ("total", integer())]), "total"),
        )
    }

    /// Any other reply.
    pub(crate) fn reply(self, status: u16, description: &'static str, schema: Value) -> Self {
        self.media(status, description, "application/json", schema)
    }

    /// A file of this content type on success.
    pub(crate) fn gives_file(self, media: &'static str) -> Self {
        self.media(200, "Berkas", media, json!({ "type": "string", "format": "binary" }))
    }

    /// Text of this content type on success.
    pub(crate) fn gives_text(self, media: &'static str) -> Self {
        self.media(200, "Berhasil", media, text())
    }

    fn media(mut self, status: u16, description: &'static str, media: &'static str, schema: Value) -> Self {
        self.replies.push((status, description, media, schema));
        self
    }

    fn operation(&self) -> Operation {
        let mut responses = Map::new();
        for (status, description, media, schema) in &self.replies {
            let content = json!({ *media: { "schema": schema } });
            responses.insert(
                status.to_string(),
                json!({ "description": description, "content": content }),
            );
        }
        let failure =
            json!({ "description": "Gagal", "content": { "application/json": { "schema": reference("Failure") } } });
        responses.insert("default".to_owned(), failure);
        let mut operation = json!({
            "tags": [self.tag],
            "summary": self.summary,
            "parameters": self.parameters,
            "responses": responses,
            "security": if self.open { json!([]) } else { json!([{ "key": [] }]) },
        });
        if let Some(body) = &self.body {
            operation["requestBody"] =
                json!({ "required": true, "content": { "application/json": { "schema": body } } });
        }
        // The JSON above is written here, so it is right or every test fails.
        #[allow(clippy::expect_used)]
        serde_json::from_value(operation).expect("an operation")
    }
}

/// A route: the handler, and what it takes and gives. There is no other way to make one.
pub(crate) fn route<H, T>(call: &Call, handler: H) -> UtoipaMethodRouter<App>
where
    H: Handler<T, App>,
    T: 'static,
{
    let mut paths = Paths::new();
    paths
        .paths
        .insert(call.path.clone(), PathItem::new(call.method.clone(), call.operation()));
    let filter = match call.method {
        HttpMethod::Post => MethodFilter::POST,
        HttpMethod::Put => MethodFilter::PUT,
        HttpMethod::Delete => MethodFilter::DELETE,
        _ => MethodFilter::GET,
    };
    let known = Arc::new(Known {
        parameters: call.query.clone(),
        members: call.members.clone(),
    });
    let router: MethodRouter<App> = on(filter, handler).layer(middleware::from_fn_with_state(known, strict::hold));
    (Vec::new(), paths, router)
}

/// A text.
pub(crate) fn text() -> Value {
    json!({ "type": "string" })
}

/// A text or null.
pub(crate) fn optional_text() -> Value {
    json!({ "type": ["string", "null"] })
}

/// A whole number.
pub(crate) fn integer() -> Value {
    json!({ "type": "integer" })
}

/// A whole number or null.
pub(crate) fn nullable_integer() -> Value {
    json!({ "type": ["integer", "null"] })
}

/// A switch.
pub(crate) fn flag() -> Value {
    json!({ "type": "boolean" })
}

/// A component by name.
pub(crate) fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// An object whose members are all there.
pub(crate) fn object(members: &[(&str, Value)]) -> Value {
    let names: Vec<_> = members.iter().map(|(name, _)| *name).collect();
    let properties: Map<_, _> = members
        .iter()
        .map(|(name, schema)| ((*name).to_owned(), schema.clone()))
        .collect();
    json!({ "type": "object", "properties": properties, "required": names })
}

/// The same object with a member that may be absent.
pub(crate) fn optional(mut schema: Value, member: &str) -> Value {
    if let Some(required) = schema["required"].as_array_mut() {
        required.retain(|name| name != member);
    }
    schema
}

fn envelope(members: &[(&str, Value)]) -> Value {
    let mut all = vec![("msg", json!({ "type": "string", "enum": ["Success"] }))];
    all.extend(members.iter().cloned());
    object(&all)
}

/// The outcome of an action: its sentence and its job; or, for a dry run, the plan.
pub(crate) fn action_reply() -> Value {
    optional(
        envelope(&[
            ("data", json!({ "oneOf": [text(), reference("Plan")] })),
            ("job", reference("Job")),
        ]),
        "job",
    )
}

/// Rows by outcome; an outcome that no row came to is left out.
fn counts() -> Value {
    let members: serde_json::Map<_, _> = Outcome::all().map(|outcome| (outcome.word(), integer())).collect();
    json!({ "type": "object", "properties": members, "additionalProperties": false })
}

/// A list of rows.
fn list_of(name: &str) -> Value {
    json!({ "type": "array", "items": reference(name) })
}

/// The component that describes a row of the dashboard.
pub(crate) fn row_schema<K: Kind>() -> Value {
    let mut members: Vec<_> = vec![("id", integer())];
    members.extend(K::FIELDS.iter().map(|field| (field.name, text())));
    members.extend([
        (
            "migration",
            json!({ "type": "string", "enum": ["belum", "sudah", "berubah", "gagal"] }),
        ),
        ("migration_reason", optional_text()),
        (
            "enroll",
            json!({ "type": "string", "enum": ["belum", "sudah", "ditangguhkan", "gagal"] }),
        ),
        ("enroll_reason", optional_text()),
        ("missing_since", optional_text()),
        ("synced_at", optional_text()),
        ("exported_at", optional_text()),
    ]);
    if K::IS_PERSON {
        members.push(("password", json!({ "type": "string", "enum": ["-"] })));
    }
    object(&members)
}

/// The component that describes a row of the source.
pub(crate) fn source_row_schema<K: Kind>() -> Value {
    let mut members: Vec<_> = vec![("id", integer())];
    members.extend(K::FIELDS.iter().map(|field| (field.name, text())));
    object(&members)
}

/// Adds what the routes share: title, key, and the shapes they refer to.
pub(crate) fn describe(document: &mut OpenApi) {
    let waits_for = object(&[
        ("id", integer()),
        ("kind", text()),
        ("verb", text()),
        ("message", text()),
    ]);
    let plan_row = object(&[
        ("key", text()),
        ("label", text()),
        (
            "changes",
            json!({ "type": "array", "items": object(&[("field", text()), ("from", text()), ("to", text())]) }),
        ),
        ("reason", text()),
        ("has_grades", json!({ "type": ["boolean", "null"] })),
        ("last_access", optional_text()),
    ]);
    let components = json!({
        "Failure": optional(object(&[
            ("msg", json!({ "type": "string", "enum": ["Error"] })),
            ("data", text()),
            ("message", text()),
            ("code", text()),
            ("fields", json!({ "type": "object", "additionalProperties": text() })),
        ]), "fields"),
        "Job": object(&[
            ("id", integer()), ("kind", text()), ("verb", text()),
            ("state", json!({ "type": "string", "enum": JobState::all().collect::<Vec<_>>() })),
            ("actor", text()), ("message", text()),
            ("failure", json!({ "oneOf": [
                { "type": "string", "enum": Failure::all().collect::<Vec<_>>() }, { "type": "null" },
            ] })),
            ("total", nullable_integer()), ("done", integer()),
            ("counts", counts()),
            ("created_at", optional_text()), ("started_at", optional_text()), ("finished_at", optional_text()),
            ("undoable", flag()), ("undone_by", nullable_integer()), ("undo_of", nullable_integer()),
            ("waits_for", json!({ "oneOf": [waits_for, { "type": "null" }] })),
            ("warnings", json!({ "type": "array", "items": object(&[("text", text()), ("mend", optional_text())]) })),
        ]),
        "JobRow": object(&[
            ("outcome", json!({ "type": "string", "enum": Outcome::all().collect::<Vec<_>>() })), ("key", text()), ("label", optional_text()), ("reason", optional_text()),
        ]),
        "Attendance": object(&[
            ("id", integer()), ("username", text()), ("email", text()), ("meeting_id", text()), ("topic", text()),
            ("date_meeting", text()), ("start_meeting", text()), ("end_meeting", text()), ("join_time", text()),
            ("leave_time", text()), ("leave_reason", text()), ("duration_join", text()), ("keterangan", text()),
        ]),
        "LogEntry": object(&[
            ("id", integer()), ("action", text()), ("actor", text()), ("created_at", optional_text()),
            ("job_id", nullable_integer()),
        ]),
        "PlanRow": optional(optional(optional(optional(plan_row, "changes"), "reason"), "has_grades"), "last_access"),
        "Plan": optional(optional(optional(optional(object(&[
            ("counts", object(&[
                ("create", integer()), ("update", integer()), ("leaving", integer()), ("moved", integer()),
                ("unchanged", integer()), ("missing", integer()), ("conflict", integer()),
            ])),
            ("rows", object(&[
                ("create", list_of("PlanRow")), ("update", list_of("PlanRow")), ("leaving", list_of("PlanRow")),
                ("moved", list_of("PlanRow")), ("missing", list_of("PlanRow")), ("conflict", list_of("PlanRow")),
            ])),
            ("warning", text()),
            ("notes", json!({ "type": "array", "items": text() })),
            ("leaving", json!({ "type": "string", "enum": ["suspend", "unenrol"] })),
            ("people", integer()),
            ("guard", object(&[("reason", text()), ("name", text())])),
            ("token", text()),
        ]), "warning"), "guard"), "leaving"), "people"),
        "User": object(&[
            ("id", integer()), ("name", text()), ("username", text()), ("active", flag()),
            ("created_at", optional_text()),
        ]),
    });
    let mut whole = serde_json::to_value(&*document).unwrap_or_default();
    whole["info"] = json!({
        "title": "Selaras",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "Data akademik selaras antara sistem akademik, dashboard dan e-learning.",
    });
    whole["components"]["schemas"] = components;
    whole["components"]["securitySchemes"] =
        json!({ "key": { "type": "apiKey", "in": "header", "name": "X-Authorization" } });
    for (name, schema) in crate::routes::schemas() {
        whole["components"]["schemas"][name] = schema;
    }
    // The JSON is the document's own with the parts above put in.
    #[allow(clippy::expect_used)]
    {
        *document = serde_json::from_value(whole).expect("an OpenAPI document");
    }
}
