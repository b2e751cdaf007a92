//! Files that were uploaded for lists of the source, in pieces; and which of a file's headings are which fields.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct Uploads;

impl MigrationName for Uploads {
    fn name(&self) -> &'static str {
        "m0018_uploads"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Uploads {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let upload = Table::create()
            .table("source_upload")
            .col(schema::big_pk_auto("id"))
            .col(schema::text("list"))
            .col(schema::text("file"))
            .col(schema::text("format"))
            .col(schema::big_integer("bytes"))
            .col(schema::text("contents"))
            .col(schema::text("actor"))
            .col(schema::big_integer("begun_at"))
            // Empty until all of it is here.
            .col(schema::big_integer_null("ended_at"))
            .to_owned();
        manager.create_table(upload).await?;
        let piece = Table::create()
            .table("source_upload_piece")
            .col(schema::big_integer("upload_id"))
            .col(schema::big_integer("number"))
            .col(schema::blob("content"))
            .primary_key(Index::create().col("upload_id").col("number"))
            .foreign_key(
                ForeignKey::create()
                    .from("source_upload_piece", "upload_id")
                    .to("source_upload", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        manager.create_table(piece).await?;
        let heading = Table::create()
            .table("source_heading")
            .col(schema::text("list"))
            .col(schema::text("field"))
            .col(schema::text("heading"))
            .primary_key(Index::create().col("list").col("field"))
            .to_owned();
        manager.create_table(heading).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("uploaded files are not thrown away".to_owned()))
    }
}
