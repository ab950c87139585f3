//! `ludotheque census`: statistics of many games from their records: how long they were, how high towers grew, how often
//! each player brought one down, and what was paid in auctions.

use crate::auction::AuctionKind;
use crate::{Action, Bag, Block, Blocks, Mode, stack};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The statistics of the games of one mode.
#[derive(Default)]
struct Games {
    /// The number of actions of seats in each game.
    actions: Vec<u64>,
    /// The number of placements in each game.
    placements: Vec<u64>,
    /// The height of the highest tower of each game, in micrometres.
    heights: Vec<u64>,
    /// The most blocks of a tower, in each game.
    blocks: Vec<u64>,
    /// The number of records without a result.
    unfinished: u64,
    /// The placements of each player, by name.
    players: BTreeMap<String, Placements>,
    /// The auctions.
    auctions: Vec<Held>,
}

/// An auction that was held.
#[derive(Copy, Clone)]
struct Held {
    kind: AuctionKind,
    /// The last bid; 0 if there was none.
    price: u8,
    /// How well the block can be built on, in micrometres.
    handiness: u32,
    /// How many blocks as good as it are left besides it.
    as_good: usize,
}

/// The placements of one player.
#[derive(Default)]
struct Placements {
    count: u64,
    falls: u64,
    /// The number of blocks of the tower at each fall.
    heights_at_fall: Vec<u64>,
}

/// A record while it is being read.
#[derive(Default)]
struct RecordReader {
    mode: Mode,
    blind: bool,
    bag: Bag,
    /// The blocks that are in towers, as far as a record tells without its rules.
    built: Blocks,
    names: BTreeMap<String, String>,
    over: bool,
    actions: u64,
    placements: u64,
    height: u64,
    blocks: u64,
    /// The player who has placed a block, until Nature has answered.
    placing: Option<String>,
    players: BTreeMap<String, Placements>,
    /// The auctions so far; the last one may still be running.
    auctions: Vec<Held>,
}

impl RecordReader {
    /// Reads the next line; says what is wrong with it.
    fn read(&mut self, line: &str) -> Result<(), String> {
        if let Some((key, value)) = line.split_once(": ") {
            match key.split_once(' ') {
                None if key == "result" => self.over = true,
                Some(("option", "game")) => {
                    let mode = Mode::ALL.into_iter().find(|mode| mode.id() == value);
                    self.mode = mode.ok_or_else(|| format!("there is no game `{value}` in the bag"))?;
                }
                Some(("option", "blind")) => self.blind = value == "yes",
                Some(("option", "bag")) if value == "sacnoir" => self.bag = Bag::SacNoir,
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
            Action::Sell(block, kind) => {
                let handiness = stack::handiness(block);
                let is_as_good = |other: &Block| {
                    *other != block && !self.built.contains(*other) && stack::handiness(*other) >= handiness
                };
                let as_good = self.bag.blocks().filter(is_as_good).count();
                self.auctions.push(Held { kind, price: 0, handiness, as_good });
            }
            Action::Bid(beans) => {
                if let Some(running) = self.auctions.last_mut() {
                    running.price = beans;
                }
            }
            Action::Place(..) => {
                let name = self.names.get(who).map_or_else(|| format!("seat {who}"), Clone::clone);
                self.placing = Some(name);
            }
            // After a block was taken off again there is no new placement.
            Action::Rest(settled) => {
                let Some(name) = self.placing.take() else { return Ok(()) };
                let tower = settled.tower.blocks.iter().map(|standing| standing.block);
                let stands = settled.tower.blocks.len() as u64;
                let player = self.players.entry(name).or_default();
                player.count += 1;
                self.placements += 1;
                if settled.bumped || !settled.fallen.is_empty() {
                    player.falls += 1;
                    // S26: a tower that fell goes back to the market.
                    self.built =
                        tower.chain(settled.fallen.iter().copied()).fold(self.built, Blocks::without);
                    player.heights_at_fall.push((stands + settled.fallen.len() as u64).saturating_sub(1));
                } else {
                    self.built = tower.fold(self.built, Blocks::with);
                    self.height = self.height.max(u64::from(settled.tower.height));
                    self.blocks = self.blocks.max(stands);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// The statistics of records that follow each other, as tables; or what is wrong with a record.
pub(crate) fn run(words: &[String], records: &str) -> Result<String, String> {
    if !words.is_empty() {
        return Err("after the records comes nothing".to_owned());
    }
    let mut found: BTreeMap<String, Games> = BTreeMap::new();
    let mut reader: Option<RecordReader> = None;
    for (number, line) in (1..).zip(records.lines()) {
        if line.starts_with("ludotheque record ") {
            add(&mut found, reader.replace(RecordReader::default()));
            continue;
        }
        let game = reader.as_mut().ok_or("line 1: a record begins with `ludotheque record`")?;
        game.read(line).map_err(|problem| format!("line {number}: {problem}"))?;
    }
    add(&mut found, reader);
    if found.is_empty() {
        return Err("there is no record".to_owned());
    }
    Ok(report(&found))
}

/// Adds a record that was read to the end.
fn add(found: &mut BTreeMap<String, Games>, reader: Option<RecordReader>) {
    let Some(game) = reader else { return };
    let name = format!("{}{}", game.mode.id(), if game.blind { ", blind" } else { "" });
    let games = found.entry(name).or_default();
    games.actions.push(game.actions);
    games.placements.push(game.placements);
    games.heights.push(game.height);
    games.blocks.push(game.blocks);
    games.unfinished += u64::from(!game.over);
    games.auctions.extend(game.auctions);
    for (name, placements) in game.players {
        let all = games.players.entry(name).or_default();
        all.count += placements.count;
        all.falls += placements.falls;
        all.heights_at_fall.extend(placements.heights_at_fall);
    }
}

fn report(found: &BTreeMap<String, Games>) -> String {
    let mut text = "| game | games | not over | actions | placements | blocks | height |\n\
                    | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
        .to_owned();
    let mut line = |line: String| writeln!(text, "{line}").expect("writing to a string does not fail");
    for (name, games) in found {
        let [actions, placements, blocks, heights] =
            [&games.actions, &games.placements, &games.blocks, &games.heights].map(|of| spread(of));
        let millimetres = heights.map(|height| height / 1_000);
        line(format!(
            "| {name} | {} | {} | {} | {} | {} | {} mm |",
            games.actions.len(),
            games.unfinished,
            median_and_range(actions),
            median_and_range(placements),
            median_and_range(blocks),
            median_and_range(millimetres)
        ));
    }
    line(
        "\n| game | who | placements | falls | of 100 placements | blocks that stood at a fall |".to_owned(),
    );
    line("| --- | --- | ---: | ---: | ---: | ---: |".to_owned());
    for (name, games) in found {
        for (who, placements) in &games.players {
            let share = 100.0 * placements.falls as f64 / placements.count.max(1) as f64;
            let stood = median_and_range(spread(&placements.heights_at_fall));
            line(format!(
                "| {name} | {who} | {} | {} | {share:.1} | {stood} |",
                placements.count, placements.falls
            ));
        }
    }
    if found.values().any(|games| !games.auctions.is_empty()) {
        line(
            "\n| game | auction | held | without a bid | beans | for the handier half | for the other half | the handier where few as good are left | where many are |"
                .to_owned(),
        );
        line("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |".to_owned());
    }
    for (name, games) in found {
        for kind in AuctionKind::ALL {
            let held: Vec<Held> = games.auctions.iter().filter(|held| held.kind == kind).copied().collect();
            if held.is_empty() {
                continue;
            }
            let [_, middle, _] =
                spread(&held.iter().map(|held| u64::from(held.handiness)).collect::<Vec<_>>());
            let (handy, other): (Vec<Held>, Vec<Held>) =
                held.iter().partition(|held| u64::from(held.handiness) >= middle);
            let [_, usual, _] = spread(&handy.iter().map(|held| held.as_good as u64).collect::<Vec<_>>());
            let (scarce, plenty): (Vec<Held>, Vec<Held>) =
                handy.iter().partition(|held| (held.as_good as u64) < usual);
            let unsold = held.iter().filter(|held| held.price == 0).count();
            let prices: Vec<u64> = held.iter().map(|held| u64::from(held.price)).collect();
            line(format!(
                "| {name} | {kind} | {} | {unsold} | {} | {:.2} | {:.2} | {:.2} | {:.2} |",
                held.len(),
                median_and_range(spread(&prices)),
                average(&handy),
                average(&other),
                average(&scarce),
                average(&plenty)
            ));
        }
    }
    text
}

/// The average price, those without a bid included.
fn average(held: &[Held]) -> f64 {
    held.iter().fold(0.0, |sum, held| sum + f64::from(held.price)) / held.len().max(1) as f64
}

/// The minimum, the median and the maximum.
fn spread(numbers: &[u64]) -> [u64; 3] {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let at = |place: usize| sorted.get(place).copied().unwrap_or(0);
    [at(0), at(sorted.len() / 2), at(sorted.len().saturating_sub(1))]
}

fn median_and_range([least, middle, most]: [u64; 3]) -> String {
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
1 bid 2
0 pass
1 place 17 drop ; 1.5
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
    fn records_are_counted_by_game_and_by_player() {
        let pose = "17/".to_owned() + &pose_text() + "//-/17";
        let records = RECORDS.replace("17/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA//-/17", &pose);
        let told = run(&[], &records).unwrap();
        for line in [
            "| babel, blind | 1 | 1 | 1 (1–1) | 1 (1–1) | 0 (0–0) | 0 (0–0) mm |",
            "| knockout | 1 | 0 | 5 (5–5) | 1 (1–1) | 1 (1–1) | 30 (30–30) mm |",
            "| babel, blind | seat 0 | 1 | 1 | 100.0 | 0 (0–0) |",
            "| knockout | bot level8 | 1 | 0 | 0.0 | 0 (0–0) |",
            "| knockout | high | 2 | 1 | 2 (0–2) | 0.00 | 2.00 | 0.00 | 0.00 |",
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
