//! Access to the setup: only with the code from the terminal, from this machine, on a page of this address.

use crate::ApiError;
use axum::{
    extract::Request,
    http::{HeaderMap, header, uri::Authority},
    middleware::Next,
    response::Response,
};
use selaras_reasons::Reason;
use std::sync::{Mutex, MutexGuard, PoisonError};
use subtle::ConstantTimeEq;

/// The header with the code. Pages of other sites cannot send it without a CORS preflight.
pub(super) const HEADER: &str = "x-setup-code";
/// Wrong tries until a code is replaced.
const TRIES: u32 = 5;
/// Letters and digits that are not confused with each other: five bits each.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// Length of a code: 80 bits.
const LENGTH: usize = 16;
/// Letters between two hyphens.
const GROUP: usize = 4;

/// The valid code.
pub(super) struct Gate(Mutex<Code>);

struct Code {
    text: String,
    wrong: u32,
}

impl Code {
    fn new() -> Self {
        let letter = |byte: u8| char::from(LETTERS[usize::from(byte) % LETTERS.len()]);
        let random: [u8; LENGTH] = selaras_ambient::random().expect("the machine gives random bytes");
        let text = random.map(letter).into_iter().collect();
        Self { text, wrong: 0 }
    }

    /// As printed and typed, in groups.
    fn shown(&self) -> String {
        let letters: Vec<_> = self.text.chars().collect();
        let groups: Vec<String> = letters.chunks(GROUP).map(|group| group.iter().collect()).collect();
        groups.join("-")
    }
}

impl Gate {
    /// A gate with a code of its own.
    pub(super) fn new() -> Self {
        Self(Mutex::new(Code::new()))
    }

    fn lock(&self) -> MutexGuard<'_, Code> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The code as it is printed.
    pub(super) fn code(&self) -> String {
        self.lock().shown()
    }

    /// Checks a code. After too many wrong tries, the error contains a new code.
    pub(super) fn check(&self, typed: &str) -> Result<(), Option<String>> {
        let typed: String = typed
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|letter| letter.to_ascii_uppercase())
            .collect();
        let mut code = self.lock();
        if bool::from(code.text.as_bytes().ct_eq(typed.as_bytes())) {
            return Ok(());
        }
        code.wrong += 1;
        if code.wrong < TRIES {
            return Err(None);
        }
        *code = Code::new();
        Err(Some(code.shown()))
    }
}

/// Refuses calls from pages of other sites, also under a foreign host name (DNS rebinding).
pub(super) async fn refuse_foreign(request: Request, next: Next) -> Result<Response, ApiError> {
    if is_own(request.headers()) {
        Ok(next.run(request).await)
    } else {
        Err(ApiError::Forbidden(Reason::SetupFromElsewhere))
    }
}

/// True if a request names this machine as its host, and comes from a page of that host. The port may be a tunnel's.
fn is_own(headers: &HeaderMap) -> bool {
    let only = |name| {
        let mut values = headers.get_all(name).iter();
        (values.next(), values.next().is_none())
    };
    let ((Some(host), true), (origin, true)) = (only(header::HOST), only(header::ORIGIN)) else {
        return false;
    };
    let Ok(host) = host.to_str() else {
        return false;
    };
    let named = host.parse::<Authority>();
    let local =
        !host.contains('@') && named.is_ok_and(|named| matches!(named.host(), "127.0.0.1" | "localhost" | "[::1]"));
    local && origin.is_none_or(|origin| origin.as_bytes() == format!("http://{host}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_ignores_case_and_survives_four_wrong_tries() {
        let gate = Gate::new();
        let first = gate.code();
        assert_eq!(first.len(), LENGTH + LENGTH / GROUP - 1);
        for _ in 1..TRIES {
            assert_eq!(gate.check("salah"), Err(None));
        }
        assert_eq!(gate.check(&first.to_lowercase().replace('-', " ")), Ok(()));
        let another = gate.check("salah").unwrap_err().unwrap();
        assert_ne!(another, first);
        assert_eq!(gate.check(&first), Err(None));
        assert_eq!(gate.check(&another), Ok(()));
    }

    #[test]
    fn foreign_pages_are_detected_under_any_host_name() {
        let of = |headers: &[(header::HeaderName, &'static str)]| {
            let pairs = headers
                .iter()
                .map(|(name, value)| (name.clone(), value.parse().unwrap()));
            is_own(&HeaderMap::from_iter(pairs))
        };
        assert!(of(&[(header::HOST, "127.0.0.1:8080")]));
        assert!(of(&[
            (header::HOST, "localhost:9000"),
            (header::ORIGIN, "http://localhost:9000")
        ]));
        assert!(of(&[(header::HOST, "[::1]:8080")]));
        for host in [
            "selaras.kampus.ac.id",
            "127.0.0.1.nip.io:8080",
            "127.0.0.2:8080",
            "a@localhost:8080",
        ] {
            assert!(!of(&[(header::HOST, host)]), "{host}");
        }
        for origin in [
            "http://evil.example",
            "null",
            "http://localhost:8081",
            "https://localhost:8080",
        ] {
            assert!(
                !of(&[(header::HOST, "localhost:8080"), (header::ORIGIN, origin)]),
                "{origin}"
            );
        }
        assert!(!of(&[]));
    }
}
