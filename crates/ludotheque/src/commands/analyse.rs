//! `ludotheque analyse FILE`: where a game turned, and what would have been better.

use super::read_record;
use super::replay::ending;
use crate::analysis::{Effort, Judged, Ply, Study, analysed, plies, turning_points, watched};
use crate::arena::Limit;
use crate::explained::{Certain, Explained, ExplainedLine};
use crate::position::print;
use crate::progress::progress;
use crate::threads::processors;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use game::{Lang, Seat, Text};
use serde::Serialize;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use table::{Record, Table};

/// Explain a record: the chances before and after every action, and the turning points
///
/// Every position is looked into by the strongest bot. Of each action it is told what it did to the chances of the
/// seat's side, and how the game would best have gone on; at the end, which actions lost most. With more than two
/// sides, a chance is that of beating a rival, and actions that the bot hardly looked into are judged roughly. With
/// --nodes the answer is the same every time.
///
/// With --at the position of one action is explained, deeper and deeper. With --json, one object a line is printed as
/// it becomes known: one for each action and then a summary, or one for each depth.
#[derive(Args)]
pub struct Arguments {
    /// The record; `-` is the standard input
    file: String,
    /// How many lines to find in each position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    lines: u16,
    /// Milliseconds for a position [default: 200; with --at 2000]
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    time: Option<u64>,
    /// Nodes for a position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// How many positions are looked into at once [default: the processors]
    #[arg(long, value_name = "T", conflicts_with = "at", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Explain one position: that in which the action of this number was taken, or the last by one number more
    #[arg(long, value_name = "ACTION")]
    at: Option<usize>,
    /// Print JSON, one object a line
    #[arg(long)]
    json: bool,
    /// The language of the text
    #[arg(long, default_value = "en", value_name = "fr|en")]
    lang: Lang,
}

/// All about the record, when it has been gone through.
#[derive(Serialize)]
struct Summary<'a> {
    summary: About<'a>,
}

#[derive(Serialize)]
struct About<'a> {
    game: &'a str,
    seats: u8,
    options: &'a std::collections::BTreeMap<String, String>,
    actions: usize,
    /// The places, if the game is over.
    outcome: Option<game::Outcome>,
    /// Those that lost most, the worst first.
    turning_points: Vec<&'a Judged>,
}

/// No more turning points are told to people.
const TOLD: usize = 5;
/// No more actions of a line are shown to people beside an action.
const SHOWN: usize = 6;

impl Arguments {
    pub fn run(self) -> Result<()> {
        let (record, table) = read_record(&self.file)?;
        let plies = plies(&record, &table)?;
        match self.at {
            Some(number) => self.explain(number, &plies, &table),
            None => self.go_through(&record, &plies, &table),
        }
    }

    fn effort(&self, usual: Duration) -> Effort {
        let limit = match (self.nodes, self.time) {
            (Some(nodes), _) => Limit::Nodes(nodes),
            (None, time) => Limit::Time(time.map_or(usual, Duration::from_millis)),
        };
        Effort { lines: self.lines.into(), limit }
    }

    fn go_through(&self, record: &Record, plies: &[Ply], end: &Table) -> Result<()> {
        let mut out = std::io::stdout().lock();
        let study = Study::new(end.kind(), record.setup.seats, plies)?;
        let progress = progress(study.tasks.len() as u64, "positions")?;
        if !self.json {
            self.title(&mut out, record, end)?;
        }
        let (mut reports, mut judged) = (Vec::new(), Vec::new());
        let threads = self.threads.map_or_else(processors, usize::from);
        let effort = self.effort(Duration::from_millis(200));
        analysed(end.kind(), &study.tasks, effort, threads, |report| {
            reports.push(report);
            for index in judged.len()..study.ready(reports.len()) {
                let action = study.judge(index, &reports);
                progress.suspend(|| self.show(&mut out, &action))?;
                judged.push(action);
            }
            progress.inc(1);
            Ok(())
        })?;
        progress.finish_and_clear();
        let points = turning_points(&judged);
        if self.json {
            let about = About {
                game: &record.game,
                seats: record.setup.seats,
                options: &record.setup.options,
                actions: plies.len(),
                outcome: end.turn().outcome(),
                turning_points: points,
            };
            return print(&mut out, &Summary { summary: about });
        }
        self.tell(&mut out, &points)?;
        writeln!(out, "\n{}", ending(end, self.lang))?;
        Ok(())
    }

    fn title(&self, out: &mut impl Write, record: &Record, end: &Table) -> Result<()> {
        let seats = match self.lang {
            Lang::En => "seats",
            Lang::Fr => "joueurs",
        };
        writeln!(out, "{}, {} {seats}", end.kind().info().name, record.setup.seats)?;
        for (seat, name) in &record.names {
            writeln!(out, "{} {seat}: {name}", self.say(SEAT))?;
        }
        let [number, seat, action, before, after, best] = match self.lang {
            Lang::En => ["", "seat", "action", "before", "after", "best line"],
            Lang::Fr => ["", "joueur", "action", "avant", "après", "meilleure suite"],
        };
        writeln!(out, "\n{number:>4} {seat:>6}  {action:<12} {before:>6} {after:>6}  {best}")?;
        Ok(())
    }

    /// An action, as soon as it is judged.
    fn show(&self, out: &mut impl Write, judged: &Judged) -> Result<()> {
        if self.json {
            print(out, judged)?;
        } else {
            let seat = judged.seat.map_or("*".to_owned(), |seat| seat.to_string());
            let chance = |chance: Option<f64>| chance.map_or("–".to_owned(), percent);
            let best = judged.found.as_ref().and_then(|found| found.lines.first());
            let best = best.map_or(String::new(), |line| self.shown(line, SHOWN));
            let Judged { action, played, before, after, .. } = judged;
            writeln!(
                out,
                "{action:>4} {seat:>6}  {played:<12} {:>6} {:>6}  {best}",
                chance(*before),
                chance(*after)
            )?;
        }
        out.flush()?;
        Ok(())
    }

    fn tell(&self, out: &mut impl Write, points: &[&Judged]) -> Result<()> {
        if points.is_empty() {
            return Ok(writeln!(out, "\n{}", self.say(NO_TURN))?);
        }
        writeln!(out, "\n{}", self.say(TURNS))?;
        for point in points.iter().take(TOLD) {
            let Judged { action, played, .. } = point;
            let seat = point.seat.unwrap_or(Seat(0));
            let (before, after) = (percent(point.before.unwrap_or(0.0)), percent(point.after.unwrap_or(0.0)));
            let best = point.best.as_deref().unwrap_or("");
            let sentence = match self.lang {
                Lang::En => format!(
                    "seat {seat}, action {action}, {played}: win chance fell from {before} to {after}; \
                     better was {best}"
                ),
                Lang::Fr => format!(
                    "joueur {seat}, action {action}, {played} : les chances de gain tombent de {before} à {after} ; \
                     mieux valait {best}"
                ),
            };
            writeln!(out, "  {sentence}")?;
        }
        if points.len() > TOLD {
            let more = points.len() - TOLD;
            let sentence = match self.lang {
                Lang::En => format!("and {more} more that lost less (--json lists them)"),
                Lang::Fr => format!("et {more} autres qui ont moins coûté (--json les donne)"),
            };
            writeln!(out, "  {sentence}")?;
        }
        Ok(())
    }

    /// One position, deeper and deeper.
    fn explain(&self, number: usize, plies: &[Ply], end: &Table) -> Result<()> {
        let restored;
        let game = match number.checked_sub(1).filter(|index| *index <= plies.len()) {
            None => bail!("there is no action {number}: the actions are 1 to {}", plies.len()),
            Some(index) => match plies.get(index) {
                Some(ply) => {
                    restored = end.kind().restore(&ply.before)?;
                    &*restored
                }
                None => end.game(),
            },
        };
        let seat = game.turn().seats().first().context("nobody is to act in that position")?;
        let mut out = std::io::stdout().lock();
        if !self.json {
            let drawn = crate::drawing::drawing(&game.position());
            writeln!(
                out,
                "{}, {} {number}, {} {seat}\n{drawn}",
                end.kind().info().name,
                self.say(ACTION),
                self.say(SEAT)
            )?;
        }
        let stop = AtomicBool::new(false);
        let mut told = Ok(());
        watched(end.kind(), game, self.effort(Duration::from_secs(2)), &stop, &mut |explained| {
            if told.is_ok() {
                told = self.report(&mut out, &explained);
            }
            stop.store(told.is_err(), Ordering::Relaxed);
        })?;
        told
    }

    fn report(&self, out: &mut impl Write, explained: &Explained) -> Result<()> {
        if self.json {
            print(out, explained)?;
        } else {
            let Explained { depth, nodes, lines } = explained;
            let (deep, count) = (self.say(DEPTH), self.say(NODES));
            writeln!(out, "\n{deep} {depth}, {nodes} {count}")?;
            for line in lines {
                writeln!(out, "  {:>5}  {}", percent(line.chance), self.shown(line, usize::MAX))?;
            }
        }
        out.flush()?;
        Ok(())
    }

    /// The actions of a line, and whether it is certain.
    fn shown(&self, line: &ExplainedLine, most: usize) -> String {
        let mut words: Vec<String> = line.actions.iter().take(most).cloned().collect();
        if line.actions.len() > most {
            words.push("…".to_owned());
        }
        let certain = line.certain.map(|certain| match (certain, self.lang) {
            (Certain::Wins(away), Lang::En) => format!("(wins in {away})"),
            (Certain::Loses(away), Lang::En) => format!("(loses in {away})"),
            (Certain::Wins(away), Lang::Fr) => format!("(gagne en {away})"),
            (Certain::Loses(away), Lang::Fr) => format!("(perd en {away})"),
        });
        words.extend(certain);
        words.join(" ")
    }

    fn say(&self, text: Text) -> &'static str {
        text.get(self.lang)
    }
}

const SEAT: Text = Text { fr: "joueur", en: "seat" };
const ACTION: Text = Text { fr: "action", en: "action" };
const DEPTH: Text = Text { fr: "profondeur", en: "depth" };
const NODES: Text = Text { fr: "nœuds", en: "nodes" };
const TURNS: Text = Text { fr: "Tournants", en: "Turning points" };
const NO_TURN: Text = Text {
    fr: "Aucun tournant : aucune action n'a coûté dix points de chances à qui l'a jouée.",
    en: "No turning points: no action lost ten points of the chances of who took it.",
};

/// A chance in hundredths.
fn percent(chance: f64) -> String {
    format!("{:.0} %", chance * 100.0)
}
