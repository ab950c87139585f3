//! Files of weights that are read when a command runs.

use anyhow::{Context as _, Error, Result};
use search::{Tuning, parse_weights};
use std::path::Path;

/// What a file of weights says.
pub struct WeightsFile {
    pub weights: Vec<i32>,
    /// The commands that wrote it, each beginning with what the one before wrote.
    pub commands: Vec<String>,
}

impl WeightsFile {
    /// What every line with a command begins with.
    pub const COMMAND: &str = "# ludotheque tune ";

    pub fn read(path: &Path, tuning: &dyn Tuning) -> Result<Self> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("{} can't be read", path.display()))?;
        let (features, phases) = (tuning.features(), tuning.phases());
        let mut weights = vec![0; features.len() * phases.len()];
        parse_weights(&text, features, phases, &mut weights)
            .map_err(Error::msg)
            .with_context(|| format!("{} is no file of these weights", path.display()))?;
        let commands = text.lines().filter(|line| line.starts_with(Self::COMMAND));
        Ok(WeightsFile { weights, commands: commands.map(str::to_owned).collect() })
    }
}
