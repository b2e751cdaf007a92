//! Hashing passwords (Argon2id) and keys. Passwords are hashed a few at a time, and nobody waits long for their turn.

use crate::{
    ApiError,
    server::{Turn, network_of},
};
use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use rustix::process::setpriority_process;
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    net::IpAddr,
    num::NonZero,
    sync::{Arc, Mutex, PoisonError},
    thread::{self, available_parallelism},
    time::Duration,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, oneshot},
    time::{Instant, timeout_at},
};

/// The most passwords hashed at once: each takes 19 MB and a core. One core is left to everybody else.
const AT_ONCE: usize = 2;

/// How many have a place in the line for a turn, or a turn. A campus has fewer administrators who sign in at once.
const IN_LINE: usize = 18;

/// How many of them come from one network: nobody fills the line alone.
const OF_ONE_NETWORK: usize = 6;

/// How long somebody waits for a place and a turn before they are sent away to try again.
const PATIENCE: Duration = Duration::from_secs(3);

/// Where passwords are hashed.
#[derive(Debug, Clone)]
pub(crate) struct Passwords {
    turns: Arc<Semaphore>,
    line: Arc<Semaphore>,
    by_network: Arc<Mutex<HashMap<Option<IpAddr>, Arc<Semaphore>>>>,
}

/// A place in the line for a turn, and then the turn.
pub(crate) struct Place {
    turns: Arc<Semaphore>,
    held: Vec<OwnedSemaphorePermit>,
    until: Instant,
}

impl Default for Passwords {
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, NonZero::get);
        Self {
            turns: Arc::new(Semaphore::new(cores.saturating_sub(1).clamp(1, AT_ONCE))),
            line: Arc::new(Semaphore::new(IN_LINE)),
            by_network: Arc::default(),
        }
    }
}

const fn busy() -> ApiError {
    ApiError::Busy(PATIENCE.as_secs())
}

/// One of these places, if it becomes free in time.
async fn one_of(places: &Arc<Semaphore>, until: Instant) -> Result<OwnedSemaphorePermit, ApiError> {
    match timeout_at(until, Arc::clone(places).acquire_owned()).await {
        Ok(Ok(held)) => Ok(held),
        Ok(Err(_)) => Err(ApiError::Internal),
        Err(_) => Err(busy()),
    }
}

impl Passwords {
    /// Waits for a place in the line for somebody who is signed in, before anything else is done with their password.
    ///
    /// # Errors
    /// [`ApiError::Busy`]: the line stayed full.
    pub(crate) async fn place(&self) -> Result<Place, ApiError> {
        self.place_until(Instant::now() + PATIENCE, Vec::new()).await
    }

    /// Waits for a place in the line for whoever sends a password from this address, who may be anybody: only a few of one
    /// network have one, and until then their connection gives way to others.
    ///
    /// # Errors
    /// [`ApiError::Busy`]: the line stayed full.
    pub(crate) async fn place_of_stranger(&self, address: Option<&str>, turn: &Turn) -> Result<Place, ApiError> {
        let until = Instant::now() + PATIENCE;
        turn.giving_way(async {
            let of_network = one_of(&self.places_of(network_of(address)), until).await?;
            self.place_until(until, vec![of_network]).await
        })
        .await?
    }

    async fn place_until(&self, until: Instant, mut held: Vec<OwnedSemaphorePermit>) -> Result<Place, ApiError> {
        held.push(one_of(&self.line, until).await?);
        let turns = Arc::clone(&self.turns);
        Ok(Place { turns, held, until })
    }

    /// The places of a network, or of all whose address is not known. Those that nobody holds or waits for are forgotten.
    fn places_of(&self, network: Option<IpAddr>) -> Arc<Semaphore> {
        let mut by_network = self.by_network.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = by_network.get(&network) {
            return Arc::clone(known);
        }
        by_network.retain(|_, places| Arc::strong_count(places) > 1);
        let places = Arc::new(Semaphore::new(OF_ONE_NETWORK));
        by_network.insert(network, Arc::clone(&places));
        places
    }
}

impl Place {
    /// Waits for the turn. All is held until the hash is made, also where whoever asked for it hangs up meanwhile.
    async fn turn(mut self) -> Result<Vec<OwnedSemaphorePermit>, ApiError> {
        self.held.push(one_of(&self.turns, self.until).await?);
        Ok(self.held)
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

/// How a hash gives way to others who need its core (0: not at all, 19: as far as can be). It gets a tenth of it beside them.
const NICE: i32 = 10;

/// Takes the turn of a place, and works on a thread of its own that gives way to whoever answers others.
async fn in_turn<T: Send + 'static>(place: Place, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
    let turn = place.turn().await?;
    let (tell, told) = oneshot::channel();
    let thread = thread::Builder::new().name("password".to_owned());
    thread
        .spawn(move || {
            let _turn = turn;
            // Of a process on Linux this is the thread's alone. Where it is not allowed, the hash is as nice as everybody.
            let _ = setpriority_process(None, NICE);
            // Whoever hung up meanwhile hears nothing.
            let _ = tell.send(work());
        })
        .map_err(|_| ApiError::Internal)?;
    told.await.map_err(|_| ApiError::Internal)
}

/// The Argon2id hash of a password.
pub(crate) async fn hash(place: Place, password: String) -> Result<String, ApiError> {
    let hashed = in_turn(place, move || {
        let hash = Argon2::default().hash_password(password.as_bytes()).ok()?;
        Some(hash.to_string())
    });
    hashed.await?.ok_or(ApiError::Internal)
}

/// Whether a password is the one of `hash`; `None` stands for a user who does not exist.
pub(crate) async fn is_right(place: Place, password: String, hash: Option<String>) -> Result<bool, ApiError> {
    let known = hash.is_some();
    let checked = in_turn(place, move || {
        let hash = hash.as_deref().unwrap_or(NOBODY);
        PasswordHash::new(hash).is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
    });
    Ok(checked.await? && known)
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
