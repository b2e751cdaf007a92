//! Verifies webhooks: their signature and their age.

use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;
use std::time::Duration;

/// Maximum difference between a webhook's time and now.
pub const LONGEST_DELAY: Duration = Duration::from_secs(300);

/// A received webhook.
#[derive(Debug, Clone, Copy)]
pub struct Signed<'a> {
    /// `x-zm-request-timestamp`: seconds since 1970, as text.
    pub timestamp: &'a str,
    /// `x-zm-signature`.
    pub signature: &'a str,
    /// The body, byte for byte.
    pub body: &'a [u8],
}

// HMAC accepts keys of any length.
#[allow(clippy::expect_used)]
fn hmac(secret: &SecretString) -> Hmac<Sha256> {
    Hmac::new_from_slice(secret.expose_secret().as_bytes()).expect("a key of any length")
}

/// True if a webhook is signed with `secret` and its time is close to `now` (seconds since 1970). Signatures are compared in
/// constant time.
pub fn is_signed(webhook: Signed<'_>, secret: &SecretString, now: i64) -> bool {
    let in_time = webhook
        .timestamp
        .parse::<i64>()
        .is_ok_and(|sent| now.abs_diff(sent) <= LONGEST_DELAY.as_secs());
    let Some(signature) = webhook
        .signature
        .strip_prefix("v0=")
        .and_then(|hex| hex::decode(hex).ok())
    else {
        return false;
    };
    let mut expected = hmac(secret);
    expected.update(format!("v0:{}:", webhook.timestamp).as_bytes());
    expected.update(webhook.body);
    expected.verify_slice(&signature).is_ok() && in_time
}

/// The `encryptedToken` that proves to Zoom that this address knows the secret.
pub fn answer_to_validation(plain_token: &str, secret: &SecretString) -> String {
    let mut answer = hmac(secret);
    answer.update(plain_token.as_bytes());
    hex::encode(answer.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    // Made with `printf 'v0:1788746400:{"event":"x"}' | openssl dgst -sha256 -hmac rahasia`.
    const SIGNATURE: &str = "v0=0b411d151749d6bbc4815871475e8c376df3425c662efc523b61ba5c0f4a4238";
    const BODY: &[u8] = br#"{"event":"x"}"#;
    const NOW: i64 = 1_788_746_400;

    fn webhook() -> Signed<'static> {
        Signed {
            timestamp: "1788746400",
            signature: SIGNATURE,
            body: BODY,
        }
    }

    fn secret() -> SecretString {
        SecretString::from("rahasia")
    }

    #[test]
    fn signature_by_another_program_is_accepted() {
        assert!(is_signed(webhook(), &secret(), NOW));
    }

    #[test]
    fn another_body_secret_or_time_is_refused() {
        let other = [
            Signed {
                body: br#"{"event":"y"}"#,
                ..webhook()
            },
            Signed {
                timestamp: "1788746401",
                ..webhook()
            },
            Signed {
                timestamp: "kemarin",
                ..webhook()
            },
            Signed {
                signature: &SIGNATURE[3..],
                ..webhook()
            },
            Signed {
                signature: &SIGNATURE[..40],
                ..webhook()
            },
            Signed {
                signature: "v0=",
                ..webhook()
            },
        ];
        for wrong in other {
            assert!(!is_signed(wrong, &secret(), NOW), "{wrong:?}");
        }
        assert!(!is_signed(webhook(), &SecretString::from("lain"), NOW));
    }

    #[test]
    fn webhook_is_accepted_up_to_five_minutes_off() {
        for (now, taken) in [
            (NOW + 300, true),
            (NOW - 300, true),
            (NOW + 301, false),
            (NOW - 301, false),
        ] {
            assert_eq!(is_signed(webhook(), &secret(), now), taken, "{now}");
        }
    }

    #[test]
    fn validation_is_answered_as_by_openssl() {
        assert_eq!(
            answer_to_validation("qgg8vlvZRS6UYooatFL8Aw", &secret()),
            "bfc6962438ed2af94f0a60e358c4aebd0bed96138cbb58fb6c63449e77722357"
        );
    }
}
