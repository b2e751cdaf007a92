//! Address and device of a client.

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, header, request::Parts},
};
use selaras_store::sessions::Location;
use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
};

/// Origin of a request. The device is what the client claims; it is not trusted.
#[derive(Debug, Clone, Default)]
pub(crate) struct Caller(pub(crate) Location);

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map(|ConnectInfo(peer)| peer.ip().to_canonical());
        Ok(Self(Location {
            address: address(peer, &parts.headers).map(|address| address.to_string()),
            device: device(&parts.headers),
        }))
    }
}

/// The client's address: the peer's, or for a proxy on this machine the last one in `X-Forwarded-For`.
fn address(peer: Option<IpAddr>, headers: &HeaderMap) -> Option<IpAddr> {
    let peer = peer?;
    if !peer.is_loopback() {
        return Some(peer);
    }
    let told = headers.get_all("x-forwarded-for").iter().next_back();
    let last = told
        .and_then(|told| told.to_str().ok())
        .and_then(|told| told.rsplit(',').next());
    let last = last.and_then(|address| address.trim().parse::<IpAddr>().ok());
    Some(last.map_or(peer, |address| address.to_canonical()))
}

/// Browsers by their user-agent tokens. Some claim others' tokens too, so the specific ones come first.
const BROWSERS: [(&str, &str); 7] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Operating systems by their user-agent tokens.
const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// Names of browser and system; `None` if both are unknown.
fn device(headers: &HeaderMap) -> Option<String> {
    let said = headers.get(header::USER_AGENT)?.to_str().ok()?;
    let named = |names: &[(&str, &'static str)]| {
        let known = names.iter().find(|(sign, _)| said.contains(sign));
        known.map(|(_, name)| *name)
    };
    let words: Vec<_> = named(&BROWSERS).into_iter().chain(named(&SYSTEMS)).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{address, device};
    use axum::http::{HeaderMap, HeaderValue};

    fn headers(name: &'static str, values: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn forwarded_address_is_trusted_only_from_local_proxy() {
        let told = headers("x-forwarded-for", &["10.0.0.1, 203.0.113.7"]);
        let from = |peer: &str, headers: &HeaderMap| address(Some(peer.parse().unwrap()), headers).unwrap().to_string();
        assert_eq!(from("127.0.0.1", &told), "203.0.113.7");
        assert_eq!(from("198.51.100.4", &told), "198.51.100.4");
        assert_eq!(
            from("127.0.0.1", &headers("x-forwarded-for", &["10.0.0.1", "nobody"])),
            "127.0.0.1"
        );
        assert_eq!(from("127.0.0.1", &HeaderMap::new()), "127.0.0.1");
    }

    #[test]
    fn device_names_browser_and_system() {
        let of = |said: &'static str| device(&headers("user-agent", &[said]));
        let chrome =
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36";
        assert_eq!(of(chrome).as_deref(), Some("Chrome, Linux"));
        let edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0";
        assert_eq!(of(edge).as_deref(), Some("Edge, Windows"));
        let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1";
        assert_eq!(of(phone).as_deref(), Some("Safari, iPhone"));
        assert_eq!(of("curl/8.0"), None);
    }
}
