//! The first start: a page asks for the missing settings, tests them, and writes them (decision 37).
//!
//! The page replaces the dashboard, under the same limits and headers. Its calls need the printed code and refuse pages of
//! other sites ([`gate`]). The [`Installer`] acts on the answers.

mod answers;
mod gate;
mod routes;

pub use answers::{Answers, FirstAdministrator, Plain, PlatformAnswers, SourceAnswers, SourceWay};

use crate::{ApiError, header_layer, outermost, password::Passwords, routes::method_not_allowed, web};
use axum::{
    Router,
    extract::{Request, State},
    http::{Method, header, uri::PathAndQuery},
    middleware::{self, Next},
    response::{IntoResponse, Redirect, Response},
};
use futures::future::BoxFuture;
use selaras_platform::LearningPlatform;
use selaras_reasons::Reason;
use selaras_source::Source;
use selaras_store::{Store, StoreError};
use std::{path::PathBuf, sync::Arc};
use tokio_util::sync::CancellationToken;
use utoipa::openapi::OpenApi;

/// Path of the page.
pub const PAGE: &str = "/setup";

/// Where the settings will be written.
#[derive(Debug, Clone)]
pub struct Place {
    /// Path of the settings file.
    pub file: PathBuf,
    /// Why the file cannot be written, if that is known beforehand.
    pub problem: Option<Reason>,
    /// True if another layer of the settings names the database, so the page need not ask.
    pub database_given: bool,
}

/// Acts on the answers. No answer may come back in a reply or in a log.
pub trait Installer: Send + Sync + 'static {
    /// Prints a new code with the address of the page.
    fn say_code(&self, code: &str);

    /// Where the settings will be written.
    fn place(&self) -> Place;

    /// The source that the answers describe. Nothing is sent.
    ///
    /// # Errors
    /// The answers describe no valid source.
    fn source(&self, answers: &SourceAnswers, plain: Plain) -> Result<Source, ApiError>;

    /// The platform that the answers describe. Nothing is sent.
    ///
    /// # Errors
    /// The answers describe no valid platform.
    fn platform(&self, answers: &PlatformAnswers, plain: Plain) -> Result<Arc<dyn LearningPlatform>, ApiError>;

    /// Opens the given database, or the one that another layer names. Does not migrate it.
    ///
    /// # Errors
    /// The password would go unencrypted. Errors of the database itself are in the inner result.
    fn database<'a>(
        &'a self,
        url: Option<&'a secrecy::SecretString>,
        plain: Plain,
    ) -> BoxFuture<'a, Result<Result<Store, StoreError>, ApiError>>;

    /// Creates the tables and the first administrator, and writes the file. Returns the file's path.
    fn install<'a>(
        &'a self,
        answers: &'a Answers,
        first: Option<FirstAdministrator>,
    ) -> BoxFuture<'a, Result<PathBuf, ApiError>>;
}

/// State of the setup's handlers.
#[derive(Clone)]
pub(crate) struct Setup {
    installer: Arc<dyn Installer>,
    gate: Arc<gate::Gate>,
    passwords: Passwords,
    /// Locked during an installation, so that it happens once.
    installing: Arc<tokio::sync::Mutex<()>>,
    done: CancellationToken,
}

/// The setup as one router. Prints its first code at once. Cancels `done` when the settings are written: then the dashboard
/// can be served.
pub fn router(installer: Arc<dyn Installer>, done: CancellationToken) -> Router {
    let gate = Arc::new(gate::Gate::new());
    installer.say_code(&gate.code());
    let setup = Setup {
        installer,
        gate,
        passwords: Passwords::default(),
        installing: Arc::default(),
        done,
    };
    let router = routes::routes()
        .into_router()
        .route_layer(middleware::from_fn_with_state(setup.clone(), gate::require_code))
        .fallback(page)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(middleware::from_fn_with_state(setup.clone(), send_on))
        .with_state(setup)
        .layer(middleware::from_fn(gate::refuse_foreign));
    // Each reply closes its connection, so no request is in flight when the setup ends.
    outermost(router).layer(header_layer(header::CONNECTION, "close"))
}

/// After the settings are written, redirects to the same address, where the dashboard then is.
async fn send_on(State(setup): State<Setup>, request: Request, next: Next) -> Response {
    match setup.done.is_cancelled() {
        true => {
            let path = request.uri().path_and_query().map_or("/", PathAndQuery::as_str);
            Redirect::temporary(path).into_response()
        }
        false => next.run(request).await,
    }
}

/// The document of the setup's calls, for the front end's types.
pub fn openapi() -> OpenApi {
    routes::routes().document()
}

/// Serves the front end's files. Redirects all other screens to the setup page.
async fn page(request: Request) -> Response {
    let (uri, headers) = (request.uri().clone(), request.headers());
    if uri.path() == PAGE || web::has(&uri) {
        return web::serve(request.method().clone(), uri, headers.clone()).await;
    }
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let by_a_person = accepted.is_some_and(|accepted| accepted.contains("text/html"));
    match request.method() {
        &Method::GET if by_a_person => Redirect::temporary(PAGE).into_response(),
        _ => ApiError::NotFound(Reason::NoSuchAddress).into_response(),
    }
}
