//! Entries of the log, jobs and schedules know the account behind the display name. Accounts can be disabled, and know whether a person
//! or a provider's claim gives them access. Earlier entries stay as they were sealed.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct AccountsInTheLog;

impl MigrationName for AccountsInTheLog {
    fn name(&self) -> &'static str {
        "m0041_accounts_in_the_log"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for AccountsInTheLog {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut columns = Vec::new();
        for table in ["activity_log", "job", "schedule"] {
            columns.extend([
                (table, schema::text_null("principal")),
                (table, schema::big_integer_null("account_id")),
                (table, schema::text_null("username")),
            ]);
        }
        for table in ["administrator", "administrator_before"] {
            columns.extend([
                (table, schema::boolean("disabled").default(false).take()),
                (table, schema::text("granted_by").default("hand").take()),
            ]);
        }
        for (table, column) in columns {
            let add = Table::alter().table(table).add_column(column).take();
            manager.alter_table(add).await?;
        }
        // Earlier versions did not keep whether a claim had given access.
        for (accounts, identities) in [
            ("administrator", "identity"),
            ("administrator_before", "identity_before"),
        ] {
            let update = Query::update()
                .table(accounts)
                .value("granted_by", "unknown")
                .and_where(
                    Expr::col("id").in_subquery(Query::select().column("administrator_id").from(identities).take()),
                )
                .take();
            manager.get_connection().execute(&update).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("accounts of the log are not thrown away".to_owned()))
    }
}
