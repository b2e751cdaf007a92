//! Signed tokens (JWS, ES256).

use aws_lc_rs::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use serde_json::{Value, json};

/// The id of the provider's key.
const KEY: &str = "kunci-kampus";

/// A signing key.
pub(super) struct Signer(EcdsaKeyPair);

impl Signer {
    pub(super) fn new() -> Option<Self> {
        EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).ok().map(Self)
    }

    /// The public key (JWK).
    pub(super) fn public(&self) -> Value {
        // An uncompressed point: a byte that says so, and two numbers of 32 bytes.
        let point = self.0.public_key().as_ref();
        let (x, y) = point[1..].split_at(32);
        let text = |bytes| BASE64_URL_SAFE_NO_PAD.encode(bytes);
        json!({ "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": KEY, "x": text(x), "y": text(y) })
    }

    /// The claims as a signed token.
    pub(super) fn sign(&self, claims: &Value) -> String {
        let header = json!({ "alg": "ES256", "typ": "JWT", "kid": KEY });
        let [header, claims] = [&header, claims].map(|part| BASE64_URL_SAFE_NO_PAD.encode(part.to_string()));
        let signed = format!("{header}.{claims}");
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes());
        let signature = signature.map_or_else(|_| String::new(), |bytes| BASE64_URL_SAFE_NO_PAD.encode(bytes));
        format!("{signed}.{signature}")
    }
}
