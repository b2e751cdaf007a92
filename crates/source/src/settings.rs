//! The address of the source's web service, and its limits.

use std::collections::BTreeMap;
use std::time::Duration;

use selaras_ambient::Clock;
use selaras_reasons::Reason;
use url::Url;

use crate::call::Call;
use crate::http::dialect::{Dialect, Values};
use crate::retry::Patience;

/// The source's display name if no setting gives one.
pub(crate) const DEFAULT_NAME: &str = "OCAS";

/// The connection to the source over HTTP.
#[derive(Debug, Clone)]
pub struct SourceSettings {
    /// Base address of the calls; may have a path.
    pub base_url: Url,
    /// The source's display name.
    pub name: String,
    /// Time-outs.
    pub timeouts: Timeouts,
    /// Maximum size of the replies of one list together, in bytes after decompression.
    pub max_bytes: u64,
    /// Maximum size, in bytes, of a reply that must be held in memory.
    pub max_page_bytes: u64,
    /// Maximum size of one row in bytes. A longer row is an error of that row only.
    pub max_row_bytes: usize,
    /// Number of retries after a transient failure.
    pub retries: usize,
    /// First pause before a retry; each further one is twice as long, with jitter.
    pub first_pause: Duration,
    /// Longest pause before a retry, even if the source asks for more by `Retry-After`.
    pub longest_pause: Duration,
    /// Paths that differ from the feed's own, by [`Call::name`]. May have a query.
    pub paths: BTreeMap<String, String>,
    /// PEM certificate of an authority to trust in addition to the system's.
    pub ca_certificate: Option<Vec<u8>>,
    /// The description of the web service, if it differs from the contract.
    pub dialect: Dialect,
    /// The clock, for a `Retry-After` that names a time.
    pub clock: Clock,
}

impl SourceSettings {
    /// Settings with the default values.
    pub fn new(base_url: Url) -> Self {
        Self {
            base_url,
            name: DEFAULT_NAME.to_owned(),
            timeouts: Timeouts::default(),
            max_bytes: 1_000_000_000,
            max_page_bytes: 64_000_000,
            max_row_bytes: 1 << 20,
            retries: 3,
            first_pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(60),
            paths: BTreeMap::new(),
            ca_certificate: None,
            dialect: Dialect::default(),
            clock: Clock::default(),
        }
    }

    /// The settings by name, without secrets.
    pub(crate) fn described(&self) -> Vec<(&'static str, Reason)> {
        let mut address = self.base_url.clone();
        // Setting them fails only on addresses that cannot have a user and a password.
        let _ = address.set_username("");
        let _ = address.set_password(None);
        address.set_query(None);
        address.set_fragment(None);
        let paths = match self.paths.is_empty() {
            true => Reason::Default,
            false => Reason::verbatim(self.paths.keys().map(String::as_str).collect::<Vec<_>>().join(", ")),
        };
        vec![
            ("source.base_url", Reason::verbatim(address.as_str())),
            ("source.name", Reason::verbatim(&self.name)),
            ("source.paths", paths),
            (
                "source.timeout_seconds",
                Reason::verbatim(self.timeouts.first_byte.as_secs().to_string()),
            ),
            ("source.ca_file", Reason::present(self.ca_certificate.is_some())),
        ]
    }

    pub(crate) fn patience(&self) -> Patience {
        Patience {
            retries: self.retries,
            first_pause: self.first_pause,
            longest_pause: self.longest_pause,
        }
    }

    /// The full address of a call, with its placeholders filled.
    pub(crate) fn address(&self, call: &Call, values: &Values) -> Url {
        let path = self.paths.get(call.name()).map_or(call.default_path(), String::as_str);
        let mut address = self.below(path, values);
        if let Some(spec) = self.dialect.lists.get(call.name())
            && !spec.query.is_empty()
        {
            let filled = spec.query.iter().map(|(name, value)| (name, values.fill(value)));
            address.query_pairs_mut().extend_pairs(filled);
        }
        address
    }

    /// The address of a path below the base address; the path may have a query.
    pub(crate) fn below(&self, path: &str, values: &Values) -> Url {
        let (path, query) = match path.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (path, None),
        };
        let mut address = self.base_url.clone();
        address.set_path(&format!(
            "{}/{}",
            self.base_url.path().trim_end_matches('/'),
            values.fill_address(path.trim_start_matches('/'))
        ));
        let query = query.map(|query| values.fill_address(query));
        address.set_query(query.as_deref().or(self.base_url.query()));
        address
    }
}

/// An address or a path without its query, which may contain a key; safe to show.
pub(crate) fn without_query(address: &str) -> &str {
    address.split_once('?').map_or(address, |(before, _)| before)
}

/// Time-outs.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    /// For a connection.
    pub connect: Duration,
    /// For the first byte of the reply, after the connection.
    pub first_byte: Duration,
    /// For the next piece of the reply.
    pub idle: Duration,
    /// For a slow reply: after this time it must have brought a kilobyte per second.
    pub drip: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            // An academic system takes a while to collect a class list of a whole university.
            first_byte: Duration::from_secs(60),
            idle: Duration::from_secs(30),
            drip: Duration::from_secs(600),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use selaras_kinds::{Kind, kelas::Kelas};

    const CLASSES: Call = Call::whole(&Kelas::FEED);

    #[test]
    fn path_is_below_the_base_address() {
        let mut settings = SourceSettings::new(Url::parse("https://ocas.example.ac.id/api/v2/").unwrap());
        assert_eq!(
            settings.address(&CLASSES, &Values::default()).as_str(),
            "https://ocas.example.ac.id/api/v2/classes"
        );
        settings.paths.insert("classes".into(), "jadwal/kelas?aktif=1".into());
        assert_eq!(
            settings.address(&CLASSES, &Values::default()).as_str(),
            "https://ocas.example.ac.id/api/v2/jadwal/kelas?aktif=1"
        );
    }
}
