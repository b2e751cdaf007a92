//! The listener limits how many connections there are, and how long each may occupy a slot without work.
//!
//! A connection is *waiting* until a whole request (head and body) has arrived, again after the reply has been sent, and
//! while the client does not read its reply. The number of connections is fixed. If a new connection finds no slot, the
//! listener closes the one that has waited longest. So clients that never finish a request, or send none, keep no others
//! out. Requests in progress are left alone.
//!
//! The server shuts down its side of a connection first, then waits a moment for the client to close. An immediate close
//! would lose the reply if the client is still sending, such as a body that is too large.
//!
//! A client that disconnects can leave a call behind that runs to its end (`crate::document::route`). That call occupies the
//! connection's slot until then, so clients that keep reconnecting start no more calls at once than others.

use crate::ApiError;
use axum::{
    Router,
    body::{Body, Bytes, HttpBody},
    extract::{ConnectInfo, FromRequestParts, Request},
    http::{StatusCode, request::Parts},
};
use http_body::{Frame, SizeHint};
use hyper::{
    body::Incoming,
    rt::{Read, ReadBufCursor, Write},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap, hash_map::Entry},
    convert::Infallible,
    io,
    mem::MaybeUninit,
    net::{IpAddr, Ipv6Addr, SocketAddr},
    pin::{Pin, pin},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
    time::Sleep,
};
use tokio_util::sync::CancellationToken;
use tower::Service;

/// Maximum number of connections by default.
pub(crate) const CONNECTIONS: usize = 896;

/// Limits of the listener.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of connections. Each takes a file descriptor; a process often has 1,024.
    pub connections: usize,
    /// How long the head of a request may take to arrive, on a new or an idle connection.
    pub head: Duration,
    /// Delay before a new connection is served if few slots are left and its network has more than its share of them.
    /// Flooding connections are evicted before this delay expires, so they cause no work. A reply that refuses a body as too
    /// large waits as long for such a network.
    pub pause: Duration,
    /// How long a client may take to close after its last reply. Meanwhile its connection can be evicted.
    pub parting: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: CONNECTIONS,
            head: Duration::from_secs(30),
            pause: Duration::from_secs(1),
            parting: Duration::from_secs(1),
        }
    }
}

impl Limits {
    /// Connections that one network may have without being treated as a flood.
    const fn share(&self) -> usize {
        self.connections / 8
    }

    /// Slots that are kept free, so that a new connection need not wait for an eviction.
    const fn spare(&self) -> usize {
        self.connections / 16
    }
}

/// Maximum size of a request's head in bytes, and of the data that a connection buffers unread.
const HEAD_BYTES: usize = 32 << 10;

/// Bytes that are read and discarded from a client that keeps sending after its last reply.
const LINGER_BYTES: usize = 256 << 10;

/// Pause after a failed accept: the process is out of file descriptors.
const REST: Duration = Duration::from_millis(100);

/// Serves until `stop`, then until all requests in progress are done, including those that lost their client.
///
/// # Errors
/// The listener has no local address.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    listener.local_addr()?;
    let mut stop = pin!(stop);
    let graceful = GracefulShutdown::new();
    let room = Arc::new(Semaphore::new(limits.connections));
    let waiting = Arc::new(Waiting::new(limits.share()));
    loop {
        let accepted = tokio::select! {
            // After the stop, connections stay in the backlog for the next process. Accepted here, they would be closed
            // unread.
            biased;
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::debug!(%error, "no connection was taken");
                waiting.first_gives_way();
                tokio::time::sleep(REST).await;
                continue;
            }
        };
        let network = network(peer.ip());
        let is_full = room.available_permits() <= limits.spare();
        let permit = tokio::select! {
            permit = waiting.make_room(&room, is_full) => permit,
            () = &mut stop => break,
        };
        let turn = Turn::new(&waiting, network, permit);
        let pause = match is_full && waiting.is_beyond_share(network) {
            true => limits.pause,
            false => Duration::ZERO,
        };
        let connection = connection(stream, peer, router.clone(), limits, turn.clone());
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // However the connection ends, tasks that wait on its behalf are cancelled.
            let _gone = turn.0.hang_up.clone().drop_guard();
            let answered = async {
                tokio::time::sleep(pause).await;
                // Errors are ignored: most often a page was closed.
                let _ = connection.await;
            };
            tokio::select! {
                () = answered => {}
                () = turn.0.hang_up.cancelled() => {}
            }
        });
    }
    drop(listener);
    graceful.shutdown().await;
    // All permits are back once the calls of disconnected clients are done, too.
    let all = u32::try_from(limits.connections).unwrap_or(u32::MAX);
    let _ = room.acquire_many(all).await;
    Ok(())
}

fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    limits: Limits,
    turn: Turn,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> {
    // Send small replies at once (no Nagle delay).
    let _ = stream.set_nodelay(true);
    let stream = ClientStream {
        stream: TokioIo::new(stream),
        turn: turn.clone(),
        is_stuck: false,
        parting: limits.parting,
        linger: None,
    };
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut router = router.clone();
        let turn = turn.clone();
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        if request.body().is_end_stream() {
            turn.begin();
        }
        request.extensions_mut().insert(turn.clone());
        async move {
            let answered = router.call(request).await?;
            if answered.status() == StatusCode::PAYLOAD_TOO_LARGE && turn.is_beyond_share() {
                // An immediate refusal would bring an immediate retry. If the connection is evicted meanwhile, the client
                // gets no reply.
                let _ = turn.giving_way(tokio::time::sleep(limits.pause)).await;
            }
            // The reply is ready, even if the body was not read.
            turn.begin();
            Ok::<_, Infallible>(answered.map(|body| ReplyBody { body, turn }))
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_header_size(HEAD_BYTES)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(stream, service)
}

/// The network of a client: its IPv4 address, or its IPv6 /64 prefix, since one household has many addresses.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

/// [`network`] of a textual address.
pub(crate) fn network_of(address: Option<&str>) -> Option<IpAddr> {
    address?.parse().ok().map(network)
}

/// The connections per network, and the waiting ones in the order in which they began to wait.
struct Waiting {
    share: usize,
    next: AtomicU64,
    by_network: Mutex<HashMap<IpAddr, NetworkConnections>>,
    one_more: Notify,
}

/// The connections of one network.
#[derive(Default)]
struct NetworkConnections {
    all: usize,
    waiting: BTreeMap<u64, CancellationToken>,
}

impl Waiting {
    fn new(share: usize) -> Self {
        Self {
            share,
            next: AtomicU64::default(),
            by_network: Mutex::default(),
            one_more: Notify::new(),
        }
    }

    fn by_network(&self) -> MutexGuard<'_, HashMap<IpAddr, NetworkConnections>> {
        self.by_network.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if a network has more connections than its share.
    fn is_beyond_share(&self, network: IpAddr) -> bool {
        self.by_network()
            .get(&network)
            .is_some_and(|connections| connections.all > self.share)
    }

    /// Waits for a slot for one more connection. If `is_full`, waiting connections are evicted as soon as there are any.
    async fn make_room(&self, room: &Arc<Semaphore>, is_full: bool) -> Option<OwnedSemaphorePermit> {
        loop {
            let mut one_more = pin!(self.one_more.notified());
            // Enabled first, so that no connection that begins to wait is missed.
            one_more.as_mut().enable();
            if is_full {
                self.first_gives_way();
            }
            tokio::select! {
                // If there is a slot, no more connections are evicted.
                biased;
                permit = Arc::clone(room).acquire_owned() => return permit.ok(),
                () = one_more => {}
            }
        }
    }

    /// Evicts one waiting connection, if there is any: of the network that exceeds its share most, the one that has waited
    /// longest.
    fn first_gives_way(&self) {
        let mut by_network = self.by_network();
        let waiting = by_network.values_mut().filter_map(|connections| {
            let (first, _) = connections.waiting.first_key_value()?;
            Some((
                (connections.all.saturating_sub(self.share), Reverse(*first)),
                connections,
            ))
        });
        let chosen = waiting.max_by_key(|(order, _)| *order);
        if let Some((_, hang_up)) = chosen.and_then(|(_, connections)| connections.waiting.pop_first()) {
            hang_up.cancel();
        }
    }
}

/// The state of a connection for eviction.
#[derive(Clone)]
pub(crate) struct Turn(Arc<Slot>);

struct Slot {
    waiting: Arc<Waiting>,
    network: IpAddr,
    state: Mutex<ConnectionState>,
    /// Tells the connection to close, and its tasks that it has closed.
    hang_up: CancellationToken,
    /// The slot that it occupies.
    _room: Option<OwnedSemaphorePermit>,
}

/// What a connection does at the moment.
#[derive(Default)]
struct ConnectionState {
    /// A request is being handled.
    is_answered: bool,
    /// The client does not read what is sent to it.
    is_stuck: bool,
    /// Its number in the order of waiting connections.
    number: Option<u64>,
}

impl Turn {
    fn new(waiting: &Arc<Waiting>, network: IpAddr, room: Option<OwnedSemaphorePermit>) -> Self {
        waiting.by_network().entry(network).or_default().all += 1;
        let turn = Self(Arc::new(Slot {
            waiting: Arc::clone(waiting),
            network,
            state: Mutex::default(),
            hang_up: CancellationToken::new(),
            _room: room,
        }));
        turn.update(|_| {});
        turn
    }

    /// A whole request has arrived: the connection no longer waits.
    pub(crate) fn begin(&self) {
        self.update(|state| state.is_answered = true);
    }

    /// The reply has been sent: the connection waits for the next request.
    fn end(&self) {
        self.update(|state| state.is_answered = false);
    }

    /// Changes the state and registers the connection as waiting, or not, accordingly.
    fn update(&self, change: impl FnOnce(&mut ConnectionState)) {
        let Slot {
            waiting,
            network,
            state,
            hang_up,
            ..
        } = &*self.0;
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        let waits = state.is_stuck || !state.is_answered;
        if waits == state.number.is_some() {
            return;
        }
        let mut by_network = waiting.by_network();
        let Some(connections) = by_network.get_mut(network) else {
            return;
        };
        match state.number.take() {
            Some(number) => drop(connections.waiting.remove(&number)),
            None => {
                let next = waiting.next.fetch_add(1, Ordering::Relaxed);
                connections.waiting.insert(next, hang_up.clone());
                state.number = Some(next);
                waiting.one_more.notify_waiters();
            }
        }
    }

    /// True if its network has more connections than its share.
    fn is_beyond_share(&self) -> bool {
        self.0.waiting.is_beyond_share(self.0.network)
    }

    /// Awaits a future before the request is handled. Meanwhile the connection can be evicted; then the request is dropped.
    ///
    /// # Errors
    /// The connection was evicted or the client has disconnected: nothing receives the error.
    pub(crate) async fn giving_way<T>(&self, meanwhile: impl Future<Output = T>) -> Result<T, ApiError> {
        self.end();
        let done = self.0.hang_up.run_until_cancelled(meanwhile).await;
        self.begin();
        done.ok_or(ApiError::Busy(1))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Turn {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        // A request without a listener, as in tests, occupies no slot.
        let alone = || Self::new(&Arc::new(Waiting::new(1)), Ipv6Addr::LOCALHOST.into(), None);
        Ok(parts.extensions.get().cloned().unwrap_or_else(alone))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut by_network = self.waiting.by_network();
        let Entry::Occupied(mut entry) = by_network.entry(self.network) else {
            return;
        };
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = state.number {
            entry.get_mut().waiting.remove(&number);
        }
        entry.get_mut().all -= 1;
        if entry.get().all == 0 {
            entry.remove();
        }
    }
}

/// The stream of a connection. While the client does not read, the connection counts as waiting: otherwise a long reply that
/// is never read would last for ever.
struct ClientStream {
    stream: TokioIo<TcpStream>,
    turn: Turn,
    /// Copy of the turn's flag, so that a successful write takes no lock.
    is_stuck: bool,
    /// How long the client may take to close.
    parting: Duration,
    /// The lingering close, once nothing more will be sent.
    linger: Option<Linger>,
}

struct Linger {
    over: Pin<Box<Sleep>>,
    /// Bytes that are still read and discarded.
    left: usize,
}

impl Linger {
    fn after(parting: Duration) -> Self {
        Self {
            over: Box::pin(tokio::time::sleep(parting)),
            left: LINGER_BYTES,
        }
    }

    /// Reads until the client closes or the time is over.
    fn poll(&mut self, mut stream: Pin<&mut TcpStream>, context: &mut Context<'_>) -> Poll<()> {
        if self.over.as_mut().poll(context).is_ready() {
            return Poll::Ready(());
        }
        let mut thrown_away = [MaybeUninit::uninit(); 8 << 10];
        while self.left > 0 {
            let mut read = ReadBuf::uninit(&mut thrown_away);
            match ready!(stream.as_mut().poll_read(context, &mut read)) {
                Ok(()) if !read.filled().is_empty() => self.left = self.left.saturating_sub(read.filled().len()),
                _ => return Poll::Ready(()),
            }
        }
        Poll::Pending
    }
}

impl ClientStream {
    fn note<T>(&mut self, sent: Poll<T>) -> Poll<T> {
        if self.is_stuck != sent.is_pending() {
            self.is_stuck = sent.is_pending();
            self.turn.update(|state| state.is_stuck = sent.is_pending());
        }
        sent
    }
}

impl Read for ClientStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: ReadBufCursor<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl Write for ClientStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note(sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.note(sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Self {
            stream,
            parting,
            linger,
            ..
        } = &mut *self;
        if linger.is_none() {
            ready!(Pin::new(&mut *stream).poll_shutdown(context))?;
        }
        let linger = linger.get_or_insert_with(|| Linger::after(*parting));
        linger.poll(Pin::new(stream.inner_mut()), context).map(Ok)
    }
}

/// A reply's body. The connection waits again once the body has been sent.
struct ReplyBody {
    body: Body,
    turn: Turn,
}

impl HttpBody for ReplyBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for ReplyBody {
    fn drop(&mut self) {
        self.turn.end();
    }
}
