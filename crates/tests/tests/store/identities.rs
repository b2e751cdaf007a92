//! Sign-ins in progress through an institution's provider.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    open,
};
use rstest::rstest;
use sea_orm::ConnectionTrait;
use selaras_store::{Store, identities::Flow};

const MINUTE: i64 = 60_000;

fn flow() -> Flow {
    Flow {
        provider: "kampus".to_owned(),
        nonce: "n".to_owned(),
        verifier: "v".to_owned(),
    }
}

async fn begin(store: &Store, state: &str, network: &str) {
    let kept = (state, "peramban");
    store.begin_flow(kept, network, &flow(), MINUTE).await.unwrap();
}

async fn is_under_way(store: &Store, state: &str) -> bool {
    store.take_flow(state, "peramban").await.unwrap().is_some()
}

#[rstest]
#[tokio::test]
async fn excess_sign_ins_evict_those_of_the_same_network(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    begin(&store, "kampus", "203.0.113.7").await;
    let later = jiff::Timestamp::now().as_millisecond() + MINUTE;
    let flood: Vec<_> = (0..999)
        .map(|number| {
            format!(
                "('banjir-{number}', 'x', '198.51.100.9', 'kampus', 'n', 'v', {})",
                later + number
            )
        })
        .collect();
    let flood = format!(
        "INSERT INTO sign_in_flow (state_hash, browser_hash, network, provider, nonce, verifier, expires_at) VALUES {}",
        flood.join(", ")
    );
    store.writer().execute_unprepared(&flood).await.unwrap();
    begin(&store, "banjir-baru", "198.51.100.9").await;
    begin(&store, "kampus-baru", "203.0.113.7").await;
    for state in ["kampus", "banjir-baru", "kampus-baru"] {
        assert!(is_under_way(&store, state).await, "{state}");
    }
    let left = "SELECT state_hash FROM sign_in_flow ORDER BY expires_at LIMIT 1";
    let left = sea_orm::Statement::from_string(store.backend(), left);
    let left = store.writer().query_one_raw(left).await.unwrap().unwrap();
    assert_eq!(
        left.try_get_by_index::<String>(0).unwrap(),
        "banjir-2",
        "the oldest was evicted"
    );
}
