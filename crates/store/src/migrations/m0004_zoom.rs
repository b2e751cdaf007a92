//! Attendance that is heard of in two ways: what tells stays apart, and when meetings ended. And the
//! directory in which participants are looked up among the campus's people.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct Zoom;

impl MigrationName for Zoom {
    fn name(&self) -> &'static str {
        "m0004_zoom"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Zoom {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        attendance(manager).await?;
        manager
            .create_table(
                Table::create()
                    .table("zoom_meeting")
                    .col(schema::text("uuid").primary_key())
                    .col(schema::big_integer("ended_at"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("zoom_person")
                    .col(schema::text("clue").primary_key())
                    .col(schema::text("username"))
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("attendance is not thrown away".to_owned()))
    }
}

async fn attendance(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .drop_index(Index::drop().name("attendance_stay").table("attendance").to_owned())
        .await?;
    let changes = [
        Table::alter().drop_column("participant").to_owned(),
        Table::alter()
            .add_column(schema::text("meeting_uuid").default(""))
            .to_owned(),
        Table::alter().add_column(schema::text("visit").default("")).to_owned(),
        Table::alter().add_column(schema::text("name").default("")).to_owned(),
        Table::alter()
            .add_column(schema::boolean("reported").default(false))
            .to_owned(),
        Table::alter()
            .add_column(schema::boolean("join_guessed").default(false))
            .to_owned(),
    ];
    // SQLite takes one change at a time.
    for mut change in changes {
        manager.alter_table(change.table("attendance").to_owned()).await?;
    }
    manager
        .get_connection()
        .execute_unprepared("UPDATE attendance SET name = username")
        .await?;
    for (name, column) in [
        ("attendance_by_visit", "visit"),
        ("attendance_by_join_time", "join_time"),
    ] {
        let index = Index::create()
            .name(name)
            .table("attendance")
            .col("meeting_id")
            .col(column)
            .to_owned();
        manager.create_index(index).await?;
    }
    let by_meeting = Index::create()
        .name("attendance_by_meeting_uuid")
        .table("attendance")
        .col("meeting_uuid")
        .to_owned();
    manager.create_index(by_meeting).await
}
