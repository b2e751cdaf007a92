//! The section `security`: settings that may send secrets unencrypted. Any other setting that would do so is refused.

use super::{
    sections::{DatabaseSettings, NotifySettings, PlatformSettings},
    source::SourceSection,
};
use secrecy::ExposeSecret;
use serde::Deserialize;
use sqlx::{
    mysql::{MySqlConnectOptions, MySqlSslMode},
    postgres::{PgConnectOptions, PgSslMode},
};
use std::{net::IpAddr, str::FromStr};
use url::Url;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SecuritySection {
    /// Settings that may send secrets to other machines unencrypted.
    pub(super) allow_plain: Vec<String>,
}

impl SecuritySection {
    /// The first of these settings that the section does not list.
    pub(crate) fn refused<'a>(&self, plain: &'a [String]) -> Option<&'a String> {
        plain.iter().find(|setting| !self.allow_plain.contains(setting))
    }
}

/// True if a host is this machine. Names other than `localhost` may resolve to any machine.
fn is_here(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    match bare.parse::<IpAddr>() {
        Ok(address) => address.to_canonical().is_loopback(),
        Err(_) => bare.eq_ignore_ascii_case("localhost"),
    }
}

fn host_is_here(url: &Url) -> bool {
    url.host_str().is_some_and(is_here)
}

/// True for `http://` to another machine.
pub(super) fn is_plain_http(address: &str) -> bool {
    Url::parse(address.trim()).is_ok_and(|url| url.scheme() == "http" && !host_is_here(&url))
}

/// True if mail to another machine may be unencrypted: with `tls=opportunistic` the network decides.
fn is_plain_smtp(address: &str) -> bool {
    Url::parse(address.trim()).is_ok_and(|url| {
        let required = url
            .query_pairs()
            .any(|(name, value)| name == "tls" && value == "required");
        url.scheme() == "smtp" && !required && !host_is_here(&url)
    })
}

/// True if a connection to a database on another machine may be unencrypted: with modes that only prefer TLS, the network
/// decides.
fn is_plain_database(address: &str) -> bool {
    match address.split(':').next() {
        Some("postgres" | "postgresql") => PgConnectOptions::from_str(address).is_ok_and(|options| {
            let encrypted = matches!(
                options.get_ssl_mode(),
                PgSslMode::Require | PgSslMode::VerifyCa | PgSslMode::VerifyFull
            );
            let host = options.get_host();
            let by_socket = options.get_socket().is_some() || host.starts_with('/');
            !encrypted && !by_socket && !is_here(host)
        }),
        Some("mysql" | "mariadb") => MySqlConnectOptions::from_str(address).is_ok_and(|options| {
            let encrypted = matches!(
                options.get_ssl_mode(),
                MySqlSslMode::Required | MySqlSslMode::VerifyCa | MySqlSslMode::VerifyIdentity
            );
            !encrypted && options.get_socket().is_none() && !is_here(options.get_host())
        }),
        _ => false,
    }
}

/// True if a database's address contains a password.
fn has_password(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| {
        url.password().is_some_and(|password| !password.is_empty())
            || url.query_pairs().any(|(name, _)| name == "password")
    })
}

pub(super) fn named(all: impl IntoIterator<Item = (&'static str, bool)>) -> Vec<String> {
    let plain = all.into_iter().filter(|(_, is_plain)| *is_plain);
    plain.map(|(setting, _)| setting.to_owned()).collect()
}

impl SourceSection {
    /// The settings of this section that send secrets unencrypted.
    pub(crate) fn plain(&self) -> Vec<String> {
        let sql = self.sql_url();
        named([
            ("source.base_url", is_plain_http(&self.base_url) && self.has_secrets()),
            ("source.sql.url", is_plain_database(sql) && has_password(sql)),
        ])
    }
}

impl PlatformSettings {
    /// The settings of this section that send secrets unencrypted.
    pub(crate) fn plain(&self) -> Vec<String> {
        named([("platform.base_url", is_plain_http(&self.base_url))])
    }
}

impl DatabaseSettings {
    /// The settings of this section that send secrets unencrypted.
    pub(crate) fn plain(&self) -> Vec<String> {
        named([("database.url", is_plain_database(self.url.expose_secret()))])
    }
}

impl NotifySettings {
    /// The settings of this section that send secrets unencrypted.
    pub(super) fn plain(&self) -> Vec<String> {
        named([
            ("notify.smtp_url", is_plain_smtp(self.smtp_url.expose_secret())),
            // Such an address is often a secret itself.
            ("notify.webhook_url", is_plain_http(self.webhook_url.expose_secret())),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::another_machine("http://moodle.kampus.ac.id", true)]
    #[case::an_address("http://192.0.2.1:8080/moodle", true)]
    #[case::a_name_that_begins_alike("http://localhost.kampus.ac.id", true)]
    #[case::a_name_that_looks_like_an_address("http://127.0.0.1.kampus.ac.id", true)]
    #[case::a_user_that_looks_like_a_host("http://localhost@moodle.kampus.ac.id", true)]
    #[case::all_addresses("http://0.0.0.0", true)]
    #[case::capitals("HTTP://moodle.kampus.ac.id", true)]
    #[case::encrypted("https://moodle.kampus.ac.id", false)]
    #[case::this_machine("http://localhost:8080", false)]
    #[case::its_network("http://127.8.8.8", false)]
    #[case::its_address_in_another_spelling("http://0x7f.1", false)]
    #[case::its_newer_address("http://[::1]:8080", false)]
    #[case::its_older_address_in_the_newer("http://[::ffff:127.0.0.1]", false)]
    #[case::nothing("", false)]
    fn unencrypted_remote_http_is_detected(#[case] address: &str, #[case] plain: bool) {
        assert_eq!(is_plain_http(address), plain);
    }

    #[rstest]
    #[case::bare("smtp://user:password@mail.kampus.ac.id:587", true)]
    #[case::opportunistic("smtp://user:password@mail.kampus.ac.id:587?tls=opportunistic", true)]
    #[case::required("smtp://user:password@mail.kampus.ac.id:587?tls=required", false)]
    #[case::encrypted("smtps://user:password@mail.kampus.ac.id", false)]
    #[case::this_machine("smtp://localhost:25", false)]
    #[case::its_address("smtp://127.0.0.1:25", false)]
    #[case::its_newer_address("smtp://[::1]:25", false)]
    fn unencrypted_remote_mail_is_detected(#[case] address: &str, #[case] plain: bool) {
        assert_eq!(is_plain_smtp(address), plain);
    }

    #[rstest]
    #[case::unsaid("postgres://a:b@db.kampus.ac.id/selaras", true)]
    #[case::preferred("postgresql://a:b@db/selaras?sslmode=prefer", true)]
    #[case::off("postgres://a:b@db/selaras?sslmode=disable", true)]
    #[case::another_host_than_it_seems("postgres://a:b@localhost/selaras?host=db.kampus.ac.id", true)]
    #[case::required("postgres://a:b@db/selaras?sslmode=require", false)]
    #[case::verified("postgres://a:b@db/selaras?sslmode=verify-full", false)]
    #[case::this_machine("postgres://a:b@localhost/selaras", false)]
    #[case::its_address("postgres://a:b@127.0.0.1:5433/selaras", false)]
    #[case::its_newer_address("postgres://a:b@[::1]/selaras", false)]
    #[case::a_socket("postgres:///selaras?host=/run/postgresql", false)]
    #[case::a_file("sqlite:selaras.sqlite", false)]
    #[case::mariadb("mysql://a:b@db.kampus.ac.id/siakad", true)]
    #[case::mariadb_preferred("mysql://a:b@db/siakad?ssl-mode=PREFERRED", true)]
    #[case::mariadb_required("mysql://a:b@db/siakad?ssl-mode=REQUIRED", false)]
    #[case::mariadb_here("mysql://a:b@127.0.0.1/siakad", false)]
    #[case::mariadb_socket("mysql://a:b@db/siakad?socket=/run/mysqld/mysqld.sock", false)]
    fn unencrypted_remote_database_is_detected(#[case] address: &str, #[case] plain: bool) {
        assert_eq!(is_plain_database(address), plain);
    }
}
