//! Writing and reading numbers of any width in bits.

/// Writes numbers, the highest bit first.
#[derive(Default)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
    /// The bits that do not fill a byte yet: the lowest `count` ones.
    waiting: u64,
    count: u32,
}

impl Writer {
    /// Writes the lowest `width` bits of a number, 32 at most.
    pub fn put(&mut self, number: u32, width: u32) {
        self.waiting = (self.waiting << width) | (u64::from(number) & ((1 << width) - 1));
        self.count += width;
        while self.count >= 8 {
            self.count -= 8;
            self.bytes.push((self.waiting >> self.count) as u8);
        }
    }

    /// Writes a signed number that [`fits`].
    pub fn put_signed(&mut self, number: i32, width: u32) {
        self.put(number as u32, width);
    }

    /// The bytes that were written, the last one filled up with zeros.
    pub fn bytes(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.put(0, 8 - self.count);
        }
        self.bytes
    }
}

/// Reads what a [`Writer`] wrote.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Reads from the first bit.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, at: 0 }
    }

    /// The next `width` bits; `None` if there are not so many.
    pub fn take(&mut self, width: u32) -> Option<u32> {
        let mut number = 0;
        for _ in 0..width {
            let byte = self.bytes.get(self.at / 8)?;
            number = (number << 1) | (u32::from(*byte) >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(number)
    }

    /// The next three signed numbers; `None` if there are not so many bits.
    pub fn take_three(&mut self, width: u32) -> Option<[i32; 3]> {
        let mut three = [0; 3];
        for number in &mut three {
            let bits = self.take(width)?;
            let above = 32 - width.max(1);
            *number = (bits << above) as i32 >> above;
        }
        Some(three)
    }
}

/// Whether a signed number can be written in so many bits.
pub(crate) fn fits(number: i32, width: u32) -> bool {
    match width {
        0 => number == 0,
        _ => (-(1 << (width - 1))..1 << (width - 1)).contains(&number),
    }
}
