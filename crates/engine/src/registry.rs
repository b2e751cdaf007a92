//! The kinds, and each verb for each of them. Adding a kind adds its line here.

use crate::{EngineError, Plan, Result, Run, Verb, delete, drift, enrol, export, sync};
use futures::future::BoxFuture;
use selaras_kinds::{
    Kind, jurusan::Jurusan, kelas::Kelas, mahasiswa::Mahasiswa, mahasiswa_mbkm::MahasiswaMbkm, mata_kuliah::MataKuliah,
    mengajar::Mengajar, pengajar::Pengajar, prodi::Prodi, semester::Semester, tahun_ajaran::TahunAjaran,
};
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
    compare: fn(Arc<Run>) -> BoxFuture<'static, Result<()>>,
    wait_again: fn(Store, i64) -> BoxFuture<'static, Result<u64>>,
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
                        Verb::Compare => Err(drift::of_all_kinds()),
                    }
                })
            },
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

/// The comparison, a job of no kind of its own.
const DRIFT: KindVerbs = KindVerbs {
    name: drift::KIND,
    label: "selisih",
    key: &[],
    is_object: false,
    run: |run| Box::pin(drift::run(run)),
    plan: |_| Box::pin(async { Err(drift::of_all_kinds()) }),
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
        .chain([&DRIFT])
        .find(|kind| kind.name == name)
        .ok_or_else(|| EngineError::Refused(format!("Jenis data {name} tidak dikenal.")))
}
