//! What happened to a person or a class is found by their rows: an index on the lines of jobs' reports, and of each entry of the
//! log the kind, the verb and the row that it is about, with what an edit changed. Attendance is found by person, too.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct History;

impl MigrationName for History {
    fn name(&self) -> &'static str {
        "m0019_history"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for History {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in ["kind", "verb", "number", "subject", "changes"] {
            let alter = Table::alter()
                .table("activity_log")
                .add_column(schema::text_null(column))
                .to_owned();
            manager.alter_table(alter).await?;
        }
        // Entries of jobs say so by their job; those of edits were words alone, and stay so.
        manager
            .get_connection()
            .execute_unprepared(
                "UPDATE activity_log SET kind = (SELECT job.kind FROM job WHERE job.id = activity_log.job_id), \
                 verb = (SELECT job.verb FROM job WHERE job.id = activity_log.job_id) WHERE job_id IS NOT NULL",
            )
            .await?;
        for (name, table, column) in [
            ("job_row_by_row", "job_row", "key_hash"),
            ("activity_log_by_subject", "activity_log", "subject"),
            ("activity_log_by_number", "activity_log", "number"),
            ("activity_log_by_time", "activity_log", "created_at"),
            ("attendance_by_username", "attendance", "username"),
        ] {
            manager
                .create_index(Index::create().name(name).table(table).col(column).to_owned())
                .await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (name, table) in [
            ("job_row_by_row", "job_row"),
            ("activity_log_by_subject", "activity_log"),
            ("activity_log_by_number", "activity_log"),
            ("activity_log_by_time", "activity_log"),
            ("attendance_by_username", "attendance"),
        ] {
            manager
                .drop_index(Index::drop().name(name).table(table).to_owned())
                .await?;
        }
        for column in ["kind", "verb", "number", "subject", "changes"] {
            let alter = Table::alter().table("activity_log").drop_column(column).to_owned();
            manager.alter_table(alter).await?;
        }
        Ok(())
    }
}
