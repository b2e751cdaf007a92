//! An id for each request. Its reply and all log lines of the request and its jobs have it, so that errors can be traced. A
//! proxy may supply it.

use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue},
    middleware::Next,
    response::Response,
};
use selaras_engine::within_request;
use tracing::Instrument;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");
/// Maximum length of an id from outside.
const LONGEST: usize = 64;

/// The id of a request, for work in another task.
#[derive(Debug, Clone)]
pub(crate) struct Name(String);

/// Runs a request with its id.
pub(crate) async fn identify(mut request: Request, next: Next) -> Response {
    let given = request.headers().get(&HEADER).and_then(|name| name.to_str().ok());
    let id = match given.filter(|name| is_plain(name)) {
        Some(name) => name.to_owned(),
        None => made(),
    };
    let span = tracing::info_span!("request", id);
    request.extensions_mut().insert(Name(id.clone()));
    let answering = next.run(request).instrument(span);
    let mut response = within_request(id.clone(), answering).await;
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, id);
    }
    response
}

/// Runs a future of another task with the request's id.
pub(crate) async fn within<T>(name: Option<Name>, doing: impl Future<Output = T>) -> T {
    match name {
        Some(Name(name)) => within_request(name, doing).await,
        None => doing.await,
    }
}

/// True if the id is safe in a log: a client could send anything.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.len() <= LONGEST && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn made() -> String {
    format!(
        "{:016x}",
        u64::from_ne_bytes(selaras_ambient::random().unwrap_or_default())
    )
}

#[cfg(test)]
mod tests {
    use super::{is_plain, made};

    #[test]
    fn request_id_from_outside_must_be_safe_in_a_log() {
        assert!(is_plain("0b6f7a3e-1c2d") && is_plain(&made()));
        for bad in ["", "a b", "a\nlevel=ERROR", "a=b", &"a".repeat(65)] {
            assert!(!is_plain(bad), "{bad}");
        }
    }
}
