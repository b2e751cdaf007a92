//! Selaras over HTTP: one router, one envelope, sign-in, the API's document, and the built front end.
//!
//! `routes/` has one file for each subject; `routes/kind.rs` has the calls that every kind shares. A route is made by
//! [`document::route`], which takes its description too, so that a call that is not in the document cannot exist.

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
    /// The first account is active at once; later ones wait until an administrator approves them.
    Approval,
    /// Every account is active at once.
    Open,
    /// Nobody, once there is an account.
    Closed,
}

/// Which new passwords are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NewPasswords {
    /// Any that is long enough, as the specification has it.
    Any,
    /// None that is among the first that are guessed.
    HardToGuess,
}

/// What the API is told by the settings.
#[derive(Debug, Clone)]
pub struct ApiSettings {
    /// Who may sign up.
    pub signup: Signup,
    /// Which new passwords are taken.
    pub passwords: NewPasswords,
    /// How long a key lives.
    pub key_lifetime: Duration,
    /// How long a session may be left alone before it ends; `None`: as long as its key lives.
    pub idle: Option<Duration>,
    /// Whether the MBKM screen is in use.
    pub mbkm: bool,
    /// The campus's time zone: `Asia/Jakarta`.
    pub time_zone: String,
    /// Sign-ins tried for one user name in a minute.
    pub logins_per_minute: u32,
    /// With what secrets are sealed that have to be read again; without it there are no second factors.
    pub secret_key: Option<SecretString>,
    /// The institution's own ways to sign in.
    pub providers: Vec<ProviderSettings>,
    /// The product's own address, as people know it.
    pub public_url: Option<url::Url>,
    /// With what Zoom signs its webhooks; without it none is taken.
    pub zoom_webhook_secret: Option<SecretString>,
    /// Bytes that a file may have that is uploaded for a list of the source.
    pub largest_upload: u64,
    /// Where each setting is from that is not the default, by its name.
    pub origins: BTreeMap<String, SettingOrigin>,
}

impl ApiSettings {
    /// Whether people come by HTTPS.
    pub(crate) fn is_served_securely(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.scheme() == "https")
    }
}

/// What every handler can reach.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) engine: Engine,
    pub(crate) settings: Arc<ApiSettings>,
    pub(crate) passwords: password::Passwords,
    pub(crate) refusals: Arc<refusals::Refusals>,
    pub(crate) vault: Arc<vault::Vault>,
    pub(crate) providers: oidc::Providers,
    pub(crate) inbox: Option<Inbox>,
    pub(crate) excel: excel::Making,
    pub(crate) streams: streams::Streams,
    pub(crate) last_look: routes::health::LastLook,
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
            excel: excel::Making::default(),
            streams: streams::Streams::default(),
            last_look: routes::health::LastLook::default(),
            refusals: Arc::default(),
            providers: oidc::Providers::new(&settings.providers, settings.public_url.as_ref()),
            vault: Arc::new(vault::Vault::new(settings.secret_key.as_ref())),
            settings: Arc::new(settings),
        }
    }
}

/// Longest body that is taken, in bytes.
const BODY_LIMIT: usize = 2 << 20;

/// The whole of Selaras as one router.
pub fn router(engine: Engine, settings: ApiSettings) -> Router {
    outermost(handlers(engine, settings))
}

/// What tells how a process stands that serves nothing else: whether it lives, and its figures.
pub fn standing(engine: Engine, settings: ApiSettings) -> Router {
    let standing = routes::standing().into_router().fallback(routes::no_such_address);
    outermost(answering(standing, App::of(engine, settings)))
}

/// Every path with what answers there, and who may reach it. [`router`] serves it, behind what stands before them all.
pub fn handlers(engine: Engine, settings: ApiSettings) -> Router {
    let (open, closed) = (routes::open().into_router(), routes::closed().into_router());
    let app = App::of(engine, settings);
    // Closed unless it says otherwise: only what `routes::open` lists is reached without a key.
    let closed = closed.route_layer(middleware::from_fn_with_state(app.clone(), session::require_key));
    answering(open.merge(closed).fallback(web::serve), app)
}

/// The header of every answer while the disk is full: each screen says so, whatever it asked for.
const DISK: HeaderName = HeaderName::from_static("selaras-disk");

/// Routes with all that they reach, each request counted.
fn answering(routes: Router<App>, app: App) -> Router {
    let store = app.engine.store().clone();
    let disk = move |_: &Response| store.disk_is_full().then(|| HeaderValue::from_static("full"));
    routes
        .method_not_allowed_fallback(routes::method_not_allowed)
        .with_state(app)
        .layer(SetResponseHeaderLayer::overriding(DISK, disk))
        .layer(middleware::from_fn(routes::count))
}

/// The layers that stand before whatever is served: limits, languages, headers, the number of each request. They stand around the
/// router as a whole: around each of its routes they would take megabytes.
fn outermost(router: Router) -> Router {
    Router::new()
        .fallback_service(router)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(CatchPanicLayer::custom(error::panicked))
        .layer(middleware::from_fn(language::speak))
        .layer(CompressionLayer::new())
        .layer(header_layer(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header_layer(header::REFERRER_POLICY, "same-origin"))
        // Most answers have personal data or keys. The front end's files say otherwise.
        .layer(header_layer(header::CACHE_CONTROL, "no-store"))
        .layer(header_layer(header::X_FRAME_OPTIONS, "DENY"))
        .layer(header_layer(
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; object-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        ))
        .layer(TraceLayer::new_for_http().make_span_with(|request: &Request<_>| {
            // The path without its query, which may hold what somebody searched for.
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
