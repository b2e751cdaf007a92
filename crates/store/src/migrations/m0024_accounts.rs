//! Each account has a role; those that are there are administrators. A session says from where and with what somebody signed in
//! and when they were last there, and where somebody has signed in before is known. An account keeps its owner's language and
//! appearance.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct Accounts;

impl MigrationName for Accounts {
    fn name(&self) -> &'static str {
        "m0024_accounts"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Accounts {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let columns = [
            ("administrator", schema::text("role").default("administrator").take()),
            (
                "administrator_before",
                schema::text("role").default("administrator").take(),
            ),
            ("administrator", schema::text_null("language")),
            ("administrator", schema::text_null("appearance")),
            ("api_key", schema::text_null("address")),
            ("api_key", schema::text_null("device")),
            ("api_key", schema::big_integer_null("last_seen_at")),
        ];
        for (table, column) in columns {
            manager
                .alter_table(Table::alter().table(table).add_column(column).to_owned())
                .await?;
        }
        manager
            .create_table(
                Table::create()
                    .table("known_place")
                    .col(schema::big_integer("administrator_id"))
                    .col(schema::text("address"))
                    .col(schema::text("device"))
                    .col(schema::big_integer("first_seen_at"))
                    .primary_key(Index::create().col("administrator_id").col("address").col("device"))
                    .foreign_key(
                        ForeignKey::create()
                            .from("known_place", "administrator_id")
                            .to("administrator", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("roles are not thrown away".to_owned()))
    }
}
