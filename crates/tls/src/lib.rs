//! Certificates of servers: which are trusted, and why one is refused.
//!
//! Modules, each using only those before it: `name`, `refusal`, `trust`.

mod name;
mod refusal;
mod trust;

use std::sync::Arc;

use reqwest::{Client, ClientBuilder};
use rustls::ClientConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::{self, PemObject};

pub use refusal::refusal;
use trust::Trust;

/// Why the certificates of a `ca_file` cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum UnusableFile {
    /// Not PEM.
    #[error("{0}")]
    Pem(#[from] pem::Error),
    /// No certificate in it.
    #[error("no PEM certificate in it")]
    Empty,
    /// A certificate cannot be parsed, or the system has none and neither has the file.
    #[error("{0}")]
    Certificate(#[from] rustls::Error),
}

/// Starts a client that trusts the system's authorities and the certificates of `ca_file`, which is PEM.
///
/// # Errors
/// The file has no usable certificate.
pub fn client(ca_file: Option<&[u8]>) -> Result<ClientBuilder, UnusableFile> {
    let listed: Vec<CertificateDer<'static>> = match ca_file {
        Some(pem) => CertificateDer::pem_slice_iter(pem).collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    if ca_file.is_some() && listed.is_empty() {
        return Err(UnusableFile::Empty);
    }
    let provider = Arc::new(aws_lc_rs::default_provider());
    let trust = Trust::new(listed, provider.clone())?;
    let mut tls = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(trust))
        .with_no_client_auth();
    // A preconfigured client offers only the protocols named here.
    tls.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Client::builder().tls_backend_preconfigured(tls))
}
