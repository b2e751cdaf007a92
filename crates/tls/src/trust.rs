//! Decides whether a server's certificate is trusted.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::verify_server_name;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{DigitallySignedStruct, Error, SignatureScheme};
use rustls_platform_verifier::Verifier;

use crate::refusal::{explained, is_of_an_authority};

/// The system's authorities and the listed certificates.
#[derive(Debug)]
pub(crate) struct Trust {
    authorities: Verifier,
    listed: Vec<CertificateDer<'static>>,
}

impl Trust {
    pub(crate) fn new(listed: Vec<CertificateDer<'static>>, provider: Arc<CryptoProvider>) -> Result<Self, Error> {
        let authorities = match listed.is_empty() {
            true => Verifier::new(provider)?,
            false => Verifier::new_with_extra_roots(listed.iter().cloned(), provider)?,
        };
        Ok(Self { authorities, listed })
    }
}

impl ServerCertVerifier for Trust {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        host: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.authorities
            .verify_server_cert(certificate, intermediates, host, ocsp, now)
            .or_else(|error| {
                // An authority's certificate as the server's own is accepted only if exactly this one is listed. Its
                // validity was checked before its purpose; the handshake proves that the server has its key.
                if !is_of_an_authority(&error) || !self.listed.iter().any(|listed| listed == certificate) {
                    return Err(error);
                }
                verify_server_name(&ParsedCertificate::try_from(certificate)?, host)?;
                Ok(ServerCertVerified::assertion())
            })
            .map_err(|error| explained(error, certificate, host))
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.authorities.verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.authorities.verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.authorities.supported_verify_schemes()
    }
}
