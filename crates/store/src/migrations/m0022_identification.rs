//! Attendance that is tied: each participation to a person, by what is known of them or by what somebody chose; and each series
//! of meetings to a class, by its topic or by a rule.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct Identification;

impl MigrationName for Identification {
    fn name(&self) -> &'static str {
        "m0022_identification"
    }
}

/// Kinds of people, by name, table and the column of their number.
const PEOPLE: [(&str, &str, &str); 3] = [
    ("mahasiswa", "mahasiswa_person", "\"NPK\""),
    ("mahasiswa_mbkm", "mahasiswa_mbkm_person", "\"NPK\""),
    ("pengajar", "pengajar", "nik"),
];

#[async_trait::async_trait]
impl MigrationTrait for Identification {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        attendance(manager).await?;
        people(manager).await?;
        meetings(manager).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("what people chose is not thrown away".to_owned()))
    }
}

async fn attendance(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    for mut column in [
        schema::text_null("person_kind"),
        schema::text_null("person_number"),
        schema::text("identity").default("").take(),
    ] {
        let alter = Table::alter().table("attendance").add_column(&mut column).to_owned();
        manager.alter_table(alter).await?;
    }
    let connection = manager.get_connection();
    connection
        .execute_unprepared(&format!(
            "UPDATE attendance SET identity = lower(trim(email)) || {} || lower(trim(name))",
            newline(manager)
        ))
        .await?;
    // Who was found until now bears the number as a user name; whoever was not bears the name that was shown.
    for (kind, table, number) in PEOPLE {
        let of_theirs = format!("SELECT {number} FROM {table} WHERE {number} IN (username, upper(username)) LIMIT 1");
        let update = format!(
            "UPDATE attendance SET person_number = ({of_theirs}), person_kind = '{kind}' \
             WHERE person_number IS NULL AND username <> name AND ({of_theirs}) IS NOT NULL"
        );
        connection.execute_unprepared(&update).await?;
    }
    manager
        .create_index(
            Index::create()
                .name("attendance_by_identity")
                .table("attendance")
                .col("identity")
                .to_owned(),
        )
        .await?;
    connection
        .execute_unprepared("CREATE INDEX attendance_waiting ON attendance (identity) WHERE person_number IS NULL")
        .await
        .map(drop)
}

/// A line break, as each database spells one.
fn newline(manager: &SchemaManager<'_>) -> &'static str {
    match manager.get_database_backend() {
        sea_orm::DatabaseBackend::Sqlite => "char(10)",
        _ => "chr(10)",
    }
}

async fn people(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    // It is made anew whenever it is needed, so nothing is lost.
    manager
        .drop_table(Table::drop().table("zoom_person").to_owned())
        .await?;
    let person = Table::create()
        .table("zoom_person")
        .col(schema::text("identity"))
        .col(schema::text("kind"))
        .col(schema::text("number"))
        .col(schema::text("label"))
        .primary_key(Index::create().col("identity").col("kind").col("number"))
        .to_owned();
    manager.create_table(person).await?;
    let choice = Table::create()
        .table("zoom_choice")
        .col(schema::text("identity").primary_key())
        .col(schema::text("name"))
        .col(schema::text("email"))
        .col(schema::text("kind"))
        .col(schema::text("number"))
        .col(schema::text("label"))
        .col(schema::text("actor"))
        .col(schema::big_integer("chosen_at"))
        .to_owned();
    manager.create_table(choice).await
}

async fn meetings(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let series = Table::create()
        .table("zoom_series")
        .col(schema::text("meeting_id"))
        .col(schema::text("topic"))
        .col(schema::text_null("class"))
        .col(schema::text("tie").default("new"))
        .col(schema::text("fits").default("[]"))
        .primary_key(Index::create().col("meeting_id").col("topic"))
        .to_owned();
    manager.create_table(series).await?;
    let by_class = Index::create()
        .name("zoom_series_by_class")
        .table("zoom_series")
        .col("class")
        .to_owned();
    manager.create_index(by_class).await?;
    let rule = Table::create()
        .table("zoom_rule")
        .col(schema::big_pk_auto("id"))
        .col(schema::text("tells"))
        .col(schema::text("text"))
        .col(schema::text("class"))
        .col(schema::text("actor"))
        .col(schema::big_integer("edited_at"))
        .to_owned();
    manager.create_table(rule).await?;
    let once = Index::create()
        .name("zoom_rule_by_text")
        .table("zoom_rule")
        .unique()
        .col("tells")
        .col("text")
        .to_owned();
    manager.create_index(once).await?;
    let as_of = Table::create()
        .table("zoom_tied")
        .col(schema::big_integer("entry"))
        .to_owned();
    manager.create_table(as_of).await?;
    manager
        .get_connection()
        .execute_unprepared(
            "INSERT INTO zoom_series (meeting_id, topic) SELECT DISTINCT meeting_id, topic FROM attendance",
        )
        .await
        .map(drop)
}
