//! Sign-in through an institution's provider. The provider redirects the browser to our page, which submits the code.

use super::{
    account::{self, Session, begin_session},
    prefix::REACT,
};
use crate::{
    ApiError, App, Signup,
    body::Fields,
    caller::Caller,
    document::{Call, Routes, route, text},
    oidc::{self, Identity},
    password, refusals, reply,
    server::{Turn, network_of},
    session,
};
use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use selaras_reasons::Reason;
use selaras_store::{
    StoreError,
    administrators::{Administrator, Admission, NewAdministrator, Role},
    identities::{Claim, Followed},
    log::{By, Origin, Principal},
    names,
    sessions::Location,
};
use serde::Serialize;
use utoipa::ToSchema;

/// The cookie that binds a sign-in to its browser. Over HTTPS, the prefix keeps browsers from accepting one that another
/// host of the domain, or a page without HTTPS, has set.
const fn cookie_name(secure: bool) -> &'static str {
    match secure {
        true => "__Host-selaras_sign_in",
        false => "selaras_sign_in",
    }
}
/// Lifetime of a started sign-in in seconds.
const LIVES: i64 = 600;
/// Maximum length of a code or a state in bytes.
const LONGEST: usize = 4096;
/// Maximum length of names from the provider.
const LONGEST_NAME: usize = 100;

/// A provider on the login page.
#[derive(Serialize, ToSchema)]
struct SignInProvider {
    id: String,
    name: String,
}

/// The address where the browser signs in.
#[derive(Serialize, ToSchema)]
struct SignInBegun {
    address: String,
}

pub(crate) fn open() -> Routes<App> {
    let path = |rest: &str| format!("{REACT}/sign_in{rest}");
    let call = |call: Call| call.tag("Akun").open();
    let providers = call(Call::get(path(""), "Penyedia login")).gives_all::<SignInProvider>();
    let begin = call(Call::post(path("/begin"), "Mulai login lewat penyedia"))
        .body(&[("provider", text())], &["provider"])
        .gives_one::<SignInBegun>();
    let finish = call(Call::post(path("/finish"), "Selesaikan login lewat penyedia"))
        .body(
            &[("state", text()), ("code", text()), ("iss", text()), ("error", text())],
            &["state"],
        )
        .gives_one::<Session>();
    Routes::new()
        .with(route(providers, self::providers))
        .with(route(begin, self::begin))
        .with(route(finish, self::finish))
}

async fn providers(State(app): State<App>) -> Response {
    let providers = app.providers.names().map(|(id, name)| SignInProvider {
        id: id.to_owned(),
        name: name.to_owned(),
    });
    reply::all(providers.collect::<Vec<_>>())
}

fn cookie(value: &str, lives: i64, secure: bool) -> Result<HeaderValue, ApiError> {
    let name = cookie_name(secure);
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; Max-Age={lives}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&text).map_err(|_| ApiError::Internal)
}

fn shown(headers: &HeaderMap, secure: bool) -> Option<&str> {
    let cookies = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == cookie_name(secure))
        .map(|(_, value)| value)
}

async fn begin(
    State(app): State<App>,
    Caller(location): Caller,
    turn: Turn,
    body: Fields,
) -> Result<Response, ApiError> {
    let provider = body.required("provider", Reason::empty("provider"))?;
    let begun = turn.giving_way(app.providers.begin(&provider)).await??;
    let browser = password::new_key()?;
    let kept = (&*oidc::secret_hash(&begun.state), &*oidc::secret_hash(&browser));
    let network = network_of(location.address.as_deref()).map_or_else(String::new, |network| network.to_string());
    let store = app.engine.store();
    store.begin_flow(kept, &network, &begun.flow, LIVES * 1000).await?;
    let mut response = reply::one(SignInBegun {
        address: begun.address.into(),
    });
    let cookie = cookie(&browser, LIVES, app.settings.is_served_securely())?;
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    Ok(response)
}

async fn finish(
    State(app): State<App>,
    Caller(location): Caller,
    headers: HeaderMap,
    body: Fields,
) -> Result<Response, ApiError> {
    match identity(&app, &headers, &body).await {
        Ok(identity) => {
            let username = identity.username.clone();
            let found = admitted(&app, identity, &location).await;
            if let Err(ApiError::Forbidden(_) | ApiError::Conflict(_)) = &found {
                refusals::of_login(&app, &username, &location).await?;
            }
            let mut response = begin_session(&app, found?, &location).await?;
            let gone = cookie("", 0, app.settings.is_served_securely())?;
            response.headers_mut().insert(header::SET_COOKIE, gone);
            Ok(response)
        }
        Err(refused) => {
            if let ApiError::Provider(_) = &refused {
                refusals::of_login(&app, "OpenID", &location).await?;
            }
            Err(refused)
        }
    }
}

/// The identity that the provider asserts.
async fn identity(app: &App, headers: &HeaderMap, body: &Fields) -> Result<Identity, ApiError> {
    let over = || ApiError::Provider(Reason::SignInOver);
    let state = body.required("state", Reason::empty("state"))?;
    let (code, issuer) = (body.text("code")?, body.text("iss")?);
    let refused = body.text("error")?.is_some();
    if state.len() > LONGEST || code.as_ref().is_some_and(|code| code.len() > LONGEST) {
        return Err(over());
    }
    let browser = shown(headers, app.settings.is_served_securely()).ok_or_else(over)?;
    let flow = app
        .engine
        .store()
        .take_flow(&oidc::secret_hash(&state), &oidc::secret_hash(browser))
        .await?
        .ok_or_else(over)?;
    if refused {
        return Err(ApiError::Provider(Reason::SignInGivenUp));
    }
    app.providers.end(flow, code.ok_or_else(over)?, issuer).await
}

/// A display name, shortened and without invisible characters.
fn shortened(name: &str) -> String {
    let seen = name.chars().filter(|letter| !names::is_hidden(*letter));
    seen.take(LONGEST_NAME).collect::<String>().trim().to_owned()
}

/// The account for an identity, with the access that this sign-in's claim gives. New people are admitted by their claim, or
/// wait like those who sign up.
async fn admitted(app: &App, identity: Identity, location: &Location) -> Result<Administrator, ApiError> {
    let store = app.engine.store();
    let origin = Origin {
        address: location.address.clone(),
        session: None,
    };
    let lost = || {
        ApiError::Forbidden(Reason::ClaimLost {
            name: identity.provider.clone(),
        })
    };
    let found = match store.identified(&identity.issuer, &identity.subject).await? {
        None => added(app, &identity, &origin).await?,
        Some(found) => {
            let followed = store.follow_claim(found.id, identity.claim, &identity.provider, &origin);
            match followed.await? {
                Followed::Account(account) => account,
                Followed::Withdrawn => return Err(lost()),
                Followed::Unknown => return Err(ApiError::Forbidden(Reason::AccountDeleted)),
            }
        }
    };
    if !found.active {
        return Err(session::inactive_error(&found));
    }
    if let (None, Some(email)) = (&found.email, identity.email) {
        store.learn_email(found.id, &email).await?;
        return Ok(Administrator {
            email: Some(email),
            ..found
        });
    }
    Ok(found)
}

/// Adds an account at the first sign-in.
async fn added(app: &App, identity: &Identity, origin: &Origin) -> Result<Administrator, ApiError> {
    let admission = match (identity.claim, app.settings.signup) {
        (Claim::Gives(role), _) => Admission::Claimed(role),
        (_, Signup::Closed) => return Err(ApiError::Forbidden(Reason::SignupClosed)),
        (_, Signup::Open) => Admission::Active(Role::Administrator),
        (_, Signup::Approval) => Admission::ActiveIfFirst,
    };
    let (name, username) = (shortened(&identity.name), identity.username.trim().to_owned());
    if !names::is_plain(&username) || username.len() > LONGEST_NAME {
        return Err(ApiError::Conflict(Reason::UsernameOfProvider {
            name: identity.provider.clone(),
        }));
    }
    let new = NewAdministrator {
        name: if name.is_empty() { &username } else { &name },
        username: &username,
        // The empty text is no hash, so no password matches it.
        password_hash: "",
        admission,
        identity: Some((identity.issuer.as_str(), identity.subject.as_str())),
    };
    let by = By {
        name: new.name,
        principal: Some(&Principal::Anonymous),
        origin: Some(origin),
    };
    match app.engine.store().add_administrator(new, &Reason::DidSignUp, by).await {
        // The account with that name may belong to another person. The provider's word does not give it away.
        Err(StoreError::Taken(_) | StoreError::Alike) => {
            Err(ApiError::Conflict(Reason::UsernameOfAnother { username }))
        }
        Err(StoreError::Deleted) => Err(ApiError::Forbidden(Reason::AccountDeleted)),
        Err(StoreError::Full) => Err(account::too_many_wait()),
        added => Ok(added?),
    }
}
