//! Golden files: reviewed texts that later output is compared with, line by line.

use std::path::Path;

/// Compares a text with a file.
///
/// With `UPDATE=1` in the environment it writes the file instead: review the difference before you commit it.
pub fn golden(path: impl AsRef<Path>, text: &str) {
    let path = path.as_ref();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("the folder can be made");
        std::fs::write(path, text).expect("the file can be written");
    }
    let known = std::fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{}: {error}; UPDATE=1 writes it", path.display()));
    for (number, (expected, found)) in known.lines().zip(text.lines()).enumerate() {
        assert_eq!(expected, found, "{}:{} is not current; UPDATE=1 writes it", path.display(), number + 1);
    }
    assert_eq!(known.lines().count(), text.lines().count(), "{} has another length", path.display());
}
