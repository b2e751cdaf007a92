//! Where the source's web service is and how patient to be with it.

use std::collections::BTreeMap;
use std::time::Duration;

use selaras_reasons::Reason;
use url::Url;

use crate::call::Call;
use crate::http::dialect::{Dialect, Values};
use crate::retry::Patience;

/// What the source is called unless a setting says otherwise.
pub(crate) const DEFAULT_NAME: &str = "OCAS";

/// How the source is reached over HTTP.
#[derive(Debug, Clone)]
pub struct SourceSettings {
    /// Address that the paths of the calls are below; may have a path of its own.
    pub base_url: Url,
    /// What people call the source.
    pub name: String,
    /// Patience.
    pub timeouts: Timeouts,
    /// Bytes that the replies of one list may have together, after decompression.
    pub max_bytes: u64,
    /// Bytes that a reply may have which has to be held whole.
    pub max_page_bytes: u64,
    /// Bytes that one row may have. A longer row is that row's failure.
    pub max_row_bytes: usize,
    /// How many times a call that failed for a passing reason is tried again.
    pub retries: usize,
    /// First pause before a repeat; each further one is twice as long, with jitter.
    pub first_pause: Duration,
    /// Longest pause before a repeat, also when the source asks for more by `Retry-After`.
    pub longest_pause: Duration,
    /// Paths that differ from the feed's own, by [`Call::name`]. May have a query.
    pub paths: BTreeMap<String, String>,
    /// Certificate (PEM) of an authority to trust beside those of the system.
    pub ca_certificate: Option<Vec<u8>>,
    /// How the web service is spoken with, where it is not as the contract has it.
    pub dialect: Dialect,
}

impl SourceSettings {
    /// Settings with the usual values.
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
        }
    }

    /// The settings by name, as people may see them.
    pub(crate) fn described(&self) -> Vec<(&'static str, Reason)> {
        let mut address = self.base_url.clone();
        // An address that cannot have a user and a password has none.
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

    /// The full address of a call, with its places filled.
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

    /// A path below the base address; may have a query.
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

/// An address or a path without its query, which may hold a key: as people may see it.
pub(crate) fn without_query(address: &str) -> &str {
    address.split_once('?').map_or(address, |(before, _)| before)
}

/// How long to wait for what.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    /// For a connection.
    pub connect: Duration,
    /// For the beginning of the reply, after the connection.
    pub first_byte: Duration,
    /// For the next piece of the reply.
    pub idle: Duration,
    /// For a reply that drips: after so much waiting it must have brought a kilobyte a second.
    pub drip: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            // A class list of a whole university takes an academic system a while to gather.
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
    fn a_path_is_below_the_base_address() {
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
