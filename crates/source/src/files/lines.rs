//! Numbers the lines of a text as an editor does: after `\n`, `\r\n` or `\r`.

use std::collections::VecDeque;

/// The beginnings of the lines that are not empty. An empty line is no record.
#[derive(Debug)]
pub(super) struct Lines {
    /// The first byte of each line, and its number from 1.
    begins: VecDeque<(u64, u64)>,
    /// Bytes passed.
    passed: u64,
    line: u64,
    /// True if the next byte is the first of its line.
    at_start: bool,
    /// True if the last byte was `\r`: a `\n` behind it ends no other line.
    behind_cr: bool,
}

impl Default for Lines {
    fn default() -> Self {
        Self {
            begins: VecDeque::new(),
            passed: 0,
            line: 1,
            at_start: true,
            behind_cr: false,
        }
    }
}

impl Lines {
    /// Numbers the lines of the next piece.
    pub(super) fn pass(&mut self, piece: &[u8]) {
        let mut from = 0;
        let ends = memchr::memchr2_iter(b'\n', b'\r', piece);
        for end in ends.chain([piece.len()]) {
            if end > from {
                if self.at_start {
                    self.begins.push_back((self.passed + from as u64, self.line));
                }
                (self.at_start, self.behind_cr) = (false, false);
            }
            let Some(byte) = piece.get(end) else { break };
            self.line += u64::from(!(self.behind_cr && *byte == b'\n'));
            (self.at_start, self.behind_cr) = (true, *byte == b'\r');
            from = end + 1;
        }
        self.passed += piece.len() as u64;
    }

    /// The number of the first line that begins at this byte or behind it. Drops the lines before it.
    pub(super) fn at(&mut self, byte: u64) -> u64 {
        let before = self.begins.iter().take_while(|(begin, _)| *begin < byte).count();
        self.begins.drain(..before);
        self.begins.front().map_or(self.line, |(_, line)| *line)
    }
}
