//! Sign-in through an institution's provider: OpenID Connect, authorization code with PKCE.
//!
//! State, nonce and verifier are stored for minutes, used once, and bound to the browser by a cookie. Calls to the provider
//! are bounded in time and size, and follow no redirects.

use crate::{ApiError, password};
use openidconnect::{
    AccessToken, AdditionalClaims, AuthenticationFlow, AuthorizationCode, ClaimsVerificationError, ClientId,
    ClientSecret, CsrfToken, DiscoveryError, EmptyExtraTokenFields, EndUserEmail, EndUserName, EndUserUsername,
    EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IdTokenFields, IssuerUrl, LocalizedClaim,
    Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope,
    StandardErrorResponse, StandardTokenResponse, SubjectIdentifier, UserInfoClaims, UserInfoError,
    core::{
        CoreAuthDisplay, CoreAuthPrompt, CoreErrorResponseType, CoreGenderClaim, CoreJsonWebKey,
        CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreProviderMetadata, CoreResponseType,
        CoreRevocableToken, CoreRevocationErrorResponse, CoreTokenIntrospectionResponse, CoreTokenType,
    },
};
use secrecy::{ExposeSecret, SecretString};
use selaras_engine::is_address;
use selaras_reasons::Reason;
use selaras_store::{
    administrators::Role,
    identities::{Claim, Flow},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use tokio::{sync::Mutex, time::Instant};
use url::Url;

/// Time-out of a call to a provider.
const PATIENCE: Duration = Duration::from_secs(10);
/// Maximum size of a provider's reply in bytes.
const LARGEST: usize = 1 << 20;
/// How long a provider's metadata are cached.
const FRESH: Duration = Duration::from_secs(3600);
/// How long failed discovery is cached: anonymous clients can trigger it, and each would wait in turn.
const LEFT_ALONE: Duration = Duration::from_secs(5);

/// Accepted signature algorithms: asymmetric ones, since only the provider has the private key.
const SIGNED_BY: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// A provider in the settings.
#[derive(Debug, Clone)]
pub struct ProviderSettings {
    /// Its id in our URLs.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// Its issuer URL.
    pub issuer: Url,
    /// Our client id there.
    pub client_id: String,
    /// Our client secret there.
    pub client_secret: SecretString,
    /// Scopes that are requested in addition to `openid`.
    pub scopes: Vec<String>,
    /// The claim that admits new people without approval, and their role.
    pub admits: Option<Admits>,
}

/// A claim that admits new people without approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admits {
    /// Name of the claim.
    pub claim: String,
    /// The required value; a list must contain it.
    pub value: String,
    /// The role of admitted people.
    pub role: Role,
}

/// Claims beside the standard ones.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct OtherClaims {
    #[serde(flatten)]
    all: BTreeMap<String, Value>,
}

impl AdditionalClaims for OtherClaims {}

type Fields = IdTokenFields<
    OtherClaims,
    EmptyExtraTokenFields,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;
type Tokens = StandardTokenResponse<Fields, CoreTokenType>;
type Client = openidconnect::Client<
    OtherClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    Tokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// The identity that a provider asserts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) issuer: String,
    pub(crate) subject: String,
    pub(crate) name: String,
    pub(crate) username: String,
    /// The mail address, unless the provider marks it as unverified.
    pub(crate) email: Option<String>,
    /// Display name of the provider.
    pub(crate) provider: String,
    /// What the claim of this sign-in says about access.
    pub(crate) claim: Claim,
}

/// User claims, from the ID token or from the user-info endpoint.
struct UserClaims {
    name: Option<String>,
    username: Option<String>,
    email: Option<String>,
    others: BTreeMap<String, Value>,
}

impl UserClaims {
    fn new(
        name: Option<&LocalizedClaim<EndUserName>>,
        username: Option<&EndUserUsername>,
        email: Option<&EndUserEmail>,
        verified: Option<bool>,
        others: &OtherClaims,
    ) -> Self {
        let username = username.map(|name| name.to_string());
        let email = email.map(|email| email.to_string());
        Self {
            name: name.and_then(|name| name.get(None)).map(|name| name.to_string()),
            username: username.or_else(|| email.clone()),
            email: email.filter(|email| verified != Some(false) && is_address(email)),
            others: others.all.clone(),
        }
    }

    /// Fills missing claims from `there`.
    fn or(mut self, there: Self) -> Self {
        for (claim, value) in there.others {
            self.others.entry(claim).or_insert(value);
        }
        Self {
            name: self.name.or(there.name),
            username: self.username.or(there.username),
            email: self.email.or(there.email),
            others: self.others,
        }
    }
}

/// A sign-in that has been started.
pub(crate) struct StartedSignIn {
    /// The provider's address, where the browser goes.
    pub(crate) address: Url,
    pub(crate) state: String,
    pub(crate) flow: Flow,
}

/// The providers.
#[derive(Clone)]
pub(crate) struct Providers {
    all: Arc<Vec<Provider>>,
    http: reqwest::Client,
}

struct Provider {
    settings: ProviderSettings,
    redirect: Option<RedirectUrl>,
    cached: Arc<Mutex<Option<CachedMetadata>>>,
}

/// Cached metadata of a provider, `None` after a failure, and the time of the call.
struct CachedMetadata {
    at: Instant,
    metadata: Option<CoreProviderMetadata>,
}

impl CachedMetadata {
    /// True while the cached result may be used.
    fn is_fresh(&self) -> bool {
        self.at.elapsed() < if self.metadata.is_some() { FRESH } else { LEFT_ALONE }
    }
}

/// Why a call to a provider failed.
#[derive(Debug, thiserror::Error)]
enum HttpFault {
    #[error("{0}")]
    Sent(#[from] reqwest::Error),
    #[error("{0}")]
    Read(#[from] http::Error),
    #[error("the answer is too long")]
    TooLong,
}

impl HttpFault {
    /// See [`token_failure`].
    fn kind(&self) -> &'static str {
        match self {
            Self::Sent(error) if error.is_timeout() => "no answer in time",
            Self::Sent(error) if error.is_connect() => "not reached",
            Self::Sent(_) => "the connection broke",
            Self::Read(_) => "the answer has no headers",
            Self::TooLong => "the answer is too long",
        }
    }
}

/// The reply does not follow the protocol.
const UNREADABLE: &str = "the answer cannot be read";
/// The reply has an error status.
const REFUSED: &str = "refused";

async fn fetched(http: reqwest::Client, request: HttpRequest) -> Result<HttpResponse, HttpFault> {
    let (parts, body) = request.into_parts();
    let sent = http
        .request(parts.method, parts.uri.to_string())
        .headers(parts.headers)
        .body(body);
    let mut answer = sent.send().await?;
    let mut bytes = Vec::new();
    while let Some(piece) = answer.chunk().await? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > LARGEST {
            return Err(HttpFault::TooLong);
        }
    }
    let mut response = http::Response::builder().status(answer.status());
    if let Some(headers) = response.headers_mut() {
        headers.clone_from(answer.headers());
    }
    Ok(response.body(bytes)?)
}

impl Providers {
    /// The providers of the settings. `public` is our own address, to which they redirect the browser.
    pub(crate) fn new(settings: &[ProviderSettings], public: Option<&Url>) -> Self {
        let back = public.and_then(|public| public.join("login/oidc").ok());
        let provider = |settings: &ProviderSettings| Provider {
            settings: settings.clone(),
            redirect: back.clone().map(RedirectUrl::from_url),
            cached: Arc::default(),
        };
        let http = reqwest::Client::builder()
            .timeout(PATIENCE)
            // A redirect could lead into the campus's internal network.
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap_or_default();
        Self {
            all: Arc::new(settings.iter().map(provider).collect()),
            http,
        }
    }

    /// The id and the display name of each provider.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        self.all
            .iter()
            .map(|one| (one.settings.id.as_str(), one.settings.name.as_str()))
    }

    fn find(&self, id: &str) -> Result<&Provider, ApiError> {
        let found = self.all.iter().find(|one| one.settings.id == id);
        found.ok_or(ApiError::NotFound(Reason::NoSuchProvider))
    }

    /// Starts a sign-in.
    pub(crate) async fn begin(&self, id: &str) -> Result<StartedSignIn, ApiError> {
        let provider = self.find(id)?;
        let client = provider.client(&self.http).await?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let authorization = client.authorize_url(
            AuthenticationFlow::<CoreResponseType>::AuthorizationCode,
            CsrfToken::new_random,
            Nonce::new_random,
        );
        let scopes = provider.settings.scopes.iter().cloned().map(Scope::new);
        let (address, state, nonce) = authorization.add_scopes(scopes).set_pkce_challenge(challenge).url();
        Ok(StartedSignIn {
            address,
            state: state.secret().clone(),
            flow: Flow {
                provider: provider.settings.id.clone(),
                nonce: nonce.secret().clone(),
                verifier: verifier.secret().clone(),
            },
        })
    }

    /// Completes a sign-in with the provider's code, and with the issuer if the provider sent one.
    pub(crate) async fn end(&self, flow: Flow, code: String, issuer: Option<String>) -> Result<Identity, ApiError> {
        let provider = self.find(&flow.provider)?;
        let name = || provider.settings.name.clone();
        if issuer.is_some_and(|issuer| issuer.trim_end_matches('/') != provider.issuer()) {
            return Err(ApiError::Provider(Reason::ProviderForeign { name: name() }));
        }
        let client = provider.client(&self.http).await?;
        let unusable = || ApiError::Provider(Reason::ProviderUnusable { name: name() });
        let http = |request| fetched(self.http.clone(), request);
        let exchange = client.exchange_code(AuthorizationCode::new(code)).map_err(|error| {
            tracing::warn!(%error, "a provider has no address for codes");
            unusable()
        })?;
        let tokens = exchange
            .set_pkce_verifier(PkceCodeVerifier::new(flow.verifier))
            .request_async(&http)
            .await;
        let tokens = tokens.map_err(|error| {
            tracing::warn!(error = token_failure(&error), "a provider took a code for void");
            ApiError::Provider(Reason::ProviderCodeVoid { name: name() })
        })?;
        let token = tokens.extra_fields().id_token().ok_or_else(unusable)?;
        let verifier = client.id_token_verifier().set_allowed_algs(SIGNED_BY);
        let claims = token.claims(&verifier, &Nonce::new(flow.nonce));
        let claims = match claims {
            Ok(claims) => claims,
            Err(error) => {
                tracing::warn!(error = claims_failure(&error), "a provider's token was refused");
                // The provider may have changed its keys.
                *provider.cached.lock().await = None;
                return Err(ApiError::Provider(Reason::ProviderTokenRefused { name: name() }));
            }
        };
        let mut user = UserClaims::new(
            claims.name(),
            claims.preferred_username(),
            claims.email(),
            claims.email_verified(),
            claims.additional_claims(),
        );
        // Many providers put only the subject into the token, and the names into the user-info reply.
        if !provider.is_complete(&user)
            && let Some(more) = self
                .fetch_user_info(provider, &client, tokens.access_token(), claims.subject())
                .await?
        {
            user = user.or(more);
        }
        let subject = claims.subject().to_string();
        let username = user.username.unwrap_or_else(|| subject.clone());
        Ok(Identity {
            issuer: provider.issuer().to_owned(),
            name: user.name.unwrap_or_else(|| username.clone()),
            email: user.email,
            provider: provider.settings.name.clone(),
            claim: provider.claim(&user.others),
            subject,
            username,
        })
    }

    /// Claims from the user-info endpoint; `None` if the provider has none.
    async fn fetch_user_info(
        &self,
        provider: &Provider,
        client: &Client,
        token: &AccessToken,
        subject: &SubjectIdentifier,
    ) -> Result<Option<UserClaims>, ApiError> {
        let Ok(request) = client.user_info(token.clone(), Some(subject.clone())) else {
            return Ok(None);
        };
        let http = |request| fetched(self.http.clone(), request);
        let claims: UserInfoClaims<OtherClaims, CoreGenderClaim> =
            request.request_async(&http).await.map_err(|error| {
                tracing::warn!(
                    error = user_info_failure(&error),
                    "a provider does not say who has signed in"
                );
                let name = provider.settings.name.clone();
                ApiError::Provider(Reason::ProviderUnusable { name })
            })?;
        Ok(Some(UserClaims::new(
            claims.name(),
            claims.preferred_username(),
            claims.email(),
            claims.email_verified(),
            claims.additional_claims(),
        )))
    }
}

/// Describes a failure for the server's log. It never quotes the reply or a parser's message: both may contain a token.
fn token_failure(error: &RequestTokenError<HttpFault, StandardErrorResponse<CoreErrorResponseType>>) -> &'static str {
    match error {
        RequestTokenError::ServerResponse(refusal) => match refusal.error() {
            CoreErrorResponseType::InvalidClient => "invalid_client",
            CoreErrorResponseType::InvalidGrant => "invalid_grant",
            CoreErrorResponseType::InvalidRequest => "invalid_request",
            CoreErrorResponseType::InvalidScope => "invalid_scope",
            CoreErrorResponseType::UnauthorizedClient => "unauthorized_client",
            CoreErrorResponseType::UnsupportedGrantType => "unsupported_grant_type",
            CoreErrorResponseType::Extension(_) => "refused with a code of its own",
        },
        RequestTokenError::Request(fault) => fault.kind(),
        RequestTokenError::Parse(..) => UNREADABLE,
        RequestTokenError::Other(_) => "the answer is empty or not JSON",
    }
}

/// See [`token_failure`].
fn claims_failure(error: &ClaimsVerificationError) -> &'static str {
    match error {
        ClaimsVerificationError::Expired(_) => "expired",
        ClaimsVerificationError::InvalidAudience(_) => "for another client",
        ClaimsVerificationError::InvalidIssuer(_) => "of another issuer",
        ClaimsVerificationError::InvalidNonce(_) => "of another sign-in",
        ClaimsVerificationError::InvalidSubject(_) => "of another subject",
        ClaimsVerificationError::SignatureVerification(_) => "the signature does not hold",
        _ => "the claims do not hold",
    }
}

/// See [`token_failure`].
fn user_info_failure(error: &UserInfoError<HttpFault>) -> &'static str {
    match error {
        UserInfoError::ClaimsVerification(error) => claims_failure(error),
        UserInfoError::Parse(_) => UNREADABLE,
        UserInfoError::Request(fault) => fault.kind(),
        UserInfoError::Response(..) => REFUSED,
        _ => "the answer is not as it should be",
    }
}

/// See [`token_failure`].
fn discovery_failure(error: &DiscoveryError<HttpFault>) -> &'static str {
    match error {
        DiscoveryError::Parse(_) => UNREADABLE,
        DiscoveryError::Request(fault) => fault.kind(),
        DiscoveryError::Response(..) => REFUSED,
        DiscoveryError::UrlParse(_) => "the issuer is no address",
        DiscoveryError::Validation(_) => "it names another issuer",
        _ => "the answer is not as it should be",
    }
}

impl Provider {
    fn issuer(&self) -> &str {
        self.settings.issuer.as_str().trim_end_matches('/')
    }

    /// True if the claims have all names and the claim that admits people.
    fn is_complete(&self, user: &UserClaims) -> bool {
        let admits = self.settings.admits.as_ref();
        user.name.is_some()
            && user.username.is_some()
            && admits.is_none_or(|admits| user.others.contains_key(&admits.claim))
    }

    /// Evaluates the claim that admits people.
    fn claim(&self, claims: &BTreeMap<String, Value>) -> Claim {
        let Some(admits) = &self.settings.admits else {
            return Claim::NotConfigured;
        };
        let has = match claims.get(&admits.claim) {
            Some(Value::String(text)) => *text == admits.value,
            Some(Value::Array(values)) => values.iter().any(|value| value.as_str() == Some(&admits.value)),
            Some(Value::Bool(flag)) => flag.to_string() == admits.value,
            _ => false,
        };
        if has { Claim::Gives(admits.role) } else { Claim::Absent }
    }

    /// The provider's metadata. Concurrent callers share one request, which goes on if the first of them disconnects.
    async fn metadata(&self, http: &reqwest::Client) -> Result<CoreProviderMetadata, ApiError> {
        let away = || {
            let name = self.settings.name.clone();
            ApiError::Beyond(Reason::ProviderAway { name })
        };
        let mut cached = Arc::clone(&self.cached).lock_owned().await;
        if let Some(cached) = cached.as_ref().filter(|cached| cached.is_fresh()) {
            return cached.metadata.clone().ok_or_else(away);
        }
        let issuer = IssuerUrl::new(self.issuer().to_owned()).map_err(|_| ApiError::Internal)?;
        let is_encrypted = self.settings.issuer.scheme() == "https";
        let http = http.clone();
        let asking = tokio::spawn(async move {
            let fetch = |request| fetched(http.clone(), request);
            let discovered = CoreProviderMetadata::discover_async(issuer, &fetch).await;
            let discovered = discovered.inspect_err(|error| {
                tracing::warn!(error = discovery_failure(error), "a provider does not tell of itself");
            });
            let metadata = discovered
                .ok()
                .filter(|discovered| !is_encrypted || uses_https_only(discovered));
            let at = Instant::now();
            cached.insert(CachedMetadata { at, metadata }).metadata.clone()
        });
        asking.await.map_err(|_| ApiError::Internal)?.ok_or_else(away)
    }

    async fn client(&self, http: &reqwest::Client) -> Result<Client, ApiError> {
        let back = self.redirect.clone().ok_or(ApiError::Internal)?;
        let metadata = self.metadata(http).await?;
        let secret = ClientSecret::new(self.settings.client_secret.expose_secret().to_owned());
        let id = ClientId::new(self.settings.client_id.clone());
        Ok(openidconnect::Client::from_provider_metadata(metadata, id, Some(secret)).set_redirect_uri(back))
    }
}

/// True if all endpoints that get codes, tokens or our secret use HTTPS.
fn uses_https_only(metadata: &CoreProviderMetadata) -> bool {
    let token = metadata.token_endpoint().map(|endpoint| endpoint.url());
    let userinfo = metadata.userinfo_endpoint().map(|endpoint| endpoint.url());
    let all = [token, userinfo, Some(metadata.jwks_uri().url())];
    let is_https = all.into_iter().flatten().all(|address| address.scheme() == "https");
    if !is_https {
        tracing::warn!("a provider with an https issuer names addresses without https, so it is not used");
    }
    is_https
}

/// The hash of a state or of a cookie, as it is stored. Both are random, so a plain hash is enough.
pub(crate) fn secret_hash(secret: &str) -> String {
    password::key_hash(secret)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn https_provider_may_not_use_plain_endpoints() {
        let metadata = |token: &str, userinfo: &str, keys: &str| {
            let document = json!({
                "issuer": "https://sso.example", "authorization_endpoint": "https://sso.example/auth",
                "token_endpoint": format!("{token}://sso.example/token"), "jwks_uri": format!("{keys}://sso.example/keys"),
                "userinfo_endpoint": format!("{userinfo}://sso.example/me"), "response_types_supported": ["code"],
                "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"],
            });
            serde_json::from_value::<CoreProviderMetadata>(document).unwrap()
        };
        assert!(uses_https_only(&metadata("https", "https", "https")));
        for (token, userinfo, keys) in [
            ("http", "https", "https"),
            ("https", "http", "https"),
            ("https", "https", "http"),
        ] {
            assert!(
                !uses_https_only(&metadata(token, userinfo, keys)),
                "{token} {userinfo} {keys}"
            );
        }
    }
}
