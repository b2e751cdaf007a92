//! The differences between the databases in the SQL around a query.

use crate::table::{Columns, LETTERS};

/// The application name of connections, for databases that support it.
pub(super) const APPLICATION: &str = "Selaras";

/// The SQL dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Postgres,
    MySql,
    Sqlite,
}

impl Dialect {
    /// Begins a read-only transaction. For SQLite the whole connection is read-only.
    ///
    /// A PostgreSQL database in SQL_ASCII has texts in any encoding. Asked for UTF-8, the server ends the query at the first
    /// text that is not UTF-8; asked for bytes, it sends them all, and the reader tells which cell it cannot decode.
    pub(super) const fn begin(self) -> &'static str {
        match self {
            Self::Postgres => {
                "BEGIN READ ONLY; SELECT set_config('client_encoding', 'SQL_ASCII', true) \
                 WHERE current_setting('server_encoding') = 'SQL_ASCII'"
            }
            Self::MySql => "START TRANSACTION READ ONLY",
            Self::Sqlite => "BEGIN",
        }
    }

    /// A setting to send once before a long list.
    pub(super) const fn patience(self) -> Option<&'static str> {
        match self {
            // The server closes a connection if a write to it takes a minute, and filling a dashboard may take longer.
            Self::MySql => Some("SET SESSION net_write_timeout = 600"),
            Self::Postgres | Self::Sqlite => None,
        }
    }

    /// Asks for the server's number of this connection, if there is a server.
    pub(super) const fn number(self) -> Option<&'static str> {
        match self {
            Self::Postgres => Some("SELECT pg_backend_pid()::bigint"),
            Self::MySql => Some("SELECT CONNECTION_ID()"),
            Self::Sqlite => None,
        }
    }

    /// Makes the server cancel the query of the connection with that number. Another connection may have the number by now.
    pub(super) fn stop(self, number: i64) -> Option<String> {
        match self {
            Self::Postgres => Some(format!(
                "SELECT pg_cancel_backend(pid) FROM pg_stat_activity \
                 WHERE pid = {number} AND usename = current_user AND application_name = '{APPLICATION}'"
            )),
            // Numbers are not reused.
            Self::MySql => Some(format!("KILL QUERY {number}")),
            Self::Sqlite => None,
        }
    }

    /// The statement that returns the query's columns as texts, filtered to rows that may be wanted. `headings` are the
    /// query's.
    ///
    /// A value is searched anywhere in its column, because the databases disagree on white space around it. The reader
    /// decides exactly which rows are wanted.
    pub(super) fn statement(self, query: &str, headings: &[String], columns: &Columns) -> String {
        let sent: Vec<_> = columns
            .fields()
            .iter()
            .map(|(_, at)| self.text(&headings[*at]))
            .collect();
        // On its own line, because the query may end in a comment.
        let mut statement = format!("SELECT {} FROM (\n{query}\n) AS selaras", sent.join(", "));
        for (at, (field, _)) in columns.wanted().iter().enumerate() {
            let Some((_, place)) = columns.fields().iter().find(|(name, _)| name == field) else {
                continue;
            };
            let word = if at == 0 { "WHERE" } else { "AND" };
            let text = self.text(&headings[*place]);
            let mark = self.mark(at + 1);
            statement.push_str(&format!(" {word} {}", self.holds(&text, &mark)));
        }
        statement
    }

    /// A condition: the text contains the value.
    fn holds(self, text: &str, value: &str) -> String {
        match self {
            // Some collations do not support searching.
            Self::Postgres => format!("strpos(COALESCE({text}, '') COLLATE \"C\", {value}) > 0"),
            Self::MySql | Self::Sqlite => format!("INSTR(COALESCE({text}, ''), {value}) > 0"),
        }
    }

    /// A column as text. If a value is too long, only enough is sent to detect that. SQLite, which works in this process,
    /// checks the length without reading the value.
    fn text(self, heading: &str) -> String {
        let column = format!("selaras.{}", self.quoted(heading));
        let letters = LETTERS + 1;
        match self {
            Self::Postgres => format!("LEFT(CAST({column} AS TEXT), {letters})"),
            Self::MySql => format!("LEFT(CAST({column} AS CHAR), {letters})"),
            Self::Sqlite => format!(
                "CASE WHEN OCTET_LENGTH({column}) > {} THEN HEX(ZEROBLOB({})) ELSE CAST({column} AS TEXT) END",
                LETTERS * 4,
                letters / 2
            ),
        }
    }

    fn quoted(self, heading: &str) -> String {
        let mark = match self {
            Self::MySql => "`",
            Self::Postgres | Self::Sqlite => "\"",
        };
        format!("{mark}{}{mark}", heading.replace(mark, &mark.repeat(2)))
    }

    fn mark(self, number: usize) -> String {
        match self {
            Self::Postgres => format!("${number}"),
            Self::MySql | Self::Sqlite => "?".to_owned(),
        }
    }
}

/// The query in a form that can be nested in another; `None` if it does not begin as a read.
pub(super) fn reading(query: &str) -> Option<&str> {
    let query = query
        .trim()
        .trim_end_matches(|letter: char| letter == ';' || letter.is_whitespace());
    let word: String = after_comments(query)
        .trim_start_matches('(')
        .trim_start()
        .chars()
        .take_while(char::is_ascii_alphabetic)
        .collect();
    let reads = ["select", "with", "values", "table"];
    reads.contains(&word.to_ascii_lowercase().as_str()).then_some(query)
}

fn after_comments(mut query: &str) -> &str {
    loop {
        query = query.trim_start();
        query = if query.starts_with("--") || query.starts_with('#') {
            query.split_once('\n').map_or("", |(_, rest)| rest)
        } else if query.starts_with("/*") {
            query.split_once("*/").map_or("", |(_, rest)| rest)
        } else {
            return query;
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_query_is_told_apart_from_a_write() {
        assert_eq!(reading(" SELECT 1 ; \n"), Some("SELECT 1"));
        for query in [
            "-- kelas\nwith a as (select 1) select * from a",
            "/* x */ (SELECT 1)",
            "# x\nvalues (1)",
        ] {
            assert_eq!(reading(query), Some(query));
        }
        for query in [
            "DELETE FROM kelas",
            "-- SELECT\ndrop table kelas",
            "",
            "selecting",
            "/* SELECT 1",
        ] {
            assert_eq!(reading(query), None, "{query}");
        }
    }
}
