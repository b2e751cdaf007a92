//! What a deleted administrator had beside their account is kept aside with it: second factor, codes, who they are at an institution's own
//! sign-in, and how they like the page. And a sign-in under way knows from which network it was begun.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct BesideAccounts;

impl MigrationName for BesideAccounts {
    fn name(&self) -> &'static str {
        "m0036_beside_accounts"
    }
}

fn of_deleted(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .from(table, "administrator_id")
        .to("administrator_before", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}

#[async_trait::async_trait]
impl MigrationTrait for BesideAccounts {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let factor = Table::create()
            .table("second_factor_before")
            .col(
                ColumnDef::new("administrator_id")
                    .big_integer()
                    .not_null()
                    .primary_key(),
            )
            .col(schema::text("secret"))
            .col(schema::big_integer_null("confirmed_at"))
            .col(schema::big_integer("last_step"))
            .foreign_key(&mut of_deleted("second_factor_before"))
            .to_owned();
        let codes = Table::create()
            .table("recovery_code_before")
            .col(schema::big_integer("administrator_id"))
            .col(schema::text("code_hash"))
            .primary_key(Index::create().col("administrator_id").col("code_hash"))
            .foreign_key(&mut of_deleted("recovery_code_before"))
            .to_owned();
        // Of several who were deleted each may have been the same person elsewhere.
        let identities = Table::create()
            .table("identity_before")
            .col(schema::big_integer("administrator_id"))
            .col(schema::text("issuer"))
            .col(schema::text("subject"))
            .primary_key(Index::create().col("administrator_id").col("issuer").col("subject"))
            .foreign_key(&mut of_deleted("identity_before"))
            .to_owned();
        for table in [factor, codes, identities] {
            manager.create_table(table).await?;
        }
        let columns = [
            ("administrator_before", schema::text_null("language")),
            ("administrator_before", schema::text_null("appearance")),
            ("sign_in_flow", schema::text("network").default("").take()),
        ];
        for (table, column) in columns {
            let add = Table::alter().table(table).add_column(column).take();
            manager.alter_table(add).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration(
            "what is beside accounts is not thrown away".to_owned(),
        ))
    }
}
