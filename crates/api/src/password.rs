//! Hashing passwords (Argon2id) and keys. Passwords are hashed a few at a time, and nobody waits long for their turn.

use crate::ApiError;
use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
    time::timeout,
};

/// Passwords hashed at once: each takes 19 MB and a core.
const AT_ONCE: usize = 2;

/// How many wait for a turn or have one. A campus has fewer administrators who sign in at once; who comes beyond them
/// keeps no connection meanwhile.
const IN_LINE: usize = 18;

/// How long somebody waits for their turn before they are sent away to try again.
const PATIENCE: Duration = Duration::from_secs(3);

/// Where passwords are hashed.
#[derive(Debug, Clone)]
pub(crate) struct Passwords {
    turns: Arc<Semaphore>,
    line: Arc<Semaphore>,
}

/// A place in the line for a turn, and then the turn.
pub(crate) struct Place {
    turns: Arc<Semaphore>,
    held: OwnedSemaphorePermit,
}

impl Default for Passwords {
    fn default() -> Self {
        Self {
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            line: Arc::new(Semaphore::new(IN_LINE)),
        }
    }
}

fn busy() -> ApiError {
    ApiError::Busy(PATIENCE.as_secs())
}

impl Passwords {
    /// Takes a place in the line, before anything else is done for whoever sends a password.
    ///
    /// # Errors
    /// [`ApiError::Busy`]: the line is full.
    pub(crate) fn place(&self) -> Result<Place, ApiError> {
        let held = Arc::clone(&self.line).try_acquire_owned().map_err(|_| busy())?;
        Ok(Place {
            turns: Arc::clone(&self.turns),
            held,
        })
    }
}

impl Place {
    /// Waits for the turn. Both are held until the hash is made, also where whoever asked for it hangs up meanwhile.
    async fn turn(self) -> Result<[OwnedSemaphorePermit; 2], ApiError> {
        match timeout(PATIENCE, self.turns.acquire_owned()).await {
            Ok(Ok(turn)) => Ok([self.held, turn]),
            Ok(Err(_)) => Err(ApiError::Internal),
            Err(_) => Err(busy()),
        }
    }
}

/// A hash that no password has, so that an unknown user name takes as long as a known one.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$c2VsYXJhc3NlbGFyYXM$Qm9CZ0tWZ2tXb2x5c0VqUXlKb2hYb2dQVnRtZkxyWmM";

/// Longest password that is taken, in bytes. It bounds the work of a stranger's request.
pub(crate) const LONGEST: usize = 1024;

/// Guesses that whoever knows the usual passwords needs for one that is taken, at least: more than there are in any list of
/// leaked ones that somebody tries by hand.
const GUESSES: u64 = 1_000_000;

/// Whether a new password is among the first that are guessed: one of the most common, a keyboard's row, a date, or little else.
pub(crate) fn is_guessable(password: &str) -> bool {
    zxcvbn::zxcvbn(password, &["selaras"]).guesses() < GUESSES
}

/// The Argon2id hash of a password.
pub(crate) async fn hash(place: Place, password: String) -> Result<String, ApiError> {
    let turn = place.turn().await?;
    let hashed = spawn_blocking(move || {
        let _turn = turn;
        Argon2::default()
            .hash_password(password.as_bytes())
            .map(|hash| hash.to_string())
    });
    match hashed.await {
        Ok(Ok(hash)) => Ok(hash),
        _ => Err(ApiError::Internal),
    }
}

/// Whether a password is the one of `hash`; `None` stands for a user who does not exist.
pub(crate) async fn is_right(place: Place, password: String, hash: Option<String>) -> Result<bool, ApiError> {
    let turn = place.turn().await?;
    let known = hash.is_some();
    let checked = spawn_blocking(move || {
        let _turn = turn;
        let hash = hash.as_deref().unwrap_or(NOBODY);
        PasswordHash::new(hash).is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
    });
    Ok(checked.await.unwrap_or(false) && known)
}

/// A new key: 256 random bits.
pub(crate) fn new_key() -> Result<String, ApiError> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(|_| ApiError::Internal)?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

/// What is kept of a key. A key is random, so a plain hash is enough.
pub(crate) fn key_hash(key: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(key.as_bytes()))
}
