//! The sentences of a reply in the client's language (`Accept-Language`).
//!
//! Most handlers do not know the language: they attach a function that renders the reply, and [`speak`] calls it. A handler
//! that streams rows takes the [`Reader`].

use axum::{
    Json,
    body::Body,
    extract::{FromRequestParts, Request},
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use selaras_reasons::Language;
use serde::Serialize;
use serde_json::{Value, json};
use std::{convert::Infallible, sync::Arc};

/// The client's language, for replies that are built row by row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader(pub(crate) Language);

impl<S: Send + Sync> FromRequestParts<S> for Reader {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(preferred_language(&parts.headers)))
    }
}

fn preferred_language(headers: &HeaderMap) -> Language {
    headers
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|value| value.to_str().ok())
        .map_or_else(Language::default, Language::accepted)
}

/// Renders a reply's body in a language.
#[derive(Clone)]
struct Renderer(Arc<dyn Fn(Language) -> Value + Send + Sync>);

/// A reply with sentences in its body: in Indonesian, unless [`speak`] renders it again.
pub(crate) fn localized<T: Serialize>(
    status: StatusCode,
    say: impl Fn(Language) -> T + Send + Sync + 'static,
) -> Response {
    let say = move |language| json!(say(language));
    let mut response = (status, Json(say(Language::default()))).into_response();
    response.extensions_mut().insert(Renderer(Arc::new(say)));
    response
}

/// Renders each reply in the client's language.
pub(crate) async fn speak(request: Request, next: Next) -> Response {
    let language = preferred_language(request.headers());
    let mut response = next.run(request).await;
    let Some(Renderer(say)) = response.extensions_mut().remove::<Renderer>() else {
        return response;
    };
    if language != Language::default() {
        let length = response.headers_mut().remove(header::CONTENT_LENGTH);
        let body = say(language).to_string();
        // A reply to HEAD has only the length.
        if length.is_some() {
            response
                .headers_mut()
                .insert(header::CONTENT_LENGTH, HeaderValue::from(body.len()));
        }
        *response.body_mut() = Body::from(body);
    }
    response
        .headers_mut()
        .insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.tag()));
    response
}
