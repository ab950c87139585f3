//! What happens at a table without a client: bots and Nature act, clocks run out, games end.

use crate::cluster::Delivery;
use crate::command::hand_over;
use crate::error::Result;
use crate::room::{BotJob, Change, Room};
use crate::row::row_of;
use crate::tokens::random_number;
use crate::worker_pool::{CancelFlag, Lane, thread_cpu_time};
use game::{Actor, Budget, Seat};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Duration;
use store::{SeatKind, Status};
use table::policy::{self, AutomaticAnswer, DRAW_MILLIS, DRAW_NODES, OnTimeout};
use table::{Declaration, GameMillis};

/// How often a job is begun for one position, if it fails.
const JOB_ATTEMPTS: u32 = 3;

/// The longest pause before another attempt to save an answer.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// What a job is to find out.
#[derive(Copy, Clone, Debug)]
enum Task {
    /// The action of a bot or of Nature.
    Act(Actor),
    /// Whether the bot in this seat accepts a draw.
    JudgeDraw(Seat),
}

/// The answer of a job.
struct Answer {
    found: Found,
    /// The processor time that it used.
    cpu: Duration,
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
        change.row |= self.follow_plans();
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

    /// What a bot or Nature is to do now.
    fn task(&self) -> Option<Task> {
        if self.row.status != Status::Playing {
            return None;
        }
        let bots = self.bots();
        match policy::next_answer(&self.table, bots, game::SeatSet::EMPTY) {
            Some((seat, AutomaticAnswer::Evaluate)) => Some(Task::JudgeDraw(seat)),
            _ => policy::next_actor(&self.table, bots).map(Task::Act),
        }
    }

    /// Whether the table waits for a bot or Nature: its time stands still meanwhile (see [`Room::game_time`]).
    pub(crate) fn is_waiting_for_job(&self) -> bool {
        self.task().is_some()
    }

    /// Starts the job of the bot or of Nature that is to act, and schedules the next deadline.
    pub(crate) fn schedule_next(&mut self) {
        self.schedule_deadline();
        let entries = self.table.log().len();
        let task = self.task();
        if let Some(job) = &self.bot_job {
            if task.is_some() && job.entries == entries {
                return;
            }
            job.cancel.cancel();
            self.bot_job = None;
        }
        let watched = self.is_watched();
        let Some(task) = task.filter(|_| watched || self.has_people()) else { return };
        let server = self.server.clone();
        match &server.cluster {
            // A node that is cut off from the queue does the work itself; of two answers one is refused.
            Some(cluster) if cluster.is_connected() || !cluster.works => {
                if self.requested.replace(entries) == Some(entries) {
                    return;
                }
                let id = self.row.id.clone();
                self.server.spawn_tracked(async move {
                    if let Some(cluster) = &server.cluster {
                        cluster.request_work(&id, entries, watched).await;
                    }
                });
            }
            _ => self.start_job(task, entries, None),
        }
    }

    /// Whether anybody else than bots sits here: bots among themselves play only while somebody watches.
    fn has_people(&self) -> bool {
        self.row.seats.iter().any(|row| row.kind != SeatKind::Bot)
    }

    /// Starts a job that was taken from the queue, unless its position has passed or it is under way here.
    pub(crate) async fn start_queued(
        &mut self,
        entries: usize,
        watched: bool,
        delivery: Delivery,
    ) -> Result<()> {
        if self.table.log().len() < entries {
            self.mark_stale();
            self.reload_if_stale().await?;
        }
        let under_way = self.bot_job.as_ref().is_some_and(|job| job.entries == entries);
        let wanted = self.table.log().len() == entries && !under_way;
        let watched = watched || self.is_watched();
        match self.task().filter(|_| wanted && (watched || self.has_people())) {
            Some(task) => self.start_job(task, entries, Some(delivery)),
            None => delivery.done().await,
        }
        Ok(())
    }

    /// Has a worker thread do a task for the present position, and applies its answer.
    fn start_job(&mut self, task: Task, entries: usize, delivery: Option<Delivery>) {
        let cancel = CancelFlag::new();
        self.bot_job = Some(BotJob { entries, cancel: cancel.clone() });
        let (server, id, share) = (self.server.clone(), self.row.id.clone(), self.share.clone());
        let lane = if matches!(task, Task::Act(Actor::Nature)) { Lane::Nature } else { Lane::Bots };
        let work = self.work(task);
        self.server.clone().spawn_tracked(async move {
            let answer = server.workers.run(lane, &share, &cancel, work).await;
            // What was found out stays so: if it can't be written now, it is written later.
            let mut pause = Duration::from_secs(1);
            while !server.shutdown.is_cancelled() {
                let applied = match server.room(&id).await {
                    Ok(mut room) => room.apply_answer(task, entries, answer.as_ref()).await,
                    Err(error) => Err(error),
                };
                let Err(error) = applied else {
                    if let Some(delivery) = delivery {
                        delivery.done().await;
                    }
                    return;
                };
                if error.0.code == "conflict" {
                    // Another node has written to the table: what it wrote is read, and the answer judged again.
                    continue;
                }
                tracing::warn!(
                    table = id,
                    code = &*error.0.code,
                    "a bot's action is not saved; it is tried again"
                );
                tokio::select! {
                    () = tokio::time::sleep(pause) => {}
                    () = server.shutdown.cancelled() => {}
                }
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        });
    }

    /// The computation of a task, on a copy of the position.
    fn work(&self, task: Task) -> impl FnOnce(&CancelFlag) -> Answer + Send + use<> {
        let (kind, game) = (self.table.kind(), self.table.game().fork());
        let seat = match task {
            Task::Act(actor) => actor.seat(),
            Task::JudgeDraw(seat) => Some(seat),
        };
        // A bot that has failed is not asked again here: any legal action will do.
        let bot = seat.and_then(|seat| self.row.seats.get(seat.index())?.bot.clone());
        let bot = bot.filter(|_| self.failed_jobs == 0);
        let time = self.thinking_time(seat);
        move |cancel: &CancelFlag| {
            let (seed, began) = (random_number(), thread_cpu_time());
            let found = match task {
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
                    let chosen = actor.seat().zip(bot).and_then(|(seat, bot)| {
                        let stop = cancel.or_after(time);
                        kind.bot(&bot, seed)?.choose(&*game, seat, &Budget::until(&stop))
                    });
                    Found::Action(chosen.unwrap_or_else(sample))
                }
            };
            Answer { found, cpu: thread_cpu_time().saturating_sub(began) }
        }
    }

    /// Applies the answer of a job, unless the position has changed since it began. An error means that it is not saved.
    async fn apply_answer(&mut self, task: Task, entries: usize, answer: Option<&Answer>) -> Result<()> {
        if self.bot_job.as_ref().is_none_or(|job| job.entries != entries) {
            return Ok(());
        }
        let now = self.game_time();
        match (task, answer.map(|answer| (&answer.found, answer.cpu))) {
            (Task::Act(actor), Some((Found::Action(action), cpu))) => {
                let acted = match actor {
                    Actor::Nature => self.table.nature(action, now).map(drop),
                    Actor::Seat(seat) => {
                        let prompt = self.table.prompt(seat).unwrap_or_default();
                        let at = now + self.charge(seat, cpu, now);
                        self.table.act(seat, prompt, action, at).map(drop)
                    }
                };
                if let Err(refused) = acted {
                    tracing::error!(table = self.row.id, %refused, action, "a bot chose an illegal action");
                    return self.on_failed_job(task).await;
                }
            }
            (Task::JudgeDraw(seat), Some((Found::Chance(chance), _))) => {
                let accept = chance.is_some_and(|(mover, chance)| {
                    policy::accepts_draw(&self.table, seat, mover, Some(chance))
                });
                policy::answer(&mut self.table, seat, accept, now);
            }
            (task, _) => {
                tracing::error!(table = self.row.id, ?task, "a job ended without an answer");
                return self.on_failed_job(task).await;
            }
        }
        self.finish_and_save(Change::default()).await
    }

    /// After a job that failed: starts another one for the same position, but not for ever. Then a bot resigns, and a
    /// table at which Nature has no answer is aborted.
    async fn on_failed_job(&mut self, task: Task) -> Result<()> {
        self.failed_jobs += 1;
        if self.failed_jobs < JOB_ATTEMPTS {
            self.bot_job = None;
            self.schedule_next();
            return Ok(());
        }
        tracing::error!(table = self.row.id, ?task, "every attempt failed: given up");
        let now = self.game_time();
        match task {
            Task::Act(Actor::Nature) => {
                (self.row.status, self.row.ended) = (Status::Aborted, Some(self.server.clock.now()));
                return self.save(Change::of_row()).await;
            }
            Task::Act(Actor::Seat(seat)) => self.table.declare(seat, Declaration::Resign, now).map(drop)?,
            Task::JudgeDraw(seat) => policy::answer(&mut self.table, seat, false, now),
        }
        self.finish_and_save(Change::default()).await
    }

    /// What a bot's clock is charged for an action: the processor time that it used, in milliseconds, and never so much
    /// that its time runs out, since no bot is given that much.
    fn charge(&self, seat: Seat, cpu: Duration, now: GameMillis) -> GameMillis {
        let used = u64::try_from(cpu.as_millis()).unwrap_or(u64::MAX);
        self.table.time_left(seat, now).map_or(used, |left| used.min(left.saturating_sub(1)))
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
