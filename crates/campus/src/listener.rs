//! A loopback listener that can close a connection without an answer, as a failing server does and a framework does not.

use std::net::{Ipv4Addr, SocketAddr};

use axum::Router;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::task::{AbortHandle, JoinSet};
use tower::ServiceExt;

/// As a response's extension, it closes the connection instead of sending the response.
#[derive(Clone, Copy)]
pub(crate) struct HangUp;

impl IntoResponse for HangUp {
    fn into_response(self) -> Response {
        let mut response = Response::default();
        response.extensions_mut().insert(self);
        response
    }
}

#[derive(Debug)]
struct HungUp;

impl std::fmt::Display for HungUp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("hung up on purpose")
    }
}

impl std::error::Error for HungUp {}

/// A running server. Dropping it stops it and closes its connections.
pub(crate) struct Listener {
    address: SocketAddr,
    accepting: AbortHandle,
}

impl Listener {
    /// Serves `router` on loopback. Port 0 takes a free one.
    pub(crate) async fn start(port: u16, router: Router) -> std::io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let address = listener.local_addr()?;
        let accepting = tokio::spawn(accept(listener, router)).abort_handle();
        Ok(Self { address, accepting })
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, router: Router) {
    // The set is dropped with this task, and the connections with the set.
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                let Ok((stream, _)) = accepted else { continue };
                // Replies are small and awaited, so delaying them gains nothing.
                let _ = stream.set_nodelay(true);
                let router = router.clone();
                let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
                    let router = router.clone();
                    async move {
                        let Ok(response) = router.oneshot(request.map(axum::body::Body::new) as Request).await;
                        if response.extensions().get::<HangUp>().is_some() { Err(HungUp) } else { Ok(response) }
                    }
                });
                connections.spawn(async move {
                    // A client may end its connection in any way.
                    let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
                });
            }
            Some(_) = connections.join_next() => {}
        }
    }
}
