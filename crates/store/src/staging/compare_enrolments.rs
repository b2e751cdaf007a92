//! Compares staged people and enrolments with the stored ones.

use super::{
    Cell, StagedRow, Staging, Verdict,
    compare::{OF_ENROLMENT, missing_in, verdict},
    same,
};
use crate::{
    Result,
    enrolments::{Texts, class_key, sums_of_texts},
    tables::{READ_AGAIN, class_table, enrolment_table, person_table},
};
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseBackend, DbErr, TryGetable};
use selaras_kinds::{CLASS_ID, Kind};
use std::collections::HashMap;

/// Verdicts on people of which the first row is reported, so that it is not counted as an unchanged one.
const REPORTED: [Verdict; 4] = [Verdict::Update, Verdict::BothSides, Verdict::EnteredHere, Verdict::Done];

/// Stored enrolments that the source had until now.
const PRESENT: &str = "t.source_hash IS NOT NULL AND t.missing_since IS NULL";

/// The number of people and of enrolments by verdict. Unchanged enrolments are not counted.
#[derive(Debug, Default)]
pub struct Compared {
    /// People.
    pub people: HashMap<Verdict, i64>,
    /// Enrolments of which the first row says nothing new of the person.
    pub silent: HashMap<Verdict, i64>,
    /// Enrolments of which the first row is reported for what it says of the person.
    pub reported: HashMap<Verdict, i64>,
}

impl Compared {
    /// The number of people of a verdict.
    pub fn people(&self, verdict: Verdict) -> i64 {
        count(&self.people, verdict)
    }

    /// The number of enrolments of a verdict.
    pub fn enrolments(&self, verdict: Verdict) -> i64 {
        count(&self.silent, verdict) + count(&self.reported, verdict)
    }

    /// Of the rows that describe no person otherwise, how many are not counted as unchanged: those that are reported for their
    /// person, and those that are written. An enrolment that is found again is counted besides.
    pub fn not_unchanged(&self) -> i64 {
        let sum = |of, verdicts: &[Verdict]| verdicts.iter().map(|verdict| count(of, *verdict)).sum::<i64>();
        sum(&self.people, &REPORTED) + sum(&self.silent, &[Verdict::Create, Verdict::Done])
            - sum(&self.reported, &[Verdict::Returned, Verdict::Adopted])
    }
}

fn count(of: &HashMap<Verdict, i64>, verdict: Verdict) -> i64 {
    of.get(&verdict).copied().unwrap_or_default()
}

/// [`REPORTED`] in a statement.
fn reported() -> String {
    let verdicts = REPORTED.map(|verdict| format!("'{}'", verdict.to_value()));
    format!("({})", verdicts.join(", "))
}

/// The stored enrolments of a class that the source had until now.
#[derive(Debug, Clone, Copy)]
pub struct Held {
    /// The number of the class's name, see [`Staging::cover`].
    pub scope: i64,
    /// How many there are.
    pub rows: i64,
    /// The digest of their texts, if a list with the same digest would change nothing.
    pub texts: Option<Texts>,
}

/// A stored enrolment that the lists no longer have.
#[derive(Debug, Clone, Copy)]
pub struct Gone {
    /// Its id.
    pub id: i64,
    /// The number of its class's name, see [`Staging::cover`].
    pub scope: i64,
    /// True if its person is one of those who [stay](Staging::stay).
    pub stays: bool,
}

impl<K: Kind> Staging<K> {
    /// Compares all people. See [`Self::compare`].
    pub async fn compare_people(&self, insist: bool, job: Option<i64>) -> Result<()> {
        self.analyze("staged_row").await?;
        let people = format!(
            "INSERT INTO known_person (number, id, verdict) SELECT s.number, t.id, {} FROM staged_row AS s \
             LEFT JOIN {} AS t ON {}",
            verdict(insist, job, "FALSE"),
            person_table(K::NAME),
            same(std::iter::once(K::OBJECT_KEY))
        );
        self.connection.execute_unprepared(&people).await?;
        Ok(())
    }

    /// Compares all enrolments, which are [ordered](Self::order_enrolments), after [their people](Self::compare_people).
    pub async fn compare_enrolments(&self, job: Option<i64>) -> Result<()> {
        self.look_up_classes().await?;
        self.find_by_ids().await?;
        self.find_renumbered().await?;
        let done = job.map_or_else(|| "FALSE".to_owned(), |job| format!("t.written_in = {job}"));
        let reported = reported();
        let compared = format!(
            "SELECT e.number, t.id, e.class, e.person, e.key_hash, \
             e.says = 2 OR (e.says = 1 AND p.verdict IN {reported}) AS said, \
             CASE WHEN p.verdict IN ('both_sides', 'entered_here') THEN {READ_AGAIN} ELSE e.source_hash END AS source_hash, \
             CASE WHEN t.id IS NULL THEN 'create' WHEN t.missing_since IS NOT NULL THEN 'returned' \
             WHEN t.source_hash IS NULL THEN 'adopted' WHEN {done} THEN 'done' \
             WHEN e.source_hash <> {READ_AGAIN} AND p.verdict NOT IN ('both_sides', 'entered_here') \
             AND (e.source_hash <> t.source_hash OR p.verdict = 'update') AND {REWRITTEN} THEN 'reworded' ELSE 'unchanged' END AS verdict \
             FROM staged_enrolment AS e JOIN known_person AS p ON p.number = e.person \
             LEFT JOIN known_class AS c ON c.number = e.class \
             LEFT JOIN {} AS t ON t.class_id = c.id AND t.person_id = p.id",
            enrolment_table(K::NAME)
        );
        // Of an enrolment that comes more than once, the first row counts.
        let numbered = format!(
            "SELECT *, ROW_NUMBER() OVER (PARTITION BY class, person ORDER BY number) AS nth FROM ({compared}) AS compared \
             WHERE verdict <> 'unchanged'"
        );
        self.connection
            .execute_unprepared(&format!(
                "INSERT INTO staged_verdict (number, id, verdict, class, person, key_hash, source_hash, said) \
                 SELECT number, id, verdict, class, person, key_hash, source_hash, said FROM ({numbered}) AS numbered WHERE nth = 1"
            ))
            .await?;
        Ok(())
    }

    /// Finds people with a number that was corrected here: the source still sends the text of the last time.
    async fn find_renumbered(&self) -> Result<()> {
        let new = self
            .number("SELECT MIN(number) FROM known_person WHERE id IS NULL")
            .await?;
        if new.is_none() {
            return Ok(());
        }
        let unlisted = format!(
            "SELECT t.class_id, t.person_id, t.source_hash FROM (SELECT DISTINCT id FROM known_class) AS c \
             CROSS JOIN {} AS t WHERE t.class_id = c.id AND t.source_hash <> {READ_AGAIN} AND {UNSTAGED} AND {REWRITTEN}",
            enrolment_table(K::NAME)
        );
        let index = match self.store.backend() {
            DatabaseBackend::Sqlite => "CREATE INDEX temp.unlisted_by_text ON staged_unlisted (source_hash)",
            _ => "ANALYZE staged_unlisted",
        };
        let same = "SELECT e.person, MIN(u.person_id) AS person_id FROM staged_enrolment AS e \
                    CROSS JOIN staged_unlisted AS u CROSS JOIN known_class AS c \
                    WHERE u.source_hash = e.source_hash AND c.number = e.class AND c.id = u.class_id GROUP BY e.person";
        self.connection
            .execute_unprepared(&format!(
                "CREATE TEMPORARY TABLE staged_unlisted AS {unlisted}; {index}; \
                 UPDATE known_person SET id = x.person_id, verdict = 'edited_here' FROM ({same}) AS x \
                 WHERE x.person = known_person.number AND known_person.id IS NULL"
            ))
            .await?;
        Ok(())
    }

    /// Indexes the known classes and people by their ids.
    async fn find_by_ids(&self) -> Result<()> {
        let indexes = match self.store.backend() {
            DatabaseBackend::Sqlite => {
                "CREATE INDEX temp.known_class_by_id ON known_class (id); CREATE INDEX temp.known_person_by_id ON known_person (id)"
            }
            _ => {
                "CREATE INDEX known_class_by_id ON known_class (id); CREATE INDEX known_person_by_id ON known_person (id); \
                 ANALYZE known_class; ANALYZE known_person"
            }
        };
        self.connection.execute_unprepared(indexes).await?;
        Ok(())
    }

    /// Compares tied enrolments with those to which they are tied.
    pub async fn compare_tied(&self) -> Result<()> {
        let verdict = format!(
            "(SELECT CASE WHEN t.missing_since IS NOT NULL THEN 'returned' WHEN t.source_hash IS NULL THEN 'adopted' \
             ELSE 'reworded' END FROM {} AS t WHERE t.id = x.id)",
            enrolment_table(K::NAME)
        );
        self.connection
            .execute_unprepared(&format!(
                "UPDATE staged_verdict SET id = x.id, verdict = {verdict} FROM staged_tie AS x WHERE x.number = staged_verdict.number"
            ))
            .await?;
        Ok(())
    }

    /// The result of the comparison.
    pub async fn compared(&self) -> Result<Compared> {
        let mut compared = Compared::default();
        let people = self.statement("SELECT verdict, COUNT(*) FROM known_person GROUP BY verdict");
        for row in self.connection.query_all_raw(people).await? {
            let verdict = Verdict::try_get_by(&row, 0).map_err(DbErr::from)?;
            compared.people.insert(verdict, row.try_get_by_index(1)?);
        }
        let enrolments = self.statement("SELECT verdict, COUNT(*), said FROM staged_verdict GROUP BY verdict, said");
        for row in self.connection.query_all_raw(enrolments).await? {
            let verdict = Verdict::try_get_by(&row, 0).map_err(DbErr::from)?;
            let of_rows = match row.try_get_by_index(2)? {
                true => &mut compared.reported,
                false => &mut compared.silent,
            };
            of_rows.insert(verdict, row.try_get_by_index(1)?);
        }
        Ok(compared)
    }

    /// The first enrolments that are unchanged.
    pub async fn some_unchanged(&self, limit: usize) -> Result<Vec<StagedRow<K>>> {
        let reported = reported();
        let unchanged = format!(
            "SELECT e.number, e.class, e.person, p.id FROM staged_enrolment AS e JOIN known_person AS p ON p.number = e.person \
             WHERE e.says <> 2 AND NOT (e.says = 1 AND p.verdict IN {reported}) \
             AND NOT EXISTS (SELECT 1 FROM staged_verdict AS v WHERE v.number = e.number) ORDER BY e.number LIMIT {limit}"
        );
        let rows = format!("({unchanged}) AS v JOIN {OF_ENROLMENT}");
        self.staged_rows(&rows, limit).await
    }

    /// Adds names of classes that the lists cover, each with its number, as values of the columns that name a class.
    pub async fn cover(&self, scopes: impl Iterator<Item = (usize, Vec<String>)>) -> Result<()> {
        let columns: Vec<_> = std::iter::once("number").chain(K::FEED.scope.iter().copied()).collect();
        let cells = scopes.flat_map(|(number, values)| {
            std::iter::once(Cell::from(number as i64)).chain(values.into_iter().map(Cell::Text))
        });
        self.fill("staged_scope", &columns, cells.collect()).await
    }

    /// Finds the stored classes of the covered names.
    pub async fn find_covered(&self) -> Result<()> {
        let list = format!(
            "INSERT INTO staged_listed (class_id, scope) SELECT t.id, s.number FROM staged_scope AS s JOIN {} AS t ON {}",
            class_table(K::NAME),
            same(K::FEED.scope.iter().copied())
        );
        self.connection.execute_unprepared(&list).await?;
        Ok(())
    }

    /// The enrolments that the source had until now, without those flagged as gone, by the number of the class's name: their
    /// number, and the digest of their texts, `None` if a list with that digest could change something.
    pub async fn held_by_scope(&self, job: Option<i64>) -> Result<Vec<Held>> {
        let select = self.statement(format!(
            "SELECT l.scope, {} FROM staged_listed AS l CROSS JOIN {} AS t \
             WHERE t.class_id = l.class_id AND {PRESENT} GROUP BY l.scope",
            sums_of_texts(job).join(", "),
            enrolment_table(K::NAME)
        ));
        let rows = self.connection.query_all_raw(select).await?;
        let rows = rows.iter().map(|row| {
            Ok(Held {
                scope: row.try_get_by_index(0)?,
                rows: row.try_get_by_index(1)?,
                texts: Texts::read(row, 1)?,
            })
        });
        rows.collect()
    }

    /// The lists of these classes are unchanged: their enrolments are not staged.
    pub async fn keep_as_they_are(&self, scopes: impl Iterator<Item = usize>) -> Result<()> {
        let scopes = scopes.map(|scope| Cell::from(scope as i64)).collect();
        self.fill("staged_same", &["scope"], scopes).await
    }

    /// The lists still have the texts of these stored enrolments: they are not staged.
    pub async fn keep_known(&self, ids: &[i64]) -> Result<()> {
        self.fill("staged_known", &["id"], ids.iter().map(|id| Cell::from(*id)).collect())
            .await
    }

    /// The ids of some stored enrolments that are not staged, as their [lists](Self::keep_as_they_are) or [texts](Self::keep_known)
    /// are unchanged.
    pub async fn some_kept(&self, limit: usize) -> Result<Vec<i64>> {
        self.numbers(format!(
            "SELECT id FROM staged_known UNION ALL \
             SELECT t.id FROM staged_same AS x CROSS JOIN staged_listed AS l CROSS JOIN {} AS t \
             WHERE l.scope = x.scope AND t.class_id = l.class_id AND {PRESENT} LIMIT {limit}",
            enrolment_table(K::NAME)
        ))
        .await
    }

    /// The number of stored enrolments that are [kept](Self::keep_known) and of which the lists have no other row.
    pub async fn kept_alone(&self) -> Result<i64> {
        let kept = format!(
            "SELECT COUNT(*) FROM staged_known AS k CROSS JOIN {} AS t WHERE t.id = k.id AND {UNSTAGED}",
            enrolment_table(K::NAME)
        );
        Ok(self.number(kept).await?.unwrap_or_default())
    }

    /// The classes with enrolments that are [not staged](Self::some_kept), although another row says something new of their people.
    pub async fn with_changed_people(&self) -> Result<Vec<i64>> {
        let reported = reported();
        self.numbers(format!(
            "SELECT DISTINCT l.scope FROM known_person AS p CROSS JOIN {} AS t CROSS JOIN staged_listed AS l \
             WHERE p.verdict IN {reported} AND t.person_id = p.id AND {PRESENT} AND l.class_id = t.class_id \
             AND (l.scope IN (SELECT scope FROM staged_same) OR t.id IN (SELECT id FROM staged_known))",
            enrolment_table(K::NAME)
        ))
        .await
    }

    /// The covered classes of people described differently by two classes.
    pub async fn with_people_in_dispute(&self) -> Result<Vec<i64>> {
        let enrolments = enrolment_table(K::NAME);
        self.numbers(format!(
            "SELECT DISTINCT k.scope FROM staged_listed AS l CROSS JOIN {enrolments} AS t CROSS JOIN {enrolments} AS other \
             CROSS JOIN staged_listed AS k WHERE t.class_id = l.class_id AND {PRESENT} AND t.source_hash = {READ_AGAIN} \
             AND other.person_id = t.person_id AND k.class_id = other.class_id"
        ))
        .await
    }

    /// The stored enrolments of the covered classes that the lists no longer have, and that are not flagged yet. `enrolled` adds flagged
    /// ones of people who are still enrolled on the platform.
    pub async fn gone(&self, enrolled: bool) -> Result<Vec<Gone>> {
        let missing = missing_in::<K>("t.", enrolled);
        let select = self.statement(format!(
            "SELECT t.id, l.scope, t.person_id IN (SELECT id FROM staged_stay) FROM staged_listed AS l \
             CROSS JOIN {} AS t WHERE t.class_id = l.class_id AND t.source_hash IS NOT NULL AND {missing} AND {UNSTAGED} AND {REWRITTEN} \
             AND NOT EXISTS (SELECT 1 FROM staged_tie AS x WHERE x.id = t.id) \
             AND l.scope NOT IN (SELECT scope FROM staged_same) \
             AND t.key_hash NOT IN (SELECT key_hash FROM staged_left_out) ORDER BY l.scope, t.id",
            enrolment_table(K::NAME)
        ));
        let rows = self.connection.query_all_raw(select).await?;
        let rows = rows.iter().map(|row| {
            Ok(Gone {
                id: row.try_get_by_index(0)?,
                scope: row.try_get_by_index(1)?,
                stays: row.try_get_by_index(2)?,
            })
        });
        rows.collect()
    }

    /// New enrolments with the id of their class, see [`Self::untied`].
    pub(super) async fn untied_enrolments(&self) -> Result<Vec<[i64; 2]>> {
        let named = class_key::<K>()
            .map(|field| field.name)
            .filter(|name| *name != CLASS_ID);
        self.pairs(format!(
            "SELECT v.number, t.id FROM staged_verdict AS v \
             JOIN (SELECT s.number, t.id FROM staged_class AS s JOIN {} AS t ON {} WHERE s.{CLASS_ID} <> '' AND t.{CLASS_ID} = '') \
             AS c ON c.number = v.class JOIN known_person AS p ON p.number = v.person \
             JOIN {} AS t ON t.class_id = c.id AND t.person_id = p.id \
             WHERE v.verdict = 'create' AND {UNSTAGED} AND {REWRITTEN} ORDER BY v.number",
            class_table(K::NAME),
            same(named),
            enrolment_table(K::NAME)
        ))
        .await
    }
}

/// The condition that no staged row is of the stored enrolment `t`. CROSS JOIN keeps the order of the tables on SQLite: class and
/// person are found first, and then the one enrolment, not all of the class.
const UNSTAGED: &str = "NOT EXISTS (SELECT 1 FROM known_class AS kc CROSS JOIN known_person AS kp CROSS JOIN staged_enrolment AS se \
                        WHERE kc.id = t.class_id AND kp.id = t.person_id AND se.class = kc.number AND se.person = kp.number)";

/// The condition that no row with the text of the last time is of the stored enrolment `t`.
const REWRITTEN: &str = "NOT EXISTS (SELECT 1 FROM staged_known AS k WHERE k.id = t.id)";
