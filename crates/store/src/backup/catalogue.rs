//! The tables of a database, read from its own catalogue.

use crate::schema::APPLIED;
use sea_orm::{ConnectionTrait, DatabaseBackend, DbErr, QueryResult, Statement};
use serde::{Deserialize, Serialize};

/// Tables that a backup leaves out: the steps of the schema, which the file's head holds; the postponed indexes, which a restored
/// database has; the tallies, which are counted again; and the rows of the write probe.
pub(super) const LEFT_OUT: [&str; 4] = [APPLIED, "postponed_index", "tally", "write_probe"];

/// How a column's values are copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Form {
    Number,
    Text,
    Boolean,
    Bytes,
    /// Types that PostgreSQL has and SQLite lacks: written as text.
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) form: Form,
    /// The type's name in this database.
    #[serde(skip)]
    kind: String,
}

/// A column with numbers that the database generates, and the last one given out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Counter {
    pub(super) column: String,
    pub(super) last: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<Column>,
    pub(super) counter: Option<Counter>,
}

/// The tables, each after the tables that it references.
#[derive(Debug)]
pub(super) struct Catalogue {
    pub(super) tables: Vec<Table>,
}

/// A name quoted for SQL.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A text quoted for SQL.
fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// The rows of a query that this module builds.
pub(super) async fn rows_of<T>(
    connection: &impl ConnectionTrait,
    sql: String,
    read: impl Fn(&QueryResult) -> Result<T, DbErr>,
) -> Result<Vec<T>, DbErr> {
    let statement = Statement::from_string(connection.get_database_backend(), sql);
    let rows = connection.query_all_raw(statement).await?;
    rows.iter().map(read).collect()
}

fn name(row: &QueryResult) -> Result<String, DbErr> {
    row.try_get_by_index(0)
}

impl Catalogue {
    pub(super) async fn read(connection: &impl ConnectionTrait) -> Result<Self, DbErr> {
        let names = match connection.get_database_backend() {
            DatabaseBackend::Sqlite => {
                "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' \
                 AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name"
            }
            _ => {
                "SELECT c.relname::text FROM pg_class c \
                 WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') \
                 AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') ORDER BY 1"
            }
        };
        let mut found = Vec::new();
        for table in rows_of(connection, names.to_owned(), name).await? {
            if !LEFT_OUT.contains(&table.as_str()) {
                let refers_to = references(connection, &table).await?;
                found.push((Table::read(connection, table).await?, refers_to));
            }
        }
        Ok(Self {
            tables: in_order(found),
        })
    }

    pub(super) fn find(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }
}

/// Sorts each table after the tables that it references. Tables in a cycle, which our schema does not have, keep their
/// order.
fn in_order(mut left: Vec<(Table, Vec<String>)>) -> Vec<Table> {
    let mut ordered: Vec<Table> = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let waits = |(table, refers_to): &(Table, Vec<String>)| {
            let others = refers_to.iter().filter(|other| **other != table.name);
            others
                .into_iter()
                .any(|other| left.iter().any(|(waiting, _)| waiting.name == *other))
        };
        let next = left.iter().position(|one| !waits(one)).unwrap_or(0);
        ordered.push(left.remove(next).0);
    }
    ordered
}

/// The tables that a table references.
async fn references(connection: &impl ConnectionTrait, table: &str) -> Result<Vec<String>, DbErr> {
    let sql = match connection.get_database_backend() {
        DatabaseBackend::Sqlite => {
            format!(
                "SELECT DISTINCT \"table\" FROM pragma_foreign_key_list({})",
                literal(table)
            )
        }
        _ => format!(
            "SELECT DISTINCT c.relname::text FROM pg_constraint k JOIN pg_class c ON c.oid = k.confrelid \
             WHERE k.contype = 'f' AND k.conrelid = {}::regclass",
            literal(&quoted(table))
        ),
    };
    rows_of(connection, sql, name).await
}

impl Table {
    async fn read(connection: &impl ConnectionTrait, name: String) -> Result<Self, DbErr> {
        let backend = connection.get_database_backend();
        // Generated columns are not copied.
        let columns = match backend {
            DatabaseBackend::Sqlite => format!(
                "SELECT name, lower(type) FROM pragma_table_xinfo({}) WHERE hidden = 0 ORDER BY cid",
                literal(&name)
            ),
            _ => format!(
                "SELECT attname::text, format_type(atttypid, atttypmod) FROM pg_attribute \
                 WHERE attrelid = {}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum",
                literal(&quoted(&name))
            ),
        };
        let columns = rows_of(connection, columns, |row| {
            let kind: String = row.try_get_by_index(1)?;
            Ok(Column {
                name: row.try_get_by_index(0)?,
                form: form(&kind),
                kind,
            })
        })
        .await?;
        let counter = match backend {
            DatabaseBackend::Sqlite => sqlite_counter(connection, &name).await?,
            _ => postgres_counter(connection, &name, &columns).await?,
        };
        Ok(Self { name, columns, counter })
    }

    /// Selects the rows, each as a JSON list.
    pub(super) fn select(&self, backend: DatabaseBackend) -> Statement {
        let values = self.columns.iter().map(|column| {
            let name = quoted(&column.name);
            match (backend, column.form) {
                (DatabaseBackend::Sqlite, Form::Bytes) => format!("hex({name})"),
                (_, Form::Bytes) => format!("encode({name}, 'hex')"),
                (DatabaseBackend::Sqlite, _) => name,
                (_, Form::Other) => format!("{name}::text"),
                _ => name,
            }
        });
        let values = values.collect::<Vec<_>>().join(", ");
        let table = quoted(&self.name);
        let sql = match backend {
            DatabaseBackend::Sqlite => format!("SELECT json_array({values}) FROM {table}"),
            _ => format!("SELECT json_build_array({values})::text FROM {table}"),
        };
        Statement::from_string(backend, sql)
    }

    /// Inserts rows from one JSON list of lists. `from` is the table as the file has it.
    pub(super) fn insert(&self, backend: DatabaseBackend, from: &Self, rows: String) -> Option<Statement> {
        let mut names = Vec::with_capacity(from.columns.len());
        let mut values = Vec::with_capacity(from.columns.len());
        for (at, column) in from.columns.iter().enumerate() {
            let here = self.columns.iter().find(|here| here.name == column.name)?;
            names.push(quoted(&column.name));
            values.push(match (backend, here.form) {
                (DatabaseBackend::Sqlite, Form::Bytes) => format!("unhex(value ->> {at})"),
                (DatabaseBackend::Sqlite, _) => format!("value ->> {at}"),
                (_, Form::Bytes) => format!("decode(value ->> {at}, 'hex')"),
                _ => format!("(value ->> {at})::{}", here.kind),
            });
        }
        let list = match backend {
            DatabaseBackend::Sqlite => "json_each(?)",
            _ => "jsonb_array_elements($1::jsonb)",
        };
        let sql = format!(
            "INSERT INTO {} ({}) SELECT {} FROM {list} AS list",
            quoted(&self.name),
            names.join(", "),
            values.join(", ")
        );
        Some(Statement::from_sql_and_values(backend, sql, [rows.into()]))
    }
}

fn form(kind: &str) -> Form {
    let holds = |words: &[&str]| words.iter().any(|word| kind.starts_with(word));
    if holds(&["bool"]) {
        Form::Boolean
    } else if holds(&["blob", "bytea"]) {
        Form::Bytes
    } else if holds(&[
        "int", "bigint", "smallint", "tinyint", "real", "double", "float", "numeric", "decimal",
    ]) {
        Form::Number
    } else if holds(&["text", "varchar", "character", "char"]) {
        Form::Text
    } else {
        Form::Other
    }
}

async fn sqlite_counter(connection: &impl ConnectionTrait, table: &str) -> Result<Option<Counter>, DbErr> {
    // SQLite creates the table of counters with the first table that counts.
    let counts = "SELECT name FROM sqlite_master WHERE name = 'sqlite_sequence'".to_owned();
    if rows_of(connection, counts, name).await?.is_empty() {
        return Ok(None);
    }
    let sql = format!(
        "SELECT x.name, s.seq FROM sqlite_sequence s JOIN pragma_table_xinfo({table}) x ON x.pk = 1 WHERE s.name = {table}",
        table = literal(table)
    );
    let found = rows_of(connection, sql, |row| {
        Ok(Counter {
            column: row.try_get_by_index(0)?,
            last: row.try_get_by_index(1)?,
        })
    });
    Ok(found.await?.pop())
}

async fn postgres_counter(
    connection: &impl ConnectionTrait,
    table: &str,
    columns: &[Column],
) -> Result<Option<Counter>, DbErr> {
    for column in columns.iter().filter(|column| column.form == Form::Number) {
        let table = literal(&quoted(table));
        let sql = format!("SELECT pg_get_serial_sequence({table}, {})", literal(&column.name));
        let sequence: Option<String> = rows_of(connection, sql, |row| row.try_get_by_index(0))
            .await?
            .pop()
            .flatten();
        let Some(sequence) = sequence else { continue };
        // The name is already quoted.
        let sql = format!("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}");
        let last = rows_of(connection, sql, |row| row.try_get_by_index(0))
            .await?
            .pop()
            .unwrap_or(0);
        return Ok(Some(Counter {
            column: column.name.clone(),
            last,
        }));
    }
    Ok(None)
}

/// Continues a table's counter after the last number that was given out before.
pub(super) async fn continue_counter(
    connection: &impl ConnectionTrait,
    table: &str,
    Counter { column, last }: &Counter,
) -> Result<(), DbErr> {
    // PostgreSQL counts from one; a table that never had a row begins there by itself.
    if *last < 1 {
        return Ok(());
    }
    let sql = match connection.get_database_backend() {
        DatabaseBackend::Sqlite => {
            let table = literal(table);
            // An empty table has no line there yet.
            let line = format!(
                "INSERT INTO sqlite_sequence (name, seq) SELECT {table}, {last} \
                 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = {table})"
            );
            connection.execute_unprepared(&line).await?;
            format!("UPDATE sqlite_sequence SET seq = max(seq, {last}) WHERE name = {table}")
        }
        _ => format!(
            "SELECT setval(pg_get_serial_sequence({}, {}), {last})",
            literal(&quoted(table)),
            literal(column)
        ),
    };
    connection.execute_unprepared(&sql).await?;
    Ok(())
}
