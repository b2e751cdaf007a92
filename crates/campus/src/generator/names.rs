//! Names of people in the traditions of the archipelago.
//!
//! A single name is common on Java. A Balinese name starts with the order of birth. A Batak, Minahasan or Moluccan name ends
//! in the clan's name. Some names have an apostrophe.

use super::chance::take;

/// A person's name in its parts, without allocations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FullName {
    parts: [&'static str; 3],
    len: u8,
}

impl FullName {
    fn of(parts: &[&'static str]) -> Self {
        let mut name = Self {
            parts: [""; 3],
            len: parts.len() as u8,
        };
        name.parts[..parts.len()].copy_from_slice(parts);
        name
    }

    /// The name's parts in order.
    #[must_use]
    pub fn parts(&self) -> &[&'static str] {
        &self.parts[..usize::from(self.len)]
    }

    /// Appends the name with a space between its parts.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        for (index, part) in self.parts().iter().enumerate() {
            if index > 0 {
                out.push(b' ');
            }
            out.extend_from_slice(part.as_bytes());
        }
    }

    /// Appends the name's last word in a form that an e-mail address can contain.
    pub(crate) fn write_slug(&self, out: &mut Vec<u8>) {
        let word = self.parts().last().copied().unwrap_or("orang");
        out.extend(
            word.bytes()
                .filter(u8::is_ascii_alphabetic)
                .map(|byte| byte.to_ascii_lowercase()),
        );
    }
}

impl std::fmt::Display for FullName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.parts().join(" "))
    }
}

/// The naming of one tradition.
struct Tradition {
    /// Its share: out of 100 people.
    share: u64,
    men: &'static [&'static str],
    women: &'static [&'static str],
    /// The last names of men and of women; if both lists are the same, they are clan names.
    men_last: &'static [&'static str],
    women_last: &'static [&'static str],
    /// Out of 100 people of the tradition, how many have a single name.
    single: u64,
}

const BATAK_CLANS: &[&str] = &[
    "Simanjuntak",
    "Siregar",
    "Nasution",
    "Hutapea",
    "Sinaga",
    "Situmorang",
    "Panjaitan",
    "Lubis",
    "Harahap",
    "Ginting",
    "Sembiring",
    "Tarigan",
    "Sitompul",
    "Manurung",
    "Pasaribu",
];
const EASTERN_CLANS: &[&str] = &[
    "Pattinama",
    "Latuheru",
    "Tu'u",
    "Wenas",
    "Rumbiak",
    "Kaisiepo",
    "Lumentut",
    "Sahetapy",
    "Leimena",
    "Da'costa",
    "Wanggai",
    "Mandagi",
    "Korwa",
    "Tupamahu",
];
const CHINESE_LAST: &[&str] = &[
    "Wijaya",
    "Halim",
    "Gunawan",
    "Tanuwijaya",
    "Hartono",
    "Lim",
    "Tan",
    "Setiadi",
    "Salim",
    "Kurniawan",
    "Susanto",
    "Wibisono",
    "Oei",
];
const MINANG_LAST: &[&str] = &[
    "Chaniago",
    "Koto",
    "Piliang",
    "Tanjung",
    "Sikumbang",
    "Jambak",
    "Guci",
    "Caniago",
    "Malik",
    "Zulkarnain",
];
const BUGIS_LAST: &[&str] = &[
    "Daeng Mattola",
    "Mappasessu",
    "Tenri",
    "Makkarumpa",
    "La Ode",
    "Pangerang",
    "Patunru",
    "Makkasau",
];
const DAYAK_LAST: &[&str] = &["Lawai", "Usop", "Lambung", "Ngau", "Bulan", "Anyi", "Laing", "Sawing"];

const TRADITIONS: &[Tradition] = &[
    // Jawa
    Tradition {
        share: 38,
        men: &[
            "Agus", "Budi", "Joko", "Slamet", "Bambang", "Wahyu", "Dwi", "Tri", "Eko", "Sugeng", "Heru", "Bayu",
            "Aditya", "Galih", "Rizky", "Yoga", "Dimas", "Suparman", "Sukirno", "Teguh", "Bagus", "Hendro", "Prasetyo",
            "Arif", "Fajar",
        ],
        women: &[
            "Siti", "Sri", "Dwi", "Tri", "Endang", "Wahyuni", "Ratna", "Ayu", "Dewi", "Retno", "Lestari", "Puji",
            "Ningsih", "Indah", "Rini", "Wulan", "Kartika", "Anggun", "Sekar", "Rahayu", "Suparmi", "Yanti",
            "Nur'aini", "Fitri", "Putri",
        ],
        men_last: &[
            "Santoso",
            "Wibowo",
            "Nugroho",
            "Prasetyo",
            "Saputra",
            "Hidayat",
            "Kusuma",
            "Setiawan",
            "Susilo",
            "Purnomo",
            "Widodo",
            "Raharjo",
            "Utomo",
            "Hartono",
            "Suryanto",
            "Pratama",
            "Mulyono",
            "Wicaksono",
            "Sutrisno",
            "Ma'ruf",
        ],
        women_last: &[
            "Rahayu",
            "Lestari",
            "Wulandari",
            "Handayani",
            "Astuti",
            "Puspitasari",
            "Utami",
            "Ningsih",
            "Widyastuti",
            "Kusumawati",
            "Setyowati",
            "Purwanti",
            "Anggraini",
            "Maharani",
            "Pertiwi",
            "Safitri",
            "Hapsari",
            "Nuraini",
            "Sa'diyah",
            "Oktaviani",
        ],
        single: 14,
    },
    // Sunda
    Tradition {
        share: 17,
        men: &[
            "Asep", "Ujang", "Dadang", "Cecep", "Deden", "Iwan", "Yayan", "Encep", "Tatang", "Aep", "Rudi", "Gilang",
            "Rizal", "Hilman", "Dede",
        ],
        women: &[
            "Neng", "Euis", "Cucu", "Imas", "Nia", "Rina", "Lilis", "Tuti", "Ai", "Nenden", "Siti", "Yulia", "Intan",
            "Rosi", "Mira",
        ],
        men_last: &[
            "Suryana",
            "Hidayat",
            "Permana",
            "Sutisna",
            "Kosasih",
            "Ramdani",
            "Mulyana",
            "Kurniawan",
            "Gunawan",
            "Supriatna",
            "Firmansyah",
            "Maulana",
        ],
        women_last: &[
            "Nurhayati",
            "Suryani",
            "Komalasari",
            "Rohaeti",
            "Kurniasih",
            "Mulyani",
            "Sumiati",
            "Fauziah",
            "Rahmawati",
            "Nurjanah",
            "Permatasari",
            "Aisyah",
        ],
        single: 6,
    },
    // Batak
    Tradition {
        share: 9,
        men: &[
            "Jonathan",
            "Parlindungan",
            "Togar",
            "Saut",
            "Hotman",
            "Daniel",
            "Poltak",
            "Andreas",
            "Binsar",
            "Ucok",
            "Marulitua",
        ],
        women: &[
            "Tiur", "Rotua", "Maria", "Ester", "Lasma", "Ruth", "Debora", "Rouli", "Duma", "Sondang", "Hotmaida",
        ],
        men_last: BATAK_CLANS,
        women_last: BATAK_CLANS,
        single: 0,
    },
    // Minangkabau
    Tradition {
        share: 8,
        men: &[
            "Rahmat", "Zulfikar", "Afdal", "Ilham", "Yusrizal", "Hendri", "Fadhil", "Nofri", "Rinaldi", "Jum'at",
        ],
        women: &[
            "Rahmi", "Yulianti", "Fadhilah", "Elvira", "Nurul", "Desi", "Silvia", "Upik", "Mutia", "Qur'ani",
        ],
        men_last: MINANG_LAST,
        women_last: MINANG_LAST,
        single: 8,
    },
    // Tionghoa
    Tradition {
        share: 7,
        men: &[
            "Kevin", "Hendra", "Steven", "Rudy", "Andi", "Felix", "Vincent", "Budiman", "William", "Ferry",
        ],
        women: &[
            "Michelle",
            "Lina",
            "Stephanie",
            "Mei Ling",
            "Jessica",
            "Fenny",
            "Vivian",
            "Sherly",
            "Natalia",
            "Grace",
        ],
        men_last: CHINESE_LAST,
        women_last: CHINESE_LAST,
        single: 2,
    },
    // Bali
    Tradition {
        share: 6,
        men: &[
            "I Wayan",
            "I Made",
            "I Nyoman",
            "I Ketut",
            "I Gede",
            "I Putu",
            "Ida Bagus",
            "I Gusti",
        ],
        women: &[
            "Ni Wayan",
            "Ni Made",
            "Ni Nyoman",
            "Ni Ketut",
            "Ni Luh",
            "Ni Putu",
            "Ida Ayu",
            "Ni Kadek",
        ],
        men_last: &[
            "Sudiarta", "Suparta", "Wirawan", "Artawan", "Adnyana", "Mahendra", "Darmawan", "Yasa", "Sukerta",
        ],
        women_last: &[
            "Suryani",
            "Ariani",
            "Widiastuti",
            "Sukmawati",
            "Pradnyani",
            "Asih",
            "Damayanti",
            "Cahyani",
        ],
        single: 0,
    },
    // Bugis and Makassar
    Tradition {
        share: 6,
        men: &["Andi", "Muhammad", "Baso", "Syamsul", "Ambo", "Rusdi", "Aswar", "Irfan"],
        women: &[
            "Andi", "Besse", "Hasnah", "Nurhaeni", "Sitti", "Rosmini", "Hajrah", "Masyita",
        ],
        men_last: BUGIS_LAST,
        women_last: BUGIS_LAST,
        single: 5,
    },
    // Minahasa, Maluku, Papua
    Tradition {
        share: 5,
        men: &[
            "Yohanes",
            "Markus",
            "Elias",
            "Ferdinand",
            "Onesimus",
            "Frans",
            "Melky",
            "Semuel",
            "Boaz",
            "Yance",
        ],
        women: &[
            "Yuliana",
            "Marlina",
            "Selvi",
            "Agustina",
            "Magdalena",
            "Naomi",
            "Adolfina",
            "Ribka",
            "Meiske",
            "Oktovina",
        ],
        men_last: EASTERN_CLANS,
        women_last: EASTERN_CLANS,
        single: 0,
    },
    // Aceh and the Hadrami families
    Tradition {
        share: 3,
        men: &[
            "Teuku", "Sa'id", "Fauzan", "Habib", "Abdullah", "Mu'adz", "Hasan", "Rif'at",
        ],
        women: &[
            "Cut", "Syarifah", "Aisyah", "Khadijah", "Nabila", "Zahra", "Ra'idah", "Hanum",
        ],
        men_last: &[
            "Alatas", "Shihab", "Iskandar", "Assegaf", "Muzakir", "Bahri", "Alhabsyi", "Fahmi",
        ],
        women_last: &[
            "Alatas", "Shihab", "Meutia", "Assegaf", "Zulaikha", "Humaira", "Alhabsyi", "Nurdin",
        ],
        single: 3,
    },
    // Dayak
    Tradition {
        share: 1,
        men: &["Yulius", "Ding", "Lihan", "Petrus", "Anton", "Ipui"],
        women: &["Bulan", "Lenjau", "Theresia", "Ulin", "Hangin", "Pero"],
        men_last: DAYAK_LAST,
        women_last: DAYAK_LAST,
        single: 10,
    },
];

/// Middle names that many traditions share.
const MIDDLE_MEN: &[&str] = &[
    "Putra", "Adi", "Rizki", "Arya", "Akbar", "Dwi", "Surya", "Indra", "Eka", "Bima", "Cahya", "Satria",
];
const MIDDLE_WOMEN: &[&str] = &[
    "Putri", "Nur", "Ayu", "Dwi", "Eka", "Citra", "Dian", "Permata", "Kusuma", "Intan", "Cahya", "Novia",
];

/// Names a person from a random number.
pub(crate) fn name(mut luck: u64, woman: bool) -> FullName {
    let mut share = take(&mut luck, 100) as u64;
    let mut tradition = &TRADITIONS[0];
    for candidate in TRADITIONS {
        tradition = candidate;
        if share < candidate.share {
            break;
        }
        share -= candidate.share;
    }
    let (given, last, middle) = if woman {
        (tradition.women, tradition.women_last, MIDDLE_WOMEN)
    } else {
        (tradition.men, tradition.men_last, MIDDLE_MEN)
    };
    let first = given[take(&mut luck, given.len() as u64)];
    let single = (take(&mut luck, 100) as u64) < tradition.single;
    if single && !first.contains(' ') {
        return FullName::of(&[first]);
    }
    let last = last[take(&mut luck, last.len() as u64)];
    if take(&mut luck, 10) < 4 {
        let middle = middle[take(&mut luck, middle.len() as u64)];
        if middle != first && middle != last {
            return FullName::of(&[first, middle, last]);
        }
    }
    if first == last {
        return FullName::of(&[first]);
    }
    FullName::of(&[first, last])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::chance::mix;

    #[test]
    fn the_shares_of_the_traditions_make_a_hundred() {
        assert_eq!(TRADITIONS.iter().map(|tradition| tradition.share).sum::<u64>(), 100);
    }

    #[test]
    fn some_people_have_a_single_name_or_an_apostrophe() {
        let names: Vec<String> = (0..2000)
            .map(|index| name(mix(index), index % 2 == 0).to_string())
            .collect();
        assert!(names.iter().any(|name| !name.contains(' ')));
        assert!(names.iter().any(|name| name.contains('\'')));
        assert!(
            names.iter().all(|name| !name.contains(['"', '\\'])),
            "names are written into JSON as they are"
        );
    }
}
