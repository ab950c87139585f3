//! A calendar (RFC 5545) of the moments until which somebody is to act in games by days, at a secret address.

use super::notices::by_days;
use crate::error::Result;
use crate::person::Person;
use crate::server::Server;
use game::{Seat, Text};
use jiff::Timestamp;
use protocol::{CalendarLink, Refusal};
use std::fmt::Write as _;
use store::{Filter, Status, TableRow, UnixMillis};

/// How many games a calendar holds.
const GAMES: u32 = 100;
/// How many bytes a line may have.
const LINE: usize = 75;
/// For how long a moment lasts in the calendar, in milliseconds.
const LASTS: i64 = 15 * 60 * 1000;

impl Server {
    /// The address of a person's calendar.
    pub(crate) async fn calendar_of(&self, person: &Person) -> Result<CalendarLink> {
        let user = self.register(person).await?;
        let renewal = self.store.calendar_renewal(&user.id).await?;
        let token = self.tokens.calendar(&user.id, renewal);
        Ok(CalendarLink { path: format!("/api/calendar/{}/{token}", user.id) })
    }

    /// Gives a person's calendar another address; the old one is worthless.
    pub(crate) async fn renew_calendar(&self, person: &Person) -> Result<CalendarLink> {
        let user = self.register(person).await?;
        self.store.renew_calendar(&user.id).await?;
        self.calendar_of(person).await
    }

    /// A person's calendar, for whoever has its address.
    pub(crate) async fn calendar(&self, id: &str, token: &str) -> Result<String> {
        let renewal = self.store.calendar_renewal(id).await?;
        if !self.tokens.is_calendar(token, id, renewal) {
            return Err(Refusal::no_such().into());
        }
        let lang = self.notice_settings_of(id).await?.lang;
        let filter = Filter {
            status: Some(Status::Playing),
            user: Some(id.to_owned()),
            limit: GAMES,
            ..Filter::default()
        };
        let now = self.clock.now();
        let mut text = String::new();
        line(&mut text, "BEGIN:VCALENDAR");
        line(&mut text, "VERSION:2.0");
        line(&mut text, "PRODID:-//Ludotheque//EN");
        line(&mut text, "NAME:Ludothèque");
        line(&mut text, "X-WR-CALNAME:Ludothèque");
        line(&mut text, "REFRESH-INTERVAL;VALUE=DURATION:PT1H");
        for row in self.store.tables(&filter).await? {
            let slow = row.clock.parse().is_ok_and(by_days);
            let Some(due) = row.due.filter(|_| slow && is_to_act(&row, id)) else { continue };
            let due = self.clock.unix(due);
            let game = self.kind(&row.game).map_or("", |kind| kind.info().name);
            let summary = SUMMARY.get(lang).replace("{game}", game);
            line(&mut text, "BEGIN:VEVENT");
            line(&mut text, &format!("UID:{}@ludotheque", row.id));
            line(&mut text, &format!("DTSTAMP:{}", stamp(now)));
            line(&mut text, &format!("DTSTART:{}", stamp(due)));
            line(&mut text, &format!("DTEND:{}", stamp(due.plus(LASTS))));
            line(&mut text, &format!("SUMMARY:{}", escaped(&summary)));
            if let Some(house) = &self.config.care.public_url {
                line(&mut text, &format!("URL:{}/table/{}", house.trim_end_matches('/'), row.id));
            }
            line(&mut text, "END:VEVENT");
        }
        line(&mut text, "END:VCALENDAR");
        Ok(text)
    }
}

/// Whether a person is to act at a table.
fn is_to_act(row: &TableRow, user: &str) -> bool {
    let bits = row.to_act.unwrap_or(0);
    crate::row::seats_of(row, user).iter().any(|Seat(seat)| bits >> seat & 1 == 1)
}

/// `20261119T214500Z`
fn stamp(moment: UnixMillis) -> String {
    let moment = Timestamp::from_millisecond(moment.0).unwrap_or_default();
    moment.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// A text as a value.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,").replace('\n', "\\n")
}

/// Adds a line; a long one goes on in the next lines, never within a letter.
fn line(calendar: &mut String, text: &str) {
    let mut length = 0;
    for letter in text.chars() {
        if length + letter.len_utf8() > LINE {
            calendar.push_str("\r\n ");
            length = 1;
        }
        calendar.push(letter);
        length += letter.len_utf8();
    }
    let _ = write!(calendar, "\r\n");
}

const SUMMARY: Text = Text { fr: "{game} : jouer avant cette heure", en: "{game}: play before this time" };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_folded_between_letters_and_values_escaped() {
        let mut text = String::new();
        line(&mut text, &"é".repeat(60));
        assert!(text.split("\r\n").all(|line| line.len() <= LINE), "{text}");
        assert_eq!(text.replace("\r\n ", "").trim_end(), "é".repeat(60));
        assert_eq!(escaped("a,b;c\\d\ne"), "a\\,b\\;c\\\\d\\ne");
        assert_eq!(stamp(UnixMillis(0)), "19700101T000000Z");
    }
}
