//! A person may have an address of their own, at which they are told what concerns their account: a notice may be for one person.
//! A job knows which request ordered it, by its number and, where traces are sent, its span.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct InPerson;

impl MigrationName for InPerson {
    fn name(&self) -> &'static str {
        "m0031_in_person"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for InPerson {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let columns = [
            ("administrator", "email"),
            ("administrator_before", "email"),
            ("outbox", "recipient"),
            ("job", "ordered_by"),
            ("job", "ordered_in"),
        ];
        for (table, column) in columns {
            let add = Table::alter().table(table).add_column(schema::text_null(column)).take();
            manager.alter_table(add).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("addresses are not thrown away".to_owned()))
    }
}
