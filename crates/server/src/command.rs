//! What clients do at a table.

use crate::error::Result;
use crate::limits::{LONGEST_CHAT, LONGEST_HAND};
use crate::person::Person;
use crate::room::{Change, Room};
use crate::row::row_of;
use crate::server::{Server, seat_of};
use game::{Actor, Seat, SeatSet};
use protocol::{Channel, Command, Done, Hand, Refusal};
use std::sync::Arc;
use store::{ChatRow, SeatKind, SeatRow, Status};
use table::policy::{self, AutomaticAnswer};
use table::{Declaration, Event, LogEntry, Offer};

impl Room {
    /// Carries a command out, all of it or nothing; what is done is durable.
    pub async fn carry_out(&mut self, person: &Person, command: Command) -> Result<Done> {
        self.share = person.share();
        match command {
            Command::Enter { .. } => Err(Refusal::bad_message().into()),
            Command::Act { seat, prompt, action } => self.act(person, seat, prompt, &action).await,
            Command::Resign { seat } => self.declare(person, seat, Declaration::Resign).await,
            Command::Offer { seat, offer: Offer::Draw } => {
                self.declare(person, seat, Declaration::Draw).await
            }
            Command::Offer { seat, offer: Offer::TakeBack } => {
                self.declare(person, seat, Declaration::TakeBack).await
            }
            Command::Answer { seat, accept: true } => self.declare(person, seat, Declaration::Accept).await,
            Command::Answer { seat, accept: false } => self.declare(person, seat, Declaration::Decline).await,
            Command::Plan { seat, lines } => self.plan(person, seat, lines).await,
            Command::Hand { seat, movement } => self.pass_hand_on(person, seat, movement),
            Command::Predict { entry, action } => self.predict(person, entry, action),
            Command::Chat { channel, text } => self.send_chat(person, &channel, &text).await,
            Command::Join { seat, token } => self.join(person, seat, token.as_deref()).await,
            Command::Leave { seat } => self.leave(person, seat).await,
            Command::Start { bot } => self.start_with(person, &bot).await,
            Command::Abort {} => self.abort(person).await,
            Command::Rematch {} => self.rematch(person).await,
            Command::Continue {} => Err(Refusal::not_outdated().into()),
            Command::TransferSeat { seat } => self.transfer_seat(person, seat).await,
            Command::WatchLink {} => self.watch_link(person),
        }
    }

    async fn act(&mut self, person: &Person, seat: Seat, prompt: u32, action: &str) -> Result<Done> {
        if let Some(entry) = self.done_already(person, seat, prompt, action) {
            return Ok(Done { entry: Some(entry), ..Done::default() });
        }
        self.require_seat(person, seat)?;
        let now = self.game_time();
        self.table.act(seat, prompt, action, now)?;
        let entry = self.table.log().len() - 1;
        self.finish_and_save(Change::default()).await?;
        Ok(Done { entry: Some(entry), ..Done::default() })
    }

    /// Where the log has this very answer to this prompt: it is sent again because the first answer was lost, and is not
    /// performed again.
    fn done_already(&self, person: &Person, seat: Seat, prompt: u32, action: &str) -> Option<usize> {
        let since = self.table.log().get(prompt as usize..)?;
        if since.is_empty() || !self.seats_of(&person.id).contains(seat) {
            return None;
        }
        let ends_prompt = |entry: &LogEntry| match &entry.event {
            Event::Play { actor, .. } => *actor == Actor::Seat(seat),
            Event::Declare { declaration, .. } => {
                matches!(declaration, Declaration::TakeBack | Declaration::Accept)
            }
        };
        let first = since.iter().position(ends_prompt)?;
        let same = matches!(&since[first].event, Event::Play { action: done, .. } if done == action);
        same.then_some(prompt as usize + first)
    }

    async fn declare(&mut self, person: &Person, seat: Seat, declaration: Declaration) -> Result<Done> {
        self.require_seat(person, seat)?;
        let now = self.game_time();
        self.table.declare(seat, declaration, now)?;
        let screen = self.seats_of(&person.id);
        while let Some((seat, AutomaticAnswer::Accept)) =
            policy::next_answer(&self.table, self.bots(), screen)
        {
            policy::answer(&mut self.table, seat, true, now);
        }
        self.finish_and_save(Change::default()).await?;
        Ok(Done::default())
    }

    /// Passes the live movement of a hand on; nothing is stored.
    fn pass_hand_on(&mut self, person: &Person, seat: Seat, movement: String) -> Result<Done> {
        self.require_seat(person, seat)?;
        if movement.len() > LONGEST_HAND || !self.table.turn().seats().contains(seat) {
            return Err(Refusal::bad_message().into());
        }
        let hand = Hand { seat, log: self.table.log().len(), movement };
        self.tell_hand(&hand);
        self.show_hand(hand);
        Ok(Done::default())
    }

    async fn send_chat(&mut self, person: &Person, channel: &Channel, text: &str) -> Result<Done> {
        let text = text.trim();
        let fits =
            !text.is_empty() && text.chars().count() <= LONGEST_CHAT && !text.contains(char::is_control);
        if !fits {
            return Err(Refusal::bad_chat().into());
        }
        let own = self.seats_of(&person.id);
        match channel {
            Channel::Table if own.is_empty() && self.row.host != person.id => {
                return Err(Refusal::not_seated().into());
            }
            Channel::Allies { seats } if !self.may_confer(own, *seats) => {
                return Err(Refusal::may_not_confer().into());
            }
            Channel::Watchers if !self.is_present(&person.id) && !self.may_look(person, None) => {
                return Err(Refusal::no_table().into());
            }
            Channel::Watchers if !own.is_empty() && self.row.status == Status::Playing => {
                return Err(Refusal::not_yours().into());
            }
            _ => {}
        }
        self.server.register(person).await?;
        let chat = ChatRow {
            index: self.next_chat(),
            at: self.server.clock.now(),
            seat: own.first().map(|seat| i64::from(seat.0)),
            user: person.id.clone(),
            name: person.name.clone(),
            channel: serde_json::to_string(channel).expect("a channel is plain data"),
            text: text.to_owned(),
        };
        self.save(Change { chat: Some(chat), ..Change::default() }).await?;
        Ok(Done::default())
    }

    fn may_confer(&self, own: SeatSet, seats: SeatSet) -> bool {
        own.iter().any(|seat| seats.contains(seat)) && self.table.game().may_confer().contains(&seats)
    }

    async fn join(&mut self, person: &Person, seat: Option<Seat>, token: Option<&str>) -> Result<Done> {
        let waiting = self.row.status == Status::Waiting;
        let invited = |row: &&SeatRow| row.user.as_ref() == Some(&person.id) && !row.arrived;
        let by_link = |row: &&SeatRow| {
            let seat = seat_of(row.seat);
            token.is_some_and(|token| self.server.tokens.is_seat(token, &self.row.id, seat, row.renewal))
        };
        let free =
            |row: &&SeatRow| row.kind == SeatKind::Open && seat.is_none_or(|seat| seat == seat_of(row.seat));
        let mut rows = self.row.seats.iter();
        let found = match token {
            // A link to a seat that a person holds is that person's own, for another device.
            Some(_) => rows.find(by_link).ok_or_else(Refusal::bad_link)?,
            None if !waiting => return Err(Refusal::not_waiting().into()),
            None if self.row.seats.iter().any(|row| invited(&row)) => {
                rows.find(invited).ok_or_else(Refusal::no_seat)?
            }
            None if !self.may_look(person, None) => return Err(Refusal::no_table().into()),
            None => rows.find(free).ok_or_else(Refusal::no_seat)?,
        };
        let taken = seat_of(found.seat);
        let transferred = matches!(found.kind, SeatKind::Person | SeatKind::Screen);
        let same_person = found.user.as_ref() == Some(&person.id);
        if matches!(self.row.status, Status::Over | Status::Aborted) || (!transferred && !waiting) {
            return Err(Refusal::not_waiting().into());
        }
        if self.row.rated {
            let twice = self.seats_of(&person.id).iter().any(|seat| seat != taken);
            // A rated seat never goes to another person.
            let stranger = transferred && !same_person;
            if twice || stranger || !person.has_account() || self.plays_own_program(person).await? {
                return Err(Refusal::rated_people().into());
            }
        }
        self.server.register(person).await?;
        let server = self.server.clone();
        let _counting = server.counting(&person.id).await;
        if !same_person {
            server.may_play_another(&person.id).await?;
        }
        let next_chat = self.next_chat();
        let row = row_of(&mut self.row, taken).ok_or_else(Refusal::no_seat)?;
        row.kind = if transferred { row.kind } else { SeatKind::Person };
        row.name = if row.kind == SeatKind::Screen { row.name.take() } else { Some(person.name.clone()) };
        row.arrived = true;
        hand_over(row, Some(person.id.clone()), next_chat);
        self.begin_if_full();
        self.save(Change::of_row()).await?;
        Ok(Done { seat: Some(taken), ..Done::default() })
    }

    /// Whether another seat is held by the person's own program, by the owner of the person if it is a program, or by
    /// another program of that owner.
    async fn plays_own_program(&self, person: &Person) -> Result<bool> {
        let others =
            self.row.seats.iter().filter_map(|row| row.user.as_ref()).filter(|user| **user != person.id);
        for other in others {
            let other = self.server.store.user(other).await?;
            if other.is_some_and(|other| other.owner.unwrap_or(other.id) == person.owner()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn leave(&mut self, person: &Person, seat: Seat) -> Result<Done> {
        if self.row.status != Status::Waiting {
            return Err(Refusal::not_waiting().into());
        }
        if !self.seats_of(&person.id).contains(seat) {
            return Err(Refusal::not_yours().into());
        }
        let kind = if self.row.open { SeatKind::Open } else { SeatKind::Link };
        let next_chat = self.next_chat();
        let row = row_of(&mut self.row, seat).ok_or_else(Refusal::not_yours)?;
        (row.kind, row.name, row.bot, row.arrived) = (kind, None, None, false);
        hand_over(row, None, next_chat);
        self.save(Change::of_row()).await?;
        Ok(Done::default())
    }

    async fn start_with(&mut self, person: &Person, bot: &str) -> Result<Done> {
        if self.row.status != Status::Waiting {
            return Err(Refusal::not_waiting().into());
        }
        if self.row.host != person.id {
            return Err(Refusal::not_host().into());
        }
        if self.row.rated {
            return Err(Refusal::rated_people().into());
        }
        crate::new_table::check_bot(self.table.kind(), self.table.setup(), bot)?;
        let next_chat = self.next_chat();
        for row in self.row.seats.iter_mut().filter(|row| !row.arrived) {
            (row.kind, row.bot, row.arrived) = (SeatKind::Bot, Some(bot.to_owned()), true);
            row.name = None;
            hand_over(row, None, next_chat);
        }
        self.begin_if_full();
        self.save(Change::of_row()).await?;
        Ok(Done::default())
    }

    /// Starts the match once every seat is taken.
    pub(crate) fn begin_if_full(&mut self) {
        if self.row.status == Status::Waiting && self.row.seats.iter().all(|row| row.arrived) {
            self.row.status = Status::Playing;
            let played = self.table.log().last().map_or(0, |last| last.at);
            self.row.started_at = Some(self.server.clock.play_time().minus(played as i64));
        }
    }

    async fn abort(&mut self, person: &Person) -> Result<Done> {
        let own = self.seats_of(&person.id);
        match self.row.status {
            Status::Waiting if self.row.host != person.id => return Err(Refusal::not_host().into()),
            Status::Playing if own.is_empty() => return Err(Refusal::not_seated().into()),
            Status::Playing if !self.may_abort() => return Err(Refusal::too_late().into()),
            Status::Over | Status::Aborted => return Err(Refusal::not_playing().into()),
            Status::Playing | Status::Waiting => {}
        }
        (self.row.status, self.row.ended) = (Status::Aborted, Some(self.server.clock.now()));
        self.save(Change::of_row()).await?;
        Ok(Done::default())
    }

    /// Whether a game is so young that it may end without a result: not every seat has acted, and in a rated game at most
    /// one has.
    fn may_abort(&self) -> bool {
        let acted = |seat: &Seat| self.table.actions_played().any(|(actor, _)| actor == Actor::Seat(*seat));
        let seats = self.table.setup().seats;
        let count = Seat::all(seats).filter(acted).count();
        if self.row.rated { count < 2 } else { count < usize::from(seats) }
    }

    async fn rematch(&mut self, person: &Person) -> Result<Done> {
        if self.row.status != Status::Over {
            return Err(Refusal::not_over().into());
        }
        if self.seats_of(&person.id).is_empty() {
            return Err(Refusal::not_seated().into());
        }
        if let Some(next) = &self.row.next {
            return Ok(Done { table: Some(next.clone()), ..Done::default() });
        }
        let server = self.server.clone();
        let next = crate::new_table::rematch(&server, self.table.kind(), &self.row, person);
        let _counting = server.counting(&person.id).await;
        server.may_open_another(&person.id).await?;
        server.store.create(&next).await?;
        self.row.next = Some(next.id.clone());
        self.save(Change::of_row()).await?;
        if next.status == Status::Playing {
            // Only bots and people of this screen sit there: it begins at once, in a task of its own, since nobody may
            // wait for a room while holding another one.
            self.server.spawn_tracked(begin(self.server.clone(), next.id.clone()));
        }
        Ok(Done { table: Some(next.id), ..Done::default() })
    }

    /// A table that was opened as the rematch of this one has been removed.
    pub(crate) async fn forget_rematch(&mut self, removed: &str) -> Result<()> {
        if self.row.next.as_deref() == Some(removed) {
            self.row.next = None;
            self.save(Change::of_row()).await?;
        }
        Ok(())
    }

    /// Makes a new link to an own seat; the links made before stop working.
    async fn transfer_seat(&mut self, person: &Person, seat: Seat) -> Result<Done> {
        if !self.seats_of(&person.id).contains(seat) {
            return Err(Refusal::not_yours().into());
        }
        let row = row_of(&mut self.row, seat).ok_or_else(Refusal::not_yours)?;
        row.renewal += 1;
        let renewal = row.renewal;
        self.save(Change::of_row()).await?;
        let token = self.server.tokens.seat(&self.row.id, seat, renewal);
        Ok(Done { token: Some(token), ..Done::default() })
    }

    fn watch_link(&self, person: &Person) -> Result<Done> {
        if self.row.host != person.id && self.seats_of(&person.id).is_empty() {
            return Err(Refusal::not_seated().into());
        }
        Ok(Done { token: Some(self.server.tokens.watch(&self.row.id)), ..Done::default() })
    }

    pub(crate) fn require_seat(&self, person: &Person, seat: Seat) -> Result<()> {
        if self.row.status != Status::Playing {
            return Err(Refusal::not_playing().into());
        }
        if self.seats_of(&person.id).contains(seat) { Ok(()) } else { Err(Refusal::not_yours().into()) }
    }
}

/// Takes up a new table.
async fn begin(server: Arc<Server>, id: String) {
    if let Err(error) = server.clone().begin(&id).await {
        tracing::error!(table = id, code = &*error.0.code, "cannot begin a table");
    }
}

/// Gives a seat to another holder, or to none: every link to it stops working, and what was said in private before stays
/// unread by a new holder.
pub(crate) fn hand_over(row: &mut SeatRow, user: Option<String>, next_chat: i64) {
    if row.user != user {
        row.private_from = next_chat;
    }
    row.user = user;
    row.renewal += 1;
    row.plans = None;
}
