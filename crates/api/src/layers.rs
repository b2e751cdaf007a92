//! The layers around every router: limits, languages, headers and request ids.

use crate::{error, language, request_id};
use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::{HeaderName, HeaderValue, Request, header},
    middleware,
};
use tower_http::{
    catch_panic::CatchPanicLayer, compression::CompressionLayer, set_header::SetResponseHeaderLayer, trace::TraceLayer,
};

/// Maximum size of a body in bytes.
const BODY_LIMIT: usize = 2 << 20;

/// The outer layers: limits, languages, headers and request ids. They wrap the router as a whole: around each route they
/// would take megabytes.
pub(crate) fn outermost(router: Router) -> Router {
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

/// Sets a header of replies that do not set it themselves.
pub(crate) fn header_layer(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}
