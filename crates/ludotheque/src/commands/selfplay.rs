//! `ludotheque selfplay GAME`

use crate::networks::{DataHeader, load};
use crate::progress::progress;
use crate::setting::Setting;
use crate::threads::processors;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use search::NetworkPlay;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Play games from which networks learn
///
/// The file (docs/networks.md) grows until the time is over; the same command goes on with it later.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    setting: Setting,
    /// The file of positions
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Who judges: `hand`, `best` (the network of the setting), or the file of a network
    #[arg(long, value_name = "JUDGE", default_value = "hand")]
    judge: String,
    /// Nodes for an action
    #[arg(long, value_name = "N", default_value_t = 500)]
    nodes: u64,
    /// Seconds to play for
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,
    /// Stop at so many positions
    #[arg(long, value_name = "N", default_value_t = u64::MAX)]
    positions: u64,
    /// The most random actions at the beginning of a game
    #[arg(long, value_name = "N", default_value_t = 12)]
    opening: u32,
    /// One later action out of this many is random
    #[arg(long = "random-action-one-in", value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..))]
    random_action_one_in: u32,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let search = self.setting.search()?;
        let start = self.setting.start()?;
        let shape = search.input_shape(start.typed()).context("this game has no inputs for networks")?;
        let play = NetworkPlay {
            network: load(&self.judge, search, &*start)?,
            nodes: self.nodes,
            opening: self.opening,
            random_action_one_in: self.random_action_one_in,
        };
        let (file, present) = DataHeader::of(&self.setting, &shape).open(&self.out)?;
        // Other games than those that the file already has.
        let first = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(present << 20);
        let (games, positions) = (AtomicU64::new(0), AtomicU64::new(present));
        let file = Mutex::new(std::io::BufWriter::new(file));
        let started = Instant::now();
        let limit = Duration::from_secs(self.seconds);
        let threads = self.threads.map_or_else(processors, usize::from);
        let work = || -> Result<()> {
            while started.elapsed() < limit && positions.load(Ordering::Relaxed) < self.positions {
                let seed = first.wrapping_add(games.fetch_add(1, Ordering::Relaxed));
                let samples = search.self_play(start.typed(), &play, seed);
                positions.fetch_add(samples.count, Ordering::Relaxed);
                let Ok(mut file) = file.lock() else { bail!("another thread failed") };
                file.write_all(&samples.bytes)?;
            }
            Ok(())
        };
        let bar = progress(self.seconds, "seconds")?;
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            while workers.iter().any(|worker| !worker.is_finished()) {
                std::thread::sleep(Duration::from_millis(50));
                bar.set_position(started.elapsed().as_secs().min(self.seconds));
            }
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().unwrap_or_else(|_| bail!("a game failed")))
        })?;
        bar.finish_and_clear();
        file.into_inner().map_or_else(|_| bail!("a thread failed"), |mut file| Ok(file.flush()?))?;
        let (games, positions) = (games.into_inner(), positions.into_inner());
        println!("{positions} positions in {}, {games} games now", self.out.display());
        Ok(())
    }
}
