//! The tables of a kind, made in one place: what a row is, how it stands, and how it was before a job changed it.
//!
//! A new kind's step calls [`make_rows`] and [`make_versions`] with its columns; one of people's places in classes calls
//! [`make_places`] and [`finish_places`]. [`make_tally`] has the rows counted, whatever they are. What a step has made is never changed here without a step that changes the tables
//! that are there.

pub(super) use crate::tally::Counted;
use crate::tally::Tallied;
use sea_orm_migration::{prelude::*, schema};

/// The tables of a kind whose rows stand in one table.
pub(super) struct RowTables {
    pub(super) name: &'static str,
    pub(super) columns: &'static [&'static str],
    pub(super) key: &'static [&'static str],
    /// Columns, beside the key's, that other verbs find rows by.
    pub(super) indexed: &'static [&'static [&'static str]],
}

/// The tables of a kind whose rows are places: the columns of the person, and those that name the class.
pub(super) struct PlaceTables {
    pub(super) name: &'static str,
    pub(super) person: &'static [&'static str],
    /// The person's number.
    pub(super) number: &'static str,
    pub(super) class: &'static [&'static str],
    /// Those of the class's columns that name it.
    pub(super) class_key: &'static [&'static str],
    /// The columns of the list, in its order.
    pub(super) listed: &'static [&'static str],
}

impl PlaceTables {
    pub(super) fn table(&self, part: &str) -> String {
        format!("{}_{part}", self.name)
    }
}

async fn index(manager: &SchemaManager<'_>, table: &str, columns: &[&'static str], unique: bool) -> Result<(), DbErr> {
    let mut index = Index::create();
    index
        .name(format!("{table}_by_{}", columns.join("_").to_lowercase()))
        .table(table.to_owned());
    for column in columns {
        index.col(*column);
    }
    if unique {
        index.unique();
    }
    manager.create_index(index.to_owned()).await
}

/// Finds what a job made. On PostgreSQL it is an index of ranges of the table, which costs next to nothing: a job's rows stand
/// together.
async fn of_job(manager: &SchemaManager<'_>, table: &str) -> Result<(), DbErr> {
    if manager.get_database_backend() == sea_orm::DatabaseBackend::Sqlite {
        return index(manager, table, &["created_in"], false).await;
    }
    let sql =
        format!("CREATE INDEX {table}_by_created_in ON {table} USING brin (created_in) WITH (autosummarize = on)");
    manager.get_connection().execute_unprepared(&sql).await.map(drop)
}

/// What numbers a version.
pub(super) const VERSION: &str = "version";
/// What numbered it before `m0030_versions`.
pub(super) const IMAGE: &str = "image";

/// What the table of a table's versions begins with; `number` names its key.
fn versions(of: &str, number: &'static str) -> TableCreateStatement {
    Table::create()
        .table(format!("{of}_before"))
        .col(schema::big_pk_auto(number))
        .col(schema::big_integer("job_id"))
        .col(schema::text("was"))
        .col(schema::boolean("undone"))
        .col(schema::big_integer("taken_at"))
        .col(schema::big_integer("id"))
        .take()
}

fn person_columns(table: &mut TableCreateStatement, own: &[&'static str]) {
    for column in own {
        table.col(schema::text(*column));
    }
    table
        .col(schema::text("migration"))
        .col(schema::text_null("migration_reason"))
        .col(schema::big_integer("key_hash"))
        .col(schema::big_integer("fingerprint"))
        .col(schema::big_integer_null("source_fingerprint"))
        .col(schema::big_integer_null("synced_at"))
        .col(schema::big_integer_null("exported_at"))
        .col(schema::big_integer_null("edited_at"))
        .col(schema::text("search_text"))
        .col(schema::big_integer_null("created_in"))
        .col(schema::big_integer_null("written_in"));
}

fn place_columns(table: &mut TableCreateStatement) {
    table
        .col(schema::big_integer("person_id"))
        .col(schema::big_integer("class_id"))
        .col(schema::text("enroll"))
        .col(schema::text_null("enroll_reason"))
        .col(schema::big_integer("key_hash"))
        .col(schema::big_integer_null("source_hash"))
        .col(schema::big_integer_null("missing_since"))
        .col(schema::big_integer_null("created_in"))
        .col(schema::big_integer_null("written_in"));
}

fn row_columns(table: &mut TableCreateStatement, own: &[&'static str]) {
    for column in own {
        table.col(schema::text(*column));
    }
    table
        .col(schema::text("migration"))
        .col(schema::text_null("migration_reason"))
        .col(schema::text("enroll"))
        .col(schema::big_integer("key_hash"))
        .col(schema::big_integer("fingerprint"))
        .col(schema::big_integer_null("source_fingerprint"))
        .col(schema::big_integer_null("missing_since"))
        .col(schema::big_integer_null("synced_at"))
        .col(schema::big_integer_null("exported_at"))
        .col(schema::big_integer_null("edited_at"))
        .col(schema::text("search_text"));
}

/// The jobs that made a row and wrote it last.
const WRITTEN_BY: [&str; 2] = ["created_in", "written_in"];

/// Makes the table of a kind's rows.
pub(super) async fn make_rows(manager: &SchemaManager<'_>, kind: &RowTables) -> Result<(), DbErr> {
    let mut rows = Table::create();
    rows.table(kind.name).col(schema::big_pk_auto("id"));
    row_columns(&mut rows, kind.columns);
    manager.create_table(rows).await?;
    let mut unique = Index::create();
    unique.name(format!("{}_key", kind.name)).table(kind.name).unique();
    for column in kind.key {
        unique.col(*column);
    }
    manager.create_index(unique).await?;
    for columns in kind.indexed {
        index(manager, kind.name, columns, false).await?;
    }
    Ok(())
}

/// Makes the table of a kind's rows as they were before a job changed them, and has the rows say which jobs wrote them.
/// `number` names what numbers a version: [`VERSION`].
pub(super) async fn make_versions(
    manager: &SchemaManager<'_>,
    kind: &RowTables,
    number: &'static str,
) -> Result<(), DbErr> {
    for column in WRITTEN_BY {
        let alter = Table::alter()
            .table(kind.name)
            .add_column(schema::big_integer_null(column))
            .take();
        manager.alter_table(alter).await?;
    }
    index(manager, kind.name, &["created_in"], false).await?;
    let mut versions = versions(kind.name, number);
    row_columns(&mut versions, kind.columns);
    for column in WRITTEN_BY {
        versions.col(schema::big_integer_null(column));
    }
    manager.create_table(versions).await?;
    for column in ["job_id", "taken_at", "created_in"] {
        index(manager, &format!("{}_before", kind.name), &[column], false).await?;
    }
    Ok(())
}

/// Makes what finds rows by their `search_text`: on SQLite a table of trigrams, which keeps no text of its own and which
/// triggers keep in step.
pub(super) async fn make_search(manager: &SchemaManager<'_>, table: &str) -> Result<(), DbErr> {
    if manager.get_database_backend() != sea_orm::DatabaseBackend::Sqlite {
        return Ok(());
    }
    let index = format!("{table}_search");
    let fill = format!("INSERT INTO {index} (rowid, search_text) VALUES (new.id, new.search_text);");
    let empty =
        format!("INSERT INTO {index} ({index}, rowid, search_text) VALUES ('delete', old.id, old.search_text);");
    let connection = manager.get_connection();
    for sql in [
        // The text is in lower case already. That the trigrams stand side by side is seen in the row itself.
        format!(
            "CREATE VIRTUAL TABLE {index} USING fts5(search_text, content='{table}', content_rowid='id', columnsize=0, \
             detail=none, tokenize='trigram case_sensitive 1')"
        ),
        format!("INSERT INTO {index} ({index}) VALUES ('rebuild')"),
        format!("CREATE TRIGGER {index}_made AFTER INSERT ON {table} BEGIN {fill} END"),
        format!("CREATE TRIGGER {index}_gone AFTER DELETE ON {table} BEGIN {empty} END"),
        format!(
            "CREATE TRIGGER {index}_changed AFTER UPDATE OF search_text ON {table} \
             WHEN old.search_text <> new.search_text BEGIN {empty} {fill} END"
        ),
    ] {
        connection.execute_unprepared(&sql).await?;
    }
    Ok(())
}

/// Has the database count how the rows of one of a kind's tables stand: those that are there, and from now on all that are written.
pub(super) async fn make_tally(
    manager: &SchemaManager<'_>,
    kind: &'static str,
    table: &str,
    counted: &[Counted],
) -> Result<(), DbErr> {
    Tallied::of_table(kind, table, counted)
        .keep(manager.get_connection())
        .await
}

/// Makes the tables of people, classes and places, without what finds rows fast: see [`finish_places`]. `number` names what
/// numbers a version: [`VERSION`].
pub(super) async fn make_places(
    manager: &SchemaManager<'_>,
    kind: &PlaceTables,
    number: &'static str,
) -> Result<(), DbErr> {
    let mut person = Table::create();
    person.table(kind.table("person")).col(schema::big_pk_auto("id"));
    person_columns(&mut person, kind.person);
    manager.create_table(person).await?;

    let mut class = Table::create();
    class.table(kind.table("class")).col(schema::big_pk_auto("id"));
    for column in kind.class {
        class.col(schema::text(*column));
    }
    class.col(schema::text("search_text"));
    manager.create_table(class).await?;

    let mut place = Table::create();
    place.table(kind.table("place")).col(schema::big_pk_auto("id"));
    place_columns(&mut place);
    manager.create_table(place).await?;

    let mut person = versions(&kind.table("person"), number);
    person_columns(&mut person, kind.person);
    manager.create_table(person).await?;
    let mut place = versions(&kind.table("place"), number);
    place_columns(&mut place);
    place.col(schema::text("number"));
    manager.create_table(place).await
}

/// Makes the indexes, and the views by which places are read as rows.
pub(super) async fn finish_places(manager: &SchemaManager<'_>, kind: &PlaceTables) -> Result<(), DbErr> {
    let (person, class, place) = (kind.table("person"), kind.table("class"), kind.table("place"));
    index(manager, &person, &[kind.number], true).await?;
    index(manager, &class, kind.class_key, true).await?;
    // The class stands first, so that the same index finds a class's places.
    index(manager, &place, &["class_id", "person_id"], true).await?;
    index(manager, &place, &["person_id"], false).await?;
    of_job(manager, &place).await?;
    for table in [&person, &place] {
        for column in ["job_id", "taken_at", "created_in"] {
            index(manager, &format!("{table}_before"), &[column], false).await?;
        }
    }
    let of = |column: &str| {
        let table = if kind.class.contains(&column) { "c" } else { "m" };
        format!("{table}.\"{column}\"")
    };
    let listed: Vec<_> = kind.listed.iter().map(|column| of(column)).collect();
    let connection = manager.get_connection();
    connection
        .execute_unprepared(&format!(
            "CREATE VIEW {name} AS SELECT p.id AS id, {listed}, m.migration, m.migration_reason, p.enroll, \
             p.enroll_reason, p.missing_since, m.synced_at, m.exported_at, m.edited_at, p.key_hash, \
             m.key_hash AS object_hash, m.fingerprint, \
             CASE WHEN p.source_hash IS NULL THEN NULL ELSE m.source_fingerprint END AS source_fingerprint, \
             p.created_in, p.written_in, p.person_id, p.class_id, \
             m.search_text || c.search_text AS search_text \
             FROM {place} p JOIN {person} m ON m.id = p.person_id JOIN {class} c ON c.id = p.class_id",
            name = kind.name,
            listed = listed.join(", "),
        ))
        .await?;
    let key: Vec<_> = kind.class_key.iter().map(|column| format!("c.\"{column}\"")).collect();
    connection
        .execute_unprepared(&format!(
            "CREATE VIEW {name}_before AS SELECT b.*, {key}, b.number AS \"{number}\" \
             FROM {place}_before b JOIN {class} c ON c.id = b.class_id",
            name = kind.name,
            key = key.join(", "),
            number = kind.number,
        ))
        .await?;
    Ok(())
}
