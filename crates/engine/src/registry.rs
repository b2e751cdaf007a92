//! The kinds, and each verb for each of them. Adding a kind adds its line here.

use crate::{EngineError, Plan, Result, Run, Verb, delete, enrol, export, inspection, sync, undo, zoom};
use futures::future::BoxFuture;
use selaras_kinds::{
    Kind, jurusan::Jurusan, kelas::Kelas, mahasiswa::Mahasiswa, mahasiswa_mbkm::MahasiswaMbkm, mata_kuliah::MataKuliah,
    mengajar::Mengajar, pengajar::Pengajar, prodi::Prodi, semester::Semester, tahun_ajaran::TahunAjaran,
};
use selaras_platform::Finding;
use selaras_source::Source;
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
                    }
                })
            },
            list: Some(SourceList {
                feed: K::FEED.name,
                inspect: |source, class| Box::pin(inspection::list::<K>(source, class)),
            }),
        }
    }

    /// Does it. Answers with the outcome in one sentence.
    pub fn run(&self, run: Arc<Run>) -> BoxFuture<'static, Result<String>> {
        (self.run)(run)
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
};

fn only_zoom() -> EngineError {
    EngineError::Refused("Import hanya untuk kehadiran Zoom.".to_owned())
}

/// The kind of that name.
///
/// # Errors
/// [`EngineError::Refused`]: there is none. A job of a kind that this version does not know any more.
pub fn kind(name: &str) -> Result<&'static KindVerbs> {
    KINDS
        .iter()
        .chain([&IMPORTED])
        .find(|kind| kind.name == name)
        .ok_or_else(|| EngineError::Refused(format!("Jenis data {name} tidak dikenal.")))
}
