//! A second factor of those who want one or have to have one, and the codes that stand in for it; settings that administrators
//! make; and who is whom at an institution's own sign-in, with the sign-ins there that are under way.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct SecondFactor;

impl MigrationName for SecondFactor {
    fn name(&self) -> &'static str {
        "m0026_second_factor"
    }
}

fn of_administrator(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .from(table, "administrator_id")
        .to("administrator", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}

#[async_trait::async_trait]
impl MigrationTrait for SecondFactor {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let factor = Table::create()
            .table("second_factor")
            .col(
                ColumnDef::new("administrator_id")
                    .big_integer()
                    .not_null()
                    .primary_key(),
            )
            .col(schema::text("secret"))
            .col(schema::big_integer_null("confirmed_at"))
            .col(schema::big_integer("last_step"))
            .foreign_key(&mut of_administrator("second_factor"))
            .to_owned();
        let codes = Table::create()
            .table("recovery_code")
            .col(schema::big_integer("administrator_id"))
            .col(schema::text("code_hash"))
            .primary_key(Index::create().col("administrator_id").col("code_hash"))
            .foreign_key(&mut of_administrator("recovery_code"))
            .to_owned();
        let settings = Table::create()
            .table("setting")
            .col(ColumnDef::new("name").text().not_null().primary_key())
            .col(schema::text("value"))
            .to_owned();
        let identities = Table::create()
            .table("identity")
            .col(schema::text("issuer"))
            .col(schema::text("subject"))
            .col(schema::big_integer("administrator_id"))
            .primary_key(Index::create().col("issuer").col("subject"))
            .foreign_key(&mut of_administrator("identity"))
            .to_owned();
        let flows = Table::create()
            .table("sign_in_flow")
            .col(ColumnDef::new("state_hash").text().not_null().primary_key())
            .col(schema::text("browser_hash"))
            .col(schema::text("provider"))
            .col(schema::text("nonce"))
            .col(schema::text("verifier"))
            .col(schema::big_integer("expires_at"))
            .to_owned();
        for table in [factor, codes, settings, identities, flows] {
            manager.create_table(table).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("second factors are not thrown away".to_owned()))
    }
}
