//! `ludotheque trace GAME`: positions and legal actions as JSON, for programs.

use crate::input::Input;
use crate::position::{Position, Refusal, act, print};
use crate::setting::Setting;
use anyhow::Result;
use clap::Args;
use game::{Actor, Lang, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::io::Write as _;
use table::AnyGame;

/// Read actions, print positions and legal actions as JSON lines
///
/// Actions are read from the standard input, one a line, in the notation of the rulebook. One line is printed for the
/// opening position and one after each action: `{"seats":[0],"position":"…","actions":["…"],"outcome":null}`, the
/// actions sorted. When the game is over, no seat may act, and the outcome holds the place of each seat; ties share a
/// place.
///
/// A refused action prints `{"illegal":"ARTICLE","why":"…"}` and changes nothing; the article is null where the line
/// is no action at all. Empty lines are skipped.
///
/// Where several seats may act at once, an action is written after its seat: `1 ACTION`. In games of chance, a fifth
/// field, "nature", lists what chance has done since the line before.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    setting: Setting,
    /// The seed of Nature's actions
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The language of refusals
    #[arg(long, default_value = "en", value_name = "fr|en")]
    lang: Lang,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut game = self.setting.start()?;
        let seats = self.setting.setup().seats;
        let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
        let mut input = Input::standard();
        let nature = play_nature(&mut *game, &mut rng)?;
        print(&mut out, &Position::of(&*game, nature))?;
        loop {
            // Flush before blocking: the other program may be waiting for the answer.
            if !input.is_ready() {
                out.flush()?;
            }
            let Some(line) = input.line()? else { break };
            if line.is_empty() {
                continue;
            }
            match act(&mut *game, seats, &line) {
                Ok(()) => {
                    let nature = play_nature(&mut *game, &mut rng)?;
                    print(&mut out, &Position::of(&*game, nature))?;
                }
                Err(refused) => print(&mut out, &Refusal::of(&refused, self.lang))?,
            }
        }
        out.flush()?;
        Ok(())
    }
}

fn play_nature(game: &mut dyn AnyGame, rng: &mut Xoshiro256PlusPlus) -> Result<Vec<String>> {
    let mut done = Vec::new();
    while game.turn() == Turn::Nature {
        let action = game.sample(Actor::Nature, rng);
        done.push(game.apply(Actor::Nature, &action)?);
    }
    Ok(done)
}
