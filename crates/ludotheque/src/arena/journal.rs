//! A journal of finished games, so that a long run can be interrupted and resumed.

use super::game_result::GameResult;
use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;

/// A file with one line of JSON for each finished game.
pub struct Journal {
    file: Option<File>,
    known: BTreeMap<String, BTreeMap<usize, GameResult>>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct JournalLine<P, R> {
    pairing: P,
    #[serde(rename = "sheet")]
    result: R,
}

impl Journal {
    /// A journal without a file: it knows no games and stores none.
    pub fn none() -> Self {
        Journal { file: None, known: BTreeMap::new() }
    }

    /// Opens a journal, or creates it if it does not exist. An incomplete line is skipped.
    pub fn open(path: &Path) -> Result<Self> {
        let named = || format!("{} can't be read and written", path.display());
        let file = File::options().read(true).append(true).create(true).open(path).with_context(named)?;
        let mut known: BTreeMap<String, BTreeMap<usize, GameResult>> = BTreeMap::new();
        for line in BufReader::new(&file).split(b'\n') {
            if let Ok(JournalLine { pairing, result }) =
                serde_json::from_slice::<JournalLine<String, GameResult>>(&line.with_context(named)?)
            {
                known.entry(pairing).or_default().insert(result.number, result);
            }
        }
        // Ends an incomplete line.
        (&file).write_all(b"\n").with_context(named)?;
        Ok(Journal { file: Some(file), known })
    }

    /// The stored games of a pairing, by number.
    pub fn known(&mut self, pairing: &str) -> BTreeMap<usize, GameResult> {
        self.known.remove(pairing).unwrap_or_default()
    }

    /// Stores a game.
    pub fn add(&mut self, pairing: &str, result: &GameResult) -> Result<()> {
        if let Some(file) = &mut self.file {
            let line = serde_json::to_string(&JournalLine { pairing, result })?;
            // In one write, so that lines do not interleave.
            file.write_all((line + "\n").as_bytes()).context("the journal can't be written")?;
        }
        Ok(())
    }
}
