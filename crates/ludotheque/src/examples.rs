//! The examples in the help texts, for the first game of the catalogue.

use catalog::CatalogGame;
use clap::Command;
use game::{Actor, rulebook};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use table::Setup;

/// A command line, and what it is for.
type Example = (String, &'static str);

/// Adds its examples to every subcommand, and the first one of each to the main help.
pub fn add_examples(command: Command) -> Command {
    let sample = Sample::of(&catalog::GAMES[0]);
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let firsts: Vec<Example> =
        names.iter().filter_map(|name| sample.examples(name).into_iter().next()).collect();
    names.iter().fold(command.after_help(examples_text(&firsts)), |command, name| {
        command.mut_subcommand(name, |command| command.after_help(examples_text(&sample.examples(name))))
    })
}

fn examples_text(examples: &[Example]) -> String {
    let lines = examples.iter().map(|(line, purpose)| format!("\n  {line}\n      {purpose}"));
    format!("Examples:{}", lines.collect::<String>())
}

/// The names that examples use.
struct Sample {
    game: &'static str,
    least: u8,
    most: u8,
    /// A legal action of the first seat.
    action: String,
    /// An article of the rulebook.
    article: &'static str,
    /// As many bots as there are seats at the smallest table, the last one a good one.
    bots: Vec<&'static str>,
}

impl Sample {
    fn of(catalog_game: &'static CatalogGame) -> Self {
        let info = catalog_game.info();
        let (least, most) = info.seats.clone().into_inner();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let opening = catalog_game.kind.start(&Setup::new(least)).ok();
        let action = opening.and_then(|game| {
            let seat = game.turn().seats().first()?;
            Some(game.sample(Actor::Seat(seat), &mut rng))
        });
        let fitting = catalog_game.kind.bots().into_iter().filter(|bot| bot.seats.contains(&least));
        let mut bots: Vec<&str> = fitting.map(|bot| bot.id).collect();
        bots.drain(..bots.len().saturating_sub(least as usize));
        Sample {
            game: info.id,
            least,
            most,
            action: action.unwrap_or("ACTION".to_owned()),
            article: rulebook::articles(info.rulebook.en).last().map_or("ARTICLE", |article| article.number),
            bots,
        }
    }

    fn examples(&self, command: &str) -> Vec<Example> {
        let Sample { game, least, most, action, article, bots } = self;
        let bot = bots.last().unwrap_or(&"BOT");
        let bots = bots.join(" ");
        match command {
            "games" => vec![
                ("ludotheque games".to_owned(), "what is on the shelf, for how many seats, with which bots"),
                ("ludotheque games --lang fr".to_owned(), "the same in French"),
            ],
            "rules" => vec![
                (format!("ludotheque rules {game} --lang fr"), "a rulebook, in French"),
                (format!("ludotheque rules {game} {article}"), "the article that a refusal has cited"),
            ],
            "play" => vec![
                (format!("ludotheque play {game} --bot 1={bot}"), "a game against a bot, in the terminal"),
                (
                    format!("ludotheque play {game} --seats {most} --save game.record"),
                    "people around one screen, and a record of what they did",
                ),
            ],
            "trace" => vec![
                (
                    format!("echo '{action}' | ludotheque trace {game}"),
                    "the opening position and the one after an action, as JSON, for programs",
                ),
                (
                    format!("ludotheque trace {game} --seats {most} < actions.txt"),
                    "a whole game for more seats, from a file",
                ),
            ],
            "perft" => vec![
                (format!("ludotheque perft {game} --depth 4"), "how many games of four actions there are"),
                (
                    format!("ludotheque perft {game} --depth 3 --divide"),
                    "how many begin with each first action, to find where two programs differ",
                ),
            ],
            "bench" => vec![
                (
                    format!("ludotheque bench {game} --seats {least}"),
                    "random games a second, and what they are like",
                ),
                (
                    "ludotheque bench --seconds 0.1 --json".to_owned(),
                    "every game in every setting, for programs",
                ),
            ],
            "reach" => vec![
                (
                    format!("ludotheque reach {game} alphabeta alphabeta:no-table --positions 4 --time 5"),
                    "what remembering positions is worth to a bot, with far too few of them",
                ),
                (
                    format!(
                        "ludotheque reach {game} alphabeta alphabeta:no-order alphabeta:no-quiescence --positions 1"
                    ),
                    "what other parts of it are worth",
                ),
            ],
            "arena" => vec![
                (format!("ludotheque arena {game} {bots} --games 20"), "let bots play each other, with Elo"),
                (
                    format!("ludotheque arena {game} {bots} --games 4 --time 5 --records games"),
                    "with a clock instead of a number of nodes; the games are kept",
                ),
            ],
            "engine" => vec![
                (
                    format!("echo '{{\"play\":\"{action}\"}}' | ludotheque engine {game}"),
                    "a position after an action, for programs that play with a bot",
                ),
                (
                    format!(
                        "ludotheque arena {game} {bot} 'cmd:ludotheque engine {game} --bot {bot}' --games 2"
                    ),
                    "a program against a bot: here ours against itself",
                ),
            ],
            "analyse" => vec![
                (
                    "ludotheque analyse game.record".to_owned(),
                    "which actions turned a game, and what was better",
                ),
                (
                    "ludotheque analyse game.record --at 1 --lines 3 --time 100".to_owned(),
                    "the three best lines where the first action was taken, deeper and deeper",
                ),
            ],
            "tune" => vec![
                (
                    format!("ludotheque tune {game} --games 20 --nodes 20 --rounds 2 --duel 10"),
                    "what a little self-play teaches, and how it fares against what was known",
                ),
                (
                    format!("ludotheque tune {game} --seats {most} --games 10 --nodes 10"),
                    "the weights for more seats, learned in less time than they deserve",
                ),
                (
                    format!("ludotheque tune {game} --by matches --games 4 --nodes 10 --rounds 2"),
                    "the present weights, improved by matches",
                ),
            ],
            "selfplay" => vec![
                (
                    format!("ludotheque selfplay {game} --out positions --positions 200 --nodes 20"),
                    "games from which a network learns, far too few of them",
                ),
                (
                    format!(
                        "ludotheque selfplay {game} --out positions --positions 400 --nodes 20 --judge best"
                    ),
                    "more of them, judged by a network",
                ),
            ],
            "network" => vec![
                (
                    format!("ludotheque network match {game} best hand --nodes 20 --games 2"),
                    "the best bot with its network, and without",
                ),
                (
                    format!("ludotheque network check {game} best --data positions"),
                    "what a network is, and how often its chances come true",
                ),
                (
                    format!("ludotheque network bench {game} hand best"),
                    "how long an evaluation takes without a network, and with it",
                ),
            ],
            "calibrate" => vec![
                (
                    format!("ludotheque calibrate --game {game} --games 2 --nodes 100"),
                    "how strong each level is, with far too few games",
                ),
                (
                    format!("ludotheque calibrate --game {game} --games 2 --nodes 100 --folder ."),
                    "the same, written to the file that the game is compiled with",
                ),
            ],
            "puzzles" => vec![
                (
                    format!("ludotheque puzzles {game} --count 1 --games 8"),
                    "a position of a game between bots in which one turn alone wins",
                ),
                (
                    format!("ludotheque puzzles {game} --count 1 --games 8 --seed 2"),
                    "another one, from other games",
                ),
            ],
            "replay" => vec![
                ("ludotheque replay game.record".to_owned(), "a game again, position by position"),
                ("ludotheque replay - < game.record".to_owned(), "the same from the standard input"),
            ],
            "verify" => vec![
                ("ludotheque verify game.record".to_owned(), "judge every action of a record again"),
                ("ludotheque verify games/*.record".to_owned(), "those of a whole tournament"),
            ],
            _ => Vec::new(),
        }
    }
}
