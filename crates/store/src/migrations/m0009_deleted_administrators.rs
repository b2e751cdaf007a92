//! Administrators who were deleted, so that they can be brought back. They stand apart from those who may sign in, so
//! that no question of a sign-in finds them and their user names are free.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct DeletedAdministrators;

impl MigrationName for DeletedAdministrators {
    fn name(&self) -> &'static str {
        "m0009_deleted_administrators"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for DeletedAdministrators {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("administrator_before")
                    .col(ColumnDef::new("id").big_integer().not_null().primary_key())
                    .col(schema::text("name"))
                    .col(schema::text("username"))
                    .col(schema::text("password_hash"))
                    .col(schema::boolean("active"))
                    .col(schema::big_integer("created_at"))
                    .col(schema::big_integer("deleted_at"))
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("who was deleted is not thrown away".to_owned()))
    }
}
