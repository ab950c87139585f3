//! The crowd: all guests at all tables.

use crate::Plan;
use crate::guest::{Guest, Phase, Round};
use crate::heard::Frame;
use crate::http::{House, with_cookie};
use crate::memory::resident;
use crate::pace::Pace;
use crate::report::{Memory, Report};
use crate::tally::Tally;
use crate::testimony::Testimony;
use anyhow::{Context as _, Result, bail};
use futures_util::StreamExt as _;
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// How many tables are opened at the same time.
const AT_ONCE: usize = 32;

/// How long those who go may take.
const GOODBYE: Duration = Duration::from_secs(30);

/// All guests at all tables.
pub struct Crowd {
    phase: watch::Sender<Phase>,
    guests: JoinSet<Guest>,
}

/// Opens the tables, plays for a while, and reports; with the id of the house's process, on its memory too.
pub async fn run(plan: &Plan, time: Duration, pid: Option<u32>) -> Result<Report> {
    let before = pid.map(resident).transpose()?;
    let crowd = Crowd::gather(plan).await?;
    // Until what opening took has been given back.
    sleep(Duration::from_secs(1)).await;
    let idle = pid.map(resident).transpose()?;
    let start = Instant::now();
    crowd.play();
    sleep(time).await;
    let played = start.elapsed();
    let played_with = pid.map(resident).transpose()?;
    let (tally, _) = crowd.leave().await?;
    let memory =
        before.zip(idle).zip(played_with).map(|((before, idle), after)| Memory { before, idle, after });
    Ok(Report::new(plan, played, tally, memory))
}

impl Crowd {
    /// Opens the tables and waits until everybody sits.
    pub async fn gather(plan: &Plan) -> Result<Crowd> {
        let house = House::at(&plan.url)?;
        let (phase, told) = watch::channel(Phase::Gather);
        let (seated, mut sits) = mpsc::unbounded_channel();
        let pace = Arc::new(Pace::new(plan.rate));
        let mut crowd = Crowd { phase, guests: JoinSet::new() };
        let gather = async {
            let mut opened = futures_util::stream::iter(0..plan.tables)
                .map(|number| open(&house, plan, number))
                .buffer_unordered(AT_ONCE);
            let mut number = 0;
            while let Some(opened) = opened.next().await {
                let Opened { table, cookie, tokens } = opened?;
                let round = Arc::new(Round::default());
                let mut seats = vec![(Some(cookie), None)];
                seats.extend(tokens.into_iter().map(|token| (None, Some(token))));
                for (place, (cookie, token)) in seats.into_iter().enumerate() {
                    number += 1;
                    let guest = Guest {
                        house: house.clone(),
                        cookie,
                        pace: pace.clone(),
                        phase: told.clone(),
                        seated: Some(seated.clone()),
                        asks_again: place == 0,
                        round: round.clone(),
                        game: 0,
                        remembers: plan.remember,
                        rng: Xoshiro256PlusPlus::seed_from_u64(number),
                        tally: Tally::default(),
                        testimonies: Vec::new(),
                    };
                    crowd.guests.spawn(guest.play(table.clone(), token));
                }
            }
            for _ in 0..plan.tables * plan.people() {
                sits.recv().await.context("a guest was lost")?;
            }
            anyhow::Ok(())
        };
        timeout(plan.patience, gather).await.context("not everybody could sit down in time")??;
        Ok(crowd)
    }

    /// The games begin.
    pub fn play(&self) {
        self.phase.send_replace(Phase::Play);
    }

    /// Everybody goes at once.
    pub async fn leave(self) -> Result<(Tally, Vec<Testimony>)> {
        self.end(Phase::Leave, GOODBYE).await
    }

    /// Every game under way is played to its end; an error if some are not over in time.
    pub async fn finish(self, patience: Duration) -> Result<(Tally, Vec<Testimony>)> {
        self.end(Phase::Finish, patience).await
    }

    async fn end(mut self, phase: Phase, patience: Duration) -> Result<(Tally, Vec<Testimony>)> {
        self.phase.send_replace(phase);
        let (mut tally, mut testimonies) = (Tally::default(), Vec::new());
        let mut gather = async |guests: &mut JoinSet<Guest>| {
            while let Some(guest) = guests.join_next().await {
                let guest = guest?;
                tally.add(guest.tally);
                testimonies.extend(guest.testimonies);
            }
            anyhow::Ok(())
        };
        if timeout(patience, gather(&mut self.guests))
            .await
            .map_or_else(|_| Ok(true), |ended| ended.map(|()| false))?
        {
            let stuck = self.guests.len();
            self.phase.send_replace(Phase::Leave);
            timeout(GOODBYE, gather(&mut self.guests)).await.context("guests do not go")??;
            let open: Vec<&str> =
                testimonies.iter().filter(|told| !told.over).map(|told| told.table.as_str()).collect();
            bail!("{stuck} guests are stuck, at {open:?}; refused: {:?}", tally.refusals);
        }
        Ok((tally, testimonies))
    }
}

/// A new table, its host's cookie, and the links to the other seats.
struct Opened {
    table: String,
    cookie: String,
    tokens: Vec<String>,
}

async fn open(house: &House, plan: &Plan, number: usize) -> Result<Opened> {
    let people = plan.people();
    let mut seats = vec![json!("me")];
    seats.extend((1..people).map(|_| json!("link")));
    if let Some((_, bot)) = &plan.bots {
        seats.extend((people..plan.seats).map(|_| json!({"bot": bot})));
    }
    // Not always the same seat for the host and the bots.
    seats.rotate_right(number % plan.seats);
    let wanted = json!({"game": plan.game, "seats": seats, "options": plan.options}).to_string().into_bytes();
    let answer = house.ask("POST", "/api/tables", &with_cookie(None), wanted).await?;
    #[derive(Deserialize)]
    struct Id {
        id: String,
    }
    let Ok(Id { id }) = answer.json() else { bail!("no table is opened: {}", answer.text()) };
    let cookie = answer.cookie().context("the house gives no cookie")?;
    if people == 1 {
        return Ok(Opened { table: id, cookie, tokens: Vec::new() });
    }
    let headers = with_cookie(Some(&cookie));
    let answer = house.ask("GET", &format!("/api/tables/{id}"), &headers, Vec::new()).await?;
    let frame: Frame =
        answer.json().with_context(|| answer.json::<Value>().unwrap_or_default().to_string())?;
    Ok(Opened { table: id, cookie, tokens: frame.table.links.into_iter().map(|link| link.token).collect() })
}
