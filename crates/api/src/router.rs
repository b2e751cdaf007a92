//! The routers: of the whole API and front end, and of a process that serves only health and metrics.

use crate::{ApiSettings, App, layers::outermost, openapi, routes, session, web};
use axum::{
    Router,
    http::{HeaderName, HeaderValue},
    middleware,
    response::Response,
};
use selaras_engine::Engine;
use tower_http::set_header::SetResponseHeaderLayer;

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
    let open = routes::open().merge(openapi::routes()).into_router();
    let closed = routes::closed().into_router();
    let app = App::of(engine, settings);
    // Closed by default: only routes in `routes::open` and the document need no key.
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
