//! The connection to Moodle: a private authority's certificate, a path below the host.

use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use selaras_campus::Campus;
use selaras_platform::moodle::{Moodle, MoodleSettings};
use selaras_platform::{LearningPlatform, PlatformError};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use wiremock::MockServer;
use wiremock::matchers::{method, path};
use wiremock::{Mock, ResponseTemplate};

use crate::recordings::case;

/// Puts a TLS proxy before a Moodle without TLS. Returns its port and the authority that signed its certificate, as PEM.
async fn behind_tls(campus: &Campus) -> (u16, String) {
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    authority.distinguished_name.push(DnType::CommonName, "Kampus");
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec!["localhost".to_owned()])
        .unwrap()
        .signed_by(&key, &authority)
        .unwrap();
    // Another crate of the workspace enables a second provider, so one has to be named.
    let provider = Arc::new(aws_lc_rs::default_provider());
    let server = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![certificate.der().clone()],
            PrivatePkcs8KeyDer::from(key.serialize_der()).into(),
        )
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(server));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let inside = campus.moodle_url().trim_start_matches("http://").to_owned();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (acceptor, inside) = (acceptor.clone(), inside.clone());
            tokio::spawn(async move {
                // A client that does not trust the certificate hangs up here.
                let Ok(mut outer) = acceptor.accept(stream).await else {
                    return;
                };
                let mut inner = TcpStream::connect(inside).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut outer, &mut inner).await;
            });
        }
    });
    (port, authority.pem())
}

#[tokio::test]
async fn private_authority_is_trusted_only_with_the_setting() {
    let campus = Campus::builder().students(10).start().await.unwrap();
    let (port, authority) = behind_tls(&campus).await;
    let mut settings = MoodleSettings::new(
        format!("https://localhost:{port}").parse().unwrap(),
        campus.moodle_token().into(),
    );
    settings.retries = 9;
    let error = Moodle::new(settings.clone())
        .unwrap()
        .with_pause(|_| panic!("a refused certificate stays refused, so the call is not repeated"))
        .site()
        .await
        .unwrap_err();
    assert!(matches!(error, PlatformError::Unreachable(_)), "{error:?}");
    let sentence = error.to_string();
    assert!(
        sentence.starts_with("Sertifikat Moodle ditolak: penerbit sertifikat localhost")
            && sentence.contains("platform.ca_file"),
        "{sentence}"
    );

    settings.ca_certificate = Some(authority.into_bytes());
    let site = Moodle::new(settings).unwrap().site().await.unwrap();
    assert_eq!(site.name, "Test");
}

#[tokio::test]
async fn file_without_certificate_is_reported_before_anything_is_sent() {
    let mut settings = MoodleSettings::new("https://localhost".parse().unwrap(), "x".into());
    settings.ca_certificate = Some(b"-----BEGIN CERTIFICATE-----\nbukan\n-----END CERTIFICATE-----\n".to_vec());
    let error = Moodle::new(settings).unwrap_err();
    assert!(error.to_string().contains("Periksa berkas sertifikat"), "{error}");
}

#[tokio::test]
async fn moodle_below_a_path_is_found_with_and_without_final_slash() {
    for written in ["", "/", "/moodle", "/moodle/", "/kampus/moodle"] {
        let server = MockServer::start().await;
        let reply = ResponseTemplate::new(200).set_body_json(case("core_webservice_get_site_info", "ok").response);
        let below = written.trim_end_matches('/');
        Mock::given(method("POST"))
            .and(path(format!("{below}/webservice/rest/server.php")))
            .respond_with(reply)
            .expect(1)
            .mount(&server)
            .await;
        let address = format!("{}{written}", server.uri()).parse().unwrap();
        let mut settings = MoodleSettings::new(address, "x".into());
        settings.retries = 0;
        Moodle::new(settings).unwrap().site().await.unwrap();
    }
}
