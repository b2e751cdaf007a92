//! Lists of people: one line a person, with their classes and what is to be done about them.

use crate::{
    ApiError, App,
    document::{Call, Route, Routes, route},
    language::Reader,
    list_query::Parameters,
    reply,
    routes::{prefix::MAIN, selection::filters, summary::within_a_sentence},
};
use axum::{extract::State, response::Response};
use futures::{StreamExt, TryStreamExt, stream};
use selaras_kinds::{Kind, OfPerson, PROGRAM, Person, class_id, of_all_people, own_fields, prodi::Prodi, value};
use selaras_reasons::{Language, Reason};
use selaras_store::{
    Result as Stored, Store,
    person_rows::PersonRows,
    rows::{EnrolmentState, Migration, NoPassword, State as RowState, Stored as StoredRow},
};
use serde::Serialize;
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap},
    marker::PhantomData,
};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        Ref, RefOr,
        schema::{AllOfBuilder, ObjectBuilder, Schema},
    },
};

/// Maximum number of classes on a line. The panel and the page of the person have all of them.
const SHOWN: usize = 6;
/// People of a whole list who are rendered at once.
const BATCH: usize = 500;

/// A line of a list of people: the person's own fields, and what all kinds have.
#[derive(Serialize)]
struct PersonLine<P> {
    #[serde(flatten)]
    fields: BTreeMap<&'static str, String>,
    #[serde(flatten)]
    line: Line,
    #[serde(skip)]
    of: PhantomData<P>,
}

/// What a line of a list of people has for each kind.
#[derive(Serialize, ToSchema)]
#[schema(as = PersonLine)]
struct Line {
    /// The person's id in the dashboard.
    id: i64,
    number: String,
    name: String,
    /// The study programs of their classes.
    programs: Vec<Program>,
    /// The state of the account, and of the enrolments together: the least done of those that the source lists.
    #[serde(flatten)]
    #[schema(ignore)]
    state: RowState<String>,
    password: NoPassword,
    /// The ids of their rows in the kind's list, which actions take.
    rows: Vec<i64>,
    /// The number of classes.
    enrolments: usize,
    /// The first classes: those in need of attention, then those that the source lists.
    classes: Vec<ClassOfLine>,
    /// What is to be done about the person.
    attention: Vec<AttentionOfLine>,
}

/// A study program.
#[derive(Serialize, ToSchema)]
#[schema(as = ProgramOfPerson)]
struct Program {
    program_id: String,
    /// Its name; the id if the dashboard has no such program.
    name: String,
}

/// A class of a person.
#[derive(Serialize, ToSchema)]
#[schema(as = ClassOfPerson)]
struct ClassOfLine {
    /// The id of the enrolment or teaching.
    id: i64,
    /// The class's id, if the source sends it.
    #[schema(required)]
    class: Option<String>,
    /// Its course and name.
    label: String,
    enroll: EnrolmentState,
    /// Why the last enrolment failed.
    #[schema(required)]
    enroll_reason: Option<String>,
    /// Since when the source does not list it any more; RFC 3339.
    #[schema(required)]
    missing_since: Option<String>,
}

/// Something to be done about a person.
#[derive(Serialize, ToSchema)]
#[schema(as = AttentionOfPerson)]
struct AttentionOfLine {
    code: String,
    text: String,
    /// The classes that it is about; 0 if it is about the account.
    rows: usize,
}

impl<P: Person> PartialSchema for PersonLine<P> {
    fn schema() -> RefOr<Schema> {
        let fields = own_fields::<P>().fold(ObjectBuilder::new(), |row, field| {
            row.property(field.name, String::schema()).required(field.name)
        });
        AllOfBuilder::new()
            .item(fields)
            .item(Ref::from_schema_name(<RowState>::name()))
            .item(Ref::from_schema_name(<Line as ToSchema>::name()))
            .into()
    }
}

impl<P: Person> ToSchema for PersonLine<P> {
    fn name() -> Cow<'static, str> {
        format!("{}_person", P::NAME).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((<RowState>::name().into(), <RowState>::schema()));
        <RowState>::schemas(schemas);
        schemas.push((<Line as ToSchema>::name().into(), Line::schema()));
        Line::schemas(schemas);
    }
}

/// The route of the list of a kind's people.
struct ListRoute(Route<App>);

impl OfPerson for ListRoute {
    fn of<P: Person>() -> Self {
        let sorts = own_fields::<P>()
            .map(|field| field.name)
            .chain(["migration", "synced_at", "exported_at"]);
        let call = Call::get(
            format!("{MAIN}/people/{}", P::NAME),
            format!("Daftar {}, satu baris per orang", P::LABEL),
        )
        .tag("Orang")
        .list(sorts, &filters::<P>().collect::<Vec<_>>())
        .missing()
        .gives_rows::<PersonLine<P>>();
        Self(route(call, people::<P>))
    }
}

pub(super) fn routes() -> Routes<App> {
    of_all_people::<ListRoute>()
        .into_iter()
        .fold(Routes::new(), |routes, ListRoute(list)| routes.with(list))
}

async fn people<P: Person>(
    State(app): State<App>,
    Reader(language): Reader,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    let query = parameters.list(filters::<P>());
    let store = app.engine.store().clone();
    let names = Names {
        source: app.engine.source().name().to_owned(),
        platform: app.engine.platform().name().to_owned(),
        language,
    };
    let Some((page, per_page)) = parameters.page() else {
        let people = store.stream_people::<P>(query).chunks(BATCH);
        let batches = people.then(move |people| {
            let (store, names) = (store.clone(), names.clone());
            async move {
                let people = people.into_iter().collect::<Stored<Vec<_>>>()?;
                let lines = lines(&store, &names, people).await?;
                Stored::Ok(stream::iter(lines.into_iter().map(Stored::Ok)))
            }
        });
        return Ok(reply::stream(batches.try_flatten()));
    };
    let page = store.page_of_people::<P>(&query, page, per_page).await?;
    let lines = lines(&store, &names, page.rows).await?;
    Ok(reply::page(lines, page.total, page.more))
}

/// The systems' display names and the language of the sentences.
#[derive(Clone)]
struct Names {
    source: String,
    platform: String,
    language: Language,
}

/// The lines of these people. The names of their study programs take one query.
async fn lines<P: Person>(store: &Store, names: &Names, people: Vec<PersonRows<P>>) -> Stored<Vec<PersonLine<P>>> {
    let ids: BTreeSet<&str> = people.iter().flat_map(programs_of).collect();
    let found = store.objects::<Prodi>(&ids.into_iter().collect::<Vec<_>>()).await?;
    let programs: HashMap<String, String> = found
        .into_iter()
        .map(|(stored, _)| (stored.row.program_id.to_string(), stored.row.label()))
        .collect();
    Ok(people
        .into_iter()
        .map(|person| line(person, &programs, names))
        .collect())
}

/// The study programs of a person's classes, in the order of the classes.
fn programs_of<P: Person>(person: &PersonRows<P>) -> impl Iterator<Item = &str> {
    let enrolments = person.enrolments.iter();
    enrolments
        .map(|enrolment| value(&enrolment.row, PROGRAM))
        .filter(|program| !program.is_empty())
}

fn line<P: Person>(of: PersonRows<P>, programs: &HashMap<String, String>, names: &Names) -> PersonLine<P> {
    let mut seen = BTreeSet::new();
    let programs = programs_of(&of)
        .filter(|id| seen.insert(*id))
        .map(|id| Program {
            program_id: id.to_owned(),
            name: programs.get(id).map_or(id, String::as_str).to_owned(),
        })
        .collect();
    let rows = match P::PERSON_AND_ENROLMENT {
        true => of.enrolments.iter().map(|enrolment| enrolment.id).collect(),
        false => vec![of.person.id],
    };
    let attention = attention(&of, names);
    let PersonRows { person, mut enrolments } = of;
    enrolments.sort_by_key(rank);
    let person = person.in_words(names.language);
    let fields = own_fields::<P>().map(|field| (field.name, (field.get)(&person.row).to_string()));
    let worst = enrolments
        .iter()
        .filter(|one| one.state.missing_since.is_none())
        .max_by_key(|one| behind(one));
    let worst = worst.or(enrolments.first()).map(|one| one.state.clone());
    PersonLine {
        fields: fields.collect(),
        line: Line {
            id: person.id,
            number: value(&person.row, P::OBJECT_KEY).to_owned(),
            name: person.row.label(),
            programs,
            state: RowState {
                enrolment: worst.as_ref().map_or(EnrolmentState::Belum, |state| state.enrolment),
                enrolment_reason: worst
                    .and_then(|state| state.enrolment_reason)
                    .map(|reason| reason.sentence(names.language)),
                ..person.state
            },
            password: NoPassword::Hidden,
            rows,
            enrolments: enrolments.len(),
            classes: enrolments
                .into_iter()
                .take(SHOWN)
                .map(|enrolment| class_of_line::<P>(enrolment, names.language))
                .collect(),
            attention,
        },
        of: PhantomData,
    }
}

fn class_of_line<P: Person>(enrolment: StoredRow<P::Enrolment>, language: Language) -> ClassOfLine {
    let class = class_id(&enrolment.row);
    ClassOfLine {
        id: enrolment.id,
        class: (!class.is_empty()).then(|| class.to_owned()),
        label: P::class_label(&enrolment.row),
        enroll: enrolment.state.enrolment,
        enroll_reason: enrolment.state.enrolment_reason.map(|reason| reason.sentence(language)),
        missing_since: enrolment.state.missing_since,
    }
}

/// True if the source no longer lists an enrolment that is active on the platform.
fn is_left_behind<K>(enrolment: &StoredRow<K>) -> bool {
    enrolment.state.missing_since.is_some() && enrolment.state.enrolment == EnrolmentState::Sudah
}

/// True if an enrolment that the source lists is in this state.
fn is_listed_as<K>(enrolment: &StoredRow<K>, state: EnrolmentState) -> bool {
    enrolment.state.missing_since.is_none() && enrolment.state.enrolment == state
}

/// How far an enrolment is from being done.
fn behind<K>(enrolment: &StoredRow<K>) -> u8 {
    match enrolment.state.enrolment {
        EnrolmentState::Sudah => 0,
        EnrolmentState::Belum => 1,
        EnrolmentState::Ditangguhkan => 2,
        EnrolmentState::Gagal => 3,
    }
}

/// The order of the classes on a line: 0 is first.
fn rank<K>(enrolment: &StoredRow<K>) -> u8 {
    let needs = is_left_behind(enrolment)
        || is_listed_as(enrolment, EnrolmentState::Gagal)
        || is_listed_as(enrolment, EnrolmentState::Ditangguhkan);
    match (needs, &enrolment.state.missing_since) {
        (true, _) => 0,
        (false, None) => 1,
        (false, Some(_)) => 2,
    }
}

/// What is to be done about a person. The main page counts the same.
fn attention<P: Person>(of: &PersonRows<P>, names: &Names) -> Vec<AttentionOfLine> {
    let mut found = Vec::new();
    let mut tell = |reason: &Reason, rows: usize| {
        found.push(AttentionOfLine {
            code: reason.code(),
            text: reason.sentence(names.language),
            rows,
        });
    };
    let account = &of.person.state;
    if let (Migration::Gagal, Some(reason)) = (account.migration, &account.migration_reason) {
        tell(reason, 0);
    }
    let mut failed: Vec<(&Reason, usize)> = Vec::new();
    for enrolment in &of.enrolments {
        let Some(reason) = &enrolment.state.enrolment_reason else {
            continue;
        };
        if !is_listed_as(enrolment, EnrolmentState::Gagal) {
            continue;
        }
        match failed.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, rows)) => *rows += 1,
            None => failed.push((reason, 1)),
        }
    }
    for (reason, rows) in failed {
        tell(reason, rows);
    }
    let count = |is: &dyn Fn(&StoredRow<P::Enrolment>) -> bool| of.enrolments.iter().filter(|one| is(one)).count();
    let kind = within_a_sentence(P::LABEL);
    let (left, suspended) = (
        count(&is_left_behind),
        count(&|one| is_listed_as(one, EnrolmentState::Ditangguhkan)),
    );
    if left > 0 {
        let reason = Reason::AttentionLeftBehind {
            rows: left as u64,
            kind: kind.clone(),
            platform: names.platform.clone(),
        };
        tell(&reason, left);
    }
    if suspended > 0 {
        let reason = Reason::AttentionSuspended {
            rows: suspended as u64,
            kind,
            source: names.source.clone(),
            platform: names.platform.clone(),
        };
        tell(&reason, suspended);
    }
    found
}
