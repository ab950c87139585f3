//! `ludotheque analyse FILE`: the turning points of a game, and better actions.

use super::read_record;
use super::replay::ending;
use crate::analysis::{
    ActionReview, AnalysisLimits, Ply, RecordReview, analyse_position, analyse_positions, plies,
    turning_points,
};
use crate::analysis::{AnalysisReport, CertainResult, VariationReport};
use crate::arena::Limit;
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

/// Analyse a record: the chances before and after every action, and the turning points
///
/// The strongest bot analyses every position. For each action the output has the chances of the seat's side before and
/// after it, and the best variation; at the end it lists the actions that lost most. With more than two sides, a chance
/// is that of beating a rival, and actions that the bot hardly searched have only rough chances. With --nodes the
/// output is the same every time.
///
/// With --at only the position of one action is analysed, and printed at each depth. With --json, the output is one JSON
/// object a line: one for each action and then a summary, or one for each depth.
#[derive(Args)]
pub struct Arguments {
    /// The record; `-` is the standard input
    file: String,
    /// How many variations to find in each position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    lines: u16,
    /// Milliseconds for a position [default: 200; with --at 2000]
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    time: Option<u64>,
    /// Nodes for a position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// How many positions are analysed in parallel [default: the processors]
    #[arg(long, value_name = "T", conflicts_with = "at", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Analyse one position: the one before the action with this number; the last action's number plus one is the end
    #[arg(long, value_name = "ACTION")]
    at: Option<usize>,
    /// Print JSON, one object a line
    #[arg(long)]
    json: bool,
    /// The language of the text
    #[arg(long, default_value = "en", value_name = "fr|en")]
    lang: Lang,
}

/// The last line of the JSON output.
#[derive(Serialize)]
struct SummaryLine<'a> {
    summary: Summary<'a>,
}

#[derive(Serialize)]
struct Summary<'a> {
    game: &'a str,
    seats: u8,
    options: &'a std::collections::BTreeMap<String, String>,
    actions: usize,
    /// The places, if the game is over.
    outcome: Option<game::Outcome>,
    /// The turning points, the greatest loss first.
    turning_points: Vec<&'a ActionReview>,
}

/// How many turning points the text lists.
const LISTED: usize = 5;
/// How many actions of a variation the text shows.
const SHOWN: usize = 6;

impl Arguments {
    pub fn run(self) -> Result<()> {
        let (record, table) = read_record(&self.file)?;
        let plies = plies(&record, &table)?;
        match self.at {
            Some(number) => self.analyse_action(number, &plies, &table),
            None => self.review_record(&record, &plies, &table),
        }
    }

    fn limits(&self, usual: Duration) -> AnalysisLimits {
        let limit = match (self.nodes, self.time) {
            (Some(nodes), _) => Limit::Nodes(nodes),
            (None, time) => Limit::Time(time.map_or(usual, Duration::from_millis)),
        };
        AnalysisLimits { lines: self.lines.into(), limit }
    }

    fn review_record(&self, record: &Record, plies: &[Ply], end: &Table) -> Result<()> {
        let mut out = std::io::stdout().lock();
        let review = RecordReview::new(end.kind(), record.setup.seats, plies)?;
        let progress = progress(review.tasks.len() as u64, "positions")?;
        if !self.json {
            self.title(&mut out, record, end)?;
        }
        let (mut reports, mut reviewed) = (Vec::new(), Vec::new());
        let threads = self.threads.map_or_else(processors, usize::from);
        let limits = self.limits(Duration::from_millis(200));
        analyse_positions(end.kind(), &review.tasks, limits, threads, |report| {
            reports.push(report);
            for index in reviewed.len()..review.ready(reports.len()) {
                let action = review.review(index, &reports);
                progress.suspend(|| self.show(&mut out, &action))?;
                reviewed.push(action);
            }
            progress.inc(1);
            Ok(())
        })?;
        progress.finish_and_clear();
        let points = turning_points(&reviewed);
        if self.json {
            let summary = Summary {
                game: &record.game,
                seats: record.setup.seats,
                options: &record.setup.options,
                actions: plies.len(),
                outcome: end.turn().outcome(),
                turning_points: points,
            };
            return print(&mut out, &SummaryLine { summary });
        }
        self.print_turning_points(&mut out, &points)?;
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
            writeln!(out, "{} {seat}: {name}", self.text(SEAT))?;
        }
        let [number, seat, action, before, after, best] = match self.lang {
            Lang::En => ["", "seat", "action", "before", "after", "best line"],
            Lang::Fr => ["", "joueur", "action", "avant", "après", "meilleure suite"],
        };
        writeln!(out, "\n{number:>4} {seat:>6}  {action:<12} {before:>6} {after:>6}  {best}")?;
        Ok(())
    }

    /// Prints the review of an action.
    fn show(&self, out: &mut impl Write, reviewed: &ActionReview) -> Result<()> {
        if self.json {
            print(out, reviewed)?;
        } else {
            let seat = reviewed.seat.map_or("*".to_owned(), |seat| seat.to_string());
            let chance = |chance: Option<f64>| chance.map_or("–".to_owned(), percent);
            let best = reviewed.found.as_ref().and_then(|found| found.lines.first());
            let best = best.map_or(String::new(), |line| self.variation_text(line, SHOWN));
            let ActionReview { action, played, before, after, .. } = reviewed;
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

    fn print_turning_points(&self, out: &mut impl Write, points: &[&ActionReview]) -> Result<()> {
        if points.is_empty() {
            return Ok(writeln!(out, "\n{}", self.text(NO_TURN))?);
        }
        writeln!(out, "\n{}", self.text(TURNS))?;
        for point in points.iter().take(LISTED) {
            let ActionReview { action, played, .. } = point;
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
        if points.len() > LISTED {
            let more = points.len() - LISTED;
            let sentence = match self.lang {
                Lang::En => format!("and {more} more that lost less (--json lists them)"),
                Lang::Fr => format!("et {more} autres qui ont moins coûté (--json les donne)"),
            };
            writeln!(out, "  {sentence}")?;
        }
        Ok(())
    }

    /// Analyses one position, and prints each depth.
    fn analyse_action(&self, number: usize, plies: &[Ply], end: &Table) -> Result<()> {
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
                self.text(ACTION),
                self.text(SEAT)
            )?;
        }
        let stop = AtomicBool::new(false);
        let mut printed = Ok(());
        analyse_position(end.kind(), game, self.limits(Duration::from_secs(2)), &stop, &mut |report| {
            if printed.is_ok() {
                printed = self.print_report(&mut out, &report);
            }
            stop.store(printed.is_err(), Ordering::Relaxed);
        })?;
        printed
    }

    fn print_report(&self, out: &mut impl Write, report: &AnalysisReport) -> Result<()> {
        if self.json {
            print(out, report)?;
        } else {
            let AnalysisReport { depth, nodes, lines } = report;
            let (deep, count) = (self.text(DEPTH), self.text(NODES));
            writeln!(out, "\n{deep} {depth}, {nodes} {count}")?;
            for line in lines {
                writeln!(out, "  {:>5}  {}", percent(line.chance), self.variation_text(line, usize::MAX))?;
            }
        }
        out.flush()?;
        Ok(())
    }

    /// The actions of a variation, and its proven result.
    fn variation_text(&self, line: &VariationReport, most: usize) -> String {
        let mut words: Vec<String> = line.actions.iter().take(most).cloned().collect();
        if line.actions.len() > most {
            words.push("…".to_owned());
        }
        let certain = line.certain.map(|certain| match (certain, self.lang) {
            (CertainResult::Wins(away), Lang::En) => format!("(wins in {away})"),
            (CertainResult::Loses(away), Lang::En) => format!("(loses in {away})"),
            (CertainResult::Wins(away), Lang::Fr) => format!("(gagne en {away})"),
            (CertainResult::Loses(away), Lang::Fr) => format!("(perd en {away})"),
        });
        words.extend(certain);
        words.join(" ")
    }

    fn text(&self, text: Text) -> &'static str {
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

/// A chance in per cent.
fn percent(chance: f64) -> String {
    format!("{:.0} %", chance * 100.0)
}
