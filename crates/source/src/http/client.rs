//! Sends the requests of a list, with the token if there is one, and checks the replies.

use std::error::Error as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::header::{ACCEPT, LOCATION};
use reqwest::{Client, RequestBuilder, Response, StatusCode, redirect};
use secrecy::ExposeSecret;
use selaras_reasons::Reason;
use tokio::sync::Mutex;
use tokio::time::timeout;
use tracing::Instrument;
use url::Url;

use super::dialect::Values;
use super::reply::Reply;
use crate::call::Call;
use crate::envelope::{says_error, shown};
use crate::error::{Fault, SourceError};
use crate::retry::{Pause, retry_after};
use crate::settings::{SourceSettings, Timeouts, without_query};

/// Bytes to read of an error reply for its text.
const REFUSAL_BYTES: usize = 16 << 10;

/// Maximum bytes of the reply with the token.
const TOKEN_BYTES: usize = 64 << 10;

/// Minimum rate in bytes per second; a slower reply is given up after the time limit.
const DRIP: u64 = 1000;

/// The time waited for the pieces of one reply, and the bytes received.
#[derive(Debug, Default)]
pub(super) struct Flow {
    waited: Duration,
    pub(super) bytes: u64,
}

/// The client of the web service, with its settings and its current token.
#[derive(Debug)]
pub(super) struct HttpClient {
    pub(super) settings: SourceSettings,
    client: Client,
    pub(super) pause: Pause,
    /// Locked while a new token is fetched, so that one of several calls fetches it.
    token: Mutex<Option<Token>>,
}

/// The token that the token call returned.
pub(super) type Token = Arc<str>;

impl HttpClient {
    /// Builds the client. Sends nothing.
    pub(super) fn new(settings: SourceSettings) -> Result<Self, SourceError> {
        let unusable = |message| SourceError {
            name: settings.name.clone(),
            fault: Fault::Settings(message),
        };
        let client = selaras_tls::client(settings.ca_certificate.as_deref())
            .map_err(|error| unusable(format!("source.ca_file: {error}")))?
            .user_agent(concat!("Selaras/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(settings.timeouts.connect)
            // The administrator chose the address; a reply must not choose another.
            .redirect(redirect::Policy::none())
            .build()
            .map_err(|error| unusable(technical(&error)))?;
        Ok(Self {
            settings,
            client,
            pause: Pause::on_the_clock(),
            token: Mutex::default(),
        })
    }

    /// The same client with another wait between tries.
    pub(super) fn with_pause(&self, pause: Pause) -> Self {
        Self {
            settings: self.settings.clone(),
            client: self.client.clone(),
            pause,
            token: Mutex::default(),
        }
    }

    /// The next piece of the reply, decompressed.
    pub(super) async fn piece(
        &self,
        answer: &mut Response,
        flow: &mut Flow,
        rows: u64,
    ) -> Result<Option<bytes::Bytes>, Fault> {
        let Timeouts { idle, drip, .. } = self.settings.timeouts;
        let begun = Instant::now();
        let come = timeout(idle, answer.chunk()).await;
        flow.waited += begun.elapsed();
        if flow.waited > drip && flow.bytes < DRIP.saturating_mul(flow.waited.as_secs().max(1)) {
            return Err(Fault::Timeout(drip));
        }
        match come {
            Err(_) => Err(Fault::Timeout(idle)),
            Ok(Err(error)) => Err(Fault::Broken {
                rows,
                reason: technical(&error),
            }),
            Ok(Ok(piece)) => {
                flow.bytes += piece.as_ref().map_or(0, |piece| piece.len() as u64);
                Ok(piece)
            }
        }
    }

    /// Requests a list and waits for the beginning of a successful reply.
    pub(super) async fn ask(&self, call: &Call) -> Result<Response, Fault> {
        let token = self.token().await?;
        let answer = self.ask_with(call, token.clone()).await;
        match self.renewed_token(token, answer.as_ref().err()).await? {
            Some(token) => self.ask_with(call, Some(token)).await,
            None => answer,
        }
    }

    async fn ask_with(&self, call: &Call, token: Option<Token>) -> Result<Response, Fault> {
        let answer = self.ask_for(call, &scope_values(call), None, token).await?;
        self.successful(answer).await
    }

    /// Returns a new token after a call with `refused` failed: a token may expire in the middle of a list, and some services
    /// report that in a reply. `None` if the call failed for another reason, or had no token.
    pub(super) async fn renewed_token(
        &self,
        refused: Option<Token>,
        failed: Option<&Fault>,
    ) -> Result<Option<Token>, Fault> {
        let (Some(refused), Some(Fault::Status { status: 401, .. } | Fault::Reported(_))) = (refused, failed) else {
            return Ok(None);
        };
        // Of several calls one drops the old token and fetches a new one for all.
        self.token.lock().await.take_if(|held| *held == refused);
        self.token().await
    }

    /// Requests a part of a list, from the address `next` if the previous part gave one. Waits for the beginning of a reply,
    /// success or not.
    pub(super) async fn ask_for(
        &self,
        call: &Call,
        values: &Values,
        next: Option<Url>,
        token: Option<Token>,
    ) -> Result<Response, Fault> {
        let dialect = &self.settings.dialect;
        let spec = dialect.lists.get(call.name());
        let mut values = values.clone();
        if let Some(token) = &token {
            values.set("token", &**token);
        }
        let method = spec.and_then(|spec| spec.method).map_or(call.method(), Into::into);
        let address = next.unwrap_or_else(|| self.settings.address(call, &values));
        let mut request = self.client.request(method, address);
        for (name, value) in &dialect.headers {
            request = request.header(name, value.expose_secret());
        }
        let of_token = token.filter(|_| dialect.token.as_ref().is_some_and(|spec| spec.bearer));
        if let Some(bearer) = of_token
            .as_deref()
            .or(dialect.bearer.as_ref().map(ExposeSecret::expose_secret))
        {
            request = request.bearer_auth(bearer);
        } else if let (Some(username), None) = (&dialect.username, &dialect.token) {
            request = request.basic_auth(username, dialect.password.as_ref().map(ExposeSecret::expose_secret));
        }
        let body = match spec.and_then(|spec| spec.body.as_ref()) {
            Some(body) => Some(values.fill_body(body)),
            None => call.body(),
        };
        if let Some(body) = body {
            request = request.json(&body);
        }
        self.send(request).await
    }

    /// The token; fetched if there is none yet.
    pub(super) async fn token(&self) -> Result<Option<Token>, Fault> {
        let Some(spec) = &self.settings.dialect.token else {
            return Ok(None);
        };
        let mut held = self.token.lock().await;
        if held.is_some() {
            return Ok(held.clone());
        }
        let mut values = Values::default();
        values.set(
            "username",
            self.settings.dialect.username.as_deref().unwrap_or_default(),
        );
        let password = self.settings.dialect.password.as_ref();
        values.set("password", password.map_or("", ExposeSecret::expose_secret));
        let address = self.settings.below(&spec.path, &values);
        let request = self.client.post(address).json(&values.fill_body(&spec.body));
        let answer = self.send(request).await?;
        let mut answer = self.successful(answer).await?;
        let (mut body, mut flow) = (Vec::new(), Flow::default());
        while let Some(piece) = self.piece(&mut answer, &mut flow, 0).await? {
            body.extend_from_slice(&piece);
            if body.len() > TOKEN_BYTES {
                break;
            }
        }
        let reply = Reply::read(&body)?;
        self.refuse_reported(reply)?;
        let lacks = || {
            let pointer = spec.pointer.clone();
            Fault::malformed(Reason::ReplyLacks { pointer })
        };
        let token = reply.at(&spec.pointer).and_then(Reply::words);
        *held = Some(token.ok_or_else(lacks)?.into());
        Ok(held.clone())
    }

    /// Fails if a reply reports a failure.
    pub(super) fn refuse_reported(&self, reply: Reply<'_>) -> Result<(), Fault> {
        if reply
            .at("msg")
            .and_then(Reply::words)
            .is_some_and(|msg| says_error(&msg))
        {
            return Err(Fault::Reported(shown(&own_words(reply).unwrap_or_default())));
        }
        let dialect = &self.settings.dialect;
        let Some(code) = self.code(reply).filter(|code| !dialect.is_success(code)) else {
            return Ok(());
        };
        let text = match &dialect.error_text {
            Some(pointer) => reply.at(pointer).and_then(Reply::words),
            None => own_words(reply),
        };
        let text = text.unwrap_or_default();
        Err(Fault::Reported(shown(&format!("{text} ({code})"))))
    }

    /// True if a reply reports success. A reply without a code does not.
    pub(super) fn says_success(&self, reply: Reply<'_>) -> bool {
        let is_success = |msg: String| msg.trim().eq_ignore_ascii_case("success");
        let code = self.code(reply);
        reply.at("msg").and_then(Reply::words).is_some_and(is_success)
            || code.is_some_and(|code| self.settings.dialect.is_success(&code))
    }

    /// The code by which a reply reports success or failure, if it has one.
    fn code(&self, reply: Reply<'_>) -> Option<String> {
        let pointer = self.settings.dialect.error_code.as_ref()?;
        reply.at(pointer).map(Reply::text)
    }

    /// Sends one request and waits for the beginning of a reply, success or not.
    async fn send(&self, request: RequestBuilder) -> Result<Response, Fault> {
        let patience = self.settings.timeouts;
        let request = request.header(ACCEPT, "application/json");
        let sent = request.send().instrument(tracing::debug_span!("source"));
        match timeout(patience.connect + patience.first_byte, sent).await {
            Err(_) => Err(Fault::Timeout(patience.first_byte)),
            Ok(Err(error)) if error.is_timeout() => Err(Fault::Timeout(patience.connect)),
            Ok(Err(error)) if error.is_connect() => Err(unconnected(&error)),
            Ok(Err(error)) if error.is_builder() => Err(Fault::Settings(technical(&error))),
            Ok(Err(error)) => Err(Fault::Broken {
                rows: 0,
                reason: technical(&error),
            }),
            Ok(Ok(answer)) => Ok(answer),
        }
    }

    /// Returns the reply if it is a success.
    pub(super) async fn successful(&self, answer: Response) -> Result<Response, Fault> {
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        if status.is_redirection() {
            let to = answer
                .headers()
                .get(LOCATION)
                .and_then(|to| to.to_str().ok())
                .unwrap_or("alamat lain");
            return Err(Fault::Redirected {
                to: shown(without_query(to)),
            });
        }
        let retry_after = retry_after(answer.headers(), self.settings.clock.now());
        let refusal = Fault::Status {
            status: status.as_u16(),
            retry_after,
        };
        if refusal.is_transient() {
            return Err(refusal);
        }
        Err(match self.reported(answer).await {
            Some(said) if status == StatusCode::NOT_FOUND => Fault::NotThere(said),
            Some(said) => Fault::Reported(said),
            None => refusal,
        })
    }

    /// The source's own text about why it refuses, if there is one.
    async fn reported(&self, mut answer: Response) -> Option<String> {
        let (mut body, mut flow) = (Vec::new(), Flow::default());
        while let Ok(Some(piece)) = self.piece(&mut answer, &mut flow, 0).await {
            body.extend_from_slice(&piece);
            if body.len() > REFUSAL_BYTES {
                return None;
            }
        }
        let reply = Reply::read(&body).ok()?;
        Some(shown(&own_words(reply)?)).filter(|text| !text.is_empty())
    }
}

/// The text of a reply that reports a failure.
fn own_words(reply: Reply<'_>) -> Option<String> {
    let said = |name: &str| reply.at(name).and_then(Reply::words);
    said("data").filter(|text| !text.is_empty()).or_else(|| said("message"))
}

/// The fault for a failed connection.
fn unconnected(error: &reqwest::Error) -> Fault {
    match selaras_tls::refusal(error, "source") {
        Some(why) => Fault::Untrusted(Box::new(why)),
        None => Fault::Connect(technical(error)),
    }
}

/// The requested class, as values to fill into a call.
pub(super) fn scope_values(call: &Call) -> Values {
    let mut values = Values::default();
    for (column, value) in call.scope() {
        values.set(column, value);
    }
    values
}

/// An error with its causes, for the log, without the address.
fn technical(error: &reqwest::Error) -> String {
    let mut text = match error.source() {
        Some(_) => String::new(),
        None => format!("{error:?}"),
    };
    let mut cause = error.source();
    while let Some(error) = cause {
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
