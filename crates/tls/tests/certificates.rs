//! The client against servers with good and bad certificates.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DistinguishedName, DnType, IsCa, KeyPair, date_time_ymd,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};

type Issuer = CertifiedIssuer<'static, KeyPair>;

fn named(name: &str) -> DistinguishedName {
    let mut names = DistinguishedName::new();
    names.push(DnType::CommonName, name);
    names
}

fn of_host(host: &str) -> CertificateParams {
    let mut params = CertificateParams::new(vec![host.to_owned()]).unwrap();
    params.distinguished_name = named(host);
    params
}

/// As `openssl req -x509` makes it by default: an authority's certificate.
fn as_authority(mut params: CertificateParams) -> CertificateParams {
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params
}

fn campus_authority() -> Issuer {
    let mut params = as_authority(CertificateParams::new(Vec::new()).unwrap());
    params.distinguished_name = named("Kampus CA");
    Issuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// A server with that certificate. Returns its address.
async fn serve(certificate: CertificateDer<'static>, key: &KeyPair) -> String {
    let server = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], PrivatePkcs8KeyDer::from(key.serialize_der()).into())
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(server));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else {
                continue;
            };
            let _ = stream.read(&mut [0; 4096]).await;
            let reply = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
            let _ = stream.write_all(reply).await;
            let _ = stream.shutdown().await;
        }
    });
    format!("https://localhost:{port}/")
}

/// Calls the address. Returns the refusal of its certificate, if it is refused.
async fn call(address: &str, ca_file: Option<&str>) -> Result<(), String> {
    let client = selaras_tls::client(ca_file.map(str::as_bytes))
        .unwrap()
        .build()
        .unwrap();
    match client.get(address).send().await {
        Ok(_) => Ok(()),
        Err(error) => Err(selaras_tls::refusal(&error, "platform").unwrap().to_string()),
    }
}

/// A server with a certificate that it signed itself. Returns the address and the certificate.
async fn self_signed(params: CertificateParams) -> (String, String) {
    let key = KeyPair::generate().unwrap();
    let certificate = params.self_signed(&key).unwrap();
    let address = serve(certificate.der().clone(), &key).await;
    (address, certificate.pem())
}

/// A server with a certificate by the authority.
async fn issued(params: CertificateParams, by: &Issuer) -> String {
    let key = KeyPair::generate().unwrap();
    let certificate = params.signed_by(&key, by).unwrap();
    serve(certificate.der().clone(), &key).await
}

#[tokio::test]
async fn self_signed_certificate_is_trusted_once_it_is_listed() {
    for params in [of_host("localhost"), as_authority(of_host("localhost"))] {
        let (address, certificate) = self_signed(params).await;
        let refused = call(&address, None).await.unwrap_err();
        assert!(
            refused.contains("ditandatangani sendiri") && refused.contains("platform.ca_file"),
            "{refused}"
        );
        assert_eq!(call(&address, Some(&certificate)).await, Ok(()));
    }
}

#[tokio::test]
async fn listed_authority_does_not_vouch_for_another_self_signed_certificate() {
    let (address, _) = self_signed(as_authority(of_host("localhost"))).await;
    let (_, other) = self_signed(as_authority(of_host("localhost"))).await;
    let refused = call(&address, Some(&other)).await.unwrap_err();
    assert!(refused.contains("ditandatangani sendiri"), "{refused}");
}

#[tokio::test]
async fn listed_authority_certificate_still_needs_name_and_validity() {
    let (address, certificate) = self_signed(as_authority(of_host("lain.example"))).await;
    let refused = call(&address, Some(&certificate)).await.unwrap_err();
    assert!(
        refused.contains("untuk lain.example, bukan untuk localhost") && refused.contains("platform.base_url"),
        "{refused}"
    );

    let mut params = as_authority(of_host("localhost"));
    params.not_after = date_time_ymd(2021, 1, 1);
    let (address, certificate) = self_signed(params).await;
    let refused = call(&address, Some(&certificate)).await.unwrap_err();
    assert!(refused.contains("habis pada 1 Jan 2021"), "{refused}");
}

#[tokio::test]
async fn unknown_issuer_is_named_and_trusted_once_it_is_listed() {
    let authority = campus_authority();
    let address = issued(of_host("localhost"), &authority).await;
    let refused = call(&address, None).await.unwrap_err();
    assert!(
        refused.contains("yaitu Kampus CA,") && refused.contains("platform.ca_file"),
        "{refused}"
    );
    assert_eq!(call(&address, Some(&authority.pem())).await, Ok(()));
}

#[tokio::test]
async fn expired_early_nameless_and_misnamed_certificates_are_told_apart() {
    let authority = campus_authority();
    let told = async |params| {
        call(&issued(params, &authority).await, Some(&authority.pem()))
            .await
            .unwrap_err()
    };

    let mut expired = of_host("localhost");
    expired.not_after = date_time_ymd(2021, 1, 1);
    let refused = told(expired).await;
    assert!(refused.contains("habis pada 1 Jan 2021"), "{refused}");

    let mut early = of_host("localhost");
    early.not_before = date_time_ymd(2090, 5, 3);
    let refused = told(early).await;
    assert!(refused.contains("baru berlaku pada 3 Mei 2090"), "{refused}");

    let refused = told(of_host("lain.example")).await;
    assert!(
        refused.contains("untuk lain.example, bukan untuk localhost"),
        "{refused}"
    );

    let mut nameless = CertificateParams::new(Vec::new()).unwrap();
    nameless.distinguished_name = named("localhost");
    let refused = told(nameless).await;
    assert!(refused.contains("subjectAltName"), "{refused}");
}

#[test]
fn file_without_certificate_is_refused() {
    for file in ["", "-----BEGIN CERTIFICATE-----\nbukan\n-----END CERTIFICATE-----\n"] {
        assert!(selaras_tls::client(Some(file.as_bytes())).is_err(), "{file}");
    }
}
