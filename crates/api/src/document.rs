//! The API's document (`/openapi.json`), and how a route is built together with its description.

use crate::{
    ApiError,
    access::{self, Need},
    body::Fields,
    call_input::{Known, Parameter, ParameterValue},
    error::FailureReply,
    list_query::{LONGEST_SEARCH, MISSING, PER_PAGE, REASON},
    reply::{All, One, Rows},
    request_id::{self, Name},
    server::Turn,
    strict::{self, ACTOR, LONGEST_LIST},
};
use axum::{
    Router,
    extract::{DefaultBodyLimit, Request, State},
    handler::Handler,
    response::{IntoResponse, Response as Answer},
    routing::{MethodFilter, MethodRouter, on},
};
use futures::future::BoxFuture;
use selaras_store::administrators::Role;
use serde_json::{Map, Value, json};
use std::{panic::resume_unwind, sync::Arc};
use tokio::task::JoinError;
use tracing::Instrument;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        Components, Content, HttpMethod, InfoBuilder, KnownFormat, OpenApi, Paths, Ref, RefOr, Response,
        ResponseBuilder, Schema, SchemaFormat, Type,
        path::Operation,
        schema::ObjectBuilder,
        security::{ApiKey, ApiKeyValue, SecurityScheme},
    },
};

/// The content type of all replies that are not files.
const JSON: &str = "application/json";

/// Schemas by name.
type Schemas = Vec<(String, RefOr<Schema>)>;

/// A reply of a call. Its schema is built when the document is requested.
struct Reply {
    status: String,
    description: &'static str,
    media: &'static str,
    schema: fn() -> RefOr<Schema>,
}

impl Reply {
    fn response(&self) -> Response {
        let content = Content::new(Some((self.schema)()));
        let response = ResponseBuilder::new().description(self.description);
        response.content(self.media, content).build()
    }
}

/// Description of a call: its input and its replies.
pub(crate) struct Call {
    method: HttpMethod,
    path: String,
    summary: String,
    tag: &'static str,
    parameters: Vec<Value>,
    query: Vec<Parameter>,
    body: Option<Value>,
    /// All members that the body may have; `None`: the body has another system's format.
    members: Option<Vec<String>>,
    /// True if the body is a file.
    file: bool,
    replies: Vec<Reply>,
    /// Schemas that the replies refer to.
    schemas: Vec<fn(&mut Schemas)>,
    need: Need,
    open: bool,
    longest: Option<usize>,
}

/// Maximum body size in bytes for calls without a key. The client may be anonymous, and the body is buffered whole.
const ANONYMOUS_BODY_BYTES: usize = 8 << 10;

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
            need: Need::of(&method),
            open: false,
            longest: None,
            method,
            path: path.into(),
            summary: summary.into(),
            tag: "selaras",
            parameters: Vec::new(),
            query: Vec::new(),
            body: None,
            members: Some(vec![ACTOR.to_owned()]),
            file: false,
            replies: Vec::new(),
            schemas: Vec::new(),
        }
        .component::<FailureReply>()
        .media("default", "Gagal", JSON, || {
            Ref::from_schema_name(FailureReply::name()).into()
        })
    }

    /// The group of the call in the document.
    pub(crate) fn tag(mut self, tag: &'static str) -> Self {
        self.tag = tag;
        self
    }

    /// The call needs no key.
    pub(crate) fn open(mut self) -> Self {
        self.open = true;
        self.longest = Some(ANONYMOUS_BODY_BYTES);
        self.authorizes_itself()
    }

    /// Maximum body size in bytes, if it differs from the default.
    pub(crate) fn longest(mut self, bytes: usize) -> Self {
        self.longest = Some(bytes);
        self
    }

    /// The handler itself decides who needs a key.
    pub(crate) fn authorizes_itself(mut self) -> Self {
        self.need = Need::Nothing;
        self
    }

    /// The call only reads, although its method could change something.
    pub(crate) fn reads(mut self) -> Self {
        self.need = Need::Seeing;
        self
    }

    /// The call changes only the caller's own account.
    pub(crate) fn own(mut self) -> Self {
        self.need = Need::Own;
        self
    }

    /// The call reads data that only administrators may see.
    pub(crate) fn for_administrators(mut self) -> Self {
        self.need = Need::Changing;
        self
    }

    /// The body's members, by name and schema, and which are required. No others are accepted except the actor's name.
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

    /// A body in another system's format, which may have more members than these.
    pub(crate) fn foreign_body(mut self, members: &[(&str, Value)], required: &[&str]) -> Self {
        let mut schema = object(members);
        schema["required"] = json!(required);
        self.body = Some(schema);
        self.members = None;
        self
    }

    /// The body is a file, which may be larger than other bodies.
    pub(crate) fn takes_file(mut self) -> Self {
        self.members = None;
        self.file = true;
        self
    }

    /// A parameter of the path.
    pub(crate) fn path(mut self, name: &str, schema: Value) -> Self {
        self.parameters
            .push(json!({ "in": "path", "name": name, "required": true, "schema": schema }));
        self
    }

    /// A header that the call reads.
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
            ParameterValue::Code => json!({ "type": "string", "pattern": "^[a-z_]+$" }),
            ParameterValue::Text => text(),
        };
        self.parameters
            .push(json!({ "in": "query", "name": name, "required": false, "schema": schema }));
        self.query.push(Parameter { name, value });
        self
    }

    /// The parameters of a paged list with a search.
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

    /// The filters by state: whether the source still lists the row, and why it failed.
    pub(crate) fn missing(self) -> Self {
        self.query(MISSING, ParameterValue::Switch)
            .query(REASON, ParameterValue::Code)
    }

    /// One object on success.
    pub(crate) fn gives_one<T: ToSchema>(self) -> Self {
        self.gives::<One<T>>().component::<T>()
    }

    /// A whole list on success.
    pub(crate) fn gives_all<T: ToSchema>(self) -> Self {
        self.gives::<All<T>>().component::<T>()
    }

    /// A list on success, with `total` if a page was requested.
    pub(crate) fn gives_rows<T: ToSchema>(self) -> Self {
        self.gives::<Rows<T>>().component::<T>()
    }

    /// Adds the schema of a generic reply's type parameter.
    pub(crate) fn component<T: ToSchema>(mut self) -> Self {
        self.schemas
            .push(|schemas| schemas.push((T::name().into(), T::schema())));
        self
    }

    /// The reply on success, as its type describes itself.
    pub(crate) fn gives<R: ToSchema>(self) -> Self {
        self.reply::<R>(200, "Berhasil")
    }

    /// Any reply, as its type describes itself.
    pub(crate) fn reply<R: ToSchema>(mut self, status: u16, description: &'static str) -> Self {
        self.schemas.push(R::schemas);
        self.media(status, description, JSON, R::schema)
    }

    /// A file of this content type on success.
    pub(crate) fn gives_file(self, media: &'static str) -> Self {
        self.media(200, "Berkas", media, || {
            ObjectBuilder::new()
                .schema_type(Type::String)
                .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
                .into()
        })
    }

    /// Text of this content type on success.
    pub(crate) fn gives_text(self, media: &'static str) -> Self {
        self.media(200, "Berhasil", media, String::schema)
    }

    /// Server-sent events on success, each with data of type `T`.
    pub(crate) fn gives_events<T: ToSchema>(mut self) -> Self {
        self.schemas.push(T::schemas);
        self.component::<T>().media(200, "Berhasil", "text/event-stream", || {
            Ref::from_schema_name(T::name()).into()
        })
    }

    fn media(
        mut self,
        status: impl ToString,
        description: &'static str,
        media: &'static str,
        schema: fn() -> RefOr<Schema>,
    ) -> Self {
        self.replies.push(Reply {
            status: status.to_string(),
            description,
            media,
            schema,
        });
        self
    }

    fn operation(&self) -> Operation {
        let roles = Role::ALL.into_iter().filter(|role| self.need.is_met_by(*role));
        let roles: Vec<_> = roles.map(Role::as_str).collect();
        let mut operation = json!({
            "tags": [self.tag],
            "summary": self.summary,
            "parameters": self.parameters,
            "responses": {},
            // The roles that may make the call.
            "security": if self.open { json!([]) } else { json!([{ "key": roles }]) },
        });
        if let Some(body) = &self.body {
            operation["requestBody"] =
                json!({ "required": true, "content": { "application/json": { "schema": body } } });
        }
        if self.file {
            let bytes = json!({ "schema": { "type": "string", "format": "binary" } });
            operation["requestBody"] = json!({ "required": true, "content": { "application/octet-stream": bytes } });
        }
        // The JSON above is a constant: if it is wrong, every test fails.
        #[allow(clippy::expect_used)]
        let mut operation: Operation = serde_json::from_value(operation).expect("a valid operation");
        let responses = &mut operation.responses.responses;
        for reply in &self.replies {
            let response = reply.response();
            match responses.get_mut(&reply.status) {
                Some(RefOr::T(known)) => known.content.extend(response.content),
                _ => drop(responses.insert(reply.status.clone(), response.into())),
            }
        }
        operation
    }
}

/// A type-erased handler: the code around it is compiled and run once, not per handler.
type Answering<S> = Arc<dyn Fn(Request, S) -> BoxFuture<'static, Answer> + Send + Sync>;

/// A call and its handler.
pub(crate) struct Route<S> {
    call: Call,
    handler: MethodRouter<S>,
}

/// Builds a route from a description and a handler. There is no other way to make one.
pub(crate) fn route<H, T, S>(call: Call, handler: H) -> Route<S>
where
    H: Handler<T, S>,
    T: 'static,
    S: Clone + Send + Sync + 'static,
{
    guarded(
        call,
        Arc::new(move |request, state| Box::pin(handler.clone().call(request, state))),
    )
}

/// Wraps a handler with the checks for access and for unknown fields.
fn guarded<S: Clone + Send + Sync + 'static>(call: Call, answering: Answering<S>) -> Route<S> {
    let filter = match call.method {
        HttpMethod::Post => MethodFilter::POST,
        HttpMethod::Put => MethodFilter::PUT,
        HttpMethod::Delete => MethodFilter::DELETE,
        _ => MethodFilter::GET,
    };
    let need = call.need;
    let known = Arc::new(Known {
        parameters: call.query.clone(),
        members: call.members.clone(),
        file: call.file,
    });
    let longest = call.longest;
    // An upload ends with its client, and one transaction stores it together with its log entry. A plan is of use only to
    // the client that waits for it.
    let only_reads = call.method == HttpMethod::Get || need == Need::Seeing || call.file;
    let handler = on(filter, move |State(state): State<S>, request: Request| async move {
        access::admit(need, &request)?;
        let request = strict::hold(&known, request).await?;
        let extensions = request.extensions();
        let only_reads = only_reads || extensions.get().is_some_and(Fields::is_dry_run);
        let (turn, name) = (extensions.get().cloned(), extensions.get().cloned());
        let answering = answering(request, state);
        Ok::<_, ApiError>(match only_reads {
            true => answering.await,
            false => run_to_end(turn, name, answering).await,
        })
    });
    let handler = match longest {
        Some(bytes) => handler.layer(DefaultBodyLimit::max(bytes)),
        None => handler,
    };
    Route { call, handler }
}

/// Runs a call to its end even if the client disconnects, so that all that was written is also logged and notified. The
/// connection's slot stays occupied until then.
async fn run_to_end(turn: Option<Turn>, name: Option<Name>, answering: BoxFuture<'static, Answer>) -> Answer {
    let doing = async move {
        let _turn = turn;
        request_id::within(name, answering).await
    };
    match tokio::spawn(doing.in_current_span())
        .await
        .map_err(JoinError::try_into_panic)
    {
        Ok(answer) => answer,
        // The panic continues here as if the handler had run in this task.
        Err(Ok(panic)) => resume_unwind(panic),
        Err(Err(_)) => ApiError::Internal.into_response(),
    }
}

/// Routes and their descriptions. A server drops the descriptions: their schemas take tens of megabytes and are built when
/// the document is requested (decision 41).
pub(crate) struct Routes<S> {
    router: Router<S>,
    calls: Vec<Call>,
}

impl<S: Clone + Send + Sync + 'static> Routes<S> {
    /// An empty set of routes.
    pub(crate) fn new() -> Self {
        Self {
            router: Router::new(),
            calls: Vec::new(),
        }
    }

    /// Adds a route.
    pub(crate) fn with(mut self, Route { call, handler }: Route<S>) -> Self {
        self.router = self.router.route(&call.path, handler);
        self.calls.push(call);
        self
    }

    /// Adds these routes.
    pub(crate) fn merge(mut self, routes: Self) -> Self {
        self.router = self.router.merge(routes.router);
        self.calls.extend(routes.calls);
        self
    }

    /// The router to serve.
    pub(crate) fn into_router(self) -> Router<S> {
        self.router
    }

    /// The document of these routes.
    pub(crate) fn document(&self) -> OpenApi {
        let (mut paths, mut components) = (Paths::new(), Components::new());
        for call in &self.calls {
            paths.add_path_operation(&call.path, vec![call.method.clone()], call.operation());
            let mut schemas = Vec::new();
            call.schemas.iter().for_each(|add| add(&mut schemas));
            components.schemas.extend(schemas);
        }
        let mut document = OpenApi::new(InfoBuilder::new().build(), paths);
        document.components = Some(components);
        document
    }
}

/// A text.
pub(crate) fn text() -> Value {
    json!({ "type": "string" })
}

/// A whole number.
pub(crate) fn integer() -> Value {
    json!({ "type": "integer" })
}

/// A switch.
pub(crate) fn flag() -> Value {
    json!({ "type": "boolean" })
}

/// A list with at least one of these items.
pub(crate) fn some(items: Value) -> Value {
    json!({ "type": "array", "items": items, "minItems": 1, "maxItems": LONGEST_LIST })
}

/// An object with only required members.
pub(crate) fn object(members: &[(&str, Value)]) -> Value {
    let names: Vec<_> = members.iter().map(|(name, _)| *name).collect();
    let properties: Map<_, _> = members
        .iter()
        .map(|(name, schema)| ((*name).to_owned(), schema.clone()))
        .collect();
    json!({ "type": "object", "properties": properties, "required": names })
}

/// Adds the title and the key scheme, which all routes share.
pub(crate) fn describe(document: &mut OpenApi) {
    document.info = InfoBuilder::new()
        .title("Selaras")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Data akademik selaras antara sistem akademik, dashboard dan e-learning.",
        ))
        .build();
    let key = ApiKey::Header(ApiKeyValue::new("X-Authorization"));
    document
        .components
        .get_or_insert_default()
        .add_security_scheme("key", SecurityScheme::ApiKey(key));
}

#[cfg(test)]
mod tests {
    use super::{Call, Routes, route};
    use crate::{
        layers::outermost,
        server::{Limits, Turn, serve},
    };
    use axum::extract::State;
    use std::{future::pending, sync::Arc, time::Duration};
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::{TcpListener, TcpStream},
        sync::{
            Notify,
            mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
        },
        task::JoinHandle,
        time::timeout,
    };
    use tokio_util::sync::CancellationToken;

    const PATIENCE: Duration = Duration::from_secs(30);

    /// Reports the steps of a handler and holds it until `go`.
    #[derive(Clone)]
    struct Probe {
        steps: UnboundedSender<&'static str>,
        go: Arc<Notify>,
    }

    /// Waits until the client has disconnected, then for `go`.
    async fn patient(State(probe): State<Probe>, turn: Turn) {
        let tell = |step| probe.steps.send(step).unwrap();
        tell("begun");
        assert!(turn.giving_way(pending::<()>()).await.is_err());
        tell("alone");
        probe.go.notified().await;
        tell("done");
    }

    async fn broken() {
        panic!("broken to order");
    }

    struct Served {
        stream: Option<TcpStream>,
        steps: UnboundedReceiver<&'static str>,
        go: Arc<Notify>,
        stop: CancellationToken,
        serving: JoinHandle<std::io::Result<()>>,
    }

    impl Served {
        async fn next(&mut self) -> &'static str {
            timeout(PATIENCE, self.steps.recv())
                .await
                .expect("a step in time")
                .unwrap()
        }
    }

    /// Serves both calls and sends a request to `path`.
    async fn serve_and_request(path: &str) -> Served {
        let routes = Routes::new()
            .with(route(Call::post("/patient", "Sabar").open(), patient))
            .with(route(Call::post("/broken", "Rusak").open(), broken));
        let (tell, steps) = unbounded_channel();
        let go = Arc::new(Notify::new());
        let probe = Probe {
            steps: tell,
            go: Arc::clone(&go),
        };
        let router = outermost(routes.into_router().with_state(probe));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let stop = CancellationToken::new();
        let stopped = stop.clone().cancelled_owned();
        let serving = tokio::spawn(serve(listener, router, Limits::default(), stopped));
        let request = format!("POST {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{{}}");
        stream.write_all(request.as_bytes()).await.unwrap();
        Served {
            stream: Some(stream),
            steps,
            go,
            stop,
            serving,
        }
    }

    #[tokio::test]
    async fn started_call_finishes_after_disconnect_and_stop() {
        let mut served = serve_and_request("/patient").await;
        assert_eq!(served.next().await, "begun");
        served.stream.take();
        assert_eq!(served.next().await, "alone");
        served.stop.cancel();
        served.go.notify_one();
        timeout(PATIENCE, served.serving)
            .await
            .expect("an end in time")
            .unwrap()
            .unwrap();
        assert_eq!(served.steps.try_recv(), Ok("done"));
    }

    #[tokio::test]
    async fn panicking_handler_gets_a_reply() {
        let served = serve_and_request("/broken").await;
        let mut answered = String::new();
        served.stream.unwrap().read_to_string(&mut answered).await.unwrap();
        assert!(answered.starts_with("HTTP/1.1 500"), "{answered}");
    }
}
