//! Files of weights, read at run time.

use anyhow::{Context as _, Error, Result};
use search::{Tuning, parse_weights};
use std::path::Path;

/// The contents of a file of weights.
pub struct WeightsFile {
    pub weights: Vec<i32>,
    /// The commands that wrote it; each started with the weights of the one before.
    pub commands: Vec<String>,
}

impl WeightsFile {
    /// The beginning of every line with a command.
    pub const COMMAND: &str = "# ludotheque tune ";

    /// Reads a file of weights for that game; fails if it is not one.
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
