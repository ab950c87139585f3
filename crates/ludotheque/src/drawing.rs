//! Drawing positions in the terminal: the rows of the notation below each other.

/// Draws `..../.r1../…/.... b 19,20`: the rows that the first word lists, cell below cell, then the other words.
///
/// A cell is a character with the digits that follow it. Shorter rows are centred. A notation whose first word has no rows
/// is returned unchanged.
pub fn drawing(position: &str) -> String {
    let (rows, rest) = position.split_once(' ').unwrap_or((position, ""));
    if !rows.contains('/') {
        return position.to_owned();
    }
    let rows: Vec<Vec<&str>> = rows.split('/').map(cells).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = rows.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(0) + 1;
    let mut lines: Vec<String> = rows
        .iter()
        .map(|row| {
            let margin = " ".repeat((columns - row.len()) * width / 2);
            let padded: String = row.iter().map(|cell| format!("{cell:<width$}")).collect();
            format!("  {margin}{}", padded.trim_end())
        })
        .collect();
    lines.push(format!("  {rest}"));
    lines.join("\n").trim_end().to_owned()
}

fn cells(row: &str) -> Vec<&str> {
    let starts = row.char_indices().filter(|(at, sign)| *at == 0 || !sign.is_ascii_digit());
    let starts: Vec<usize> = starts.map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([row.len()]);
    starts.iter().zip(ends).map(|(start, end)| &row[*start..end]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_aligned() {
        assert_eq!(drawing(".r1./.../b12.g3 b 19,20"), "  .   r1  .\n  .   .   .\n  b12 .   g3\n  b 19,20");
        assert_eq!(drawing("pp./...."), "   p p .\n  . . . .");
    }

    #[test]
    fn other_notations_are_unchanged() {
        assert_eq!(drawing("10 0 0"), "10 0 0");
        assert_eq!(drawing(""), "");
    }
}
