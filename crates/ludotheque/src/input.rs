//! Lines from the standard input or from a program.

use std::io::{BufRead as _, BufReader, Read, Result, StdinLock};

/// Longer lines are cut off, so that no input fills the memory.
const LONGEST: usize = 1 << 20;

/// Reads lines as they arrive. Bytes that are not UTF-8, and the end of a line that was cut off, become characters that no
/// notation has, so that such lines are refused and reading goes on.
pub struct Input<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
}

impl Input<StdinLock<'static>> {
    /// The standard input.
    pub fn standard() -> Self {
        Input::new(std::io::stdin().lock())
    }
}

impl<R: Read> Input<R> {
    /// The lines of `reader`.
    pub fn new(reader: R) -> Self {
        Input { reader: BufReader::with_capacity(1 << 16, reader), line: Vec::new() }
    }

    /// Whether the next line is already buffered; if not, reading it may block.
    pub fn is_ready(&self) -> bool {
        self.reader.buffer().contains(&b'\n')
    }

    /// The next line, trimmed; `None` at the end of the input.
    pub fn line(&mut self) -> Result<Option<String>> {
        self.line.clear();
        let limit = LONGEST as u64 + 1;
        if self.reader.by_ref().take(limit).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        let too_long = self.line.len() > LONGEST && !self.line.ends_with(b"\n");
        if too_long {
            self.line.truncate(LONGEST);
            self.reader.skip_until(b'\n')?;
        }
        let mut text = String::from_utf8_lossy(&self.line).trim().to_owned();
        if too_long {
            text.push('…');
        }
        Ok(Some(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut input = Input::new(bytes);
        std::iter::from_fn(|| input.line().unwrap()).collect()
    }

    #[test]
    fn all_line_endings_are_accepted() {
        assert_eq!(lines(b"b2\r\n  c3 \n\nd4"), ["b2", "c3", "", "d4"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn invalid_bytes_do_not_end_the_input() {
        assert_eq!(lines(b"\xff\nb2\n"), ["\u{fffd}", "b2"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_cut_off_and_marked() {
        for (length, dropped) in
            [(LONGEST - 1, 0), (LONGEST, 0), (LONGEST + 1, 1), (3 * LONGEST, 2 * LONGEST)]
        {
            let bytes = ["a".repeat(length), "\nb2".to_owned()].concat();
            let found = lines(bytes.as_bytes());
            let expected = "a".repeat(length - dropped) + if dropped > 0 { "…" } else { "" };
            assert!(found == [expected.as_str(), "b2"], "{length}: {} lines", found.len());
        }
        assert_eq!(lines("a".repeat(LONGEST + 1).as_bytes())[0].len(), LONGEST + "…".len());
        let blank = [" ".repeat(2 * LONGEST), "b2\n".to_owned()].concat();
        assert_eq!(lines(blank.as_bytes()), ["…"]);
    }

    #[test]
    fn a_part_of_a_line_is_not_ready() {
        let mut input = Input::new(&b"b2\nc"[..]);
        assert!(!input.is_ready());
        input.line().unwrap();
        assert!(!input.is_ready());
        let mut input = Input::new(&b"b2\nc3\nd"[..]);
        input.line().unwrap();
        assert!(input.is_ready());
    }
}
