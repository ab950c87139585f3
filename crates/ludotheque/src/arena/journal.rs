//! Games written down one by one, so that a long list can be cut off at any moment and continued.

use super::sheet::Sheet;
use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;

/// A file with a line of JSON for each game, written when the game is over.
pub struct Journal {
    file: Option<File>,
    known: BTreeMap<String, BTreeMap<usize, Sheet>>,
}

#[derive(Serialize, Deserialize)]
struct Entry<P, S> {
    pairing: P,
    sheet: S,
}

impl Journal {
    /// Nothing known, and nothing written down.
    pub fn none() -> Self {
        Journal { file: None, known: BTreeMap::new() }
    }

    /// Reads a journal, if there is one, and goes on with it. A line that was cut off says nothing.
    pub fn open(path: &Path) -> Result<Self> {
        let named = || format!("{} can't be read and written", path.display());
        let file = File::options().read(true).append(true).create(true).open(path).with_context(named)?;
        let mut known: BTreeMap<String, BTreeMap<usize, Sheet>> = BTreeMap::new();
        for line in BufReader::new(&file).split(b'\n') {
            if let Ok(Entry { pairing, sheet }) =
                serde_json::from_slice::<Entry<String, Sheet>>(&line.with_context(named)?)
            {
                known.entry(pairing).or_default().insert(sheet.number, sheet);
            }
        }
        // After a line that was cut off.
        (&file).write_all(b"\n").with_context(named)?;
        Ok(Journal { file: Some(file), known })
    }

    /// The games of a pairing that were played before, by number.
    pub fn known(&mut self, pairing: &str) -> BTreeMap<usize, Sheet> {
        self.known.remove(pairing).unwrap_or_default()
    }

    /// Writes a game down.
    pub fn add(&mut self, pairing: &str, sheet: &Sheet) -> Result<()> {
        if let Some(file) = &mut self.file {
            let line = serde_json::to_string(&Entry { pairing, sheet })?;
            // All at once, so that no other line comes in between.
            file.write_all((line + "\n").as_bytes()).context("the journal can't be written")?;
        }
        Ok(())
    }
}
