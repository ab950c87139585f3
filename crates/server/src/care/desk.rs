//! Reports, and what hosts do about them. Whatever a host does is written down.

use super::sanctions::{kind_of, stored_kind};
use crate::error::{ApiError, Result};
use crate::person::Person;
use crate::server::{Server, seat_of};
use crate::tokens::random_id;
use game::Seat;
use protocol::{
    Desk, DeskRequest, HostActionInfo, NewReport, PairInfo, Refusal, ReportInfo, ReportReason, ReportedTalk,
    SanctionInfo, SanctionKind, Who,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{HostAction, Report, Sanction, User};

/// The longest note of a report and the longest reason of a decision, in characters.
const LONGEST_NOTE: usize = 500;
/// How many messages before and after the reported one are kept with a report.
const AROUND: i64 = 10;
/// How many reports one person may make in a day.
const REPORTS: usize = 20;
const DAY: i64 = 24 * 3600 * 1000;
/// The longest mute or ban with an end, in hours: ten years.
const LONGEST: u32 = 10 * 366 * 24;
/// How much of each list the desk shows.
const SHOWN: u32 = 100;
/// How far back rated games of pairs are looked at, in milliseconds.
const PAIRS_SINCE: i64 = 90 * DAY;

/// A message that is kept with a report.
#[derive(Serialize, Deserialize)]
struct Kept {
    at: i64,
    name: String,
    text: String,
    #[serde(default)]
    reported: bool,
}

impl Server {
    /// Who is meant: the author of a message that the person can read, the holder of a seat, or somebody by name; with
    /// what was said around the message.
    pub(crate) async fn subject(
        self: &Arc<Self>,
        person: &Person,
        name: Option<String>,
        table: Option<String>,
        message: Option<i64>,
        seat: Option<u8>,
    ) -> Result<(User, String)> {
        let mut talk: Vec<Kept>;
        let id = match (name, table) {
            (Some(name), None) if message.is_none() && seat.is_none() => {
                let user = self.store.user_by_name(&name).await?.ok_or_else(Refusal::no_such)?;
                return Ok((user, "[]".to_owned()));
            }
            (None, Some(table)) => {
                let room = self.room(&table).await?;
                let own = room.seats_of(&person.id);
                if !room.may_look(person, None) && !room.is_present(&person.id) {
                    return Err(Refusal::no_table().into());
                }
                let over = matches!(room.row.status, store::Status::Over | store::Status::Aborted);
                let readable = |row: &&store::ChatRow| room.may_read(own, over, row) && !row.text.is_empty();
                match (message, seat) {
                    (Some(number), None) => {
                        let near = |row: &&store::ChatRow| (row.index - number).abs() <= AROUND;
                        talk = room
                            .chat
                            .iter()
                            .filter(readable)
                            .filter(near)
                            .map(|row| Kept {
                                at: row.at.0,
                                name: row.name.clone(),
                                text: row.text.clone(),
                                reported: row.index == number,
                            })
                            .collect();
                        let said = room.chat.iter().filter(readable).find(|row| row.index == number);
                        said.map(|row| row.user.clone())
                    }
                    (None, Some(number)) => {
                        let held = room.row.seats.get(Seat(number).index());
                        let last = room.chat.iter().filter(readable).rev().take(2 * AROUND as usize);
                        let kept = last.map(|row| Kept {
                            at: row.at.0,
                            name: row.name.clone(),
                            text: row.text.clone(),
                            reported: row.seat.map(seat_of) == Some(Seat(number)),
                        });
                        talk = kept.collect();
                        talk.reverse();
                        held.and_then(|row| row.user.clone())
                    }
                    _ => return Err(Refusal::bad_message().into()),
                }
            }
            _ => return Err(Refusal::bad_message().into()),
        };
        let user = self.store.user(&id.ok_or_else(Refusal::no_such)?).await?.ok_or_else(Refusal::no_such)?;
        Ok((user, serde_json::to_string(&talk).expect("talk is plain data")))
    }

    /// Tells the hosts something.
    pub(crate) async fn report(self: &Arc<Self>, person: &Person, new: NewReport) -> Result<()> {
        let note = new.note.trim().to_owned();
        if note.chars().count() > LONGEST_NOTE
            || note.chars().any(|letter| letter.is_control() && letter != '\n')
        {
            return Err(Refusal::bad_note().into());
        }
        let (table, message) = (new.table.clone(), new.message);
        let (subject, talk) = self.subject(person, new.name, new.table, new.message, new.seat).await?;
        if subject.id == person.id {
            return Err(Refusal::not_yours().into());
        }
        let reporter = self.register(person).await?;
        let _counting = self.counting(&reporter.id).await;
        let now = self.clock.now();
        if self.store.reports_by(&reporter.id, now.minus(DAY)).await? >= REPORTS {
            return Err(Refusal::too_many().into());
        }
        let report = Report {
            id: random_id(9),
            reporter: reporter.id,
            subject: subject.id,
            subject_name: subject.name,
            table,
            entry: message,
            reason: word(&new.reason),
            note,
            talk,
            created: now,
            closed: None,
        };
        Ok(self.store.add_report(&report).await?)
    }

    /// Refuses whoever is no host, as if there were no desk.
    pub(crate) async fn require_host(&self, person: &Person) -> Result<()> {
        let host = match person.account() {
            Ok(user) => self.store.is_host(&user.id).await?,
            Err(_) => false,
        };
        if host { Ok(()) } else { Err(Refusal::no_such().into()) }
    }

    /// All that lies on the host's desk.
    pub(crate) async fn desk(&self, person: &Person) -> Result<Desk> {
        self.require_host(person).await?;
        let now = self.clock.now();
        let mut reports = Vec::new();
        for report in self.store.reports(SHOWN).await? {
            let reporter = self.store.user(&report.reporter).await?.map(|user| user.name);
            let before = self.store.sanctions_of(&report.subject).await?.len();
            reports.push(report_info(report, reporter.unwrap_or_default(), before));
        }
        let mut sanctions = Vec::new();
        for one in self.store.sanctions_in_force(now).await?.into_iter().take(SHOWN as usize) {
            let name = self.store.user(&one.user).await?.map(|user| user.name).unwrap_or_default();
            sanctions.push(SanctionInfo {
                name,
                person: one.user,
                kind: kind_of(one.kind),
                reason: one.reason,
                ends: one.ends.map(|ends| ends.0),
            });
        }
        let pairs = self.store.suspicious_pairs(now.minus(PAIRS_SINCE), SHOWN).await?;
        let pairs = pairs.into_iter().map(|pair| PairInfo {
            names: pair.names,
            together: pair.together,
            games: pair.games,
            wins: pair.wins,
            same_address: pair.same_network,
        });
        let log = self.store.host_log(SHOWN).await?;
        let log = log.into_iter().map(|done| HostActionInfo {
            at: done.at.0,
            host: done.host,
            action: done.action,
            subject: done.subject,
            detail: done.detail,
        });
        let hosts = self.store.hosts().await?;
        Ok(Desk { reports, sanctions, pairs: pairs.collect(), log: log.collect(), hosts })
    }

    /// Does what a host asks, and writes it down.
    pub(crate) async fn at_desk(self: &Arc<Self>, person: &Person, request: DeskRequest) -> Result<Desk> {
        self.require_host(person).await?;
        let (action, subject, detail) = match request {
            DeskRequest::Sanction { kind, who, reason, hours, guests } => {
                let reason = reason.trim().to_owned();
                let fits = reason.chars().count() <= LONGEST_NOTE && !reason.contains(char::is_control);
                if !fits || hours.is_some_and(|hours| !(1..=LONGEST).contains(&hours)) {
                    return Err(Refusal::bad_note().into());
                }
                let user = self.who(who).await?;
                self.sanction(person, &user, kind, &reason, hours, guests).await?;
                let long = hours.map_or_else(String::new, |hours| format!(" ({hours} h)"));
                (word(&kind), named(&user), format!("{reason}{long}"))
            }
            DeskRequest::Lift { kind, who } => {
                let user = self.who(who).await?;
                let lifted = self.store.lift_sanctions(&user.id, stored_kind(kind), self.clock.now()).await;
                lifted.map_err(missing)?;
                self.refresh_sanctions().await?;
                ("lift".to_owned(), named(&user), word(&kind))
            }
            DeskRequest::Remove { report } => {
                let report = self.store.report(&report).await?.ok_or_else(Refusal::no_such)?;
                let place = report.table.as_deref().zip(report.entry).ok_or_else(Refusal::no_such)?;
                self.remove_message(place.0, place.1).await?;
                ("remove".to_owned(), report.subject_name, format!("{} {}", place.0, place.1))
            }
            DeskRequest::Close { report } => {
                let subject = self.store.report(&report).await?.ok_or_else(Refusal::no_such)?.subject_name;
                self.store.close_report(&report, self.clock.now()).await.map_err(missing)?;
                ("close".to_owned(), subject, report)
            }
        };
        let done = HostAction {
            id: random_id(9),
            at: self.clock.now(),
            host: person.name.clone(),
            action,
            subject,
            detail,
        };
        self.store.log_host_action(&done).await?;
        self.desk(person).await
    }

    async fn who(&self, who: Who) -> Result<User> {
        let user = match who {
            Who::Report(id) => {
                let report = self.store.report(&id).await?.ok_or_else(Refusal::no_such)?;
                self.store.user(&report.subject).await?
            }
            Who::Name(name) => self.store.user_by_name(&name).await?,
            Who::Person(id) => self.store.user(&id).await?,
        };
        let user = user.ok_or_else(Refusal::no_such)?;
        // What a program does is its owner's doing.
        match &user.owner {
            Some(owner) => Ok(self.store.user(owner).await?.ok_or_else(Refusal::no_such)?),
            None => Ok(user),
        }
    }

    async fn sanction(
        &self,
        host: &Person,
        user: &User,
        kind: SanctionKind,
        reason: &str,
        hours: Option<u32>,
        guests: bool,
    ) -> Result<()> {
        if user.id == host.id {
            return Err(Refusal::not_yours().into());
        }
        let now = self.clock.now();
        let network = if guests && kind == SanctionKind::Ban {
            self.store.devices(&user.id).await?.into_iter().next().map(|device| device.network)
        } else {
            None
        };
        let ends = hours.filter(|_| kind != SanctionKind::Warning);
        let sanction = Sanction {
            id: random_id(9),
            user: user.id.clone(),
            kind: stored_kind(kind),
            reason: reason.to_owned(),
            network,
            created: now,
            ends: ends.map(|hours| now.plus(i64::from(hours) * 3600 * 1000)),
            lifted: None,
            read_at: None,
        };
        self.store.add_sanction(&sanction).await?;
        self.refresh_sanctions().await?;
        if kind == SanctionKind::Ban {
            // Sockets that are open end, those of programs too.
            self.disconnect(&user.id);
            for program in self.store.bots_of(&user.id).await? {
                self.disconnect(&program.id);
            }
        }
        Ok(())
    }

    /// Empties a message for everybody, at once.
    async fn remove_message(self: &Arc<Self>, table: &str, number: i64) -> Result<()> {
        match self.room(table).await {
            Ok(mut room) => {
                let removed = self.store.remove_message(table, number).await;
                room.mark_stale();
                room.reload_if_stale().await?;
                removed.map_err(missing)
            }
            // Today's rules can't judge the table; its talk is shown all the same.
            Err(ApiError(refusal)) if refusal.code == "other_rules" => {
                self.store.remove_message(table, number).await.map_err(missing)
            }
            Err(error) => Err(error),
        }
    }
}

fn report_info(report: Report, reporter: String, before: usize) -> ReportInfo {
    let talk: Vec<Kept> = serde_json::from_str(&report.talk).unwrap_or_default();
    let told = |Kept { at, name, text, reported }: Kept| ReportedTalk { at, name, text, reported };
    let reason = serde_json::from_value(report.reason.into()).unwrap_or(ReportReason::Other);
    ReportInfo {
        id: report.id,
        reporter,
        subject: report.subject_name,
        table: report.table,
        message: report.entry,
        reason,
        note: report.note,
        talk: talk.into_iter().map(told).collect(),
        created: report.created.0,
        closed: report.closed.map(|closed| closed.0),
        before,
    }
}

fn missing(error: store::Error) -> ApiError {
    match error {
        store::Error::Missing(_) => Refusal::no_such().into(),
        error => error.into(),
    }
}

/// How the log names somebody.
fn named(user: &User) -> String {
    if user.name.is_empty() { user.id.clone() } else { user.name.clone() }
}

/// A choice as the word that travels.
fn word<T: Serialize>(choice: &T) -> String {
    serde_json::to_value(choice).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
