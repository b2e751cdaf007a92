//! Encrypts stored secrets that must be read again: a copy of the database alone does not reveal them.
//!
//! AES-256-GCM, with a key derived from the setting `auth.secret_key` and a nonce for each secret. A secret is bound to its
//! owner.

use aws_lc_rs::{
    aead::{AES_256_GCM, Aad, Nonce, RandomizedNonceKey},
    hkdf::{HKDF_SHA256, KeyType, Salt},
};
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use secrecy::{ExposeSecret, SecretString};

/// Context of the key derivation.
const PURPOSE: &[u8] = b"selaras second factor";
/// Bytes of a nonce.
const NONCE: usize = 12;
/// Bytes of a key.
const KEY: usize = 32;

/// Encrypts and decrypts secrets. Without a key it does neither.
pub(crate) struct Vault(Option<RandomizedNonceKey>);

struct Length;

impl KeyType for Length {
    fn len(&self) -> usize {
        KEY
    }
}

fn derived(secret: &SecretString) -> Option<RandomizedNonceKey> {
    let extracted = Salt::new(HKDF_SHA256, &[]).extract(secret.expose_secret().trim().as_bytes());
    let mut key = [0_u8; KEY];
    extracted.expand(&[PURPOSE], Length).ok()?.fill(&mut key).ok()?;
    RandomizedNonceKey::new(&AES_256_GCM, &key).ok()
}

impl Vault {
    /// A vault with the key of the settings.
    pub(crate) fn new(secret: Option<&SecretString>) -> Self {
        Self(secret.and_then(derived))
    }

    /// Whether it has a key.
    pub(crate) fn has_key(&self) -> bool {
        self.0.is_some()
    }

    /// The encrypted secret; `None` without a key.
    pub(crate) fn seal(&self, owner: i64, secret: &[u8]) -> Option<String> {
        let mut bytes = secret.to_vec();
        let aad = Aad::from(owner.to_be_bytes());
        let nonce = self.0.as_ref()?.seal_in_place_append_tag(aad, &mut bytes).ok()?;
        bytes.splice(0..0, *nonce.as_ref());
        Some(BASE64_URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The decrypted secret; `None` with another key or for another owner.
    pub(crate) fn open(&self, owner: i64, sealed: &str) -> Option<Vec<u8>> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let (nonce, rest) = bytes.split_at_checked(NONCE)?;
        let mut rest = rest.to_vec();
        let aad = Aad::from(owner.to_be_bytes());
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        Some(self.0.as_ref()?.open_in_place(nonce, aad, &mut rest).ok()?.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::Vault;
    use secrecy::SecretString;

    #[test]
    fn sealed_secret_opens_only_for_its_owner_and_key() {
        let vault = |key: &str| Vault::new(Some(&SecretString::from(key)));
        let (ours, theirs) = (vault("kunci-kampus"), vault("kunci-lain"));
        let sealed = ours.seal(7, b"rahasia").unwrap();
        assert_eq!(ours.open(7, &sealed).unwrap(), b"rahasia");
        assert_ne!(ours.seal(7, b"rahasia").unwrap(), sealed, "each has a nonce of its own");
        assert_eq!(ours.open(8, &sealed), None);
        assert_eq!(theirs.open(7, &sealed), None);
        assert_eq!(ours.open(7, &sealed[1..]), None);
        assert!(Vault::new(None).seal(7, b"rahasia").is_none());
    }
}
