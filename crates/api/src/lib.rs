//! Selaras over HTTP: router, envelope, sign-in, API document, and the built front end.
//!
//! `routes/` has one file for each subject; `routes/kind.rs` has the calls of every kind. Routes are made by
//! [`document::route`], which also takes the description, so no call can be missing in the document.

mod access;
mod attendance;
mod body;
mod caller;
mod document;
mod error;
mod excel;
mod json;
mod language;
mod list_query;
mod log_file;
mod oidc;
mod password;
mod refusals;
mod reply;
mod request_id;
mod routes;
mod second_factor;
mod server;
mod session;
pub mod setup;
mod streams;
mod strict;
mod vault;
mod web;

pub use error::ApiError;
pub use oidc::{Admits, ProviderSettings};
pub use routes::{connections::SettingOrigin, keep_figures};
pub use server::{Limits, serve};

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::{HeaderName, HeaderValue, Request, header},
    middleware,
    response::Response,
};
use secrecy::SecretString;
use selaras_engine::{Engine, Inbox};
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use tower_http::{
    catch_panic::CatchPanicLayer, compression::CompressionLayer, set_header::SetResponseHeaderLayer, trace::TraceLayer,
};
use utoipa::openapi::OpenApi;

/// Who may sign up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Signup {
    /// The first account is active at once; later ones wait for approval by an administrator.
    Approval,
    /// Every account is active at once.
    Open,
    /// No sign-up once there is an account.
    Closed,
}

/// Which new passwords are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NewPasswords {
    /// Any password of the minimum length, as the specification has it.
    Any,
    /// No password that is guessed early.
    HardToGuess,
}

/// Settings of the API.
#[derive(Debug, Clone)]
pub struct ApiSettings {
    /// Who may sign up.
    pub signup: Signup,
    /// Which new passwords are accepted.
    pub passwords: NewPasswords,
    /// Lifetime of a key.
    pub key_lifetime: Duration,
    /// How long a session may be idle; `None`: as long as its key is valid.
    pub idle: Option<Duration>,
    /// True if the MBKM screen is in use.
    pub mbkm: bool,
    /// The campus's time zone: `Asia/Jakarta`.
    pub time_zone: String,
    /// Sign-in tries per minute and user name.
    pub logins_per_minute: u32,
    /// The key for stored secrets; without it there are no second factors.
    pub secret_key: Option<SecretString>,
    /// The institution's sign-in providers.
    pub providers: Vec<ProviderSettings>,
    /// Our public address.
    pub public_url: Option<url::Url>,
    /// The secret of Zoom's webhooks; without it none is accepted.
    pub zoom_webhook_secret: Option<SecretString>,
    /// Maximum size of an upload for a source's list, in bytes.
    pub largest_upload: u64,
    /// The origin of each setting that is not the default, by name.
    pub origins: BTreeMap<String, SettingOrigin>,
}

impl ApiSettings {
    /// True if the public address uses HTTPS.
    pub(crate) fn is_served_securely(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.scheme() == "https")
    }
}

/// State of all handlers.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) engine: Engine,
    pub(crate) settings: Arc<ApiSettings>,
    pub(crate) passwords: password::Passwords,
    pub(crate) refusals: Arc<refusals::Refusals>,
    pub(crate) vault: Arc<vault::Vault>,
    pub(crate) providers: oidc::Providers,
    pub(crate) inbox: Option<Inbox>,
    pub(crate) excel: excel::ExcelWriter,
    pub(crate) streams: streams::Streams,
    pub(crate) health_cache: routes::health::HealthCache,
}

impl App {
    fn of(engine: Engine, settings: ApiSettings) -> Self {
        let inbox = settings
            .zoom_webhook_secret
            .as_ref()
            .map(|_| Inbox::open(engine.store().clone()));
        Self {
            engine,
            inbox,
            passwords: password::Passwords::default(),
            excel: excel::ExcelWriter::default(),
            streams: streams::Streams::default(),
            health_cache: routes::health::HealthCache::default(),
            refusals: Arc::default(),
            providers: oidc::Providers::new(&settings.providers, settings.public_url.as_ref()),
            vault: Arc::new(vault::Vault::new(settings.secret_key.as_ref())),
            settings: Arc::new(settings),
        }
    }
}

/// Maximum size of a body in bytes.
const BODY_LIMIT: usize = 2 << 20;

/// The whole API and front end as one router.
pub fn router(engine: Engine, settings: ApiSettings) -> Router {
    outermost(handlers(engine, settings))
}

/// Health and metrics, for a process that serves nothing else.
pub fn standing(engine: Engine, settings: ApiSettings) -> Router {
    let standing = routes::standing().into_router().fallback(routes::no_such_address);
    outermost(answering(standing, App::of(engine, settings)))
}

/// All routes with access control. [`router`] adds the outer layers.
pub fn handlers(engine: Engine, settings: ApiSettings) -> Router {
    let (open, closed) = (routes::open().into_router(), routes::closed().into_router());
    let app = App::of(engine, settings);
    // Closed by default: only routes in `routes::open` need no key.
    let closed = closed.route_layer(middleware::from_fn_with_state(app.clone(), session::require_key));
    answering(open.merge(closed).fallback(web::serve), app)
}

/// A header of every reply while the disk is full, so that each screen can show it.
const DISK: HeaderName = HeaderName::from_static("selaras-disk");

/// Adds the state and a counter of requests.
fn answering(routes: Router<App>, app: App) -> Router {
    let store = app.engine.store().clone();
    let disk = move |_: &Response| store.disk_is_full().then(|| HeaderValue::from_static("full"));
    routes
        .method_not_allowed_fallback(routes::method_not_allowed)
        .with_state(app)
        .layer(SetResponseHeaderLayer::overriding(DISK, disk))
        .layer(middleware::from_fn(routes::count))
}

/// The outer layers: limits, languages, headers and request ids. They wrap the router as a whole: around each route they
/// would take megabytes.
fn outermost(router: Router) -> Router {
    Router::new()
        .fallback_service(router)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(CatchPanicLayer::custom(error::panicked))
        .layer(middleware::from_fn(language::speak))
        .layer(CompressionLayer::new())
        .layer(header_layer(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header_layer(header::REFERRER_POLICY, "same-origin"))
        // Most replies contain personal data or keys. The front end's files override this.
        .layer(header_layer(header::CACHE_CONTROL, "no-store"))
        .layer(header_layer(header::X_FRAME_OPTIONS, "DENY"))
        .layer(header_layer(
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; object-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        ))
        .layer(TraceLayer::new_for_http().make_span_with(|request: &Request<_>| {
            // The path without its query, which may contain a search for a person.
            tracing::debug_span!("asked", method = %request.method(), path = request.uri().path())
        }))
        .layer(middleware::from_fn(request_id::identify))
}

fn header_layer(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}

/// The API's document, as `/openapi.json` serves it.
pub fn openapi() -> OpenApi {
    let mut document = routes::closed().merge(routes::open()).document();
    document::describe(&mut document);
    document
}
