//! Signing in through an institution's provider. The provider is strict and injects faults on request.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Client, PASSWORD, Reply, Server, Setup},
    retention::KEPT,
};
use reqwest::redirect;
use rstest::rstest;
use sea_orm::ConnectionTrait;
use secrecy::SecretString;
use selaras_api::{Admits, ProviderSettings, Signup};
use selaras_campus::oidc::{CLIENT_ID, CLIENT_SECRET, Mischief, Person, Provider};
use selaras_store::{
    administrators::Role,
    identities::{Claim, Followed},
    log::Origin,
};
use serde_json::{Value, json};
use std::{
    io,
    sync::{Arc, Mutex},
};
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::{filter::LevelFilter, util::SubscriberInitExt};
use url::Url;

fn settings(provider: &Provider) -> ProviderSettings {
    ProviderSettings {
        id: "kampus".to_owned(),
        name: "Akun Kampus".to_owned(),
        issuer: provider.issuer().parse().unwrap(),
        client_id: CLIENT_ID.to_owned(),
        client_secret: SecretString::from(CLIENT_SECRET),
        scopes: vec!["profile".to_owned(), "groups".to_owned()],
        admits: None,
    }
}

/// Staff are admitted without approval.
fn admitting(provider: &Provider, role: Role) -> ProviderSettings {
    let admits = Admits {
        claim: "groups".to_owned(),
        value: "staf".to_owned(),
        role,
    };
    ProviderSettings {
        admits: Some(admits),
        ..settings(provider)
    }
}

async fn with(on: Database, settings: ProviderSettings) -> Server {
    setup(on, settings).start().await
}

fn setup(on: Database, settings: ProviderSettings) -> Setup {
    Server::with(on).provider(settings)
}

/// A sign-in in progress: the browser's cookie, and the provider's answer.
struct UnderWay {
    cookie: String,
    back: Value,
}

/// Signs in at the provider and returns with its answer.
async fn come_back(server: &Server) -> UnderWay {
    come_back_from(server, "kampus").await
}

async fn come_back_from(server: &Server, provider: &str) -> UnderWay {
    let body = json!({ "provider": provider });
    let reply = server.anonymous().post(&format!("{B}/sign_in/begin"), body).await.ok();
    let set = reply.headers["set-cookie"].to_str().unwrap();
    assert!(set.starts_with("__Host-"), "{set}");
    for attribute in ["Path=/;", "HttpOnly", "SameSite=Strict", "Secure"] {
        assert!(set.contains(attribute), "{set}");
    }
    let cookie = set.split(';').next().unwrap().to_owned();
    let browser = reqwest::Client::builder()
        .redirect(redirect::Policy::none())
        .build()
        .unwrap();
    let address = reply.data()["address"].as_str().unwrap();
    let url: Url = address.parse().unwrap();
    let has_parameter = |name: &str| url.query_pairs().any(|(key, value)| key == name && !value.is_empty());
    assert!(
        ["state", "nonce", "code_challenge"].into_iter().all(has_parameter),
        "{address}"
    );
    let answer = browser.get(address).send().await.unwrap();
    let to: Url = answer.headers()["location"].to_str().unwrap().parse().unwrap();
    assert_eq!(to.path(), "/login/oidc");
    let back = to
        .query_pairs()
        .map(|(name, value)| (name.into_owned(), Value::from(value.into_owned())));
    UnderWay {
        cookie,
        back: Value::Object(back.collect()),
    }
}

async fn hand_in(server: &Server, cookie: &str, back: &Value) -> Reply {
    let headers = [("cookie", cookie)];
    let path = format!("{B}/sign_in/finish");
    let post = reqwest::Method::POST;
    server
        .anonymous()
        .send(post, &path, &headers, Some(back.to_string()))
        .await
}

async fn sign_in(server: &Server) -> Reply {
    let way = come_back(server).await;
    hand_in(server, &way.cookie, &way.back).await
}

async fn user(admin: &Client, username: &str) -> Value {
    let path = format!("{A}/user/username/{username}");
    admin.get(&path).await.ok().data().clone()
}

#[rstest]
#[tokio::test]
async fn claim_admits_users_with_its_role(#[values(Sqlite, Postgres)] on: Database) {
    let provider = Provider::start(0).await.unwrap();
    let server = with(on, admitting(&provider, Role::Viewer)).await;
    let admin = server.sign_in().await;
    let offered = server.anonymous().get(&format!("{B}/sign_in")).await.ok();
    assert_eq!(offered.data(), &json!([{ "id": "kampus", "name": "Akun Kampus" }]));
    let session = sign_in(&server).await.ok();
    assert_eq!(session.data()["user"]["username"], "sari");
    let sari = server.anonymous().with_key(session.data()["api_key"].as_str().unwrap());
    let account = sari.get(&format!("{A}/account")).await.ok();
    let (role, email) = (&account.data()["role"], &account.data()["email"]);
    assert_eq!((role, email), (&json!("viewer"), &json!("sari@kampus.example")));
    // The second sign-in is the same person, even under another name.
    provider.sign_in_as(Person {
        name: "Sari P.".to_owned(),
        username: "sari.p".to_owned(),
        ..Person::default()
    });
    let again = sign_in(&server).await.ok();
    assert_eq!(again.data()["user"]["id"], session.data()["user"]["id"]);
    assert_eq!(user(&admin, "sari").await["role"], "viewer");
}

/// Sari, without the group that admits staff.
fn without_group() -> Person {
    Person {
        groups: vec!["alumni".to_owned()],
        ..Person::default()
    }
}

fn is_refused_as(reply: Reply, code: &str) {
    assert_eq!(reply.refused(403).body["code"], code);
}

async fn account_call(admin: &Client, call: &str, id: &Value) -> Reply {
    admin.post(&format!("{A}/user/{call}"), json!({ "id": id })).await
}

#[rstest]
#[tokio::test]
async fn access_follows_the_group(#[values(Sqlite, Postgres)] on: Database) {
    let provider = Provider::start(0).await.unwrap();
    let server = with(on, admitting(&provider, Role::Administrator)).await;
    let admin = server.sign_in().await;
    let session = sign_in(&server).await.ok();
    let sari = server.anonymous().with_key(session.data()["api_key"].as_str().unwrap());
    sari.get(&format!("{A}/user/get")).await.ok();

    provider.sign_in_as(without_group());
    let refused = sign_in(&server).await;
    assert!(refused.sentence().contains("Akun Kampus"), "{refused:?}");
    is_refused_as(refused, "claim_lost");
    sari.get(&format!("{A}/user/get")).await.refused(401);
    let shown = user(&admin, "sari").await;
    assert_eq!((&shown["active"], &shown["disabled"]), (&json!(false), &json!(true)));
    let log = admin.get(&format!("{A}/react/log?account={}", shown["id"])).await.ok();
    let entry = &log.rows()[0];
    assert_eq!(
        entry["action"],
        "Dinonaktifkan karena Akun Kampus tidak lagi memberi akses"
    );
    assert_eq!(
        entry["principal"],
        json!({ "type": "account", "id": shown["id"], "username": "sari" })
    );
    // The second refusal is the same and logs nothing more about the account.
    is_refused_as(sign_in(&server).await, "claim_lost");
    let again = admin.get(&format!("{A}/react/log?account={}", shown["id"])).await.ok();
    assert_eq!(again.rows().len(), log.rows().len());

    provider.sign_in_as(Person::default());
    sign_in(&server).await.ok();
    let shown = user(&admin, "sari").await;
    assert_eq!((&shown["active"], &shown["disabled"]), (&json!(true), &json!(false)));
}

#[rstest]
#[tokio::test]
async fn the_role_follows_the_claim_of_each_sign_in(#[values(Sqlite, Postgres)] on: Database) {
    let provider = Provider::start(0).await.unwrap();
    let first = with(on, admitting(&provider, Role::Administrator)).await;
    let admin = first.sign_in().await;
    let session = sign_in(&first).await.ok();
    let sari = first.anonymous().with_key(session.data()["api_key"].as_str().unwrap());
    // From now on the settings give staff a lower role.
    let store = first.another_store().await;
    let id = session.data()["user"]["id"].as_i64().unwrap();
    let lower = Claim::Gives(Role::Viewer);
    let followed = store
        .follow_claim(id, lower, "Akun Kampus", &Origin::default())
        .await
        .unwrap();
    assert!(matches!(followed, Followed::Account(account) if account.role == Role::Viewer));
    assert_eq!(user(&admin, "sari").await["role"], "viewer");
    sari.get(&format!("{A}/user/get")).await.refused(401);
    let log = admin.get(&format!("{A}/react/log")).await.ok();
    assert_eq!(log.rows()[0]["action"], "Masuk sebagai pengamat menurut Akun Kampus");
    sign_in(&first).await.ok();
    assert_eq!(user(&admin, "sari").await["role"], "administrator");
}

#[rstest]
#[tokio::test]
async fn role_given_by_hand_stays_without_the_claim(#[values(Sqlite, Postgres)] on: Database) {
    let provider = Provider::start(0).await.unwrap();
    let server = with(on, admitting(&provider, Role::Administrator)).await;
    let admin = server.sign_in().await;
    provider.sign_in_as(without_group());
    is_refused_as(sign_in(&server).await, "awaits_approval");
    let id = user(&admin, "sari").await["id"].clone();
    let approval = json!({ "id": id, "role": "viewer" });
    admin.post(&format!("{A}/user/approve"), approval).await.ok();
    sign_in(&server).await.ok();
    // The claim neither raises nor removes a role given by hand.
    provider.sign_in_as(Person::default());
    sign_in(&server).await.ok();
    assert_eq!(user(&admin, "sari").await["role"], "viewer");
    provider.sign_in_as(without_group());
    sign_in(&server).await.ok();
}

#[rstest]
#[tokio::test]
async fn administrator_can_readmit_a_user_without_the_claim(#[values(Sqlite, Postgres)] on: Database) {
    let provider = Provider::start(0).await.unwrap();
    let server = with(on, admitting(&provider, Role::Viewer)).await;
    let admin = server.sign_in().await;
    let id = sign_in(&server).await.ok().data()["user"]["id"].clone();
    provider.sign_in_as(without_group());
    is_refused_as(sign_in(&server).await, "claim_lost");
    // Such an account does not count as waiting, and retention keeps it.
    let store = server.engine.store();
    store.forget_waiting(i64::MAX).await.unwrap();
    account_call(&admin, "approve", &id).await.refused(409);
    account_call(&admin, "enable", &id).await.ok();
    sign_in(&server).await.ok();
}

#[rstest]
#[tokio::test]
async fn the_last_administrator_without_the_claim_leaves_no_vacancy(#[values(Sqlite, Postgres)] on: Database) {
    let provider = Provider::start(0).await.unwrap();
    let server = with(on, admitting(&provider, Role::Administrator)).await;
    let session = sign_in(&server).await.ok();
    let sari = server.anonymous().with_key(session.data()["api_key"].as_str().unwrap());
    provider.sign_in_as(without_group());
    is_refused_as(sign_in(&server).await, "claim_lost");
    sari.get(&format!("{A}/account")).await.refused(401);
    // The next sign-up does not become the first administrator.
    server.anonymous().sign_up("Maling", "maling").await.ok();
    let login = json!({ "username": "maling", "password": PASSWORD });
    is_refused_as(
        server.anonymous().post(&format!("{B}/login"), login).await,
        "awaits_approval",
    );
}

#[rstest]
#[tokio::test]
async fn deleted_identity_is_refused_until_restored(#[values(Sqlite, Postgres)] on: Database) {
    let provider = Provider::start(0).await.unwrap();
    let server = with(on, admitting(&provider, Role::Administrator)).await;
    let admin = server.sign_in().await;
    let id = sign_in(&server).await.ok().data()["user"]["id"].clone();
    admin
        .delete(&format!("{A}/user/delete"), json!({ "id": id }))
        .await
        .ok();
    is_refused_as(sign_in(&server).await, "account_deleted");
    // Neither another user name at the provider nor time changes that.
    provider.sign_in_as(Person {
        username: "sari.baru".to_owned(),
        ..Person::default()
    });
    let store = server.engine.store();
    let aged = "UPDATE administrator_before SET deleted_at = 1";
    store.writer().execute_unprepared(aged).await.unwrap();
    server.engine.tidy(&KEPT, jiff::Timestamp::now()).await.unwrap();
    is_refused_as(sign_in(&server).await, "account_deleted");
    let users = admin.get(&format!("{A}/user/get")).await.ok();
    assert_eq!(users.rows().len(), 1, "no account was made");
    let log = admin.get(&format!("{A}/react/log")).await.ok();
    assert_eq!(log.rows()[0]["action"], "Login sebagai sari.baru ditolak");
    assert_eq!(log.rows()[0]["principal"], json!({ "type": "anonymous" }));

    let gone = admin.get(&format!("{A}/user/deleted")).await.ok();
    assert_eq!(gone.rows()[0]["id"], id);
    account_call(&admin, "restore", &id).await.ok();
    assert_eq!(sign_in(&server).await.ok().data()["user"]["id"], id);
}

#[rstest]
#[tokio::test]
async fn disabled_account_is_refused_despite_the_claim(#[values(Sqlite, Postgres)] on: Database) {
    let provider = Provider::start(0).await.unwrap();
    let server = with(on, admitting(&provider, Role::Administrator)).await;
    let admin = server.sign_in().await;
    let session = sign_in(&server).await.ok();
    let sari = server.anonymous().with_key(session.data()["api_key"].as_str().unwrap());
    let id = session.data()["user"]["id"].clone();
    account_call(&admin, "disable", &id).await.ok();
    sari.get(&format!("{A}/account")).await.refused(401);
    is_refused_as(sign_in(&server).await, "account_disabled");
    account_call(&admin, "enable", &id).await.ok();
    sign_in(&server).await.ok();
}

#[rstest]
#[case::zero_width("sa\u{200b}ri")]
#[case::bidirectional("\u{202e}iras")]
#[case::cyrillic("s\u{430}ri")]
#[case::space("sari puspita")]
#[tokio::test]
async fn provider_user_name_that_imitates_another_is_refused(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] username: &str,
) {
    let provider = Provider::start(0).await.unwrap();
    let server = with(on, admitting(&provider, Role::Administrator)).await;
    let admin = server.sign_in().await;
    provider.sign_in_as(Person {
        username: username.to_owned(),
        ..Person::default()
    });
    assert_eq!(sign_in(&server).await.refused(409).body["code"], "username_of_provider");
    let users = admin.get(&format!("{A}/user/get")).await.ok();
    assert_eq!(users.rows().len(), 1, "no account was made");
    // Invisible characters are removed from a display name.
    provider.sign_in_as(Person {
        name: "Sari\u{202e}\u{200b} Puspita".to_owned(),
        ..Person::default()
    });
    sign_in(&server).await.ok();
    assert_eq!(user(&admin, "sari").await["name"], "Sari Puspita");
}

/// Captures the server's own log on this thread.
fn server_log() -> (Arc<Mutex<Vec<u8>>>, DefaultGuard) {
    let written = Arc::<Mutex<Vec<u8>>>::default();
    let log = Arc::clone(&written);
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(LevelFilter::DEBUG)
        .with_writer(move || Written(Arc::clone(&log)))
        .finish();
    (written, subscriber.set_default())
}

struct Written(Arc<Mutex<Vec<u8>>>);

impl io::Write for Written {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[rstest]
#[case::misplaced_token(Mischief::MisplacedToken, "took a code for void")]
#[case::repeating_refusal(Mischief::RepeatingRefusal, "took a code for void")]
#[case::misplaced_token_in_user_info(Mischief::MisplacedTokenInUserInfo, "does not say who has signed in")]
#[case::of_another_sign_in(Mischief::OtherNonce, "token was refused")]
#[tokio::test]
async fn server_log_never_contains_tokens(#[case] mischief: Mischief, #[case] logged: &str) {
    let provider = Provider::start(0).await.unwrap();
    let server = with(Sqlite, admitting(&provider, Role::Administrator)).await;
    server.sign_in().await;
    let way = come_back(&server).await;
    let (written, _until) = server_log();
    provider.misbehave(Some(mischief));
    hand_in(&server, &way.cookie, &way.back).await.refused(401);
    let log = String::from_utf8(written.lock().unwrap().clone()).unwrap();
    assert!(log.contains(logged), "{log}");
    // A token as a list of byte values is just as bad.
    let bytes = "97, 107, 115, 101, 115, 45";
    for secret in ["akses-", "kode-", "eyJ", CLIENT_SECRET, bytes] {
        assert!(!log.contains(secret), "{secret} in {log}");
    }
}

#[rstest]
#[tokio::test]
async fn complete_token_needs_no_user_info_call(#[values(Sqlite, Postgres)] on: Database) {
    let provider = Provider::start(0).await.unwrap();
    let server = with(on, admitting(&provider, Role::Viewer)).await;
    server.sign_in().await;
    provider.put_claims_in_tokens();
    // The user info would be refused, if it were asked for.
    provider.misbehave(Some(Mischief::OtherPerson));
    let session = sign_in(&server).await.ok();
    assert_eq!(session.data()["user"]["username"], "sari");
}

#[rstest]
#[tokio::test]
async fn users_without_the_claim_wait_for_approval(#[values(Sqlite, Postgres)] on: Database) {
    let provider = Provider::start(0).await.unwrap();
    let server = with(on, settings(&provider)).await;
    let admin = server.sign_in().await;
    assert_eq!(sign_in(&server).await.refused(403).body["code"], "awaits_approval");
    let id = user(&admin, "sari").await["id"].clone();
    admin.post(&format!("{A}/user/approve"), json!({ "id": id })).await.ok();
    sign_in(&server).await.ok();
    // An account without a password cannot sign in with one.
    for password in ["", " ", "x"] {
        let login = json!({ "username": "sari", "password": password });
        server.anonymous().post(&format!("{B}/login"), login).await.failure();
    }
}

#[rstest]
#[tokio::test]
async fn closed_sign_up_refuses_new_users_without_the_claim(#[values(Sqlite, Postgres)] on: Database) {
    let provider = Provider::start(0).await.unwrap();
    let server = setup(on, settings(&provider)).signup(Signup::Closed).start().await;
    server.sign_in().await;
    assert_eq!(sign_in(&server).await.refused(403).body["code"], "signup_closed");
}

#[rstest]
#[tokio::test]
async fn provider_claims_take_over_no_local_account(#[values(Sqlite, Postgres)] on: Database) {
    let provider = Provider::start(0).await.unwrap();
    let server = with(on, admitting(&provider, Role::Administrator)).await;
    server.sign_in().await;
    provider.sign_in_as(Person {
        username: "ani".to_owned(),
        ..Person::default()
    });
    assert_eq!(sign_in(&server).await.refused(409).body["code"], "username_of_another");
}

#[rstest]
#[case::of_another_sign_in(Mischief::OtherNonce, "provider_token_refused")]
#[case::of_another_provider(Mischief::OtherIssuer, "provider_token_refused")]
#[case::for_another_client(Mischief::OtherAudience, "provider_token_refused")]
#[case::of_yesterday(Mischief::OldToken, "provider_token_refused")]
#[case::with_another_key(Mischief::OtherKey, "provider_token_refused")]
#[case::for_an_expired_code(Mischief::ExpiredCode, "provider_code_void")]
#[case::with_user_info_of_another_person(Mischief::OtherPerson, "provider_unusable")]
#[tokio::test]
async fn wrong_token_is_refused(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] mischief: Mischief,
    #[case] code: &str,
) {
    let provider = Provider::start(0).await.unwrap();
    let server = with(on, admitting(&provider, Role::Administrator)).await;
    let admin = server.sign_in().await;
    provider.misbehave(Some(mischief));
    assert_eq!(sign_in(&server).await.refused(401).body["code"], code);
    let users = admin.get(&format!("{A}/user/get")).await.ok();
    assert_eq!(users.rows().len(), 1, "no account was made");
    provider.misbehave(None);
    sign_in(&server).await.ok();
}

#[rstest]
#[tokio::test]
async fn callback_is_accepted_once_from_its_own_browser_and_provider(#[values(Sqlite, Postgres)] on: Database) {
    let provider = Provider::start(0).await.unwrap();
    let server = with(on, admitting(&provider, Role::Administrator)).await;
    server.sign_in().await;
    let (mine, other) = (come_back(&server).await, come_back(&server).await);
    let over = |reply: Reply| assert_eq!(reply.refused(401).body["code"], "sign_in_over");
    over(hand_in(&server, &other.cookie, &mine.back).await);
    over(hand_in(&server, "lain=1", &mine.back).await);
    hand_in(&server, &mine.cookie, &mine.back).await.ok();
    over(hand_in(&server, &mine.cookie, &mine.back).await);
    let mut foreign = other.back.clone();
    foreign["iss"] = json!("https://lain.example");
    let refused = hand_in(&server, &other.cookie, &foreign).await.refused(401);
    assert_eq!(refused.body["code"], "provider_foreign");
}

#[rstest]
#[tokio::test]
async fn each_provider_signs_in_only_its_own_people(#[values(Sqlite, Postgres)] on: Database) {
    let (campus, faculty) = (Provider::start(0).await.unwrap(), Provider::start(0).await.unwrap());
    // The same subject at both providers: two different people.
    faculty.sign_in_as(Person {
        name: "Tono Fakultas".to_owned(),
        username: "tono".to_owned(),
        ..Person::default()
    });
    let of_faculty = ProviderSettings {
        id: "fakultas".to_owned(),
        name: "Akun Fakultas".to_owned(),
        ..admitting(&faculty, Role::Administrator)
    };
    let server = setup(on, admitting(&campus, Role::Viewer))
        .provider(of_faculty)
        .start()
        .await;
    let admin = server.sign_in().await;
    let offered = server.anonymous().get(&format!("{B}/sign_in")).await.ok();
    let offered: Vec<_> = offered.rows().iter().map(|one| one["name"].clone()).collect();
    assert_eq!(offered, ["Akun Kampus", "Akun Fakultas"]);
    for (provider, username, role) in [("kampus", "sari", "viewer"), ("fakultas", "tono", "administrator")] {
        let way = come_back_from(&server, provider).await;
        let session = hand_in(&server, &way.cookie, &way.back).await.ok();
        assert_eq!(session.data()["user"]["username"], username);
        assert_eq!(user(&admin, username).await["role"], role);
    }
    // A callback of one provider is not accepted for a sign-in that began at the other.
    let (one, other) = (
        come_back_from(&server, "kampus").await,
        come_back_from(&server, "fakultas").await,
    );
    let mut mixed = other.back.clone();
    mixed["iss"] = one.back["iss"].clone();
    let refused = hand_in(&server, &other.cookie, &mixed).await.refused(401);
    assert_eq!(refused.body["code"], "provider_foreign");
}

#[rstest]
#[tokio::test]
async fn unanswering_provider_is_reported(#[values(Sqlite, Postgres)] on: Database) {
    let provider = Provider::start(0).await.unwrap();
    let server = with(on, settings(&provider)).await;
    provider.misbehave(Some(Mischief::Broken));
    let begin = async |id: &str| {
        let body = json!({ "provider": id });
        server.anonymous().post(&format!("{B}/sign_in/begin"), body).await
    };
    let refused = begin("kampus").await.refused(502);
    assert!(refused.sentence().contains("Akun Kampus"), "{refused:?}");
    begin("lain").await.refused(404);
    // A second try shortly after fails without asking the provider again.
    begin("kampus").await.refused(502);
    assert_eq!(provider.configuration_requests(), 1);
}

#[tokio::test]
async fn concurrent_sign_ins_share_the_provider_metadata() {
    let provider = Provider::start(0).await.unwrap();
    let server = with(Sqlite, settings(&provider)).await;
    let body = json!({ "provider": "kampus" });
    let path = format!("{B}/sign_in/begin");
    let sign_ins = (0..20).map(|_| {
        let (anonymous, body, path) = (server.anonymous(), body.clone(), &path);
        async move { anonymous.post(path, body).await.ok() }
    });
    futures::future::join_all(sign_ins).await;
    assert_eq!(provider.configuration_requests(), 1);
}
