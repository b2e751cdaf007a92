//! The university's prodi, their programs, and their subjects.

/// A study program as an academic unit.
pub(crate) struct Prodi {
    pub(crate) kode: &'static str,
    pub(crate) nama: &'static str,
    pub(crate) kode_jurusan: &'static str,
    pub(crate) nama_jurusan: &'static str,
    /// The weight of its share of the students, relative to the other programs.
    pub(crate) share: usize,
    /// True if it also has an evening program for working students.
    pub(crate) evening: bool,
    /// Its subjects; each gives a course in each of [`SPECIAL_FORMS`].
    pub(crate) subjects: [&'static str; 8],
}

pub(crate) const PRODI: [Prodi; 10] = [
    Prodi {
        kode: "IF",
        nama: "Informatika",
        kode_jurusan: "TI",
        nama_jurusan: "Teknologi Informasi",
        share: 16,
        evening: true,
        subjects: [
            "Algoritma",
            "Struktur Data",
            "Basis Data",
            "Jaringan Komputer",
            "Sistem Operasi",
            "Kecerdasan Buatan",
            "Rekayasa Perangkat Lunak",
            "Keamanan Siber",
        ],
    },
    Prodi {
        kode: "SI",
        nama: "Sistem Informasi",
        kode_jurusan: "TI",
        nama_jurusan: "Teknologi Informasi",
        share: 12,
        evening: false,
        subjects: [
            "Analisis Sistem",
            "Proses Bisnis",
            "Tata Kelola TI",
            "Gudang Data",
            "Sistem Enterprise",
            "Interaksi Manusia dan Komputer",
            "Audit Sistem Informasi",
            "Analitika Data",
        ],
    },
    Prodi {
        kode: "TE",
        nama: "Teknik Elektro",
        kode_jurusan: "EL",
        nama_jurusan: "Elektro dan Energi",
        share: 8,
        evening: false,
        subjects: [
            "Rangkaian Listrik",
            "Elektronika",
            "Sistem Kendali",
            "Sistem Digital",
            "Medan Elektromagnetik",
            "Tenaga Listrik",
            "Telekomunikasi",
            "Mikrokontroler",
        ],
    },
    Prodi {
        kode: "TS",
        nama: "Teknik Sipil",
        kode_jurusan: "SP",
        nama_jurusan: "Sipil dan Perencanaan",
        share: 8,
        evening: false,
        subjects: [
            "Mekanika Tanah",
            "Struktur Beton",
            "Hidrologi",
            "Manajemen Konstruksi",
            "Rekayasa Lalu Lintas",
            "Struktur Baja",
            "Geomatika",
            "Bahan Bangunan",
        ],
    },
    Prodi {
        kode: "MN",
        nama: "Manajemen",
        kode_jurusan: "EB",
        nama_jurusan: "Ekonomi dan Bisnis",
        share: 15,
        evening: true,
        subjects: [
            "Pemasaran",
            "Manajemen Keuangan",
            "Perilaku Organisasi",
            "Manajemen Operasi",
            "Sumber Daya Manusia",
            "Manajemen Strategi",
            "Ekonomi Manajerial",
            "Bisnis Internasional",
        ],
    },
    Prodi {
        kode: "AK",
        nama: "Akuntansi",
        kode_jurusan: "EB",
        nama_jurusan: "Ekonomi dan Bisnis",
        share: 11,
        evening: false,
        subjects: [
            "Akuntansi Keuangan",
            "Akuntansi Biaya",
            "Perpajakan",
            "Auditing",
            "Akuntansi Sektor Publik",
            "Sistem Informasi Akuntansi",
            "Akuntansi Syariah",
            "Pelaporan Korporat",
        ],
    },
    Prodi {
        kode: "HK",
        nama: "Ilmu Hukum",
        kode_jurusan: "HM",
        nama_jurusan: "Hukum",
        share: 9,
        evening: false,
        subjects: [
            "Hukum Perdata",
            "Hukum Pidana",
            "Hukum Tata Negara",
            "Hukum Adat",
            "Hukum Internasional",
            "Hukum Agraria",
            "Hukum Acara",
            "Hukum Islam",
        ],
    },
    Prodi {
        kode: "PS",
        nama: "Psikologi",
        kode_jurusan: "SH",
        nama_jurusan: "Sosial dan Humaniora",
        share: 8,
        evening: false,
        subjects: [
            "Psikologi Perkembangan",
            "Psikologi Sosial",
            "Psikologi Klinis",
            "Psikologi Pendidikan",
            "Psikometri",
            "Psikologi Kepribadian",
            "Psikologi Industri",
            "Konseling",
        ],
    },
    Prodi {
        kode: "KP",
        nama: "Keperawatan",
        kode_jurusan: "KS",
        nama_jurusan: "Kesehatan",
        share: 7,
        evening: false,
        subjects: [
            "Anatomi",
            "Keperawatan Anak",
            "Keperawatan Maternitas",
            "Keperawatan Jiwa",
            "Farmakologi",
            "Keperawatan Gawat Darurat",
            "Keperawatan Komunitas",
            "Patofisiologi",
        ],
    },
    Prodi {
        kode: "BI",
        nama: "Sastra Inggris",
        kode_jurusan: "SH",
        nama_jurusan: "Sosial dan Humaniora",
        share: 6,
        evening: false,
        subjects: [
            "Phonology",
            "Prose",
            "Penerjemahan",
            "Sociolinguistics",
            "Drama",
            "Academic Writing",
            "Discourse Analysis",
            "Kajian Budaya",
        ],
    },
];

/// How a subject becomes three courses: (prefix, suffix).
pub(crate) const SPECIAL_FORMS: [(&str, &str); 3] = [("Pengantar ", ""), ("", " Lanjut"), ("Praktikum ", "")];

/// Taught in every prodi under the same name: a course's name is ambiguous without its program.
pub(crate) const GENERAL: [&str; 8] = [
    "Pendidikan Pancasila",
    "Pendidikan Agama",
    "Bahasa Indonesia",
    "Kewarganegaraan",
    "Statistika",
    "Kewirausahaan",
    "Metodologi Penelitian",
    "Etika Profesi",
];

/// The evening program's share of the students.
pub(crate) const EVENING_SHARE: usize = 5;

/// Years of entry of the current students; also the academic years in the system.
pub(crate) const YEARS: [u16; 4] = [2023, 2024, 2025, 2026];

/// The current year.
pub(crate) const YEAR: u16 = 2026;

/// The current semester.
pub(crate) const SEMESTER: &str = "20261";
