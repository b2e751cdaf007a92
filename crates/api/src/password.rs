//! Hashes passwords (Argon2id) and keys. Only a few passwords are hashed at a time, and the wait for a turn is bounded.

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

/// Maximum number of passwords hashed at once: each takes 19 MB and a core. One core is left to everything else.
const AT_ONCE: usize = 2;

/// Maximum length of the queue, running hashes included. A campus has fewer administrators who sign in at once.
const QUEUE_LENGTH: usize = 18;

/// Slots in the queue for one network, so that no network fills it alone.
const OF_ONE_NETWORK: usize = 6;

/// How long a request waits for a slot and a turn before it is refused.
const PATIENCE: Duration = Duration::from_secs(3);

/// The queue for hashing passwords.
#[derive(Debug, Clone)]
pub(crate) struct Passwords {
    turns: Arc<Semaphore>,
    line: Arc<Semaphore>,
    by_network: Arc<Mutex<HashMap<Option<IpAddr>, Arc<Semaphore>>>>,
}

/// A slot in the queue, then the turn.
pub(crate) struct Slot {
    turns: Arc<Semaphore>,
    held: Vec<OwnedSemaphorePermit>,
    until: Instant,
}

impl Default for Passwords {
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, NonZero::get);
        Self {
            turns: Arc::new(Semaphore::new(cores.saturating_sub(1).clamp(1, AT_ONCE))),
            line: Arc::new(Semaphore::new(QUEUE_LENGTH)),
            by_network: Arc::default(),
        }
    }
}

const fn busy() -> ApiError {
    ApiError::Busy(PATIENCE.as_secs())
}

/// Takes one permit, if one becomes free in time.
async fn one_of(slots: &Arc<Semaphore>, until: Instant) -> Result<OwnedSemaphorePermit, ApiError> {
    match timeout_at(until, Arc::clone(slots).acquire_owned()).await {
        Ok(Ok(held)) => Ok(held),
        Ok(Err(_)) => Err(ApiError::Internal),
        Err(_) => Err(busy()),
    }
}

impl Passwords {
    /// Waits for a slot in the queue for a signed-in user, before anything else is done with the password.
    ///
    /// # Errors
    /// [`ApiError::Busy`]: the queue stayed full.
    pub(crate) async fn slot(&self) -> Result<Slot, ApiError> {
        self.slot_until(Instant::now() + PATIENCE, Vec::new()).await
    }

    /// Waits for a slot in the queue for an anonymous client at this address. Each network gets only a few slots, and the
    /// waiting connection can be evicted.
    ///
    /// # Errors
    /// [`ApiError::Busy`]: the queue stayed full.
    pub(crate) async fn slot_of_anonymous(&self, address: Option<&str>, turn: &Turn) -> Result<Slot, ApiError> {
        let until = Instant::now() + PATIENCE;
        turn.giving_way(async {
            let of_network = one_of(&self.slots_of(network_of(address)), until).await?;
            self.slot_until(until, vec![of_network]).await
        })
        .await?
    }

    async fn slot_until(&self, until: Instant, mut held: Vec<OwnedSemaphorePermit>) -> Result<Slot, ApiError> {
        held.push(one_of(&self.line, until).await?);
        let turns = Arc::clone(&self.turns);
        Ok(Slot { turns, held, until })
    }

    /// The slots of a network, or of all clients without a known address. Networks without users are dropped.
    fn slots_of(&self, network: Option<IpAddr>) -> Arc<Semaphore> {
        let mut by_network = self.by_network.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = by_network.get(&network) {
            return Arc::clone(known);
        }
        by_network.retain(|_, slots| Arc::strong_count(slots) > 1);
        let slots = Arc::new(Semaphore::new(OF_ONE_NETWORK));
        by_network.insert(network, Arc::clone(&slots));
        slots
    }
}

impl Slot {
    /// Waits for the turn. All permits are kept until the hash is done, even if the client disconnects.
    async fn turn(mut self) -> Result<Vec<OwnedSemaphorePermit>, ApiError> {
        self.held.push(one_of(&self.turns, self.until).await?);
        Ok(self.held)
    }
}

/// A hash that matches no password. An unknown user name takes as long as a known one.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c2VsYXJhc3NlbGFyYXM$Qm9CZ0tWZ2tXb2x5c0VqUXlKb2hYb2dQVnRtZkxyWmM";

/// Maximum length of a password in bytes. It bounds the work of an anonymous request.
pub(crate) const LONGEST: usize = 1024;

/// Minimum number of guesses for a new password, given the usual word lists. No list of leaked passwords that is tried by
/// hand is as long.
const GUESSES: u64 = 1_000_000;

/// True if a new password is guessed early: common, a keyboard row, a date, or little else.
pub(crate) fn is_guessable(password: &str) -> bool {
    zxcvbn::zxcvbn(password, &["selaras"]).guesses() < GUESSES
}

/// Niceness of the hashing thread (0 to 19). At 10 it gets about a tenth of a contended core.
const NICE: i32 = 10;

/// Waits for the turn, then works on a low-priority thread of its own.
async fn in_turn<T: Send + 'static>(slot: Slot, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
    let turn = slot.turn().await?;
    let (sender, receiver) = oneshot::channel();
    let thread = thread::Builder::new().name("password".to_owned());
    thread
        .spawn(move || {
            let _turn = turn;
            // On Linux this changes the thread alone. If it is not allowed, the hash runs at normal priority.
            let _ = setpriority_process(None, NICE);
            // A closed channel means that the client has disconnected.
            let _ = sender.send(work());
        })
        .map_err(|_| ApiError::Internal)?;
    receiver.await.map_err(|_| ApiError::Internal)
}

/// The Argon2id hash of a password.
pub(crate) async fn hash(slot: Slot, password: String) -> Result<String, ApiError> {
    let hashed = in_turn(slot, move || {
        let hash = Argon2::default().hash_password(password.as_bytes()).ok()?;
        Some(hash.to_string())
    });
    hashed.await?.ok_or(ApiError::Internal)
}

/// True if the password matches `hash`; `None` stands for an unknown user.
pub(crate) async fn is_right(slot: Slot, password: String, hash: Option<String>) -> Result<bool, ApiError> {
    let known = hash.is_some();
    let checked = in_turn(slot, move || {
        let hash = hash.as_deref().unwrap_or(DUMMY_HASH);
        PasswordHash::new(hash).is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
    });
    Ok(checked.await? && known)
}

/// A new key: 256 random bits.
pub(crate) fn new_key() -> Result<String, ApiError> {
    let bytes: [u8; 32] = selaras_ambient::random().map_err(|_| ApiError::Internal)?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

/// The hash of a key, as it is stored. A key is random, so a plain hash is enough.
pub(crate) fn key_hash(key: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(key.as_bytes()))
}
