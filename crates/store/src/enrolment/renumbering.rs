//! People with a new number. The source lists the person under the new number, and the old one is gone from it. A pair
//! of two such people is proposed, and an administrator decides: one person, who keeps account and enrolments under the new
//! number, or two.

use crate::{
    Result, Store,
    connection::Transaction,
    enrolments::{change_person, is_worked_at, let_no_job_start, rehash_enrolments},
    link::join_link,
    log::{self, About, By},
    recreated::lock_table,
    renaming::rename_link,
    rows::{Stored, read, read_own, select},
    state::{EnrolmentState, Migration},
    statement::all,
    summary::say_changed,
    sync::change_row,
    tables::{enrolment_table, object_table, person_table, tables_of},
    unlisted::gone_since,
};
use futures::{FutureExt, future::BoxFuture};
use sea_orm::{
    ConnectionTrait, DbErr, QueryResult,
    sea_query::{Condition, Expr, ExprTrait, Query, SelectStatement},
};
use selaras_kinds::{
    Kind, KindName, OfKind, OfPerson, Person, STUDENTS, class_columns, idnumber_prefix, key_hash, of_all_people,
    own_fields, value,
};
use selaras_reasons::Reason;
use std::collections::HashMap;

/// Two people who may be one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renumbering {
    /// The person that the source no longer lists.
    pub from: String,
    /// The person that it lists since.
    pub to: String,
    /// What the two have in common.
    pub same: Same,
}

/// What two people have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Same {
    /// Their name, which no third person has of those who are gone or new.
    pub name: bool,
    /// Their e-mail address.
    pub email: bool,
    /// A class.
    pub class: bool,
}

impl Same {
    /// True if the two are almost certainly one person. A name alone may be shared by a graduate and a new student.
    pub const fn is_strong(self) -> bool {
        self.email || self.name && self.class
    }
}

/// A person as a renumbering shows them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Numbered {
    /// Full name.
    pub name: String,
    /// E-mail address.
    pub email: String,
    /// Their classes, each in words.
    pub classes: Vec<String>,
    /// True if they have an account on the platform.
    pub has_account: bool,
    /// True if the source lists them.
    pub is_listed: bool,
}

/// A person's number was changed, or why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Renumbered {
    /// It was changed.
    Done,
    /// A job on such people is running.
    Busy,
    /// No person has the old number.
    Unknown,
}

impl Store {
    /// Proposes the pairs of a gone and a new person with the same address, or with a name that no other gone or new person
    /// has. Gone people without an account are left out: nothing of theirs could follow.
    pub async fn propose_renumberings<P: Person>(&self) -> Result<()> {
        self.writer.execute_unprepared(&proposing::<P>()).await?;
        Ok(())
    }

    /// The pairs of a kind that wait for a decision.
    pub async fn renumberings<P: Person>(&self) -> Result<Vec<Renumbering>> {
        let person = |number: &str| {
            let table = object_table::<P>();
            let same = Expr::col((table.clone(), P::OBJECT_KEY.to_owned()))
                .equals(("renumbering".to_owned(), number.to_owned()));
            Query::select().expr(Expr::val(1)).from(table).and_where(same).take()
        };
        let gone = person("from_number").and_where(gone_since::<P>().is_not_null()).take();
        let listed = person("to_number").and_where(gone_since::<P>().is_null()).take();
        let select = Query::select()
            .columns(["from_number", "to_number", "same_name", "same_email", "same_class"])
            .from("renumbering")
            .and_where(Expr::col("kind").eq(P::NAME))
            .and_where(Expr::col("dismissed").eq(false))
            .and_where(Expr::exists(gone))
            .and_where(Expr::exists(listed))
            .order_by("from_number", sea_orm::Order::Asc)
            .order_by("to_number", sea_orm::Order::Asc)
            .take();
        all(&self.reader, &select, |row| {
            Ok(Renumbering {
                from: row.try_get_by_index(0)?,
                to: row.try_get_by_index(1)?,
                same: Same {
                    name: row.try_get_by_index(2)?,
                    email: row.try_get_by_index(3)?,
                    class: row.try_get_by_index(4)?,
                },
            })
        })
        .await
    }

    /// The people with these numbers, by number.
    pub async fn numbered<P: Person>(&self, numbers: &[&str]) -> Result<HashMap<String, Numbered>> {
        let mut found: HashMap<String, Numbered> = HashMap::new();
        for numbers in numbers.chunks(500) {
            let mut people = Query::select();
            people
                .columns([P::OBJECT_KEY, P::FULL_NAME, email_column::<P>()])
                .column("platform_id")
                .expr(gone_since::<P>().is_null())
                .from(object_table::<P>())
                .and_where(Expr::col(P::OBJECT_KEY).is_in(numbers.iter().copied()));
            join_link(
                &mut people,
                &object_table::<P>(),
                P::OBJECT_KEY,
                &idnumber_prefix(P::NAME),
            );
            for row in self.reader.query_all(&people).await? {
                let person = Numbered {
                    name: row.try_get_by_index(1)?,
                    email: row.try_get_by_index(2)?,
                    classes: Vec::new(),
                    has_account: row.try_get_by_index::<Option<i64>>(3)?.is_some(),
                    is_listed: row.try_get_by_index(4)?,
                };
                found.insert(row.try_get_by_index(0)?, person);
            }
            let number = person_column::<P>();
            let enrolments = enrolments_of::<P::Enrolment>(number, numbers);
            let enrolments: Vec<Stored<P::Enrolment>> = all(&self.reader, &enrolments, read).await?;
            for enrolment in enrolments {
                let class = class_columns::<P::Enrolment>();
                let class: Vec<_> = class.iter().map(|(_, own)| value(&enrolment.row, own)).collect();
                if let Some(person) = found.get_mut(value(&enrolment.row, number)) {
                    person.classes.push(class.join(" · "));
                }
            }
        }
        Ok(found)
    }

    /// Records that each pair is two people, with one entry in the activity log. Returns how many pairs were open.
    pub async fn dismiss_renumberings(
        &self,
        pairs: &[(KindName, String, String)],
        log: impl Fn(u64) -> Reason,
        by: By<'_>,
    ) -> Result<u64> {
        let transaction = self.writer.begin().await?;
        let mut those = Condition::any();
        for (kind, from, to) in pairs {
            those = those.add(
                Condition::all()
                    .add(Expr::col("kind").eq(kind.as_str()))
                    .add(Expr::col("from_number").eq(from.as_str()))
                    .add(Expr::col("to_number").eq(to.as_str())),
            );
        }
        let update = Query::update()
            .table("renumbering")
            .value("dismissed", true)
            .and_where(Expr::col("dismissed").eq(false))
            .cond_where(those)
            .take();
        let dismissed = transaction.execute(&update).await?.rows_affected();
        if dismissed > 0 {
            log::write(&transaction, &log(dismissed), by, About::default()).await?;
        }
        transaction.commit().await?;
        Ok(dismissed)
    }

    /// Gives a person another number. If a person with that number is known, the two become one: that one's data, and the
    /// account and the enrolments of both. A student who is in both lists of students gets the number in both.
    pub async fn renumber(
        &self,
        kind: KindName,
        (from, to): (&str, &str),
        log: &Reason,
        by: By<'_>,
    ) -> Result<Renumbered> {
        let transaction = self.writer.begin().await?;
        let mut found = false;
        for renumber in of_all_people::<Renumber>().iter().filter(|of| of.concerns(kind)) {
            match (renumber.does)(&transaction, from, to).await? {
                Renumbered::Busy => return Ok(Renumbered::Busy),
                Renumbered::Done => found = true,
                Renumbered::Unknown if renumber.kind == kind => return Ok(Renumbered::Unknown),
                Renumbered::Unknown => {}
            }
        }
        if !found {
            return Ok(Renumbered::Unknown);
        }
        let about = About {
            kind: Some(kind.as_str()),
            number: Some(to),
            ..About::default()
        };
        log::write(&transaction, log, by, about).await?;
        transaction.commit().await?;
        Ok(Renumbered::Done)
    }
}

/// The column of an enrolment that holds its person's number.
fn person_column<P: Person>() -> &'static str {
    P::Enrolment::MEMBERSHIP.map_or(P::OBJECT_KEY, |of| of.person_column)
}

/// The column of the e-mail address. A kind without one has numbers there, which no two people share.
fn email_column<P: Person>() -> &'static str {
    P::EMAIL.unwrap_or(P::OBJECT_KEY)
}

fn enrolments_of<E: Kind>(number: &'static str, numbers: &[&str]) -> SelectStatement {
    let mut select = select::<E>();
    select
        .and_where(Expr::col((E::NAME, number)).is_in(numbers.iter().copied()))
        .order_by((E::NAME, "id"), sea_orm::Order::Asc);
    select
}

/// The statement that proposes the pairs of a kind. It reads the whole kind only if people are gone.
fn proposing<P: Person>() -> String {
    let (kind, person, enrolment) = (P::NAME, object_table::<P>(), P::Enrolment::NAME);
    let (number, name, email) = (P::OBJECT_KEY, P::FULL_NAME, email_column::<P>());
    let prefix = idnumber_prefix(kind);
    let gone_since = Query::select()
        .expr(gone_since::<P>())
        .to_string(sea_orm::sea_query::SqliteQueryBuilder);
    // The enrolments that are flagged have an index.
    let flagged = match P::PERSON_AND_ENROLMENT {
        true => format!(
            "{person}.id IN (SELECT person_id FROM {} WHERE missing_since IS NOT NULL)",
            enrolment_table(kind)
        ),
        false => "missing_since IS NOT NULL".to_owned(),
    };
    let of_person = person_column::<P>();
    let same_class: Vec<_> = class_columns::<P::Enrolment>()
        .into_iter()
        .map(|(_, own)| format!(r#"a."{own}" = b."{own}""#))
        .collect();
    let same_class = same_class.join(" AND ");
    format!(
        r#"WITH gone AS MATERIALIZED (
    SELECT "{number}" AS number, lower("{name}") AS name, lower("{email}") AS email
    FROM {person} JOIN platform_link ON platform_link.idnumber = '{prefix}' || {person}."{number}"
    WHERE {flagged} AND ({gone_since}) IS NOT NULL
), new AS MATERIALIZED (
    SELECT "{number}" AS number, lower("{name}") AS name, lower("{email}") AS email
    FROM {person} LEFT JOIN platform_link ON platform_link.idnumber = '{prefix}' || {person}."{number}"
    WHERE platform_link.idnumber IS NULL AND EXISTS (SELECT 1 FROM gone)
        AND (lower("{name}") IN (SELECT name FROM gone) OR lower("{email}") IN (SELECT email FROM gone WHERE email <> ''))
        AND ({gone_since}) IS NULL
), pair AS (
    SELECT gone.number AS from_number, new.number AS to_number FROM gone JOIN new ON new.email = gone.email WHERE gone.email <> ''
    UNION SELECT g.number, n.number
    FROM (SELECT name, min(number) AS number FROM gone WHERE name <> '' GROUP BY name HAVING count(*) = 1) g
    JOIN (SELECT name, min(number) AS number FROM new GROUP BY name HAVING count(*) = 1) n ON n.name = g.name
)
INSERT INTO renumbering (kind, from_number, to_number, same_name, same_email, same_class)
SELECT '{kind}', gone.number, new.number, gone.name = new.name, gone.email <> '' AND gone.email = new.email,
    EXISTS (SELECT 1 FROM {enrolment} a JOIN {enrolment} b ON {same_class}
        WHERE a."{of_person}" = gone.number AND b."{of_person}" = new.number)
FROM pair JOIN gone ON gone.number = pair.from_number JOIN new ON new.number = pair.to_number
WHERE TRUE
ON CONFLICT (kind, from_number, to_number) DO UPDATE
SET same_name = excluded.same_name, same_email = excluded.same_email, same_class = excluded.same_class"#
    )
}

/// Gives a person of a kind another number.
struct Renumber {
    kind: KindName,
    does: for<'a> fn(&'a Transaction, &'a str, &'a str) -> BoxFuture<'a, Result<Renumbered>>,
}

impl OfPerson for Renumber {
    fn of<P: Person>() -> Self {
        Self {
            kind: <KindName as OfKind>::of::<P>(),
            does: |transaction, from, to| renumber::<P>(transaction, from, to).boxed(),
        }
    }
}

impl Renumber {
    /// True if a change of a number of `kind` changes this kind too: the two kinds of students share their numbers.
    fn concerns(&self, kind: KindName) -> bool {
        let is_student = |kind: KindName| STUDENTS.contains(&kind.as_str());
        self.kind == kind || is_student(self.kind) && is_student(kind)
    }
}

async fn renumber<P: Person>(transaction: &Transaction, from: &str, to: &str) -> Result<Renumbered> {
    let people = tables_of(P::NAME).into_iter();
    let enrolments = (!P::PERSON_AND_ENROLMENT).then(|| P::Enrolment::NAME.to_owned());
    for table in people.chain(enrolments) {
        lock_table(transaction, &table).await?;
    }
    let_no_job_start(transaction).await?;
    if is_worked_at::<P>(transaction).await? || is_worked_at::<P::Enrolment>(transaction).await? {
        return Ok(Renumbered::Busy);
    }
    let Some((id, mut row)) = person::<P>(transaction, from).await? else {
        return Ok(Renumbered::Unknown);
    };
    let known = person::<P>(transaction, to).await?;
    if let Some((known, _)) = &known {
        take_account::<P>(transaction, (from, to), *known).await?;
    } else {
        set::<P>(&mut row, P::OBJECT_KEY, to);
    }
    match (P::PERSON_AND_ENROLMENT, known) {
        (true, None) => {
            rewrite(transaction, id, &row).await?;
            rehash_enrolments::<P>(transaction, id).await?;
        }
        (true, Some((known, _))) => {
            join_enrolments(transaction, P::NAME, id, known).await?;
            rehash_enrolments::<P>(transaction, known).await?;
            delete(transaction, &person_table(P::NAME), id).await?;
        }
        (false, None) => {
            rewrite(transaction, id, &row).await?;
            move_rows::<P>(transaction, from, to).await?;
        }
        (false, Some(_)) => {
            move_rows::<P>(transaction, from, to).await?;
            delete(transaction, P::NAME, id).await?;
        }
    }
    for (table, kind, number) in [
        ("attendance", "person_kind", "person_number"),
        ("zoom_choice", "kind", "number"),
    ] {
        let update = Query::update()
            .table(table)
            .value(number, to)
            .and_where(Expr::col(kind).eq(P::NAME))
            .and_where(Expr::col(number).eq(from))
            .take();
        transaction.execute(&update).await?;
    }
    say_changed(transaction, P::NAME).await?;
    if P::NAME != P::Enrolment::NAME {
        say_changed(transaction, P::Enrolment::NAME).await?;
    }
    Ok(Renumbered::Done)
}

/// The person with a number, with the row's id.
async fn person<P: Person>(transaction: &Transaction, number: &str) -> Result<Option<(i64, P)>> {
    let select = Query::select()
        .columns(own_fields::<P>().map(|field| field.name))
        .column("id")
        .from(object_table::<P>())
        .and_where(Expr::col(P::OBJECT_KEY).eq(number))
        .take();
    let found = transaction.query_one(&select).await?;
    let read = |row: QueryResult| Ok::<_, DbErr>((row.try_get("", "id")?, read_own(&row)?));
    Ok(found.map(read).transpose()?)
}

fn set<K: Kind>(row: &mut K, name: &str, to: &str) {
    if let Some(field) = K::FIELDS.iter().find(|field| field.name == name) {
        (field.set)(row, to.into());
    }
}

/// Gives a person the account of another number. The account that the person has so far stays on the platform, unknown
/// here: it holds nothing that the other lacks but what happened since.
async fn take_account<P: Person>(transaction: &Transaction, (from, to): (&str, &str), person: i64) -> Result<()> {
    let idnumber = |number: &str| format!("{}{number}", idnumber_prefix(P::NAME));
    let known = Query::select()
        .column("idnumber")
        .from("platform_link")
        .and_where(Expr::col("idnumber").eq(idnumber(from)))
        .take();
    if transaction.query_one(&known).await?.is_none() {
        return Ok(());
    }
    let own = Query::delete()
        .from_table("platform_link")
        .and_where(Expr::col("idnumber").eq(idnumber(to)))
        .take();
    let had_own = transaction.execute(&own).await?.rows_affected() > 0;
    rename_link::<P>(transaction, from, to).await?;
    let wait = Query::update()
        .table(object_table::<P>())
        .value("migration", Migration::Belum.as_str())
        .value("migration_reason", None::<String>)
        .and_where(Expr::col("id").eq(person))
        .take();
    transaction.execute(&wait).await?;
    if !had_own {
        return Ok(());
    }
    // Those enrolments are of the account that is given up.
    let mut update = Query::update();
    update
        .value("enroll", EnrolmentState::Belum.as_str())
        .value("enroll_reason", None::<String>);
    match P::PERSON_AND_ENROLMENT {
        true => update
            .table(enrolment_table(P::NAME))
            .and_where(Expr::col("person_id").eq(person)),
        false => update
            .table(P::Enrolment::NAME)
            .and_where(Expr::col(person_column::<P>()).eq(to)),
    };
    transaction.execute(&update).await?;
    Ok(())
}

/// Gives the enrolments of one person to another. In a class of both, the other's enrolment takes the state.
async fn join_enrolments(transaction: &Transaction, kind: &str, from: i64, to: i64) -> Result<()> {
    let table = enrolment_table(kind);
    let classes = |person: i64| {
        Query::select()
            .column("class_id")
            .from(table.clone())
            .and_where(Expr::col("person_id").eq(person))
            .take()
    };
    let state = |column: &str| {
        Expr::cust(format!(
            "(SELECT o.{column} FROM {table} o WHERE o.person_id = {from} AND o.class_id = {table}.class_id)"
        ))
    };
    let take = Query::update()
        .table(table.clone())
        .value("enroll", state("enroll"))
        .value("enroll_reason", state("enroll_reason"))
        .value("written_in", None::<i64>)
        .and_where(Expr::col("person_id").eq(to))
        .and_where(Expr::col("class_id").in_subquery(classes(from)))
        .take();
    let shared = Query::delete()
        .from_table(table.clone())
        .and_where(Expr::col("person_id").eq(from))
        .and_where(Expr::col("class_id").in_subquery(classes(to)))
        .take();
    let rest = Query::update()
        .table(table.clone())
        .value("person_id", to)
        .value("written_in", None::<i64>)
        .and_where(Expr::col("person_id").eq(from))
        .take();
    transaction.execute(&take).await?;
    transaction.execute(&shared).await?;
    transaction.execute(&rest).await?;
    Ok(())
}

/// Gives the rows of enrolments that name their person by number the new number. Where the new number has such a row too, that
/// row takes the state.
async fn move_rows<P: Person>(transaction: &Transaction, from: &str, to: &str) -> Result<()> {
    let number = person_column::<P>();
    let table = P::Enrolment::NAME;
    let both = enrolments_of::<P::Enrolment>(number, &[from, to]);
    let both: Vec<Stored<P::Enrolment>> = all(transaction, &both, read).await?;
    let (moving, there): (Vec<_>, Vec<_>) = both.into_iter().partition(|stored| value(&stored.row, number) == from);
    let there: HashMap<_, _> = there.iter().map(|stored| (key_hash(&stored.row), stored.id)).collect();
    for mut stored in moving {
        set(&mut stored.row, number, to);
        let Some(known) = there.get(&key_hash(&stored.row)) else {
            rewrite(transaction, stored.id, &stored.row).await?;
            continue;
        };
        let state = |column: &str| Expr::cust(format!("(SELECT o.{column} FROM {table} o WHERE o.id = {})", stored.id));
        let take = Query::update()
            .table(table)
            .value("enroll", state("enroll"))
            .value("enroll_reason", state("enroll_reason"))
            .value("written_in", None::<i64>)
            .and_where(Expr::col("id").eq(*known))
            .take();
        transaction.execute(&take).await?;
        delete(transaction, table, stored.id).await?;
    }
    Ok(())
}

async fn delete(transaction: &Transaction, table: &str, id: i64) -> Result<()> {
    let delete = Query::delete()
        .from_table(table.to_owned())
        .and_where(Expr::col("id").eq(id))
        .take();
    transaction.execute(&delete).await?;
    Ok(())
}

/// Writes a row or a person with another number. Unless a form changed it before, the source may change it further.
async fn rewrite<K: Kind>(transaction: &Transaction, id: i64, row: &K) -> Result<()> {
    let table = object_table::<K>();
    let as_sent = Query::select()
        .column("id")
        .from(table.clone())
        .and_where(Expr::col("id").eq(id))
        .and_where(Expr::col("source_fingerprint").equals("fingerprint"))
        .take();
    let is_as_sent = transaction.query_one(&as_sent).await?.is_some();
    match K::PERSON_AND_ENROLMENT {
        true => change_person(transaction, id, row).await?,
        false => change_row(transaction, id, row).await.map(drop)?,
    }
    if is_as_sent {
        let keep = Query::update()
            .table(table)
            .value("source_fingerprint", Expr::col("fingerprint"))
            .value("edited_at", None::<i64>)
            .and_where(Expr::col("id").eq(id))
            .take();
        transaction.execute(&keep).await?;
    }
    Ok(())
}
