//! What happens at a table by itself: bots and Nature act, clocks run out, games end.

use crate::house::now;
use crate::protocol::OnTimeout;
use crate::refusal::Result;
use crate::room::{Change, Room, Thought, on_timeout, row_of};
use crate::seal::random_number;
use crate::workers::{Cancel, Errand};
use game::{Actor, Budget, Outcome, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use std::time::Duration;
use store::{Rating, SeatKind, Status};

impl Room {
    /// Has the store keep what was done, with all that follows from it if the game is over.
    pub(crate) async fn keep(&mut self, mut change: Change) -> Result<()> {
        let outcome = self.table.turn().outcome().filter(|_| self.row.status == Status::Playing);
        let house = self.house.clone();
        let mut one_at_a_time = None;
        if let Some(outcome) = outcome {
            self.row.status = Status::Over;
            self.row.ended = Some(now());
            self.row.places = serde_json::to_string(outcome.places()).ok();
            self.row.ended_by = self.table.game().ended_by().map(str::to_owned);
            self.row.moves = self.table.steps() as i64;
            change.row = true;
            if self.row.rated {
                one_at_a_time = Some(house.ratings.lock().await);
                change.ratings = self.rate(&outcome).await.inspect_err(|_| self.doubt())?;
            }
        }
        self.save(change).await?;
        drop(one_at_a_time);
        Ok(())
    }

    /// Sees to it that whoever has to act does, and that the clock is watched.
    pub(crate) fn follow_up(&mut self) {
        self.wind_alarm();
        let entries = self.table.log().len();
        let playing = self.row.status == Status::Playing;
        if let Some(thought) = &self.thinking {
            if playing && thought.entries == entries {
                return;
            }
            thought.cancel.cancel();
            self.thinking = None;
        }
        let actor = match self.table.turn() {
            _ if !playing => None,
            Turn::Nature => Some(Actor::Nature),
            Turn::Seats(seats) => seats.iter().find(|seat| self.is_bot(*seat)).map(Actor::Seat),
            Turn::Over(_) => None,
        };
        let people = self.row.seats.iter().any(|row| row.kind != SeatKind::Bot);
        if let Some(actor) = actor.filter(|_| people || self.is_watched()) {
            self.think(actor, entries);
        }
    }

    /// Has a worker find out what a bot or Nature does.
    fn think(&mut self, actor: Actor, entries: usize) {
        let cancel = Cancel::new();
        self.thinking = Some(Thought { entries, cancel: cancel.clone() });
        let (house, id) = (self.house.clone(), self.row.id.clone());
        let (kind, game) = (self.table.kind(), self.table.game().fork());
        let bot = actor.seat().and_then(|seat| self.row.seats.get(seat.index())?.bot.clone());
        let time = self.time_to_think(actor.seat());
        self.house.clone().errand(async move {
            let choose = move |cancel: &Cancel| {
                let seed = random_number();
                let sample = || game.sample(actor, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
                let Some((seat, bot)) = actor.seat().zip(bot) else { return sample() };
                let stop = cancel.or_after(time);
                let budget = Budget::until(&stop);
                let chosen = kind.bot(&bot, seed).and_then(|mut bot| bot.choose(&*game, seat, &budget));
                chosen.unwrap_or_else(sample)
            };
            let chosen = house.workers.run(Errand::Play, &cancel, choose).await;
            if house.closing.is_cancelled() {
                return;
            }
            let acted = match house.hold(&id).await {
                Ok(mut room) => room.hear(actor, entries, chosen).await,
                Err(refusal) => Err(refusal),
            };
            if let Err(refusal) = acted {
                tracing::warn!(table = id, code = refusal.code, "a bot could not act; it will try again");
                house.look_again(&id);
            }
        });
    }

    /// A worker has found out what a bot or Nature does.
    async fn hear(&mut self, actor: Actor, entries: usize, chosen: Option<String>) -> Result<()> {
        if self.thinking.as_ref().is_none_or(|thought| thought.entries != entries) {
            return Ok(()); // The position has changed since; somebody else thinks about the new one.
        }
        self.thinking = None;
        let now = self.clock();
        let Some(action) = chosen else {
            tracing::error!(table = self.row.id, ?actor, "nobody thought of an action");
            self.doubt();
            return Err(crate::protocol::Refusal::not_saved());
        };
        match actor {
            Actor::Nature => self.table.nature(&action, now).map(drop),
            Actor::Seat(seat) => {
                let prompt = self.table.prompt(seat).unwrap_or_default();
                self.table.act(seat, prompt, &action, now).map(drop)
            }
        }
        .inspect_err(|refused| tracing::error!(table = self.row.id, %refused, action, "a bot erred"))?;
        self.keep(Change::default()).await
    }

    fn time_to_think(&self, seat: Option<Seat>) -> Duration {
        let left = seat.and_then(|seat| self.table.time_left(seat, self.clock())).map(Duration::from_millis);
        let most = self.house.rules.thinking;
        left.map_or(most, |left| most.min(left / 20))
    }

    /// The alarm has rung: whose time has run out leaves, or is relieved by a bot.
    pub(crate) async fn time_is_up(&mut self) {
        self.alarm_rang();
        let now = self.clock();
        let mut change = Change::default();
        let mut flagged = false;
        while self.row.status == Status::Playing && self.table.turn().outcome().is_none() {
            let relief = match on_timeout(&self.row) {
                OnTimeout::Bot(bot) => self.table.relay(now).map(|seat| (seat, bot)),
                OnTimeout::Forfeit if self.table.flag(now).is_some() => {
                    flagged = true;
                    continue;
                }
                OnTimeout::Forfeit => None,
            };
            let Some((seat, bot)) = relief else { break };
            if let Some(row) = row_of(&mut self.row, seat) {
                (row.kind, row.bot) = (SeatKind::Bot, Some(bot));
            }
            change.row = true;
        }
        if !flagged && !change.row {
            self.follow_up();
        } else if let Err(refusal) = self.keep(change).await {
            tracing::warn!(
                table = self.row.id,
                code = refusal.code,
                "a clock's end was not kept; again soon"
            );
            self.house.look_again(&self.row.id);
        }
    }

    /// The ratings after a game, computed from those before it: everybody against every rival.
    async fn rate(&self, outcome: &Outcome) -> Result<Vec<Rating>> {
        let pool = pool(&self.row.game, self.row.seats.len());
        let users: Vec<String> = self.row.seats.iter().filter_map(|row| row.user.clone()).collect();
        if users.len() != self.row.seats.len() {
            return Ok(Vec::new());
        }
        let known = self.house.store.ratings(&pool, &users).await?;
        let rating_of = |user: &String| known.iter().find(|rating| rating.user == *user);
        let before = |user: &String| {
            rating_of(user).map_or_else(Glicko2Rating::new, |rating| Glicko2Rating {
                rating: rating.rating,
                deviation: rating.deviation,
                volatility: rating.volatility,
            })
        };
        let team = |seat: usize| self.table.game().team(Seat(seat as u8));
        let place = |seat: usize| outcome.place(Seat(seat as u8));
        let after = |(seat, user): (usize, &String)| {
            let rivals = (0..users.len()).filter(|rival| team(*rival) != team(seat));
            let result = |rival: usize| match place(seat).cmp(&place(rival)) {
                std::cmp::Ordering::Less => Outcomes::WIN,
                std::cmp::Ordering::Equal => Outcomes::DRAW,
                std::cmp::Ordering::Greater => Outcomes::LOSS,
            };
            let results: Vec<_> = rivals.map(|rival| (before(&users[rival]), result(rival))).collect();
            let new = glicko2_rating_period(&before(user), &results, &Glicko2Config::new());
            Rating {
                user: user.clone(),
                pool: pool.clone(),
                rating: new.rating,
                deviation: new.deviation,
                volatility: new.volatility,
                games: rating_of(user).map_or(0, |rating| rating.games) + 1,
                updated: now(),
            }
        };
        Ok(users.iter().enumerate().map(after).collect())
    }
}

/// Those who are compared with each other: a game at a number of seats.
pub(crate) fn pool(game: &str, seats: usize) -> String {
    format!("{game}/{seats}")
}
