//! The second factor: time-based codes (TOTP, RFC 6238) and recovery codes.

use crate::{ApiError, App, password, refusals, session};
use qrcode::{QrCode, render::svg};
use selaras_engine::Owner;
use selaras_reasons::Reason;
use selaras_store::sessions::Location;
use totp_rs::{Builder, Secret, Totp};

/// Letters and digits that are not confused with each other.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// Issuer shown by authenticators.
const ISSUER: &str = "Selaras";
/// Length of a secret in bytes, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;
/// Number of recovery codes per account.
const RECOVERY_CODES: usize = 10;
/// Length of a recovery code: 80 bits.
const RECOVERY_LETTERS: usize = 16;
/// Width and height of the QR code in pixels.
const PICTURE: u32 = 200;

/// Data to set up an authenticator.
pub(crate) struct Proposal {
    /// The secret for typing.
    pub(crate) secret: String,
    /// The secret as an `otpauth:` address for authenticators.
    pub(crate) address: String,
    /// The address as a QR code (SVG).
    pub(crate) picture: String,
}

fn random<const LENGTH: usize>() -> Result<[u8; LENGTH], ApiError> {
    selaras_ambient::random().map_err(|_| ApiError::Internal)
}

fn totp(secret: &[u8], username: &str) -> Result<Totp, ApiError> {
    // A colon separates issuer and account in authenticators.
    let account = username.replace(':', " ");
    let built = Builder::new()
        .with_secret(Secret::new(secret.into()))
        .with_account_name(account)
        .with_issuer(Some(ISSUER))
        .build();
    built.map_err(|error| {
        tracing::error!(%error, "a second factor cannot be made");
        ApiError::Internal
    })
}

fn no_key() -> ApiError {
    ApiError::Conflict(Reason::SecondFactorNoKey)
}

/// Creates a new secret, which the owner has yet to confirm.
pub(crate) async fn propose(app: &App, owner: i64, username: &str) -> Result<Proposal, ApiError> {
    let secret = random::<SECRET_BYTES>()?;
    let totp = totp(&secret, username)?;
    let address = totp.to_url().map_err(|_| ApiError::Internal)?;
    let picture = QrCode::new(address.as_bytes()).map_err(|_| ApiError::Internal)?;
    let picture = picture
        .render::<svg::Color<'_>>()
        .min_dimensions(PICTURE, PICTURE)
        .build();
    let sealed = app.vault.seal(owner, &secret).ok_or_else(no_key)?;
    if !app.engine.store().propose_second_factor(owner, &sealed).await? {
        return Err(ApiError::Conflict(Reason::SecondFactorThere));
    }
    Ok(Proposal {
        secret: totp.secret().to_base32(),
        address,
        picture,
    })
}

/// The time step of a code, if the code is valid for now, the step before or the step after.
pub(crate) fn step(app: &App, owner: i64, sealed: &str, code: &str) -> Result<Option<i64>, ApiError> {
    let secret = app.vault.open(owner, sealed).ok_or_else(no_key)?;
    let code: String = code.chars().filter(|letter| !letter.is_whitespace()).collect();
    let now = app.engine.store().now().as_second().unsigned_abs();
    let step = totp(&secret, ISSUER)?.check(&code, now);
    Ok(step.and_then(|step| i64::try_from(step).ok()))
}

/// Checks a second-factor or recovery code. Each is valid once. The owner is notified of a wrong one, since another person
/// may know the password.
pub(crate) async fn is_right(
    app: &App,
    id: i64,
    owner: Owner<'_>,
    sealed: &str,
    code: &str,
    location: &Location,
) -> Result<bool, ApiError> {
    let store = app.engine.store();
    // Recovery codes cannot be guessed, so they are not limited by wrong guesses.
    let right = if code.chars().filter(char::is_ascii_alphanumeric).count() == RECOVERY_LETTERS {
        store.use_recovery_code(id, &recovery_hash(code)).await?
    } else {
        let counted = session::count_code(app, id, owner.username, location).await?;
        match step(app, id, sealed, code)? {
            Some(step) if store.use_step(id, step).await? => {
                counted.forgive(app).await?;
                true
            }
            _ => false,
        }
    };
    if !right && session::notice_is_due(app, id).await? {
        let (told, notices) = app.engine.notices_of_wrong_code(owner, location);
        refusals::of_code(app, &told, &notices, location).await?;
    }
    Ok(right)
}

/// New recovery codes, shown once, and their hashes. Codes are random, so a plain hash is enough.
pub(crate) fn recovery_codes() -> Result<(Vec<String>, Vec<String>), ApiError> {
    let mut codes = Vec::with_capacity(RECOVERY_CODES);
    for _ in 0..RECOVERY_CODES {
        let letters = random::<RECOVERY_LETTERS>()?;
        let letters = letters.map(|byte| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]));
        let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
        codes.push(groups.join("-"));
    }
    let hashes = codes.iter().map(|code| recovery_hash(code)).collect();
    Ok((codes, hashes))
}

/// The hash of a recovery code, whatever its case and separators.
fn recovery_hash(code: &str) -> String {
    let letters: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    password::key_hash(&letters.to_ascii_uppercase())
}
