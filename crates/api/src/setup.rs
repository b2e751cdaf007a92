//! The first start: a page asks for the settings that nobody has written yet, tries them, and has them written
//! (decision 37).
//!
//! It stands in the place of the dashboard, under the same limits and headers. Nothing of it is reached without the code that
//! the start has printed, nor by a page of another site ([`gate`]). What is done with the answers is the [`Installer`]'s.

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

/// Where the page is.
pub const PAGE: &str = "/setup";

/// Where the settings will stand.
#[derive(Debug, Clone)]
pub struct Place {
    /// The file that will be written.
    pub file: PathBuf,
    /// Why it cannot be written, where that is known beforehand.
    pub problem: Option<Reason>,
    /// Whether the database is named elsewhere, so that there is nothing to choose.
    pub database_given: bool,
}

/// What is done with the answers. Nothing that it is told comes back in a reply or a log.
pub trait Installer: Send + Sync + 'static {
    /// Prints a new code, together with the address that it belongs to.
    fn say_code(&self, code: &str);

    /// Where the settings will stand.
    fn place(&self) -> Place;

    /// The source that the answers describe. Nothing is sent.
    ///
    /// # Errors
    /// The answers make no source.
    fn source(&self, answers: &SourceAnswers, plain: Plain) -> Result<Source, ApiError>;

    /// The platform that the answers describe. Nothing is sent.
    ///
    /// # Errors
    /// The answers make no platform.
    fn platform(&self, answers: &PlatformAnswers, plain: Plain) -> Result<Arc<dyn LearningPlatform>, ApiError>;

    /// Opens the database that was named, or the one that is given elsewhere, and leaves its tables as they are.
    ///
    /// # Errors
    /// Its password would go unencrypted. What is wrong with the database itself is within.
    fn database<'a>(
        &'a self,
        url: Option<&'a secrecy::SecretString>,
        plain: Plain,
    ) -> BoxFuture<'a, Result<Result<Store, StoreError>, ApiError>>;

    /// Makes the tables and the first administrator, and writes the file. Answers with the file's path.
    fn install<'a>(
        &'a self,
        answers: &'a Answers,
        first: Option<FirstAdministrator>,
    ) -> BoxFuture<'a, Result<PathBuf, ApiError>>;
}

/// What every handler of the setup can reach.
#[derive(Clone)]
pub(crate) struct Setup {
    installer: Arc<dyn Installer>,
    gate: Arc<gate::Gate>,
    passwords: Passwords,
    /// Held by whoever installs, so that nobody does it twice.
    installing: Arc<tokio::sync::Mutex<()>>,
    done: CancellationToken,
}

/// The setup as one router. Its first code is said at once. `done` is cancelled when the settings are written: the dashboard can
/// be served from then on.
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
    // Each reply is the last on its connection: no later request is on its way on one that ends with the setup.
    outermost(router).layer(header_layer(header::CONNECTION, "close"))
}

/// Sends whoever asks when the settings are written to the same address again: there is the dashboard.
async fn send_on(State(setup): State<Setup>, request: Request, next: Next) -> Response {
    match setup.done.is_cancelled() {
        true => {
            let path = request.uri().path_and_query().map_or("/", PathAndQuery::as_str);
            Redirect::temporary(path).into_response()
        }
        false => next.run(request).await,
    }
}

/// The setup's calls, as the front end's types are made from them.
pub fn openapi() -> OpenApi {
    routes::routes().document()
}

/// The front end's files, and from every other screen's address the way to the one page that there is.
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
