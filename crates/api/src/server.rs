//! The listener: how many connections there may be, and how long each may keep others waiting.
//!
//! A connection is *waiting* until a whole request has come (its head, and its body where it has one), and again once it
//! has been answered, or while nobody takes the answer. There is room for a fixed number of connections. Where a new one finds
//! none, the one that has waited longest gives way: strangers who never finish a request, or send none, keep nobody out. What is
//! being answered is left alone.
//!
//! Where the server hangs up, it says so and then waits a moment for the other side to do the same: hung up on at once, whoever was still
//! sending (a body that is too large) would lose the answer that says why.
//!
//! Whoever hangs up may leave a call behind that is done to its end (`crate::document::route`). It takes the connection's room until then,
//! so that those who hang up again and again begin no more at once than those who stay.

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

/// Connections at once, where nothing else is said.
pub(crate) const CONNECTIONS: usize = 896;

/// What the listener allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Connections at once. Each takes a file descriptor, of which a process often has 1,024.
    pub connections: usize,
    /// How long the head of a request may take to come, the first on a connection or the next.
    pub head: Duration,
    /// How long a newcomer is kept waiting, where little room is left and others of its network have more than their share of
    /// it. Of a flood hardly any connection lasts as long, so that it makes no work. Whoever of such a network sends a body that is too
    /// large waits as long for the answer.
    pub pause: Duration,
    /// How long whoever has had their last answer may take to hang up. Meanwhile their connection gives way to others.
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
    /// Connections of one address that are as good as anybody's.
    const fn share(&self) -> usize {
        self.connections / 8
    }

    /// Room that is kept free, so that a newcomer need not wait until another has hung up.
    const fn spare(&self) -> usize {
        self.connections / 16
    }
}

/// Bytes that a request's head may have, and that a connection holds of what was sent to it and not yet read.
const HEAD_BYTES: usize = 32 << 10;

/// Bytes that are read, and thrown away, of whoever goes on sending after their last answer.
const PARTING_BYTES: usize = 256 << 10;

/// How long the listener rests where the system gives it no connection: it is out of file descriptors.
const REST: Duration = Duration::from_millis(100);

/// Serves until `stop`, and then until what was asked before has been answered, or done where nobody waits for the answer any more.
///
/// # Errors
/// The listener's own: it has no address.
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
            // Who comes after the stop is left to whoever serves the address next: taken, they would be hung up on unread.
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
            // Whatever the connection ends by, who waits for something on its behalf learns of it.
            let _gone = turn.0.hang_up.clone().drop_guard();
            let answered = async {
                tokio::time::sleep(pause).await;
                // Why a connection ended is of use to nobody: most often somebody closed a page.
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
    // All room is back when the calls of those who hung up have been done, too.
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
    // Small replies are not held back for more to come.
    let _ = stream.set_nodelay(true);
    let stream = Sending {
        stream: TokioIo::new(stream),
        turn: turn.clone(),
        is_stuck: false,
        parting: limits.parting,
        parted: None,
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
                // Whoever is told so at once comes back at once. Who gives way meanwhile hears nothing.
                let _ = turn.giving_way(tokio::time::sleep(limits.pause)).await;
            }
            // Whatever became of the body, it is being answered now.
            turn.begin();
            Ok::<_, Infallible>(answered.map(|body| Answer { body, turn }))
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_header_size(HEAD_BYTES)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(stream, service)
}

/// Whose connection it is: an address, or of IPv6, where one household has many, its network.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

/// The same of an address as it is written.
pub(crate) fn network_of(address: Option<&str>) -> Option<IpAddr> {
    address?.parse().ok().map(network)
}

/// The connections, and those among them that wait, by the order in which they began to.
struct Waiting {
    share: usize,
    next: AtomicU64,
    by_network: Mutex<HashMap<IpAddr, Held>>,
    one_more: Notify,
}

/// The connections of one network.
#[derive(Default)]
struct Held {
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

    fn by_network(&self) -> MutexGuard<'_, HashMap<IpAddr, Held>> {
        self.by_network.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a network has more connections than its share.
    fn is_beyond_share(&self, network: IpAddr) -> bool {
        self.by_network()
            .get(&network)
            .is_some_and(|held| held.all > self.share)
    }

    /// Waits for room for one more connection, which others make where it is full, as soon as they wait.
    async fn make_room(&self, room: &Arc<Semaphore>, is_full: bool) -> Option<OwnedSemaphorePermit> {
        loop {
            let mut one_more = pin!(self.one_more.notified());
            // From here on nobody who begins to wait is overlooked.
            one_more.as_mut().enable();
            if is_full {
                self.first_gives_way();
            }
            tokio::select! {
                // Where there is room, nobody else gives way.
                biased;
                permit = Arc::clone(room).acquire_owned() => return permit.ok(),
                () = one_more => {}
            }
        }
    }

    /// A connection that waits hangs up, if there is one: of the network that is furthest beyond its share, or of all, the
    /// one that has waited longest.
    fn first_gives_way(&self) {
        let mut by_network = self.by_network();
        let waiting = by_network.values_mut().filter_map(|held| {
            let (first, _) = held.waiting.first_key_value()?;
            Some(((held.all.saturating_sub(self.share), Reverse(*first)), held))
        });
        let chosen = waiting.max_by_key(|(order, _)| *order);
        if let Some((_, hang_up)) = chosen.and_then(|(_, held)| held.waiting.pop_first()) {
            hang_up.cancel();
        }
    }
}

/// A connection's place among those that wait.
#[derive(Clone)]
pub(crate) struct Turn(Arc<Place>);

struct Place {
    waiting: Arc<Waiting>,
    network: IpAddr,
    standing: Mutex<Standing>,
    /// Tells the connection to hang up, and that it has.
    hang_up: CancellationToken,
    /// The room that it takes.
    _room: Option<OwnedSemaphorePermit>,
}

/// How a connection stands.
#[derive(Default)]
struct Standing {
    /// A request of it is being answered.
    is_answered: bool,
    /// It is sent something that nobody takes.
    is_stuck: bool,
    /// Its number among those that wait.
    number: Option<u64>,
}

impl Turn {
    fn new(waiting: &Arc<Waiting>, network: IpAddr, room: Option<OwnedSemaphorePermit>) -> Self {
        waiting.by_network().entry(network).or_default().all += 1;
        let turn = Self(Arc::new(Place {
            waiting: Arc::clone(waiting),
            network,
            standing: Mutex::default(),
            hang_up: CancellationToken::new(),
            _room: room,
        }));
        turn.stand(|_| {});
        turn
    }

    /// A whole request has come: the connection waits no longer.
    pub(crate) fn begin(&self) {
        self.stand(|standing| standing.is_answered = true);
    }

    /// The request has been answered: the connection waits for the next.
    fn end(&self) {
        self.stand(|standing| standing.is_answered = false);
    }

    /// Changes how the connection stands, and has it wait or not as it stands then.
    fn stand(&self, change: impl FnOnce(&mut Standing)) {
        let Place {
            waiting,
            network,
            standing,
            hang_up,
            ..
        } = &*self.0;
        let mut standing = standing.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut standing);
        let waits = standing.is_stuck || !standing.is_answered;
        if waits == standing.number.is_some() {
            return;
        }
        let mut by_network = waiting.by_network();
        let Some(held) = by_network.get_mut(network) else {
            return;
        };
        match standing.number.take() {
            Some(number) => drop(held.waiting.remove(&number)),
            None => {
                let next = waiting.next.fetch_add(1, Ordering::Relaxed);
                held.waiting.insert(next, hang_up.clone());
                standing.number = Some(next);
                waiting.one_more.notify_waiters();
            }
        }
    }

    /// Whether its network has more connections than its share.
    fn is_beyond_share(&self) -> bool {
        self.0.waiting.is_beyond_share(self.0.network)
    }

    /// Does what keeps a request waiting before it is begun to be answered: meanwhile the connection gives way to others,
    /// and then nothing more comes of the request.
    ///
    /// # Errors
    /// It gave way, or whoever asked hung up: nobody hears it.
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
        // A request that came by no listener keeps nobody waiting.
        let alone = || Self::new(&Arc::new(Waiting::new(1)), Ipv6Addr::LOCALHOST.into(), None);
        Ok(parts.extensions.get().cloned().unwrap_or_else(alone))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut by_network = self.waiting.by_network();
        let Entry::Occupied(mut held) = by_network.entry(self.network) else {
            return;
        };
        let standing = self.standing.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = standing.number {
            held.get_mut().waiting.remove(&number);
        }
        held.get_mut().all -= 1;
        if held.get().all == 0 {
            held.remove();
        }
    }
}

/// What a connection is sent by. While nobody takes what is sent, the connection waits: a reply that goes out by many pieces is not
/// answered for ever.
struct Sending {
    stream: TokioIo<TcpStream>,
    turn: Turn,
    /// As the turn has it: a write that goes through asks nobody.
    is_stuck: bool,
    /// How long the other side may take to hang up.
    parting: Duration,
    /// Since nothing more will be sent: how it is waited for the other side to hang up.
    parted: Option<Parted>,
}

struct Parted {
    over: Pin<Box<Sleep>>,
    /// Bytes that are still read.
    left: usize,
}

impl Parted {
    fn after(parting: Duration) -> Self {
        Self {
            over: Box::pin(tokio::time::sleep(parting)),
            left: PARTING_BYTES,
        }
    }

    /// Reads until the other side hangs up, or has taken too long.
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

impl Sending {
    fn note<T>(&mut self, sent: Poll<T>) -> Poll<T> {
        if self.is_stuck != sent.is_pending() {
            self.is_stuck = sent.is_pending();
            self.turn.stand(|standing| standing.is_stuck = sent.is_pending());
        }
        sent
    }
}

impl Read for Sending {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: ReadBufCursor<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl Write for Sending {
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
            parted,
            ..
        } = &mut *self;
        if parted.is_none() {
            ready!(Pin::new(&mut *stream).poll_shutdown(context))?;
        }
        let parted = parted.get_or_insert_with(|| Parted::after(*parting));
        parted.poll(Pin::new(stream.inner_mut()), context).map(Ok)
    }
}

/// A reply's body. The connection waits again when it has gone out.
struct Answer {
    body: Body,
    turn: Turn,
}

impl HttpBody for Answer {
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

impl Drop for Answer {
    fn drop(&mut self) {
        self.turn.end();
    }
}
