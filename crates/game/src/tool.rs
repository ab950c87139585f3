//! Commands that only one game has use for.

/// A command of a game's own, for the command line: it turns a script into text, and touches nothing else.
pub struct Tool {
    /// The word that calls it.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// How its script and its words are written, for whoever asks for help.
    pub help: &'static str,
    /// Does it: the words after the script's name, then the script. An error says what is wrong, and on which line.
    pub run: fn(&[String], &str) -> Result<String, String>,
}
