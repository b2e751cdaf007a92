//! The calls of every kind, under both prefixes (specification, section 7; contract, section 3).

use super::{
    action::{Action, LEAVING, REMOVE, WITH_FIRST},
    form::{self, Filled},
    list::{self, Both, Listed, SourceRow},
    prefix::{MAIN, REACT},
    selection::filters,
};
use crate::{
    App,
    document::{Call, Routes, flag, integer, some, text},
    list_query::{LONGEST_SEARCH, MISSING, REASON},
    reply::{Acted, Ordered, Told},
    strict::LONGEST_LIST,
};
use selaras_engine::RowsVerb as Verb;
use selaras_kinds::{FormField, Kind, object::Leaving, semester::Semester};
use selaras_store::rows::Stored;
use serde_json::json;
use utoipa::PartialSchema;

/// All calls of a kind.
pub(crate) fn routes<K: Kind>() -> Routes<App> {
    let main = format!("{MAIN}/{}", K::CALLS.main);
    let label = K::LABEL;
    let all = |verb: Verb, path: String| {
        described::<K>(Call::post(path, format!("{} semua {label}", verb.title())), verb, &[])
    };
    let one = |verb: Verb, path: String| {
        let call = Call::post(path, format!("{} satu {label}", verb.title()));
        described::<K>(call, verb, K::CALLS.one)
    };
    let mut router = Routes::new();
    // A list limited to a class or a teacher is requested with a POST, as at the source.
    let listing = |path: String, summary: String, by: &[&str]| {
        let members: Vec<_> = by.iter().map(|column| (*column, text())).collect();
        match by {
            [] => Call::get(path, summary).tag(label),
            _ => Call::post(path, summary).tag(label).reads().body(&members, &[]),
        }
    };
    let source = |path: String| {
        let call = listing(path, format!("Daftar {label} di sumber"), K::FEED.scope)
            .list(list::source_columns::<K>(), K::CALLS.filters);
        let call = match K::FEED.keyed {
            None => call.gives_rows::<SourceRow<K>>(),
            Some(_) => call.gives::<Listed<SourceRow<K>>>().component::<SourceRow<K>>(),
        };
        list::of_source::<K>(call)
    };
    router = router
        .with(list::of_dashboard::<K>(
            listing(
                format!("{main}/get"),
                format!("Daftar {label} di dashboard"),
                K::CALLS.list_by,
            )
            .list(list::columns::<K>(), &filters::<K>().collect::<Vec<_>>())
            .missing()
            .gives_rows::<Stored<K, String>>(),
        ))
        .with(source(format!("{MAIN}/source/{}", K::CALLS.source)))
        .with(source(format!("{main}/source")))
        .with(Action::of::<K>(Verb::Sync).on_all(all(Verb::Sync, format!("{main}/sync"))))
        .with(Action::of::<K>(Verb::Sync).on_one(one(Verb::Sync, format!("{main}/sync_one"))))
        .with(Action::of::<K>(Verb::Export).on_all(all(Verb::Export, format!("{main}/{}", K::CALLS.export))))
        .with(Action::of::<K>(Verb::Export).on_one(one(Verb::Export, format!("{main}/{}", K::CALLS.export_one))))
        .with(Action::of::<K>(Verb::Delete).on_one(described::<K>(
            Call::delete(format!("{main}/delete"), format!("Hapus satu {label}")),
            Verb::Delete,
            K::CALLS.one,
        )))
        .with(Action::of::<K>(Verb::Delete).on_all(described::<K>(
            Call::delete(format!("{main}/delete_all"), format!("Hapus semua {label}")),
            Verb::Delete,
            &[],
        )));
    if K::MEMBERSHIP.is_some() {
        router = router
            .with(Action::of::<K>(Verb::Enrol).on_all(all(Verb::Enrol, format!("{main}/enroll"))))
            .with(Action::of::<K>(Verb::Enrol).on_one(one(Verb::Enrol, format!("{main}/enroll_one"))))
            .with(Action::of::<K>(Verb::Unenrol).on_all(all(Verb::Unenrol, format!("{main}/unenroll"))))
            .with(Action::of::<K>(Verb::Unenrol).on_one(one(Verb::Unenrol, format!("{main}/unenroll_one"))));
    }
    if K::NAME == Semester::NAME {
        router = router.with(Action::of::<K>(Verb::Close).on_one(described::<K>(
            Call::post(format!("{main}/close"), "Tutup semester"),
            Verb::Close,
            K::CALLS.one,
        )));
    }
    for segment in K::CALLS.react {
        router = router.merge(react_routes::<K>(segment));
    }
    router
}

/// The calls under the second prefix.
fn react_routes<K: Kind>(segment: &str) -> Routes<App> {
    let label = K::LABEL;
    let path = |verb: &str| format!("{REACT}/{verb}/{segment}");
    let class: Vec<_> = K::CALLS.list_by.iter().map(|column| (*column, text())).collect();
    let mut router = Routes::new()
        .with(list::of_both::<K>(
            Call::post(path("list"), format!("Daftar {label} di dashboard dan di sumber"))
                .tag(label)
                .reads()
                .body(&class, &[])
                .list(list::columns::<K>(), &filters::<K>().collect::<Vec<_>>())
                .missing()
                .gives::<Both<Stored<K, String>, SourceRow<K>>>()
                .component::<Stored<K, String>>()
                .component::<SourceRow<K>>(),
        ))
        .with(Action::of::<K>(Verb::Delete).on_id(described::<K>(
            Call::post(path("delete"), format!("Hapus satu {label}")),
            Verb::Delete,
            &["id"],
        )))
        .with(Action::of::<K>(Verb::Sync).on_all(described::<K>(
            Call::post(path("async_ocas"), format!("Sinkronisasi semua {label}")),
            Verb::Sync,
            &[],
        )))
        .with(Action::of::<K>(Verb::Export).on_all(described::<K>(
            Call::post(path("async"), format!("Export semua {label}")),
            Verb::Export,
            &[],
        )));
    if let Some(form) = K::FORM {
        let shape = |field: &FormField| match field.list {
            true => some(text()),
            false => text(),
        };
        let shown_fields = |update: bool| form.fields.iter().filter(move |field| update || !field.update_only);
        let names = |update: bool| {
            let needed = shown_fields(update).filter(|field| !field.optional);
            needed.map(|field| field.name).collect::<Vec<_>>()
        };
        let members = |update: bool| {
            let id = update.then(|| ("id", integer()));
            let fields = shown_fields(update).map(|field| (field.name, shape(field)));
            id.into_iter().chain(fields).collect::<Vec<_>>()
        };
        router = router
            .with(form::of_create::<K>(
                Call::post(path("create"), format!("Buat {label}"))
                    .tag(label)
                    .body(&members(false), &names(false))
                    .gives::<Told>(),
            ))
            .with(form::of_detail::<K>(
                Call::post(path("detail"), format!("Isi formulir {label}"))
                    .tag(label)
                    .reads()
                    .body(&[("id", integer())], &["id"])
                    .gives_one::<Filled<K>>(),
            ))
            .with(form::of_update::<K>(
                Call::post(path("update"), format!("Ubah {label}"))
                    .tag(label)
                    .body(&members(true), &[&["id"], names(true).as_slice()].concat())
                    .gives::<Told>(),
            ));
    }
    router
}

/// Describes an action's reply and the members that it accepts in addition to `names`.
fn described<K: Kind>(call: Call, verb: Verb, names: &[&str]) -> Call {
    let mut members: Vec<_> = names
        .iter()
        .map(|name| (*name, if *name == "id" { integer() } else { text() }))
        .chain(
            K::CALLS
                .list_by
                .iter()
                .filter(|column| !names.contains(column))
                .map(|column| (*column, text())),
        )
        .collect();
    members.extend([("dry_run", flag()), ("plan", text()), ("confirm", text())]);
    if Action::takes_first(verb) {
        members.push((WITH_FIRST, flag()));
    }
    if verb == Verb::Unenrol {
        let ways = json!(Leaving::schema());
        members.extend([(LEAVING, ways), (REMOVE, flag())]);
    }
    if Action::narrows_to_missing(verb, names.is_empty()) {
        members.push((MISSING, flag()));
    }
    if names.is_empty() && Action::narrows(verb) {
        members.push((REASON, text()));
        members.push(("q", json!({ "type": "string", "maxLength": LONGEST_SEARCH })));
        members.extend(filters::<K>().map(|filter| (filter, text())));
    }
    if names.is_empty() {
        members.push((
            "ids",
            json!({ "type": "array", "items": integer(), "maxItems": LONGEST_LIST }),
        ));
        members.push((
            "keys",
            json!({ "type": "array", "items": text(), "maxItems": LONGEST_LIST }),
        ));
    }
    call.tag(K::LABEL)
        .header("Prefer")
        .body(&members, names)
        .reply::<Acted>(200, "Selesai")
        .reply::<Ordered>(202, "Diterima")
}
