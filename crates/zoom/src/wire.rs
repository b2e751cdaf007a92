//! One call to Zoom: sent with a valid token, interpreted, retried after transient failures, and within Zoom's rate limits.

use crate::{
    Result, ZoomError,
    settings::ZoomSettings,
    token::{self, Token},
};
use backon::{ExponentialBuilder, Retryable};
use jiff::Timestamp;
use reqwest::{
    Client, RequestBuilder, Response, StatusCode,
    header::{HeaderMap, RETRY_AFTER},
    redirect,
};
use secrecy::ExposeSecret;
use selaras_reasons::Reason;
use serde::{Deserialize, de::DeserializeOwned};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::Mutex,
    time::{Instant, sleep_until},
};
use tracing::Instrument;
use url::Url;

/// The HTTP client for Zoom. Clones share one token and one pause.
#[derive(Clone)]
pub(crate) struct Wire {
    shared: Arc<Shared>,
}

struct Shared {
    settings: ZoomSettings,
    client: Client,
    api: Url,
    oauth: Url,
    token: Mutex<Option<Token>>,
    /// No call is made before this time.
    quiet_until: std::sync::Mutex<Instant>,
}

/// Why one try did not bring a result.
#[derive(Debug)]
enum TryError {
    /// Transient; with the pause that Zoom asked for.
    Transient(ZoomError, Option<Duration>),
    /// The token has expired.
    Key,
    Permanent(ZoomError),
}

/// Zoom's error message.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Complaint {
    code: i64,
    message: String,
    reason: String,
}

impl std::fmt::Debug for Wire {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Wire")
            .field("api", &self.shared.api.as_str())
            .finish_non_exhaustive()
    }
}

impl Wire {
    /// The settings by name, without secrets.
    pub(crate) fn described(&self) -> Vec<(&'static str, Reason)> {
        let Shared {
            settings, api, oauth, ..
        } = &*self.shared;
        vec![
            ("zoom.account_id", Reason::verbatim(&settings.account_id)),
            ("zoom.api_url", Reason::verbatim(api.as_str())),
            ("zoom.oauth_url", Reason::verbatim(oauth.as_str())),
        ]
    }

    pub(crate) fn new(settings: ZoomSettings) -> Result<Self> {
        let client = Client::builder()
            .user_agent(concat!("Selaras/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(settings.connect_timeout)
            .timeout(settings.timeout)
            // A redirect would send the token to an address of the reply's choice.
            .redirect(redirect::Policy::none())
            .retry(reqwest::retry::never())
            .build()
            .map_err(|error| ZoomError::NotConfigured(Reason::verbatim(error.to_string())))?;
        let (api, oauth) = (settings.api()?, settings.oauth()?);
        Ok(Self {
            shared: Arc::new(Shared {
                settings,
                client,
                api,
                oauth,
                token: Mutex::default(),
                quiet_until: std::sync::Mutex::new(Instant::now()),
            }),
        })
    }

    pub(crate) fn settings(&self) -> &ZoomSettings {
        &self.shared.settings
    }

    /// The address of a call. Each part of the path is one segment, whatever it contains.
    pub(crate) fn address(&self, path: &[&str]) -> Url {
        let mut address = self.shared.api.clone();
        if let Ok(mut steps) = address.path_segments_mut() {
            steps.pop_if_empty().extend(path);
        }
        address
    }

    /// Reads something. Also returns the size of the reply in bytes.
    pub(crate) async fn get<T: DeserializeOwned>(&self, address: &Url) -> Result<(T, usize)> {
        let body = self.repeated(|| self.once(address)).await?;
        let read = serde_json::from_slice(&body).map_err(|error| {
            tracing::warn!(path = address.path(), %error, "unexpected answer of Zoom");
            ZoomError::Unreadable(Reason::verbatim(format!("{error}.")))
        })?;
        Ok((read, body.len()))
    }

    async fn repeated<F: Future<Output = std::result::Result<Vec<u8>, TryError>>>(
        &self,
        once: impl FnMut() -> F,
    ) -> Result<Vec<u8>> {
        let settings = &self.shared.settings;
        let pauses = ExponentialBuilder::new()
            .with_min_delay(settings.first_pause)
            .with_max_delay(settings.longest_pause)
            .with_max_times(settings.retries)
            .with_jitter();
        once.retry(pauses)
            .when(|failure| !matches!(failure, TryError::Permanent(_)))
            .adjust(|failure, planned| match failure {
                // The shared pause covers what Zoom asked for, and a new token needs no pause.
                TryError::Key | TryError::Transient(_, Some(_)) => planned.map(|_| Duration::ZERO),
                _ => planned,
            })
            .notify(|failure, pause| tracing::debug!(miss = ?failure, ?pause, "trying Zoom again"))
            .await
            .map_err(|failure| match failure {
                TryError::Transient(error, _) | TryError::Permanent(error) => error,
                TryError::Key => ZoomError::Denied(Reason::ZoomKeyRefused),
            })
    }

    async fn once(&self, address: &Url) -> std::result::Result<Vec<u8>, TryError> {
        let token = self.token().await?;
        let request = self
            .shared
            .client
            .get(address.clone())
            .bearer_auth(token.value.expose_secret());
        let answered = self.answer(request).await;
        if matches!(answered, Err(TryError::Key)) {
            self.forget(&token).await;
        }
        answered
    }

    /// A valid token. One call requests it while the others wait.
    async fn token(&self) -> std::result::Result<Token, TryError> {
        let mut token_slot = self.shared.token.lock().await;
        if let Some(token) = token_slot.as_ref().filter(|token| token.lives(Instant::now())) {
            return Ok(token.clone());
        }
        let settings = &self.shared.settings;
        let request = self
            .shared
            .client
            .post(self.shared.oauth.clone())
            .basic_auth(&settings.client_id, Some(settings.client_secret.expose_secret()))
            .form(&token::form(settings));
        let body = self.answer(request).await.map_err(|failure| match failure {
            TryError::Key | TryError::Permanent(ZoomError::Refused { .. }) => {
                TryError::Permanent(ZoomError::Denied(Reason::ZoomClientRefused))
            }
            other => other,
        })?;
        let token = Token::read(&body, Instant::now())
            .ok_or(TryError::Permanent(ZoomError::Unreadable(Reason::ZoomGaveNoKey)))?;
        *token_slot = Some(token.clone());
        Ok(token)
    }

    async fn forget(&self, dead: &Token) {
        let mut token_slot = self.shared.token.lock().await;
        // Another call may have fetched a new one meanwhile.
        if token_slot
            .as_ref()
            .is_some_and(|token| token.value.expose_secret() == dead.value.expose_secret())
        {
            *token_slot = None;
        }
    }

    async fn answer(&self, request: RequestBuilder) -> std::result::Result<Vec<u8>, TryError> {
        let quiet_until = *self
            .shared
            .quiet_until
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        sleep_until(quiet_until).await;
        let sent = request.send().instrument(tracing::debug_span!("zoom"));
        let reply = sent.await.map_err(|error| lost(&error))?;
        let (status, headers) = (reply.status(), reply.headers().clone());
        let body = self.whole(reply).await?;
        if status.is_success() {
            self.obey(&headers);
            return Ok(body);
        }
        Err(self.judge(status, &headers, &body))
    }

    async fn whole(&self, mut reply: Response) -> std::result::Result<Vec<u8>, TryError> {
        let mut body = Vec::new();
        while let Some(piece) = reply.chunk().await.map_err(|error| lost(&error))? {
            if body.len() + piece.len() > self.shared.settings.max_bytes {
                let limit = (self.shared.settings.max_bytes >> 20) as u64;
                return Err(TryError::Permanent(ZoomError::Unreadable(Reason::ZoomAnswerTooLarge {
                    limit,
                })));
            }
            body.extend_from_slice(&piece);
        }
        Ok(body)
    }

    /// Pauses if a reply says that it was the last one allowed in this second.
    fn obey(&self, headers: &HeaderMap) {
        let says = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let used_up = says("x-ratelimit-remaining") == Some("0");
        if used_up && says("x-ratelimit-type").is_some_and(|kind| kind.eq_ignore_ascii_case("QPS")) {
            self.keep_quiet(retry_after(headers, self.shared.settings.clock.now()).unwrap_or(Duration::from_secs(1)));
        }
    }

    fn keep_quiet(&self, pause: Duration) {
        let until = Instant::now() + pause.min(self.shared.settings.longest_pause);
        let mut quiet_until = self
            .shared
            .quiet_until
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        *quiet_until = until.max(*quiet_until);
    }

    fn judge(&self, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> TryError {
        let complaint: Complaint = serde_json::from_slice(body).unwrap_or_default();
        let words = [complaint.message, complaint.reason]
            .into_iter()
            .find(|text| !text.is_empty());
        let words = words.unwrap_or_else(|| format!("HTTP {}", status.as_u16()));
        match status {
            StatusCode::TOO_MANY_REQUESTS => self.too_many(headers, &words),
            StatusCode::UNAUTHORIZED => TryError::Key,
            StatusCode::FORBIDDEN => scope_lacking(format!("{words}.")),
            // 4711: the application lacks a scope, which Zoom answers with 400.
            _ if complaint.code == 4711 => scope_lacking(words),
            _ if status.is_server_error() => {
                let status = u64::from(status.as_u16());
                TryError::Transient(ZoomError::Unreachable(Reason::ZoomTroubled { status }), None)
            }
            _ => TryError::Permanent(ZoomError::Refused {
                said: words,
                status: status.as_u16(),
            }),
        }
    }

    fn too_many(&self, headers: &HeaderMap, words: &str) -> TryError {
        let asked = retry_after(headers, self.shared.settings.clock.now());
        let is_daily = headers
            .get("x-ratelimit-type")
            .and_then(|value| value.to_str().ok())
            .is_some_and(|kind| kind.to_lowercase().contains("daily"));
        if is_daily || asked.is_some_and(|pause| pause > self.shared.settings.longest_pause) {
            let again = headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok());
            return TryError::Permanent(ZoomError::Exhausted(again.map(str::to_owned)));
        }
        if let Some(pause) = asked {
            self.keep_quiet(pause);
        }
        let said = words.to_owned();
        TryError::Transient(ZoomError::Unreachable(Reason::ZoomTooManyCalls { said }), asked)
    }
}

/// The application lacks a scope.
fn scope_lacking(said: String) -> TryError {
    TryError::Permanent(ZoomError::Denied(Reason::ZoomScopeLacking { said }))
}

/// Parses `Retry-After`: seconds, or a time as RFC 3339 or RFC 2822.
fn retry_after(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let then: Timestamp = value
        .parse()
        .ok()
        .or_else(|| Some(jiff::fmt::rfc2822::parse(value).ok()?.timestamp()))?;
    Some(Duration::try_from(then.duration_since(now)).unwrap_or_default())
}

/// No complete answer came.
fn lost(error: &reqwest::Error) -> TryError {
    let reason = if error.is_timeout() {
        Reason::NoAnswerInTime
    } else if error.is_connect() {
        Reason::InternetUnreachable
    } else {
        Reason::ConnectionLost
    };
    TryError::Transient(ZoomError::Unreachable(reason), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_seconds_or_a_time_in_either_format() {
        let now = "2026-09-01T08:00:00Z".parse().unwrap();
        let asked = |value: &str| retry_after(&HeaderMap::from_iter([(RETRY_AFTER, value.parse().unwrap())]), now);
        assert_eq!(asked("7"), Some(Duration::from_secs(7)));
        assert_eq!(asked("2026-09-01T08:01:30Z"), Some(Duration::from_secs(90)));
        assert_eq!(asked("Tue, 01 Sep 2026 08:01:30 GMT"), Some(Duration::from_secs(90)));
        assert_eq!(asked("2026-09-01T07:00:00Z"), Some(Duration::ZERO));
        assert_eq!(asked("soon"), None);
    }
}
