//! Files of weights that are read when a command runs.

use anyhow::{Context as _, Result, bail, ensure};
use search::Tuning;
use std::path::Path;

/// The weights of a file, as [`search::read_weights`] reads it when a game is compiled.
pub fn read(path: &Path, tuning: &dyn Tuning) -> Result<Vec<i32>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} can't be read", path.display()))?;
    parse(&text, tuning.features(), tuning.phases().len())
        .with_context(|| format!("{} is no file of these weights", path.display()))
}

fn parse(text: &str, features: &[&str], phases: usize) -> Result<Vec<i32>> {
    let mut weights = vec![0; features.len() * phases];
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut read = 0;
    for (index, line) in lines.enumerate() {
        let mut words = line.split_whitespace();
        let (Some(name), Some(feature)) = (words.next(), features.get(index)) else {
            bail!("it has more lines than there are features")
        };
        ensure!(name == *feature, "it has `{name}` where `{feature}` should be");
        let row: Vec<i32> = words.map(str::parse).collect::<Result<_, _>>()?;
        ensure!(row.len() == phases, "`{name}` should have {phases} weights, not {}", row.len());
        for (phase, weight) in row.into_iter().enumerate() {
            weights[phase * features.len() + index] = weight;
        }
        read = index + 1;
    }
    ensure!(read == features.len(), "it has fewer lines than there are features");
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::write_weights;

    const FEATURES: &[&str] = &["cells", "height"];

    #[test]
    fn what_is_written_is_read_back() {
        let weights = [1, -20, 300, 0];
        let file = format!("# A game.\n\n{}", write_weights(&weights, FEATURES, &["early", "late"]));
        assert_eq!(parse(&file, FEATURES, 2).unwrap(), weights);
        for bad in
            ["cells 1 2\n", "height 1 2\ncells 1 2\n", "cells 1\nheight 1 2\n", "cells 1 2\nheight 1 a\n"]
        {
            assert!(parse(bad, FEATURES, 2).is_err(), "{bad}");
        }
    }
}
