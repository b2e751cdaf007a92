//! One call to Zoom: sent with a living key, judged, repeated where the failure may pass, never faster than Zoom allows.

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

/// The way to Zoom. All that ask through clones of it share one key, and one pause.
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
    /// Nobody asks before.
    quiet_until: std::sync::Mutex<Instant>,
}

/// How one try ended, where it did not bring a result.
#[derive(Debug)]
enum Miss {
    /// May pass; with the pause that Zoom asked for.
    Passing(ZoomError, Option<Duration>),
    /// The key is dead.
    Key,
    Lasting(ZoomError),
}

/// What Zoom says of a failure.
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
            // A redirect would carry the key to wherever the reply says.
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

    /// The address of a call. Each part of the path is one step, whatever is in it.
    pub(crate) fn address(&self, path: &[&str]) -> Url {
        let mut address = self.shared.api.clone();
        if let Ok(mut steps) = address.path_segments_mut() {
            steps.pop_if_empty().extend(path);
        }
        address
    }

    /// Asks for something. Answers with how many bytes it was written in, too.
    pub(crate) async fn get<T: DeserializeOwned>(&self, address: &Url) -> Result<(T, usize)> {
        let body = self.repeated(|| self.once(address)).await?;
        let read = serde_json::from_slice(&body).map_err(|error| {
            tracing::warn!(path = address.path(), %error, "unexpected answer of Zoom");
            ZoomError::Unreadable(Reason::verbatim(format!("{error}.")))
        })?;
        Ok((read, body.len()))
    }

    async fn repeated<F: Future<Output = std::result::Result<Vec<u8>, Miss>>>(
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
            .when(|miss| !matches!(miss, Miss::Lasting(_)))
            .adjust(|miss, planned| match miss {
                // The shared pause holds what Zoom asked for, and a new key needs none.
                Miss::Key | Miss::Passing(_, Some(_)) => planned.map(|_| Duration::ZERO),
                _ => planned,
            })
            .notify(|miss, pause| tracing::debug!(?miss, ?pause, "trying Zoom again"))
            .await
            .map_err(|miss| match miss {
                Miss::Passing(error, _) | Miss::Lasting(error) => error,
                Miss::Key => ZoomError::Denied(Reason::ZoomKeyRefused),
            })
    }

    async fn once(&self, address: &Url) -> std::result::Result<Vec<u8>, Miss> {
        let token = self.token().await?;
        let request = self
            .shared
            .client
            .get(address.clone())
            .bearer_auth(token.value.expose_secret());
        let answered = self.answer(request).await;
        if matches!(answered, Err(Miss::Key)) {
            self.forget(&token).await;
        }
        answered
    }

    /// A key that lives. One asks for it while the others wait.
    async fn token(&self) -> std::result::Result<Token, Miss> {
        let mut kept = self.shared.token.lock().await;
        if let Some(token) = kept.as_ref().filter(|token| token.lives(Instant::now())) {
            return Ok(token.clone());
        }
        let settings = &self.shared.settings;
        let request = self
            .shared
            .client
            .post(self.shared.oauth.clone())
            .basic_auth(&settings.client_id, Some(settings.client_secret.expose_secret()))
            .form(&token::form(settings));
        let body = self.answer(request).await.map_err(|miss| match miss {
            Miss::Key | Miss::Lasting(ZoomError::Refused { .. }) => {
                Miss::Lasting(ZoomError::Denied(Reason::ZoomClientRefused))
            }
            other => other,
        })?;
        let token =
            Token::read(&body, Instant::now()).ok_or(Miss::Lasting(ZoomError::Unreadable(Reason::ZoomGaveNoKey)))?;
        *kept = Some(token.clone());
        Ok(token)
    }

    async fn forget(&self, dead: &Token) {
        let mut kept = self.shared.token.lock().await;
        // Another may have fetched a new one meanwhile.
        if kept
            .as_ref()
            .is_some_and(|token| token.value.expose_secret() == dead.value.expose_secret())
        {
            *kept = None;
        }
    }

    async fn answer(&self, request: RequestBuilder) -> std::result::Result<Vec<u8>, Miss> {
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

    async fn whole(&self, mut reply: Response) -> std::result::Result<Vec<u8>, Miss> {
        let mut body = Vec::new();
        while let Some(piece) = reply.chunk().await.map_err(|error| lost(&error))? {
            if body.len() + piece.len() > self.shared.settings.max_bytes {
                let limit = (self.shared.settings.max_bytes >> 20) as u64;
                return Err(Miss::Lasting(ZoomError::Unreadable(Reason::ZoomAnswerTooLarge {
                    limit,
                })));
            }
            body.extend_from_slice(&piece);
        }
        Ok(body)
    }

    /// Keeps quiet where an answer says that it was the last one of this second.
    fn obey(&self, headers: &HeaderMap) {
        let says = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let used_up = says("x-ratelimit-remaining") == Some("0");
        if used_up && says("x-ratelimit-type").is_some_and(|kind| kind.eq_ignore_ascii_case("QPS")) {
            self.keep_quiet(retry_after(headers, Timestamp::now()).unwrap_or(Duration::from_secs(1)));
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

    fn judge(&self, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Miss {
        let complaint: Complaint = serde_json::from_slice(body).unwrap_or_default();
        let words = [complaint.message, complaint.reason]
            .into_iter()
            .find(|text| !text.is_empty());
        let words = words.unwrap_or_else(|| format!("HTTP {}", status.as_u16()));
        match status {
            StatusCode::TOO_MANY_REQUESTS => self.too_many(headers, &words),
            StatusCode::UNAUTHORIZED => Miss::Key,
            StatusCode::FORBIDDEN => scope_lacking(format!("{words}.")),
            // 4711: the application lacks a scope, which Zoom answers with 400.
            _ if complaint.code == 4711 => scope_lacking(words),
            _ if status.is_server_error() => {
                let status = u64::from(status.as_u16());
                Miss::Passing(ZoomError::Unreachable(Reason::ZoomTroubled { status }), None)
            }
            _ => Miss::Lasting(ZoomError::Refused {
                said: words,
                status: status.as_u16(),
            }),
        }
    }

    fn too_many(&self, headers: &HeaderMap, words: &str) -> Miss {
        let asked = retry_after(headers, Timestamp::now());
        let is_daily = headers
            .get("x-ratelimit-type")
            .and_then(|value| value.to_str().ok())
            .is_some_and(|kind| kind.to_lowercase().contains("daily"));
        if is_daily || asked.is_some_and(|pause| pause > self.shared.settings.longest_pause) {
            let again = headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok());
            return Miss::Lasting(ZoomError::Exhausted(again.map(str::to_owned)));
        }
        if let Some(pause) = asked {
            self.keep_quiet(pause);
        }
        let said = words.to_owned();
        Miss::Passing(ZoomError::Unreachable(Reason::ZoomTooManyCalls { said }), asked)
    }
}

/// The application lacks a scope.
fn scope_lacking(said: String) -> Miss {
    Miss::Lasting(ZoomError::Denied(Reason::ZoomScopeLacking { said }))
}

/// What `Retry-After` says: seconds, or a time as RFC 3339 or RFC 2822.
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

/// No whole answer came.
fn lost(error: &reqwest::Error) -> Miss {
    let reason = if error.is_timeout() {
        Reason::NoAnswerInTime
    } else if error.is_connect() {
        Reason::InternetUnreachable
    } else {
        Reason::ConnectionLost
    };
    Miss::Passing(ZoomError::Unreachable(reason), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_read_as_seconds_or_as_a_time_in_either_spelling() {
        let now = "2026-09-01T08:00:00Z".parse().unwrap();
        let asked = |value: &str| retry_after(&HeaderMap::from_iter([(RETRY_AFTER, value.parse().unwrap())]), now);
        assert_eq!(asked("7"), Some(Duration::from_secs(7)));
        assert_eq!(asked("2026-09-01T08:01:30Z"), Some(Duration::from_secs(90)));
        assert_eq!(asked("Tue, 01 Sep 2026 08:01:30 GMT"), Some(Duration::from_secs(90)));
        assert_eq!(asked("2026-09-01T07:00:00Z"), Some(Duration::ZERO));
        assert_eq!(asked("soon"), None);
    }
}
