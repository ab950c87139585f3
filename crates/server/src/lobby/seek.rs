//! What people do in the lobby.

use super::{MOST_SEEKS, Waiting};
use crate::error::{ApiError, Result};
use crate::new_table::{check_bot, check_clock};
use crate::person::Person;
use crate::rating::{pool, unrated};
use crate::server::Server;
use crate::tokens::random_id;
use crate::visibility::{Matter, Viewer, may};
use protocol::{NewSeek, Refusal, SeekInfo, Seeker, Sought};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use store::{SeekRow, UnixMillis, User, UserKind};
use table::{ClockRule, Kind, Setup, Table};

/// A clock that gives so many seconds to an action makes a game by days.
const DAY: u32 = 24 * 3600;
/// For how long a game by days is looked for, in milliseconds.
const DAYS_KEPT: i64 = 30 * 24 * 3_600_000;
/// For how long what a page looks for is kept unless the page says that it is still there, in milliseconds.
pub(super) const PAGE_KEPT: i64 = 30_000;
/// The most that one person looks for at pages, and by days.
const LIVE_SEEKS: usize = 5;
const DAY_SEEKS: usize = 20;
/// The most that one guest looks for by days, and all guests together: they cost nothing to make.
const GUEST_DAY_SEEKS: usize = 3;
const GUESTS_DAY_SEEKS: usize = 1_000;
/// The longest patience, in seconds.
const LONGEST_PATIENCE: u32 = 7 * DAY;
/// How soon and how late bots may come, in seconds.
const FILL_AFTER: std::ops::RangeInclusive<u32> = 1..=3600;
/// How many seeks a page or a list shows.
pub(super) const SHOWN: usize = 100;

impl Server {
    /// Looks for a game.
    pub(crate) async fn seek(self: &Arc<Self>, person: &Person, wanted: NewSeek) -> Result<Sought> {
        let kind = self
            .kind(&wanted.game)
            .ok_or_else(|| Refusal::both("setup", "Ce jeu n'existe pas.", "There is no such game."))?;
        let setup = Setup { seats: wanted.seats, options: without_defaults(kind, wanted.options) };
        check_clock(wanted.clock)?;
        let table = Table::open(kind, setup, wanted.clock)?;
        let by_days = matches!(wanted.clock, ClockRule::PerAction { limit } if limit >= DAY);
        if wanted.seats < 2 || wanted.patience > LONGEST_PATIENCE || (by_days && wanted.page.is_some()) {
            return Err(Refusal::plain(
                "malformed",
                "a seek has two seats or more, a patience of a week at most, and a page unless it is by days",
            )
            .into());
        }
        if wanted.rated && (!person.has_account() || wanted.fill.is_some()) {
            return Err(Refusal::rated_people().into());
        }
        if let Some(fill) = &wanted.fill {
            if !FILL_AFTER.contains(&fill.after) {
                return Err(Refusal::plain("malformed", "bots come after 1 to 3600 seconds").into());
            }
            check_bot(kind, table.setup(), &fill.bot)?;
        }
        let id = random_id(9);
        let (now, page) = (self.clock.now(), wanted.page);
        let seek = SeekRow {
            party: id.clone(),
            id,
            user: person.id.clone(),
            owner: person.owner().to_owned(),
            game: wanted.game,
            options: serde_json::to_string(&table.setup().options).expect("options are plain data"),
            clock: wanted.clock.to_string(),
            seats: i64::from(wanted.seats),
            rated: wanted.rated,
            patience: i64::from(wanted.patience),
            fill_after: wanted.fill.as_ref().map(|fill| i64::from(fill.after)),
            fill_bot: wanted.fill.map(|fill| fill.bot),
            created: now,
            expires: now.plus(if by_days { DAYS_KEPT } else { PAGE_KEPT }),
            page,
            table: None,
        };
        let id = self.add_seek(person, seek, by_days).await?;
        Ok(Sought { seek: id, table: None })
    }

    /// Adds a seek if the person may have another one; the id of the one that stands now.
    async fn add_seek(self: &Arc<Self>, person: &Person, seek: SeekRow, by_days: bool) -> Result<String> {
        let user = self.register(person).await?;
        let _counting = self.counting(&user.id).await;
        self.may_play_another(&user.id).await?;
        let waiting = self.lobby.waiting();
        let own = || waiting.iter().filter(|waiting| waiting.seek.user == user.id);
        let same = |waiting: &&Arc<Waiting>| {
            let found = &waiting.seek;
            let alone = found.party == found.id && seek.party == seek.id;
            alone && terms(found) == terms(&seek) && found.page == seek.page
        };
        if let Some(found) = own().find(same) {
            // A button that was pressed twice.
            return Ok(found.seek.id.clone());
        }
        let guest = user.kind == UserKind::Guest;
        let count = own().filter(|waiting| waiting.is_by_days() == by_days).count();
        let most = match (by_days, guest) {
            (false, _) => LIVE_SEEKS,
            (true, false) => DAY_SEEKS,
            (true, true) => GUEST_DAY_SEEKS,
        };
        let guests = || waiting.iter().filter(|one| one.is_by_days() && one.kind == UserKind::Guest).count();
        if count >= most || waiting.len() >= MOST_SEEKS || (by_days && guest && guests() >= GUESTS_DAY_SEEKS)
        {
            return Err(Refusal::too_many().into());
        }
        if !by_days && !seek.page.as_ref().is_some_and(|page| self.lobby.has_page(page, &user.id)) {
            return Err(Refusal::no_page().into());
        }
        let one = self.waiting_one(seek, &user).await?;
        self.store.add_seek(one.seek.clone()).await.map_err(gone)?;
        let (id, page) = (one.seek.id.clone(), one.seek.page.clone());
        self.lobby.insert(one);
        // The page may have been closed meanwhile, before its seek was known.
        if let Some(page) = page.filter(|page| !self.lobby.has_page(page, &user.id)) {
            self.withdraw_page(page).await;
            return Err(Refusal::no_page().into());
        }
        self.tell_lobby();
        Ok(id)
    }

    /// Somebody who waits, with what pairing needs to know.
    pub(super) async fn waiting_one(&self, seek: SeekRow, user: &User) -> Result<Waiting> {
        let pool = pool(&seek.game, usize::try_from(seek.seats).unwrap_or(0));
        let ratings = self.store.ratings(&pool, std::slice::from_ref(&user.id)).await?;
        let (rating, deviation) =
            ratings.first().map_or_else(unrated, |known| (known.rating, known.deviation));
        Ok(Waiting {
            name: user.name.clone(),
            kind: user.kind,
            rating,
            deviation,
            rated: !ratings.is_empty(),
            apart: Arc::new(self.store.blocked_with(&user.id).await?),
            seek,
        })
    }

    /// Takes what another looks for: the game begins, or the person waits with them for the rest.
    pub(crate) async fn take_seek(
        self: &Arc<Self>,
        person: &Person,
        party: &str,
        page: Option<String>,
    ) -> Result<Sought> {
        let members: Vec<Arc<Waiting>> =
            self.lobby.waiting().into_iter().filter(|waiting| waiting.seek.party == party).collect();
        let first = members.first().ok_or_else(Refusal::seek_gone)?;
        let mine =
            |member: &&Arc<Waiting>| member.seek.user == person.id || member.seek.owner == person.owner();
        if members.iter().any(|member| mine(&member)) {
            return Err(Refusal::own_seek().into());
        }
        if first.seek.rated && !person.has_account() {
            return Err(Refusal::rated_people().into());
        }
        let user = self.register(person).await?;
        let id = random_id(9);
        let now = self.clock.now();
        let by_days = first.is_by_days();
        let seek = SeekRow {
            id: id.clone(),
            user: user.id.clone(),
            owner: person.owner().to_owned(),
            page: page.filter(|_| !by_days),
            created: now,
            expires: now.plus(if by_days { DAYS_KEPT } else { PAGE_KEPT }),
            ..first.seek.clone()
        };
        let complete = i64::try_from(members.len()).unwrap_or(0) + 1 >= first.seek.seats;
        if !complete {
            let one = self.waiting_one(seek.clone(), &user).await?;
            if members.iter().any(|member| member.is_apart(&one)) {
                return Err(Refusal::seek_gone().into());
            }
            let seek = self.add_seek(person, seek, by_days).await?;
            return Ok(Sought { seek, table: None });
        }
        let _counting = self.counting(&user.id).await;
        self.may_play_another(&user.id).await?;
        let taker = Arc::new(self.waiting_one(SeekRow { page: None, ..seek }, &user).await?);
        // Whoever is blocked is told no more than that it is gone.
        if members.iter().any(|member| member.is_apart(&taker)) {
            return Err(Refusal::seek_gone().into());
        }
        let table = self.begin_match(&members, Some(taker), None).await?;
        Ok(Sought { seek: id, table: Some(table) })
    }

    /// Withdraws what a person looks for.
    pub(crate) async fn withdraw_seek(&self, person: &Person, id: &str) -> Result<()> {
        if self.store.withdraw_seek(id, &person.id).await? == 0 {
            return Err(Refusal::seek_gone().into());
        }
        self.lobby.forget(|waiting| waiting.seek.id == id);
        self.tell_lobby();
        Ok(())
    }

    /// Withdraws what a page looked for that was closed.
    pub(super) async fn withdraw_page(&self, page: String) {
        self.lobby.forget(|waiting| waiting.seek.page.as_ref() == Some(&page));
        // If it can't be written now, it ends by itself, since nobody says any more that the page is there.
        if let Err(error) = self.store.withdraw_pages(vec![page]).await {
            tracing::warn!(%error, "cannot withdraw the seeks of a page");
        }
        self.tell_lobby();
    }

    /// Withdraws everything that a guest looks for, who becomes somebody else by logging in.
    pub(crate) async fn withdraw_all_of(&self, user: &str) -> Result<()> {
        let own: Vec<Arc<Waiting>> =
            self.lobby.waiting().into_iter().filter(|waiting| waiting.seek.user == user).collect();
        for waiting in own {
            self.store.withdraw_seek(&waiting.seek.id, user).await?;
        }
        self.lobby.forget(|waiting| waiting.seek.user == user);
        Ok(())
    }

    /// Has the lobby know that a person has blocked another, or has taken it back.
    pub(crate) async fn blocks_changed(&self, users: [&str; 2]) -> Result<()> {
        let concerned = |waiting: &Waiting| users.contains(&waiting.seek.user.as_str());
        let waiting: Vec<Arc<Waiting>> =
            self.lobby.waiting().into_iter().filter(|waiting| concerned(waiting)).collect();
        for one in waiting {
            let apart = Arc::new(self.store.blocked_with(&one.seek.user).await?);
            let mut state = self.lobby.state();
            if let Some(held) = state.seeks.get_mut(&(one.seek.created.0, one.seek.id.clone())) {
                *held = Arc::new(Waiting {
                    seek: one.seek.clone(),
                    name: one.name.clone(),
                    kind: one.kind,
                    rating: one.rating,
                    deviation: one.deviation,
                    rated: one.rated,
                    apart,
                });
            }
        }
        self.lobby.changed();
        Ok(())
    }

    /// What others look for, as a person may see it: the first to come first.
    pub(crate) async fn seeks_for(&self, person: &Person) -> Result<Vec<SeekInfo>> {
        let apart = self.store.blocked_with(&person.id).await?;
        Ok(self.lobby.seeks(&person.id, &apart))
    }
}

impl super::Lobby {
    /// What is looked for, as a viewer may see it: nothing of those whom the viewer must not meet.
    pub(super) fn seeks(&self, viewer: &str, apart: &HashSet<String>) -> Vec<SeekInfo> {
        let visible = |party: &Vec<Arc<Waiting>>| {
            let blocked = |one: &Waiting| apart.contains(&one.seek.user) || one.apart.contains(viewer);
            let is = if party.iter().any(|one| blocked(one)) { Viewer::Blocked } else { Viewer::Stranger };
            party.iter().any(|one| one.seek.user == viewer) || may(is, Matter::Pairing)
        };
        let parties = super::parties(self.waiting()).into_iter().filter(visible);
        let (own, others): (Vec<_>, Vec<_>) =
            parties.partition(|party| party.iter().any(|one| one.seek.user == viewer));
        own.iter().chain(&others).take(SHOWN).filter_map(|party| describe(party, viewer)).collect()
    }
}

fn describe(party: &[Arc<Waiting>], viewer: &str) -> Option<SeekInfo> {
    let first = party.first()?;
    let seeker = |one: &Arc<Waiting>| Seeker {
        name: one.name.clone(),
        account: one.kind != UserKind::Guest,
        program: one.kind == UserKind::Bot,
        rating: one.strength(),
    };
    Some(SeekInfo {
        id: first.seek.party.clone(),
        game: first.seek.game.clone(),
        seats: u8::try_from(first.seek.seats).unwrap_or(u8::MAX),
        options: serde_json::from_str(&first.seek.options).unwrap_or_default(),
        clock: first.seek.clock.parse().unwrap_or_default(),
        rated: first.seek.rated,
        people: party.iter().map(seeker).collect(),
        own: party.iter().find(|one| one.seek.user == viewer).map(|one| one.seek.id.clone()),
        fill_after: first.seek.fill_after.and_then(|after| u32::try_from(after).ok()),
        created: first.seek.created.0,
    })
}

/// What two seeks must have in common to lead to one table.
pub(super) fn terms(seek: &SeekRow) -> (&str, &str, &str, i64, bool, bool) {
    (&seek.game, &seek.options, &seek.clock, seek.seats, seek.rated, seek.page.is_none())
}

/// The options that are not as the game has them anyway: so that the same setting is the same text.
fn without_defaults(kind: &dyn Kind, mut options: BTreeMap<String, String>) -> BTreeMap<String, String> {
    for option in kind.info().options {
        let usual = option.choices.first().map(|choice| choice.value);
        if options.get(option.key).map(String::as_str) == usual {
            options.remove(option.key);
        }
    }
    options
}

/// A seek that is not as it was any more.
pub(super) fn gone(error: store::Error) -> ApiError {
    match error {
        store::Error::Conflict => Refusal::seek_gone().into(),
        error => error.into(),
    }
}

/// Whether a moment is that long ago, in seconds.
pub(super) fn waited(since: UnixMillis, now: UnixMillis) -> f64 {
    now.since(since) as f64 / 1000.0
}
