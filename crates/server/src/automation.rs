//! What happens at a table without a client: bots and Nature act, clocks run out, games end.

use crate::command::hand_over;
use crate::error::Result;
use crate::room::{BotJob, Change, Room, row_of};
use crate::tokens::random_number;
use crate::worker_pool::{CancelFlag, Priority};
use game::{Actor, Budget, Seat};
use protocol::Refusal;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Duration;
use store::{SeatKind, Status};
use table::policy::{self, AutomaticAnswer, DRAW_MILLIS, DRAW_NODES, OnTimeout};

/// What a job is to find out.
#[derive(Copy, Clone, Debug)]
enum Task {
    /// The action of a bot or of Nature.
    Act(Actor),
    /// Whether the bot in this seat accepts a draw.
    JudgeDraw(Seat),
}

/// What a job has found out.
enum Found {
    /// An action in notation.
    Action(String),
    /// The chance of the seat that is to act.
    Chance(Option<(Seat, f32)>),
}

impl Room {
    /// Saves what was done, with all that follows from it if the game is over.
    pub(crate) async fn finish_and_save(&mut self, mut change: Change) -> Result<()> {
        let outcome = self.table.turn().outcome().filter(|_| self.row.status == Status::Playing);
        let server = self.server.clone();
        let mut one_at_a_time = None;
        if let Some(outcome) = outcome {
            self.row.status = Status::Over;
            self.row.ended = Some(server.clock.now());
            self.row.places = serde_json::to_string(outcome.places()).ok();
            self.row.ended_by = self.table.game().ended_by().map(str::to_owned);
            self.row.moves = self.table.steps() as i64;
            change.row = true;
            if self.row.rated {
                one_at_a_time = Some(server.ratings.lock().await);
                change.ratings = self.rate(&outcome).await.inspect_err(|_| self.mark_stale())?;
            }
        }
        self.save(change).await?;
        drop(one_at_a_time);
        Ok(())
    }

    /// Starts the job of the bot or of Nature that is to act, and schedules the next deadline.
    pub(crate) fn schedule_next(&mut self) {
        self.schedule_deadline();
        let entries = self.table.log().len();
        let playing = self.row.status == Status::Playing;
        if let Some(job) = &self.bot_job {
            if playing && job.entries == entries {
                return;
            }
            job.cancel.cancel();
            self.bot_job = None;
        }
        // Bots among themselves play only while somebody watches.
        let people = self.row.seats.iter().any(|row| row.kind != SeatKind::Bot);
        if !playing || !(people || self.is_watched()) {
            return;
        }
        let bots = self.bots();
        let judges = policy::next_answer(&self.table, bots, game::SeatSet::EMPTY);
        if let Some((seat, AutomaticAnswer::Evaluate)) = judges {
            self.start_job(Task::JudgeDraw(seat), entries);
        } else if let Some(actor) = policy::next_actor(&self.table, bots) {
            self.start_job(Task::Act(actor), entries);
        }
    }

    /// Has a worker thread do a task for the present position, and applies its answer.
    fn start_job(&mut self, task: Task, entries: usize) {
        let cancel = CancelFlag::new();
        self.bot_job = Some(BotJob { entries, cancel: cancel.clone() });
        let (server, id) = (self.server.clone(), self.row.id.clone());
        let work = self.work(task);
        self.server.clone().spawn_tracked(async move {
            let found = server.workers.run(Priority::Play, &cancel, work).await;
            if server.shutdown.is_cancelled() {
                return;
            }
            let applied = match server.room(&id).await {
                Ok(mut room) => room.apply_answer(task, entries, found).await,
                Err(error) => Err(error),
            };
            if let Err(error) = applied {
                tracing::warn!(table = id, code = &*error.0.code, "a bot's action failed; it is tried again");
                server.retry_soon(&id);
            }
        });
    }

    /// The computation of a task, on a copy of the position.
    fn work(&self, task: Task) -> impl FnOnce(&CancelFlag) -> Found + Send + use<> {
        let (kind, game) = (self.table.kind(), self.table.game().fork());
        let seat = match task {
            Task::Act(actor) => actor.seat(),
            Task::JudgeDraw(seat) => Some(seat),
        };
        let bot = seat.and_then(|seat| self.row.seats.get(seat.index())?.bot.clone());
        let time = self.thinking_time(seat);
        move |cancel: &CancelFlag| {
            let seed = random_number();
            match task {
                Task::JudgeDraw(_) => {
                    let stop = cancel.or_after(Duration::from_millis(u64::from(DRAW_MILLIS)));
                    let budget = Budget::until(&stop).at_most(DRAW_NODES);
                    let mover = game.turn().seats().first();
                    let chance = mover.zip(kind.analyst(seed)).and_then(|(mover, mut analyst)| {
                        let mut chance = None;
                        analyst.analyse(&*game, mover, 1, &budget, &mut |analysis| {
                            chance = analysis.lines.first().map(|best| (mover, best.chance));
                        });
                        chance
                    });
                    Found::Chance(chance)
                }
                Task::Act(actor) => {
                    let sample = || game.sample(actor, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
                    let Some((seat, bot)) = actor.seat().zip(bot) else { return Found::Action(sample()) };
                    let stop = cancel.or_after(time);
                    let budget = Budget::until(&stop);
                    let chosen = kind.bot(&bot, seed).and_then(|mut bot| bot.choose(&*game, seat, &budget));
                    Found::Action(chosen.unwrap_or_else(sample))
                }
            }
        }
    }

    /// Applies the answer of a job, unless the position has changed since it began.
    async fn apply_answer(&mut self, task: Task, entries: usize, found: Option<Found>) -> Result<()> {
        if self.bot_job.as_ref().is_none_or(|job| job.entries != entries) {
            return Ok(());
        }
        self.bot_job = None;
        let now = self.game_time();
        match (task, found) {
            (Task::Act(actor), Some(Found::Action(action))) => match actor {
                Actor::Nature => self.table.nature(&action, now).map(drop),
                Actor::Seat(seat) => {
                    let prompt = self.table.prompt(seat).unwrap_or_default();
                    self.table.act(seat, prompt, &action, now).map(drop)
                }
            }
            .inspect_err(|refused| {
                tracing::error!(table = self.row.id, %refused, action, "a bot chose an illegal action");
            })?,
            (Task::JudgeDraw(seat), Some(Found::Chance(chance))) => {
                let accept = chance.is_some_and(|(mover, chance)| {
                    policy::accepts_draw(&self.table, seat, mover, Some(chance))
                });
                policy::answer(&mut self.table, seat, accept, now);
            }
            (task, _) => {
                tracing::error!(table = self.row.id, ?task, "a job ended without an answer");
                self.mark_stale();
                return Err(Refusal::not_saved().into());
            }
        }
        self.finish_and_save(Change::default()).await
    }

    fn thinking_time(&self, seat: Option<Seat>) -> Duration {
        let most = u64::try_from(self.server.config.thinking.as_millis()).unwrap_or(u64::MAX);
        let now = self.game_time();
        Duration::from_millis(seat.map_or(most, |seat| policy::thinking_time(&self.table, seat, most, now)))
    }

    /// A clock has run out, or a job is to be tried again: seats without time forfeit, or bots replace them.
    pub(crate) async fn on_deadline(&mut self) {
        self.clear_deadline();
        if self.row.status != Status::Playing {
            return;
        }
        let (now, on_timeout) = (self.game_time(), self.on_timeout());
        let out = policy::apply_timeouts(&mut self.table, &on_timeout, now);
        let next_chat = self.next_chat();
        if let OnTimeout::Bot(bot) = on_timeout {
            for seat in out.replaced.iter() {
                if let Some(row) = row_of(&mut self.row, seat) {
                    (row.kind, row.bot) = (SeatKind::Bot, Some(bot.clone()));
                    // The person keeps the seat's name for the rematch, but no link to it works any more.
                    hand_over(row, row.user.clone(), next_chat);
                }
            }
        }
        if out.is_empty() {
            self.schedule_next();
            return;
        }
        let change = Change { row: !out.replaced.is_empty(), ..Change::default() };
        if let Err(error) = self.finish_and_save(change).await {
            tracing::warn!(
                table = self.row.id,
                code = &*error.0.code,
                "a timeout was not saved; it is tried again"
            );
            self.server.retry_soon(&self.row.id);
        }
    }
}
