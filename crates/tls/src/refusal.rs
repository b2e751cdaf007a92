//! Why a certificate is refused, recognised by the type of the error.

use std::error::Error;
use std::io;
use std::sync::Arc;

use jiff::{Timestamp, tz::TimeZone};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, OtherError};
use selaras_reasons::{Reason, Word};

use crate::name;

/// A refused certificate of a server.
#[derive(Debug, thiserror::Error)]
#[error("the certificate for {host} is refused: {said}")]
struct Refusal {
    host: String,
    cause: Cause,
    /// The library's words, for the log.
    said: rustls::Error,
}

/// What is wrong with a certificate.
#[derive(Debug)]
enum Cause {
    SelfSigned,
    IssuerUnknown { issuer: String },
    Expired { date: Reason },
    NotYetValid { date: Reason },
    DatesReversed,
    OtherName { names: Vec<String> },
    Other,
}

/// True if the certificate may only sign others. So `openssl req -x509` makes them, unless it is told otherwise.
pub(crate) fn is_of_an_authority(error: &rustls::Error) -> bool {
    match error {
        rustls::Error::InvalidCertificate(CertificateError::Other(OtherError(inner))) => {
            inner.downcast_ref() == Some(&webpki::Error::CaUsedAsEndEntity)
        }
        _ => false,
    }
}

/// The error with what is known of the refused certificate. Other errors are returned as they are.
pub(crate) fn explained(
    error: rustls::Error,
    certificate: &CertificateDer<'_>,
    host: &ServerName<'_>,
) -> rustls::Error {
    let rustls::Error::InvalidCertificate(what) = &error else {
        return error;
    };
    let refusal = Refusal {
        host: host.to_str().into_owned(),
        cause: cause(&error, what, certificate),
        said: error,
    };
    CertificateError::Other(OtherError(Arc::new(refusal))).into()
}

fn cause(error: &rustls::Error, what: &CertificateError, certificate: &CertificateDer<'_>) -> Cause {
    match what {
        CertificateError::ExpiredContext { not_after, .. } => day(*not_after).map(|date| Cause::Expired { date }),
        CertificateError::NotValidYetContext { not_before, .. } => {
            day(*not_before).map(|date| Cause::NotYetValid { date })
        }
        // The library says this only of a certificate that ends before it begins.
        CertificateError::Expired => Some(Cause::DatesReversed),
        CertificateError::NotValidForNameContext { presented, .. } => Some(Cause::OtherName {
            names: presented.iter().map(|name| bare(name).to_owned()).collect(),
        }),
        // The last two: a listed certificate bears the issuer's name and has another key.
        CertificateError::UnknownIssuer
        | CertificateError::BadSignature
        | CertificateError::UnsupportedSignatureAlgorithmForPublicKeyContext { .. } => issuer(certificate),
        _ if is_of_an_authority(error) => issuer(certificate),
        _ => None,
    }
    .unwrap_or(Cause::Other)
}

fn issuer(certificate: &CertificateDer<'_>) -> Option<Cause> {
    let certificate = webpki::EndEntityCert::try_from(certificate).ok()?;
    if certificate.issuer() == certificate.subject() {
        return Some(Cause::SelfSigned);
    }
    let issuer = name::shown(certificate.issuer())?;
    Some(Cause::IssuerUnknown { issuer })
}

/// The day of that moment, in UTC.
fn day(at: UnixTime) -> Option<Reason> {
    let at = Timestamp::from_second(i64::try_from(at.as_secs()).ok()?).ok()?;
    let day = at.to_zoned(TimeZone::UTC);
    Some(Reason::Day {
        date: day.day().to_string(),
        month: Word::month(day.month()),
        year: day.year().to_string(),
    })
}

/// The name in `DnsName("moodle.example")`, as the library shows it.
fn bare(name: &str) -> &str {
    let inner = name.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    inner.unwrap_or(name).trim_matches('"')
}

/// Why the server's certificate was refused, if that is why the call failed. `section` has the settings that fix it.
pub fn refusal(error: &reqwest::Error, section: &str) -> Option<Reason> {
    let Refusal { host, cause, said } = find(error)?;
    let host = host.clone();
    let setting = |name: &str| format!("{section}.{name}");
    Some(match cause {
        Cause::SelfSigned => Reason::CertificateSelfSigned {
            host,
            setting: setting("ca_file"),
        },
        Cause::IssuerUnknown { issuer } => Reason::CertificateIssuerUnknown {
            host,
            issuer: issuer.clone(),
            setting: setting("ca_file"),
        },
        Cause::Expired { date } => Reason::CertificateExpired {
            host,
            date: Box::new(date.clone()),
        },
        Cause::NotYetValid { date } => Reason::CertificateNotYetValid {
            host,
            date: Box::new(date.clone()),
        },
        Cause::DatesReversed => Reason::CertificateDatesReversed { host },
        Cause::OtherName { names } if names.is_empty() => Reason::CertificateNameless { host },
        Cause::OtherName { names } => Reason::CertificateOtherName {
            host,
            names: names.join(", "),
            setting: setting("base_url"),
        },
        Cause::Other => Reason::CertificateFaulty {
            host,
            said: said.to_string(),
        },
    })
}

/// The refusal among the causes of an error.
fn find<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a Refusal> {
    if let Some(rustls::Error::InvalidCertificate(CertificateError::Other(OtherError(inner)))) = error.downcast_ref() {
        return inner.downcast_ref();
    }
    let cause: Option<&(dyn Error + 'static)> = match error.downcast_ref::<io::Error>() {
        // Its `source` skips the error that it wraps.
        Some(error) => error.get_ref().map(|inner| inner as _),
        None => error.source(),
    };
    find(cause?)
}
