//! The settings of a database as a source.

use std::collections::BTreeMap;

use secrecy::SecretString;

use crate::settings::Timeouts;

/// The database, and the queries.
#[derive(Debug, Clone)]
pub struct SqlSettings {
    /// `postgres://`, `mysql://`, `mariadb://` or `sqlite:`; may hold a password.
    pub url: SecretString,
    /// The query of each list to read here, by the list's name.
    pub queries: BTreeMap<String, String>,
    /// Time-outs: `first_byte` is for the first row, `idle` for each further one.
    pub timeouts: Timeouts,
    /// Maximum size of one row in bytes. A longer row is an error of that row only.
    pub max_row_bytes: usize,
    /// Maximum number of connections.
    pub connections: u32,
    /// Number of retries of a list if the database was unavailable. A slow query is not repeated.
    pub retries: usize,
}

impl SqlSettings {
    /// Settings with the default values.
    pub fn new(url: SecretString, queries: BTreeMap<String, String>) -> Self {
        Self {
            url,
            queries,
            timeouts: Timeouts::default(),
            max_row_bytes: 1 << 20,
            connections: 4,
            retries: 3,
        }
    }
}
