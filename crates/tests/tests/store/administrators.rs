//! Administrators and their keys.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    lose_the_log, open,
};
use jiff::{SignedDuration, Timestamp};
use rstest::rstest;
use sea_orm::ConnectionTrait;
use selaras_reasons::Reason;
use selaras_store::{
    Store, StoreError,
    administrators::{
        Administrator, Admission, Change, Changed, Deleted, MOST_WAITING, NewAdministrator, Restored, Role,
    },
    log::About,
    preferences::Preferences,
    rows::ListQuery,
    second_factor::{FirstCode, SecondFactor},
    sessions::Location,
};
use std::time::Duration;

/// The log entry of these tests' changes.
const DID: &Reason = &Reason::DidSignUp;
/// An identity at the institution's provider.
const ELSEWHERE: (&str, &str) = ("https://sso.kampus.example", "peg-0042");

fn new(username: &str, admission: Admission) -> NewAdministrator<'_> {
    NewAdministrator {
        name: "Nama",
        username,
        password_hash: "hash",
        admission,
        identity: None,
    }
}

async fn add(store: &Store, username: &str, admission: Admission) -> Administrator {
    store
        .add_administrator(new(username, admission), DID, "Ani")
        .await
        .unwrap()
}

/// Adds a user of the provider.
async fn add_of_elsewhere(store: &Store, username: &str, role: Role) -> Result<Administrator, StoreError> {
    let new = NewAdministrator {
        identity: Some(ELSEWHERE),
        ..new(username, Admission::Active(role))
    };
    store.add_administrator(new, DID, username).await
}

async fn delete(store: &Store, id: i64) -> Result<Deleted, StoreError> {
    store.delete_administrator(id, DID, "Ani").await
}

async fn restore(store: &Store, id: i64) -> Result<Restored, StoreError> {
    store.restore_administrator(id, "Ani").await
}

/// The administrator with this identity.
async fn identified(store: &Store) -> Option<Administrator> {
    store.identified(ELSEWHERE.0, ELSEWHERE.1).await.unwrap()
}

async fn give_key(store: &Store, owner: &Administrator, hash: &str, lives: Duration) {
    let expires_at = Timestamp::now() + lives;
    store
        .add_key(owner, hash, expires_at, &Location::default(), DID, &[])
        .await
        .unwrap();
}

async fn owner(store: &Store, hash: &str) -> Option<i64> {
    store
        .key_owner(hash, None)
        .await
        .unwrap()
        .map(|owner| owner.administrator.id)
}

const HOUR: Duration = Duration::from_secs(3600);

#[rstest]
#[tokio::test]
async fn one_of_many_concurrent_first_signups_is_active(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let signups = (0..8).map(|number| {
        let store = store.clone();
        async move {
            add(&store, &format!("orang-{number}"), Admission::ActiveIfFirst)
                .await
                .active
        }
    });
    let active = futures::future::join_all(signups).await;
    assert_eq!(active.iter().filter(|active| **active).count(), 1, "{active:?}");
}

#[rstest]
#[tokio::test]
async fn the_last_active_administrator_stays(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let first = add(&store, "ani", Admission::Active(Role::Administrator)).await;
    let waiting = add(&store, "budi", Admission::ActiveIfFirst).await;
    assert_eq!(delete(&store, first.id).await.unwrap(), Deleted::LastActive);
    assert!(
        store
            .approve_administrator(waiting.id, Role::Administrator, DID, "Ani")
            .await
            .unwrap()
    );
    assert_eq!(delete(&store, 4711).await.unwrap(), Deleted::Unknown);
    assert_eq!(delete(&store, first.id).await.unwrap(), Deleted::Done);
    assert_eq!(delete(&store, waiting.id).await.unwrap(), Deleted::LastActive);
}

#[rstest]
#[tokio::test]
async fn administrators_deleting_each_other_leave_one(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let mut both = Vec::new();
    for username in ["ani", "budi"] {
        both.push(add(&store, username, Admission::Active(Role::Administrator)).await.id);
    }
    let deleted = futures::future::join_all(both.iter().map(|id| delete(&store, *id))).await;
    let done = deleted
        .iter()
        .filter(|deleted| matches!(deleted, Ok(Deleted::Done)))
        .count();
    assert_eq!(done, 1, "{deleted:?}");
}

#[rstest]
#[tokio::test]
async fn key_is_valid_until_expired_or_revoked(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let ani = add(&store, "ani", Admission::Active(Role::Administrator)).await;
    give_key(&store, &ani, "hidup", HOUR).await;
    give_key(&store, &ani, "juga-hidup", HOUR).await;
    give_key(&store, &ani, "habis", Duration::ZERO).await;
    assert_eq!(owner(&store, "hidup").await, Some(ani.id));
    assert_eq!(
        (owner(&store, "habis").await, owner(&store, "tidak-ada").await),
        (None, None)
    );
    let session = store.key_owner("hidup", None).await.unwrap().unwrap().session;
    assert!(store.end_session(ani.id, session, DID, "Ani").await.unwrap());
    assert_eq!(
        (owner(&store, "hidup").await, owner(&store, "juga-hidup").await),
        (None, Some(ani.id))
    );
}

#[rstest]
#[tokio::test]
async fn account_changed_meanwhile_gets_no_key_and_no_change(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    add(&store, "ani", Admission::Active(Role::Administrator)).await;
    let seen = add(&store, "budi", Admission::Active(Role::Administrator)).await;
    store.disable_administrator(seen.id, DID, "Ani").await.unwrap();
    let expires_at = Timestamp::now() + HOUR;
    let nowhere = Location::default();
    assert!(
        !store
            .add_key(&seen, "kunci", expires_at, &nowhere, DID, &[])
            .await
            .unwrap()
    );
    let change = Change {
        name: "Budi",
        username: "budi",
        password_hash: Some("lama"),
        role: None,
        keep_key: "",
        seen: &seen,
    };
    let entries = [(DID, About::default())];
    let changed = store.change_administrator(seen.id, change, &entries, "Budi", &[]);
    assert_eq!(changed.await.unwrap(), Changed::Meanwhile);
    store.enable_administrator(seen.id, DID, "Ani").await.unwrap();
    assert_eq!(owner(&store, "kunci").await, None);
    let budi = store.administrator("budi").await.unwrap().unwrap();
    assert_eq!(budi.password_hash, seen.password_hash);
}

#[rstest]
#[tokio::test]
async fn new_password_revokes_all_other_keys(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let ani = add(&store, "ani", Admission::Active(Role::Administrator)).await;
    let budi = add(&store, "budi", Admission::Active(Role::Administrator)).await;
    for (account, hash) in [(&ani, "ini"), (&ani, "itu"), (&budi, "budi")] {
        give_key(&store, account, hash, HOUR).await;
    }
    let change = async |password| {
        let seen = &store.administrator("ani").await.unwrap().unwrap();
        store
            .change_administrator(
                ani.id,
                Change {
                    name: "Ani",
                    username: "ani",
                    password_hash: password,
                    role: None,
                    keep_key: "ini",
                    seen,
                },
                &[(DID, About::default())],
                "Ani",
                &[],
            )
            .await
            .unwrap()
    };
    assert_eq!(change(None).await, Changed::Done);
    assert_eq!(owner(&store, "itu").await, Some(ani.id));
    assert_eq!(change(Some("baru")).await, Changed::Done);
    assert_eq!(
        (owner(&store, "ini").await, owner(&store, "itu").await),
        (Some(ani.id), None)
    );
    assert_eq!(owner(&store, "budi").await, Some(budi.id));
}

#[rstest]
#[tokio::test]
async fn a_user_name_is_taken_in_every_case(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    add(&store, "Ani", Admission::Active(Role::Administrator)).await;
    let again = store
        .add_administrator(new("aNI", Admission::Active(Role::Administrator)), DID, "Ani")
        .await;
    assert!(matches!(again, Err(StoreError::Taken("username"))), "{again:?}");
    assert_eq!(store.administrator("ANI").await.unwrap().unwrap().username, "ani");
}

#[rstest]
#[tokio::test]
async fn restored_administrator_has_no_keys(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    add(&store, "ani", Admission::Active(Role::Administrator)).await;
    for admission in [Admission::Active(Role::Administrator), Admission::ActiveIfFirst] {
        let budi = add(&store, "budi", admission).await;
        give_key(&store, &budi, "kunci", HOUR).await;
        assert_eq!(delete(&store, budi.id).await.unwrap(), Deleted::Done);
        assert_eq!(store.administrator("budi").await.unwrap(), None);
        assert_eq!(owner(&store, "kunci").await, None);
        let later = add(&store, "citra", Admission::Active(Role::Administrator)).await;
        assert_eq!(restore(&store, budi.id).await.unwrap(), Restored::Done(budi.clone()));
        assert_eq!(store.administrator("budi").await.unwrap(), Some(budi.clone()));
        assert_eq!(owner(&store, "kunci").await, None);
        for id in [budi.id, later.id] {
            delete(&store, id).await.unwrap();
        }
    }
}

#[rstest]
#[tokio::test]
async fn concurrent_restores_restore_once(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    add(&store, "ani", Admission::Active(Role::Administrator)).await;
    let budi = add(&store, "budi", Admission::Active(Role::Administrator)).await;
    delete(&store, budi.id).await.unwrap();
    let restored = futures::future::join_all((0..4).map(|_| restore(&store, budi.id))).await;
    let mut restored: Vec<_> = restored.into_iter().map(Result::unwrap).collect();
    restored.retain(|restored| *restored != Restored::Unknown);
    assert_eq!(restored, [Restored::Done(budi)]);
    assert_eq!(store.deleted_administrators().await.unwrap(), []);
}

#[rstest]
#[tokio::test]
async fn administrator_deleted_30_days_ago_cannot_be_restored(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    add(&store, "ani", Admission::Active(Role::Administrator)).await;
    let (budi, citra) = (
        add(&store, "budi", Admission::Active(Role::Administrator)).await,
        add(&store, "citra", Admission::Active(Role::Administrator)).await,
    );
    let pass = |days: i64| store.clock().advance(SignedDuration::from_hours(24 * days));
    delete(&store, budi.id).await.unwrap();
    pass(2);
    delete(&store, citra.id).await.unwrap();
    let deleted = async || -> Vec<i64> {
        let deleted = store.deleted_administrators().await.unwrap();
        deleted.into_iter().map(|user| user.id).collect()
    };
    assert_eq!(deleted().await, [citra.id, budi.id]);
    pass(29);
    assert_eq!(deleted().await, [citra.id]);
    assert_eq!(restore(&store, budi.id).await.unwrap(), Restored::Unknown);
    let month_ago = store.now() - SignedDuration::from_hours(24 * 30);
    store.forget_administrators(month_ago.as_millisecond()).await.unwrap();
    // Time does not restore what was deleted for good.
    pass(-30);
    assert_eq!(deleted().await, [citra.id]);
    assert_eq!(restore(&store, citra.id).await.unwrap(), Restored::Done(citra));
}

/// True if the account has a second factor, recovery codes or identities.
async fn has_anything(store: &Store, owner: &Administrator) -> bool {
    let known = identified(store).await;
    store.second_factor(owner.id).await.unwrap().is_some()
        || store.recovery_codes_left(owner.id).await.unwrap() > 0
        || known.is_some()
}

/// Gives an account a second factor and two recovery codes.
async fn give_second_factor(store: &Store, owner: &Administrator) {
    let codes = ["satu", "dua"].map(str::to_owned);
    assert!(store.propose_second_factor(owner.id, "rahasia").await.unwrap());
    let first = FirstCode {
        step: 7,
        code_hashes: &codes,
        session: 0,
    };
    let confirmed = store.confirm_second_factor(owner.id, first, DID, "Ani", &[]);
    assert!(confirmed.await.unwrap());
}

#[rstest]
#[tokio::test]
async fn restored_administrator_keeps_second_factor_and_identities(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    add(&store, "ani", Admission::Active(Role::Administrator)).await;
    let budi = add_of_elsewhere(&store, "budi", Role::Administrator).await.unwrap();
    give_second_factor(&store, &budi).await;
    let english = Preferences {
        language: Some("en".to_owned()),
        ..Preferences::default()
    };
    store.set_preferences(budi.id, &english).await.unwrap();
    // Deleting and restoring can be repeated.
    for _ in 0..2 {
        assert_eq!(delete(&store, budi.id).await.unwrap(), Deleted::Done);
        assert!(!has_anything(&store, &budi).await);
        assert!(!store.use_recovery_code(budi.id, "satu").await.unwrap());
        let restored = restore(&store, budi.id).await.unwrap();
        assert_eq!(restored, Restored::Done(budi.clone()));
    }
    let sealed = SecondFactor {
        sealed: "rahasia".to_owned(),
        confirmed: true,
    };
    assert_eq!(store.second_factor(budi.id).await.unwrap(), Some(sealed));
    assert!(!store.use_step(budi.id, 7).await.unwrap(), "a used code stays used");
    assert!(store.use_step(budi.id, 8).await.unwrap());
    assert_eq!(store.recovery_codes_left(budi.id).await.unwrap(), 2);
    assert_eq!(identified(&store).await, Some(budi.clone()));
    assert_eq!(store.preferences(budi.id).await.unwrap(), english);
}

#[rstest]
#[tokio::test]
async fn deleted_identity_is_refused_for_ever(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    add(&store, "ani", Admission::Active(Role::Administrator)).await;
    let budi = add_of_elsewhere(&store, "budi", Role::Administrator).await.unwrap();
    give_second_factor(&store, &budi).await;
    delete(&store, budi.id).await.unwrap();
    let again = add_of_elsewhere(&store, "budi.s", Role::Viewer).await;
    assert!(matches!(again, Err(StoreError::Deleted)), "{again:?}");
    store.forget_administrators(i64::MAX).await.unwrap();
    let again = add_of_elsewhere(&store, "budi.s", Role::Viewer).await;
    assert!(matches!(again, Err(StoreError::Deleted)), "{again:?}");
    // The identities are kept. Password and second factor are not.
    let Restored::Done(back) = restore(&store, budi.id).await.unwrap() else {
        panic!("not restored");
    };
    assert_eq!(
        (back.id, back.username.as_str(), back.password_hash.as_str()),
        (budi.id, "budi", "")
    );
    assert_eq!(store.second_factor(budi.id).await.unwrap(), None);
    assert_eq!(store.recovery_codes_left(budi.id).await.unwrap(), 0);
    assert_eq!(identified(&store).await, Some(back));
}

#[rstest]
#[tokio::test]
async fn waiting_signups_are_limited_in_number_and_age(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let ani = add(&store, "ani", Admission::ActiveIfFirst).await;
    for number in 0..MOST_WAITING {
        add(&store, &format!("orang-{number}"), Admission::ActiveIfFirst).await;
    }
    let beyond = store
        .add_administrator(new("terlambat", Admission::ActiveIfFirst), DID, "Ani")
        .await;
    assert!(matches!(beyond, Err(StoreError::Full)), "{beyond:?}");
    // An account that an administrator creates need not wait.
    add(&store, "citra", Admission::Active(Role::Viewer)).await;
    let days_ago = |days: i64| Timestamp::now().as_millisecond() - days * 24 * 3_600_000;
    let age = format!(
        "UPDATE administrator SET created_at = {} WHERE username IN ('ani', 'orang-1', 'orang-2')",
        days_ago(31)
    );
    store.writer().execute_unprepared(&age).await.unwrap();
    store.forget_waiting(days_ago(30)).await.unwrap();
    assert_eq!(store.administrator("ani").await.unwrap().unwrap().id, ani.id);
    assert_eq!(store.administrator("orang-1").await.unwrap(), None);
    assert!(store.administrator("orang-3").await.unwrap().is_some());
    add(&store, "terlambat", Admission::ActiveIfFirst).await;
}

#[rstest]
#[tokio::test]
async fn second_account_of_one_identity_is_refused(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let ani = add_of_elsewhere(&store, "ani", Role::Administrator).await.unwrap();
    add_of_elsewhere(&store, "budi", Role::Viewer).await.unwrap_err();
    assert_eq!(store.administrator("budi").await.unwrap(), None);
    assert_eq!(identified(&store).await, Some(ani));
}

#[rstest]
#[tokio::test]
async fn changes_that_cannot_be_logged_are_not_made(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let ani = add(&store, "ani", Admission::ActiveIfFirst).await;
    let waiting = add(&store, "budi", Admission::ActiveIfFirst).await;
    let gone = add(&store, "citra", Admission::Active(Role::Viewer)).await;
    delete(&store, gone.id).await.unwrap();
    give_second_factor(&store, &ani).await;
    for hash in ["ini", "itu"] {
        give_key(&store, &ani, hash, HOUR).await;
    }
    let session = store.key_owner("ini", None).await.unwrap().unwrap().session;
    let all = async || {
        (
            store.administrators(&ListQuery::default(), 0, 100).await.unwrap().rows,
            store.deleted_administrators().await.unwrap(),
            store.second_factor(ani.id).await.unwrap(),
            store.recovery_codes_left(ani.id).await.unwrap(),
            store.second_factor_is_duty().await.unwrap(),
            store.sessions(ani.id, session, None).await.unwrap(),
        )
    };
    let before = all().await;
    lose_the_log(&store).await;
    add_of_elsewhere(&store, "dedi", Role::Viewer).await.unwrap_err();
    let change = Change {
        name: "Ani W.",
        username: "ani.w",
        password_hash: Some("baru"),
        role: None,
        keep_key: "",
        seen: &ani,
    };
    let entries = [(DID, About::default())];
    let changed = store.change_administrator(ani.id, change, &entries, "Ani", &[]);
    changed.await.unwrap_err();
    let approved = store.approve_administrator(waiting.id, Role::Administrator, DID, "Ani");
    approved.await.unwrap_err();
    delete(&store, waiting.id).await.unwrap_err();
    store.disable_administrator(waiting.id, DID, "Ani").await.unwrap_err();
    restore(&store, gone.id).await.unwrap_err();
    store.end_second_factor(ani.id, DID, "Ani", &[]).await.unwrap_err();
    store
        .give_recovery_codes(ani.id, &[], DID, "Ani", &[])
        .await
        .unwrap_err();
    store.set_second_factor_duty(true, DID, "Ani").await.unwrap_err();
    let set = store.set_email(ani.id, Some("ani@kampus.example"), DID, "Ani", &[]);
    set.await.unwrap_err();
    let tomorrow = Timestamp::now() + Duration::from_secs(86_400);
    let nowhere = Location::default();
    let added = store.add_key(&ani, "baru", tomorrow, &nowhere, DID, &[]);
    added.await.unwrap_err();
    store.end_session(ani.id, session, DID, "Ani").await.unwrap_err();
    store.end_other_sessions(ani.id, session, "Ani").await.unwrap_err();
    assert_eq!(all().await, before);
    assert_eq!(identified(&store).await, None);
}
