//! An institution's OpenID provider: authorization code with PKCE, ES256. It checks its callers strictly, signs in the
//! person that a test sets without a prompt, and injects faults on request. Like many providers', its tokens contain only
//! the subject; names come from the user info call.

mod tokens;

use crate::listener::Listener;
use axum::{
    Form, Json, Router,
    extract::{Query, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
    routing::{get, post},
};
use base64::{Engine as _, prelude::BASE64_STANDARD, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};
use tokens::Signer;

/// The client's id.
pub const CLIENT_ID: &str = "selaras";
/// The client's secret.
pub const CLIENT_SECRET: &str = "kampusDemoKlienOpenId";

/// The person who is signed in at the provider.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// The provider's id of the person.
    pub subject: String,
    /// Full name.
    pub name: String,
    /// User name at the provider.
    pub username: String,
    /// E-mail address.
    pub email: String,
    /// Groups of the person.
    pub groups: Vec<String>,
}

impl Default for Person {
    fn default() -> Self {
        Self {
            subject: "peg-0042".to_owned(),
            name: "Sari Puspita".to_owned(),
            username: "sari".to_owned(),
            email: "sari@kampus.example".to_owned(),
            groups: vec!["staf".to_owned()],
        }
    }
}

/// The provider's faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mischief {
    /// Its token is of another sign-in.
    OtherNonce,
    /// Its token names another issuer.
    OtherIssuer,
    /// Its token is for another client.
    OtherAudience,
    /// Its token is a day old.
    OldToken,
    /// Its token is signed with an unpublished key.
    OtherKey,
    /// Its codes have expired on arrival.
    ExpiredCode,
    /// The user info call returns another person.
    OtherPerson,
    /// Its answers are unreadable.
    Broken,
    /// It answers a code with tokens in the wrong members.
    MisplacedToken,
    /// It refuses a code and repeats the request's values.
    RepeatingRefusal,
    /// Its user info has the token in the wrong member.
    MisplacedTokenInUserInfo,
}

impl Person {
    /// The person's claims.
    fn claims(&self) -> Value {
        json!({
            "sub": self.subject,
            "name": self.name,
            "preferred_username": self.username,
            "email": self.email,
            "groups": self.groups,
        })
    }
}

/// A running provider. Dropping the last clone stops it.
#[derive(Clone)]
pub struct Provider {
    inner: Arc<Inner>,
    _listener: Arc<Listener>,
}

struct Inner {
    issuer: Mutex<String>,
    signer: Signer,
    person: Mutex<Person>,
    mischief: Mutex<Option<Mischief>>,
    talkative: AtomicBool,
    codes: Mutex<HashMap<String, Granted>>,
    /// The person of an access token.
    tokens: Mutex<HashMap<String, Person>>,
    count: Mutex<u64>,
    configuration_requests: AtomicU64,
}

/// The sign-in of a code.
struct Granted {
    redirect_uri: String,
    challenge: String,
    nonce: String,
    person: Person,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Provider {
    /// Serves on loopback; port 0 takes a free one.
    ///
    /// # Errors
    /// If the port cannot be bound.
    pub async fn start(port: u16) -> std::io::Result<Self> {
        let inner = Arc::new(Inner {
            issuer: Mutex::default(),
            signer: Signer::new().ok_or_else(|| std::io::Error::other("no key"))?,
            person: Mutex::default(),
            mischief: Mutex::default(),
            talkative: AtomicBool::new(false),
            codes: Mutex::default(),
            tokens: Mutex::default(),
            count: Mutex::default(),
            configuration_requests: AtomicU64::default(),
        });
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(configuration))
            .route("/keys", get(keys))
            .route("/authorize", get(authorize))
            .route("/token", post(token))
            .route("/userinfo", get(user_info))
            .route("/demo/change", post(change))
            .with_state(Arc::clone(&inner));
        let listener = Arc::new(Listener::start(port, router).await?);
        *lock(&inner.issuer) = listener.url();
        Ok(Self {
            inner,
            _listener: listener,
        })
    }

    /// Its issuer: its address.
    #[must_use]
    pub fn issuer(&self) -> String {
        lock(&self.inner.issuer).clone()
    }

    /// Sets the person who signs in from now on.
    pub fn sign_in_as(&self, person: Person) {
        *lock(&self.inner.person) = person;
    }

    /// From now on its tokens contain all claims, as some providers' do.
    pub fn put_claims_in_tokens(&self) {
        self.inner.talkative.store(true, Ordering::Relaxed);
    }

    /// How often its configuration was requested.
    #[must_use]
    pub fn configuration_requests(&self) -> u64 {
        self.inner.configuration_requests.load(Ordering::Relaxed)
    }

    /// Sets or removes the fault.
    pub fn misbehave(&self, mischief: Option<Mischief>) {
        *lock(&self.inner.mischief) = mischief;
    }
}

impl Inner {
    fn does(&self, mischief: Mischief) -> bool {
        *lock(&self.mischief) == Some(mischief)
    }
}

type Shared = State<Arc<Inner>>;

async fn configuration(State(inner): Shared) -> Response {
    inner.configuration_requests.fetch_add(1, Ordering::Relaxed);
    if inner.does(Mischief::Broken) {
        return "<!doctype html><title>IdP</title>".into_response();
    }
    let issuer = lock(&inner.issuer).clone();
    Json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "userinfo_endpoint": format!("{issuer}/userinfo"),
        "jwks_uri": format!("{issuer}/keys"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic"],
        "scopes_supported": ["openid", "profile", "email", "groups"],
    }))
    .into_response()
}

/// Sets the person who signs in from now on, from outside.
async fn change(State(inner): Shared, Json(person): Json<Person>) -> StatusCode {
    *lock(&inner.person) = person;
    StatusCode::NO_CONTENT
}

async fn keys(State(inner): Shared) -> Json<Value> {
    Json(json!({ "keys": [inner.signer.public()] }))
}

async fn authorize(State(inner): Shared, Query(parameters): Query<HashMap<String, String>>) -> Response {
    let of = |name: &str| parameters.get(name).cloned().unwrap_or_default();
    let right = of("client_id") == CLIENT_ID
        && of("response_type") == "code"
        && of("code_challenge_method") == "S256"
        && of("scope").split(' ').any(|scope| scope == "openid")
        && [of("state"), of("nonce"), of("code_challenge"), of("redirect_uri")]
            .iter()
            .all(|value| !value.is_empty());
    if !right {
        return (StatusCode::BAD_REQUEST, "invalid_request").into_response();
    }
    let number = {
        let mut count = lock(&inner.count);
        *count += 1;
        *count
    };
    let code = format!("kode-{number}");
    let granted = Granted {
        redirect_uri: of("redirect_uri"),
        challenge: of("code_challenge"),
        nonce: of("nonce"),
        person: lock(&inner.person).clone(),
    };
    if !inner.does(Mischief::ExpiredCode) {
        lock(&inner.codes).insert(code.clone(), granted);
    }
    let issuer = lock(&inner.issuer).clone();
    let back = [("code", code), ("state", of("state")), ("iss", issuer)];
    let query: Vec<_> = back
        .iter()
        .map(|(name, value)| format!("{name}={}", escaped(value)))
        .collect();
    Redirect::to(&format!("{}?{}", of("redirect_uri"), query.join("&"))).into_response()
}

/// A value, escaped for a URL.
fn escaped(value: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    value
        .bytes()
        .map(|byte| match plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}

fn refuse(error: &str) -> Response {
    (StatusCode::BAD_REQUEST, Json(json!({ "error": error }))).into_response()
}

async fn token(State(inner): Shared, headers: HeaderMap, Form(parameters): Form<HashMap<String, String>>) -> Response {
    let of = |name: &str| parameters.get(name).cloned().unwrap_or_default();
    let expected = format!(
        "Basic {}",
        BASE64_STANDARD.encode(format!("{CLIENT_ID}:{CLIENT_SECRET}"))
    );
    let shown = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if shown != Some(expected.as_str()) {
        return (StatusCode::UNAUTHORIZED, Json(json!({ "error": "invalid_client" }))).into_response();
    }
    if of("grant_type") != "authorization_code" {
        return refuse("unsupported_grant_type");
    }
    if inner.does(Mischief::RepeatingRefusal) {
        let repeated = format!("{} {CLIENT_SECRET} {}", of("code"), of("code_verifier"));
        let refusal = json!({ "error": repeated, "error_description": repeated, "error_uri": repeated });
        return (StatusCode::BAD_REQUEST, Json(refusal)).into_response();
    }
    // A code is good for one try.
    let Some(granted) = lock(&inner.codes).remove(&of("code")) else {
        return refuse("invalid_grant");
    };
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(of("code_verifier")));
    if challenge != granted.challenge || of("redirect_uri") != granted.redirect_uri {
        return refuse("invalid_grant");
    }
    let issuer = lock(&inner.issuer).clone();
    let now = jiff::Timestamp::now().as_second();
    let issued = if inner.does(Mischief::OldToken) {
        now - 86_400
    } else {
        now
    };
    let does = |mischief, other: &str, right: String| if inner.does(mischief) { other.to_owned() } else { right };
    let mut claims = json!({
        "iss": does(Mischief::OtherIssuer, "https://lain.example", issuer),
        "aud": does(Mischief::OtherAudience, "lain", CLIENT_ID.to_owned()),
        "nonce": does(Mischief::OtherNonce, "lain", granted.nonce),
        "sub": granted.person.subject,
        "iat": issued,
        "exp": issued + 300,
    });
    if inner.talkative.load(Ordering::Relaxed)
        && let (Some(claims), Value::Object(said)) = (claims.as_object_mut(), granted.person.claims())
    {
        claims.extend(said);
    }
    let other = inner.does(Mischief::OtherKey).then(Signer::new).flatten();
    let signer = other.as_ref().unwrap_or(&inner.signer);
    let access = format!("akses-{}", of("code"));
    lock(&inner.tokens).insert(access.clone(), granted.person);
    if inner.does(Mischief::MisplacedToken) {
        let token = signer.sign(&claims);
        return Json(json!({ "access_token": access, "token_type": "Bearer", "expires_in": token })).into_response();
    }
    Json(json!({
        "access_token": access,
        "token_type": "Bearer",
        "expires_in": 300,
        "id_token": signer.sign(&claims),
    }))
    .into_response()
}

/// The person of an access token.
async fn user_info(State(inner): Shared, headers: HeaderMap) -> Response {
    let shown = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = shown.and_then(|shown| shown.strip_prefix("Bearer "));
    let Some(mut person) = token.and_then(|token| lock(&inner.tokens).get(token).cloned()) else {
        return (
            StatusCode::UNAUTHORIZED,
            [(header::WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"")],
        )
            .into_response();
    };
    if inner.does(Mischief::MisplacedTokenInUserInfo) {
        return Json(json!({ "sub": person.subject, "email_verified": token })).into_response();
    }
    if inner.does(Mischief::OtherPerson) {
        person.subject.push_str("-lain");
    }
    Json(person.claims()).into_response()
}
