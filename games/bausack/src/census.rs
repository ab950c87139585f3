//! `ludotheque census`: what happened in many games, from their records: how long they were, how high towers grew, and
//! how often whose hand brought one down.

use crate::{Action, Mode};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What was counted of the games of one mode.
#[derive(Default)]
struct Games {
    /// Actions of seats in each game.
    actions: Vec<u64>,
    /// Placements in each game.
    placements: Vec<u64>,
    /// Micrometres of the highest tower of each game.
    heights: Vec<u64>,
    /// Blocks of that with the most, in each game.
    blocks: Vec<u64>,
    /// Records without a result.
    unfinished: u64,
    /// By who placed.
    hands: BTreeMap<String, Hands>,
}

/// What the hands of one name did.
#[derive(Default)]
struct Hands {
    placements: u64,
    falls: u64,
    /// The blocks that stood on the tower when one fell.
    fallen: Vec<u64>,
}

/// A record that is being read.
#[derive(Default)]
struct Reading {
    mode: Mode,
    blind: bool,
    names: BTreeMap<String, String>,
    over: bool,
    actions: u64,
    placements: u64,
    height: u64,
    blocks: u64,
    /// Who has let go, while Nature has not answered.
    hand: Option<String>,
    hands: BTreeMap<String, Hands>,
}

impl Reading {
    fn read(&mut self, line: &str) -> Result<(), String> {
        if let Some((key, value)) = line.split_once(": ") {
            match key.split_once(' ') {
                None if key == "result" => self.over = true,
                Some(("option", "game")) => {
                    let mode = Mode::ALL.into_iter().find(|mode| mode.id() == value);
                    self.mode = mode.ok_or_else(|| format!("there is no game `{value}` in the bag"))?;
                }
                Some(("option", "blind")) => self.blind = value == "yes",
                Some(("name", seat)) => {
                    self.names.insert(seat.to_owned(), value.to_owned());
                }
                _ => {}
            }
            return Ok(());
        }
        let entry = line.split(" ; ").next().unwrap_or(line);
        let Some((who, what)) = entry.split_once(' ').filter(|(_, what)| !what.starts_with('!')) else {
            return Ok(());
        };
        let action: Action = what.parse().map_err(|problem| format!("{problem}"))?;
        self.actions += u64::from(who != "*");
        match action {
            Action::Place(..) => {
                let name = self.names.get(who).map_or_else(|| format!("seat {who}"), Clone::clone);
                self.hand = Some(name);
            }
            // What stands after a block was taken off again is nobody's placement.
            Action::Rest(settled) => {
                let Some(name) = self.hand.take() else { return Ok(()) };
                let stands = settled.tower.blocks.len() as u64;
                let hands = self.hands.entry(name).or_default();
                hands.placements += 1;
                self.placements += 1;
                if settled.bumped || !settled.fallen.is_empty() {
                    hands.falls += 1;
                    hands.fallen.push((stands + settled.fallen.len() as u64).saturating_sub(1));
                } else {
                    self.height = self.height.max(u64::from(settled.tower.height));
                    self.blocks = self.blocks.max(stands);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Tells what happened in records that follow each other.
pub(crate) fn run(words: &[String], records: &str) -> Result<String, String> {
    if !words.is_empty() {
        return Err("after the records comes nothing".to_owned());
    }
    let mut found: BTreeMap<String, Games> = BTreeMap::new();
    let mut reading: Option<Reading> = None;
    for (number, line) in (1..).zip(records.lines()) {
        if line.starts_with("ludotheque record ") {
            close(&mut found, reading.replace(Reading::default()));
            continue;
        }
        let game = reading.as_mut().ok_or("line 1: a record begins with `ludotheque record`")?;
        game.read(line).map_err(|problem| format!("line {number}: {problem}"))?;
    }
    close(&mut found, reading);
    if found.is_empty() {
        return Err("there is no record".to_owned());
    }
    Ok(report(&found))
}

fn close(found: &mut BTreeMap<String, Games>, reading: Option<Reading>) {
    let Some(game) = reading else { return };
    let name = format!("{}{}", game.mode.id(), if game.blind { ", blind" } else { "" });
    let games = found.entry(name).or_default();
    games.actions.push(game.actions);
    games.placements.push(game.placements);
    games.heights.push(game.height);
    games.blocks.push(game.blocks);
    games.unfinished += u64::from(!game.over);
    for (hand, did) in game.hands {
        let all = games.hands.entry(hand).or_default();
        all.placements += did.placements;
        all.falls += did.falls;
        all.fallen.extend(did.fallen);
    }
}

fn report(found: &BTreeMap<String, Games>) -> String {
    let mut text = "| game | games | not over | actions | placements | blocks | height |\n\
                    | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
        .to_owned();
    let mut line = |line: String| writeln!(text, "{line}").expect("text takes text");
    for (name, games) in found {
        let [actions, placements, blocks, heights] =
            [&games.actions, &games.placements, &games.blocks, &games.heights].map(|of| spread(of));
        let millimetres = heights.map(|height| height / 1_000);
        line(format!(
            "| {name} | {} | {} | {} | {} | {} | {} mm |",
            games.actions.len(),
            games.unfinished,
            told(actions),
            told(placements),
            told(blocks),
            told(millimetres)
        ));
    }
    line(
        "\n| game | who | placements | falls | of 100 placements | blocks that stood at a fall |".to_owned(),
    );
    line("| --- | --- | ---: | ---: | ---: | ---: |".to_owned());
    for (name, games) in found {
        for (who, hands) in &games.hands {
            let share = 100.0 * hands.falls as f64 / hands.placements.max(1) as f64;
            let stood = told(spread(&hands.fallen));
            line(format!(
                "| {name} | {who} | {} | {} | {share:.1} | {stood} |",
                hands.placements, hands.falls
            ));
        }
    }
    text
}

/// The least, the middle and the most.
fn spread(numbers: &[u64]) -> [u64; 3] {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let at = |place: usize| sorted.get(place).copied().unwrap_or(0);
    [at(0), at(sorted.len() / 2), at(sorted.len().saturating_sub(1))]
}

fn told([least, middle, most]: [u64; 3]) -> String {
    format!("{middle} ({least}–{most})")
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORDS: &str = "\
ludotheque record 1
game: bausack
rules: 1
seats: 2
option game: knockout
name 0: bot level1
name 1: bot level8
result: 1 2

0 sell 17 high
1 pass
0 place 17 drop ; 1.5
* rest 30000/0/17/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA//-/17//0000000000000000
1 sell 4 high
0 !takeback
ludotheque record 1
game: bausack
option blind: yes

0 place 4 drop
* rest 0/0///4/bumped///0000000000000000
";

    #[test]
    fn records_are_counted_by_game_and_by_hand() {
        let pose = "17/".to_owned() + &pose_text() + "//-/17";
        let records = RECORDS.replace("17/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA//-/17", &pose);
        let told = run(&[], &records).unwrap();
        for line in [
            "| babel, blind | 1 | 1 | 1 (1–1) | 1 (1–1) | 0 (0–0) | 0 (0–0) mm |",
            "| knockout | 1 | 0 | 4 (4–4) | 1 (1–1) | 1 (1–1) | 30 (30–30) mm |",
            "| babel, blind | seat 0 | 1 | 1 | 100.0 | 0 (0–0) |",
            "| knockout | bot level1 | 1 | 0 | 0.0 | 0 (0–0) |",
        ] {
            assert!(told.lines().any(|found| found == line), "{line}\n{told}");
        }
    }

    /// A pose in the notation of answers.
    fn pose_text() -> String {
        use crate::{Block, Pose, Settled, Standing, Tower};
        let block = Block::numbered(17).unwrap();
        let tower = Tower {
            blocks: vec![Standing { block, pose: Pose::upright([0, 15_000, 0]) }],
            height: 30_000,
            margin: 0,
        };
        let settled = Settled {
            tower,
            fallen: vec![],
            bumped: false,
            grounded: vec![block],
            touching: vec![],
            hash: 0,
        };
        settled.to_string().split('/').nth(3).unwrap().to_owned()
    }

    #[test]
    fn what_is_no_record_is_named() {
        for (records, problem) in [
            ("", "there is no record"),
            ("0 pass", "line 1: a record begins"),
            ("ludotheque record 1\n0 dance", "line 2: "),
            ("ludotheque record 1\noption game: chess", "line 2: there is no game `chess`"),
        ] {
            let found = run(&[], records).unwrap_err();
            assert!(found.starts_with(problem), "{records:?}: {found}");
        }
        assert!(run(&["all".to_owned()], RECORDS).is_err());
    }
}
