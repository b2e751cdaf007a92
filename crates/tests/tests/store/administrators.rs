//! Who may sign in, and for how long their keys live.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    open,
};
use jiff::Timestamp;
use rstest::rstest;
use sea_orm::ConnectionTrait;
use selaras_store::{
    Store, StoreError,
    administrators::{Administrator, Admission, Change, Changed, Deleted, MOST_WAITING, Restored, Role},
    preferences::Preferences,
    second_factor::SecondFactor,
    sessions::Place,
};
use std::time::Duration;

async fn add(store: &Store, username: &str, admission: Admission) -> Administrator {
    store
        .add_administrator("Nama", username, "hash", admission)
        .await
        .unwrap()
}

async fn give_key(store: &Store, owner: &Administrator, hash: &str, lives: Duration) {
    let expires_at = Timestamp::now() + lives;
    store
        .add_key(owner.id, hash, expires_at, &Place::default())
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
async fn of_many_first_signups_at_once_one_is_active(#[values(Sqlite, Postgres)] on: Database) {
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
    assert_eq!(store.delete_administrator(first.id).await.unwrap(), Deleted::LastActive);
    assert!(
        store
            .approve_administrator(waiting.id, Role::Administrator)
            .await
            .unwrap()
    );
    assert_eq!(store.delete_administrator(4711).await.unwrap(), Deleted::Unknown);
    assert_eq!(store.delete_administrator(first.id).await.unwrap(), Deleted::Done);
    assert_eq!(
        store.delete_administrator(waiting.id).await.unwrap(),
        Deleted::LastActive
    );
}

#[rstest]
#[tokio::test]
async fn two_who_delete_each_other_at_once_do_not_leave_nobody(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let mut both = Vec::new();
    for username in ["ani", "budi"] {
        both.push(add(&store, username, Admission::Active(Role::Administrator)).await.id);
    }
    let deleted = futures::future::join_all(both.iter().map(|id| store.delete_administrator(*id))).await;
    let done = deleted
        .iter()
        .filter(|deleted| matches!(deleted, Ok(Deleted::Done)))
        .count();
    assert_eq!(done, 1, "{deleted:?}");
}

#[rstest]
#[tokio::test]
async fn a_key_is_its_owners_until_it_runs_out_or_is_revoked(#[values(Sqlite, Postgres)] on: Database) {
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
    assert!(store.end_session(ani.id, session).await.unwrap());
    assert_eq!(
        (owner(&store, "hidup").await, owner(&store, "juga-hidup").await),
        (None, Some(ani.id))
    );
}

#[rstest]
#[tokio::test]
async fn a_new_password_ends_all_keys_but_the_one_in_hand(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let ani = add(&store, "ani", Admission::Active(Role::Administrator)).await;
    let budi = add(&store, "budi", Admission::Active(Role::Administrator)).await;
    for (whose, hash) in [(&ani, "ini"), (&ani, "itu"), (&budi, "budi")] {
        give_key(&store, whose, hash, HOUR).await;
    }
    let change = async |password| {
        store
            .change_administrator(
                ani.id,
                Change {
                    name: "Ani",
                    username: "ani",
                    password_hash: password,
                    role: None,
                    keep_key: "ini",
                },
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
        .add_administrator("Lain", "aNI", "hash", Admission::Active(Role::Administrator))
        .await;
    assert!(matches!(again, Err(StoreError::Taken("username"))), "{again:?}");
    assert_eq!(store.administrator("ANI").await.unwrap().unwrap().username, "ani");
}

#[rstest]
#[tokio::test]
async fn who_was_deleted_comes_back_as_they_were_without_their_keys(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    add(&store, "ani", Admission::Active(Role::Administrator)).await;
    for admission in [Admission::Active(Role::Administrator), Admission::ActiveIfFirst] {
        let budi = add(&store, "budi", admission).await;
        give_key(&store, &budi, "kunci", HOUR).await;
        assert_eq!(store.delete_administrator(budi.id).await.unwrap(), Deleted::Done);
        assert_eq!(store.administrator("budi").await.unwrap(), None);
        assert_eq!(owner(&store, "kunci").await, None);
        let later = add(&store, "citra", Admission::Active(Role::Administrator)).await;
        assert_eq!(
            store.restore_administrator(budi.id).await.unwrap(),
            Restored::Done(budi.clone())
        );
        assert_eq!(store.administrator("budi").await.unwrap(), Some(budi.clone()));
        assert_eq!(owner(&store, "kunci").await, None);
        for id in [budi.id, later.id] {
            store.delete_administrator(id).await.unwrap();
        }
    }
}

#[rstest]
#[tokio::test]
async fn who_is_brought_back_by_many_at_once_is_back_once(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    add(&store, "ani", Admission::Active(Role::Administrator)).await;
    let budi = add(&store, "budi", Admission::Active(Role::Administrator)).await;
    store.delete_administrator(budi.id).await.unwrap();
    let restored = futures::future::join_all((0..4).map(|_| store.restore_administrator(budi.id))).await;
    let mut restored: Vec<_> = restored.into_iter().map(Result::unwrap).collect();
    restored.retain(|restored| *restored != Restored::Unknown);
    assert_eq!(restored, [Restored::Done(budi)]);
    assert_eq!(store.deleted_administrators().await.unwrap(), []);
}

#[rstest]
#[tokio::test]
async fn who_was_deleted_more_than_30_days_ago_does_not_come_back(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    add(&store, "ani", Admission::Active(Role::Administrator)).await;
    let (budi, citra) = (
        add(&store, "budi", Admission::Active(Role::Administrator)).await,
        add(&store, "citra", Admission::Active(Role::Administrator)).await,
    );
    for user in [&budi, &citra] {
        store.delete_administrator(user.id).await.unwrap();
    }
    let deleted = async || -> Vec<i64> {
        let deleted = store.deleted_administrators().await.unwrap();
        deleted.into_iter().map(|user| user.id).collect()
    };
    assert_eq!(deleted().await, [citra.id, budi.id]);
    let days_ago = |days: i64| Timestamp::now().as_millisecond() - days * 24 * 3_600_000;
    let age = async |user: &Administrator, days: i64| {
        let update = format!(
            "UPDATE administrator_before SET deleted_at = {} WHERE id = {}",
            days_ago(days),
            user.id
        );
        store.writer().execute_unprepared(&update).await.unwrap();
    };
    age(&budi, 31).await;
    age(&citra, 29).await;
    assert_eq!(deleted().await, [citra.id]);
    assert_eq!(store.restore_administrator(budi.id).await.unwrap(), Restored::Unknown);
    store.forget_administrators(days_ago(30)).await.unwrap();
    // What is thrown away does not come back with time.
    store
        .writer()
        .execute_unprepared("UPDATE administrator_before SET deleted_at = deleted_at + 2592000000")
        .await
        .unwrap();
    assert_eq!(deleted().await, [citra.id]);
    assert_eq!(
        store.restore_administrator(citra.id).await.unwrap(),
        Restored::Done(citra)
    );
}

/// Whether there is anything of an account's second factor, codes and names elsewhere.
async fn has_anything(store: &Store, owner: &Administrator) -> bool {
    let known = store
        .identified("https://sso.kampus.example", "peg-0042")
        .await
        .unwrap();
    store.second_factor(owner.id).await.unwrap().is_some()
        || store.recovery_codes_left(owner.id).await.unwrap() > 0
        || known.is_some()
}

#[rstest]
#[tokio::test]
async fn who_comes_back_has_their_second_factor_and_is_who_they_were_elsewhere(
    #[values(Sqlite, Postgres)] on: Database,
) {
    let (store, _fresh) = open(on).await;
    add(&store, "ani", Admission::Active(Role::Administrator)).await;
    let budi = add(&store, "budi", Admission::Active(Role::Administrator)).await;
    let codes = ["satu", "dua"].map(str::to_owned);
    assert!(store.propose_second_factor(budi.id, "rahasia").await.unwrap());
    assert!(store.confirm_second_factor(budi.id, 7, &codes).await.unwrap());
    store
        .identify(budi.id, "https://sso.kampus.example", "peg-0042")
        .await
        .unwrap();
    let english = Preferences {
        language: Some("en".to_owned()),
        ..Preferences::default()
    };
    store.set_preferences(budi.id, &english).await.unwrap();
    // As often as they are deleted and brought back.
    for _ in 0..2 {
        assert_eq!(store.delete_administrator(budi.id).await.unwrap(), Deleted::Done);
        assert!(!has_anything(&store, &budi).await);
        assert!(!store.use_recovery_code(budi.id, "satu").await.unwrap());
        let restored = store.restore_administrator(budi.id).await.unwrap();
        assert_eq!(restored, Restored::Done(budi.clone()));
    }
    let sealed = SecondFactor {
        sealed: "rahasia".to_owned(),
        confirmed: true,
    };
    assert_eq!(store.second_factor(budi.id).await.unwrap(), Some(sealed));
    assert!(!store.use_step(budi.id, 7).await.unwrap(), "a code stays used");
    assert!(store.use_step(budi.id, 8).await.unwrap());
    assert_eq!(store.recovery_codes_left(budi.id).await.unwrap(), 2);
    let known = store
        .identified("https://sso.kampus.example", "peg-0042")
        .await
        .unwrap();
    assert_eq!(known, Some(budi.clone()));
    assert_eq!(store.preferences(budi.id).await.unwrap(), english);
}

#[rstest]
#[tokio::test]
async fn who_comes_back_takes_nobodys_name_elsewhere_and_who_does_not_leaves_nothing(
    #[values(Sqlite, Postgres)] on: Database,
) {
    let (store, _fresh) = open(on).await;
    add(&store, "ani", Admission::Active(Role::Administrator)).await;
    let budi = add(&store, "budi", Admission::Active(Role::Administrator)).await;
    store
        .identify(budi.id, "https://sso.kampus.example", "peg-0042")
        .await
        .unwrap();
    store.delete_administrator(budi.id).await.unwrap();
    let anew = add(&store, "budi.s", Admission::Active(Role::Viewer)).await;
    store
        .identify(anew.id, "https://sso.kampus.example", "peg-0042")
        .await
        .unwrap();
    assert_eq!(
        store.restore_administrator(budi.id).await.unwrap(),
        Restored::Done(budi)
    );
    let known = store
        .identified("https://sso.kampus.example", "peg-0042")
        .await
        .unwrap();
    assert_eq!(known, Some(anew.clone()));

    store.delete_administrator(anew.id).await.unwrap();
    store.forget_administrators(i64::MAX).await.unwrap();
    let left = "SELECT CAST(COUNT(*) AS bigint) FROM identity_before";
    let left = sea_orm::Statement::from_string(store.backend(), left);
    let left = store.writer().query_one_raw(left).await.unwrap().unwrap();
    assert_eq!(left.try_get_by_index::<i64>(0).unwrap(), 0);
}

#[rstest]
#[tokio::test]
async fn only_so_many_wait_and_none_for_more_than_30_days(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let ani = add(&store, "ani", Admission::ActiveIfFirst).await;
    for number in 0..MOST_WAITING {
        add(&store, &format!("orang-{number}"), Admission::ActiveIfFirst).await;
    }
    let beyond = store
        .add_administrator("Nama", "terlambat", "hash", Admission::ActiveIfFirst)
        .await;
    assert!(matches!(beyond, Err(StoreError::Full)), "{beyond:?}");
    // Whom an administrator makes need not wait.
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
