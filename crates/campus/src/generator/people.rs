//! Students: the university's own, and the guests of the MBKM exchange.

use super::chance::{draw, topic};
use super::names::{FullName, name};

/// Gender, as the source writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gender {
    /// Laki-laki, `L`.
    Man,
    /// Perempuan, `P`.
    Woman,
}

impl Gender {
    /// The source's letter.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Man => 'L',
            Self::Woman => 'P',
        }
    }

    fn from_luck(luck: u64) -> Self {
        // The top bit: the name takes its luck from the low end.
        if luck >> 63 == 0 { Self::Man } else { Self::Woman }
    }
}

/// A student, independent of the classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Student {
    /// Position in the university, from 0.
    pub index: usize,
    /// Year of entry.
    pub angkatan: u16,
    /// Name.
    pub name: FullName,
    /// Gender, matching the name.
    pub gender: Gender,
    phone: Phone,
}

impl Student {
    pub(crate) fn new(seed: u64, index: usize, angkatan: u16) -> Self {
        let luck = draw(seed, topic::STUDENT_NAME, index as u64);
        let gender = Gender::from_luck(luck);
        let phone = Phone(draw(seed, topic::STUDENT_PHONE, index as u64));
        Self {
            index,
            angkatan,
            name: name(luck >> 1, gender == Gender::Woman),
            gender,
            phone,
        }
    }

    /// The student number: two digits of the year, then the student's own.
    #[must_use]
    pub fn npk(&self) -> String {
        text(|out| self.write_npk(out))
    }

    /// The e-mail address; unique, since the student number is in it.
    #[must_use]
    pub fn email(&self) -> String {
        text(|out| self.write_email(out))
    }

    /// The mobile phone number.
    #[must_use]
    pub fn hp(&self) -> String {
        text(|out| self.phone.write(out))
    }

    pub(crate) fn write_npk(&self, out: &mut Vec<u8>) {
        write_digits(out, u64::from(self.angkatan % 100), 2);
        write_digits(out, self.index as u64 + 1, 4);
    }

    fn write_email(&self, out: &mut Vec<u8>) {
        self.name.write_slug(out);
        out.push(b'.');
        self.write_npk(out);
        out.extend_from_slice(b"@mhs.nusantara.example");
    }

    /// Appends the row of a class's list. `class` is the class's part of it, already encoded.
    pub(crate) fn write_row(&self, class: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"NPK\":\"");
        self.write_npk(out);
        out.extend_from_slice(b"\",\"nama_lengkap\":\"");
        self.name.write(out);
        out.extend_from_slice(class);
        out.extend_from_slice(b"\"angkatan\":\"");
        write_digits(out, u64::from(self.angkatan), 4);
        out.extend_from_slice(match self.gender {
            Gender::Man => b"\",\"jenis_kelamin\":\"L\",\"HP\":\"",
            Gender::Woman => b"\",\"jenis_kelamin\":\"P\",\"HP\":\"",
        });
        self.phone.write(out);
        out.extend_from_slice(b"\",\"email\":\"");
        self.write_email(out);
        out.extend_from_slice(b"\"}");
    }
}

/// A student of another university who takes some classes here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MbkmStudent {
    /// Position among the guests, from 0.
    pub index: usize,
    /// Name.
    pub name: FullName,
    /// Gender, matching the name.
    pub gender: Gender,
    phone: Phone,
}

impl MbkmStudent {
    pub(crate) fn new(seed: u64, index: usize) -> Self {
        let luck = draw(seed, topic::MBKM_NAME, index as u64);
        let gender = Gender::from_luck(luck);
        let phone = Phone(draw(seed, topic::MBKM_PHONE, index as u64));
        Self {
            index,
            name: name(luck >> 1, gender == Gender::Woman),
            gender,
            phone,
        }
    }

    /// The guest's number.
    #[must_use]
    pub fn npk(&self) -> String {
        format!("M{:04}", self.index + 1)
    }

    pub(crate) fn write_row(&self, class: &[u8], out: &mut Vec<u8>) {
        let npk = self.npk();
        out.extend_from_slice(b"{\"NPK\":\"");
        out.extend_from_slice(npk.as_bytes());
        out.extend_from_slice(b"\",\"NamaLengkap\":\"");
        self.name.write(out);
        out.extend_from_slice(match self.gender {
            Gender::Man => b"\",\"JenisKelamin\":\"L\",\"Email\":\"",
            Gender::Woman => b"\",\"JenisKelamin\":\"P\",\"Email\":\"",
        });
        self.name.write_slug(out);
        out.push(b'.');
        out.extend(npk.bytes().map(|byte| byte.to_ascii_lowercase()));
        out.extend_from_slice(b"@mbkm.example\",\"HP\":\"");
        self.phone.write(out);
        out.extend_from_slice(b"\",\"angkatan\":\"");
        write_digits(out, 2024 + self.index as u64 % 2, 4);
        out.push(b'"');
        out.extend_from_slice(class);
        // The class's part ends with the separator of a middle part.
        out.pop();
        out.push(b'}');
    }
}

/// A mobile number, derived from a random one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Phone(pub(crate) u64);

impl Phone {
    pub(crate) fn write(self, out: &mut Vec<u8>) {
        const PREFIXES: [&[u8]; 8] = [b"0812", b"0813", b"0821", b"0852", b"0857", b"0878", b"0896", b"0838"];
        out.extend_from_slice(PREFIXES[(self.0 & 7) as usize]);
        write_digits(out, (self.0 >> 3) % 100_000_000, 8);
    }
}

/// Appends a number in decimal, padded with zeros to `width`.
pub(crate) fn write_digits(out: &mut Vec<u8>, mut number: u64, width: usize) {
    let mut digits = [b'0'; 20];
    let mut start = digits.len();
    while number > 0 {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    out.extend_from_slice(&digits[start.min(digits.len() - width)..]);
}

/// The text that `write` appends, which must be ASCII or names.
pub(crate) fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
