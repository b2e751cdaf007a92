//! The kinds, and each verb for each of them. Adding a kind adds its line here.

use crate::{EngineError, Plan, Result, Run, Verb, delete, drift, enrol, export, inspection, sync, undo, zoom};
use futures::future::BoxFuture;
use selaras_kinds::{
    Kind, jurusan::Jurusan, kelas::Kelas, mahasiswa::Mahasiswa, mahasiswa_mbkm::MahasiswaMbkm, mata_kuliah::MataKuliah,
    mengajar::Mengajar, pengajar::Pengajar, prodi::Prodi, semester::Semester, tahun_ajaran::TahunAjaran,
};
use selaras_platform::Finding;
use selaras_source::Source;
use selaras_store::Store;
use std::sync::Arc;

/// The verbs of one kind.
pub struct KindVerbs {
    /// The kind's name: `mata_kuliah`.
    pub name: &'static str,
    /// What people read: `Mata Kuliah`.
    pub label: &'static str,
    /// The columns of its key.
    pub key: &'static [&'static str],
    /// Whether its rows are objects on the platform, or memberships and nothing else.
    pub is_object: bool,
    run: fn(Arc<Run>) -> BoxFuture<'static, Result<String>>,
    plan: fn(Arc<Run>) -> BoxFuture<'static, Result<Plan>>,
    /// Its list at the source; none for what comes from elsewhere.
    pub(crate) list: Option<SourceList>,
    compare: fn(Arc<Run>) -> BoxFuture<'static, Result<()>>,
    wait_again: fn(Store, i64) -> BoxFuture<'static, Result<u64>>,
}

/// A kind's list at the source.
pub(crate) struct SourceList {
    /// Its name in the settings.
    pub(crate) feed: &'static str,
    /// Looks whether it answers, for the class that is given.
    pub(crate) inspect: for<'a> fn(&'a Source, Option<&'a Kelas>) -> BoxFuture<'a, Finding>,
}

impl KindVerbs {
    const fn of<K: Kind>() -> Self {
        Self {
            name: K::NAME,
            label: K::LABEL,
            key: K::KEY,
            is_object: K::IS_OBJECT,
            run: |run| {
                Box::pin(async move {
                    // What is no object on the platform is exported by enrolling.
                    match run.order.verb {
                        Verb::Sync => sync::run::<K>(run).await,
                        Verb::Export if K::IS_OBJECT => export::run::<K>(run).await,
                        Verb::Export | Verb::Enroll | Verb::Unenroll => enrol::run::<K>(run).await,
                        Verb::Delete => delete::run::<K>(run).await,
                        Verb::Undo => undo::run::<K>(run).await,
                        Verb::Import => Err(only_zoom()),
                        Verb::Compare => Err(drift::of_all_kinds()),
                    }
                })
            },
            plan: |run| {
                Box::pin(async move {
                    match run.order.verb {
                        Verb::Sync => sync::plan::<K>(run).await,
                        Verb::Export if K::IS_OBJECT => export::plan::<K>(run).await,
                        Verb::Export | Verb::Enroll | Verb::Unenroll => enrol::plan::<K>(run).await,
                        Verb::Delete => delete::plan::<K>(run).await,
                        Verb::Undo => undo::plan::<K>(run).await,
                        Verb::Import => Err(only_zoom()),
                        Verb::Compare => Err(drift::of_all_kinds()),
                    }
                })
            },
            list: Some(SourceList {
                feed: K::FEED.name,
                inspect: |source, class| Box::pin(inspection::list::<K>(source, class)),
            }),
            compare: |run| Box::pin(drift::of_kind::<K>(run)),
            wait_again: |store, job| Box::pin(async move { Ok(store.wait_again::<K>(job).await?) }),
        }
    }

    /// Does it. Answers with the outcome in one sentence.
    pub fn run(&self, run: Arc<Run>) -> BoxFuture<'static, Result<String>> {
        (self.run)(run)
    }

    /// Compares its rows on all sides.
    pub(crate) fn compare(&self, run: Arc<Run>) -> BoxFuture<'static, Result<()>> {
        (self.compare)(run)
    }

    /// Makes its rows wait again that a report found missing or changed on the platform.
    pub(crate) fn wait_again(&self, store: Store, job: i64) -> BoxFuture<'static, Result<u64>> {
        (self.wait_again)(store, job)
    }

    /// Says what it would do.
    pub fn plan(&self, run: Arc<Run>) -> BoxFuture<'static, Result<Plan>> {
        (self.plan)(run)
    }
}

/// All kinds, parents first: the order in which a campus is exported.
pub const KINDS: &[KindVerbs] = &[
    KindVerbs::of::<TahunAjaran>(),
    KindVerbs::of::<Semester>(),
    KindVerbs::of::<Prodi>(),
    KindVerbs::of::<Jurusan>(),
    KindVerbs::of::<MataKuliah>(),
    KindVerbs::of::<Kelas>(),
    KindVerbs::of::<Pengajar>(),
    KindVerbs::of::<Mahasiswa>(),
    KindVerbs::of::<MahasiswaMbkm>(),
    KindVerbs::of::<Mengajar>(),
];

/// Zoom attendance, which is no kind of the campus's data and is imported alone.
const IMPORTED: KindVerbs = KindVerbs {
    name: zoom::ZOOM,
    label: "Zoom",
    key: &[],
    is_object: false,
    run: |run| Box::pin(zoom::run(run)),
    plan: |run| Box::pin(zoom::plan(run)),
    list: None,
    compare: |_| Box::pin(async { Ok(()) }),
    wait_again: |_, _| Box::pin(async { Ok(0) }),
};

fn only_zoom() -> EngineError {
    EngineError::Refused("Import hanya untuk kehadiran Zoom.".to_owned())
}

/// The comparison, a job of no kind of its own.
const DRIFT: KindVerbs = KindVerbs {
    name: drift::KIND,
    label: "selisih",
    key: &[],
    is_object: false,
    run: |run| Box::pin(drift::run(run)),
    plan: |_| Box::pin(async { Err(drift::of_all_kinds()) }),
    list: None,
    compare: |_| Box::pin(async { Ok(()) }),
    wait_again: |_, _| Box::pin(async { Ok(0) }),
};

/// The kind of that name, or what is run beside the kinds.
///
/// # Errors
/// [`EngineError::Refused`]: there is none. A job of a kind that this version does not know any more.
pub fn kind(name: &str) -> Result<&'static KindVerbs> {
    KINDS
        .iter()
        .chain([&IMPORTED, &DRIFT])
        .find(|kind| kind.name == name)
        .ok_or_else(|| EngineError::Refused(format!("Jenis data {name} tidak dikenal.")))
}
