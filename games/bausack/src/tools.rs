//! The commands of this game: `ludotheque tower`, which builds towers from a script, and `ludotheque census`.

use crate::physics::{lean, place, shake};
use crate::{Block, Gesture, Ground, Tower, draw};
use game::Tool;
use std::fmt::Write as _;

/// The commands that this game adds to the program.
pub const TOOLS: &[Tool] = &[TOWER, CENSUS];

const CENSUS: Tool = Tool {
    name: "census",
    summary: "Tell how long games of the bag were, how high towers grew, whose hands brought them down, and what was paid",
    help: "\
Usage: ludotheque census RECORDS

The records follow each other (`-` is the standard input), as in:
  ludotheque arena bausack level1 level4 level8 --set game=knockout --games 200 --records games
  cat games/*.record | ludotheque census -
Of each number the middle one is told, with the least and the most.",
    run: crate::census::run,
};

const TOWER: Tool = Tool {
    name: "tower",
    summary: "Build a tower of the bag's blocks from a script, shake it, measure it, draw it",
    help: "\
Usage: ludotheque tower SCRIPT [svg]

Each line of the script (`-` is the standard input) does one thing:
  place 17 drop            lays block 17 on the middle of the top; any gesture of the notation will do
  place 17 drop:5,-3,90,1  the same, 5 mm and -3 mm aside, turned by 90 degrees, on its side 1
  shake 12                 shakes the table for a second with 12 hundredths of gravity
  lean 40                  taps the table and leans it by 40 hundredths of a degree to each of four sides
  measure                  tells how many blocks stand, how high, and how safely
  # …                      means nothing
What falls is told and taken away. With `svg`, the tower is drawn at the end, and nothing else is printed.",
    run,
};

fn run(words: &[String], script: &str) -> Result<String, String> {
    let drawn = match words {
        [] => false,
        [word] if word == "svg" => true,
        _ => return Err("after the script comes nothing, or `svg`".to_owned()),
    };
    let mut tower = Tower::default();
    let mut report = String::new();
    for (number, line) in (1..).zip(script.lines()) {
        let output =
            execute(&mut tower, line.trim()).map_err(|problem| format!("line {number}: {problem}"))?;
        if let Some(output) = output {
            writeln!(report, "{output}").expect("writing to a string does not fail");
        }
    }
    Ok(if drawn { draw::tower(&tower, draw::Camera::new(32.0, 12.0), 1.2) } else { report })
}

/// Executes a line of a script; returns its output, if it has any, or what is wrong with the line.
fn execute(tower: &mut Tower, line: &str) -> Result<Option<String>, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let settled = match words[..] {
        [] => return Ok(None),
        [first, ..] if first.starts_with('#') => return Ok(None),
        ["measure"] => return Ok(Some(measured(tower))),
        ["place", block, gesture] => {
            let block = block.parse().ok().and_then(Block::numbered).ok_or("blocks are 1 to 100")?;
            if tower.blocks.iter().any(|standing| standing.block == block) {
                return Err(format!("block {} stands already", block.number()));
            }
            let gesture: Gesture = gesture.parse().map_err(|problem| format!("{problem}"))?;
            place(tower, Ground::Base, block, &gesture)
        }
        ["lean", hundredths] => {
            let hundredths = hundredths.parse().ok().filter(|lean| (0..=1_000).contains(lean));
            lean(tower, Ground::Base, hundredths.ok_or("a table leans by 0 to 1000 hundredths of a degree")?)
        }
        ["shake", strength] => {
            let strength = strength.parse().ok().filter(|strength| (0..=100).contains(strength));
            shake(tower, Ground::Base, strength.ok_or("a table is shaken by 0 to 100")?)
        }
        _ => {
            return Err("a line is `place BLOCK GESTURE`, `shake STRENGTH`, `lean HUNDREDTHS` or `measure`"
                .to_owned());
        }
    };
    let fallen: Vec<String> = settled.fallen.iter().map(|block| block.number().to_string()).collect();
    *tower = settled.tower;
    let result = match (settled.bumped, fallen.is_empty()) {
        (true, _) => "bumps the table".to_owned(),
        (false, true) => "stands".to_owned(),
        (false, false) => format!("falls: {}", fallen.join(" ")),
    };
    let command: String = line.chars().take(40).collect();
    Ok(Some(format!("{command}: {result}; {}; state {:016x}", measured(tower), settled.hash)))
}

fn measured(tower: &Tower) -> String {
    let [height, margin] = [tower.height, tower.margin].map(|length| f64::from(length) / 1_000.0);
    format!("{} blocks, {height:.1} mm high, {margin:.2} mm of margin", tower.blocks.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_builds_shakes_measures_and_draws() {
        let script = "# a pillar on a slab, and a cube\nplace 1 drop\nplace 10 drop\nplace 3 drop\n\nshake 3\nmeasure\nshake 30\n";
        let report = run(&[], script).unwrap();
        let lines: Vec<&str> = report.lines().collect();
        assert_eq!(lines.len(), 6, "{report}");
        assert!(lines[2].starts_with("place 3 drop: stands; 3 blocks, "), "{report}");
        assert!(lines[3].starts_with("shake 3: stands; 3 blocks, "), "{report}");
        assert!(lines[4].starts_with("3 blocks, "), "{report}");
        assert!(lines[5].contains("falls: 10 3; 1 blocks"), "{report}");
        assert!(run(&["svg".to_owned()], "place 1 drop\n").unwrap().starts_with("<svg"));
    }

    #[test]
    fn a_bad_line_is_named() {
        for (script, problem) in [
            ("place 1 drop\nplace 1 drop", "line 2: block 1 stands already"),
            ("place 101 drop", "line 1: blocks are 1 to 100"),
            ("place 1 throw", "line 1: "),
            ("\n\nshake 101", "line 3: a table is shaken by 0 to 100"),
            ("wobble", "line 1: a line is "),
        ] {
            let found = run(&[], script).unwrap_err();
            assert!(found.starts_with(problem), "{script:?}: {found}");
        }
        assert!(run(&["png".to_owned()], "").is_err());
    }
}
