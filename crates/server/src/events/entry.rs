//! What people do with a tournament: make it, enter, go, begin it, end it.

use super::{Event, plan_of};
use crate::error::Result;
use crate::limits::{ENTRANTS, HOSTED_EVENTS, LONGEST_TITLE};
use crate::new_table::{check_bot, check_clock};
use crate::person::Person;
use crate::rating::pool;
use crate::server::Server;
use crate::tokens::random_id;
use protocol::{EventCommand, EventFormat, EventTerms, NewEvent, Refusal};
use std::sync::Arc;
use std::time::Duration;
use store::{
    EntrantRow, TournamentFilter, TournamentRow, TournamentStatus, TournamentWrite, UnixMillis, UserKind,
};
use table::{ClockRule, Setup, Table};

/// The longest arena, in minutes.
const LONGEST_ARENA: u32 = 24 * 60;
/// For how long a table may wait for those who have not come, in seconds: from a moment to a week.
const WAITS: std::ops::RangeInclusive<u32> = 1..=7 * 24 * 3600;
/// How far ahead a tournament may be made, in milliseconds: a year.
const FURTHEST: i64 = 366 * 24 * 3_600_000;
/// The most rounds of a tournament.
const ROUNDS: std::ops::RangeInclusive<u32> = 1..=tournament::MOST_ROUNDS;
/// The most bots of the server in a tournament.
const BOTS: usize = 16;
/// The strength of somebody who has no rating.
const UNRATED: f64 = 1500.0;

impl Server {
    /// Makes a tournament as a person wants it; returns its id.
    pub(crate) async fn make_event(&self, person: &Person, wanted: &NewEvent) -> Result<String> {
        let name = checked_title(&wanted.name)?;
        let terms = &wanted.terms;
        self.check_terms(terms)?;
        if terms.rated && (!person.has_account() || !wanted.bots.is_empty()) {
            return Err(Refusal::rated_people().into());
        }
        let now = self.clock.now();
        if wanted.starts.is_some_and(|starts| starts > now.0 + FURTHEST) || wanted.bots.len() > BOTS {
            return Err(Refusal::bad_event().into());
        }
        if let Some(club) = &wanted.club {
            self.require_member(club, &person.id).await?;
        }
        let kind = self.kind(&terms.game).ok_or_else(Refusal::no_such)?;
        let setup = Setup { seats: terms.seats, options: terms.options.clone() };
        for bot in &wanted.bots {
            check_bot(kind, &setup, bot)?;
        }
        let user = self.register(person).await?;
        let _counting = self.counting(&user.id).await;
        for status in [TournamentStatus::Open, TournamentStatus::Playing] {
            let filter = TournamentFilter {
                status: Some(status),
                host: Some(user.id.clone()),
                limit: HOSTED_EVENTS,
                ..TournamentFilter::default()
            };
            if self.store.tournaments(&filter).await?.len() >= HOSTED_EVENTS as usize {
                return Err(Refusal::too_many().into());
            }
        }
        let row = TournamentRow {
            id: random_id(9),
            version: 0,
            name,
            host: user.id,
            club: wanted.club.clone(),
            terms: serde_json::to_string(terms).expect("terms are plain data"),
            status: TournamentStatus::Open,
            created: now,
            starts: wanted.starts.map(UnixMillis),
            begun: None,
            ended: None,
        };
        let bot = |(number, bot): (i64, &String)| EntrantRow {
            number,
            user: None,
            owner: None,
            name: bot.clone(),
            bot: Some(bot.clone()),
            rating: UNRATED,
            absent: false,
            back: 0,
        };
        let bots: Vec<EntrantRow> = (0..).zip(&wanted.bots).map(bot).collect();
        self.store.create_tournament(&row, &bots).await?;
        self.agenda.wake(&row.id, Duration::ZERO);
        Ok(row.id)
    }

    /// Refuses what can't be played as a tournament.
    fn check_terms(&self, terms: &EventTerms) -> Result<()> {
        let kind = self
            .kind(&terms.game)
            .ok_or_else(|| Refusal::both("setup", "Ce jeu n'existe pas.", "There is no such game."))?;
        check_clock(terms.clock)?;
        let setup = Setup { seats: terms.seats, options: terms.options.clone() };
        Table::open(kind, setup, terms.clock)?;
        let arena = terms.format == EventFormat::Arena;
        let fits = terms.seats >= 2
            // A game without a clock could last for ever, and the round with it.
            && terms.clock != ClockRule::None
            && terms.rounds.is_none_or(|rounds| ROUNDS.contains(&rounds) && !arena)
            && terms.wait.is_none_or(|wait| WAITS.contains(&wait))
            && terms.minutes.is_some() == arena
            && terms.minutes.is_none_or(|minutes| (1..=LONGEST_ARENA).contains(&minutes));
        if !fits {
            return Err(Refusal::bad_event().into());
        }
        plan_of(self, terms, 2).map(drop)
    }

    /// Carries out what a person asks of a tournament, to the end even if the caller stops waiting.
    pub(crate) async fn command_event(
        self: &Arc<Self>,
        id: &str,
        person: &Person,
        command: EventCommand,
    ) -> Result<()> {
        let (server, id, person) = (self.clone(), id.to_owned(), person.clone());
        let task = self.spawn_tracked(async move {
            let done = {
                let _one_at_a_time = server.agenda.one_at_a_time.lock().await;
                server.change_event(&id, &person, command).await
            };
            server.agenda.wake(&id, Duration::ZERO);
            done
        });
        task.await.unwrap_or_else(|_| Err(Refusal::not_saved().into()))
    }

    async fn change_event(&self, id: &str, person: &Person, command: EventCommand) -> Result<()> {
        let event = Event::load(self, id).await?.ok_or_else(Refusal::no_such)?;
        let hosting = event.row.host == person.id;
        let own = event.entrant_of(&person.id);
        let mut entrants = None;
        let mut row = event.row.clone();
        match command {
            EventCommand::Join {} => entrants = Some(self.enter(&event, person).await?),
            EventCommand::Leave {} => entrants = Some(without(&event, own.ok_or_else(Refusal::not_seated)?)),
            EventCommand::Remove { .. } | EventCommand::Start {} | EventCommand::End {} if !hosting => {
                return Err(Refusal::not_host().into());
            }
            EventCommand::Remove { entrant } => {
                let entrant = usize::try_from(entrant).unwrap_or(usize::MAX);
                if entrant >= event.entrants.len() {
                    return Err(Refusal::no_such().into());
                }
                entrants = Some(without(&event, entrant));
            }
            EventCommand::Start {} => {
                if row.status != TournamentStatus::Open {
                    return Err(Refusal::not_open().into());
                }
                if event.entrants.len() < event.plan.seats() {
                    return Err(Refusal::too_few().into());
                }
                row.starts = Some(self.clock.now());
            }
            EventCommand::End {} => match row.status {
                TournamentStatus::Open => {
                    (row.status, row.ended) = (TournamentStatus::Cancelled, Some(self.clock.now()));
                }
                TournamentStatus::Playing => row.ended = Some(self.clock.now()),
                _ => return Err(Refusal::not_playing().into()),
            },
        }
        let write = TournamentWrite { row, entrants, pairings: Vec::new(), tables: Vec::new() };
        Ok(self.store.write_tournament(write).await?)
    }

    /// The entrants with another one, or with one who has come back.
    async fn enter(&self, event: &Event, person: &Person) -> Result<Vec<EntrantRow>> {
        let mut entrants = event.entrants.clone();
        let late = event.row.status == TournamentStatus::Playing && event.row.ended.is_none();
        if let Some(known) = event.entrant_of(&person.id) {
            if event.row.status != TournamentStatus::Open && !late {
                return Err(Refusal::over().into());
            }
            (entrants[known].absent, entrants[known].back) = (false, event.pairings.len() as i64);
            return Ok(entrants);
        }
        let may_enter = event.row.status == TournamentStatus::Open
            || (late && event.terms.format != EventFormat::RoundRobin);
        if !may_enter {
            return Err(Refusal::not_open().into());
        }
        if entrants.len() >= ENTRANTS {
            return Err(Refusal::event_full().into());
        }
        let is_program = person.user.as_ref().is_some_and(|user| user.kind == UserKind::Bot);
        if is_program && !event.terms.programs {
            return Err(Refusal::no_programs().into());
        }
        let same_owner = |entrant: &EntrantRow| entrant.owner.as_deref() == Some(person.owner());
        if event.terms.rated && (!person.has_account() || entrants.iter().any(same_owner)) {
            return Err(Refusal::rated_people().into());
        }
        if let Some(club) = &event.row.club {
            self.require_member(club, person.owner()).await?;
        }
        let user = self.register(person).await?;
        let pool = pool(&event.terms.game, event.plan.seats());
        let rating = self.store.ratings(&pool, std::slice::from_ref(&user.id)).await?;
        entrants.push(EntrantRow {
            number: entrants.len() as i64,
            owner: Some(person.owner().to_owned()),
            user: Some(user.id),
            name: user.name,
            bot: None,
            rating: rating.first().map_or(UNRATED, |rating| rating.rating),
            absent: false,
            back: event.pairings.len() as i64,
        });
        Ok(entrants)
    }
}

/// The entrants without one: gone without a trace before the beginning, absent later.
fn without(event: &Event, number: usize) -> Vec<EntrantRow> {
    let mut entrants = event.entrants.clone();
    if event.row.status == TournamentStatus::Open {
        entrants.remove(number);
        for (number, entrant) in (0..).zip(&mut entrants) {
            entrant.number = number;
        }
    } else {
        entrants[number].absent = true;
    }
    entrants
}

/// A name of a tournament or a club as it will be shown, if it can be.
pub(crate) fn checked_title(title: &str) -> Result<String> {
    if title.len() > LONGEST_TITLE * 8 {
        return Err(Refusal::bad_title().into());
    }
    let title = title.split_whitespace().collect::<Vec<&str>>().join(" ");
    let fits = |letter: char| letter.is_alphanumeric() || " -._'’!?&:,()#/+°*".contains(letter);
    let is_title = title.chars().any(char::is_alphanumeric) && title.chars().all(fits);
    let is_title = is_title && title.chars().count() <= LONGEST_TITLE;
    if is_title { Ok(title) } else { Err(Refusal::bad_title().into()) }
}
