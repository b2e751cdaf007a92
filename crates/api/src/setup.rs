//! The first start: a page asks for the missing settings, tests them, and writes them (decision 37).
//!
//! The page replaces the dashboard, under the same limits and headers. Its calls need the printed code and refuse pages of
//! other sites ([`gate`]). The [`Installer`] acts on the answers.

mod answers;
mod gate;
mod installer;
mod routes;
mod state;

pub use answers::{Answers, FirstAdministrator, Plain, PlatformAnswers, SourceAnswers, SourceWay};
pub use installer::{Installer, Place};

use crate::{
    ApiError,
    layers::{header_layer, outermost},
    password::Passwords,
    routes::method_not_allowed,
    web,
};
use axum::{
    Router,
    extract::{Request, State},
    http::{Method, header, uri::PathAndQuery},
    middleware::{self, Next},
    response::{IntoResponse, Redirect, Response},
};
use gate::HEADER;
use selaras_reasons::Reason;
use state::Setup;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use utoipa::openapi::OpenApi;

/// Path of the page.
pub const PAGE: &str = "/setup";

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
        .route_layer(middleware::from_fn_with_state(setup.clone(), require_code))
        .fallback(page)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(middleware::from_fn_with_state(setup.clone(), send_on))
        .with_state(setup)
        .layer(middleware::from_fn(gate::refuse_foreign));
    // Each reply closes its connection, so no request is in flight when the setup ends.
    outermost(router).layer(header_layer(header::CONNECTION, "close"))
}

/// Admits calls with the code.
async fn require_code(State(setup): State<Setup>, request: Request, next: Next) -> Result<Response, ApiError> {
    let typed = request.headers().get(HEADER).and_then(|value| value.to_str().ok());
    let refused = ApiError::Provider(Reason::SetupCodeWrong);
    // A call without a code is no try.
    let Some(typed) = typed else {
        return Err(refused);
    };
    if let Err(another) = setup.gate.check(typed) {
        if let Some(another) = another {
            setup.installer.say_code(&another);
        }
        return Err(refused);
    }
    Ok(next.run(request).await)
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
