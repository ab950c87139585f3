//! What people do at a table.

use crate::house::{now, seat_of};
use crate::limits::{LONGEST_SHOW, LONGEST_TALK};
use crate::person::Person;
use crate::protocol::{Channel, Command, Given, Refusal, Shown};
use crate::refusal::Result;
use crate::room::{Change, Room, row_of};
use game::{Actor, Seat, SeatSet};
use store::{SeatKind, SeatRow, Status, TalkRow};
use table::{Question, Word};

impl Room {
    /// Does what a person wants, all of it or nothing; when it is done it will not be forgotten.
    pub async fn obey(&mut self, person: &Person, command: Command) -> Result<Given> {
        match command {
            Command::Enter { .. } => Err(Refusal::bad_message()),
            Command::Act { seat, prompt, action } => self.act(person, seat, prompt, &action).await,
            Command::Say { seat, word } => self.say(person, seat, word).await,
            Command::Show { seat, what } => self.present(person, seat, what),
            Command::Expect { entry, action } => self.expect(person, entry, action),
            Command::Talk { channel, text } => self.speak(person, &channel, &text).await,
            Command::Join { seat, token } => self.join(person, seat, token.as_deref()).await,
            Command::Leave { seat } => self.leave(person, seat).await,
            Command::Start { bot } => self.start_with(person, &bot).await,
            Command::Abort {} => self.abort(person).await,
            Command::Rematch {} => self.rematch(person).await,
            Command::HandOver { seat } => self.hand_over(person, seat),
        }
    }

    async fn act(&mut self, person: &Person, seat: Seat, prompt: u32, action: &str) -> Result<Given> {
        self.must_hold(person, seat)?;
        let now = self.clock();
        self.table.act(seat, prompt, action, now)?;
        let entry = self.table.log().len() - 1;
        self.keep(Change::default()).await?;
        Ok(Given { entry: Some(entry), ..Given::default() })
    }

    async fn say(&mut self, person: &Person, seat: Seat, word: Word) -> Result<Given> {
        self.must_hold(person, seat)?;
        if matches!(word, Word::Flag | Word::Relay) {
            return Err(Refusal::bad_message());
        }
        let now = self.clock();
        self.table.say(seat, word, now)?;
        self.answer_at_once(person);
        self.keep(Change::default()).await?;
        Ok(Given::default())
    }

    /// Bots let people take back and play on; who sits on the same screen has been asked aloud.
    fn answer_at_once(&mut self, person: &Person) {
        let own = self.seats_of(&person.id);
        let now = self.clock();
        for seat in Seat::all(self.table.setup().seats) {
            let Some(asked) = self.table.asked() else { return };
            let word = match asked.question {
                Question::TakeBack => Word::Agree,
                Question::Draw if own.contains(seat) => Word::Agree,
                Question::Draw => Word::Decline,
            };
            if seat != asked.by && !asked.agreed.contains(seat) && (own.contains(seat) || self.is_bot(seat)) {
                // A seat that has left can't answer, and need not.
                let _ = self.table.say(seat, word, now);
            }
        }
    }

    /// Passes on what a hand is doing: nothing is kept, so nothing waits for the store.
    fn present(&mut self, person: &Person, seat: Seat, what: String) -> Result<Given> {
        self.must_hold(person, seat)?;
        if what.len() > LONGEST_SHOW || !self.table.turn().seats().contains(seat) {
            return Err(Refusal::bad_message());
        }
        self.show(Shown { seat, log: self.table.log().len(), what });
        Ok(Given::default())
    }

    async fn speak(&mut self, person: &Person, channel: &Channel, text: &str) -> Result<Given> {
        let text = text.trim();
        let fits =
            !text.is_empty() && text.chars().count() <= LONGEST_TALK && !text.contains(char::is_control);
        if !fits {
            return Err(Refusal::bad_talk());
        }
        let own = self.seats_of(&person.id);
        match channel {
            Channel::Table if own.is_empty() && self.row.host != person.id => {
                return Err(Refusal::not_seated());
            }
            Channel::Allies { seats } if !self.may_confer(own, *seats) => {
                return Err(Refusal::may_not_confer());
            }
            Channel::Watchers if !self.is_present(&person.id) && !self.may_look(person, None) => {
                return Err(Refusal::no_table());
            }
            Channel::Watchers if !own.is_empty() && self.row.status == Status::Playing => {
                return Err(Refusal::not_yours());
            }
            _ => {}
        }
        self.house.register(person).await?;
        let talk = TalkRow {
            index: self.talk.last().map_or(0, |last| last.index + 1),
            at: now(),
            seat: own.first().map(|seat| i64::from(seat.0)),
            user: person.id.clone(),
            name: person.name.clone(),
            channel: serde_json::to_string(channel).expect("a channel is plain data"),
            text: text.to_owned(),
        };
        self.save(Change { talk: Some(talk), ..Change::default() }).await?;
        Ok(Given::default())
    }

    fn may_confer(&self, own: SeatSet, seats: SeatSet) -> bool {
        own.iter().any(|seat| seats.contains(seat)) && self.table.game().may_confer().contains(&seats)
    }

    async fn join(&mut self, person: &Person, seat: Option<Seat>, token: Option<&str>) -> Result<Given> {
        let waiting = self.row.status == Status::Waiting;
        let invited = |row: &&SeatRow| row.user.as_ref() == Some(&person.id) && !row.arrived;
        let by_link = |row: &&SeatRow| {
            let seat = seat_of(row.seat);
            token.is_some_and(|token| self.house.seal.is_seat(token, &self.row.id, seat, row.renewal))
        };
        let free =
            |row: &&SeatRow| row.kind == SeatKind::Open && seat.is_none_or(|seat| seat == seat_of(row.seat));
        let mut rows = self.row.seats.iter();
        let found = match token {
            // A link to a seat that somebody holds is that person's own, to come back with.
            Some(_) => rows.find(by_link).ok_or_else(Refusal::bad_link)?,
            None if !waiting => return Err(Refusal::not_waiting()),
            None if self.row.seats.iter().any(|row| invited(&row)) => {
                rows.find(invited).ok_or_else(Refusal::no_seat)?
            }
            None if !self.may_look(person, None) => return Err(Refusal::no_table()),
            None => rows.find(free).ok_or_else(Refusal::no_seat)?,
        };
        let taken = seat_of(found.seat);
        let moved = matches!(found.kind, SeatKind::Person | SeatKind::Screen);
        if matches!(self.row.status, Status::Over | Status::Aborted) || (!moved && !waiting) {
            return Err(Refusal::not_waiting());
        }
        if self.row.rated {
            let twice = self.seats_of(&person.id).iter().any(|seat| seat != taken);
            if twice || !person.has_account() {
                return Err(Refusal::rated_people());
            }
        }
        self.house.register(person).await?;
        let row = row_of(&mut self.row, taken).ok_or_else(Refusal::no_seat)?;
        row.kind = if moved { row.kind } else { SeatKind::Person };
        row.user = Some(person.id.clone());
        row.name = if row.kind == SeatKind::Screen { row.name.take() } else { Some(person.name.clone()) };
        row.arrived = true;
        // The link has been used.
        row.renewal += i64::from(token.is_some());
        self.begin_if_full();
        self.save(Change { row: true, ..Change::default() }).await?;
        Ok(Given { seat: Some(taken), ..Given::default() })
    }

    async fn leave(&mut self, person: &Person, seat: Seat) -> Result<Given> {
        if self.row.status != Status::Waiting {
            return Err(Refusal::not_waiting());
        }
        if !self.seats_of(&person.id).contains(seat) {
            return Err(Refusal::not_yours());
        }
        let kind = if self.row.open { SeatKind::Open } else { SeatKind::Link };
        let row = row_of(&mut self.row, seat).ok_or_else(Refusal::not_yours)?;
        *row = SeatRow {
            seat: row.seat,
            kind,
            user: None,
            name: None,
            bot: None,
            renewal: row.renewal + 1,
            arrived: false,
        };
        self.save(Change { row: true, ..Change::default() }).await?;
        Ok(Given::default())
    }

    async fn start_with(&mut self, person: &Person, bot: &str) -> Result<Given> {
        if self.row.status != Status::Waiting {
            return Err(Refusal::not_waiting());
        }
        if self.row.host != person.id {
            return Err(Refusal::not_host());
        }
        if self.row.rated {
            return Err(Refusal::rated_people());
        }
        crate::opening::check_bot(self.table.kind(), self.table.setup(), bot)?;
        for row in self.row.seats.iter_mut().filter(|row| !row.arrived) {
            (row.kind, row.bot, row.arrived) = (SeatKind::Bot, Some(bot.to_owned()), true);
            (row.user, row.name) = (None, None);
        }
        self.begin_if_full();
        self.save(Change { row: true, ..Change::default() }).await?;
        Ok(Given::default())
    }

    /// Once everybody sits, time runs.
    pub(crate) fn begin_if_full(&mut self) {
        if self.row.status == Status::Waiting && self.row.seats.iter().all(|row| row.arrived) {
            self.row.status = Status::Playing;
            let played = self.table.log().last().map_or(0, |last| last.at);
            self.row.zero = Some(now().saturating_sub_unsigned(played));
        }
    }

    async fn abort(&mut self, person: &Person) -> Result<Given> {
        let own = self.seats_of(&person.id);
        match self.row.status {
            Status::Waiting if self.row.host != person.id => return Err(Refusal::not_host()),
            Status::Playing if own.is_empty() => return Err(Refusal::not_seated()),
            Status::Playing => {
                let acts = |seat| self.table.line().any(|(actor, _)| actor == Actor::Seat(seat));
                if Seat::all(self.table.setup().seats).all(acts) {
                    return Err(Refusal::too_late());
                }
            }
            Status::Over | Status::Aborted => return Err(Refusal::not_playing()),
            Status::Waiting => {}
        }
        (self.row.status, self.row.ended) = (Status::Aborted, Some(now()));
        self.save(Change { row: true, ..Change::default() }).await?;
        Ok(Given::default())
    }

    async fn rematch(&mut self, person: &Person) -> Result<Given> {
        if self.row.status != Status::Over {
            return Err(Refusal::not_over());
        }
        if self.seats_of(&person.id).is_empty() {
            return Err(Refusal::not_seated());
        }
        if let Some(next) = &self.row.next {
            return Ok(Given { table: Some(next.clone()), ..Given::default() });
        }
        let next = crate::opening::rematch(&self.row, person);
        self.house.store.create(&next).await?;
        self.row.next = Some(next.id.clone());
        self.save(Change { row: true, ..Change::default() }).await?;
        Ok(Given { table: Some(next.id), ..Given::default() })
    }

    fn hand_over(&self, person: &Person, seat: Seat) -> Result<Given> {
        if !self.seats_of(&person.id).contains(seat) {
            return Err(Refusal::not_yours());
        }
        let row = self.row.seats.get(seat.index()).ok_or_else(Refusal::not_yours)?;
        let token = self.house.seal.seat(&self.row.id, seat, row.renewal);
        Ok(Given { token: Some(token), ..Given::default() })
    }

    fn must_hold(&self, person: &Person, seat: Seat) -> Result<()> {
        if self.row.status != Status::Playing {
            return Err(Refusal::not_playing());
        }
        if self.seats_of(&person.id).contains(seat) { Ok(()) } else { Err(Refusal::not_yours()) }
    }

    pub(crate) fn is_bot(&self, seat: Seat) -> bool {
        self.row.seats.get(seat.index()).is_some_and(|row| row.kind == SeatKind::Bot)
    }
}
