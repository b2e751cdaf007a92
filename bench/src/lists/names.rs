//! Names, addresses and courses like an Indonesian campus's: few words, most of them frequent.

const GIVEN: [&str; 48] = [
    "Siti", "Muhammad", "Dewi", "Ahmad", "Sri", "Nur", "Budi", "Putri", "Agus", "Rizky", "Ayu", "Dimas", "Fitri",
    "Andi", "Indah", "Bayu", "Ratna", "Eko", "Wulan", "Fajar", "Intan", "Hendra", "Lestari", "Joko", "Maya", "Yoga",
    "Rina", "Arif", "Tri", "Galih", "Dian", "Wahyu", "Nadia", "Teguh", "Sekar", "Ilham", "Citra", "Reza", "Anisa",
    "Bagus", "Ni Made", "I Wayan", "Kadek", "Komang", "Cut", "Teuku", "Maria", "Yohanes",
];
const MIDDLE: [&str; 30] = [
    "Aulia",
    "Dwi",
    "Permata",
    "Kusuma",
    "Eka",
    "Surya",
    "Rahma",
    "Satria",
    "Cahya",
    "Puspita",
    "Adi",
    "Nugraha",
    "Indra",
    "Zahra",
    "Maulana",
    "Novita",
    "Akbar",
    "Melati",
    "Arya",
    "Safira",
    "Bima",
    "Kartika",
    "Rafi",
    "Anggun",
    "Hadi",
    "Salsabila",
    "Ramadhan",
    "Oktavia",
    "Jaya",
    "Kirana",
];
const LAST: [&str; 60] = [
    "Santoso",
    "Wibowo",
    "Lestari",
    "Nugroho",
    "Rahayu",
    "Saputra",
    "Hidayat",
    "Wulandari",
    "Setiawan",
    "Utami",
    "Pratama",
    "Handayani",
    "Kurniawan",
    "Susanti",
    "Wijaya",
    "Astuti",
    "Hartono",
    "Puspitasari",
    "Simanjuntak",
    "Siregar",
    "Nasution",
    "Hutapea",
    "Sinaga",
    "Lubis",
    "Harahap",
    "Ginting",
    "Tarigan",
    "Chaniago",
    "Tanjung",
    "Koto",
    "Pattinama",
    "Latuheru",
    "Wenas",
    "Rumbiak",
    "Gunawan",
    "Halim",
    "Salim",
    "Susanto",
    "Prasetyo",
    "Maharani",
    "Anggraini",
    "Safitri",
    "Suryanto",
    "Purnomo",
    "Widodo",
    "Firmansyah",
    "Permana",
    "Suherman",
    "Mulyadi",
    "Iskandar",
    "Fauzi",
    "Ramadhani",
    "Syahputra",
    "Zulkarnain",
    "Makkasau",
    "Mappasessu",
    "Usop",
    "Kaisiepo",
    "Manurung",
    "Sembiring",
];
/// A name that one person in ten thousand has.
const RARE: &str = "Oetoyo";
const TOPICS: [&str; 40] = [
    "Algoritma",
    "Basis Data",
    "Jaringan Komputer",
    "Kalkulus",
    "Statistika",
    "Fisika Dasar",
    "Kimia Organik",
    "Akuntansi",
    "Manajemen Keuangan",
    "Pemasaran",
    "Hukum Perdata",
    "Hukum Pidana",
    "Psikologi Umum",
    "Sosiologi",
    "Antropologi",
    "Linguistik",
    "Sastra Indonesia",
    "Bahasa Inggris",
    "Pancasila",
    "Kewarganegaraan",
    "Anatomi",
    "Farmakologi",
    "Mikrobiologi",
    "Ekologi",
    "Agronomi",
    "Mekanika Fluida",
    "Termodinamika",
    "Struktur Beton",
    "Perpajakan",
    "Ekonomi Mikro",
    "Ekonomi Makro",
    "Etika Profesi",
    "Metodologi Penelitian",
    "Kecerdasan Buatan",
    "Sistem Operasi",
    "Rekayasa Perangkat Lunak",
    "Desain Grafis",
    "Fotografi",
    "Jurnalistik",
    "Hubungan Masyarakat",
];
const LEVELS: [&str; 25] = [
    "I",
    "II",
    "III",
    "IV",
    "Dasar",
    "Lanjut",
    "Terapan",
    "Praktikum",
    "Seminar",
    "Studi Kasus",
    "Teori",
    "Kontemporer",
    "Komparatif",
    "Eksperimental",
    "Kuantitatif",
    "Kualitatif",
    "Digital",
    "Industri",
    "Lingkungan",
    "Internasional",
    "Daerah",
    "Pendidikan",
    "Kesehatan",
    "Publik",
    "Klinis",
];
/// Programs that have courses with the same names.
pub(crate) const PROGRAMS: usize = 20;

/// A pseudo-random number, deterministic in `number`.
pub(crate) fn lot(number: usize) -> usize {
    let mut mixed = (number as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    usize::try_from((mixed ^ (mixed >> 31)) >> 1).unwrap_or_default()
}

/// The full name of a person.
pub(crate) fn name(person: usize) -> String {
    let lot = lot(person);
    let last = if person % 10_000 == 4_321 {
        RARE
    } else {
        LAST[lot / 4096 % LAST.len()]
    };
    let given = GIVEN[lot % GIVEN.len()];
    match lot / 64 % 5 {
        0 => given.to_owned() + " " + last,
        _ => format!("{given} {} {last}", MIDDLE[lot / 524_288 % MIDDLE.len()]),
    }
}

/// A person's address: the name and a number, at one of two domains.
pub(crate) fn address(person: usize, name: &str) -> String {
    let name = name.to_lowercase().replace(' ', ".");
    let domain = if lot(person).is_multiple_of(7) {
        "pasca"
    } else {
        "mahasiswa"
    };
    format!("{name}{}@{domain}.nusantara.ac.id", person % 1000)
}

/// A telephone number.
pub(crate) fn telephone(person: usize) -> String {
    format!("08{:010}", lot(person + 7) % 10_000_000_000)
}

/// A course: its program, and its name there.
pub(crate) fn course(number: usize) -> (usize, String) {
    let (program, of_program) = (number % PROGRAMS, number / PROGRAMS);
    let topic = TOPICS[of_program % TOPICS.len()];
    let level = LEVELS[of_program / TOPICS.len() % LEVELS.len()];
    match of_program / (TOPICS.len() * LEVELS.len()) {
        0 => (program, format!("{topic} {level}")),
        more => (program, format!("{topic} {level} {}", more + 1)),
    }
}
