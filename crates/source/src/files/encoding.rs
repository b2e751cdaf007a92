//! Decodes CSV files: UTF-8, UTF-16 as Excel writes "Unicode text", or an old code page.

use std::io::{self, Read};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{CoderResult, Decoder, DecoderResult, Encoding, UTF_8};

/// Bytes to read at once.
const PIECE: usize = 64 << 10;

/// Detects a file's encoding from its first bytes. A caller that reads the whole file passes its whole length: the only
/// letter that is not ASCII may be at the end.
pub(super) fn recognise(file: impl Read, first_bytes: u64) -> io::Result<&'static Encoding> {
    let mut file = file.take(first_bytes);
    let mut piece = vec![0; PIECE];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let mut utf8 = Utf8::new();
    let mut first = true;
    loop {
        let count = file.read(&mut piece)?;
        let (bytes, last) = (&piece[..count], count == 0);
        // A piece may end within a letter.
        if last && file.limit() == 0 {
            break;
        }
        if first {
            first = false;
            if let Some((encoding, _)) = Encoding::for_bom(bytes) {
                return Ok(encoding);
            }
        }
        detector.feed(bytes, last);
        utf8.look_at(bytes, last);
        if last {
            break;
        }
    }
    Ok(if utf8.is_likely() {
        UTF_8
    } else {
        detector.guess(Some(b"id"), Utf8Detection::Deny)
    })
}

/// Counts how far a file's bytes are valid UTF-8.
struct Utf8 {
    decoder: Decoder,
    sink: Vec<u8>,
    /// Valid letters of several bytes.
    sound: u64,
    /// Invalid sequences.
    bad: u64,
}

impl Utf8 {
    fn new() -> Self {
        Self {
            decoder: UTF_8.new_decoder_without_bom_handling(),
            sink: vec![0; PIECE * 3],
            sound: 0,
            bad: 0,
        }
    }

    fn look_at(&mut self, mut bytes: &[u8], last: bool) {
        loop {
            let (result, read, written) = self
                .decoder
                .decode_to_utf8_without_replacement(bytes, &mut self.sink, last);
            self.sound += self.sink[..written].iter().filter(|byte| **byte >= 0xc0).count() as u64;
            bytes = &bytes[read..];
            match result {
                DecoderResult::InputEmpty => return,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => self.bad += 1,
            }
        }
    }

    /// True if the file is probably UTF-8, although a cell may be cut within a letter. Text in an old code page is rarely
    /// valid UTF-8 by chance, so the greater number decides. A file wrongly taken for UTF-8 is refused cell by cell. A file
    /// wrongly taken for a code page would be garbled without a message.
    const fn is_likely(&self) -> bool {
        self.bad == 0 || self.sound > self.bad
    }
}

/// Reads a file as UTF-8. Invalid bytes become U+FFFD.
pub(super) struct Letters<R> {
    file: R,
    decoder: Decoder,
    raw: Vec<u8>,
    /// Start and end of the raw bytes that are not decoded yet.
    held: (usize, usize),
    at_end: bool,
    finished: bool,
}

impl<R: Read> Letters<R> {
    pub(super) fn of(file: R, encoding: &'static Encoding) -> Self {
        Self {
            file,
            decoder: encoding.new_decoder_with_bom_removal(),
            raw: vec![0; PIECE],
            held: (0, 0),
            at_end: false,
            finished: false,
        }
    }
}

impl<R: Read> Read for Letters<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while !self.finished {
            if self.held.0 == self.held.1 && !self.at_end {
                let count = self.file.read(&mut self.raw)?;
                self.held = (0, count);
                self.at_end = count == 0;
            }
            let raw = &self.raw[self.held.0..self.held.1];
            let (result, read, written, _) = self.decoder.decode_to_utf8(raw, into, self.at_end);
            self.held.0 += read;
            self.finished = self.at_end && result == CoderResult::InputEmpty;
            if written > 0 {
                return Ok(written);
            }
            if result == CoderResult::OutputFull {
                return Err(io::Error::other("the buffer is too small for one letter"));
            }
        }
        Ok(0)
    }
}
