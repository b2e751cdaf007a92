//! Attendance at Zoom meetings: a row for each stay of a participant.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct Attendance;

impl MigrationName for Attendance {
    fn name(&self) -> &'static str {
        "m0002_attendance"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Attendance {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("attendance")
                    .col(schema::big_pk_auto("id"))
                    .col(schema::text("meeting_id"))
                    .col(schema::text("topic"))
                    .col(schema::big_integer("meeting_start"))
                    .col(schema::big_integer_null("meeting_end"))
                    .col(schema::text("participant"))
                    .col(schema::text("username"))
                    .col(schema::text("email"))
                    .col(schema::big_integer("join_time"))
                    .col(schema::big_integer_null("leave_time"))
                    .col(schema::text("leave_reason"))
                    .col(schema::text("search_text"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("attendance_stay")
                    .table("attendance")
                    .unique()
                    .col("meeting_id")
                    .col("participant")
                    .col("join_time")
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("attendance_by_meeting_start")
                    .table("attendance")
                    .col("meeting_start")
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("attendance is not thrown away".to_owned()))
    }
}
