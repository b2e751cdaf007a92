//! A copy of the database, as a later start finds it.

use sea_orm::{ConnectionTrait, Statement};
use selaras_store::Store;
use selaras_tests::numbers;
use tempfile::TempDir;

pub struct Copy {
    store: Store,
    _folder: TempDir,
}

/// State of a change after a restart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeState {
    Whole,
    Half,
    Not,
}

impl Copy {
    /// Opens the database in a folder and asserts that it is sound: its pages, references and counters, and the log's hash
    /// chain.
    pub async fn sound(folder: TempDir, why: &str) -> Self {
        let url = format!("sqlite:{}", folder.path().join("selaras.sqlite").display());
        let store = Store::connect(&url).await.unwrap();
        let copy = Self { store, _folder: folder };
        assert_eq!(copy.texts("PRAGMA integrity_check").await, ["ok"], "{why}");
        assert!(copy.texts("PRAGMA foreign_key_check").await.is_empty(), "{why}");
        let verified = copy.store.verify_log().await.unwrap();
        assert_eq!(verified.flaw, None, "{why}");
        numbers::assert_true(&copy.store).await;
        copy
    }

    pub async fn texts(&self, sql: &str) -> Vec<String> {
        let statement = Statement::from_string(self.store.backend(), sql.to_owned());
        let rows = self.store.writer().query_all_raw(statement).await.unwrap();
        rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
    }

    pub async fn number(&self, sql: &str) -> i64 {
        let statement = Statement::from_string(self.store.backend(), sql.to_owned());
        let row = self.store.writer().query_one_raw(statement).await.unwrap().unwrap();
        row.try_get_by_index(0).unwrap()
    }

    /// State of a change, which is a row and its log entry: each query counts one of them.
    pub async fn change_state(&self, queries: &[String]) -> ChangeState {
        let mut numbers = Vec::new();
        for query in queries {
            numbers.push(self.number(query).await);
        }
        match () {
            () if numbers.iter().all(|number| *number == 1) => ChangeState::Whole,
            () if numbers.iter().all(|number| *number == 0) => ChangeState::Not,
            () => ChangeState::Half,
        }
    }
}
