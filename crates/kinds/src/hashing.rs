//! The hash by which rows and objects are matched.

use xxhash_rust::xxh3::xxh3_64;

/// Texts as a 64-bit hash, for matching: the texts of a key give a row's [`key_hash`](crate::key_hash).
pub fn hash<'a>(values: impl Iterator<Item = &'a str>) -> i64 {
    // Hashed in one piece: a streaming hasher is four times as large as most of these texts, and each hash needs a new one.
    let mut text = Vec::with_capacity(256);
    for value in values {
        text.extend_from_slice(value.as_bytes());
        text.push(0x1f);
    }
    xxh3_64(&text).cast_signed()
}
