//! Commands that a single game adds to the command line.

/// A command that a game adds to the command line. It turns a script into text and has no side effects.
pub struct Tool {
    /// The name of the subcommand.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// The help text: the syntax of its script and arguments.
    pub help: &'static str,
    /// Runs it on the arguments after the script's file name, and on the script's text. The error names the line at fault.
    pub run: fn(&[String], &str) -> Result<String, String>,
}
