//! Who is told what, while away: by push messages and, in games by days, by e-mail.

use super::mail::Letter;
use super::push::{Delivered, Endpoint, Receiver};
use crate::error::Result;
use crate::person::Person;
use crate::room::Room;
use crate::server::Server;
use crate::tokens::token_hash;
use game::{Lang, Seat, Text};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use protocol::{NewSubscription, NoticeSettings, PushKey, Refusal};
use serde_json::json;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{SeatKind, Status, Subscription, TableRow, UnixMillis};
use table::ClockRule;

/// From so many seconds for an action or a game on, it is played by days.
const BY_DAYS: u32 = 12 * 3600;
/// How often a push message is tried.
const ATTEMPTS: u32 = 4;
/// How many notices wait for the end of somebody's quiet hours; more are not kept.
const HELD: usize = 10_000;

/// Something that a person is to be told.
#[derive(Clone, Debug)]
pub(crate) struct Notice {
    /// The id of the person.
    pub user: String,
    pub kind: NoticeKind,
    /// The table that it is about.
    pub table: String,
    /// The name of the game.
    pub game: &'static str,
    /// Who asks; empty if nobody does.
    pub from: String,
    /// Whether the game is played by days.
    pub by_days: bool,
}

/// What a notice is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum NoticeKind {
    /// It is the person's turn.
    Turn,
    /// Somebody challenges the person.
    #[allow(dead_code, reason = "challenges are a matter of the lobby")]
    Challenge,
    /// A seat waits for the person.
    Invitation,
}

impl NoticeKind {
    fn as_str(self) -> &'static str {
        match self {
            NoticeKind::Turn => "turn",
            NoticeKind::Challenge => "challenge",
            NoticeKind::Invitation => "invitation",
        }
    }

    fn title(self) -> Text {
        match self {
            NoticeKind::Turn => Text { fr: "À vous de jouer", en: "It is your turn" },
            NoticeKind::Challenge => Text { fr: "Un défi", en: "A challenge" },
            NoticeKind::Invitation => Text { fr: "Une place vous attend", en: "A seat waits for you" },
        }
    }
}

/// What waits for the end of quiet hours: for each person and table the latest, with what the person wants.
#[derive(Default)]
pub(crate) struct Held(Mutex<Waiting>);

/// By person and table.
type Waiting = HashMap<(String, String), (Notice, NoticeSettings)>;

impl Held {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, notice: Notice, settings: NoticeSettings) {
        let mut held = self.lock();
        if held.len() < HELD {
            held.insert((notice.user.clone(), notice.table.clone()), (notice, settings));
        }
    }

    /// A person wants something else from now on.
    fn settings_changed(&self, user: &str, new: &NoticeSettings) {
        for (notice, settings) in self.lock().values_mut() {
            if notice.user == user {
                *settings = new.clone();
            }
        }
    }

    /// Takes what has waited long enough.
    fn take_due(&self, now: UnixMillis) -> Vec<Notice> {
        let mut held = self.lock();
        let due = held.extract_if(|_, (_, settings)| !is_quiet(settings, now));
        due.map(|(_, (notice, _))| notice).collect()
    }
}

impl Room {
    /// Tells those whose turn has come, and who do not look at the table. `before` is who was to act before.
    pub(crate) fn tell_turns(&self, before: Option<i64>) {
        if self.row.status != Status::Playing {
            return;
        }
        let was = |seat: Seat| before.unwrap_or(0) >> seat.0 & 1 == 1;
        for seat in self.table.turn().seats().iter().filter(|seat| !was(*seat)) {
            let Some(row) = self.row.seats.get(seat.index()) else { continue };
            let Some(user) = row.user.as_ref().filter(|_| row.kind == SeatKind::Person) else { continue };
            self.tell_away(user, NoticeKind::Turn, "");
        }
    }

    /// Tells those for whom a seat is kept at a new table, and who do not look at this one, where it is shown.
    pub(crate) fn tell_invited(&self, next: &TableRow, kind: NoticeKind, from: &str) {
        let absent = |user: &&String| !self.is_present(user);
        for user in
            next.seats.iter().filter(|row| !row.arrived).filter_map(|row| row.user.as_ref()).filter(absent)
        {
            self.server.tell_invited(next, user, kind, from);
        }
    }

    fn tell_away(&self, user: &str, kind: NoticeKind, from: &str) {
        if self.is_present(user) {
            return;
        }
        self.server.tell_person(Notice {
            user: user.to_owned(),
            kind,
            table: self.row.id.clone(),
            game: self.table.kind().info().name,
            from: from.to_owned(),
            by_days: by_days(self.table.clock()),
        });
    }

    /// Whether what a notice says is still so, and the person does not look at the table.
    fn still_concerns(&self, notice: &Notice) -> bool {
        let due = match notice.kind {
            NoticeKind::Turn => {
                let own = self.seats_of(&notice.user);
                self.row.status == Status::Playing
                    && own.iter().any(|seat| self.table.turn().seats().contains(seat))
            }
            NoticeKind::Challenge | NoticeKind::Invitation => {
                let waits = |row: &store::SeatRow| !row.arrived && row.user.as_ref() == Some(&notice.user);
                self.row.status == Status::Waiting && self.row.seats.iter().any(waits)
            }
        };
        due && !self.is_present(&notice.user)
    }
}

/// Whether a game is played by days.
pub(crate) fn by_days(clock: ClockRule) -> bool {
    match clock {
        ClockRule::None => false,
        ClockRule::Fischer { start, .. } => start >= BY_DAYS,
        ClockRule::PerAction { limit } => limit >= BY_DAYS,
    }
}

impl Server {
    /// Tells a person that a seat is kept at a table.
    pub(crate) fn tell_invited(self: &Arc<Self>, table: &TableRow, user: &str, kind: NoticeKind, from: &str) {
        self.tell_person(Notice {
            user: user.to_owned(),
            kind,
            table: table.id.clone(),
            game: self.kind(&table.game).map_or("", |game| game.info().name),
            from: from.to_owned(),
            by_days: table.clock.parse().is_ok_and(by_days),
        });
    }

    /// Tells a person something, now or after the quiet hours, unless too much waits already.
    pub(crate) fn tell_person(self: &Arc<Self>, notice: Notice) {
        if self.care.push.is_none() && self.care.mail.is_none() {
            return;
        }
        if self.care.notices_limit.check_key(&notice.user).is_err() {
            return;
        }
        let Ok(waiting) = self.care.deliveries.clone().try_acquire_owned() else {
            tracing::warn!("too much waits to be sent: a notice is dropped");
            return;
        };
        let server = self.clone();
        self.spawn_tracked(async move {
            let _waiting = waiting;
            let told = tokio::select! {
                told = server.tell_now(notice) => told,
                () = server.shutdown.cancelled() => return,
            };
            if let Err(error) = told {
                tracing::warn!(code = &*error.0.code, "a person was not told");
            }
        });
    }

    async fn tell_now(self: &Arc<Self>, notice: Notice) -> Result<()> {
        let settings = self.notice_settings_of(&notice.user).await?;
        let wanted = match notice.kind {
            NoticeKind::Turn => settings.turn,
            NoticeKind::Challenge => settings.challenge,
            NoticeKind::Invitation => settings.invitation,
        };
        let by_mail = notice.kind == NoticeKind::Turn && notice.by_days && settings.mail_turn;
        if !wanted && !by_mail {
            return Ok(());
        }
        if is_quiet(&settings, self.clock.now()) {
            let user = notice.user.clone();
            self.care.held.keep(notice, settings);
            // They may have changed since they were read.
            let now = self.notice_settings_of(&user).await?;
            self.care.held.settings_changed(&user, &now);
            return Ok(());
        }
        if by_mail {
            self.mail_turn(&notice, settings.lang).await?;
        }
        if wanted { self.push(&notice, settings.lang).await } else { Ok(()) }
    }

    async fn mail_turn(self: &Arc<Self>, notice: &Notice, lang: Lang) -> Result<()> {
        let Some(house) = &self.config.care.public_url else { return Ok(()) };
        let email = self.store.email(&notice.user).await?.filter(|email| email.confirmed.is_some());
        let Some(email) = email else { return Ok(()) };
        let url = format!("{}/table/{}", house.trim_end_matches('/'), notice.table);
        let subject = format!("{} · {}", notice.game, NoticeKind::Turn.title().get(lang));
        let text = TURN.get(lang).replace("{game}", notice.game).replace("{url}", &url);
        let account = format!("{}/account", house.trim_end_matches('/'));
        let text = text.replace("{account}", &account);
        self.send_letter(Letter { to: email.address, subject, text });
        Ok(())
    }

    /// Tells every browser of a person.
    async fn push(self: &Arc<Self>, notice: &Notice, lang: Lang) -> Result<()> {
        let path = format!("/table/{}", notice.table);
        let body = if notice.from.is_empty() {
            notice.game.to_owned()
        } else {
            format!("{} · {}", notice.game, notice.from)
        };
        let text = json!({
            "kind": notice.kind.as_str(),
            "title": notice.kind.title().get(lang),
            "body": body,
            "path": path,
        });
        let text = text.to_string();
        // 32 letters of base64url at most.
        let topic: String = token_hash(&path).chars().take(32).collect();
        let browsers = self.store.subscriptions(&notice.user).await?;
        let mut sent = tokio::task::JoinSet::new();
        for browser in browsers {
            let (server, text, topic) = (self.clone(), text.clone(), topic.clone());
            sent.spawn(async move { server.push_to(browser, &text, &topic).await });
        }
        while sent.join_next().await.is_some() {}
        Ok(())
    }

    async fn push_to(&self, browser: Subscription, text: &str, topic: &str) {
        let Some(push) = &self.care.push else { return };
        let mut pause = self.config.care.retry;
        for _ in 0..ATTEMPTS {
            let delivered = {
                let _sending = self.care.sending.acquire().await;
                push.deliver(&browser, text.as_bytes(), topic, self.clock.now()).await
            };
            match delivered {
                Delivered::Done => return,
                Delivered::Gone => {
                    if let Err(error) = self.store.unsubscribe(&browser.user, &browser.endpoint_hash).await {
                        tracing::warn!(%error, "cannot remove a subscription that has ended");
                    }
                    return;
                }
                Delivered::Never => {
                    tracing::debug!("a push service refuses a message");
                    return;
                }
                Delivered::Later => {}
            }
            if self.pause(pause).await.is_none() {
                return;
            }
            pause *= 4;
        }
    }

    /// Tells what has waited for the end of quiet hours, if it is still so.
    pub(crate) async fn tell_held(self: &Arc<Self>) {
        for notice in self.care.held.take_due(self.clock.now()) {
            let concerns = match self.room(&notice.table).await {
                Ok(room) => room.still_concerns(&notice),
                Err(_) => false,
            };
            if concerns {
                self.tell_person(notice);
            }
        }
    }

    /// What a person wants to be told.
    pub(crate) async fn notice_settings_of(&self, user: &str) -> Result<NoticeSettings> {
        let known = self.store.notice_settings(user).await?;
        Ok(known.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// Keeps what a person wants to be told.
    pub(crate) async fn set_notice_settings(&self, person: &Person, settings: &NoticeSettings) -> Result<()> {
        let times = [&settings.quiet_from, &settings.quiet_until];
        let empty = times.iter().filter(|time| time.is_empty()).count();
        let fits = (empty == 2 || times.iter().all(|time| minute_of_day(time).is_some()))
            && settings.zone.len() <= 64
            && TimeZone::get(&settings.zone).is_ok();
        if !fits {
            return Err(Refusal::bad_times().into());
        }
        let user = self.register(person).await?;
        let text = serde_json::to_string(settings).expect("settings are plain data");
        self.store.set_notice_settings(&user.id, &text).await?;
        self.care.held.settings_changed(&user.id, settings);
        Ok(())
    }

    /// What a browser needs to be told.
    pub(crate) async fn push_key(&self, person: &Person) -> Result<PushKey> {
        let key = self.care.push.as_ref().map(super::push::Push::public_key).unwrap_or_default();
        Ok(PushKey { key, browsers: self.store.subscriptions(&person.id).await?.len() })
    }

    /// Adds a browser to those of a person that are told.
    pub(crate) async fn subscribe(&self, person: &Person, new: NewSubscription) -> Result<()> {
        let anywhere = self.config.care.push_anywhere;
        let fits = self.care.push.is_some()
            && Endpoint::read(&new.endpoint, anywhere).is_some()
            && Receiver::read(&new.keys.p256dh, &new.keys.auth).is_some();
        if !fits {
            return Err(Refusal::bad_subscription().into());
        }
        let user = self.register(person).await?;
        let subscription = Subscription {
            user: user.id,
            endpoint_hash: token_hash(&new.endpoint),
            device: person.device.clone(),
            endpoint: new.endpoint,
            p256dh: new.keys.p256dh,
            auth: new.keys.auth,
            created: self.clock.now(),
        };
        Ok(self.store.subscribe(&subscription).await?)
    }
}

/// Whether it is in the quiet hours of a person.
fn is_quiet(settings: &NoticeSettings, now: UnixMillis) -> bool {
    let times = minute_of_day(&settings.quiet_from).zip(minute_of_day(&settings.quiet_until));
    let Some((from, until)) = times else { return false };
    let zone = TimeZone::get(&settings.zone).unwrap_or(TimeZone::UTC);
    let Ok(now) = Timestamp::from_millisecond(now.0) else { return false };
    let time = now.to_zoned(zone).time();
    let minute = i32::from(time.hour()) * 60 + i32::from(time.minute());
    // From an hour to the same hour is all day.
    if from < until { (from..until).contains(&minute) } else { minute >= from || minute < until }
}

/// `22:30`, as minutes since midnight.
fn minute_of_day(text: &str) -> Option<i32> {
    let (hours, minutes) = text.split_once(':')?;
    let number = |text: &str| text.parse::<u8>().ok().filter(|_| text.len() == 2);
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    (hours < 24 && minutes < 60).then(|| i32::from(hours) * 60 + i32::from(minutes))
}

const TURN: Text = Text {
    fr: "Bonjour,\n\nc'est à vous de jouer à {game} :\n\n{url}\n\nPour ne plus recevoir ces lettres : {account}\n",
    en: "Hello,\n\nit is your turn at {game}:\n\n{url}\n\nTo get no more of these letters: {account}\n",
};

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(from: &str, until: &str, zone: &str) -> NoticeSettings {
        let (quiet_from, quiet_until) = (from.to_owned(), until.to_owned());
        NoticeSettings { quiet_from, quiet_until, zone: zone.to_owned(), ..NoticeSettings::default() }
    }

    #[test]
    fn quiet_hours_are_those_of_the_persons_clock() {
        let at = |text: &str| UnixMillis(text.parse::<Timestamp>().unwrap().as_millisecond());
        let night = settings("22:00", "07:30", "Europe/Paris");
        // Summer time: two hours ahead of UTC; winter time: one.
        for (moment, quiet) in [
            ("2026-07-01T19:59:00Z", false),
            ("2026-07-01T20:00:00Z", true),
            ("2026-07-02T05:29:00Z", true),
            ("2026-07-02T05:30:00Z", false),
            ("2026-12-01T20:30:00Z", false),
            ("2026-12-01T21:00:00Z", true),
            ("2026-12-02T06:29:00Z", true),
            ("2026-12-02T06:30:00Z", false),
        ] {
            assert_eq!(is_quiet(&night, at(moment)), quiet, "{moment}");
        }
        let noon = settings("12:00", "14:00", "Pacific/Auckland");
        assert!(is_quiet(&noon, at("2026-07-01T00:30:00Z")) && !is_quiet(&noon, at("2026-07-01T12:30:00Z")));
        assert!(!is_quiet(&settings("", "", "UTC"), at("2026-07-01T00:30:00Z")));
    }

    #[test]
    fn times_of_day_are_written_in_one_way() {
        assert_eq!(minute_of_day("07:05"), Some(425));
        for odd in ["", "7:05", "24:00", "12:60", "12", "ab:cd", "+1:00", "12:00:00"] {
            assert_eq!(minute_of_day(odd), None, "{odd}");
        }
    }
}
