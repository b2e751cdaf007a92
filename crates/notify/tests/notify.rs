//! Sends notices to a mail server that speaks SMTP over loopback, and to a webhook.
#![allow(clippy::unwrap_used)]

use secrecy::SecretString;
use selaras_notify::{Channel, Notice, Notifier, NotifySettings};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};
use wiremock::{
    Mock, MockServer, ResponseTemplate,
    matchers::{method, path},
};

fn notice() -> Notice {
    Notice {
        name: "1788746400000-job-7".to_owned(),
        subject: "Sync Kelas gagal".to_owned(),
        text: "Sinkronisasi data Kelas gagal: OCAS tidak menjawab.\nBuka Selaras untuk rinciannya.".to_owned(),
        details: json!({ "job": 7, "kind": "kelas" }),
        to: None,
    }
}

/// The commands and mail that a client sent to a mail server in one conversation.
#[derive(Debug, Default)]
struct Conversation {
    commands: Vec<String>,
    message: String,
}

/// A mail server that answers one client. With `refuses` it refuses the recipient.
async fn mail_server(refuses: bool) -> (String, JoinHandle<Conversation>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let talking = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        talk(stream, refuses).await
    });
    (url, talking)
}

async fn talk(mut stream: TcpStream, refuses: bool) -> Conversation {
    let (reading, mut writing) = stream.split();
    let mut lines = BufReader::new(reading).lines();
    let mut said = Conversation::default();
    writing.write_all(b"220 kampus.example ESMTP\r\n").await.unwrap();
    while let Ok(Some(line)) = lines.next_line().await {
        let command = line.split([' ', ':']).next().unwrap_or_default().to_uppercase();
        said.commands.push(line);
        let answer: &[u8] = match command.as_str() {
            "EHLO" => b"250-kampus.example\r\n250 8BITMIME\r\n",
            "RCPT" if refuses => b"550 no such mailbox\r\n",
            "DATA" => {
                writing.write_all(b"354 go on\r\n").await.unwrap();
                while let Ok(Some(line)) = lines.next_line().await {
                    if line == "." {
                        break;
                    }
                    said.message.push_str(&line);
                    said.message.push('\n');
                }
                b"250 taken\r\n"
            }
            "QUIT" => {
                writing.write_all(b"221 bye\r\n").await.ok();
                break;
            }
            _ => b"250 fine\r\n",
        };
        writing.write_all(answer).await.unwrap();
    }
    said
}

fn by_mail(url: &str) -> Notifier {
    Notifier::new(&NotifySettings {
        smtp_url: SecretString::from(url),
        from: "Selaras <selaras@kampus.example>".to_owned(),
        to: "ani@kampus.example, budi@kampus.example".to_owned(),
        timeout: Duration::from_secs(5),
        ..NotifySettings::default()
    })
    .unwrap()
}

fn by_webhook(url: &str, secret: &str) -> Notifier {
    Notifier::new(&NotifySettings {
        webhook_url: SecretString::from(url),
        webhook_secret: SecretString::from(secret),
        ..NotifySettings::default()
    })
    .unwrap()
}

#[tokio::test]
async fn mail_for_one_person_goes_only_to_them() {
    let (url, talking) = mail_server(false).await;
    let notice = Notice {
        to: Some("citra@kampus.example".to_owned()),
        ..notice()
    };
    by_mail(&url).send(Channel::Mail, &notice).await.unwrap();
    let commands = talking.await.unwrap().commands;
    let to: Vec<_> = commands.iter().filter(|command| command.starts_with("RCPT")).collect();
    assert_eq!(to, ["RCPT TO:<citra@kampus.example>"]);
}

#[tokio::test]
async fn mail_goes_to_all_recipients_with_the_notices_name() {
    let (url, talking) = mail_server(false).await;
    by_mail(&url).send(Channel::Mail, &notice()).await.unwrap();
    let said = talking.await.unwrap();
    let commands = said.commands.join("\n");
    assert!(commands.contains("MAIL FROM:<selaras@kampus.example>"), "{commands}");
    for recipient in ["ani", "budi"] {
        assert!(
            commands.contains(&format!("RCPT TO:<{recipient}@kampus.example>")),
            "{commands}"
        );
    }
    for part in [
        "Subject: Sync Kelas gagal",
        "Message-ID: <1788746400000-job-7@selaras>",
        "OCAS tidak menjawab",
        "Buka Selaras",
    ] {
        assert!(said.message.contains(part), "{part} is not in {}", said.message);
    }
}

#[tokio::test]
async fn silent_mail_server_times_out() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let silent = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(b"220 kampus.example ESMTP\r\n").await.unwrap();
        std::future::pending::<()>().await;
    });
    let notifier = Notifier::new(&NotifySettings {
        smtp_url: SecretString::from(url),
        from: "selaras@kampus.example".to_owned(),
        to: "ani@kampus.example".to_owned(),
        timeout: Duration::from_millis(300),
        ..NotifySettings::default()
    });
    let notifier = notifier.unwrap();
    let notice = notice();
    let sending = notifier.send(Channel::Mail, &notice);
    let sent = tokio::time::timeout(Duration::from_secs(20), sending).await;
    let error = sent.expect("no more than the settings allow").unwrap_err();
    assert!(error.to_string().contains("in time"), "{error}");
    silent.abort();
}

#[tokio::test]
async fn refused_mail_reports_the_reason() {
    let (url, _talking) = mail_server(true).await;
    let error = by_mail(&url).send(Channel::Mail, &notice()).await.unwrap_err();
    assert!(error.to_string().contains("550"), "{error}");
}

#[tokio::test]
async fn webhook_gets_a_signed_and_named_notice() {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .and(path("/hook"))
        .respond_with(ResponseTemplate::new(204))
        .expect(1)
        .mount(&server)
        .await;
    let notifier = by_webhook(&format!("{}/hook", server.uri()), "rahasia");
    notifier.send(Channel::Webhook, &notice()).await.unwrap();
    let got = server.received_requests().await.unwrap().remove(0);
    assert_eq!(got.headers["idempotency-key"], "1788746400000-job-7");
    assert_eq!(got.headers["content-type"], "application/json");
    let signature = got.headers["x-selaras-signature"].to_str().unwrap();
    assert!(
        signature.starts_with("sha256=") && signature.len() == 7 + 64,
        "{signature}"
    );
    let body: Value = got.body_json().unwrap();
    assert_eq!(
        (&body["subject"], &body["details"]["job"]),
        (&json!("Sync Kelas gagal"), &json!(7))
    );
}

#[tokio::test]
async fn unsigned_webhook_fails_without_revealing_its_address() {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .respond_with(ResponseTemplate::new(503))
        .mount(&server)
        .await;
    let notifier = by_webhook(&format!("{}/T0/very-secret", server.uri()), "");
    let error = notifier.send(Channel::Webhook, &notice()).await.unwrap_err();
    assert!(error.to_string().contains("503"), "{error}");
    let got = server.received_requests().await.unwrap().remove(0);
    assert!(!got.headers.contains_key("x-selaras-signature"));
    let unreachable = by_webhook("http://127.0.0.1:9/T0/very-secret", "");
    let error = unreachable.send(Channel::Webhook, &notice()).await.unwrap_err();
    assert!(!error.to_string().contains("very-secret"), "{error}");
}

#[test]
fn channels_follow_settings_and_errors_hide_values() {
    assert_eq!(Notifier::new(&NotifySettings::default()).unwrap().channels(), []);
    assert_eq!(
        by_webhook("https://kampus.example/hook", "").channels(),
        [Channel::Webhook]
    );
    assert_eq!(by_mail("smtps://a:b@kampus.example").channels(), [Channel::Mail]);
    let refusal = |settings: NotifySettings| Notifier::new(&settings).unwrap_err().to_string();
    let url = |url: &str| SecretString::from(url);
    let wrong = refusal(NotifySettings {
        smtp_url: url("ftp://very-secret@host"),
        ..NotifySettings::default()
    });
    assert!(
        wrong.contains("notify.smtp_url") && !wrong.contains("very-secret"),
        "{wrong}"
    );
    let wrong = refusal(NotifySettings {
        smtp_url: url("smtps://host"),
        from: "selaras@kampus.example".to_owned(),
        ..NotifySettings::default()
    });
    assert!(wrong.contains("notify.to"), "{wrong}");
    let wrong = refusal(NotifySettings {
        webhook_url: url("kampus.example/very-secret"),
        ..NotifySettings::default()
    });
    assert!(
        wrong.contains("notify.webhook_url") && !wrong.contains("very-secret"),
        "{wrong}"
    );
}

#[test]
fn secrets_are_in_no_debug_output() {
    let settings = NotifySettings {
        smtp_url: SecretString::from("smtps://ani:very-secret@host"),
        webhook_url: SecretString::from("https://host/very-secret"),
        webhook_secret: SecretString::from("very-secret"),
        from: "a@b.example".to_owned(),
        to: "c@d.example".to_owned(),
        ..NotifySettings::default()
    };
    let shown = format!("{settings:?} {:?}", Notifier::new(&settings).unwrap());
    assert!(!shown.contains("very-secret"), "{shown}");
}
