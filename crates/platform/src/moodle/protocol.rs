//! One call to Moodle: sends it, interprets the reply, and repeats it after transient failures.

use std::error::Error as _;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use backon::{ExponentialBuilder, Retryable};
use futures::future::BoxFuture;
use reqwest::header::{HeaderMap, LOCATION, RETRY_AFTER};
use reqwest::{Client, StatusCode, redirect};
use secrecy::{ExposeSecret, SecretString};
use selaras_reasons::Reason;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tracing::Instrument;
use url::Url;

use super::capabilities;
use super::form::Form;
use super::name::platform;
use super::pace::{CallResult, Pace};
use super::rejection::{Rejection, plain};
use super::required_functions::SITE_INFO;
use super::settings::MoodleSettings;
use crate::PlatformError;

/// The REST protocol's endpoint, below the site's address.
const PATH: &str = "/webservice/rest/server.php";
/// Bytes of a web page to search for its title.
const PAGE: usize = 16 << 10;
/// Letters of a page without a title to show.
const FIRST_WORDS: usize = 80;

/// A result as Moodle wrote it. Parsed into an untyped value it would take up to eighty times its bytes.
pub(crate) type Json = Box<RawValue>;

/// Moodle's answer: a result, or a refusal of what was sent.
pub(crate) type Answer = Result<Json, Rejection>;

/// The result of a call that creates something.
pub(crate) enum CreateReply {
    Answered(Answer),
    /// No answer came, for this reason. The objects may exist by now.
    Lost(PlatformError),
}

/// The HTTP client for Moodle.
#[derive(Clone)]
pub(crate) struct Wire {
    client: Client,
    address: Url,
    token: SecretString,
    max_bytes: usize,
    pauses: ExponentialBuilder,
    first_pause: Duration,
    longest_pause: Duration,
    pause: Pause,
    pace: Pace,
    lost: Arc<AtomicU64>,
    /// Fields of the longest call that a proxy may let through, as far as is known.
    most_fields: Arc<AtomicUsize>,
}

impl fmt::Debug for Wire {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Wire")
            .field("address", &self.address.as_str())
            .finish_non_exhaustive()
    }
}

/// Waits. Passed in, so that tests record the pauses instead of waiting.
#[derive(Clone)]
struct Pause(Arc<dyn Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync>);

impl backon::Sleeper for Pause {
    type Sleep = BoxFuture<'static, ()>;

    fn sleep(&self, time: Duration) -> Self::Sleep {
        (self.0)(time)
    }
}

/// Why one try did not bring a result.
#[derive(Debug, Clone, PartialEq, Eq)]
enum TryError {
    Rejected(Rejection),
    /// The token's fault: Moodle's code and text, and the reason to show.
    Denied(Rejection, Box<Reason>),
    /// Transient: the reason, and the pause that Moodle asked for.
    Transient(Reason, Option<Duration>),
    /// Permanent: the reason.
    Permanent(Reason),
}

impl Wire {
    pub(crate) fn new(settings: &MoodleSettings) -> Result<Self, PlatformError> {
        let mut address = settings.base_url.clone();
        if address.cannot_be_a_base() || !matches!(address.scheme(), "http" | "https") {
            return Err(PlatformError::NotConfigured(Reason::AddressInvalid {
                platform: platform(),
            }));
        }
        address.set_path(&format!("{}{PATH}", settings.base_url.path().trim_end_matches('/')));
        address.set_query(None);
        let unusable = |said| {
            PlatformError::NotConfigured(Reason::CertificateUnusable {
                platform: platform(),
                said,
            })
        };
        let client = selaras_tls::client(settings.ca_certificate.as_deref())
            .map_err(|error| unusable(error.to_string()))?
            .user_agent(concat!("Selaras/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(settings.connect_timeout)
            .timeout(settings.timeout)
            // A redirect would send the token to an address of the reply's choice.
            .redirect(redirect::Policy::none())
            .retry(reqwest::retry::never())
            .build()
            .map_err(|error| unusable(causes(&error)))?;
        Ok(Self {
            client,
            address,
            token: settings.token.clone(),
            max_bytes: settings.max_bytes,
            pauses: ExponentialBuilder::new()
                .with_min_delay(settings.first_pause)
                .with_max_delay(settings.longest_pause)
                .with_max_times(settings.retries)
                .with_jitter(),
            first_pause: settings.first_pause,
            longest_pause: settings.longest_pause,
            pause: Pause(Arc::new(|time| Box::pin(tokio::time::sleep(time)))),
            pace: Pace::new(settings.in_flight),
            lost: Arc::default(),
            most_fields: Arc::new(AtomicUsize::new(usize::MAX)),
        })
    }

    /// The same client for a new job, which tries long calls again.
    pub(crate) fn of_job(&self) -> Self {
        Self {
            most_fields: Arc::new(AtomicUsize::new(usize::MAX)),
            ..self.clone()
        }
    }

    /// Fields that a call may have besides the fixed ones.
    pub(crate) fn most_fields(&self) -> usize {
        self.most_fields.load(Ordering::Relaxed)
    }

    /// The number of calls allowed at once at present; see [`Pace`].
    pub(crate) fn at_once(&self) -> usize {
        self.pace.limit()
    }

    /// Number of lost answers so far. Each of those calls may have written something.
    pub(crate) fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }

    pub(crate) fn with_pause(
        mut self,
        wait: impl Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync + 'static,
    ) -> Self {
        self.pause = Pause(Arc::new(wait));
        self
    }

    /// Calls a function that may refuse what is sent.
    ///
    /// A function that changes existing objects is repeated like any other, because it is idempotent. If the database did not
    /// write, it is repeated once: after a deadlock it writes then.
    pub(crate) async fn call(&self, function: &'static str, form: &Form) -> Result<Answer, PlatformError> {
        let mut answer = self.repeated(function, form, |_| true).await;
        if matches!(&answer, Err(TryError::Rejected(rejection)) if rejection.is_write_error()) {
            tracing::warn!(function, pause = ?self.first_pause, "Moodle's database did not write; trying again");
            (self.pause.0)(self.first_pause).await;
            answer = self.repeated(function, form, |_| true).await;
        }
        match answer {
            Ok(value) => Ok(Ok(value)),
            Err(TryError::Rejected(rejection)) => Ok(Err(rejection)),
            Err(TryError::Denied(_, why)) => Err(denied(*why)),
            Err(TryError::Transient(why, _) | TryError::Permanent(why)) => Err(unanswered(why)),
        }
    }

    /// Calls a function that creates something.
    ///
    /// If a gateway timed out, Moodle may still be working on the call. A second call does not see unfinished work, so both
    /// would create the objects. So the call is not repeated. It waits once more for as long as the answer took; then the
    /// caller looks the objects up.
    pub(crate) async fn make(&self, function: &'static str, form: &Form) -> Result<CreateReply, PlatformError> {
        self.make_unless_denied(function, form, |_| false).await
    }

    /// [`Self::make`] for a function that the token need not be permitted to call.
    pub(crate) async fn make_if_permitted(
        &self,
        function: &'static str,
        form: &Form,
    ) -> Result<CreateReply, PlatformError> {
        self.make_unless_denied(function, form, Rejection::is_missing_capability)
            .await
    }

    /// A denial that `is_refusal` accepts is a refusal, not a failure.
    async fn make_unless_denied(
        &self,
        function: &'static str,
        form: &Form,
        is_refusal: fn(&Rejection) -> bool,
    ) -> Result<CreateReply, PlatformError> {
        let begun = Instant::now();
        match self.repeated(function, form, |why| !may_have_run(why)).await {
            Ok(value) => Ok(CreateReply::Answered(Ok(value))),
            Err(TryError::Rejected(rejection)) => Ok(CreateReply::Answered(Err(rejection))),
            Err(TryError::Denied(rejection, _)) if is_refusal(&rejection) => Ok(CreateReply::Answered(Err(rejection))),
            Err(TryError::Denied(_, why)) => Err(denied(*why)),
            Err(TryError::Transient(why, _)) if may_have_run(&why) => {
                let pause = begun.elapsed().max(self.first_pause).min(self.longest_pause);
                tracing::warn!(function, reason = %why, ?pause, "what Moodle was to make is looked for");
                (self.pause.0)(pause).await;
                Ok(CreateReply::Lost(unanswered(why)))
            }
            Err(TryError::Transient(why, _) | TryError::Permanent(why)) => Err(unanswered(why)),
        }
    }

    /// Calls a function that the token need not be permitted to call. A service without the function and a user without the
    /// capability are refusals here, not failures.
    pub(crate) async fn call_if_permitted(&self, function: &'static str, form: &Form) -> Result<Answer, PlatformError> {
        match self.repeated(function, form, |_| true).await {
            Err(TryError::Denied(rejection, _))
                if matches!(&*rejection.code, "accessexception" | "nopermissions" | "nopermission") =>
            {
                // The message must name the function.
                let message = format!("{function}: {}", rejection.message);
                Ok(Err(Rejection { message, ..rejection }))
            }
            Ok(value) => Ok(Ok(value)),
            Err(TryError::Rejected(rejection)) => Ok(Err(rejection)),
            Err(TryError::Denied(_, why)) => Err(denied(*why)),
            Err(TryError::Transient(why, _) | TryError::Permanent(why)) => Err(unanswered(why)),
        }
    }

    /// Calls a function that has no reason to refuse.
    pub(crate) async fn ask<T: DeserializeOwned>(
        &self,
        function: &'static str,
        form: &Form,
    ) -> Result<T, PlatformError> {
        match self.call(function, form).await? {
            Ok(value) => decoded(function, &value),
            Err(rejection) => Err(refused(function, &rejection)),
        }
    }

    /// Repeats the call until an answer comes, as long as the failure is transient and `again` accepts its reason.
    async fn repeated(
        &self,
        function: &'static str,
        form: &Form,
        again: fn(&Reason) -> bool,
    ) -> Result<Json, TryError> {
        (|| self.once(function, form))
            .retry(self.pauses)
            .sleep(self.pause.clone())
            .when(|failure| matches!(failure, TryError::Transient(why, _) if again(why)))
            .adjust(|failure, planned| match failure {
                TryError::Transient(_, Some(asked)) => planned.map(|_| (*asked).min(self.longest_pause)),
                _ => planned,
            })
            .notify(|failure, pause| {
                if let TryError::Transient(reason, _) = failure {
                    tracing::warn!(function, %reason, ?pause, "trying Moodle again");
                }
            })
            .await
    }

    /// One try. The pause before the next one holds no permit.
    async fn once(&self, function: &'static str, form: &Form) -> Result<Json, TryError> {
        let ticket = self.pace.enter(function, form.rows()).await;
        let begun = Instant::now();
        let called = tracing::debug_span!("moodle", function);
        let answer = self.exchange(function, form).instrument(called).await;
        count(function, begun, &answer);
        if let Err(TryError::Permanent(Reason::CallTooLarge { .. })) = &answer
            && form.rows() > 1
        {
            let fields = form.fields().len();
            tracing::warn!(
                function,
                fields,
                "a proxy refuses the call as too large; calls get smaller"
            );
            self.most_fields.fetch_min(fields / 2, Ordering::Relaxed);
        }
        ticket.finish(match &answer {
            Ok(_) => CallResult::Done,
            Err(TryError::Transient(..)) => {
                self.lost.fetch_add(1, Ordering::Relaxed);
                CallResult::Struggled
            }
            Err(_) => CallResult::Refused,
        });
        answer
    }

    async fn exchange(&self, function: &str, form: &Form) -> Result<Json, TryError> {
        // The token belongs in the body: addresses end up in access logs.
        let mut fields = vec![
            ("wstoken", self.token.expose_secret()),
            ("wsfunction", function),
            ("moodlewsrestformat", "json"),
        ];
        fields.extend(
            form.fields()
                .iter()
                .map(|(name, value)| (name.as_str(), value.as_str())),
        );
        let sent = self.client.post(self.address.clone()).form(&fields).send().await;
        let mut reply = sent.map_err(|error| lost(&error))?;
        let (status, headers) = (reply.status(), reply.headers().clone());
        let mut body = Vec::new();
        while let Some(piece) = reply.chunk().await.map_err(|error| lost(&error))? {
            if body.len() + piece.len() > self.max_bytes {
                return Err(TryError::Permanent(Reason::AnswerTooLarge {
                    function: function.to_owned(),
                    limit: (self.max_bytes >> 20) as u64,
                }));
            }
            body.extend_from_slice(&piece);
        }
        interpret(function, status, &headers, &body)
    }
}

/// Adds one try to the process's metrics.
fn count(function: &'static str, begun: Instant, answer: &Result<Json, TryError>) {
    let outcome = match answer {
        Ok(_) => "done",
        Err(TryError::Rejected(_)) => "refused",
        Err(TryError::Denied(..)) => "denied",
        Err(TryError::Transient(..)) => "passing",
        Err(TryError::Permanent(_)) => "lasting",
    };
    metrics::counter!("selaras_platform_calls_total", "function" => function, "outcome" => outcome).increment(1);
    metrics::histogram!("selaras_platform_call_seconds").record(begun.elapsed());
}

/// Decodes a result as the type it should have.
pub(crate) fn decoded<T: DeserializeOwned>(function: &str, value: &RawValue) -> Result<T, PlatformError> {
    serde_json::from_str(value.get()).map_err(|error| {
        tracing::warn!(function, %error, "unexpected result");
        unanswered(Reason::AnswerUnknown {
            platform: platform(),
            function: function.to_owned(),
        })
    })
}

/// Reads the result of a function that answers with nothing. Any other answer is not from Moodle: nothing is known to be
/// done.
pub(crate) fn nothing(function: &str, answer: Answer) -> Result<Result<(), Rejection>, PlatformError> {
    match answer {
        Ok(value) => decoded::<()>(function, &value).map(Ok),
        Err(rejection) => Ok(Err(rejection)),
    }
}

/// Interprets a complete reply. Moodle answers a refusal with status 200.
fn interpret(function: &str, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Result<Json, TryError> {
    if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
        let asked = headers
            .get(RETRY_AFTER)
            .and_then(|value| value.to_str().ok()?.trim().parse().ok());
        return Err(TryError::Transient(
            Reason::ServerBusy {
                platform: platform(),
                status: u64::from(status.as_u16()),
            },
            asked.map(Duration::from_secs),
        ));
    }
    if status.is_redirection() {
        return Err(TryError::Permanent(redirected(headers)));
    }
    if status == StatusCode::PAYLOAD_TOO_LARGE {
        return Err(TryError::Permanent(Reason::CallTooLarge {
            platform: platform(),
            function: function.to_owned(),
        }));
    }
    // An unknown address is answered with a page too.
    if status != StatusCode::NOT_FOUND
        && let Some(title) = title_of_page(body)
    {
        return Err(TryError::Permanent(Reason::AnswerIsPage {
            platform: platform(),
            title,
            path: PATH.to_owned(),
        }));
    }
    if !status.is_success() {
        return Err(TryError::Permanent(Reason::AddressAnswers {
            platform: platform(),
            status: u64::from(status.as_u16()),
        }));
    }
    let Ok(value) = serde_json::from_slice::<Json>(body) else {
        let start = String::from_utf8_lossy(&body[..body.len().min(4096)]);
        tracing::warn!(function, reply = plain(&start), "the reply is not JSON");
        return Err(TryError::Permanent(Reason::AnswerNotJson { platform: platform() }));
    };
    // Recognised by the code, because the exception's name changed with Moodle 5.
    let refusal: Refusal<'_> = match value.get().starts_with('{') {
        true => serde_json::from_str(value.get()).unwrap_or_default(),
        // Serde would read a list as the fields of a refusal, one after the other.
        false => Refusal::default(),
    };
    let text = refusal.message.and_then(words).unwrap_or_default();
    let Some(code) = refusal.errorcode.and_then(words) else {
        return match refusal.exception {
            Some(_) => Err(TryError::Rejected(Rejection::new("unknown", &text))),
            None => Ok(value),
        };
    };
    let code = code.as_str();
    let rejection = Rejection::new(code, &text);
    let (function, said) = (function.to_owned(), rejection.message.clone());
    Err(match code {
        "invalidtoken" => TryError::Denied(
            rejection,
            Box::new(Reason::TokenUnknown {
                platform: platform(),
                function,
            }),
        ),
        // Every service has its own list of functions, so a refusal of this one has other causes too.
        "accessexception" if function == SITE_INFO => TryError::Denied(
            rejection,
            Box::new(Reason::ServiceNotAllowed {
                platform: platform(),
                function,
                said,
            }),
        ),
        "accessexception" => TryError::Denied(
            rejection,
            Box::new(Reason::FunctionNotAllowed {
                platform: platform(),
                function,
            }),
        ),
        "sitepolicynotagreed" => {
            TryError::Denied(rejection, Box::new(Reason::PolicyNotAgreed { platform: platform() }))
        }
        "forcepasswordchangenotice" | "usernotfullysetup" => TryError::Denied(
            rejection,
            Box::new(Reason::TokenUserNotReady {
                platform: platform(),
                said,
            }),
        ),
        "nopermissions" | "nopermission" | "requireloginerror" => {
            TryError::Denied(rejection, Box::new(right_lacking(function, said)))
        }
        "enablewsdescription"
        | "servicenotavailable"
        | "wsaccessusersuspended"
        | "wsaccessuserdeleted"
        | "wsaccessuserunconfirmed"
        | "wsaccessuserexpired"
        | "wsaccessusernologin"
        | "forbiddenwsuser" => TryError::Denied(
            rejection,
            Box::new(Reason::ServicesOff {
                platform: platform(),
                function,
                said,
            }),
        ),
        "sitemaintenance" | "upgraderunning" => TryError::Permanent(Reason::SiteInMaintenance { platform: platform() }),
        "dbconnectionfailed" | "locktimeout" => {
            TryError::Transient(Reason::DatabaseAway { platform: platform() }, None)
        }
        _ => TryError::Rejected(rejection),
    })
}

/// Moodle, or what stands before it, sends the call to another address.
fn redirected(headers: &HeaderMap) -> Reason {
    let platform = platform();
    let to = headers.get(LOCATION).and_then(|to| to.to_str().ok());
    match to {
        Some(to) => Reason::AddressRedirectsTo {
            platform,
            to: plain(to.split(['?', '#']).next().unwrap_or_default()),
            path: PATH.to_owned(),
        },
        None => Reason::AddressRedirects { platform },
    }
}

/// The title of a web page, or its first words, if the reply is one. Messages that PHP prints before a reply are none.
fn title_of_page(body: &[u8]) -> Option<String> {
    let start = String::from_utf8_lossy(&body[..body.len().min(PAGE)]);
    let start = start.trim_start_matches('\u{feff}').trim_start();
    // Positions in it are positions in the text.
    let lower = start.to_ascii_lowercase();
    let title = || {
        let open = lower.find("<title")?;
        let begin = open + lower[open..].find('>')? + 1;
        let end = begin + lower[begin..].find("</title")?;
        Some(plain(&start[begin..end])).filter(|title| !title.is_empty())
    };
    let is_page = ["<!doctype html", "<html"].iter().any(|tag| lower.starts_with(tag));
    let words = || Some(plain(start).chars().take(FIRST_WORDS).collect()).filter(|words: &String| !words.is_empty());
    match lower.starts_with('<') {
        true => title().or_else(|| is_page.then(words).flatten()),
        false => None,
    }
}

/// The token's user lacks the permission for a function.
fn right_lacking(function: String, said: String) -> Reason {
    let platform = platform();
    match capabilities::required_by(&function) {
        taken if taken.is_empty() => Reason::RightUnnamed {
            platform,
            function,
            said,
        },
        taken => Reason::RightLacking {
            platform,
            function,
            said,
            names: taken.join(", "),
        },
    }
}

/// A call got no usable answer.
pub(crate) fn unanswered(why: Reason) -> PlatformError {
    let error = match why {
        Reason::PlatformUntrusted { .. } => return PlatformError::Unreachable(why),
        Reason::NoAnswerInTime => PlatformError::Late,
        Reason::CallTooLarge { .. } => PlatformError::TooLarge,
        _ => PlatformError::Unreachable,
    };
    error(Reason::PlatformUnanswered {
        platform: platform(),
        why: Box::new(why),
    })
}

/// The token may not do this.
pub(crate) fn denied(why: Reason) -> PlatformError {
    PlatformError::Denied(Reason::PlatformDenied {
        platform: platform(),
        why: Box::new(why),
    })
}

/// A refusal that nothing in the rows explains.
pub(crate) fn refused(function: &str, rejection: &Rejection) -> PlatformError {
    unanswered(call_refused(function, rejection))
}

/// What Moodle says to a call that it refuses.
pub(crate) fn call_refused(function: &str, rejection: &Rejection) -> Reason {
    Reason::CallRefused {
        platform: platform(),
        function: function.to_owned(),
        error: rejection.code.clone(),
        said: rejection.message.clone(),
    }
}

/// The fields of a reply that is a refusal.
#[derive(Default, Deserialize)]
struct Refusal<'a> {
    #[serde(borrow)]
    errorcode: Option<&'a RawValue>,
    #[serde(borrow)]
    exception: Option<&'a RawValue>,
    #[serde(borrow)]
    message: Option<&'a RawValue>,
}

/// The text of a value, if it is a text.
fn words(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

/// True if Moodle may have executed the call although no answer came. PHP works on after the client has gone.
const fn may_have_run(why: &Reason) -> bool {
    matches!(
        why,
        Reason::NoAnswerInTime | Reason::ConnectionLost | Reason::ServerBusy { status: 504 | 524, .. }
    )
}

/// No complete answer came. Whether Moodle did the work is unknown.
fn lost(error: &reqwest::Error) -> TryError {
    tracing::warn!(reason = causes(error), "no answer from Moodle");
    if let Some(why) = selaras_tls::refusal(error, "platform") {
        return TryError::Permanent(Reason::PlatformUntrusted {
            platform: platform(),
            why: Box::new(why),
        });
    }
    let why = if error.is_timeout() {
        Reason::NoAnswerInTime
    } else if error.is_connect() {
        Reason::ServerUnreachable { platform: platform() }
    } else {
        Reason::ConnectionLost
    };
    TryError::Transient(why, None)
}

/// The causes of an error, without the address that was called.
fn causes(error: &reqwest::Error) -> String {
    let mut parts = Vec::new();
    let mut cause = error.source();
    while let Some(error) = cause {
        parts.push(error.to_string());
        cause = error.source();
    }
    parts.join(": ")
}
