//! What sqlx does after a ROLLBACK that fails. Decision 43 has the consequences and the guard against them. The test uses
//! only sqlx, so that it can be sent to its authors. If it fails, the library has changed, and the guard may go.

use sqlx::{Connection, SqliteConnection, sqlite::SqlitePoolOptions};

async fn names(connection: &mut SqliteConnection) -> Vec<String> {
    let names = sqlx::query_scalar("SELECT name FROM person ORDER BY name");
    names.fetch_all(connection).await.unwrap()
}

#[tokio::test]
async fn sqlx_stops_committing_after_two_transactions_ended_by_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}?mode=rwc", folder.path().join("a.sqlite").display());
    // One writing connection, as in a program that queues SQLite's writers in the pool.
    let pool = SqlitePoolOptions::new().max_connections(1).connect(&url).await.unwrap();
    let schema =
        "CREATE TABLE person (name TEXT PRIMARY KEY, boss TEXT REFERENCES person (name) DEFERRABLE INITIALLY DEFERRED)";
    sqlx::query(schema).execute(&pool).await.unwrap();
    sqlx::query("INSERT INTO person (name) VALUES ('Ani')")
        .execute(&pool)
        .await
        .unwrap();

    // SQLite ends a transaction by itself if the disk is full or fails (SQLITE_FULL, SQLITE_IOERR). Here the statement asks
    // for that.
    let mut first = pool.begin().await.unwrap();
    let ended = sqlx::query("INSERT OR ROLLBACK INTO person (name) VALUES ('Ani')").execute(&mut *first);
    ended.await.unwrap_err();
    // So there is none to roll back. From now on the library counts it as open.
    let error = first.rollback().await.unwrap_err();
    assert!(error.to_string().contains("no transaction is active"), "{error}");

    // The next transaction is a savepoint outside of any transaction, so its RELEASE commits. The commit fails, as on a full
    // disk; here a reference is broken. SQLite stays in the transaction, and the savepoint stays too.
    let mut second = pool.begin().await.unwrap();
    let broken = sqlx::query("INSERT INTO person (name, boss) VALUES ('Budi', 'nobody')").execute(&mut *second);
    broken.await.unwrap();
    let error = second.commit().await.unwrap_err();
    assert!(error.to_string().contains("FOREIGN KEY"), "{error}");

    // From now on every write reports success, and nothing is stored.
    for name in ["Citra", "Dewi"] {
        let mut next = pool.begin().await.unwrap();
        sqlx::query("INSERT INTO person (name) VALUES (?)")
            .bind(name)
            .execute(&mut *next)
            .await
            .unwrap();
        next.commit().await.unwrap();
    }
    assert_eq!(
        names(&mut pool.acquire().await.unwrap()).await,
        ["Ani", "Citra", "Dewi"]
    );
    let mut another = SqliteConnection::connect(&url).await.unwrap();
    assert_eq!(names(&mut another).await, ["Ani"]);
}
